/** What an endpoint of a speech to speech model may do wrong. */
import { once } from 'node:events'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { cleanups, KEY, LOOP } from '../../../test/agent/endpoints.ts'
import { brainAt, Endpoint, opened, Port, TELEPHONE, tenth } from '../../../test/agent/realtime-endpoint.ts'
import { VirtualClock } from '../../kernel/virtual-clock.ts'
import { REALTIME_LIMITS } from '../rules/realtime-state.ts'

test('a failed response is asked for once more, then given up with its reason', async () => {
  const { endpoint, port } = await opened()
  const limited = { type: 'failed', error: { code: 'rate_limit_exceeded', message: `key ${KEY}` } }
  await endpoint.nth('response.create', 1)
  endpoint.send({ type: 'response.created', response: { id: 'r1', status: 'in_progress' } })
  endpoint.done('r1', [], 'failed', limited)
  await endpoint.nth('response.create', 2)
  expect(port.of('failed')).toEqual([])
  endpoint.send({ type: 'response.created', response: { id: 'r2', status: 'in_progress' } })
  endpoint.done('r2', [], 'failed', limited)
  expect(await port.nth('failed', 1)).toEqual({ kind: 'failed', reason: 'rate_limited' })
})

test('an empty response counts as failed', async () => {
  const { endpoint, port } = await opened()
  for (const response of ['r1', 'r2']) {
    endpoint.send({ type: 'response.created', response: { id: response, status: 'in_progress' } })
    endpoint.done(response, [])
  }
  expect(await port.nth('failed', 1)).toEqual({ kind: 'failed', reason: 'response_failed' })
})

test('a connection that breaks is told once and not opened again', async () => {
  const { endpoint, brain, port } = await opened()
  await endpoint.nth('response.create', 1)
  endpoint.drop()
  expect(await port.nth('failed', 1)).toEqual({ kind: 'failed', reason: 'disconnected' })
  brain.hear(tenth(1))
  brain.pressed('1')
  brain.playedUntil('i1:0', 10)
  brain.close()
  expect(port.of('failed')).toHaveLength(1)
})

test('an expired session is told by its name, other errors are survived', async () => {
  const { endpoint, port } = await opened()
  endpoint.send({ type: 'error', error: { type: 'invalid_request_error', code: 'unknown_parameter', message: 'x' } })
  endpoint.speak('r1', 'i1', 'Still here.', [tenth(1)])
  await port.nth('speak', 1)
  expect(port.of('failed')).toEqual([])
  endpoint.send({ type: 'error', error: { type: 'invalid_request_error', code: 'session_expired', message: 'x' } })
  expect(await port.nth('failed', 1)).toEqual({ kind: 'failed', reason: 'session_expired' })
})

test('rubbish on the wire neither ends the program nor the conversation, up to a limit', async () => {
  const { endpoint, port } = await opened()
  endpoint.raw('not json at all')
  endpoint.raw('[]')
  endpoint.raw('{"type":"response.output_audio.delta"}')
  const unreadable = () => {
    const item = { id: 'x', type: 'message', role: 'assistant', content: [{ type: 'input_image' }] }
    endpoint.send({ type: 'conversation.item.added', item: { ...item, content: [{ type: 'item_reference' }] } })
  }
  unreadable()
  const place = { response_id: 'r1', item_id: 'i1', output_index: 0, content_index: 0 }
  endpoint.send({ type: 'response.output_audio.delta', ...place, delta: '%%%' })
  endpoint.speak('r2', 'i2', 'Still here.', [tenth(1)])
  await port.nth('speak', 1)
  expect(port.of('failed')).toEqual([])
  for (let count = 0; count <= REALTIME_LIMITS.mostErrors; count += 1) unreadable()
  expect(await port.nth('failed', 1)).toEqual({ kind: 'failed', reason: 'errors' })
})

test('an endpoint that refuses the key, that is not there, or that is no websocket is not opened', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', verifyClient: (_, done) => done(false, 401) })
  await once(server, 'listening')
  cleanups.push(() => server.close())
  const refused = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const url of [refused, 'ws://127.0.0.1:1/']) {
    const error = await brainAt(url)
      .open(new Port(), TELEPHONE)
      .catch((thrown: Error) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).not.toContain(KEY)
  }
})

test('an endpoint that accepts the connection and then says nothing is given up', async () => {
  const clock = new VirtualClock()
  const quiet = await Endpoint.open(false)
  const opening = brainAt(quiet.url, clock).open(new Port(), TELEPHONE)
  await quiet.nth('session.update', 1)
  clock.advance(REALTIME_LIMITS.connectMs)
  await expect(opening).rejects.toThrow('could not be opened')

  const dead = createTcpServer()
  dead.listen(0, '127.0.0.1')
  await once(dead, 'listening')
  cleanups.push(() => dead.close())
  const accepted = once(dead, 'connection')
  const hanging = brainAt(`ws://127.0.0.1:${(dead.address() as AddressInfo).port}`, clock).open(new Port(), TELEPHONE)
  const [socket] = await accepted
  clock.advance(REALTIME_LIMITS.connectMs)
  await expect(hanging).rejects.toThrow('could not be opened')
  socket.destroy()
})

test('a loop of steps nobody is asked in comes to an end', async () => {
  const { endpoint, port } = await opened({ definition: LOOP })
  for (let count = 1; count <= REALTIME_LIMITS.mostSilentNodes; count += 1) {
    await endpoint.nth('response.create', count)
    endpoint.speak(`r${count}`, `i${count}`, 'Round.', [tenth(1)])
    endpoint.finish(`r${count}`, `i${count}`, 'Round.')
  }
  await port.nth('act', REALTIME_LIMITS.mostSilentNodes + 1)
  expect(port.acts.at(-1)).toEqual({ kind: 'hang_up', disposition: 'loop_limit' })
})
