import { isWrapped } from '../hosts/entry.ts'
import { planUnwrap, type UndoPlan } from '../hosts/unplan.ts'
import { findCopy, readCopies } from '../project/wrapped.ts'
import { broken, type Finding, ok, warning, word } from './finding.ts'
import { isInCache, isThere, scriptIn, versionIn } from './ours.ts'
import { oursOf, type Patient, type Placed, scopeWords, serversOf } from './patient.ts'

/** Is each entry wrapped, can it be unwrapped, did a host undo it, and does it start this version of us? */
export function examineEntries(patient: Patient): Finding[] {
  return serversOf(patient).flatMap(placed => {
    const { config, server } = placed
    const { entry } = server
    const about = { file: config.path, server: server.name }
    if (entry.kind === 'malformed') {
      const what = `The entry of ${server.name} cannot be used: ${entry.why}.`
      return [broken('wrap', what, { now: 'Mend the entry; its host does not start it.' }, about)]
    }
    if (isWrapped(entry)) return [undoFinding(placed, patient), ...launchFindings(placed, patient)]
    return [bareFinding(placed, patient)]
  })
}

/** A server that is started without us: never wrapped, or wrapped once and undone by something else. */
function bareFinding({ config, server }: Placed, { folderOf }: Patient): Finding {
  const about = { file: config.path, server: server.name }
  const wrap = `mcpgraphy wrap ${word(server.name)}${scopeWords(config)} --write`
  const { entry } = server
  if (entry.kind === 'stdio' && entry.lookalike !== undefined) {
    const what = `${server.name} looks as if it went through mcpgraphy, and nothing proves that.`
    const now =
      'If it does, take it off and wrap it again; if it is another program of that name, all is well.'
    const run = `mcpgraphy unwrap ${word(server.name)} --write --edited current && ${wrap}`
    return warning('wrap', what, { now, run }, about)
  }
  if (entry.kind === 'stdio' && entry.hasVariable) {
    const what = `${server.name} starts without mcpgraphy and still carries what an earlier wrap left in it.`
    const run = `mcpgraphy unwrap ${word(server.name)} --write && ${wrap}`
    return broken('wrap', what, { now: 'Take off what is left, then wrap it again.', run }, about)
  }
  if (findCopy(readCopies(folderOf(config)), config.path, server.at) !== undefined) {
    const what = `${server.name} was wrapped and is no longer: ${config.host.name}, or somebody else, put the old entry back.`
    if (config.file.quitFirst) {
      const now = `Quit ${config.host.name} first, which writes its file anew when it ends, then wrap it again.`
      return broken('wrap', what, { now, run: wrap }, about)
    }
    const now = 'Wrap it again; if you took it off by hand, take its part out of wrapped.json, too.'
    return warning('wrap', what, { now, run: wrap }, about)
  }
  const what = `${server.name} starts without mcpgraphy${entry.kind === 'remote' ? ': it is reached by its address' : ''}.`
  return ok('wrap', what, about)
}

/** Could it be unwrapped byte for byte now? */
function undoFinding({ config, server }: Placed, { folderOf }: Patient): Finding {
  const about = { file: config.path, server: server.name }
  const copies = readCopies(folderOf(config))
  const [plan] = planUnwrap(config, {
    wants: each => each === server,
    copyOf: ({ at }) => findCopy(copies, config.path, at),
    whenEdited: 'leave',
  }).servers
  return plan === undefined || plan.kind === 'plain' || plan.kind === 'unsure'
    ? ok('wrap', `${server.name} goes through mcpgraphy.`, about)
    : undoWords(plan, about, scopeWords(config))
}

function undoWords(
  plan: Exclude<UndoPlan, { kind: 'plain' | 'unsure' }>,
  about: { readonly file: string; readonly server: string },
  scope: string,
): Finding {
  const name = about.server
  const again = `mcpgraphy unwrap ${word(name)} --write && mcpgraphy wrap ${word(name)}${scope} --write`
  if (plan.kind === 'edited') {
    const what = `${name} goes through mcpgraphy, and its command was changed since: it no longer fits what is kept for unwrapping.`
    const run = again.replace(' --write &&', ' --write --edited current &&')
    return warning('wrap', what, { now: 'If the change was meant, wrap it anew.', run }, about)
  }
  if (plan.from === 'entry')
    return ok('wrap', `${name} goes through mcpgraphy and can be unwrapped byte for byte.`, about)
  const left =
    plan.from === 'copy'
      ? 'the copy in .mcpgraphy is the only way back'
      : 'only its arguments tell what it was, and their spacing may differ'
  const what = `${name} goes through mcpgraphy, but its entry lost what it carried: ${left}.`
  return warning(
    'wrap',
    what,
    { now: 'Wrap it anew, so that the entry carries it again.', run: again },
    about,
  )
}

/** What of us the entry starts: is it there, will it last, is it this version, and is it told the right name? */
function launchFindings({ config, server }: Placed, { version }: Patient): Finding[] {
  const about = { file: config.path, server: server.name }
  const words = oursOf(server)
  const name = server.name
  const run = `mcpgraphy unwrap ${word(name)} --write && mcpgraphy wrap ${word(name)}${scopeWords(config)} --write`
  const findings: Finding[] = []
  const script = scriptIn(words)
  if (script !== undefined && !isThere(script)) {
    const what = `${name} starts ${script}, which is not there any more.`
    findings.push(broken('launcher', what, { now: 'Wrap it anew with the mcpgraphy of now.', run }, about))
  } else if (script !== undefined && isInCache(script)) {
    const what = `${name} starts ${script}, which lies in the cache of npx and may be gone tomorrow.`
    findings.push(warning('launcher', what, { now: 'Wrap it anew.', run }, about))
  }
  const started = versionIn(words)
  if (started !== undefined && started !== version) {
    const what = `${name} starts mcpgraphy ${started}, and this is ${version}: an older one cannot read what a newer one wrote.`
    findings.push(
      warning('version', what, { now: 'Wrap it anew, so that all start the same one.', run }, about),
    )
  }
  const told = nameIn(words)
  if (told !== undefined && told !== name) {
    const what = `${name} is called ${told} where its modes and what was learned are kept: the entry was renamed since.`
    findings.push(warning('wrap', what, { now: 'Wrap it anew, to begin under the new name.', run }, about))
  }
  return findings
}

/** The value of `--name`. */
function nameIn(words: readonly string[]): string | undefined {
  const at = words.findIndex(each => each === '--name' || each.startsWith('--name='))
  if (at === -1) return undefined
  return words[at] === '--name' ? words[at + 1] : words[at]?.slice('--name='.length)
}
