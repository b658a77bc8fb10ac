import { Readable } from 'node:stream'
import { z } from 'zod'
import { readZoneSet } from '../addresses/rules/zones-of-contact.ts'
import { CALLS_PAGE_QUERY, CALLS_RANGE_QUERY, pageOfCalls } from '../calls/page-of-calls.ts'
import { listCalls } from '../calls/queries.ts'
import { RUN_EXAMPLE, RUNS_EXAMPLE, RUNS_PAGE_LIMITS, runShape, runsShape, serializeRun } from '../calls/shapes.ts'
import { LIST_DOWNLOAD_LIFE_SECONDS, listDownloadUrl } from '../contacts/list-download.ts'
import { listColumns } from '../contacts/queries.ts'
import { CONTACT_ZONES_EXAMPLE, contactZonesShape, serializeZones } from '../contacts/zone-shapes.ts'
import type { NeedsAgent } from '../dialer/queries.ts'
import { CAMPAIGN_STATES } from '../dialer/rules/may-dial.ts'
import { CONTACT_OUTCOMES, OUTCOMES } from '../dialer/rules/outcomes.ts'
import { cursorParameter, pageAnswer, pageQuery } from '../http/paging.ts'
import { type Route, route } from '../http/route.ts'
import { bool, id, integer, optional, text, timestamp } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Database } from '../storage/database.ts'
import { loadCampaign } from './change-state.ts'
import { judgeContact } from './explain.ts'
import type { OnDeck } from './on-deck.ts'
import { campaignProgress, progressOf } from './progress.ts'
import { listCampaigns, type StoredCampaign } from './queries.ts'
import { REASON_EXAMPLE, reasonShape } from './reasons.ts'
import { campaignReport } from './report.ts'
import { RANGE_QUERY, rangeOf } from './result-routes.ts'
import { CAMPAIGN_PATH } from './routes.ts'
import { waitingCounted } from './shapes.ts'
import { CONTACT_NUMBERS_EXAMPLE, contactNumbersShape, currentNumbers, shownNumbers } from './shown-numbers.ts'
import { findContact, listContacts, type ShownContact } from './view-queries.ts'
import type { WaitingContactCounts } from './waiting-counts.ts'

const TAG = 'Campaigns'
const CONTACTS_PAGE = { default: 100, most: 1000 }

const contactShape = z.object({
  id: z.int(),
  row_number: z.int(),
  phone_number: z.string().meta({ description: 'The number that is dialed next; of a finished contact the last one.' }),
  phone_numbers: contactNumbersShape,
  state: z.enum(['pending', 'in_call', 'done']),
  outcome: z.string().nullable(),
  attempts: z.int(),
  next_attempt_at: timestamp().nullable(),
  call_back_at: timestamp().nullable().meta({ description: 'When the person asked to be called again.' }),
  finished_at: timestamp().nullable(),
  variables: z.record(z.string(), z.string()),
  zones: contactZonesShape.nullable().meta({ description: 'Where this person may be. Null: not worked out yet.' }),
  held_by: z.string().nullable().meta({ description: 'The rule that last put a call off, or ended it.' }),
})

const CONTACT_EXAMPLE = {
  id: 7,
  row_number: 8,
  phone_number: '+15550100',
  phone_numbers: CONTACT_NUMBERS_EXAMPLE,
  state: 'done',
  outcome: 'answered',
  attempts: 1,
  next_attempt_at: null,
  call_back_at: null,
  finished_at: '2026-11-15T09:31:00.000Z',
  variables: { first_name: 'Ada' },
  zones: CONTACT_ZONES_EXAMPLE,
  held_by: null,
}

export interface ViewDeps {
  db: Database
  clock: Clock
  secrets: SecretBox
  publicUrl: string
  /** `now`: current time of the database, which the dialer uses too. */
  dialer: { now(): number; speaks: NeedsAgent; onDeck?: OnDeck }
  waitingCounts: WaitingContactCounts
}

/** Variables of the list and of people who were added later, each name once. */
async function variablesOf(db: Database, campaign: StoredCampaign): Promise<string[]> {
  const { organization_id, list_id, enrolled_list_id } = campaign
  const first = await listColumns(db, organization_id, list_id)
  const more = enrolled_list_id === null ? [] : await listColumns(db, organization_id, enrolled_list_id)
  return [...new Set([...first, ...more])]
}

