/** AudioSocket over real connections: who is let in, and what a stream of frames becomes. */
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../test/free-port.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { AudioSocketServer } from './audio-sockets.ts'
import { FRAME_KIND, FrameReader, writeFrame } from './carrier-kit/audio-socket-frames.ts'
import { AudioSocketMedia } from './providers/ari/audio-socket-media.ts'

let server: AudioSocketServer
let port = 0

beforeAll(async () => {
  port = await freePort()
  server = new AudioSocketServer({ host: '127.0.0.1', port, address: `pbx:${port}` }, systemClock, silentLog)
  await server.listen()
})
afterAll(() => server.close())

const idFrame = (id: string) => writeFrame(FRAME_KIND.id, Buffer.from(id.replaceAll('-', ''), 'hex'))
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

function dial(...frames: Buffer[]): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write(Buffer.concat(frames))
  return socket
}

test('a connection without an announced id is closed, and an id is good once', async () => {
  const expected = server.expect(5_000)
  expect(expected.address).toBe(`pbx:${port}`)
  const strangers = [
    dial(idFrame('00000000-0000-4000-8000-000000000000')),
    dial(writeFrame(FRAME_KIND.audio, Buffer.alloc(320))),
    dial(writeFrame(FRAME_KIND.id, Buffer.from('short'))),
    dial(Buffer.from('GET / HTTP/1.1\r\nHost: pbx\r\n\r\n'.padEnd(70_000, 'x'))),
  ]
  await Promise.all(strangers.map(closed))
  const first = dial(idFrame(expected.id))
  expect(await expected.arrived).not.toBeNull()
  await closed(dial(idFrame(expected.id)))
  expect(first.destroyed).toBe(false)
  first.destroy()
})

test('nobody comes: the wait ends when it is cancelled, and the id is worth nothing afterwards', async () => {
  const expected = server.expect(60_000)
  expected.cancel()
  expect(await expected.arrived).toBeNull()
  await closed(dial(idFrame(expected.id)))
})

async function stream() {
  const expected = server.expect(5_000)
  const peer = dial(idFrame(expected.id), writeFrame(FRAME_KIND.audio, Buffer.alloc(320, 1)))
  const connection = await expected.arrived
  if (!connection) throw new Error('the connection did not arrive')
  const media = new AudioSocketMedia(connection, systemClock, silentLog)
  const heard: number[] = []
  const marks: Array<[string, boolean]> = []
  const frames: Array<{ kind: number; length: number }> = []
  let wake = () => {}
  const ended = new Promise<void>((resolve) =>
    media.listen({
      audio: (audio) => {
        heard.push(audio.length)
        wake()
      },
      digit: () => {},
      marked: (name, played) => {
        marks.push([name, played])
        wake()
      },
      closed: resolve,
    }),
  )
  const reader = new FrameReader()
  peer.on('data', (chunk) => {
    for (const { kind, payload } of reader.push(chunk)) frames.push({ kind, length: payload.length })
    wake()
  })
  const until = (condition: () => boolean) =>
    new Promise<void>((resolve) => {
      wake = () => condition() && resolve()
      wake()
    })
  return { peer, media, heard, marks, frames, ended, until }
}

test('frames of unknown kinds, errors, empty and odd audio end nothing', async () => {
  const { peer, media, heard, ended, until } = await stream()
  const bad = [
    writeFrame(0x7f, Buffer.from('what is this')),
    writeFrame(FRAME_KIND.error, Buffer.from([2])),
    writeFrame(FRAME_KIND.error),
    writeFrame(FRAME_KIND.audio),
    writeFrame(FRAME_KIND.audio, Buffer.alloc(1)),
    writeFrame(0x12, Buffer.alloc(640)),
    writeFrame(FRAME_KIND.id, Buffer.alloc(16)),
    writeFrame(FRAME_KIND.audio, Buffer.alloc(7)),
    writeFrame(FRAME_KIND.digit, Buffer.from('5')),
  ]
  // Cut at every odd place: a frame may come in any number of pieces.
  const bytes = Buffer.concat([...bad, writeFrame(FRAME_KIND.audio, Buffer.alloc(320, 3))])
  for (let at = 0; at < bytes.length; at += 7) peer.write(bytes.subarray(at, at + 7))
  await until(() => heard.at(-1) === 160 && heard.length >= 3)
  expect(heard).toEqual([160, 3, 160])
  peer.end()
  await ended
  media.send(Buffer.alloc(160))
})

test('speech goes out in whole frames of 20 ms; a mark fills up the last one; a clear drops the rest', async () => {
  const { media, marks, frames, ended, until } = await stream()
  media.send(Buffer.alloc(100))
  media.send(Buffer.alloc(230))
  media.mark('said')
  await until(() => marks.length === 1)
  media.send(Buffer.alloc(8_000))
  media.mark('dropped')
  media.clear()
  media.mark('after')
  await until(() => marks.length === 3)
  expect(marks).toEqual([
    ['said', true],
    ['dropped', false],
    ['after', true],
  ])
  await until(() => frames.length >= 3)
  expect(frames).toEqual(Array(3).fill({ kind: FRAME_KIND.audio, length: 320 }))
  media.close()
  await ended
})
