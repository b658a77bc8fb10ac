import type { SecretBox } from '../kernel/secret-box.ts'
import type { Database } from '../storage/database.ts'
import { definitionsWithHeaders, replaceDefinition } from './queries.ts'
import { sealedAfterwards, secretsOfWorkflow } from './secret-headers.ts'

const EVERY_MS = 60 * 60_000

/** Recurring job: an earlier version stored the headers of webhook nodes in clear, and may still run beside us. */
export function sealStoredHeaders({ db, secrets }: { db: Database; secrets: SecretBox }) {
  return {
    name: 'seal-stored-headers',
    everyMs: EVERY_MS,
    async runOnce(): Promise<{ sealed: number }> {
      let sealed = 0
      for (const { id, workflow_id, definition } of await definitionsWithHeaders(db)) {
        const after = sealedAfterwards(definition, secretsOfWorkflow(secrets, workflow_id))
        if (after !== null && (await replaceDefinition(db, id, definition, after))) sealed++
      }
      return { sealed }
    },
  }
}
