/** SQL of the test dialogues of a workflow. */
import type { Queries } from '../storage/database.ts'
import type { Dialogue } from './rules/dialogue.ts'

export interface StoredDialogue {
  id: number
  name: string
  dialogue: Dialogue
  created_at: Date
  updated_at: Date
}

const COLUMNS = ['id', 'name', 'created_at', 'updated_at'] as const

export function listDialogues(db: Queries, organizationId: number, workflowId: number): Promise<StoredDialogue[]> {
  return db
    .selectFrom('workflow_dialogues')
    .select(COLUMNS)
    .select((eb) => eb.ref('dialogue').$castTo<Dialogue>().as('dialogue'))
    .where('organization_id', '=', organizationId)
    .where('workflow_id', '=', workflowId)
    .orderBy('id')
    .execute()
}

export async function insertDialogue(
  db: Queries,
  row: { organization_id: number; workflow_id: number; name: string; dialogue: Dialogue; now: Date },
): Promise<StoredDialogue> {
  const { now, dialogue, ...rest } = row
  const stored = await db
    .insertInto('workflow_dialogues')
    .values({ ...rest, dialogue: JSON.stringify(dialogue), created_at: now, updated_at: now })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return { ...stored, dialogue }
}

export async function updateDialogue(
  db: Queries,
  where: { organizationId: number; workflowId: number; id: number },
  change: { name: string; dialogue: Dialogue; now: Date },
): Promise<StoredDialogue | undefined> {
  const stored = await db
    .updateTable('workflow_dialogues')
    .set({ name: change.name, dialogue: JSON.stringify(change.dialogue), updated_at: change.now })
    .where('organization_id', '=', where.organizationId)
    .where('workflow_id', '=', where.workflowId)
    .where('id', '=', where.id)
    .returning(COLUMNS)
    .executeTakeFirst()
  return stored && { ...stored, dialogue: change.dialogue }
}

export async function deleteDialogue(
  db: Queries,
  where: { organizationId: number; workflowId: number; id: number },
): Promise<StoredDialogue | undefined> {
  return db
    .deleteFrom('workflow_dialogues')
    .where('organization_id', '=', where.organizationId)
    .where('workflow_id', '=', where.workflowId)
    .where('id', '=', where.id)
    .returning(COLUMNS)
    .returning((eb) => eb.ref('dialogue').$castTo<Dialogue>().as('dialogue'))
    .executeTakeFirst()
}
