import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LiveCall } from '../store.ts'
import { advanceCall, callBackAtMs } from './advance-call.ts'
import type { ProgressReport } from './call-report.ts'

const START = 1_800_000_000_000
const ORDER = ['claimed', 'dialing', 'ringing', 'answered', 'ended']

const claimed: LiveCall = {
  id: 1,
  organizationId: 1,
  campaignId: 1,
  contactId: 1,
  attempt: 1,
  configurationId: 1,
  provider: 'simulator',
  providerCallId: null,
  direction: 'outbound',
  phoneNumber: '+15550100',
  returnsContactId: null,
  callerNumberId: null,
  state: 'claimed',
  outcome: null,
  cause: null,
  endedBy: null,
  machine: null,
  agentAtMs: null,
  nodeId: 'node',
  claimedAtMs: START,
  placedAtMs: null,
  answeredAtMs: null,
  endedAtMs: null,
  lastEventAtMs: START,
  deadlineAtMs: START + 1_000_000,
  durationSeconds: null,
}

function endedNews(as: Extract<ProgressReport, { kind: 'ended' }>['as']): ProgressReport {
  return { kind: 'ended', as, permanent: false, durationSeconds: null, cause: as, endedBy: 'callee' }
}

const news: fc.Arbitrary<ProgressReport> = fc.oneof(
  fc.constantFrom<ProgressReport>(
    { kind: 'placed', providerCallId: 'carrier-1' },
    { kind: 'unknown', reason: 'no answer' },
    { kind: 'lost', reason: 'nobody knows' },
    { kind: 'refused', permanent: true, reason: 'blocked' },
    { kind: 'dialing' },
    { kind: 'ringing' },
    { kind: 'answered' },
    { kind: 'agent' },
  ),
  fc.constantFrom('dialing' as const, 'ringing' as const, 'answered' as const).map(
    (state): ProgressReport => ({
      kind: 'seen',
      providerCallId: 'carrier-1',
      state,
    }),
  ),
  fc.constantFrom('human' as const, 'machine' as const, 'fax' as const, 'unknown' as const).map(
    (verdict): ProgressReport => ({
      kind: 'machine',
      verdict,
    }),
  ),
  fc
    .constantFrom('completed', 'hung_up', 'busy', 'no_answer', 'declined', 'failed', 'canceled')
    .map((as) => endedNews(as as Parameters<typeof endedNews>[0])),
)

function play(events: readonly ProgressReport[], agentExpected: boolean) {
  let call = claimed
  let endings = 0
  events.forEach((event, index) => {
    const next = advanceCall(call, event, START + index, agentExpected)
    expect(ORDER.indexOf(next.call.state)).toBeGreaterThanOrEqual(ORDER.indexOf(call.state))
    expect(next.end !== null).toBe(call.state !== 'ended' && next.call.state === 'ended')
    if (call.state === 'ended') expect(next).toEqual({ call, changed: false, end: null })
    if (next.end) endings++
    call = next.call
  })
  return { call, endings }
}

