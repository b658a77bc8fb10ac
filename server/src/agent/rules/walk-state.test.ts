import { expect, test } from 'vitest'
import { end, start, step, workflow } from '../../../test/agent/harness.ts'
import {
  beginWalk,
  confirmPending,
  endWalk,
  enterStep,
  hearPerson,
  type Proposal,
  propose,
  sayQuestion,
  stepBack,
  type WalkState,
} from './walk-state.ts'

const definition = workflow(
  [start('Hello. Are you Ann?'), step('plain', 'One moment.'), step('b', 'Do you agree?'), end('agreed')],
  [
    { source: 'start', target: 'b', examples: ['yes'] },
    { source: 'b', target: 'agreed', examples: ['yes'] },
    { source: 'plain', target: 'b' },
  ],
)
const [first, second, onward] = definition.edges.map(
  (edge): Proposal => ({ edge, values: [], because: 'model', score: null }),
) as [Proposal, Proposal, Proposal]
const node = (id: string) => definition.nodes.find((each) => each.id === id)!
const rules = { definition, asksBefore: false, acts: () => false }
const heard = { questionHeard: true, continues: false, confidence: 0.9 }
const begun = sayQuestion(beginWalk(node('start')))
const answered = hearPerson(begun, heard).state
const value: Proposal = { edge: null, values: [{ name: 'plan', value: 'premium' }], because: 'model', score: null }

test('nothing is taken before anybody spoke, nor what was said before the question', () => {
  for (const proposal of [first, value]) {
    expect(propose(beginWalk(node('start')), proposal, rules)).toMatchObject({ kind: 'refuse', why: 'nobody_spoke' })
    expect(propose(begun, proposal, rules)).toMatchObject({ kind: 'refuse', why: 'nobody_spoke' })
    const { state, hearing } = hearPerson(begun, { ...heard, questionHeard: false })
    expect(hearing).toBe('not_an_answer')
    expect(propose(state, proposal, rules)).toMatchObject({ kind: 'refuse', why: 'not_answered' })
    expect(propose(answered, proposal, rules)).toMatchObject({ kind: 'take' })
  }
})

test('an answer answers one question', () => {
  const moved = enterStep((propose(answered, first, rules) as { state: WalkState }).state, node('b'))
  expect(propose(moved, second, rules)).toMatchObject({ kind: 'refuse', why: 'not_answered' })
  expect(propose(sayQuestion(moved), second, rules)).toMatchObject({ kind: 'refuse', why: 'not_answered' })
})

test('a way that nobody chooses needs no answer, but a step that has spoken', () => {
  const silent = enterStep(answered, node('plain'))
  expect(propose(silent, onward, rules).kind).toBe('refuse')
  expect(propose(sayQuestion(silent), onward, rules).kind).toBe('take')
  expect(propose(sayQuestion(silent), { ...onward, values: value.values }, rules).kind).toBe('refuse')
})

test('a confirmation is a question of its own', () => {
  const asked = propose(answered, first, { ...rules, asksBefore: true })
  expect(asked.kind).toBe('confirm')
  expect(propose(asked.state, first, rules)).toMatchObject({ kind: 'refuse', why: 'awaits_confirmation' })
  expect(confirmPending(asked.state, 'yes').kind).toBe('ask_again')
  const after = hearPerson(sayQuestion(asked.state), heard).state
  expect(confirmPending(after, 'yes')).toMatchObject({ kind: 'take', proposal: { because: 'confirmed' } })
  expect(confirmPending(after, 'no')).toMatchObject({ kind: 'rejected', state: { pending: null, question: 'unsaid' } })
  let unclear = confirmPending(after, null)
  for (let time = 0; time < 2; time += 1) {
    expect(unclear.kind).toBe('ask_again')
    unclear = confirmPending(hearPerson(unclear.state, heard).state, null)
  }
  expect(unclear.kind).toBe('give_up')
})

test('words heard with little confidence decide an end only when they are heard twice', () => {
  const unsure = hearPerson(sayQuestion(beginWalk(node('b'))), { ...heard, confidence: 0.4 }).state
  const doubt = propose(unsure, second, rules)
  expect(doubt.kind).toBe('doubt')
  expect(propose(hearPerson(doubt.state, { ...heard, confidence: 0.5 }).state, second, rules).kind).toBe('take')
  // To another step of the conversation they lead all the same.
  expect(propose({ ...answered, confidence: 0.4 }, first, rules).kind).toBe('take')
})

test('an ending is left only by going back to the step that led to it', () => {
  const taken = propose(hearPerson(sayQuestion(beginWalk(node('b'))), heard).state, second, rules) as {
    state: WalkState
  }
  const over = endWalk(enterStep(taken.state, node('agreed')), { kind: 'hang_up', disposition: 'agreed' })
  expect(propose(over, second, rules)).toMatchObject({ kind: 'refuse', why: 'ended' })
  expect(hearPerson(over, heard).hearing).toBe('last_words')
  expect(stepBack(over, 0.9)).toMatchObject({ node: { id: 'b' }, ending: null, question: 'answered' })
})
