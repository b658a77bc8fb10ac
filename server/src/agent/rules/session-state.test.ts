import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DISPOSITIONS } from './dispositions.ts'
import { NEW_SESSION, type SessionEffect, type SessionEvent, type SessionState, sessionStep } from './session-state.ts'

function play(...events: (SessionEvent | [SessionEvent, 'speaking'])[]): {
  state: SessionState
  effects: SessionEffect[]
} {
  let state = NEW_SESSION
  const effects: SessionEffect[] = []
  for (const event of events) {
    const step = Array.isArray(event) ? sessionStep(state, event[0], true) : sessionStep(state, event, false)
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects }
}

const leave = { kind: 'leave', disposition: 'confirmed' } as const
const askedNot = { kind: 'do_not_call', lastWords: 'Never again.' } as const
const transfer = {
  kind: 'leave',
  disposition: 'transferred',
  lastAct: { kind: 'transfer', destination: '+1' },
} as const

function finishOf(effects: readonly SessionEffect[]) {
  return effects.find((effect) => effect.do === 'finish')
}

test('what was decided is played, then the call ends with it', () => {
  const { state, effects } = play(leave, { kind: 'may_go' })
  expect(effects.map((effect) => effect.do)).toEqual(['stop_dialog', 'go_when_quiet', 'finish'])
  expect(finishOf(effects)).toMatchObject({ by: 'agent', disposition: 'confirmed' })
  expect(state.phase).toEqual({ at: 'over', transferred: false })
})

test('a line that closes before anything was decided was hung up', () => {
  expect(finishOf(play({ kind: 'line_closed' }).effects)).toMatchObject({
    by: 'person',
    disposition: DISPOSITIONS.hungUp,
  })
})

test('"do not call me" wins over what had been decided, also in a mailbox and after the end, and counts once', () => {
  const late = play(leave, askedNot, { kind: 'may_go' })
  expect(finishOf(late.effects)).toMatchObject({ disposition: DISPOSITIONS.doNotCall })
  const mailbox = play({ kind: 'machine_found', because: 'length', hasMessage: true }, askedNot, askedNot)
  expect(mailbox.effects.filter((effect) => effect.do === 'suppress')).toHaveLength(1)
  expect(mailbox.state.phase).toMatchObject({ at: 'leaving', disposition: DISPOSITIONS.doNotCall })
  expect(play({ kind: 'line_closed' }, askedNot).effects.slice(1)).toEqual([
    { do: 'suppress' },
    { do: 'correct_disposition', disposition: DISPOSITIONS.doNotCall },
  ])
})

test('a message that is cut off was not left', () => {
  const left = { kind: 'leave', disposition: DISPOSITIONS.messageLeft } as const
  const machine = { kind: 'machine_found', because: 'beep', hasMessage: true } as const
  expect(finishOf(play(machine, left, [{ kind: 'line_closed' }, 'speaking']).effects)).toMatchObject({
    disposition: DISPOSITIONS.voicemail,
  })
  expect(finishOf(play(machine, left, { kind: 'line_closed' }).effects)).toMatchObject({
    disposition: DISPOSITIONS.messageLeft,
  })
})

test('a transfer that failed brings the agent back; one that closed the line first is waited for', () => {
  const refused = play(transfer, { kind: 'may_go' }, { kind: 'transfer_answered', ok: false })
  expect(refused.state.phase).toEqual({ at: 'talking' })
  expect(refused.effects).toContainEqual({ do: 'come_back' })
  const closed = play(transfer, { kind: 'may_go' }, { kind: 'line_closed' }, { kind: 'transfer_answered', ok: true })
  expect(closed.state.phase).toEqual({ at: 'over', transferred: true })
})

const events = fc.array(
  fc.tuple(
    fc.constantFrom<SessionEvent>(
      leave,
      askedNot,
      transfer,
      { kind: 'machine_found', because: 'words', hasMessage: true },
      { kind: 'machine_found', because: 'words', hasMessage: false },
      { kind: 'fax_found' },
      { kind: 'may_go' },
      { kind: 'line_closed' },
      { kind: 'transfer_answered', ok: true },
      { kind: 'transfer_answered', ok: false },
      { kind: 'end', by: 'system' },
    ),
    fc.boolean(),
  ),
  { maxLength: 20 },
)

test('whatever comes, a session ends once, suppresses at most once, and after its end touches the line no more', () => {
  fc.assert(
    fc.property(events, (list) => {
      let state = NEW_SESSION
      let ended = 0
      let suppressed = 0
      for (const [event, speaking] of list) {
        const wasOver = state.phase.at === 'over'
        const step = sessionStep(state, event, speaking)
        ended += step.effects.filter((effect) => effect.do === 'finish').length
        suppressed += step.effects.filter((effect) => effect.do === 'suppress').length
        if (wasOver) {
          expect(step.effects.every(({ do: what }) => what === 'suppress' || what === 'correct_disposition')).toBe(true)
          expect(step.state.phase.at).toBe('over')
        }
        state = step.state
      }
      expect(ended).toBe(state.phase.at === 'over' ? 1 : 0)
      expect(suppressed).toBe(state.doNotCall ? 1 : 0)
    }),
  )
})
