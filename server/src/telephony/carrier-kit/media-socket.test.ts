import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { VirtualClock } from '../../kernel/virtual-clock.ts'
import { VonageDialect } from '../providers/vonage/media.ts'
import { MEDIA_BUFFERED_BYTES_MAX, MEDIA_PING_INTERVAL_MS, SocketMedia } from './media-socket.ts'

const cleanups: Array<() => void> = []
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
})

async function connected(options: { autoPong: boolean }) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const arrived = once(server, 'connection')
  const carrier = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, options)
  const [socket] = (await arrived) as [WebSocket]
  await once(carrier, 'open')
  cleanups.push(
    () => carrier.terminate(),
    () => server.close(),
  )
  const clock = new VirtualClock()
  const media = new SocketMedia(socket, new VonageDialect(), clock)
  const closed = new Promise<void>((resolve) => {
    media.listen({ audio: () => {}, digit: () => {}, marked: () => {}, closed: resolve })
  })
  return { carrier, clock, media, closed, socket }
}

test('a carrier that gives no sign of life for two intervals is let go', async () => {
  const { carrier, clock, closed } = await connected({ autoPong: false })
  const pinged = once(carrier, 'ping')
  await clock.pass(MEDIA_PING_INTERVAL_MS)
  await pinged
  await clock.pass(MEDIA_PING_INTERVAL_MS)
  await closed
})

test('a carrier that answers pings, or sends audio, is kept', async () => {
  const { carrier, clock, socket } = await connected({ autoPong: true })
  for (let round = 0; round < 4; round++) {
    const pong = once(socket, 'pong')
    await clock.pass(MEDIA_PING_INTERVAL_MS)
    await pong
  }
  expect(socket.readyState).toBe(WebSocket.OPEN)
  const silent = await connected({ autoPong: false })
  for (let round = 0; round < 4; round++) {
    const heard = once(silent.socket, 'message')
    silent.carrier.send(Buffer.alloc(640))
    await heard
    await silent.clock.pass(MEDIA_PING_INTERVAL_MS)
  }
  expect(silent.socket.readyState).toBe(WebSocket.OPEN)
  expect(carrier.readyState).toBe(WebSocket.OPEN)
})

test('a carrier that stops reading does not fill our memory', async () => {
  const { carrier, media, closed, socket } = await connected({ autoPong: true })
  const begun = once(socket, 'message')
  carrier.send(JSON.stringify({ event: 'websocket:connected', 'content-type': 'audio/l16;rate=16000' }))
  await begun
  carrier.pause()
  let most = 0
  for (let sent = 0; socket.readyState === WebSocket.OPEN && sent < 1000; sent++) {
    media.send(new Uint8Array(64_000))
    most = Math.max(most, socket.bufferedAmount)
  }
  await closed
  expect(most).toBeLessThan(MEDIA_BUFFERED_BYTES_MAX + 1_000_000)
})
