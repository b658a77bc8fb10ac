import { LLMock } from '@copilotkit/aimock'
import { expect, test } from 'vitest'
import { cleanups, KEY } from '../../../test/agent/endpoints.ts'
import {
  brainAt,
  type Endpoint,
  opened,
  Port,
  TELEPHONE,
  tenth,
  WORKFLOW,
} from '../../../test/agent/realtime-endpoint.ts'
import { VirtualClock } from '../../kernel/virtual-clock.ts'
import type { WorkflowDefinition } from '../../workflows/rules/definition.ts'
import { REALTIME_LIMITS } from '../rules/realtime-state.ts'
import { TURN_TAKING_LIMITS } from '../rules/turn-taking.ts'

/** The greeting has been said and heard to its end. */
async function greeted(endpoint: Endpoint, port: Port, clock: VirtualClock): Promise<void> {
  endpoint.speak('r0', 'i0', 'Hello Ada.', [tenth(1)])
  endpoint.finish('r0', 'i0', 'Hello Ada.')
  await port.nth('spoken', 1)
  clock.advance(100)
}

test('asks for telephone audio both ways, with the instructions, tools and voice of the step', async () => {
  const { endpoint, port } = await opened()
  expect(endpoint.authorization).toBe(`Bearer ${KEY}`)
  expect(endpoint.requestUrl).toBe('/v1/realtime?model=test-model')
  const { session } = (await endpoint.nth('session.update', 1)) as unknown as { session: Record<string, unknown> }
  expect(session).toMatchObject({
    output_modalities: ['audio'],
    audio: {
      input: { format: { type: 'audio/pcmu' }, turn_detection: { type: 'server_vad', interrupt_response: true } },
      output: { format: { type: 'audio/pcmu' }, voice: 'marin' },
    },
  })
  expect(session.instructions).toContain('Ask whether they come on Tuesday.')
  const names = (session.tools as { name: string }[]).map(({ name }) => name)
  expect(names).toEqual(['go_comes', 'go_code', 'record', 'transfer_front_desk', 'hang_up', 'do_not_call'])
  const create = await endpoint.nth('response.create', 1)
  expect(create.response).toMatchObject({ instructions: expect.stringContaining('Hello Ada.') })
  expect(port.acts).toEqual([{ kind: 'enter', nodeId: 'start', nodeName: 'Question' }])
  expect(endpoint.of('session.update')).toHaveLength(1)
})

test('carries sound both ways and writes down both sides', async () => {
  const clock = new VirtualClock()
  const { endpoint, brain, port } = await opened({ clock })
  await endpoint.nth('response.create', 1)
  endpoint.speak('r1', 'i1', 'Hello Ada.', [tenth(1), tenth(2)])
  endpoint.finish('r1', 'i1', 'Hello Ada.')
  await port.nth('spoken', 1)
  expect(port.of('speak')).toEqual([
    { kind: 'speak', utteranceId: 'i1:0', bytes: 800, first: 1 },
    { kind: 'speak', utteranceId: 'i1:0', bytes: 800, first: 2 },
  ])
  expect(port.of('transcript')).toEqual([])
  clock.advance(200)
  expect(port.of('transcript')).toEqual([{ kind: 'transcript', who: 'agent', text: 'Hello Ada.' }])

  const wide = new Uint8Array(320).fill(9)
  brain.hear(wide.subarray(80, 240))
  const { audio } = await endpoint.nth('input_audio_buffer.append', 1)
  expect(Buffer.from(String(audio), 'base64')).toEqual(Buffer.alloc(160, 9))
  endpoint.send({
    type: 'conversation.item.input_audio_transcription.completed',
    item_id: 'u1',
    content_index: 0,
    transcript: ' I will be there. ',
  })
  await port.nth('transcript', 2)
  expect(port.of('transcript')[1]).toEqual({ kind: 'transcript', who: 'person', text: 'I will be there.' })
  // The library would fetch the person's whole audio back.
  expect(endpoint.of('conversation.item.retrieve')).toEqual([])
})

test('an interruption while the model speaks: cut by what was really played, and the rest is dropped', async () => {
  const { endpoint, port } = await opened()
  port.playedMs = 150
  await endpoint.nth('response.create', 1)
  endpoint.speak('r1', 'i1', 'one two three four', [tenth(1), tenth(1), tenth(1), tenth(1)])
  await port.nth('speak', 4)
  endpoint.send({ type: 'input_audio_buffer.speech_started', item_id: 'u1', audio_start_ms: 0 })
  await port.nth('interrupt', 1)
  const truncate = await endpoint.nth('conversation.item.truncate', 1)
  expect(truncate).toMatchObject({ item_id: 'i1', content_index: 0, audio_end_ms: 150 })
  expect(port.of('transcript')).toEqual([{ kind: 'transcript', who: 'agent', text: 'one' }])
  const place = { response_id: 'r1', item_id: 'i1', output_index: 0, content_index: 0 }
  endpoint.send({ type: 'response.output_audio.delta', ...place, delta: Buffer.from(tenth(2)).toString('base64') })
  endpoint.done('r1', [], 'cancelled')
  endpoint.speak('r2', 'i2', 'Yes?', [tenth(3)])
  await port.nth('speak', 5)
  expect(port.of('speak')[4]).toMatchObject({ utteranceId: 'i2:0', first: 3 })
  expect(port.of('failed')).toEqual([])
  expect(port.heard).toBe(1)
})

