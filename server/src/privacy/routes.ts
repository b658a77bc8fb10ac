import { z } from 'zod'
import { normalizeAddress } from '../addresses/rules/normalize-address.ts'
import { CHECK_DESPITE_OTHER_FAULTS, checkAddressField, countryCode } from '../addresses/schemas.ts'
import { cursorParameter, pageAnswer } from '../http/paging.ts'
import { type Route, route } from '../http/route.ts'
import { integer, optional, text, timestamp } from '../http/schemas.ts'
import { erasePerson } from './erase-person.ts'
import type { ErasureDeps } from './finish-erasures.ts'
import { AUDIT_DAYS, findRetention, LEDGER_DAYS, listErasures, type RetentionDays, saveRetention } from './queries.ts'

const TAG = 'Privacy'
const RETENTION = '/api/v1/organizations/retention'
const ERASURES = '/api/v1/erasures'
const DAYS_MAX = 3650
const PAGE_MAX = 1000
/** Minimum retention of the ledger: disputes about calls may arise later, and a shorter ledger would be no proof. */
const LEDGER_DAYS_MIN = 365
const AUDIT_DAYS_MIN = 30
/** Minimum retention of calls: retries at an hour in which a person answered read the calls of so many days. */
const CALLS_DAYS_MIN = 90
const LEDGER_DAYS_MAX = 36_500

export interface PrivacyDeps extends ErasureDeps {
  /** The installation's default, for organizations without their own setting. */
  eventRetentionDays: number
}

const shownDays = (what: string) =>
  z
    .int()
    .nullable()
    .meta({ description: `Days after which ${what}; null: they are kept until they are deleted by hand.` })

const retention = z
  .object({
    recordings_days: shownDays('recordings and their outlines are deleted'),
    transcripts_days: shownDays('transcripts, gathered values and details of the timeline are deleted'),
    contacts_days: shownDays(
      'numbers and columns are erased: of calls since their end, of contacts since their campaign was completed, of lists that no campaign needs since their upload; when a number was called stays as long as the calling rules ask for it',
    ),
    calls_days: shownDays(
      'ended calls are deleted as a whole, with record, recording and cost; counters, statistics, sums of costs and the ledger stay',
    ),
    events_days: shownDays('events are deleted, where that is sooner than for the whole installation'),
    ledger_days: z.int().meta({
      description:
        'Days after which records of the ledger are deleted, up to a signed checkpoint; five years unless set.',
    }),
    audit_days: z
      .int()
      .meta({ description: 'Days after which events of the audit trail are deleted; 400 unless set.' }),
    installation_events_days: z.int().meta({ description: 'After which events are deleted in any case.' }),
  })
  .meta({ id: 'Retention' })

const RETENTION_EXAMPLE = {
  recordings_days: 30,
  transcripts_days: 90,
  contacts_days: 365,
  calls_days: 730,
  events_days: null,
  ledger_days: 1826,
  audit_days: 400,
  installation_events_days: 30,
}

const days = (minimum = 1) => integer({ minimum, maximum: DAYS_MAX }).nullable().optional()

export function privacyRoutes(deps: PrivacyDeps): Route[] {
  return [...retentionRoutes(deps), ...erasureRoutes(deps)]
}

function retentionRoutes({ db, clock, eventRetentionDays }: PrivacyDeps): Route[] {
  const shown = (found: RetentionDays | undefined) => ({
    recordings_days: found?.recordings_days ?? null,
    transcripts_days: found?.transcripts_days ?? null,
    contacts_days: found?.contacts_days ?? null,
    calls_days: found?.calls_days ?? null,
    events_days: found?.events_days ?? null,
    ledger_days: found?.ledger_days ?? LEDGER_DAYS,
    audit_days: found?.audit_days ?? AUDIT_DAYS,
    installation_events_days: eventRetentionDays,
  })
  return [
    route({
      method: 'GET',
      path: RETENTION,
      operation: 'getRetention',
      tag: TAG,
      summary: 'Read the retention periods of personal data',
      answer: { schema: retention, example: RETENTION_EXAMPLE },
      handle: async ({ principal }) => shown(await findRetention(db, principal.organizationId)),
    }),
    route({
      method: 'PUT',
      path: RETENTION,
      operation: 'setRetention',
      tag: TAG,
      summary: 'Set the retention periods of personal data',
      description:
        'Omitted fields keep their values; null keeps data until it is deleted by hand. Expired data is deleted within an hour. This cannot be undone. Counters, outcomes and the ledger stay.',
      scope: 'admin',
      body: z.object({
        recordings_days: days(),
        transcripts_days: days(),
        contacts_days: days(),
        calls_days: days(CALLS_DAYS_MIN),
        events_days: days(),
        ledger_days: optional(integer({ minimum: LEDGER_DAYS_MIN, maximum: LEDGER_DAYS_MAX })),
        audit_days: optional(integer({ minimum: AUDIT_DAYS_MIN, maximum: DAYS_MAX })),
      }),
      bodyExample: { recordings_days: 30, transcripts_days: 90 },
      answer: { schema: retention, example: RETENTION_EXAMPLE },
      async handle({ principal, body }) {
        const given = Object.entries(body).filter(([, value]) => value !== undefined)
        const request = Object.fromEntries(given) as Partial<RetentionDays>
        return shown(await saveRetention(db, principal.organizationId, request, new Date(clock.now())))
      },
    }),
  ]
}

