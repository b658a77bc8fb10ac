import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { integer, optional, text, timestamp } from '../http/schemas.ts'
import { faultAt } from '../http/validation.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError, ValidationError } from '../kernel/errors.ts'
import { appendRecords } from '../ledger/append-records.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import type { Database } from '../storage/database.ts'
import {
  insertDeclaredCheck,
  insertListConfirmation,
  type ListConfirmation,
  listConfirmationsOf,
  registryChecksOf,
  type StoredCheck,
} from './list-proofs.ts'
import { findReadyList, type StoredList } from './queries.ts'

const BASE = '/api/v1/contact-lists/{source_id}'
const TAG = 'Contact lists'
const LIST_PATH = z.object({ source_id: text() })
const DAY_MS = 24 * 3_600_000
/** Default validity of a confirmation. */
export const CONFIRMATION_DAYS = 365

export interface ListProofDeps {
  db: Database
  clock: Clock
  keys: LedgerKeys
}

const proofs = z
  .object({
    registry_checks: z.array(
      z.object({
        registry: z.string(),
        checked_on: z.string(),
        file_sha256: z.string(),
        numbers: z.int(),
        author: z.string(),
        created_at: timestamp(),
        compared: z.int().nullable().meta({
          description:
            'Numbers of the list that the program held against an imported registry; null: declared by a key.',
        }),
        matches: z
          .int()
          .nullable()
          .meta({ description: 'Those of them on the registry, now on the do-not-call list.' }),
      }),
    ),
    confirmations: z.array(
      z.object({
        duty_id: z.string(),
        note: z.string().nullable(),
        confirmed_by: z.string(),
        confirmed_at: timestamp(),
        expires_at: timestamp(),
      }),
    ),
  })
  .meta({ id: 'ListProofs' })

const EXAMPLE = {
  registry_checks: [
    {
      registry: 'us-national-dnc',
      checked_on: '2026-11-14',
      file_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      numbers: 1200,
      author: 'API key 1',
      created_at: '2026-11-15T09:30:00.123Z',
      compared: null,
      matches: null,
    },
  ],
  confirmations: [
    {
      duty_id: 'us-written-consent',
      note: 'Forms of the spring campaign, folder 12',
      confirmed_by: 'API key 1',
      confirmed_at: '2026-11-15T09:30:00.123Z',
      expires_at: '2027-11-15T09:30:00.123Z',
    },
  ],
}

export function listProofRoutes(deps: ListProofDeps): Route[] {
  const { db } = deps
  async function find(organizationId: number, sourceId: string): Promise<StoredList> {
    const list = await findReadyList(db, organizationId, sourceId)
    if (!list) throw new ApiError('contact_list_not_found')
    return list
  }
  const shown = async ({ id }: StoredList) => ({
    registry_checks: (await registryChecksOf(db, id)).map(({ covers_all: _, ...check }) => check),
    confirmations: await listConfirmationsOf(db, id),
  })
  const answer = { schema: proofs, example: EXAMPLE }
  return [
    route({
      method: 'GET',
      path: `${BASE}/proofs`,
      operation: 'getListProofs',
      tag: TAG,
      summary: 'What was checked and confirmed for a contact list',
      description: 'The newest check of each registry and the newest confirmation of each duty.',
      params: LIST_PATH,
      answer,
      errors: ['contact_list_not_found'],
      handle: async ({ principal, params }) => shown(await find(principal.organizationId, params.source_id)),
    }),
    checkRoute(deps, { find, shown }),
    confirmRoute(deps, { find, shown }),
  ]
}

interface Shared {
  find(organizationId: number, sourceId: string): Promise<StoredList>
  shown(
    list: StoredList,
  ): Promise<{ registry_checks: Omit<StoredCheck, 'covers_all'>[]; confirmations: ListConfirmation[] }>
}

