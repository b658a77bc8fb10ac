/** Operators and conversations on different nodes, over notifications of a real database. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { type Notifications, openNotifications } from '../storage/notifications.ts'
import { LiveControl } from './live-control.ts'
import type { AudioSink, LiveConversations, TakeOverRequest } from './live-requests.ts'

const HELD = 7
const REQUEST: TakeOverRequest = { destination: '+12025550188', announcement: '', by: 'Ada' }

/** The conversation of one call, as the node has it that holds it. */
class Conversation implements LiveConversations {
  sinks = new Set<AudioSink>()
  taken: TakeOverRequest[] = []

  isTalking(callId: number): boolean {
    return callId === HELD
  }

  listen(_callId: number, _by: string, sink: AudioSink): () => void {
    this.sinks.add(sink)
    return () => void this.sinks.delete(sink)
  }

  takeOver(_callId: number, request: TakeOverRequest) {
    this.taken.push(request)
    return this.taken.length === 1 ? null : ('already_under_way' as const)
  }
}

const NONE: LiveConversations = { isTalking: () => false, listen: () => null, takeOver: () => 'not_talking' }
const conversation = new Conversation()
const open: Notifications[] = []
let holder: LiveControl
let other: LiveControl

beforeAll(async () => {
  const { pool } = await testDatabase()
  const node = async (nodeId: string, conversations: LiveConversations) => {
    const notifications = openNotifications({ pool, clock: systemClock, log: silentLog })
    open.push(notifications)
    const control = new LiveControl({ clock: systemClock, log: silentLog, nodeId, notifications, conversations })
    await control.start()
    return control
  }
  holder = await node('node-a', conversation)
  other = await node('node-b', NONE)
})

afterAll(async () => {
  holder.stop()
  other.stop()
  for (const notifications of open) await notifications.close()
})

test('a listener on another node receives every frame in order, its end, and stops the audio when it leaves', async () => {
  const frames = Array.from({ length: 12 }, (_, index) => new Uint8Array(3200).fill(index))
  const heard: (Uint8Array | null)[] = []
  const ended = new Promise<void>((resolve) => {
    void other.listen(HELD, 'Ada', (frame) => {
      heard.push(frame)
      if (frame === null) resolve()
    })
  })
  await expect.poll(() => conversation.sinks.size).toBe(1)
  const [sink] = conversation.sinks
  for (const frame of frames) sink?.(frame)
  sink?.(null)
  await ended
  expect(heard.slice(0, -1).map((frame) => Buffer.from(frame as Uint8Array))).toEqual(
    frames.map((frame) => Buffer.from(frame)),
  )
  await expect.poll(() => conversation.sinks.size).toBe(0)

  const stop = await other.listen(HELD, 'Ada', () => {})
  expect(conversation.sinks.size).toBe(1)
  stop?.()
  await expect.poll(() => conversation.sinks.size).toBe(0)
})

test('a take-over reaches the node that holds the conversation, and its answer comes back', async () => {
  expect(await other.takeOver(HELD, REQUEST)).toBe('calling')
  expect(conversation.taken).toEqual([REQUEST])
  expect(await other.takeOver(HELD, REQUEST)).toBe('already_under_way')
  expect(await holder.takeOver(HELD, REQUEST)).toBe('already_under_way')
})
