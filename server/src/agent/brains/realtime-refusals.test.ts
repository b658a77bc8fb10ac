/** What a speech to speech model may not do: take for an answer what nobody said, or said before the question, or hear what is withheld. */
import { expect, test } from 'vitest'
import { opened, tenth } from '../../../test/agent/realtime-endpoint.ts'
import { VirtualClock } from '../../kernel/virtual-clock.ts'
import type { WorkflowDefinition } from '../../workflows/rules/definition.ts'
import { WITHHELD } from '../rules/utterance.ts'

const NUMBER = '42791156'
const CARD_STEP: WorkflowDefinition['nodes'][number] = {
  id: 'start',
  type: 'startCall',
  data: {
    name: 'Card',
    greeting: 'Your card number, please.',
    collect: { variable: 'card', kind: 'digits', exact_length: 8, sensitive: true },
  },
}
const SECONDS = (count: number) => Array.from({ length: count * 10 }, () => tenth(1))
const QUESTION = 'Hello Ada, this is Acme about your delivery. Do you come on Tuesday?'

test.each([
  ['half a second into the greeting', 500, false],
  ['after the question', 9500, true],
])('what is said %s chooses a way and is recorded only if the question was heard', async (_when, atMs, counts) => {
  const clock = new VirtualClock()
  const { endpoint, port } = await opened({ clock })
  await endpoint.nth('response.create', 1)
  endpoint.speak('r1', 'i1', QUESTION, SECONDS(9))
  endpoint.finish('r1', 'i1', QUESTION)
  await port.nth('spoken', 1)
  clock.advance(atMs)
  endpoint.send({ type: 'input_audio_buffer.speech_started', item_id: 'u1', audio_start_ms: 0 })
  endpoint.send({ type: 'response.created', response: { id: 'r2', status: 'in_progress', output: [] } })
  endpoint.call('r2', 'go_comes', { mood: 'fine' })
  endpoint.done('r2', [{ type: 'function_call', id: 'fc_call1' }])
  const answered = (await endpoint.nth('conversation.item.create', 1)) as unknown as { item: { output: string } }
  const moved = port.acts.filter((act) => (act as { kind: string; nodeId?: string }).nodeId === 'yes')
  const gathered = port.acts.filter((act) => (act as { kind: string }).kind === 'gather')
  if (counts) {
    expect([answered.item.output.startsWith('Done.'), moved.length, gathered.length]).toEqual([true, 1, 1])
  } else {
    expect(answered.item.output).toContain('have not heard the question')
    expect([moved, gathered]).toEqual([[], []])
    await endpoint.nth('response.create', 2)
  }
})

const ANSWER = { item: { output: '' } }

/** The model calls a tool in answer to what it has heard; what it is told. */
async function called(world: Awaited<ReturnType<typeof opened>>, name: string, count: number): Promise<string> {
  const { endpoint } = world
  const response = `act${count}`
  endpoint.send({ type: 'response.created', response: { id: response, status: 'in_progress', output: [] } })
  endpoint.call(response, name, { mood: 'fine' }, `call${count}`)
  endpoint.done(response, [{ type: 'function_call', id: `fc_call${count}` }])
  const answered = (await endpoint.nth('conversation.item.create', count)) as unknown as typeof ANSWER
  return answered.item.output
}

test('before anybody was heard a model takes no way, records nothing, puts nobody through and does not hang up', async () => {
  const clock = new VirtualClock()
  const world = await opened({ clock })
  const { endpoint, port, brain } = world
  await endpoint.nth('response.create', 1)
  endpoint.speak('r1', 'i1', QUESTION, SECONDS(9))
  endpoint.finish('r1', 'i1', QUESTION)
  await port.nth('spoken', 1)
  clock.advance(9500)
  const tools = ['go_comes', 'record', 'transfer_front_desk', 'hang_up']
  for (const [index, tool] of tools.entries()) {
    expect(await called(world, tool, index + 1)).toContain('has not said anything yet')
  }
  expect(port.acts).toHaveLength(1)
  // The endpoint tells of no speech; our own ears do.
  brain.personSpeaks?.()
  expect(await called(world, 'go_comes', tools.length + 1)).toContain('Done.')
  expect(port.acts.at(-1)).toMatchObject({ kind: 'enter', nodeId: 'yes' })
})

