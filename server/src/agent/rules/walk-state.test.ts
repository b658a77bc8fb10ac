import { expect, test } from 'vitest'
import { end, start, step, workflow } from '../../../test/agent/harness.ts'
import {
  type AnswerProposal,
  beginWorkflowWalk,
  confirmPending,
  enterStep,
  interpretSpeech,
  judgeAnswerProposal,
  planCallEnding,
  sayQuestion,
  stepBack,
  type WorkflowWalkState,
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
const begun = sayQuestion(beginWorkflowWalk(node('start')))
const answered = interpretSpeech(begun, heard).state
const value: AnswerProposal = {
  edge: null,
  values: [{ name: 'plan', value: 'premium' }],
  because: 'model',
  score: null,
}

test('nothing is taken before anybody spoke, nor what was said before the question', () => {
  for (const proposal of [first, value]) {
    expect(judgeAnswerProposal(beginWorkflowWalk(node('start')), proposal, rules)).toMatchObject({
      kind: 'refuse',
      why: 'nobody_spoke',
    })
    expect(judgeAnswerProposal(begun, proposal, rules)).toMatchObject({ kind: 'refuse', why: 'nobody_spoke' })
    const { state, hearing } = interpretSpeech(begun, { ...heard, questionHeard: false })
    expect(hearing).toBe('not_an_answer')
    expect(judgeAnswerProposal(state, proposal, rules)).toMatchObject({ kind: 'refuse', why: 'not_answered' })
    expect(judgeAnswerProposal(answered, proposal, rules)).toMatchObject({ kind: 'take' })
  }
})

test('an answer answers one question', () => {
  const moved = enterStep(
    (judgeAnswerProposal(answered, first, rules) as { state: WorkflowWalkState }).state,
    node('b'),
  )
  expect(judgeAnswerProposal(moved, second, rules)).toMatchObject({ kind: 'refuse', why: 'not_answered' })
  expect(judgeAnswerProposal(sayQuestion(moved), second, rules)).toMatchObject({ kind: 'refuse', why: 'not_answered' })
})

test('a way that nobody chooses needs no answer, but a step that has spoken', () => {
  const silent = enterStep(answered, node('plain'))
  expect(judgeAnswerProposal(silent, onward, rules).kind).toBe('refuse')
  expect(judgeAnswerProposal(sayQuestion(silent), onward, rules).kind).toBe('take')
  expect(judgeAnswerProposal(sayQuestion(silent), { ...onward, values: value.values }, rules).kind).toBe('refuse')
})

test('a confirmation is a question of its own', () => {
  const asked = judgeAnswerProposal(answered, first, { ...rules, asksBefore: true })
  expect(asked.kind).toBe('confirm')
  expect(judgeAnswerProposal(asked.state, first, rules)).toMatchObject({ kind: 'refuse', why: 'awaits_confirmation' })
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
  const unsure = interpretSpeech(sayQuestion(beginWorkflowWalk(node('b'))), { ...heard, confidence: 0.4 }).state
  const doubt = judgeAnswerProposal(unsure, second, rules)
  expect(doubt.kind).toBe('doubt')
  expect(
    judgeAnswerProposal(interpretSpeech(doubt.state, { ...heard, confidence: 0.5 }).state, second, rules).kind,
  ).toBe('take')
  // To another step of the conversation they lead all the same.
  expect(judgeAnswerProposal({ ...answered, confidence: 0.4 }, first, rules).kind).toBe('take')
})

test('an ending is left only by going back to the step that led to it', () => {
  const taken = judgeAnswerProposal(
    interpretSpeech(sayQuestion(beginWorkflowWalk(node('b'))), heard).state,
    second,
    rules,
  ) as {
    state: WorkflowWalkState
  }
  const over = planCallEnding(enterStep(taken.state, node('agreed')), { kind: 'hang_up', disposition: 'agreed' })
  expect(judgeAnswerProposal(over, second, rules)).toMatchObject({ kind: 'refuse', why: 'ended' })
  expect(interpretSpeech(over, heard).hearing).toBe('last_words')
  expect(stepBack(over, 0.9)).toMatchObject({ node: { id: 'b' }, ending: null, question: 'answered' })
})
