import { expect, test } from 'vitest'
import { appointmentQuestion } from '../../test/agent/appointment.ts'
import { end, question, start, step, workflow } from '../../test/agent/harness.ts'
import type { TextBrain } from '../agent/brain.ts'
import { ScriptBrain } from '../agent/brains/script.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { ENGLISH_SENTENCES } from '../language/rules/sentences.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { TrialConversation } from './conversation.ts'

function tried(definition: WorkflowDefinition, brain?: TextBrain): TrialConversation {
  return new TrialConversation({
    definition,
    variables: { first_name: 'Ada' },
    nowMs: Date.UTC(2026, 10, 16, 9, 30),
    log: silentLog,
    sentences: ENGLISH_SENTENCES,
    openBrain: (conversation) => brain ?? new ScriptBrain(conversation, { clock: systemClock }),
  })
}

test('the agent speaks, waits, and says why it went where it went', async () => {
  const conversation = tried(question)
  const greeting = await conversation.begin(null)
  expect(greeting).toMatchObject({ state: 'waiting', node: 'start', gathered: {}, notUnderstood: null })
  expect(greeting.said.map(({ who, text }) => [who, text])).toEqual([
    ['agent', 'Hello, this is the clinic calling. Will you come to your appointment?'],
  ])
  const news = await conversation.take({ kind: 'text', text: 'I will be there' })
  expect(news).toMatchObject({ state: 'ended', disposition: 'coming', endedBy: 'agent', node: 'coming' })
  expect(news.steps).toEqual([
    { node: 'coming', name: 'coming', edge: 'edge-0', label: null, because: 'example', score: 1 },
  ])
  expect(news.said.map(({ text }) => text)).toEqual(['I will be there', 'Good-bye.'])
})

test('keys, silence, hanging up and what was not understood', async () => {
  const keys = tried(question)
  await keys.begin(null)
  expect((await keys.take({ kind: 'keys', keys: '2' })).steps[0]).toMatchObject({ node: 'cancelled', because: 'key' })

  const silent = tried(question)
  await silent.begin(null)
  const asked = await silent.take({ kind: 'silence' })
  expect(asked.said[0]?.text).toContain(ENGLISH_SENTENCES.stillThere)
  const unclear = await silent.take({ kind: 'text', text: 'purple elephants' })
  expect(unclear).toMatchObject({ state: 'waiting', notUnderstood: 'no_match', steps: [] })
  expect(await silent.take({ kind: 'hang_up' })).toMatchObject({
    state: 'ended',
    endedBy: 'person',
    disposition: 'hung_up',
  })
  // Whatever comes now meets a call that is over.
  expect(await silent.take({ kind: 'text', text: 'yes' })).toMatchObject({ state: 'ended', said: [], steps: [] })
})

test('who picks up with "Yes, hello?" has agreed to nothing', async () => {
  const conversation = tried(question)
  const news = await conversation.begin('Yes, hello?')
  expect(news).toMatchObject({ state: 'waiting', node: 'start' })
  expect(news.steps.map(({ node }) => node)).toEqual(['start'])
})

test('do-not-call and transfers are told, not carried out; a machine hears its message', async () => {
  const no = tried(appointmentQuestion)
  await no.begin(null)
  expect(await no.take({ kind: 'text', text: 'Please stop calling me.' })).toMatchObject({
    state: 'ended',
    disposition: 'do_not_call',
    actions: [{ kind: 'do_not_call' }],
  })
  const desk = tried(appointmentQuestion)
  await desk.begin(null)
  const put = await desk.take({ kind: 'text', text: 'I want to speak to a person' })
  expect(put.actions).toEqual([{ kind: 'transfer', destination: expect.any(String) }])

  const machine = tried(appointmentQuestion)
  await machine.begin(null)
  const message = await machine.take({ kind: 'machine' })
  expect(message).toMatchObject({ state: 'ended', disposition: 'voicemail_left' })
  expect(message.steps[0]).toMatchObject({ because: 'voicemail' })
})

test('values are gathered, and the way taken by them says so', async () => {
  const conversation = tried(
    workflow(
      [start('How old are you?', { collect: { variable: 'age', kind: 'number' } }), step('on', 'Thanks.'), end('bye')],
      [
        { source: 'start', target: 'on' },
        { source: 'on', target: 'bye' },
      ],
    ),
  )
  await conversation.begin(null)
  const news = await conversation.take({ kind: 'text', text: 'forty two' })
  expect(news.gathered).toEqual({ age: '42' })
  expect(news.steps.map(({ node, because }) => [node, because])).toEqual([
    ['on', 'value'],
    ['bye', 'only_way'],
  ])
})

test('no time passes in the conversation while a model thinks', async () => {
  let answer: () => void = () => {}
  const thinking = new Promise<void>((resolve) => {
    answer = resolve
  })
  const model: TextBrain = {
    kind: 'words',
    async *answer(turn) {
      if (turn.kind === 'heard') await thinking
      yield { kind: 'say', text: turn.kind === 'heard' ? 'Here I am.' : 'Hello?', interruptible: true }
    },
    close() {},
  }
  const conversation = tried(question, model)
  const before = await conversation.begin(null)
  const news = conversation.take({ kind: 'text', text: 'Yes' })
  setImmediate(() => setImmediate(answer))
  const { said, elapsedMs } = await news
  // Without a filler, which a silence of 2.5 s would have brought.
  expect(said.map(({ text }) => text)).toEqual(['Yes', 'Here I am.'])
  expect(elapsedMs - before.elapsedMs).toBeLessThan(2500)
})
