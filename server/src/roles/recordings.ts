import { encryptRecordings } from '../calls/encrypt-recordings.ts'
import {
  allowRecordingSweep,
  ownerOfStore,
  sweepRecordings,
  TRASH_DAYS,
  unknownRecordings,
} from '../calls/sweep-recordings.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../kernel/clock.ts'
import { openLog } from '../kernel/log.ts'
import { installationKey, recordingSweepHeldSince } from '../organizations/installation.ts'
import { recordingsDroppedUntil } from '../privacy/queries.ts'
import { openRecordingStore } from '../storage/files/open-file-store.ts'
import { readArguments } from './read-arguments.ts'
import { printError, printLine, withDatabase } from './with-database.ts'

const HELP = `outdial recordings sweep [--yes] [--take-over]

After "outdial restore" no file of the recordings is touched: the database does not know the calls made after the backup, and
their recordings look like leftovers. This says how many files belong to no known recording.

  --yes        Moves them to the folder "trash" of the recordings, where they stay for ${TRASH_DAYS} days, and lets the server
               sweep automatically from now on.
  --take-over  Also where the recordings are marked as another installation's. Only if that one does not run any more: it
               would lose its newest recordings to your trash.

outdial recordings encrypt

Encrypts stored recordings that are plain, or encrypted with an older key of STORAGE_KEY, with its first key. May be run while the server
runs, and again if it was interrupted. New recordings are encrypted anyway.`

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, { yes: { type: 'boolean' }, 'take-over': { type: 'boolean' } })
  if (typeof parsed === 'number') return parsed
  const { values, positionals } = parsed
  const hasFlag = values.yes !== undefined || values['take-over'] !== undefined
  if (positionals.length === 1 && positionals[0] === 'encrypt' && !hasFlag) return encrypt()
  if (positionals.length !== 1 || positionals[0] !== 'sweep') return printError(HELP)
  return sweep({ yes: values.yes ?? false, takeOver: values['take-over'] ?? false })
}

function sweep({ yes, takeOver }: { yes: boolean; takeOver: boolean }): Promise<number> {
  return withDatabase(async (db, config) => {
    const store = await openRecordingStore(config)
    const installation = await installationKey(db)
    const droppedUntil = () => recordingsDroppedUntil(db)
    const log = openLog('error', false)
    const deps = { db, clock: systemClock, log, store, kind: config.recordings.kind, installation, droppedUntil }
    const [held, owner] = [await recordingSweepHeldSince(db), await ownerOfStore(store)]
    const { files, firstCallId, lastCallId } = await unknownRecordings(deps)
    const calls = files > 0 ? `, of calls ${firstCallId} to ${lastCallId}` : ''
    printLine(`${store.place}: ${files} files belong to no recording that this database knows${calls}.`)
    printLine(
      held ? `Nothing is swept since the restore of ${held.toISOString()}.` : 'The server sweeps automatically.',
    )
    if (!yes) return 0
    if (owner !== null && owner !== installation && !takeOver) {
      return printError(
        'The recordings are marked as those of another installation. If that one does not run any more, add --take-over.',
      )
    }
    await allowRecordingSweep(deps)
    const { trashed, removed, failed } = await sweepRecordings(deps).runOnce()
    printLine(`Moved to the trash: ${trashed}. Removed: ${removed}. The server sweeps automatically from now on.`)
    if (failed > 0)
      printLine(`Files that the store did not remove: ${failed}; the reason of each is above. The server tries again.`)
    return 0
  })
}

async function encrypt(): Promise<number> {
  const config = readConfig(process.env, false)
  const store = await openRecordingStore(config)
  if (store.currentKeyId === null)
    return printError('STORAGE_KEY is not set. Set it to a key of 32 bytes: openssl rand -base64 32')
  const { encrypted, failed } = await encryptRecordings(store, (key, error) =>
    printError(`${key}: ${(error as Error).message}`),
  )
  printLine(`Encrypted with the storage key ${store.currentKeyId}: ${encrypted} files.`)
  return failed > 0 ? printError(`Files that stay as they are: ${failed}; the reason of each is above.`) : 0
}
