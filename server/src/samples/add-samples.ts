/** The samples of the first start: workflows that work offline, and a list of fictional people. */
import type pg from 'pg'
import { copyContacts } from '../contacts/copy-contacts.ts'
import { completeList, insertList } from '../contacts/queries.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Database } from '../storage/database.ts'
import { insertDialogue } from '../workflows/dialogue-queries.ts'
import { createWorkflow } from '../workflows/save-workflow.ts'
import { SAMPLE_CONTACTS_CSV, SAMPLE_CONTACTS_FILENAME } from './sample-contacts.ts'
import { SAMPLE_WORKFLOWS } from './sample-workflows.ts'

/** Known in advance, so that the README can name it. */
export const SAMPLE_SOURCE_ID = 'sample-contacts'

export async function addSamples(
  { db, pool, clock, secrets }: { db: Database; pool: pg.Pool; clock: Clock; secrets: SecretBox },
  organizationId: number,
): Promise<void> {
  for (const sample of SAMPLE_WORKFLOWS) {
    const { id } = await createWorkflow({ db, clock, secrets, problemsHere: async () => [] }, organizationId, sample)
    for (const { name, dialogue } of sample.dialogues) {
      const now = new Date(clock.now())
      await insertDialogue(db, { organization_id: organizationId, workflow_id: id, name, dialogue, now })
    }
  }
  const client = await pool.connect()
  try {
    await client.query('begin')
    const now = new Date(clock.now())
    const target = { organizationId, filename: SAMPLE_CONTACTS_FILENAME, sourceId: SAMPLE_SOURCE_ID, now }
    const list = await insertList(client, target)
    const key = { organizationId: list.organizationId, listId: list.id }
    const summary = await copyContacts(client, key, content(), { countryCode: null, phoneColumn: null })
    await completeList(client, list, summary, { bytes: Buffer.byteLength(SAMPLE_CONTACTS_CSV), readAs: 'utf-8' })
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function* content(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(SAMPLE_CONTACTS_CSV)
}
