import { expect, test } from 'vitest'
import type { NumberHistory } from '../../api/numbers.ts'
import { callsVerdict, laterRevocation } from './number-verdict.ts'

type Attempt = NumberHistory['attempts'][number]
const call = (more: Partial<Attempt> = {}) =>
  ({ refused: false, direction: 'outbound', is_simulated: false, ...more }) as Attempt
const campaign = (attempts: number) => ({ attempts }) as NumberHistory['campaigns'][number]

test.each([
  ['nothing is recorded', [], [], 'Never called'],
  ['a call in which the person declined further calls', [call({ refused: true })], [], 'Called: 1 attempt recorded'],
  ['two calls', [call(), call()], [campaign(2)], 'Called: 2 attempts recorded'],
  ['a person who only called us', [call({ direction: 'inbound' })], [], 'Never called'],
  [
    'a person who called us, and a call to them',
    [call({ direction: 'inbound' }), call()],
    [],
    'Called: 1 attempt recorded',
  ],
  ['simulated calls alone', [call({ is_simulated: true })], [campaign(1)], 'Never called'],
  ['a simulated call and a real one', [call({ is_simulated: true }), call()], [], 'Called: 1 attempt recorded'],
  ['a call whose record was deleted', [call({ is_simulated: null })], [], 'Called: 1 attempt recorded'],
  [
    'as many calls as are read at once',
    Array.from({ length: 1_000 }, () => call()),
    [],
    'Called: at least 1000 attempts recorded',
  ],
  ['calls that only the contact still counts', [], [campaign(2)], 'Called: 0 attempts recorded'],
])('%s', (_what, attempts, campaigns, title) => {
  expect(callsVerdict({ attempts, campaigns }).title).toBe(title)
})

test('a person who called us is mentioned', () => {
  expect(callsVerdict({ attempts: [call({ direction: 'inbound' })], campaigns: [] }).text).toMatch(
    /They called us once\.$/,
  )
})

test.each([
  ['nothing was taken back', [], null],
  ['before it was given', ['2026-01-04T10:00:00Z'], null],
  ['later, twice', ['2026-01-06T10:00:00Z', '2026-02-01T10:00:00Z'], '2026-02-01T10:00:00Z'],
  ['in the same moment', ['2026-01-05T10:00:00Z'], '2026-01-05T10:00:00Z'],
])('a consent that was taken back: %s', (_case, revoked, expected) => {
  const given = '2026-01-05T10:00:00Z'
  const consents = [{ kind: 'express' as const, at: given }, ...revoked.map((at) => ({ kind: 'revoked' as const, at }))]
  expect(laterRevocation(consents, Date.parse(given))).toBe(expected && Date.parse(expected))
})