test('one speech that endpoint and our own ears hear one after the other is judged by where it began', async () => {
  const clock = new VirtualClock()
  const world = await opened({ clock })
  const { endpoint, port, brain } = world
  await endpoint.nth('response.create', 1)
  endpoint.speak('r1', 'i1', QUESTION, SECONDS(9))
  endpoint.finish('r1', 'i1', QUESTION)
  await port.nth('spoken', 1)
  clock.advance(500)
  port.playedMs = 500
  endpoint.send({ type: 'input_audio_buffer.speech_started', item_id: 'u1', audio_start_ms: 0 })
  // It cuts what was playing: nothing of ours sounds any more.
  await endpoint.nth('conversation.item.truncate', 1)
  clock.advance(200)
  brain.personSpeaks?.()
  expect(await called(world, 'go_comes', 1)).toContain('have not heard the question')
  expect(port.acts).toHaveLength(1)
})

test('"yes?" on picking up, before a word of ours, chooses no way', async () => {
  const world = await opened({ clock: new VirtualClock() })
  await world.endpoint.nth('response.create', 1)
  world.brain.personSpeaks?.()
  expect(await called(world, 'go_comes', 1)).toContain('have not heard the question')
  expect(world.port.acts).toHaveLength(1)
})

test('"do not call me" is never refused', async () => {
  const world = await opened({ clock: new VirtualClock() })
  await world.endpoint.nth('response.create', 1)
  await called(world, 'do_not_call', 1)
  expect(world.port.acts.at(-1)).toEqual({ kind: 'do_not_call', ends: true })
})

test('a number typed at a sensitive step is in nothing that is sent to the endpoint, not even to be said back', async () => {
  const definition: WorkflowDefinition = {
    nodes: [
      CARD_STEP,
      {
        id: 'again',
        type: 'agentNode',
        data: { name: 'Again', say: 'That was {{card}}. In digits {{say_digits(card)}}. Right?' },
      },
      { id: 'end', type: 'endCall', data: { name: 'Done', say: 'Thank you, {{card}}.' } },
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'again', data: { transition_speech: 'I have {{card}}.' } },
      { id: 'e2', source: 'again', target: 'end', data: { label: 'right', condition: 'It is.', keys: ['1'] } },
    ],
  }
  const { endpoint, brain, port } = await opened({ definition })
  await endpoint.nth('response.create', 1)
  for (const digit of NUMBER) brain.pressed(digit)
  await endpoint.nth('session.update', 2)
  endpoint.speak('r2', 'i2', 'That was it. Right?', [tenth(1)])
  endpoint.finish('r2', 'i2', 'That was it. Right?')
  await port.nth('spoken', 1)
  brain.pressed('1')
  await endpoint.nth('session.update', 3)
  const sent = JSON.stringify(endpoint.events)
  expect(port.acts).toContainEqual({ kind: 'gather', name: 'card', value: NUMBER, sensitive: true })
  expect(sent).toContain('withheld')
  for (const form of [NUMBER, '4, 2, 7']) expect(sent).not.toContain(form)
})

test('a number typed once more at a sensitive step answers the consent question, and the record withholds it', async () => {
  const definition: WorkflowDefinition = {
    nodes: [CARD_STEP, { id: 'end', type: 'endCall', data: { name: 'Done', say: 'Thank you.' } }],
    edges: [{ id: 'e1', source: 'start', target: 'end', data: { confirm: 'May we charge {{card}}?', consent: true } }],
  }
  const { endpoint, brain, port } = await opened({ definition })
  await endpoint.nth('response.create', 1)
  endpoint.speak('r1', 'i1', 'Your card number, please.', [tenth(1)])
  endpoint.finish('r1', 'i1', 'Your card number, please.')
  await port.nth('spoken', 1)
  for (const digit of NUMBER) brain.pressed(digit)
  await endpoint.nth('response.create', 2)
  endpoint.speak('r2', 'i2', 'May we charge it?', [tenth(1)])
  endpoint.finish('r2', 'i2', 'May we charge it?')
  await port.nth('spoken', 2)
  for (const digit of NUMBER) brain.pressed(digit)
  await endpoint.nth('session.update', 3)
  const answer = { kind: 'consent_answered', edgeId: 'e1', given: true, answer: WITHHELD }
  expect(port.acts).toContainEqual(answer)
  expect(port.acts).toContainEqual({ kind: 'withhold', value: NUMBER })
  expect(JSON.stringify(endpoint.events)).not.toContain(NUMBER)
})