test('an interruption after the model has finished but while it is still played is cut as well', async () => {
  const { endpoint, port } = await opened()
  port.playedMs = 50
  await endpoint.nth('response.create', 1)
  endpoint.speak('r1', 'i1', 'one two', [tenth(1), tenth(1)])
  endpoint.finish('r1', 'i1', 'one two')
  await port.nth('spoken', 1)
  endpoint.send({ type: 'input_audio_buffer.speech_started', item_id: 'u1', audio_start_ms: 0 })
  expect(await endpoint.nth('conversation.item.truncate', 1)).toMatchObject({ item_id: 'i1', audio_end_ms: 50 })
})

test('what was played to its end is not cut, and speech into silence interrupts nothing', async () => {
  const clock = new VirtualClock()
  const { endpoint, port } = await opened({ clock })
  await endpoint.nth('response.create', 1)
  endpoint.speak('r1', 'i1', 'one two', [tenth(1)])
  endpoint.finish('r1', 'i1', 'one two')
  await port.nth('spoken', 1)
  endpoint.call('r1', 'record', {})
  await endpoint.nth('response.create', 2)
  clock.advance(100)
  endpoint.send({ type: 'input_audio_buffer.speech_started', item_id: 'u1', audio_start_ms: 0 })
  endpoint.call('r1', 'record', {}, 'call2')
  await endpoint.nth('conversation.item.create', 2)
  expect(port.of('interrupt')).toEqual([])
  expect(endpoint.of('conversation.item.truncate')).toEqual([])
})

test('a step that may not be interrupted is not', async () => {
  const [start, ...others] = WORKFLOW.nodes
  const firm = { ...start, data: { ...start?.data, allow_interrupt: false } } as WorkflowDefinition['nodes'][number]
  const { endpoint, port } = await opened({ definition: { ...WORKFLOW, nodes: [firm, ...others] } })
  const update = (await endpoint.nth('session.update', 1)) as unknown as {
    session: { audio: { input: { turn_detection: { interrupt_response: boolean } } } }
  }
  expect(update.session.audio.input.turn_detection.interrupt_response).toBe(false)
  await endpoint.nth('response.create', 1)
  endpoint.speak('r1', 'i1', 'one', [tenth(1)])
  endpoint.send({ type: 'input_audio_buffer.speech_started', item_id: 'u1', audio_start_ms: 0 })
  endpoint.speak('r1', 'i1', 'two', [tenth(2)])
  await port.nth('speak', 2)
  expect(port.of('interrupt')).toEqual([])
})

test('a tool call takes the edge: values kept, new instructions, last words, then hanging up', async () => {
  const clock = new VirtualClock()
  const { endpoint, brain, port } = await opened({ clock })
  await endpoint.nth('response.create', 1)
  await greeted(endpoint, port, clock)
  brain.personSpeaks?.()
  endpoint.speak('r1', 'i1', 'Great.', [tenth(1)])
  endpoint.call('r1', 'go_comes', { mood: 'cheerful' })
  const output = await endpoint.nth('conversation.item.create', 1)
  expect(output.item).toMatchObject({ type: 'function_call_output', call_id: 'call1' })
  const update = (await endpoint.nth('session.update', 2)) as unknown as { session: Record<string, unknown> }
  expect(update.session.instructions).toContain('Thank them.')
  expect(update.session.tools).toEqual([])
  endpoint.finish('r1', 'i1', 'Great.')
  await endpoint.nth('response.create', 2)
  expect(port.acts).toEqual([
    { kind: 'enter', nodeId: 'start', nodeName: 'Question' },
    { kind: 'gather', name: 'mood', value: 'cheerful' },
    { kind: 'enter', nodeId: 'yes', nodeName: 'Confirmed', via: { edgeId: 'e1', because: 'model', score: null } },
  ])
  endpoint.speak('r2', 'i2', 'Thank you, good-bye.', [tenth(2)])
  endpoint.finish('r2', 'i2', 'Thank you, good-bye.')
  await port.nth('act', 4)
  expect(port.acts[3]).toEqual({ kind: 'hang_up', disposition: 'confirmed' })
  const lastWords = port.events.findIndex(({ text }) => text === 'Thank you, good-bye.')
  expect(lastWords).toBeGreaterThan(0)
  expect(lastWords).toBeLessThan(port.events.length - 1)
})

test('puts through only to where the workflow says, after saying so', async () => {
  const { endpoint, brain, port } = await opened()
  await endpoint.nth('response.create', 1)
  brain.personSpeaks?.()
  endpoint.send({ type: 'response.created', response: { id: 'r1', status: 'in_progress' } })
  endpoint.call('r1', 'transfer_front_desk', { destination: '+19005550199' })
  endpoint.done('r1', [{ type: 'function_call' }])
  const create = await endpoint.nth('response.create', 2)
  expect(create.response).toMatchObject({ instructions: expect.stringContaining('One moment.') })
  endpoint.speak('r2', 'i2', 'One moment.', [tenth(1)])
  endpoint.finish('r2', 'i2', 'One moment.')
  await port.nth('act', 3)
  expect(port.acts[2]).toEqual({ kind: 'transfer', destination: '+12025550100' })
})

