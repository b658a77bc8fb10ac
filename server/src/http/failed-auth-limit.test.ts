import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { silentLog } from '../kernel/log.ts'
import { WRONG_KEYS_PER_MINUTE } from './failed-auth-limit.ts'
import { type Principal, route } from './route.ts'
import { openServer } from './server.ts'

const PRINCIPAL: Principal = {
  organizationId: 1,
  apiKeyId: 1,
  userId: null,
  author: 'API key 1',
  scope: 'admin',
  sessionId: null,
}

describe('whoever tries keys', () => {
  let nowMs: number
  let ask: (key: string, address?: string) => Promise<{ status: number; retryAfter: unknown }>

  beforeEach(async () => {
    nowMs = 0
    const server = await openServer({
      log: silentLog,
      routes: [
        route({
          method: 'GET',
          path: '/thing',
          operation: 'getThing',
          tag: 'Things',
          summary: 'A thing',
          answer: { schema: z.object({}), example: {} },
          handle: async () => ({}),
        }),
      ],
      authenticate: async (key) => (key === 'good' || key === 'also good' ? PRINCIPAL : null),
      rateLimitPerMinute: 0,
      clock: { now: () => nowMs, monotonic: () => nowMs, elapsed: () => nowMs, after: () => ({ cancel() {} }) },
    })
    ask = async (key, remoteAddress = '192.0.2.1') => {
      const answer = await server.inject({ url: '/thing', remoteAddress, headers: { 'x-api-key': key } })
      return { status: answer.statusCode, retryAfter: answer.headers['retry-after'] }
    }
  })

  const tryMany = async () => {
    for (let wrong = 0; wrong < WRONG_KEYS_PER_MINUTE; wrong++) expect((await ask(`wrong ${wrong}`)).status).toBe(401)
  }

  test('is told to wait until the minute is over', async () => {
    await tryMany()
    expect(await ask('one more')).toEqual({ status: 429, retryAfter: '60' })
    nowMs = 60_001
    expect((await ask('one more')).status).toBe(401)
  })

  test('locks out no good key, neither from another address nor from the same one, used before or not', async () => {
    await tryMany()
    expect((await ask('one more')).status).toBe(429)
    expect((await ask('good')).status).toBe(200)
    expect((await ask('also good', '192.0.2.2')).status).toBe(200)
  })
})
