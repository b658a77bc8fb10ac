import { eachSeparately } from '../kernel/each-separately.ts'
import type { Log } from '../kernel/log.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Database } from '../storage/database.ts'
import { definitionsWithHeaders, replaceDefinition } from './queries.ts'
import { sealPlainHeaders, secretsOfWorkflow } from './secret-headers.ts'

const EVERY_MS = 60 * 60_000

/**
 * Recurring job: encrypts headers of webhook nodes that an earlier version stored in clear text; it may still run during an
 * upgrade.
 */
export function sealStoredHeaders({ db, log, secrets }: { db: Database; log: Log; secrets: SecretBox }) {
  const name = 'seal-stored-headers'
  return {
    name,
    everyMs: EVERY_MS,
    async runOnce(): Promise<{ sealed: number; failed: number }> {
      let sealed = 0
      const stored = await definitionsWithHeaders(db)
      const fieldsOf = ({ workflow_id }: (typeof stored)[number]) => ({ workflow_id })
      const failed = await eachSeparately(stored, { log, job: name, fieldsOf }, async (one) => {
        const { id, workflow_id, definition } = one
        const after = sealPlainHeaders(definition, secretsOfWorkflow(secrets, workflow_id))
        if (after !== null && (await replaceDefinition(db, id, definition, after))) sealed++
      })
      return { sealed, failed }
    },
  }
}
