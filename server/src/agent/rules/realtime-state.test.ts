import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  NEW_REALTIME,
  type RealtimeEffect,
  type RealtimeEvent,
  type RealtimeState,
  realtimeStep,
} from './realtime-state.ts'

function play(...events: RealtimeEvent[]): { state: RealtimeState; effects: RealtimeEffect[] } {
  let state = NEW_REALTIME
  const effects: RealtimeEffect[] = []
  for (const event of events) {
    const step = realtimeStep(state, event)
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects }
}

const created = { kind: 'response_created', id: 'r1' } as const
const done = { kind: 'response_done', id: 'r1', failed: false, code: '' } as const
const failed = { ...done, failed: true }
const spoken = { kind: 'speech_started', mayInterrupt: true, mayBePlaying: false } as const
const end = { kind: 'end', disposition: 'thanks' } as const

test('what follows a step waits for the response that says its words, not for the one before', () => {
  const entered = { kind: 'entered', speaks: true, after: end } as const
  expect(play(created, entered, done).effects).toEqual([{ do: 'request_words' }])
  expect(play(created, entered, done, created, done).effects).toContainEqual({ do: 'go_on', after: end })
})

test('of a response that was cut off neither sound nor tools count', () => {
  const { effects } = play(
    created,
    spoken,
    { kind: 'audio', responseId: 'r1' },
    {
      kind: 'called',
      callId: 'c1',
      responseId: 'r1',
      tool: 'edge',
    },
  )
  expect(effects).toEqual([{ do: 'interrupt' }])
})

test('one failed response is asked for again, the second ends it', () => {
  expect(play(created, failed).effects).toEqual([{ do: 'request_words' }])
  expect(play(created, failed, created, { ...failed, code: 'insufficient_quota' }).effects.at(-1)).toEqual({
    do: 'fail',
    reason: 'out_of_quota',
  })
})

test('a model that hangs up without a word is made to say one', () => {
  const hangUp = { kind: 'called', callId: 'c1', responseId: 'r1', tool: 'hang_up' } as const
  const silent = play(created, hangUp, done)
  expect(silent.effects.at(-1)).toEqual({ do: 'request_farewell' })
  const polite = play(created, { kind: 'audio', responseId: 'r1' }, hangUp, done)
  expect(polite.effects.at(-1)).toMatchObject({ do: 'go_on', after: { kind: 'end' } })
})

const anything = fc.array(
  fc.constantFrom<RealtimeEvent>(
    created,
    done,
    failed,
    spoken,
    { kind: 'audio', responseId: 'r1' },
    { kind: 'called', callId: 'c1', responseId: 'r1', tool: 'hang_up' },
    { kind: 'called', callId: 'c2', responseId: 'r2', tool: 'record' },
    { kind: 'entered', speaks: true, after: null },
    { kind: 'entered', speaks: false, after: end },
    { kind: 'key', digit: '1', maxDigits: 1, mayBePlaying: true },
    { kind: 'erred', code: '' },
    { kind: 'disconnected' },
  ),
  { maxLength: 60 },
)

test('whatever comes, it fails once and does nothing afterwards', () => {
  fc.assert(
    fc.property(anything, (events) => {
      let state = NEW_REALTIME
      let failures = 0
      for (const event of events) {
        const step = realtimeStep(state, event)
        if (state.kind === 'closed') expect(step.effects).toEqual([])
        failures += step.effects.filter((effect) => effect.do === 'fail').length
        state = step.state
      }
      expect(failures).toBe(state.kind === 'closed' ? 1 : 0)
    }),
  )
})
