import type { Transaction } from 'kysely'
import { z } from 'zod'
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { normalizeAddress } from '../addresses/rules/normalize-address.ts'
import { CHECK_DESPITE_OTHER_FAULTS, checkAddressField, countryCode } from '../addresses/schemas.ts'
import { cursorParameter, pageAnswer } from '../http/paging.ts'
import { type Route, route } from '../http/route.ts'
import { integer, optional, text, timestamp } from '../http/schemas.ts'
import { faultAt } from '../http/validation.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError, ValidationError } from '../kernel/errors.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import type { Database } from '../storage/database.ts'
import type { Schema } from '../storage/schema.ts'
import { consentsOf } from './queries.ts'
import { recordConsent } from './record-consent.ts'
import { CONSENT_KINDS, PROOF_CHARACTERS_MAX, SOURCE_CHARACTERS_MAX } from './rules/consent-row.ts'

const BASE = '/api/v1/consents'
const TAG = 'Consents'
const LIMIT = { default: 100, most: 1000 }

export interface ConsentDeps {
  db: Database
  clock: Clock
  keys: LedgerKeys
  /** Releases contacts that waited for a consent. */
  release(tx: Transaction<Schema>, organizationId: number, numbers: readonly string[]): Promise<void>
  wake(organizationId: number): void
}

const consent = z
  .object({
    id: z.int(),
    phone_number: z.string(),
    kind: z.enum([...CONSENT_KINDS, 'revoked']).meta({
      description: '`revoked`: the person took back everything that was given before.',
    }),
    at: timestamp().meta({ description: 'When the person gave it or took it back.' }),
    expires_at: timestamp().nullable().meta({ description: 'Null: it does not expire.' }),
    source: z.string(),
    proof: z.string().nullable(),
    author: z.string(),
    list_id: z.int().nullable().meta({ description: 'The contact list that it came with.' }),
    call_id: z.int().nullable().meta({ description: 'The call in which the person said it.' }),
    created_at: timestamp(),
  })
  .meta({ id: 'Consent' })

const EXAMPLE = {
  id: 1,
  phone_number: '+18505550100',
  kind: 'express_written' as const,
  at: '2026-10-01T09:30:00.000Z',
  expires_at: null,
  source: 'web form, spring offer',
  proof: 'https://forms.example.com/8841',
  author: 'API key 1',
  list_id: null,
  call_id: null,
  created_at: '2026-11-15T09:30:00.123Z',
}

const answer = { schema: z.object({ consents: z.array(consent) }), example: { consents: [EXAMPLE] } }
const moment = () => z.iso.datetime({ offset: true })

export function consentRoutes(deps: ConsentDeps): Route[] {
  return [listRoute(deps), recordRoute(deps), revokeRoute(deps)]
}

function listRoute({ db }: ConsentDeps): Route {
  return route({
    method: 'GET',
    path: '/api/v1/numbers/{address}/consents',
    operation: 'listConsents',
    tag: TAG,
    summary: 'List the consents and revocations of a phone number',
    description: 'Consents of one phone number, newest first.',
    params: z.object({ address: text({ minimum: 1, maximum: 255 }) }),
    query: z.object({
      limit: optional(integer({ minimum: 1, maximum: LIMIT.most })),
      cursor: cursorParameter(),
      offset: optional(integer({ minimum: 0 })),
    }),
    answer: pageAnswer('consents', consent, EXAMPLE),
    errors: ['number_not_found'],
    async handle({ principal, params, query }) {
      const address = normalizeAddress(params.address, null)
      if (!address.ok) throw new ApiError('number_not_found')
      const { limit = LIMIT.default, offset, cursor } = query
      const page = { limit, offset, cursor }
      const { rows, next_cursor } = await consentsOf(db, principal.organizationId, address.normalized, page)
      return { consents: rows, next_cursor }
    },
  })
}

const number = {
  phone_number: text({ minimum: 1, maximum: 255 }),
  country_code: optional(countryCode()),
}