export function viewRoutes(deps: ViewDeps): Route[] {
  const { db, clock } = deps
  const onDeck: OnDeck = (organizationId, campaignId) => deps.dialer.onDeck?.(organizationId, campaignId) ?? 0
  const sources = { kept: deps.waitingCounts, onDeck }
  return [
    route({
      method: 'GET',
      path: '/api/v1/campaign/{campaign_id}/progress',
      scope: 'report',
      operation: 'getCampaignProgress',
      tag: TAG,
      summary: 'Read the progress, pace and expected end of a campaign',
      params: CAMPAIGN_PATH,
      answer: { schema: progressShape, example: PROGRESS_EXAMPLE },
      errors: ['campaign_not_found'],
      handle: async ({ principal, params }) =>
        campaignProgress(
          db,
          await loadCampaign(db, principal, params.campaign_id),
          deps.dialer.now(),
          deps.dialer.speaks,
          sources,
        ),
    }),
    route({
      method: 'GET',
      path: '/api/v1/campaign/progress',
      scope: 'report',
      operation: 'listCampaignProgress',
      tag: TAG,
      summary: 'Read the progress of all campaigns in one answer',
      query: z.object({ ...pageQuery, state: optional(z.enum(CAMPAIGN_STATES)) }),
      answer: pageAnswer('progress', progressShape, PROGRESS_EXAMPLE),
      async handle({ principal, query: { state, ...request } }) {
        const states = state === undefined ? undefined : [state]
        const page = { ...request, states, logs: false }
        const { rows, next_cursor } = await listCampaigns(db, principal.organizationId, page)
        return { progress: await progressOf(db, rows, deps.dialer.now(), deps.dialer.speaks, sources), next_cursor }
      },
    }),
    ...contactRoutes(deps),
    route({
      method: 'GET',
      path: '/api/v1/campaign/{campaign_id}/runs',
      operation: 'listCampaignRuns',
      tag: TAG,
      summary: 'The calls of a campaign, newest first',
      params: CAMPAIGN_PATH,
      query: z.object({
        ...CALLS_PAGE_QUERY,
        ...CALLS_RANGE_QUERY,
        outcome: optional(z.enum(OUTCOMES)),
        live: optional(bool()),
      }),
      answer: { schema: runsShape, example: RUNS_EXAMPLE },
      errors: ['campaign_not_found'],
      async handle({ principal, params, query }) {
        const campaign = await loadCampaign(db, principal, params.campaign_id)
        const { outcome, live, from, to } = query
        const filter = { campaignId: campaign.id, outcome, live, from, to }
        return pageOfCalls(deps, principal.organizationId, filter, query)
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/campaign/{campaign_id}/report',
      operation: 'getCampaignReport',
      tag: TAG,
      summary: 'The report as CSV: one line per contact with its last outcome and variables',
      description:
        'With the time zones a contact may be in, the local time of each attempt, the policy version of the last, and the rule that put a call off or ended it (`held_by`).',
      params: CAMPAIGN_PATH,
      query: z.object(RANGE_QUERY),
      answer: { contentType: 'text/csv', description: 'Streamed; one line per contact.' },
      errors: ['campaign_not_found'],
      async handle({ principal, params, query, reply }) {
        const campaign = await loadCampaign(db, principal, params.campaign_id)
        const columns = await variablesOf(db, campaign)
        reply.header('content-type', 'text/csv; charset=utf-8')
        reply.header('content-disposition', `attachment; filename="campaign-${campaign.id}.csv"`)
        return reply.send(Readable.from(campaignReport(db, campaign, columns, rangeOf(query))))
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/campaign/{campaign_id}/source-download-url',
      audit: 'read',
      operation: 'getCampaignSourceDownloadUrl',
      tag: TAG,
      summary: 'A link to the contact list of a campaign as CSV, good for a quarter of an hour',
      params: CAMPAIGN_PATH,
      answer: {
        schema: z.object({ download_url: z.string(), expires_in: z.int() }),
        example: {
          download_url: 'https://calls.example.com/api/v1/contact-list-downloads/1.5.1763199000000.q0vG3b8LxW5t.Zk3…',
          expires_in: LIST_DOWNLOAD_LIFE_SECONDS,
        },
      },
      errors: ['campaign_not_found'],
      async handle({ principal, params }) {
        const campaign = await loadCampaign(db, principal, params.campaign_id)
        const list = { organizationId: principal.organizationId, listId: campaign.list_id }
        const download_url = listDownloadUrl(deps, list, clock.now())
        return { download_url, expires_in: LIST_DOWNLOAD_LIFE_SECONDS }
      },
    }),
  ]
}

function contactRoutes({ db, dialer, publicUrl }: Pick<ViewDeps, 'db' | 'dialer' | 'publicUrl'>): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/v1/campaign/{campaign_id}/contacts',
      operation: 'listCampaignContacts',
      tag: TAG,
      summary: 'The contacts of a campaign in list order, with search and filter',
      params: CAMPAIGN_PATH,
      query: z.object({
        state: optional(z.enum(['pending', 'in_call', 'done'])),
        outcome: optional(z.enum(CONTACT_OUTCOMES)),
        q: optional(text({ maximum: 200 })),
        limit: optional(integer({ minimum: 1, maximum: CONTACTS_PAGE.most })),
        cursor: cursorParameter(),
        offset: optional(integer({ minimum: 0, maximum: 10_000_000 })).meta({
          description:
            'Number of entries to skip, to read from the middle; a cursor is cheaper for reading page after page.',
        }),
      }),
      answer: pageAnswer('contacts', contactShape, CONTACT_EXAMPLE),
      errors: ['campaign_not_found'],
      async handle({ principal, params, query }) {
        const campaign = await loadCampaign(db, principal, params.campaign_id)
        const limit = query.limit ?? CONTACTS_PAGE.default
        const { state, outcome, q } = query
        const filter = { state, outcome, q, limit, offset: query.offset ?? 0, afterId: query.cursor ?? 0 }
        const contacts = await listContacts(db, principal.organizationId, campaign.id, filter)
        const next_cursor = contacts.length < limit ? null : (contacts.at(-1)?.id ?? null)
        return { contacts: contacts.map(shownContact), next_cursor }
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/campaign/{campaign_id}/contacts/{contact_id}',
      operation: 'getCampaignContact',
      tag: TAG,
      summary: 'One contact with its attempts, and what keeps it from being called now',
      params: CAMPAIGN_PATH.extend({ contact_id: id() }),
      answer: {
        schema: contactShape.extend({
          may_call_now: z.boolean(),
          because: z.array(reasonShape),
          calls: z.array(runShape),
        }),
        example: {
          ...CONTACT_EXAMPLE,
          state: 'pending',
          outcome: 'busy',
          finished_at: null,
          may_call_now: false,
          because: [REASON_EXAMPLE],
          calls: [RUN_EXAMPLE],
        },
      },
      errors: ['campaign_not_found', 'contact_not_found'],
      async handle({ principal, params }) {
        const campaign = await loadCampaign(db, principal, params.campaign_id)
        const contact = await findContact(db, principal.organizationId, campaign.id, params.contact_id)
        if (!contact) throw new ApiError('contact_not_found')
        const filter = { contactId: contact.id, limit: RUNS_PAGE_LIMITS.most, offset: 0 }
        const calls = await listCalls(db, principal.organizationId, filter)
        const judged = await judgeContact(db, campaign, contact, dialer.now(), dialer.speaks)
        const { may_call_now, because, numbers } = judged
        const current = { ...contact, ...numbers }
        return {
          ...shownContact(contact),
          phone_numbers: await currentNumbers(db, principal.organizationId, current, new Date(dialer.now())),
          may_call_now,
          because,
          calls: calls.map((call) => serializeRun(call, publicUrl)),
        }
      },
    }),
  ]
}