describe('a call', () => {
  test('only moves forward and ends once, in whatever order and however often the news comes', () => {
    fc.assert(
      fc.property(fc.array(news, { maxLength: 12 }), fc.boolean(), (events, agentExpected) => {
        const { call, endings } = play(events, agentExpected)
        expect(endings).toBe(call.state === 'ended' ? 1 : 0)
        expect(call.outcome !== null).toBe(call.state === 'ended')
        expect(call.endedAtMs !== null).toBe(call.state === 'ended')
        if (call.outcome === 'answered' || call.outcome === 'voicemail') expect(call.answeredAtMs).not.toBeNull()
        if (call.state === 'answered') expect(call.answeredAtMs).not.toBeNull()
        if (call.answeredAtMs !== null) expect(call.placedAtMs).not.toBeNull()
      }),
      { numRuns: 2000, seed: 7 },
    )
  })

  test('ends alike when everything before its end comes twice or in another order', () => {
    const before: ProgressReport[] = [
      { kind: 'placed', providerCallId: 'carrier-1' },
      { kind: 'ringing' },
      { kind: 'answered' },
      { kind: 'machine', verdict: 'machine' },
    ]
    const shuffled = fc.shuffledSubarray([...before, ...before], { minLength: 8 })
    const straight = play([...before, endedNews('completed')], false).call
    fc.assert(
      fc.property(shuffled, (events) => {
        const { call } = play([...events, endedNews('completed'), ...events], false)
        expect(call.outcome).toBe(straight.outcome)
        expect(call.providerCallId).toBe('carrier-1')
      }),
      { seed: 7 },
    )
  })

  test('that was answered without an agent where one was expected is our fault, and not the person’s', () => {
    const answered = advanceCall(claimed, { kind: 'answered' }, START + 1, true).call
    const { call, end } = advanceCall(answered, endedNews('completed'), START + 10_000, true)
    expect(end).toMatchObject({ outcome: 'failed', fault: 'agent' })
    expect(call.cause).toBe('no_agent')
    const attended = advanceCall(answered, { kind: 'agent' }, START + 2, true).call
    expect(advanceCall(attended, endedNews('completed'), START + 3, true).end?.outcome).toBe('answered')
    const failed = advanceCall(attended, { kind: 'agent_failed', reason: 'no model' }, START + 3, true).call
    const ended = advanceCall(failed, endedNews('completed'), START + 4, true)
    expect([ended.end?.fault, ended.call.cause]).toEqual(['agent', 'agent_failed: no model'])
  })

  test('that the person ends at once is theirs: answered, and hung up early', () => {
    const answered = advanceCall(claimed, { kind: 'answered' }, START + 1, true).call
    const at = (nowMs: number, more: object = {}) =>
      advanceCall(answered, { ...endedNews('completed'), ...more } as ProgressReport, nowMs, true)
    expect(at(START + 2)).toMatchObject({ end: { outcome: 'answered', fault: null }, call: { cause: 'hung_up_early' } })
    expect(at(START + 60_000, { durationSeconds: 1 }).end).toMatchObject({ outcome: 'answered', fault: null })
    expect(at(START + 2, { endedBy: 'us' }).end).toMatchObject({ outcome: 'failed', fault: 'agent' })
    const unheralded = advanceCall(claimed, endedNews('completed'), START + 2, true)
    expect(unheralded.end).toMatchObject({ outcome: 'answered', fault: null })
    // Found by a look-up long after the dial, which knows no duration: nothing shows that a person hung up.
    const late = advanceCall(claimed, endedNews('completed'), START + 30_000, true)
    expect(late.end).toMatchObject({ outcome: 'failed', fault: 'agent' })
  })

  test('that the network turns away is nobody’s; if the phone has rung, an attempt was made', () => {
    const congested = { ...endedNews('failed'), fault: 'network' } as ProgressReport
    expect(advanceCall(claimed, congested, START + 1, true).end).toMatchObject({ outcome: 'failed', fault: 'network' })
    const ringing = advanceCall(claimed, { kind: 'ringing' }, START + 1, true).call
    expect(advanceCall(ringing, congested, START + 2, true).end).toMatchObject({
      outcome: 'failed',
      fault: 'interrupted',
    })
  })

  test('that nobody can account for counts as answered if somebody had answered, else as lost', () => {
    expect(advanceCall(claimed, { kind: 'lost', reason: 'gone' }, START, false).end?.outcome).toBe('lost')
    const answered = advanceCall(claimed, { kind: 'answered' }, START + 1, false).call
    const seen = advanceCall(
      answered,
      { kind: 'seen', providerCallId: 'carrier-1', state: 'answered' },
      START + 42_000,
      false,
    )
    const lost = advanceCall(seen.call, { kind: 'lost', reason: 'gone' }, START + 600_000, false)
    expect(lost.end?.outcome).toBe('answered')
    // As long as somebody knew of it.
    expect(lost.call.durationSeconds).toBe(42)
  })
})

test('a carrier that tells fractions of a second does not keep a call from ending: whole seconds are kept', () => {
  const told: ProgressReport = {
    kind: 'ended',
    as: 'completed',
    permanent: false,
    durationSeconds: 3.7,
    cause: '',
    endedBy: null,
  }
  expect(advanceCall(claimed, told, START, false).call.durationSeconds).toBe(4)
})

test('once a conversation is held, it says who answered; a late verdict of the carrier changes nothing', () => {
  const talking: LiveCall = { ...claimed, state: 'answered', answeredAtMs: START, agentAtMs: START, machine: 'human' }
  const late = advanceCall(talking, { kind: 'machine', verdict: 'machine' }, START + 9000, true)
  expect(late.call.machine).toBe('human')
  expect(advanceCall(late.call, endedNews('completed'), START + 20_000, true).end?.outcome).toBe('answered')
  const agreed = advanceCall(talking, { kind: 'agent_verdict', verdict: 'machine' }, START + 9000, true)
  expect(advanceCall(agreed.call, endedNews('completed'), START + 20_000, true).end?.outcome).toBe('voicemail')
})

test('a call back that was asked for is the cause of the end; one taken back is not', () => {
  const talking: LiveCall = { ...claimed, state: 'answered', answeredAtMs: START, agentAtMs: START }
  const at = '2026-11-17T15:00:00.000Z'
  const asked = advanceCall(talking, { kind: 'call_back', at }, START + 9000, true)
  const { call, end } = advanceCall(asked.call, endedNews('completed'), START + 20_000, true)
  expect([end?.outcome, callBackAtMs(call)]).toEqual(['answered', Date.parse(at)])
  const not = advanceCall(asked.call, { kind: 'call_back', at: null }, START + 9000, true)
  expect(callBackAtMs(advanceCall(not.call, endedNews('completed'), START + 20_000, true).call)).toBeNull()
})

