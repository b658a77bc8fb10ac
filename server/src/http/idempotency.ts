/** `Idempotency-Key`: a request that creates or starts something, sent twice, is executed once and answered the same way. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../kernel/clock.ts'
import { ApiError, ValidationError } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Database } from '../storage/database.ts'
import {
  beginIdempotentRequest,
  deleteOldIdempotencyKeys,
  finishIdempotentRequest,
  forgetIdempotentRequest,
} from './queries.ts'
import { JsonBody } from './read-request.ts'
import type { Principal, Route } from './route.ts'

export const IDEMPOTENCY_KEY_LENGTH_MAX = 255
export const IDEMPOTENCY_KEPT_MS = 24 * 60 * 60_000

export interface Idempotency {
  /** Returns the result of `work`, or the stored answer of the same earlier request. */
  once(request: FastifyRequest, principal: Principal, work: () => Promise<unknown>): Promise<Answer>
  dropOld(): Promise<number>
}

export interface Answer {
  body: unknown
  replayed: boolean
}

interface Place {
  organizationId: number
  key: string
}

const keptAt = ({ organizationId, key }: Place) => `idempotency_keys/${organizationId}/${key}`

/** Routes that accept the header: requests that create or start something for an organization. */
export const takesIdempotencyKey = (route: Route) => route.method === 'POST' && route.access !== 'none'

/** Stored answers are encrypted, because some contain values that are shown only once. */
export function openIdempotency(deps: { db: Database; clock: Clock; secrets: SecretBox; log: Log }): Idempotency {
  const { db, clock, secrets, log } = deps
  return {
    async once(request, { organizationId }, work) {
      const key = presentedKey(request)
      if (key === null) return { body: await work(), replayed: false }
      const place = { organizationId, key }
      const hash = requestHashOf(request)
      const now = new Date(clock.now())
      const before = await beginIdempotentRequest(db, {
        ...place,
        hash,
        now,
        oldest: new Date(clock.now() - IDEMPOTENCY_KEPT_MS),
      })
      if (before) return { body: answerAgain(before, hash, place, secrets), replayed: true }
      const body = (await work().catch((error) => refusedOrUnknown(db, place, error))) ?? null
      // The work is done. If its answer cannot be stored, the key stays in use, as after a crash.
      await finishIdempotentRequest(db, { ...place, answer: secrets.seal(JSON.stringify(body), keptAt(place)) }).catch(
        (error) =>
          log.warn({ request_id: request.id, err: error }, 'failed to store the answer for an Idempotency-Key'),
      )
      return { body, replayed: false }
    },
    dropOld: () => deleteOldIdempotencyKeys(db, new Date(clock.now() - IDEMPOTENCY_KEPT_MS)),
  }
}

/**
 * A refused request had no effect and releases the key. After any other failure the effect is unknown, and the key stays in use.
 */
async function refusedOrUnknown(db: Database, place: Place, error: unknown) {
  const refused = error instanceof ValidationError || (error instanceof ApiError && error.status < 500)
  if (refused) await forgetIdempotentRequest(db, place).catch(() => {})
  throw error
}

function presentedKey(request: FastifyRequest): string | null {
  const given = request.headers['idempotency-key']
  if (given === undefined) return null
  const key = String(given)
  if (key.length >= 1 && key.length <= IDEMPOTENCY_KEY_LENGTH_MAX && /^[\x21-\x7e]+$/.test(key)) return key
  throw refusal(
    `String should have 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} printable characters`,
    'string_pattern_mismatch',
    key.slice(0, 20),
  )
}

function refusal(msg: string, type: string, input: unknown): ValidationError {
  return new ValidationError([{ loc: ['header', 'idempotency-key'], msg, type, input }])
}

function answerAgain(
  before: { request_hash: Buffer; answer: string | null },
  hash: Buffer,
  place: Place,
  secrets: SecretBox,
): unknown {
  if (!before.request_hash.equals(hash)) {
    throw refusal('This key was sent with another request; use a new one', 'value_error', place.key)
  }
  if (before.answer === null) throw new ApiError('request_in_progress')
  return JSON.parse(secrets.open(before.answer, keptAt(place)))
}

/** The hash of a request; for a streamed upload only its length is known in advance. */
export function requestHashOf(request: Pick<FastifyRequest, 'method' | 'url' | 'body' | 'headers'>): Buffer {
  const { body } = request
  const text = body instanceof JsonBody ? body.text : `${request.headers['content-length'] ?? ''}`
  return createHash('sha256').update(`${request.method}\0${request.url}\0${text}`).digest()
}