function shownContact({ numbers, passed_numbers, ...contact }: ShownContact) {
  return {
    ...contact,
    phone_numbers: shownNumbers({ ...contact, numbers, passed_numbers }),
    zones: contact.zones === null ? null : serializeZones(readZoneSet(contact.zones)),
  }
}

const progressShape = z
  .object({
    campaign_id: z.int(),
    state: z.string(),
    total_rows: z.int(),
    processed_rows: z.int(),
    failed_calls: z.int(),
    progress_percentage: z.number(),
    started_at: timestamp().nullable(),
    completed_at: timestamp().nullable(),
    live_calls: z.int(),
    pending_rows: z.int().meta({ description: 'All pending contacts: ready and held.' }),
    ready_rows: z.int().meta({ description: 'No rule holds them back; slots and pace decide when.' }),
    held_rows: z.int().meta({ description: 'A rule holds them back; `…/explain` says which.' }),
    waiting_for_retry: z.int().meta({ description: 'Called before and to be called again; part of `pending_rows`.' }),
    retries_not_due: z.int().meta({ description: 'Those of them that are not due yet.' }),
    call_backs: z.int().meta({ description: 'Those of them who asked to be called at another time.' }),
    next_retry_at: timestamp().nullable(),
    waiting_counted: waitingCounted(),
    waiting_counted_at: timestamp().nullable().meta({
      description:
        'When `ready_rows`, `held_rows` and the figures of retries were counted; null: for this answer, or not yet. Campaigns with more than 200,000 pending contacts are counted every few minutes.',
    }),
    outcomes: z
      .record(z.string(), z.int())
      .meta({ description: 'Processed contacts by final outcome; they add up to `processed_rows`.' }),
    attempts: z.record(z.string(), z.int()).meta({ description: 'Processed contacts by the number of calls it took.' }),
    answer_rate: z.number().nullable(),
    calls_per_minute: z.int(),
    /** Reasons why the next call is not placed now; empty: none. */
    waiting_because: z.array(reasonShape),
    window_open: z.boolean(),
    window_changes_at: timestamp().nullable(),
    estimated_end_at: timestamp().nullable(),
  })
  .meta({ id: 'CampaignProgress' })

const PROGRESS_EXAMPLE = {
  campaign_id: 1,
  state: 'running',
  total_rows: 20,
  processed_rows: 12,
  failed_calls: 2,
  progress_percentage: 60,
  started_at: '2026-11-15T09:30:00.123Z',
  completed_at: null,
  live_calls: 5,
  pending_rows: 3,
  ready_rows: 2,
  held_rows: 1,
  waiting_for_retry: 1,
  retries_not_due: 1,
  call_backs: 0,
  next_retry_at: '2026-11-15T09:33:00.000Z',
  waiting_counted: true,
  waiting_counted_at: null,
  outcomes: { answered: 9, busy: 1, voicemail: 2 },
  attempts: { '1': 10, '2': 2 },
  answer_rate: 0.75,
  calls_per_minute: 14,
  waiting_because: [],
  window_open: true,
  window_changes_at: null,
  estimated_end_at: '2026-11-15T09:31:10.000Z',
}
