import fc from 'fast-check'
import { expect, test } from 'vitest'
import { english } from '../../language/packs/en/pack.ts'
import { dialogStep } from './dialog-state.ts'
import { dialogTimers } from './dialog-timers.ts'
import { type DialogEffect, type DialogEvent, type DialogState, type LineFacts, NEW_DIALOG } from './dialog-types.ts'
import { TURN_TAKING_LIMITS } from './turn-taking.ts'
import { Utterance } from './utterance.ts'

const QUIET: LineFacts = {
  audible: false,
  speaking: false,
  paused: false,
  interruptible: true,
  someoneSpeaks: false,
  heardText: '',
}
const SPEAKING: LineFacts = { ...QUIET, audible: true, speaking: true, heardText: 'Hello, this' }

function play(...events: [DialogEvent, LineFacts?][]): { state: DialogState; effects: DialogEffect[] } {
  let state: DialogState = NEW_DIALOG
  const effects: DialogEffect[] = []
  for (const [event, line = QUIET] of events) {
    const step = dialogStep(state, event, line, english)
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects }
}

const words = (text: string) => new Utterance(text, { isWithheld: false, confidence: 0.9 })

function said(text: string, more: Partial<Extract<DialogEvent, { kind: 'understood' }>> = {}): DialogEvent {
  return {
    kind: 'understood',
    words: words(text),
    confidence: 0.9,
    lengthMs: 900,
    lastVoiceAtMs: 1000,
    cut: false,
    onlyKeys: false,
    ...more,
  }
}

function asked(effects: readonly DialogEffect[]) {
  return effects.flatMap((effect) => (effect.do === 'ask' ? [effect.turn] : []))
}

const ended: DialogEvent = { kind: 'speech_ended', lastVoiceAtMs: 1000 }
const answered = (turn: number): DialogEvent => ({ kind: 'answered', turn })

test('words in their turn are answered; the brain is told which turn it is', () => {
  const { effects, state } = play([{ kind: 'begun' }], [answered(1)], [ended], [said('yes')])
  expect(asked(effects)).toEqual([
    { kind: 'started' },
    {
      kind: 'heard',
      words: words('yes'),
      confidence: 0.9,
      interrupted: null,
      questionHeard: false,
      continues: false,
      added: words('yes'),
    },
  ])
  expect(asked(effects).flatMap((turn) => (turn.kind === 'heard' ? [turn.words.shown] : []))).toEqual(['yes'])
  expect(state).toMatchObject({ kind: 'answering', turn: 2 })
})

test('what a brain answers to a turn that was overtaken counts no more', () => {
  const { state } = play([{ kind: 'begun' }], [{ kind: 'key', digit: '#' }], [answered(1)])
  expect(state).toMatchObject({ kind: 'answering', turn: 2 })
})

const ONE_KEY: DialogEvent = {
  kind: 'acted',
  turn: 1,
  act: { kind: 'listen', expect: { answer: 'choice', maxDigits: 1, noInputAfterMs: 6000 } },
}
const greets = (interruptible: boolean): DialogEvent => ({
  kind: 'acted',
  turn: 1,
  act: { kind: 'say', text: 'Press one.', interruptible },
})

test.each([
  ['before the first sound', QUIET],
  ['into our words', SPEAKING],
])('a key pressed %s, before it is known that one is enough, counts as soon as it is known', (_when, line) => {
  const { effects } = play([{ kind: 'begun' }], [greets(true)], [{ kind: 'key', digit: '1' }, line], [ONE_KEY, QUIET])
  expect(asked(effects)).toEqual([{ kind: 'started' }, { kind: 'digits', digits: '1' }])
})

test('typed over words that cannot be interrupted, it waits for their end, and not for an end that was already told', () => {
  const uninterrupted = { ...SPEAKING, interruptible: false }
  const key: DialogEvent = { kind: 'key', digit: '1' }
  const before = [[{ kind: 'begun' }], [greets(false)], [ONE_KEY, uninterrupted], [answered(1), uninterrupted]] as [
    DialogEvent,
    LineFacts?,
  ][]
  expect(asked(play(...before, [key, uninterrupted]).effects)).toHaveLength(1)
  expect(asked(play(...before, [key, uninterrupted], [{ kind: 'quiet' }]).effects)).toHaveLength(2)
  // All marks are back, though by the clock the last word is still in the air: no other end will be told.
  const told = { ...uninterrupted, speaking: false }
  expect(asked(play(...before, [{ kind: 'quiet' }, told], [key, told]).effects)).toHaveLength(2)
})

test('patience runs only while it is their turn and nobody speaks, types or is being understood', () => {
  const theirs = play([{ kind: 'begun' }], [answered(1)]).state
  expect(dialogTimers(theirs, QUIET, 2).patience).not.toBeNull()
  expect(dialogTimers(theirs, SPEAKING, 2).patience).toBeNull()
  expect(dialogTimers(theirs, { ...QUIET, someoneSpeaks: true }, 2).patience).toBeNull()
  expect(dialogTimers(dialogStep(theirs, ended, QUIET, english).state, QUIET, 2).patience).toBeNull()
  expect(dialogTimers(dialogStep(theirs, { kind: 'key', digit: '1' }, QUIET, english).state, QUIET, 2)).toMatchObject({
    patience: null,
    keys: { afterMs: TURN_TAKING_LIMITS.digitPauseMs },
  })
})

test('a brain that is asked is covered for; a stopped dialog has no timers', () => {
  const asking = play([{ kind: 'begun' }]).state
  expect(dialogTimers(asking, QUIET, 2).cover).toMatchObject({ afterMs: TURN_TAKING_LIMITS.fillerAfterMs })
  expect(dialogTimers(play([{ kind: 'begun' }], [{ kind: 'stop' }]).state, QUIET, 2)).toEqual({
    patience: null,
    keys: null,
    cover: null,
    ending: null,
    farewell: null,
    hold: null,
  })
})

const lines = fc.record({
  audible: fc.boolean(),
  speaking: fc.boolean(),
  paused: fc.boolean(),
  interruptible: fc.boolean(),
  someoneSpeaks: fc.boolean(),
  heardText: fc.constantFrom('', 'Hello'),
})
const events = fc.oneof(
  fc.constantFrom<DialogEvent>(
    { kind: 'begun' },
    { kind: 'speech_started' },
    { kind: 'speaking', lengthMs: 500 },
    ended,
    said(''),
    said('yes'),
    said('I would like to cancel', { cut: true }),
    { kind: 'key', digit: '1' },
    { kind: 'key', digit: '#' },
    { kind: 'quiet' },
    { kind: 'time_up', timer: 'patience' },
    { kind: 'time_up', timer: 'keys' },
    { kind: 'time_up', timer: 'cover' },
  ),
  fc.integer({ min: 1, max: 5 }).map(answered),
)

test('whatever comes: turns are numbered without a gap, and after stopping nothing is done', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(events, lines), { maxLength: 40 }), fc.nat(40), (list, stopAt) => {
      let state: DialogState = NEW_DIALOG
      let last = 0
      list.forEach(([event, line], index) => {
        if (index === stopAt) state = dialogStep(state, { kind: 'stop' }, line, english).state
        const step = dialogStep(state, event, line, english)
        for (const effect of step.effects) if (effect.do === 'ask') expect(effect.number).toBe(++last)
        if (state.kind === 'stopped') expect(step).toEqual({ state, effects: [] })
        state = step.state
      })
    }),
  )
})