test('hangs up with a word of farewell even if the model forgets it', async () => {
  const { endpoint, brain, port } = await opened()
  await endpoint.nth('response.create', 1)
  brain.personSpeaks?.()
  endpoint.send({ type: 'response.created', response: { id: 'r1', status: 'in_progress' } })
  endpoint.call('r1', 'hang_up', {})
  endpoint.done('r1', [{ type: 'function_call' }])
  const create = await endpoint.nth('response.create', 2)
  expect(create.response).toMatchObject({ instructions: expect.stringContaining('good-bye') })
  expect(port.acts).toHaveLength(1)
  endpoint.speak('r2', 'i2', 'Good-bye.', [tenth(1)])
  endpoint.finish('r2', 'i2', 'Good-bye.')
  await port.nth('act', 2)
  expect(port.acts[1]).toEqual({ kind: 'hang_up', disposition: 'completed' })
})

test('a model that understands "do not call me" puts the number on the list', async () => {
  const { endpoint, port } = await opened()
  await endpoint.nth('response.create', 1)
  endpoint.send({ type: 'response.created', response: { id: 'r1', status: 'in_progress' } })
  endpoint.call('r1', 'do_not_call', {})
  endpoint.done('r1', [{ type: 'function_call' }])
  await port.nth('act', 2)
  expect(port.acts[1]).toEqual({ kind: 'do_not_call', ends: true })
})

test('an unknown tool is told off, and a model that calls tools without end is given up', async () => {
  const { endpoint, port } = await opened()
  await endpoint.nth('response.create', 1)
  for (let count = 1; count <= REALTIME_LIMITS.mostSilentCalls + 1; count += 1)
    endpoint.call('r1', 'dial_anybody', { number: '+19005550199' }, `call${count}`)
  expect(await port.nth('failed', 1)).toEqual({ kind: 'failed', reason: 'tool_loop' })
  const output = await endpoint.nth('conversation.item.create', 1)
  expect(output.item).toMatchObject({ output: 'There is no such tool at this step.' })
})

test('keys the workflow knows are followed, collected ones kept, others told to the model', async () => {
  const clock = new VirtualClock()
  const { endpoint, brain, port } = await opened({ clock })
  await endpoint.nth('response.create', 1)
  brain.pressed('9')
  const told = await endpoint.nth('conversation.item.create', 1)
  expect(JSON.stringify(told.item)).toContain('pressed the keys 9')
  endpoint.call('r0', 'go_code', {})
  await port.nth('act', 2)
  for (const digit of '42') brain.pressed(digit)
  clock.advance(TURN_TAKING_LIMITS.digitPauseMs)
  await port.nth('act', 4)
  expect(port.acts.slice(2)).toEqual([
    { kind: 'gather', name: 'code', value: '42' },
    { kind: 'enter', nodeId: 'yes', nodeName: 'Confirmed', via: { edgeId: 'e3', because: 'key', score: null } },
  ])
})

test('a key pressed while the model speaks cuts it off', async () => {
  const { endpoint, brain, port } = await opened()
  port.playedMs = 30
  await endpoint.nth('response.create', 1)
  endpoint.speak('r1', 'i1', 'one two', [tenth(1)])
  await port.nth('speak', 1)
  brain.pressed('1')
  await endpoint.nth('response.cancel', 1)
  expect(await endpoint.nth('conversation.item.truncate', 1)).toMatchObject({ audio_end_ms: 30 })
  expect(port.acts.at(-1)).toEqual({
    kind: 'enter',
    nodeId: 'yes',
    nodeName: 'Confirmed',
    via: { edgeId: 'e1', because: 'key', score: null },
  })
})

test('walks to the end with a server of the real protocol that we did not write', async () => {
  const mock = new LLMock({ port: 0, logLevel: 'silent' })
  mock.on({ sequenceIndex: 0 }, { content: 'Hello Ada.' })
  mock.on({ sequenceIndex: 1 }, { toolCalls: [{ name: 'go_comes', arguments: '{"mood":"fine"}' }] })
  mock.on({ sequenceIndex: 2 }, { content: 'Good-bye.' })
  await mock.start()
  cleanups.push(() => mock.stop())
  const port = new Port()
  const brain = brainAt(`${mock.url.replace('http', 'ws')}/v1/realtime`)
  await brain.open(port, TELEPHONE)
  brain.pressed('9')
  await port.nth('act', 4)
  expect(port.acts).toEqual([
    { kind: 'enter', nodeId: 'start', nodeName: 'Question' },
    { kind: 'gather', name: 'mood', value: 'fine' },
    { kind: 'enter', nodeId: 'yes', nodeName: 'Confirmed', via: { edgeId: 'e1', because: 'model', score: null } },
    { kind: 'hang_up', disposition: 'confirmed' },
  ])
})
