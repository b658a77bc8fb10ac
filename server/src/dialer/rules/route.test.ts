import { expect, test } from 'vitest'
import { chooseStep, hasOther, openWays, type Route, type StepNow, type StepState, stepNow } from './route.ts'

const ROUTE: Route = {
  steps: [
    { configurationId: 1, prefixes: ['+49', '+43'] },
    { configurationId: 2, prefixes: [] },
    { configurationId: 3, prefixes: [] },
  ],
  stops: {},
}

function states(of: Record<number, StepState>, untilMs: number | null = null) {
  return (configurationId: number): StepNow => ({ configurationId, state: of[configurationId] ?? 'ready', untilMs })
}

test('a contact is called through the first configuration that takes its number', () => {
  expect(chooseStep(ROUTE, '+4930123456', states({}))).toMatchObject({ configurationId: 1, taken: { position: 1 } })
  expect(chooseStep(ROUTE, 'sip:+4930123456@example.test', states({}))).toMatchObject({ configurationId: 1 })
  expect(chooseStep(ROUTE, '+15550100', states({}))).toMatchObject({
    configurationId: 2,
    taken: { position: 2, skipped: [] },
  })
})

test('a configuration that cannot be used yields to the next, and the call says why', () => {
  expect(chooseStep(ROUTE, '+4930123456', states({ 1: 'stopped', 2: 'back_off' }, 9))).toEqual({
    kind: 'through',
    configurationId: 3,
    taken: {
      position: 3,
      skipped: [
        { telephony_configuration_id: 1, reason: 'stopped' },
        { telephony_configuration_id: 2, reason: 'back_off' },
      ],
    },
  })
})

test('a contact without a usable configuration waits: until the first comes back, or until something changes', () => {
  const waiting = (id: number): StepNow =>
    id === 2
      ? { configurationId: 2, state: 'back_off', untilMs: 500 }
      : { configurationId: id, state: 'stopped', untilMs: null }
  expect(chooseStep(ROUTE, '+15550100', waiting)).toEqual({ kind: 'none', because: 'back_off', untilMs: 500 })
  expect(chooseStep(ROUTE, '+15550100', states({ 2: 'stopped', 3: 'missing' }))).toEqual({
    kind: 'none',
    because: 'no_route',
    untilMs: null,
  })
  expect(chooseStep(ROUTE, '+15550100', states({ 2: 'stopped', 3: 'price_missing' }))).toMatchObject({
    kind: 'none',
    because: 'price_missing',
  })
  const german = { ...ROUTE, steps: ROUTE.steps.slice(0, 1) }
  expect(chooseStep(german, '+15550100', states({}))).toMatchObject({ kind: 'none', because: 'no_route' })
})

test('each cause keeps a configuration from being used', () => {
  const facts = { backoffUntilMs: null, numbersLeft: Number.POSITIVE_INFINITY, numbersUntilMs: 99, lacksPrice: false }
  const stopped = { ...ROUTE, stops: { 1: { event: 'carrier_account_refused', cause: 'no credit', atMs: 1 } } }
  expect(stepNow(ROUTE, 1, facts, 10).state).toBe('ready')
  expect(stepNow(ROUTE, 1, null, 10).state).toBe('missing')
  expect(stepNow(stopped, 1, facts, 10).state).toBe('stopped')
  expect(stepNow(stopped, 2, facts, 10).state).toBe('ready')
  expect(stepNow(ROUTE, 1, { ...facts, backoffUntilMs: 11 }, 10)).toMatchObject({ state: 'back_off', untilMs: 11 })
  expect(stepNow(ROUTE, 1, { ...facts, backoffUntilMs: 10 }, 10).state).toBe('ready')
  expect(stepNow(ROUTE, 1, { ...facts, backoffUntilMs: 7_200_000 }, 10).state).toBe('ready')
  expect(stepNow(ROUTE, 1, { ...facts, numbersLeft: 0 }, 10)).toMatchObject({ state: 'number_limits', untilMs: 99 })
  expect(stepNow(ROUTE, 1, { ...facts, lacksPrice: true }, 10).state).toBe('price_missing')
})

test('a campaign continues as long as one other configuration is not stopped and has a number that does not rest', () => {
  const stop = { event: 'dials_fail_alike', cause: 'x', atMs: 1 }
  const none = new Map([1, 2, 3].map((id) => [id, []]))
  const campaign = { configurationId: 1, route: ROUTE }
  expect(hasOther({ configurationId: 1 }, 1, none)).toBe(false)
  expect(hasOther({ configurationId: 1, route: { ...ROUTE, steps: ROUTE.steps.slice(0, 1) } }, 1, none)).toBe(false)
  expect(hasOther(campaign, 1, none)).toBe(true)
  expect(hasOther({ configurationId: 1, route: { ...ROUTE, stops: { 2: stop, 3: stop } } }, 1, none)).toBe(false)
  const numbers = new Map([
    [1, [{ id: 10 }]],
    [2, [{ id: 20, resting: true }]],
    [3, [{ id: 30, resting: true }, { id: 31 }]],
  ])
  expect(openWays(campaign, numbers)).toEqual([1, 3])
  expect(hasOther({ ...campaign, callerPool: { rotation: 'sticky', phone_number_ids: [10, 30] } }, 1, numbers)).toBe(
    false,
  )
  expect(hasOther({ ...campaign, callerPool: { rotation: 'sticky', phone_number_ids: [10, 99] } }, 1, none)).toBe(false)
  // The others were deleted.
  expect(hasOther(campaign, 1, new Map([[1, []]]))).toBe(false)
})