function recordRoute({ db, clock, keys, release, wake }: ConsentDeps): Route {
  return route({
    method: 'POST',
    path: BASE,
    operation: 'recordConsent',
    tag: TAG,
    summary: 'Record that a person has agreed to be called',
    description:
      'With the time at which the person gave it, where it came from and, if you have one, a reference to the proof. A time in the future is refused. A consent that is older than a revocation has no effect. Contacts that waited for it become due again. The ledger records it with a hash of the proof; do not write personal data into `source`.',
    body: z
      .object({
        ...number,
        kind: z.enum(CONSENT_KINDS),
        given_at: moment(),
        source: text({ minimum: 1, maximum: SOURCE_CHARACTERS_MAX }),
        proof: optional(text({ minimum: 1, maximum: PROOF_CHARACTERS_MAX })),
        expires_at: optional(moment()),
      })
      .superRefine(checkAddressField('phone_number'), CHECK_DESPITE_OTHER_FAULTS),
    bodyExample: {
      phone_number: '+18505550100',
      kind: 'express_written',
      given_at: '2026-10-01T09:30:00Z',
      source: 'web form, spring offer',
      proof: 'https://forms.example.com/8841',
    },
    answer,
    errors: ['consent_differs'],
    async handle({ principal: { organizationId, author }, body }) {
      const now = new Date(clock.now())
      const at = new Date(body.given_at)
      const expiresAt = body.expires_at ? new Date(body.expires_at) : null
      requirePast(at, now)
      requireLater(expiresAt, at)
      const phoneNumber = readable(body.phone_number, body.country_code ?? null)
      const { kind, source, proof = null } = body
      await recordConsent(
        { db, keys },
        { organizationId, phoneNumber, kind, at, expiresAt, source, proof, author, callId: null, now },
        (tx) => release(tx, organizationId, [canonicalNumber(phoneNumber)]),
      )
      wake(organizationId)
      return { consents: (await consentsOf(db, organizationId, phoneNumber, { limit: LIMIT.default })).rows }
    },
  })
}

function revokeRoute({ db, clock, keys }: ConsentDeps): Route {
  return route({
    method: 'POST',
    path: `${BASE}/revoke`,
    operation: 'revokeConsents',
    tag: TAG,
    summary: 'Record that a person has taken back every consent',
    description:
      'From now on calls that need a consent are not placed to this number until a later consent is recorded. To never call the number again, put it on the do-not-call list.',
    body: z
      .object({ ...number, source: text({ minimum: 1, maximum: SOURCE_CHARACTERS_MAX }) })
      .superRefine(checkAddressField('phone_number'), CHECK_DESPITE_OTHER_FAULTS),
    bodyExample: { phone_number: '+18505550100', source: 'letter of 14 November' },
    answer,
    async handle({ principal: { organizationId, author }, body }) {
      const now = new Date(clock.now())
      const phoneNumber = readable(body.phone_number, body.country_code ?? null)
      await recordConsent(
        { db, keys },
        {
          organizationId,
          phoneNumber,
          kind: 'revoked',
          at: now,
          expiresAt: null,
          source: body.source,
          proof: null,
          author,
          callId: null,
          now,
        },
      )
      return { consents: (await consentsOf(db, organizationId, phoneNumber, { limit: LIMIT.default })).rows }
    },
  })
}

function readable(phoneNumber: string, country: Parameters<typeof normalizeAddress>[1]): string {
  const address = normalizeAddress(phoneNumber, country)
  if (!address.ok) throw new Error('an address that passed validation cannot be normalized')
  return address.normalized
}

function requirePast(at: Date, now: Date): void {
  if (at <= now) return
  const message = 'Value error, a consent cannot have been given in the future'
  throw new ValidationError([faultAt(['body', 'given_at'], 'date_in_future', message, at.toISOString())])
}

function requireLater(expiresAt: Date | null, at: Date): void {
  if (expiresAt === null || expiresAt > at) return
  const message = 'Value error, the consent ends before it was given'
  throw new ValidationError([
    faultAt(['body', 'expires_at'], 'ends_before_it_begins', message, expiresAt.toISOString()),
  ])
}
