/** All SQL of this room. The dialer asks the list in its own claim (dialer/). */
import type { Queries } from '../storage/database.ts'

interface Page {
  limit?: number | undefined
  offset?: number | undefined
}

export interface StoredSuppression {
  id: number
  phone_number: string
  reason: string
  call_id: number | null
  created_at: Date
}

const SUPPRESSION = ['id', 'phone_number', 'reason', 'call_id', 'created_at'] as const

export function listSuppressions(db: Queries, organizationId: number, page: Page): Promise<StoredSuppression[]> {
  let query = db
    .selectFrom('suppressions')
    .select(SUPPRESSION)
    .where('organization_id', '=', organizationId)
    .orderBy('id')
  if (page.limit !== undefined) query = query.limit(page.limit)
  if (page.offset !== undefined) query = query.offset(page.offset)
  return query.execute()
}

/** A number that is suppressed already stays as it was; the update that changes nothing makes its row come back. */
export function insertSuppression(
  db: Queries,
  suppression: { organizationId: number; phoneNumber: string; reason: string; now: Date },
): Promise<StoredSuppression> {
  return db
    .insertInto('suppressions')
    .values({
      organization_id: suppression.organizationId,
      phone_number: suppression.phoneNumber,
      reason: suppression.reason,
      created_at: suppression.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'phone_number'])
        .doUpdateSet((eb) => ({ phone_number: eb.ref('excluded.phone_number') })),
    )
    .returning(SUPPRESSION)
    .executeTakeFirstOrThrow()
}

export function deleteSuppression(
  db: Queries,
  organizationId: number,
  id: number,
): Promise<StoredSuppression | undefined> {
  return db
    .deleteFrom('suppressions')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning(SUPPRESSION)
    .executeTakeFirst()
}

/** Asked for during a call. Once on the list, always on the list: the first reason stays. */
export async function suppressNumber(
  db: Queries,
  call: { organizationId: number; phoneNumber: string; callId: number },
  now: Date,
): Promise<void> {
  await db
    .insertInto('suppressions')
    .values({
      organization_id: call.organizationId,
      phone_number: call.phoneNumber,
      reason: 'asked_during_call',
      call_id: call.callId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'phone_number']).doNothing())
    .execute()
}

export async function isSuppressed(db: Queries, organizationId: number, phoneNumber: string): Promise<boolean> {
  const row = await db
    .selectFrom('suppressions')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst()
  return row !== undefined
}
