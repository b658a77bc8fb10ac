/** All SQL of this room, except the column that the dialer's statements read (check-sql.ts). */
import { sql } from 'kysely'
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import type { NumberCheck } from '../policies/rules/number-check.ts'
import type { Queries } from '../storage/database.ts'
import { type NumberCheckRecord, numberCheckSql, readNumberCheck } from './check-sql.ts'

export async function findNumberCheck(
  db: Queries,
  organizationId: number,
  phoneNumber: string,
): Promise<NumberCheck | null> {
  const { rows } = await sql<{ check: NumberCheckRecord | null }>`
    with asked as (select ${organizationId}::bigint as organization_id, ${canonicalNumber(phoneNumber)}::text as phone_number)
    select ${sql.raw(numberCheckSql('q.organization_id', 'q.phone_number'))} as check from asked q`.execute(db)
  return readNumberCheck(rows[0]?.check ?? null)
}

/** Leases those of these numbers that no other node is checking, for `leaseMs`. */
export async function leaseNumbersToCheck(
  db: Queries,
  organizationId: number,
  numbers: readonly string[],
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<string[]> {
  const { rows } = await sql<{ phone_number: string }>`
    insert into number_checks as c (organization_id, phone_number, asked_at)
    select ${organizationId}::bigint, number, ${now} from unnest(${numbers}::text[]) as x(number) order by number
    on conflict (organization_id, phone_number) do update set asked_at = excluded.asked_at
      where c.asked_at <= ${new Date(now.getTime() - leaseMs)} or c.checked_at >= c.asked_at
    returning phone_number`.execute(db)
  return rows.map(({ phone_number }) => phone_number)
}

/** Stores the result. A failed request does not change a barred number: it stays barred. */
export async function saveNumberCheck(
  db: Queries,
  organizationId: number,
  phoneNumber: string,
  { verdict, atMs, reason }: NumberCheck,
): Promise<void> {
  const at = new Date(atMs)
  await sql`insert into number_checks (organization_id, phone_number, verdict, reason, checked_at, asked_at)
            values (${organizationId}, ${canonicalNumber(phoneNumber)}, ${verdict}, ${reason}, ${at}, ${at})
            on conflict (organization_id, phone_number) do update
              set verdict = excluded.verdict, reason = excluded.reason, checked_at = excluded.checked_at
              where number_checks.verdict is distinct from 'barred' or excluded.verdict in ('allowed', 'barred')`.execute(
    db,
  )
}

export async function deleteChecksOfNumber(db: Queries, organizationId: number, phoneNumber: string): Promise<void> {
  await sql`delete from number_checks
             where organization_id = ${organizationId} and phone_number = ${canonicalNumber(phoneNumber)}`.execute(db)
}

/** Deletes a portion of expired answers; returns how many. */
export async function deleteChecksBefore(db: Queries, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from number_checks where ctid in (select ctid from number_checks where asked_at < ${before} limit ${limit})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