const erasure = z
  .object({
    id: z.int(),
    at: timestamp(),
    author: z.string(),
    reason: z.string().nullable(),
    counts: z.record(z.string(), z.int()).meta({
      description:
        'How much was erased or deleted: contacts, calls, list_rows, events, deliveries … Times of calls that calling rules still count: attempts_kept.',
    }),
    finished: z.boolean().meta({
      description:
        'False: interrupted, or still at work. A recurring job finishes it, and so does the same request again.',
    }),
  })
  .meta({ id: 'Erasure' })

const ERASURE_EXAMPLE = {
  id: 3,
  at: '2026-11-15T09:30:00.123Z',
  author: 'API key 1',
  reason: 'asked by e-mail',
  counts: {
    contacts: 2,
    calls: 3,
    list_rows: 2,
    events: 5,
    deliveries: 5,
    audit_events: 0,
    ledger_records: 1,
    attempts_kept: 1,
  },
  finished: true,
}

function erasureRoutes(deps: PrivacyDeps): Route[] {
  const { db } = deps
  return [
    route({
      method: 'GET',
      path: ERASURES,
      operation: 'listErasures',
      tag: TAG,
      summary: 'List erasures with time and author, newest first',
      description: 'The identity of the person is not stored.',
      scope: 'admin',
      query: z.object({ limit: optional(integer({ minimum: 1, maximum: PAGE_MAX })), cursor: cursorParameter() }),
      answer: pageAnswer('erasures', erasure, ERASURE_EXAMPLE),
      async handle({ principal, query: { limit = 100, cursor } }) {
        const { rows, next_cursor } = await listErasures(db, principal.organizationId, { limit, cursor })
        return { erasures: rows, next_cursor }
      },
    }),
    route({
      method: 'POST',
      path: ERASURES,
      operation: 'erasePerson',
      tag: TAG,
      summary: 'Erase one person from everything',
      description:
        'Erases a person by number: contacts and lists with all columns, calls with transcripts and recordings, events, webhook deliveries, the audit trail and the ledger, which stays verifiable. Rows keep `erased` in place of the number, and counters do not change. Pending contacts with this number are not called. The times of calls that a calling rule still counts stay until it no longer does (`attempts_kept`), so that the number is not called beyond the limits from a later list. A number on the do-not-call list stays there, so that it is not called from a later list; put it there first if that is wanted. An erasure that is interrupted is finished within minutes, or by the same request again. 409 while this person is in a live call.',
      scope: 'admin',
      body: z
        .object({
          phone_number: text({ minimum: 1, maximum: 255 }),
          country_code: optional(countryCode()),
          reason: optional(text({ minimum: 1, maximum: 255 })).meta({
            description: 'Stored with the erasure; do not name the person.',
          }),
        })
        .superRefine(checkAddressField('phone_number'), CHECK_DESPITE_OTHER_FAULTS),
      bodyExample: { phone_number: '+447912345678', reason: 'asked by e-mail' },
      answer: { schema: erasure, example: ERASURE_EXAMPLE },
      errors: ['person_in_call'],
      async handle({ principal: { organizationId, author }, body }) {
        const address = normalizeAddress(body.phone_number, body.country_code ?? null)
        if (!address.ok) throw new Error('an address that passed validation cannot be normalized')
        return erasePerson(deps, { organizationId, number: address.normalized, author, reason: body.reason ?? null })
      },
    }),
  ]
}
