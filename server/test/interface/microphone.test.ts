/** Trying a workflow with a microphone, in real time, with the speech of this machine. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { appointmentQuestion } from '../agent/appointment.ts'
import { type Json, testApp } from './app.ts'
import { made } from './things.ts'

test('a microphone talks by a websocket whose address is good once', async () => {
  const world = await testApp({ openAgents: 'real' })
  await world.app.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.server.address() as AddressInfo
  const { audio_url, state } = await made<Json>(
    world.a.request('POST', '/api/v1/workflow/try', { workflow_definition: appointmentQuestion, audio: true }),
  )
  expect(state).toBe('awaiting_audio')
  const { pathname, search } = new URL(audio_url as string)
  const socketAt = (address: string) => new WebSocket(`ws://127.0.0.1:${port}${address}`)
  await expect(once(socketAt(`${pathname}?token=wrong`), 'open')).rejects.toThrow('404')

  const socket = socketAt(pathname + search)
  const told: Json[] = []
  const sounded = new Promise<void>((resolve) => {
    socket.on('message', (data, isBinary) => {
      if (isBinary) resolve()
      else told.push(JSON.parse(String(data)) as Json)
    })
  })
  await sounded
  await expect(once(socketAt(pathname + search), 'open')).rejects.toThrow('404')
  socket.send(JSON.stringify({ keys: '1' }))
  await once(socket, 'close')
  expect(told.at(-1)).toMatchObject({ type: 'ended', disposition: 'confirmed' })
})
