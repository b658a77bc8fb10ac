import { describe, expect, test } from 'vitest'
import type { CarrierAnswer } from '../../carrier-kit/http.ts'
import { placeResult } from './verdicts.ts'

describe('a refused dial', () => {
  const answered = (status: number, json: unknown): CarrierAnswer => {
    return { kind: 'answered', status, headers: new Headers(), text: '', json }
  }
  const problem = (code: string) => ({ type: `https://developer.vonage.com/api-errors#${code}` })
  const wrong = (name: string) => ({ ...problem('payload-validation'), invalid_parameters: [{ name }] })

  test.each([
    ['halt', 401, problem('unauthorized')],
    ['halt', 401, null],
    ['halt', 402, null],
    ['halt', 403, problem('low-balance')],
    ['halt', 403, problem('out-of-credit')],
    ['halt', 403, problem('forbidden')],
    ['halt', 404, problem('not-found')],
    ['halt', 400, { type: 'UNAUTHORIZED' }],
    ['later', 400, problem('rate-limit')],
    ['later', 429, null],
    ['unknown', 503, null],
    ['never', 400, wrong('to')],
    ['never', 422, wrong('to[0].number')],
    ['never', 400, { type: 'BAD_REQUEST', invalid_parameters: { to: 'Invalid' } }],
    ['caller', 400, wrong('from.number')],
    ['halt', 400, wrong('tones')],
    ['halt', 400, null],
    ['rejected', 415, null],
    ['unknown', 500, problem('unauthorized')],
    ['unknown', 504, null],
    ['unknown', 201, {}],
  ] as const)('is %s for status %s and %j', (verdict, status, json) => {
    expect(placeResult(answered(status, json)).kind).toBe(verdict)
  })
})
