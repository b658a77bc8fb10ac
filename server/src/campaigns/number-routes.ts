import { z } from 'zod'
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { normalizeAddress } from '../addresses/rules/normalize-address.ts'
import { consentsOf, type StoredConsent } from '../consents/queries.ts'
import { CONTACT_ZONES_EXAMPLE, contactZonesShape, serializeZones } from '../contacts/zone-shapes.ts'
import { historyOfNumber, rulesOfCampaign } from '../dialer/policy-facts.ts'
import { isInCall, type NeedsAgent } from '../dialer/queries.ts'
import { localTimeIn } from '../dialer/rules/dial-record.ts'
import { IN_ANOTHER_CALL } from '../dialer/rules/may-dial.ts'
import { blockingRules, zoneSetOfNumber } from '../dialer/rules/single-call-policy.ts'
import { type Route, route } from '../http/route.ts'
import { integer, optional, text, timestamp } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import { findSuppressions } from '../suppressions/queries.ts'
import { judgeContact } from './explain.ts'
import { attemptsOfNumber, campaignsOfNumber, type NumberCampaign } from './number-queries.ts'
import { findCampaign } from './queries.ts'
import { REASON_EXAMPLE, reasonShape } from './reasons.ts'

const LIMIT = { default: 100, most: 1000 }
/** Number of unfinished contacts of a number that are judged, the newest first; each takes several queries. */
const JUDGED_CONTACTS_MAX = 20

const historyShape = z
  .object({
    phone_number: z.string(),
    zones: contactZonesShape.meta({ description: 'Derived from the number alone; a list may be more precise.' }),
    may_call_now: z.boolean().meta({
      description:
        'Whether a single call is allowed: by the policy of the organization and the possible locations of the number alone. `campaigns` says whether each campaign may call.',
    }),
    because: z.array(reasonShape).meta({ description: 'Why a single call is not allowed.' }),
    suppressed: z.array(
      z.object({
        kind: z.enum(['number', 'prefix', 'country']),
        value: z.string(),
        reason: z.string(),
        source: z.string(),
        author: z.string().nullable(),
        call_id: z.int().nullable(),
        created_at: timestamp(),
        expires_at: timestamp().nullable(),
      }),
    ),
    consents: z
      .array(
        z.object({
          id: z.int(),
          kind: z.string(),
          at: timestamp(),
          expires_at: timestamp().nullable(),
          source: z.string(),
          proof: z.string().nullable(),
          author: z.string(),
        }),
      )
      .meta({ description: 'Consents of the person and their revocations (`revoked`), newest first.' }),
    campaigns: z.array(
      z.object({
        campaign_id: z.int(),
        name: z.string(),
        contact_id: z.int(),
        phone_number: z
          .string()
          .meta({ description: 'The number of the contact that is dialed next; a contact may have several.' }),
        state: z.string(),
        outcome: z.string().nullable(),
        attempts: z.int(),
        next_attempt_at: timestamp().nullable(),
        held_by: z.string().nullable(),
        may_call_now: z
          .boolean()
          .nullable()
          .meta({
            description: `Whether this campaign may call the contact now, as its explanation says: by the campaign’s policy and schedule and the location columns of its list. Null: the contact is finished, or is not among the newest ${JUDGED_CONTACTS_MAX} unfinished contacts of the number.`,
          }),
        because: z.array(reasonShape),
      }),
    ),
    attempts: z
      .array(
        z.object({
          call_id: z.int(),
          campaign_id: z.int().nullable(),
          contact_id: z.int().nullable(),
          at: timestamp(),
          local_time: z.string().nullable().meta({ description: 'In the first zone that the number may be in.' }),
          state: z.string().nullable().meta({ description: 'Null: the campaign and its calls were deleted.' }),
          outcome: z.string().nullable(),
          cause: z.string().nullable(),
          duration_seconds: z.int().nullable(),
          policy_version: z.string().nullable(),
          refused: z.boolean().meta({ description: 'The person declined further calls in this one.' }),
          direction: z.enum(['outbound', 'inbound']).meta({
            description:
              '`inbound`: the person called us. Such a call is not an attempt; limits per number do not count it.',
          }),
          is_simulated: z.boolean().nullable().meta({
            description:
              'Through the simulated carrier: no phone rang. Null: the call was deleted, and an older version did not note it.',
          }),
        }),
      )
      .meta({ description: 'Newest first.' }),
  })
  .meta({ id: 'NumberHistory' })

