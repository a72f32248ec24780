/** The words of a tool's or parameter's name, in lower case: `getFileInfo`, `get_file_info` and `API-get-file` come apart. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(word => word !== '')
}

function set(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

/** Verbs by which tools say that they only look. */
export const readVerbs = set(
  'get list read search find show describe view query fetch check count lookup inspect retrieve browse peek tail head ' +
    'cat ls stat grep diff compare validate preview explain analyze analyse ping whoami download export ' +
    'watch poll estimate calculate suggest recommend detect scan',
)

/** Nouns that name something to look at, where no verb says what happens. */
export const readNouns = set(
  'info information details detail status statistics stats metadata tree listing overview history log logs blame ' +
    'snapshot schema version help',
)

/** Verbs by which tools say that they change something. */
export const writeVerbs = set(
  'create add insert update set edit write put post send reply publish submit upload import save store append modify ' +
    'patch change rename move copy assign unassign enable disable start stop pause resume run execute exec apply merge ' +
    'commit push pull checkout rebase close reopen approve reject complete finish mark toggle lock unlock archive ' +
    'unarchive restore invite join leave subscribe unsubscribe connect disconnect register unregister install ' +
    'schedule trigger retry resolve transition link unlink attach detach tag untag label comment react upsert sync ' +
    'migrate deploy release rollback scale cancel replace refresh reload init initialize clone fork split plan request ' +
    'record log-in login logout click type fill press select navigate drag hover evaluate manage make build generate pay charge block ' +
    'unblock mute unmute reserve buy purchase follow unfollow star unstar pin unpin transfer grant accept decline confirm ' +
    'forward activate deactivate',
)

/** Verbs by which tools say that something will be gone. */
export const destroyVerbs = set(
  'delete remove drop destroy purge erase wipe clear truncate kill terminate force reset overwrite revoke uninstall trash ' +
    'discard prune unpublish refund expire evict cleanup',
)
