import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { cursorParameter, pageAnswer } from '../http/paging.ts'
import { type Route, route } from '../http/route.ts'
import { integer, optional, text, timestamp } from '../http/schemas.ts'
import { ApiError, invalidReferenceError } from '../kernel/errors.ts'
import { appendRecords } from '../ledger/append-records.ts'
import { changePolicy, type PolicyChangeDeps } from './change-policy.ts'
import { builtInPacks, NOT_LEGAL_ADVICE, PACK_DEFINITIONS } from './packs/packs.ts'
import { findPolicy, insertConfirmation, listVersions, newestConfirmations } from './queries.ts'
import { calendarNames } from './rules/holidays.ts'
import type { Policy } from './rules/policy.ts'
import {
  dutiesOf,
  ORGANIZATION_POLICY_EXAMPLE,
  organizationPolicyShape,
  POLICY_EXAMPLE,
  packShape,
  policyShape,
  serializeOrganizationPolicy,
} from './shapes.ts'

const TAG = 'Policies'
const BASE = '/api/v1/policies'
const OWN = '/api/v1/organizations/policy'
const PACK_EXAMPLE = packShape.parse(PACK_DEFINITIONS[0])
const VERSIONS_DEFAULT = 50
const VERSIONS_MAX = 1_000

export function policyRoutes(deps: PolicyChangeDeps): Route[] {
  return [...packRoutes(), ...organizationPolicyRoutes(deps)]
}

function packRoutes(): Route[] {
  return [
    route({
      method: 'GET',
      path: BASE,
      operation: 'listPolicyPacks',
      tag: TAG,
      summary: 'List the packs of calling rules with their sources and dates',
      description: `${NOT_LEGAL_ADVICE} Name a pack in the \`packs\` of a policy, or copy its rules and change them.`,
      answer: {
        schema: z.object({
          packs: z.array(packShape),
          calendars: z.array(z.string()).meta({ description: 'Calendars of public holidays.' }),
          notice: z.string(),
        }),
        example: { packs: [PACK_EXAMPLE], calendars: ['FR', 'US'], notice: NOT_LEGAL_ADVICE },
      },
      handle: async () => ({
        packs: builtInPacks().values(),
        calendars: calendarNames(),
        notice: NOT_LEGAL_ADVICE,
      }),
    }),
    route({
      method: 'GET',
      path: `${BASE}/{pack_id}`,
      operation: 'getPolicyPack',
      tag: TAG,
      summary: 'Read one pack',
      params: z.object({ pack_id: z.string().regex(/^[a-z0-9_-]{1,64}$/) }),
      answer: { schema: packShape, example: PACK_EXAMPLE },
      errors: ['policy_pack_not_found'],
      async handle({ params }) {
        const pack = builtInPacks().get(params.pack_id)
        if (!pack) throw new ApiError('policy_pack_not_found')
        return pack
      },
    }),
  ]
}

const versionShape = z
  .object({ version: z.int(), policy: policyShape, author: z.string(), created_at: timestamp() })
  .meta({ id: 'PolicyVersion' })

const confirmationShape = z
  .object({
    duty_id: z.string(),
    note: z.string().nullable(),
    confirmed_by: z.string(),
    confirmed_at: timestamp(),
  })
  .meta({ id: 'DutyConfirmation' })

