import { expect, test } from 'vitest'
import { end, start, step, workflow } from '../../../test/agent/harness.ts'
import {
  type AnswerProposal,
  beginWalk,
  confirmPending,
  endWalk,
  enterStep,
  interpretSpeech,
  judgeProposal,
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
  (edge): AnswerProposal => ({ edge, values: [], because: 'model', score: null }),
) as [AnswerProposal, AnswerProposal, AnswerProposal]
const node = (id: string) => definition.nodes.find((each) => each.id === id)!
const rules = { definition, asksBefore: false, acts: () => false }
const heard = { questionHeard: true, continues: false, confidence: 0.9 }
const begun = sayQuestion(beginWalk(node('start')))
const answered = interpretSpeech(begun, heard).state
const value: AnswerProposal = {
  edge: null,
  values: [{ name: 'plan', value: 'premium' }],
  because: 'model',
  score: null,
}

test('nothing is taken before anybody spoke, nor what was said before the question', () => {
  for (const proposal of [first, value]) {
    expect(judgeProposal(beginWalk(node('start')), proposal, rules)).toMatchObject({
      kind: 'refuse',
      why: 'nobody_spoke',
    })
    expect(judgeProposal(begun, proposal, rules)).toMatchObject({ kind: 'refuse', why: 'nobody_spoke' })
    const { state, hearing } = interpretSpeech(begun, { ...heard, questionHeard: false })
    expect(hearing).toBe('not_an_answer')
    expect(judgeProposal(state, proposal, rules)).toMatchObject({ kind: 'refuse', why: 'not_answered' })
    expect(judgeProposal(answered, proposal, rules)).toMatchObject({ kind: 'take' })
  }
})

test('an answer answers one question', () => {
  const moved = enterStep((judgeProposal(answered, first, rules) as { state: WalkState }).state, node('b'))
  expect(judgeProposal(moved, second, rules)).toMatchObject({ kind: 'refuse', why: 'not_answered' })
  expect(judgeProposal(sayQuestion(moved), second, rules)).toMatchObject({ kind: 'refuse', why: 'not_answered' })
})

test('a way that nobody chooses needs no answer, but a step that has spoken', () => {
  const silent = enterStep(answered, node('plain'))
  expect(judgeProposal(silent, onward, rules).kind).toBe('refuse')
  expect(judgeProposal(sayQuestion(silent), onward, rules).kind).toBe('take')
  expect(judgeProposal(sayQuestion(silent), { ...onward, values: value.values }, rules).kind).toBe('refuse')
})

test('a confirmation is a question of its own', () => {
  const asked = judgeProposal(answered, first, { ...rules, asksBefore: true })
  expect(asked.kind).toBe('confirm')
  expect(judgeProposal(asked.state, first, rules)).toMatchObject({ kind: 'refuse', why: 'awaits_confirmation' })
  expect(confirmPending(asked.state, 'yes').kind).toBe('ask_again')
  const after = interpretSpeech(sayQuestion(asked.state), heard).state
  expect(confirmPending(after, 'yes')).toMatchObject({ kind: 'take', proposal: { because: 'confirmed' } })
  expect(confirmPending(after, 'no')).toMatchObject({ kind: 'rejected', state: { pending: null, question: 'unsaid' } })
  let unclear = confirmPending(after, null)
  for (let time = 0; time < 2; time += 1) {
    expect(unclear.kind).toBe('ask_again')
    unclear = confirmPending(interpretSpeech(unclear.state, heard).state, null)
  }
  expect(unclear.kind).toBe('give_up')
})

test('words heard with little confidence decide an end only when they are heard twice', () => {
  const unsure = interpretSpeech(sayQuestion(beginWalk(node('b'))), { ...heard, confidence: 0.4 }).state
  const doubt = judgeProposal(unsure, second, rules)
  expect(doubt.kind).toBe('doubt')
  expect(judgeProposal(interpretSpeech(doubt.state, { ...heard, confidence: 0.5 }).state, second, rules).kind).toBe(
    'take',
  )
  // To another step of the conversation they lead all the same.
  expect(judgeProposal({ ...answered, confidence: 0.4 }, first, rules).kind).toBe('take')
})

test('an ending is left only by going back to the step that led to it', () => {
  const taken = judgeProposal(interpretSpeech(sayQuestion(beginWalk(node('b'))), heard).state, second, rules) as {
    state: WalkState
  }
  const over = endWalk(enterStep(taken.state, node('agreed')), { kind: 'hang_up', disposition: 'agreed' })
  expect(judgeProposal(over, second, rules)).toMatchObject({ kind: 'refuse', why: 'ended' })
  expect(interpretSpeech(over, heard).hearing).toBe('last_words')
  expect(stepBack(over, 0.9)).toMatchObject({ node: { id: 'b' }, ending: null, question: 'answered' })
})
