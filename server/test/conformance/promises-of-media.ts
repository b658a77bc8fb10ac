import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import type { ProviderUnderTest } from './find-providers.ts'
import { RecordingListener } from './harness.ts'
import { useHarness } from './scenarios.ts'

export function describeMedia(provider: ProviderUnderTest): void {
  describe('audio', () => {
    const harness = useHarness(provider)

    async function connected() {
      const { stream, peer } = await harness().connectMedia(harness().newCall('carrier-call-audio'))
      const listener = new RecordingListener()
      stream.listen(listener)
      return { stream, peer, listener }
    }

    test('passes unchanged both ways', async () => {
      const { stream, peer, listener } = await connected()
      const spoken = pattern(3)
      peer.speak(spoken)
      await listener.until(() => listener.heard().length >= spoken.length)
      expect(listener.heard().equals(spoken)).toBe(true)

      const answer = pattern(5)
      stream.send(answer)
      await peer.hears(answer.length)
      expect(Buffer.from(peer.heard()).equals(answer)).toBe(true)
      peer.hangUp()
      await peer.closed
    })

    test('brings the keys that were pressed, in order', async () => {
      const { peer, listener } = await connected()
      for (const digit of ['5', '*', '#', '0']) peer.press(digit)
      await listener.until(() => listener.digits.length >= 4)
      expect(listener.digits).toEqual(['5', '*', '#', '0'])
      peer.hangUp()
      await peer.closed
    })

    test('tells what was played from what was dropped', async () => {
      const { stream, peer, listener } = await connected()
      stream.send(pattern(3))
      stream.mark('greeting')
      stream.send(pattern(5))
      // Messages keep their order: who has heard the second piece has seen the mark before it.
      await peer.hears(2 * PATTERN_BYTES)
      peer.finishPlaying()
      await listener.until(() => listener.marks.length >= 1)
      expect(listener.marks).toEqual([['greeting', true]])

      const soFar = peer.heard().length
      stream.send(pattern(7))
      stream.mark('question')
      stream.send(pattern(9))
      await peer.hears(soFar + 2 * PATTERN_BYTES)
      stream.clear()
      await listener.until(() => listener.marks.length >= 2)
      expect(listener.marks[1]).toEqual(['question', false])
      peer.hangUp()
      await peer.closed
      expect(peer.clears()).toBe(1)
    })

    test('ends once, when the carrier ends it', async () => {
      const { stream, peer, listener } = await connected()
      peer.hangUp()
      await listener.until(() => listener.closedTimes > 0)
      stream.send(pattern(3))
      stream.close()
      expect(listener.closedTimes).toBe(1)
    })

    test('ends once, when we end it', async () => {
      const { stream, peer, listener } = await connected()
      stream.close()
      await peer.closed
      await listener.until(() => listener.closedTimes > 0)
      expect(listener.closedTimes).toBe(1)
    })

    test('survives whatever comes before it has begun', () => {
      const { account, newCall } = harness()
      const socket = Object.assign(new EventEmitter(), { readyState: 1, send() {}, close() {}, terminate() {} })
      void account.openMedia(socket as unknown as WebSocket, newCall('carrier-call-rubbish'))
      for (const rubbish of RUBBISH) {
        expect(() => socket.emit('message', Buffer.from(rubbish), false), rubbish).not.toThrow()
      }
    })

    test('once begun survives whatever else comes down the socket', async () => {
      const { peer, listener } = await connected()
      for (const rubbish of RUBBISH) peer.send(rubbish)
      peer.press('5')
      await listener.until(() => listener.digits.length > 0)
      expect(listener.digits).toEqual(['5'])
      expect(listener.frames.every((frame) => frame.length > 0)).toBe(true)
      peer.hangUp()
      await peer.closed
    })

    test('means answered audio: a socket on which it has not begun is no media', async () => {
      const { account, newCall } = harness()
      const socket = Object.assign(new EventEmitter(), { readyState: 1, send() {}, close() {}, terminate() {} })
      const opening = account.openMedia(socket as unknown as WebSocket, newCall('carrier-call-ringing'))
      for (const early of EARLY) socket.emit('message', Buffer.from(early), false)
      const seen = await Promise.race([opening, new Promise((resolve) => setImmediate(resolve, 'still ringing'))])
      expect(seen).toBe('still ringing')
      socket.emit('close')
      expect(await opening).toBeNull()
    })
  })
}

const PATTERN_BYTES = 3200

/** Bytes that no frame of silence resembles; a whole number of frames for every carrier's frame size. */
function pattern(step: number): Buffer {
  return Buffer.from(Array.from({ length: PATTERN_BYTES }, (_, index) => (index * step + (index >> 8)) % 256))
}

/** What carriers say before anybody has answered. */
const EARLY = ['{"event":"connected","protocol":"Call","version":"1.0.0"}', '{"event":"connected","version":"1.0.0"}']

const RUBBISH = [
  '',
  '{',
  'null',
  '7',
  '[]',
  '"text"',
  '{}',
  '{"event":null}',
  '{"event":"start"}',
  '{"event":"start","start":null}',
  '{"event":"media"}',
  '{"event":"media","media":7}',
  '{"event":"media","media":{"payload":7}}',
  '{"event":"media","media":{"payload":"%%%"}}',
  '{"event":"dtmf"}',
  '{"event":"dtmf","dtmf":{"digit":{}}}',
  '{"event":"mark","mark":null}',
  '{"event":"playedStream"}',
  '{"event":"no such event"}',
]