function organizationPolicyRoutes(deps: PolicyChangeDeps): Route[] {
  const { db, clock, keys } = deps
  const shown = async (organizationId: number) =>
    serializeOrganizationPolicy(
      await findPolicy(db, organizationId, null),
      await newestConfirmations(db, organizationId),
      clock.now(),
    )
  const answer = { schema: organizationPolicyShape, example: ORGANIZATION_POLICY_EXAMPLE }
  return [
    route({
      method: 'GET',
      path: OWN,
      operation: 'getOrganizationPolicy',
      tag: TAG,
      summary: 'Read the calling rules of the organization',
      answer,
      handle: ({ principal }) => shown(principal.organizationId),
    }),
    route({
      method: 'PUT',
      path: OWN,
      operation: 'setOrganizationPolicy',
      tag: TAG,
      scope: 'admin',
      summary: 'Set the calling rules of the organization',
      description:
        'Kept as a new version with its author; the same rules again change nothing. A campaign may be stricter, never looser. An empty policy has no rules. Required sentences are checked at every start, everything else at every dial: an edit applies from the next dial on, even to running campaigns. From the first policy on, every dial is in the ledger.',
      body: z.object({ policy: policyShape }),
      bodyExample: { policy: POLICY_EXAMPLE },
      answer,
      async handle({ principal, body }) {
        const { organizationId, author } = principal
        await changePolicy(deps, {
          organizationId,
          author,
          where: ['body', 'policy'],
          expected: body.policy,
          // A request that is repeated because its answer was lost must not create another version.
          next: async (_, current) => (current && isSamePolicy(current, body.policy) ? null : body.policy),
        })
        return shown(organizationId)
      },
    }),
    route({
      method: 'GET',
      path: `${OWN}/versions`,
      operation: 'listPolicyVersions',
      tag: TAG,
      summary: 'List all versions of the calling rules, newest first',
      query: z.object({ limit: optional(integer({ minimum: 1, maximum: VERSIONS_MAX })), cursor: cursorParameter() }),
      answer: pageAnswer('versions', versionShape, {
        version: 2,
        policy: POLICY_EXAMPLE,
        author: 'API key 1',
        created_at: '2026-11-15T09:30:00.123Z',
      }),
      async handle({ principal, query: { limit = VERSIONS_DEFAULT, cursor } }) {
        const { rows, next_cursor } = await listVersions(db, principal.organizationId, { limit, cursor })
        return { versions: rows.map(({ id: _id, ...version }) => version), next_cursor }
      },
    }),
    confirmRoute({ db, clock, keys }),
  ]
}

/** Compares policies in their stored form: without the order of keys, and without undefined fields. */
function isSamePolicy(stored: Policy, given: Policy): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(stored)), JSON.parse(JSON.stringify(given)))
}

function confirmRoute({ db, clock, keys }: Pick<PolicyChangeDeps, 'db' | 'clock' | 'keys'>): Route {
  return route({
    method: 'POST',
    path: `${OWN}/confirmations`,
    operation: 'confirmDuty',
    tag: TAG,
    scope: 'admin',
    summary: 'Confirm a duty that the program cannot fulfil for you',
    description: 'Written to the ledger with who confirmed it and when; the newest confirmation counts.',
    body: z.object({
      duty_id: text({ minimum: 1, maximum: 64 }),
      note: optional(text({ minimum: 1, maximum: 1_000 })),
    }),
    bodyExample: { duty_id: 'us-written-consent', note: 'Forms of the spring campaign, folder 12' },
    answer: {
      schema: confirmationShape,
      example: {
        duty_id: 'us-written-consent',
        note: 'Forms of the spring campaign, folder 12',
        confirmed_by: 'API key 1',
        confirmed_at: '2026-11-15T09:30:00.123Z',
      },
    },
    errors: ['duty_not_found'],
    async handle({ principal, body }) {
      const { organizationId, author } = principal
      const own = (await findPolicy(db, organizationId, null))?.policy
      const ready = builtInPacks()
        .values()
        .flatMap((pack) => pack.rules.duties ?? [])
      if (![...ready, ...(own ? dutiesOf(own) : [])].some((duty) => duty.id === body.duty_id)) {
        throw invalidReferenceError('duty_not_found')
      }
      const now = new Date(clock.now())
      const by = author
      return db.transaction().execute(async (tx) => {
        const record = { duty_id: body.duty_id, note: body.note ?? null }
        await appendRecords(tx, keys, organizationId, [
          { kind: 'duty_confirmed', atMs: now.getTime(), actor: by, body: record },
        ])
        return insertConfirmation(tx, {
          organizationId,
          dutyId: body.duty_id,
          note: body.note ?? null,
          by,
          now,
        })
      })
    },
  })
}