test('a call that we withdrew says so, unless it had already ended in another way', () => {
  const { call: withdrawn } = advanceCall(claimed, { kind: 'withdrawn' }, START, true)
  const causeOf = (as: Parameters<typeof endedNews>[0]) =>
    advanceCall(withdrawn, { ...endedNews(as), cause: 'network error' } as ProgressReport, START, true).call.cause
  for (const as of ['canceled', 'busy', 'no_answer'] as const) expect(causeOf(as)).toBe('caller_on_the_line')
  expect(causeOf('failed')).toBe('network error')
})

test('a message that was left is the cause of the end', () => {
  const talking: LiveCall = { ...claimed, state: 'answered', answeredAtMs: START, agentAtMs: START }
  const told = advanceCall(talking, { kind: 'message_left' }, START + 9000, true)
  const { call, end } = advanceCall(told.call, endedNews('completed'), START + 20_000, true)
  expect([end?.outcome, call.cause]).toEqual(['voicemail', 'message_left'])
})

describe('what a call has been told stays', () => {
  const talking: LiveCall = { ...claimed, state: 'answered', answeredAtMs: START, agentAtMs: START }
  const at = '2026-11-17T15:00:00.000Z'
  const asked = advanceCall(talking, { kind: 'call_back', at }, START + 9000, true).call
  const message = advanceCall(talking, { kind: 'message_left' }, START + 9000, true).call
  const unreachable: ProgressReport = { kind: 'announcement', announcement: 'unreachable' }

  test.each([
    ['a dial that we withdrew', advanceCall(claimed, { kind: 'withdrawn' }, START, true).call],
    ['a promised call', asked],
    ['a message that was left', message],
    ['an announcement', advanceCall(talking, unreachable, START, true).call],
  ])('%s, when the answer to the dial is given up', (_, call) => {
    expect(advanceCall(call, { kind: 'unknown', reason: 'no answer' }, START + 10_000, true).call.cause).toBe(
      call.cause,
    )
  })

  test('a promised call and a message that was left, when the end is never reported', () => {
    const lost: ProgressReport = { kind: 'lost', reason: 'gone' }
    const promised = advanceCall(asked, lost, START + 90_000, true)
    expect([promised.end?.outcome, callBackAtMs(promised.call)]).toEqual(['answered', Date.parse(at)])
    const left = advanceCall(message, lost, START + 90_000, true)
    expect([left.end?.outcome, left.call.cause]).toEqual(['voicemail', 'message_left'])
  })

  test('a promised call, when the agent fails afterwards', () => {
    const failed = advanceCall(asked, { kind: 'agent_failed', reason: 'no model' }, START + 10_000, true).call
    const { call, end } = advanceCall(failed, endedNews('completed'), START + 20_000, true)
    expect([end?.outcome, end?.fault, callBackAtMs(call)]).toEqual(['answered', null, Date.parse(at)])
  })
})

describe('evidence of an answer', () => {
  const end = (as: 'completed' | 'hung_up', before: ProgressReport[]) => play([...before, endedNews(as)], false).call

  test('a normal end without a reported answer is no answer', () => {
    expect(end('hung_up', [{ kind: 'dialing' }]).outcome).toBe('no_answer')
    expect(end('hung_up', [{ kind: 'ringing' }])).toMatchObject({ outcome: 'no_answer', answeredAtMs: null })
    expect(end('hung_up', [{ kind: 'ringing' }, { kind: 'answered' }]).outcome).toBe('answered')
    expect(end('completed', [{ kind: 'ringing' }]).outcome).toBe('answered')
  })

  test('a call that the carrier works on has not rung', () => {
    expect(play([{ kind: 'dialing' }], false).call).toMatchObject({ state: 'dialing', placedAtMs: START })
    expect(play([{ kind: 'ringing' }, { kind: 'dialing' }], false).call.state).toBe('ringing')
  })
})

test.each([
  ['no_such_number', 'failed', 'number', 'announcement: no such number'],
  ['unreachable', 'no_answer', null, 'announcement: unreachable'],
] as const)('an announcement of the network (%s) is not an answer', (announcement, outcome, fault, cause) => {
  const talking = advanceCall(claimed, { kind: 'agent' }, START + 1000, true).call
  const told = advanceCall(talking, { kind: 'announcement', announcement }, START + 5000, true).call
  const { end, call } = advanceCall(told, endedNews('completed'), START + 6000, true)
  expect([end?.outcome, end?.fault, call.cause, end?.announced]).toEqual([outcome, fault, cause, true])
  const lost = advanceCall(told, { kind: 'lost', reason: 'gone' }, START + 6000, true)
  expect([lost.end?.outcome, lost.end?.fault, lost.call.cause]).toEqual([outcome, fault, cause])
})