const EXAMPLE = {
  phone_number: '+18505550100',
  zones: CONTACT_ZONES_EXAMPLE,
  may_call_now: false,
  because: [REASON_EXAMPLE],
  suppressed: [],
  consents: [
    {
      id: 1,
      kind: 'express_written',
      at: '2026-10-01T09:30:00.000Z',
      expires_at: null,
      source: 'web form, spring offer',
      proof: 'https://forms.example.com/8841',
      author: 'contact list 3',
    },
  ],
  campaigns: [
    {
      campaign_id: 1,
      name: 'November',
      contact_id: 7,
      phone_number: '+18505550100',
      state: 'pending',
      outcome: 'busy',
      attempts: 1,
      next_attempt_at: '2026-11-16T15:00:00.000Z',
      held_by: 'cap',
      may_call_now: false,
      because: [REASON_EXAMPLE],
    },
  ],
  attempts: [
    {
      call_id: 42,
      campaign_id: 1,
      contact_id: 7,
      at: '2026-11-15T15:00:00.000Z',
      local_time: '2026-11-15 09:00 America/Chicago',
      state: 'ended',
      outcome: 'busy',
      cause: 'busy',
      duration_seconds: 0,
      policy_version: '2.1',
      refused: false,
      direction: 'outbound' as const,
      is_simulated: false,
    },
  ],
}

const IN_CALL = {
  rule: IN_ANOTHER_CALL,
  message: 'The number is in a live call of your organization. A single call is possible when it ends.',
  until: null,
}

function shownConsent({ id, kind, at, expires_at, source, proof, author }: StoredConsent) {
  return { id, kind, at, expires_at, source, proof, author }
}

export interface NumberDeps {
  db: Database
  dialer: { now(): number; speaks: NeedsAgent }
}

/** Adds to each unfinished contact what its explanation says. */
async function withAnswers(
  { db, dialer }: NumberDeps,
  organizationId: number,
  contacts: readonly NumberCampaign[],
  nowMs: number,
) {
  const judged = contacts.filter(({ state }) => state !== 'done').slice(0, JUDGED_CONTACTS_MAX)
  const answers = new Map<number, Pick<Awaited<ReturnType<typeof judgeContact>>, 'may_call_now' | 'because'>>()
  for (const { contact_id: id, campaign_id } of judged) {
    const campaign = await findCampaign(db, organizationId, campaign_id)
    if (campaign) answers.set(id, await judgeContact(db, campaign, { id }, nowMs, dialer.speaks))
  }
  return contacts.map((contact) => {
    const answer = answers.get(contact.contact_id)
    return { ...contact, may_call_now: answer?.may_call_now ?? null, because: answer?.because ?? [] }
  })
}

export function numberHistoryRoute(deps: NumberDeps): Route {
  const { db, dialer } = deps
  return route({
    method: 'GET',
    path: '/api/v1/numbers/{address}/history',
    operation: 'getNumberHistory',
    tag: 'Policies',
    summary: 'Everything about one number: campaigns, attempts, do-not-call, and whether it may be called now',
    description:
      '`may_call_now` is about a single call: by the policy of the organization and the possible locations of the number. A campaign may have its own policy, schedule and location columns: `campaigns` has its answer about each unfinished contact, the same as `GET /api/v1/campaign/{campaign_id}/contacts/{contact_id}/explain`.',
    params: z.object({ address: text({ minimum: 1, maximum: 255 }) }),
    query: z.object({ limit: optional(integer({ minimum: 1, maximum: LIMIT.most })) }),
    answer: { schema: historyShape, example: EXAMPLE },
    errors: ['number_not_found'],
    async handle({ principal: { organizationId }, params, query }) {
      const address = normalizeAddress(params.address, null)
      if (!address.ok) throw new ApiError('number_not_found')
      const number = canonicalNumber(address.normalized)
      const nowMs = dialer.now()
      const limit = query.limit ?? LIMIT.default
      const set = zoneSetOfNumber(number)
      const [zone] = set.zones
      const rules = await rulesOfCampaign(db, organizationId, null)
      const history = await historyOfNumber(db, organizationId, number)
      const against = rules ? blockingRules(rules, set, history, nowMs) : []
      const suppressed = await findSuppressions(db, organizationId, number, new Date(nowMs))
      const attempts = await attemptsOfNumber(db, organizationId, number, limit)
      const listed = { rule: 'suppressed', message: 'The number is on the do-not-call list.', until: null }
      const inCall = await isInCall(db, organizationId, number)
      const contacts = await campaignsOfNumber(db, organizationId, number, limit)
      return {
        phone_number: number,
        zones: serializeZones(set),
        may_call_now: against.length + suppressed.length === 0 && !inCall,
        because: [
          ...(inCall ? [IN_CALL] : []),
          ...(suppressed.length > 0 ? [listed] : []),
          ...against.map(({ rule, message, untilMs }) => ({
            rule,
            message,
            until: untilMs === null ? null : new Date(untilMs),
          })),
        ],
        suppressed,
        consents: (await consentsOf(db, organizationId, number, { limit })).rows.map(shownConsent),
        campaigns: await withAnswers(deps, organizationId, contacts, nowMs),
        attempts: attempts.map((attempt) => ({
          ...attempt,
          local_time: zone === undefined ? null : `${localTimeIn(zone, attempt.at.getTime())} ${zone}`,
        })),
      }
    },
  })
}
