/**
 * The short list of an organization's own phones. For these an `operate` key may bypass the calling rules in order to try a
 * workflow.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { normalizeAddress } from '../addresses/rules/normalize-address.ts'
import { type Route, route } from '../http/route.ts'
import { optional, text } from '../http/schemas.ts'
import { faultAt } from '../http/validation.ts'
import type { Clock } from '../kernel/clock.ts'
import { ValidationError } from '../kernel/errors.ts'
import { appendRecords } from '../ledger/append-records.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Database, Queries } from '../storage/database.ts'

/** An organization has few phones of its own: a longer list would be a list of people to call. */
export const OWN_PHONES_MAX = 10
const PATH = '/api/v1/organizations/own-phones'

export async function isOwnPhone(db: Queries, organizationId: number, address: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from own_phones where organization_id = ${organizationId} and phone_number = ${canonicalNumber(address)}`.execute(
    db,
  )
  return rows.length > 0
}

interface OwnPhone {
  phone_number: string
  label: string | null
}

async function listOwnPhones(db: Queries, organizationId: number): Promise<OwnPhone[]> {
  const { rows } = await sql<OwnPhone>`
    select phone_number, label from own_phones where organization_id = ${organizationId} order by phone_number`.execute(
    db,
  )
  return rows
}

async function replaceOwnPhones(
  db: Queries,
  organizationId: number,
  phones: readonly OwnPhone[],
  { author, now }: { author: string; now: Date },
): Promise<void> {
  await sql`delete from own_phones where organization_id = ${organizationId}`.execute(db)
  for (const { phone_number, label } of phones) {
    await sql`
      insert into own_phones (organization_id, phone_number, label, author, created_at)
      values (${organizationId}, ${phone_number}, ${label}, ${author}, ${now}) on conflict do nothing`.execute(db)
  }
}

const shape = z
  .object({ phones: z.array(z.object({ phone_number: z.string(), label: z.string().nullable() })) })
  .meta({ id: 'OwnPhones' })
const EXAMPLE = { phones: [{ phone_number: '+447912345678', label: 'my mobile' }] }

export function ownPhoneRoutes({ db, clock, keys }: { db: Database; clock: Clock; keys: LedgerKeys }): Route[] {
  const shown = async (organizationId: number) => ({ phones: await listOwnPhones(db, organizationId) })
  return [
    route({
      method: 'GET',
      path: PATH,
      operation: 'listOwnPhones',
      tag: 'Calls',
      summary: "The organization's own phones",
      description:
        'For these numbers a key of the scope `operate` may set the calling rules aside with `override_reason`.',
      answer: { schema: shape, example: EXAMPLE },
      handle: ({ principal }) => shown(principal.organizationId),
    }),
    route({
      method: 'PUT',
      path: PATH,
      operation: 'setOwnPhones',
      tag: 'Calls',
      scope: 'admin',
      summary: "Replace the list of the organization's own phones",
      description: `At most ${OWN_PHONES_MAX}. The change is recorded in the ledger.`,
      body: z.object({
        phones: z
          .array(
            z.object({
              phone_number: text({ minimum: 1, maximum: 255 }),
              label: optional(text({ minimum: 1, maximum: 100 })),
            }),
          )
          .max(OWN_PHONES_MAX),
      }),
      bodyExample: EXAMPLE,
      answer: { schema: shape, example: EXAMPLE },
      async handle({ principal: { organizationId, author }, body }) {
        const phones = body.phones.map(({ phone_number, label }, index) => ({
          phone_number: normalized(phone_number, index),
          label: label ?? null,
        }))
        const now = new Date(clock.now())
        await db.transaction().execute(async (tx) => {
          await lockOrganization(tx, organizationId)
          await replaceOwnPhones(tx, organizationId, phones, { author, now })
          const record = {
            kind: 'own_phones_changed',
            atMs: now.getTime(),
            actor: author,
            body: { phones: phones.length },
          }
          await appendRecords(tx, keys, organizationId, [record])
        })
        return shown(organizationId)
      },
    }),
  ]
}

function normalized(given: string, index: number): string {
  const address = normalizeAddress(given, null)
  if (address.ok) return canonicalNumber(address.normalized)
  const where = ['body', 'phones', String(index), 'phone_number']
  throw new ValidationError([faultAt(where, 'value_error', `Value error, ${address.message}`, given)])
}