function checkRoute({ db, clock, keys }: ListProofDeps, { find, shown }: Shared): Route {
  return route({
    method: 'POST',
    path: `${BASE}/registry-checks`,
    operation: 'addRegistryCheck',
    tag: TAG,
    scope: 'admin',
    summary: 'Record that the list was checked against a registry',
    description:
      'With the day of the check, the SHA-256 of the file that was checked and how many numbers it had. A day in the future is refused. Recorded in the ledger as declared by your key.',
    params: LIST_PATH,
    body: z.object({
      registry: text({ minimum: 1, maximum: 64 }),
      checked_on: text({ minimum: 10, maximum: 10 }),
      file_sha256: text({ minimum: 64, maximum: 64 }),
      numbers: integer({ minimum: 0, maximum: 1_000_000_000 }),
    }),
    bodyExample: {
      registry: 'us-national-dnc',
      checked_on: '2026-11-14',
      file_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      numbers: 1200,
    },
    answer: { schema: proofs, example: EXAMPLE },
    errors: ['contact_list_not_found'],
    async handle({ principal: { organizationId, author }, params, body }) {
      const list = await find(organizationId, params.source_id)
      requireDay(body.checked_on, clock.now())
      requireHash(body.file_sha256)
      const now = new Date(clock.now())
      await db.transaction().execute(async (tx) => {
        const record = { list_id: list.id, ...body, declared_by: author }
        // The ledger before the list: people who join lock both in this order.
        await appendRecords(tx, keys, organizationId, [
          { kind: 'registry_checked', atMs: now.getTime(), actor: author, body: record },
        ])
        await insertDeclaredCheck(tx, { id: list.id, organizationId }, { ...body, author, created_at: now })
      })
      return shown(list)
    },
  })
}

function requireDay(day: string, nowMs: number): void {
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN
  const refuse = (message: string) =>
    new ValidationError([faultAt(['body', 'checked_on'], 'value_error', `Value error, ${message}`, day)])
  if (Number.isNaN(atMs) || new Date(atMs).toISOString().slice(0, 10) !== day) throw refuse('write a day as 2026-11-16')
  // Allows a date in the future by 14 hours, because it is already tomorrow in some time zones.
  if (atMs > nowMs + 14 * 3_600_000) throw refuse('a check cannot have been made in the future')
}

function requireHash(hash: string): void {
  if (/^[0-9a-f]{64}$/.test(hash)) return
  const message = 'Value error, write the SHA-256 of the file as 64 hexadecimal digits'
  throw new ValidationError([faultAt(['body', 'file_sha256'], 'value_error', message, hash)])
}

function confirmRoute({ db, clock, keys }: ListProofDeps, { find, shown }: Shared): Route {
  return route({
    method: 'POST',
    path: `${BASE}/confirmations`,
    operation: 'confirmListDuty',
    tag: TAG,
    scope: 'admin',
    summary: 'Confirm a duty for the people on this list',
    description: `Holds for ${CONFIRMATION_DAYS} days unless \`valid_days\` says less. Recorded in the ledger with the list and its row count.`,
    params: LIST_PATH,
    body: z.object({
      duty_id: text({ minimum: 1, maximum: 64 }),
      note: optional(text({ minimum: 1, maximum: 1_000 })),
      valid_days: optional(integer({ minimum: 1, maximum: CONFIRMATION_DAYS })),
    }),
    bodyExample: { duty_id: 'us-written-consent', note: 'Forms of the spring campaign, folder 12' },
    answer: { schema: proofs, example: EXAMPLE },
    errors: ['contact_list_not_found'],
    async handle({ principal: { organizationId, author }, params, body }) {
      const list = await find(organizationId, params.source_id)
      const now = new Date(clock.now())
      const by = author
      const expires_at = new Date(now.getTime() + (body.valid_days ?? CONFIRMATION_DAYS) * DAY_MS)
      const { duty_id, note = null } = body
      await db.transaction().execute(async (tx) => {
        const confirmation = { duty_id, note, confirmed_by: by, confirmed_at: now, expires_at }
        await insertListConfirmation(tx, { id: list.id, organizationId }, confirmation)
        const record = { list_id: list.id, rows: list.total_rows, duty_id, note, expires_at: expires_at.toISOString() }
        await appendRecords(tx, keys, organizationId, [
          { kind: 'duty_confirmed', atMs: now.getTime(), actor: by, body: record },
        ])
      })
      return shown(list)
    },
  })
}
