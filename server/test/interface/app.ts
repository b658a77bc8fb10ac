/** The whole program on a database of its own, with two organizations that must never meet. */
import type pg from 'pg'
import { type App, openApp } from '../../src/app.ts'
import type { AppEnvironment } from '../../src/assembly/app-environment.ts'
import type { Agents } from '../../src/calls/agent-link.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { type Clock, systemClock } from '../../src/kernel/clock.ts'
import { seededRng } from '../../src/kernel/rng.ts'
import { apiKeyPrefixOf, hashApiKey, newApiKey } from '../../src/organizations/api-key.ts'
import { ensureOrganization, insertApiKey } from '../../src/organizations/queries.ts'
import { afterFile } from '../after-file.ts'
import { sessionsOf, testDatabase } from '../database.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { type CapturedLog, capturedLog } from './log.ts'

export type Json = Record<string, unknown>
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

export interface Answer<T = Json> {
  status: number
  body: T
  text: string
  headers: Record<string, string | string[] | number | undefined>
}

export interface Extra {
  headers?: Record<string, string>
  /** A body that is sent as it is. */
  raw?: string | Buffer
}

export interface Member {
  readonly organizationId: number
  readonly apiKeyId: number
  readonly key: string
  request<T = Json>(method: Method, url: string, body?: unknown, extra?: Extra): Promise<Answer<T>>
}

export interface TestApp {
  readonly app: App
  readonly pool: pg.Pool
  readonly connectionString: string
  readonly config: Config
  readonly log: CapturedLog
  readonly a: Member
  readonly b: Member
  /** Without a key, unless a header brings one. */
  request<T = Json>(method: Method, url: string, body?: unknown, extra?: Extra): Promise<Answer<T>>
  /** The same program once more on the same database. */
  again(options: AppOptions): Promise<App>
}

export interface AppOptions {
  environment?: Record<string, string>
  clock?: Clock
  pool?: pg.Pool
  /** Left out: agents that say nothing and are there at once. */
  openAgents?: AppEnvironment['openAgents'] | 'real'
  watch?: AppEnvironment['watch']
  /** All connections by the one pool of the test, so that breaking it breaks them all. */
  onePool?: boolean
  readMsMax?: number
  claimsAhead?: AppEnvironment['claimsAhead']
  /** Sees every answer. */
  seen?(method: Method, url: string, status: number): void
}

/** Agents that hang up on everybody. */
export function mute(): Agents {
  return {
    host: {
      liveSessions: 0,
      isTalking: () => false,
      listen: () => null,
      takeOver: () => 'not_talking',
      attach: (_call, media) => media.close(),
      prepare() {},
      news() {},
      async drain() {},
    },
    capacity: 100,
    recognizer: { waitMs: 0, replaced: 0 },
    async close() {},
  }
}

export async function testApp(options: AppOptions = {}): Promise<TestApp> {
  const { pool, connectionString } = await testDatabase()
  const dataDir = await temporaryFolder('interface')
  const log = capturedLog()
  const open = async (input: AppOptions) => {
    const config = readConfig(
      { DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0', PORT: '0', EGRESS_ALLOW: '127.0.0.1,::1', ...input.environment },
      false,
    )
    const clock = input.clock ?? { ...systemClock }
    const given = input.openAgents ?? (async () => mute())
    const app = await openApp({
      config,
      pool: input.pool ?? pool,
      clock,
      rng: seededRng(7),
      log,
      ...(given === 'real' ? {} : { openAgents: given }),
      ...(input.watch ? { watch: input.watch } : {}),
      ...(input.pool || input.onePool
        ? { openSidePool: (given: pg.Pool) => Object.create(given, { end: { value: async () => {} } }) }
        : {}),
      ...(input.readMsMax === undefined ? {} : { readMsMax: input.readMsMax }),
      ...(input.claimsAhead ? { claimsAhead: input.claimsAhead } : {}),
    })
    afterFile(
      () => app.stop(0),
      async () =>
        `the program; it logged at last ${log.lines.slice(-5).join(' ')}; ${await sessionsOf({ connectionString })}`,
    )
    return { app, config }
  }
  const { app, config } = await open(options)
  const request = requester(app, options.seen)
  const [a, b] = [await newMember(app, 'A', request), await newMember(app, 'B', request)]
  return { app, config, pool, connectionString, log, a, b, request, again: async (input) => (await open(input)).app }
}

export function requester(app: App, seen?: AppOptions['seen']): TestApp['request'] {
  return async <T>(method: Method, address: string, body?: unknown, { headers = {}, raw }: Extra = {}) => {
    // Links in answers are whole; here there is one server only.
    const url = address.replace(/^https?:\/\/[^/]+/, '')
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await app.server.inject({
      method,
      url,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    seen?.(method, url, response.statusCode)
    return {
      status: response.statusCode,
      body: read(response.body) as T,
      text: response.body,
      headers: response.headers,
    }
  }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function newMember(app: App, name: string, request: TestApp['request']): Promise<Member> {
  const key = newApiKey()
  const now = new Date()
  const organizationId = await ensureOrganization(app.db, name, now)
  const { id } = await insertApiKey(app.db, {
    organizationId,
    name: `key of ${name}`,
    prefix: apiKeyPrefixOf(key),
    hash: hashApiKey(key),
    now,
  })
  return memberWith({ organizationId, apiKeyId: id, key }, request)
}

export function memberWith(
  { organizationId, apiKeyId, key }: Pick<Member, 'organizationId' | 'apiKeyId' | 'key'>,
  request: TestApp['request'],
): Member {
  return {
    organizationId,
    apiKeyId,
    key,
    request: (method, url, body, extra = {}) =>
      request(method, url, body, { ...extra, headers: { 'x-api-key': key, ...extra.headers } }),
  }
}
