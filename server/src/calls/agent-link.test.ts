import { expect, test } from 'vitest'
import { capturedLog } from '../../test/interface/log.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Database } from '../storage/database.ts'
import type { MediaStream } from '../telephony/media.ts'
import { AgentLink } from './agent-link.ts'

test('a call without an agent that cannot be hung up is logged and ends nothing else', async () => {
  const log = capturedLog()
  const link = new AgentLink({
    db: {
      selectFrom() {
        throw new Error('no database')
      },
    } as unknown as Database,
    clock: { ...systemClock, after: () => ({ cancel() {} }) },
    log,
    accounts: { get: () => Promise.reject(new Error('no account')) },
    capacityBefore: 1,
    openAgents: () => Promise.reject(new Error('no speech')),
    nearDefinitions: async () => [],
    report: async () => {},
    transfer: async () => ({ ok: false, message: '' }),
    notifyOtherNodes: async () => {},
  })
  let closed = 0
  const media = { close: () => void closed++ } as unknown as MediaStream
  link.attach({ callId: 7, callKey: 'k', providerCallId: null }, media)
  await link.open().catch(() => {})
  // What was not caught would reach the test runner by the next turn of the event loop, and fail this run.
  await new Promise((resolve) => setImmediate(resolve))
  expect(closed).toBe(1)
  expect(log.lines.join()).toContain('failed to hang up a call that has no agent')
})
