import {
  allowRecordingSweep,
  ownerOfStore,
  sweepRecordings,
  TRASH_DAYS,
  unknownRecordings,
} from '../calls/sweep-recordings.ts'
import { systemClock } from '../kernel/clock.ts'
import { openLog } from '../kernel/log.ts'
import { operatorFetch } from '../kernel/tunnel.ts'
import { installationKey, recordingSweepHeldSince } from '../organizations/installation.ts'
import { recordingsDroppedUntil } from '../privacy/queries.ts'
import { openFileStore } from '../storage/files/open-file-store.ts'
import { readArguments } from './read-arguments.ts'
import { printError, printLine, withDatabase } from './with-database.ts'

const HELP = `outdial recordings sweep [--yes] [--take-over]

After "outdial restore" no file of the recordings is touched: the database does not know the calls made after the backup, and
their recordings look like leftovers. This says how many files belong to no known recording.

  --yes        Moves them to the folder "trash" of the recordings, where they stay for ${TRASH_DAYS} days, and lets the server
               sweep automatically from now on.
  --take-over  Also where the recordings are marked as another installation's. Only if that one does not run any more: it
               would lose its newest recordings to your trash.`

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, { yes: { type: 'boolean' }, 'take-over': { type: 'boolean' } })
  if (typeof parsed === 'number') return parsed
  const { values, positionals } = parsed
  if (positionals.length !== 1 || positionals[0] !== 'sweep') return printError(HELP)
  return sweep({ yes: values.yes ?? false, takeOver: values['take-over'] ?? false })
}

function sweep({ yes, takeOver }: { yes: boolean; takeOver: boolean }): Promise<number> {
  return withDatabase(async (db, config) => {
    const store = await openFileStore(config.recordings, operatorFetch(config.proxies))
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
