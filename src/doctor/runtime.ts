import { Problem, reasonOf } from '../problem.ts'
import { openDatabase } from '../store/engine.ts'
import { broken, type Finding, fromProblem, ok, warning } from './finding.ts'
import { isInCache } from './ours.ts'
import type { Patient } from './patient.ts'

/** Node, SQLite, and what of this terminal's environment leads astray. */
export async function examineRuntime(patient: Patient): Promise<Finding[]> {
  return [nodeFinding(process.versions.node), await engineFinding(), ...trapsIn(patient)]
}

/** The same range as in package.json: `^20.19.0 || >=22.14.0`. */
export function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 14) || major > 22
  if (fits) return ok('node', `Node ${version} fits.`)
  const now = 'Install Node 22.14 or newer (or 20.19), and wrap your servers again with it.'
  return broken('node', `Node ${version} is not one that mcpgraphy runs on.`, { now })
}

async function engineFinding(): Promise<Finding> {
  try {
    const database = await openDatabase(':memory:', false)
    const version = database.prepare<{ version: string }>('SELECT sqlite_version() AS version').get()?.version
    database.close()
    return ok('sqlite', `SQLite ${version} works.`)
  } catch (error) {
    if (error instanceof Problem) return fromProblem('sqlite', 'problem', error)
    const now = 'Install mcpgraphy again with the Node that runs it.'
    return broken('sqlite', `SQLite does not work: ${reasonOf(error)}.`, { now })
  }
}

function trapsIn({ machine: { env }, script }: Patient): Finding[] {
  const traps: Finding[] = []
  if (env.MCPGRAPHY_HOME) {
    traps.push(
      warning(
        'environment',
        `MCPGRAPHY_HOME is set here (${env.MCPGRAPHY_HOME}); a host that is not started from this terminal does not see it and learns elsewhere.`,
        { now: 'Set it for your whole session, or do without it.', run: 'unset MCPGRAPHY_HOME' },
      ),
    )
  }
  if (/--(require|import|loader|inspect)/.test(env.NODE_OPTIONS ?? '')) {
    traps.push(
      warning('environment', 'NODE_OPTIONS is set here and reaches every server that runs on Node.', {
        now: 'If servers behave strangely, try without it.',
        run: 'unset NODE_OPTIONS',
      }),
    )
  }
  if (isInCache(script)) {
    const what = 'This mcpgraphy runs from the cache of npx, which may be emptied at any time.'
    const now =
      'Entries of your own files start it through npx, which is slower; installed, it starts at once.'
    traps.push(warning('environment', what, { now, run: 'npm install --global mcpgraphy' }))
  }
  return traps
}
