import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LLMock } from '@copilotkit/aimock'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { openElevenLabs } from '../../test/agent/speech-services/elevenlabs.ts'
import { KEY as STAND_IN_KEY } from '../../test/agent/speech-services/stand-in.ts'
import { testDatabase } from '../../test/database.ts'
import { openServer } from '../http/server.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { appointmentReminder } from '../samples/appointment-reminder.ts'
import { NO_MODELS } from '../speech/installed-models.ts'
import { FliteSynthesizer } from '../speech/synthesizer.ts'
import { readWav } from '../speech/wav.ts'
import { type Database, openDatabase } from '../storage/database.ts'
import { ENDPOINT_CHECK_LIMITS } from './check-endpoints.ts'
import { hasModel } from './choose-model.ts'
import { modelRoutes } from './routes.ts'
import { DEFAULT_SETTINGS, openSettings } from './settings.ts'
import { voiceRoutes } from './voice-routes.ts'
import { VOICE_SAMPLE_LIMITS } from './voices.ts'

const PATH = '/api/v1/organizations/model-configuration'
const secrets = openSecretBox([Buffer.alloc(32, 1)])
const CHAT = { base_url: 'http://127.0.0.1:1/v1', api_key: 'sk-chat-secret-1234', model: 'm' }

let app: FastifyInstance
const flite = new FliteSynthesizer()
let db: Database
let waitsAreOver = false
const organizations: Record<string, number> = {}
const cleanups: (() => unknown)[] = []

const LIMITS_MS: readonly number[] = [ENDPOINT_CHECK_LIMITS.timeoutMs, VOICE_SAMPLE_LIMITS.timeoutMs]

/** The longest wait of a check or a sample is over immediately when the test says so. */
const clock: Clock = {
  ...systemClock,
  after: (delayMs, work) => systemClock.after(waitsAreOver && LIMITS_MS.includes(delayMs) ? 0 : delayMs, work),
}

beforeAll(async () => {
  const database = await testDatabase()
  db = openDatabase(database.pool)
  for (const key of ['ours', 'theirs']) {
    const row = await db
      .insertInto('organizations')
      .values({ name: key, created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    organizations[key] = row.id
  }
  app = await openServer({
    log: silentLog,
    routes: [
      ...modelRoutes({ db, clock, secrets }),
      ...voiceRoutes({ db, clock, secrets, models: NO_MODELS, localSynthesizer: async () => flite }),
    ],
    authenticate: async (key) => {
      const organizationId = organizations[key]
      return organizationId === undefined
        ? null
        : { organizationId, apiKeyId: organizationId, userId: null, author: 'test', scope: 'admin', sessionId: null }
    },
    rateLimitPerMinute: 0,
  })
})

beforeEach(async () => {
  waitsAreOver = false
  await db.deleteFrom('model_configurations').execute()
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})
afterAll(async () => {
  await app.close()
  await flite.close()
})

async function call(method: 'GET' | 'PUT' | 'POST', url: string, payload?: object, key = 'ours') {
  const headers = { 'x-api-key': key }
  const answer = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.json(), text: answer.body }
}

async function put(payload: object, key = 'ours') {
  const answer = await call('PUT', PATH, payload, key)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const faults = (body: { detail: { loc: string[]; type: string }[] }) =>
  body.detail.map(({ loc, type }) => [loc.join('.'), type])

const stored = () => db.selectFrom('model_configurations').selectAll().executeTakeFirstOrThrow()

async function storedChatKey(): Promise<string> {
  const { settings } = await stored()
  return (settings as { chat: { api_key: string } }).chat.api_key
}

describe('reading', () => {
  test('without a row: script, and the speech of this machine', async () => {
    expect((await call('GET', PATH)).body).toEqual({
      brain: 'script',
      chat: DEFAULT_SETTINGS.chat,
      chat_fallback: [],
      realtime: { url: null, api_key: null, model: null, voice: null },
      speech: { engine: 'local', voice: null, base_url: null, api_key: null, model: null, fallback: [] },
      recognition: { engine: 'local', base_url: null, api_key: null, model: null, fallback: [] },
      services: DEFAULT_SETTINGS.services,
      embeddings: { base_url: null, api_key: null, model: null, dimensions: null, min_similarity: null },
      prices: { currency: null, models: [], speech: [] },
      filler_sentence: null,
      fallback_sentence: null,
      farewell_sentence: null,
      updated_at: null,
    })
  })

  test.each([
    ['GET', PATH],
    ['PUT', PATH],
    ['POST', `${PATH}/test`],
  ] as const)('%s %s without a key is 401', async (method, url) => {
    const answer = await app.inject({ method, url })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthorized'])
  })
})

describe('voices', () => {
  const VOICES = `${PATH}/voices`
  const sampled = async (payload: object, key = 'ours') =>
    app.inject({ method: 'POST', url: `${VOICES}/sample`, headers: { 'x-api-key': key }, payload })

  test('are listed of this machine and of every service with a key; one that fails does not hide the others', async () => {
    const local = await call('GET', VOICES)
    expect(local.body.services).toEqual([])
    expect(local.body.voices[0]).toEqual({ engine: 'local', id: 'slt', name: 'slt', language: 'en', is_local: true })
    expect(local.body.installable[0]).toMatchObject({ name: 'piper-libritts-r', megabytes: 82, is_installed: false })
    const standIn = await openElevenLabs({})
    cleanups.push(() => standIn.close())
    await put({
      services: {
        elevenlabs: { api_key: STAND_IN_KEY, base_url: standIn.url },
        cartesia: { api_key: 'k', base_url: 'http://127.0.0.1:1' },
      },
    })
    const { body } = await call('GET', VOICES)
    const hosted = body.voices.filter((voice: { is_local: boolean }) => !voice.is_local)
    expect(
      hosted.map(({ engine, id, name, language }: Record<string, unknown>) => [engine, id, name, language]),
    ).toEqual([
      ['elevenlabs', 'v1', 'Rachel', null],
      ['elevenlabs', 'v2', 'Klara', 'de'],
    ])
    expect(body.services).toEqual([
      { engine: 'elevenlabs', ok: true, message: expect.any(String), is_cut: false },
      { engine: 'cartesia', ok: false, message: 'The speech service could not be reached.', is_cut: false },
    ])
    expect((await call('GET', VOICES, undefined, 'theirs')).body.services).toEqual([])
  })

  test('are heard: one of this machine, one of a service, which is asked once; another voice is not passed off as it', async () => {
    const here = await sampled({ engine: 'local', voice: 'slt' })
    expect([here.statusCode, here.headers['content-type']]).toEqual([200, 'audio/wav'])
    const { samples, sampleRateHz } = readWav(here.rawPayload)
    expect(sampleRateHz).toBe(16_000)
    expect(samples.some((sample) => Math.abs(sample) > 1000)).toBe(true)
    expect((await sampled({ engine: 'local', voice: 'rachel' })).json()).toMatchObject({ code: 'voice_not_found' })

    const standIn = await openElevenLabs({})
    cleanups.push(() => standIn.close())
    await put({ services: { elevenlabs: { api_key: STAND_IN_KEY, base_url: standIn.url } } })
    const input = { engine: 'elevenlabs', voice: 'v2', language: 'de' }
    const first = await sampled(input)
    expect(first.statusCode).toBe(200)
    expect((await sampled(input)).rawPayload).toEqual(first.rawPayload)
    expect(standIn.spoken).toEqual(['Guten Tag, diese Stimme hören Ihre Kunden.'])
    // Another organization has no key, and hears nothing of ours.
    expect((await sampled(input, 'theirs')).json()).toMatchObject({ code: 'voice_sample_failed' })
    standIn.trouble = 'busy'
    const refused = await sampled({ ...input, voice: 'v1' })
    expect([refused.statusCode, refused.json().message]).toEqual([
      502,
      expect.stringContaining('accepts no more requests'),
    ])
  })

  test('of this machine are heard however long it takes to load them; a service has a limit', async () => {
    const standIn = await openElevenLabs({})
    cleanups.push(() => standIn.close())
    await put({ services: { elevenlabs: { api_key: STAND_IN_KEY, base_url: standIn.url } } })
    waitsAreOver = true
    expect((await sampled({ engine: 'local', voice: 'awb' })).statusCode).toBe(200)
    const late = await sampled({ engine: 'elevenlabs', voice: 'v1', language: 'fr' })
    expect([late.statusCode, late.json().code]).toEqual([502, 'voice_sample_failed'])
  })

  test('are heard a limited number of times in an hour', async () => {
    const statuses: number[] = []
    for (let at = 0; at <= VOICE_SAMPLE_LIMITS.perHourMax; at++)
      statuses.push((await sampled({ engine: 'local', voice: `unknown-${at}` }, 'theirs')).statusCode)
    expect(statuses.at(-1)).toBe(429)
    expect((await sampled({ engine: 'local', voice: 'slt' })).statusCode).toBe(200)
  })
})

describe('speech services', () => {
  const KEY = 'dg-a-long-secret-0001'
  const deepgram = { api_key: KEY, base_url: 'https://speech.example.com' }

  test('a key of a service is sealed, masked, kept when its mask comes back, and asked for again with another address', async () => {
    const body = { services: { deepgram }, recognition: { engine: 'deepgram', fallback: ['openai_realtime'] } }
    const lacking = await call('PUT', PATH, body)
    expect(lacking.status).toBe(422)
    expect(JSON.stringify(lacking.body)).toContain('openai_realtime needs this')
    const set = { ...body, recognition: { engine: 'deepgram', fallback: [] } }
    expect((await call('PUT', PATH, set)).body).toMatchObject({
      services: { deepgram: { api_key: '*****************0001' } },
      recognition: { engine: 'deepgram' },
    })
    expect(JSON.stringify((await stored()).settings)).not.toContain(KEY)
    const again = (await call('GET', PATH)).body
    expect((await call('PUT', PATH, again)).status).toBe(200)
    for (const change of [{ base_url: 'https://elsewhere.example.com' }, { base_url: '' }, { region: 'eu' }]) {
      const moved = await call('PUT', PATH, { services: { deepgram: change } })
      expect(moved.status).toBe(422)
      expect(JSON.stringify(moved.body)).toContain('send this key again')
    }
  })

  test.each([
    [
      'a voice that is not named',
      { speech: { engine: 'elevenlabs' }, services: { elevenlabs: { api_key: 'k' } } },
      'id of a voice',
    ],
    [
      'azure without a region',
      { speech: { engine: 'azure', voice: 'en-US-A' }, services: { azure: { api_key: 'k' } } },
      'region',
    ],
    ['a region that would change the host', { services: { azure: { region: 'x.evil.com/' } } }, 'small letters'],
    [
      'a plain key for recognition by google',
      { recognition: { engine: 'google' }, services: { google: { api_key: 'AIza' } } },
      'service account',
    ],
  ])('%s is refused with what to do', async (_, body, words) => {
    const answer = await call('PUT', PATH, body)
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body)).toContain(words)
  })
})

describe('changing', () => {
  test('keys are masked in answers, sealed in the table, and absent from both in clear', async () => {
    const answer = await call('PUT', PATH, { brain: 'pipeline', chat: { ...CHAT, temperature: '0.5' } })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      brain: 'pipeline',
      chat: { base_url: CHAT.base_url, api_key: '***************1234', model: 'm', temperature: 0.5 },
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(answer.text).not.toContain('sk-chat')
    expect(JSON.stringify(await stored())).not.toContain('sk-chat')
    expect(await storedChatKey()).toMatch(/^sealed:/)
    expect((await call('GET', PATH)).body).toEqual(answer.body)
  })

  test('what is not sent stays, an empty text empties, and null is as good as absent', async () => {
    await put({ brain: 'pipeline', chat: CHAT, filler_sentence: 'Hm.' })
    const changed = await put({ chat: { model: 'other', base_url: null }, filler_sentence: '', realtime: null })
    expect(changed).toMatchObject({
      brain: 'pipeline',
      chat: { base_url: CHAT.base_url, model: 'other', api_key: '***************1234' },
      filler_sentence: null,
    })
    expect((await put({ brain: 'script', chat: { api_key: '' } })).chat.api_key).toBeNull()
  })

  test('the temperature goes back to the default of the endpoint with null', async () => {
    await put({ chat: { temperature: 1 } })
    expect((await put({ chat: { model: 'm' } })).chat.temperature).toBe(1)
    expect((await put({ chat: { temperature: null } })).chat.temperature).toBeNull()
  })

  test('the answer of GET can be sent back as it is', async () => {
    await put({ brain: 'pipeline', chat: CHAT })
    const before = secrets.open(await storedChatKey(), `model_configurations/${organizations.ours}/chat`)
    const shown = (await call('GET', PATH)).body
    const { updated_at: _one, ...rest } = await put(shown)
    const { updated_at: _other, ...expected } = shown
    expect(rest).toEqual(expected)
    const after = secrets.open(await storedChatKey(), `model_configurations/${organizations.ours}/chat`)
    expect([before, after]).toEqual([CHAT.api_key, CHAT.api_key])
  })

  test('a mask that matches nothing is 422, also where no key is stored, and changes nothing', async () => {
    await put({ brain: 'pipeline', chat: CHAT })
    const row = await stored()
    const answer = await call('PUT', PATH, {
      chat: { api_key: '***************9999' },
      realtime: { api_key: '****' },
      filler_sentence: 'Hm.',
    })
    expect(answer.status).toBe(422)
    expect(faults(answer.body)).toEqual([
      ['body.chat.api_key', 'value_error'],
      ['body.realtime.api_key', 'value_error'],
    ])
    expect(await stored()).toEqual(row)
  })

  test('names every fault at once, and never a key', async () => {
    const answer = await call('PUT', PATH, {
      brain: 'oracle',
      chat: { base_url: 'ftp://x', api_key: 'sk-'.repeat(2000), temperature: 3 },
      realtime: { url: 'https://x' },
      speech: { engine: 'cloud', base_url: 'https://user:secret-word@host/v1' },
      recognition: { engine: 7 },
      fallback_sentence: 'x'.repeat(301),
    })
    expect(answer.status).toBe(422)
    expect(faults(answer.body)).toEqual([
      ['body.brain', 'literal_error'],
      ['body.chat.base_url', 'value_error'],
      ['body.chat.api_key', 'string_too_long'],
      ['body.chat.temperature', 'less_than_equal'],
      ['body.realtime.url', 'value_error'],
      ['body.speech.engine', 'literal_error'],
      ['body.speech.base_url', 'value_error'],
      ['body.recognition.engine', 'literal_error'],
      ['body.fallback_sentence', 'string_too_long'],
    ])
    expect(answer.text).not.toContain('sk-sk-')
    expect((await call('PUT', PATH)).status).toBe(422)
  })

  test('an engine is chosen only with what it needs', async () => {
    const answer = await call('PUT', PATH, {
      brain: 'pipeline',
      chat: { model: 'm' },
      speech: { engine: 'openai', base_url: 'https://x/v1', model: 'm' },
      recognition: { engine: 'openai' },
    })
    expect(faults(answer.body)).toEqual([
      ['body.chat.base_url', 'value_error'],
      ['body.speech.voice', 'value_error'],
      ['body.recognition.base_url', 'value_error'],
      ['body.recognition.model', 'value_error'],
    ])
    const realtime = await call('PUT', PATH, { brain: 'realtime', realtime: { url: 'wss://x' } })
    expect(faults(realtime.body)).toEqual([['body.realtime.model', 'value_error']])
  })

  test('two changes at once become one after the other, and both last', async () => {
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows[0]?.count
    }
    const changes = await db.transaction().execute(async (tx) => {
      await lockOrganization(tx, organizations.ours as number)
      const both = [put({ chat: { model: 'one' } }), put({ realtime: { model: 'two' } })]
      while ((await waiting()) !== 2);
      return both
    })
    await Promise.all(changes)
    expect((await call('GET', PATH)).body).toMatchObject({ chat: { model: 'one' }, realtime: { model: 'two' } })
  })

  test('another organization sees and changes only its own', async () => {
    await put({ brain: 'pipeline', chat: CHAT })
    expect((await call('GET', PATH, undefined, 'theirs')).body).toMatchObject({
      brain: 'script',
      chat: { model: null },
    })
    await put({ chat: { model: 'theirs' } }, 'theirs')
    expect((await call('GET', PATH)).body.chat.model).toBe('m')
    const masked = await call('PUT', PATH, { chat: { api_key: '***************1234' } }, 'theirs')
    expect(masked.status).toBe(422)
    const tested = await call('POST', `${PATH}/test`, undefined, 'theirs')
    expect(Object.keys(tested.body.details)).toEqual(['speech', 'recognition'])
  })
})

describe('several chat endpoints', () => {
  const OTHER = { base_url: 'http://127.0.0.1:2/v1', api_key: 'sk-other-secret-5678', model: 'o' }
  const HEADERS = { 'X-Gateway': 'gateway-secret-9012' }

  test('keys and headers are sealed, masked, kept by their masks, and never sent to another address', async () => {
    const sent = {
      brain: 'pipeline',
      chat: { ...CHAT, headers: HEADERS },
      chat_fallback: [{ ...OTHER, headers: HEADERS }],
    }
    const shown = await put(sent)
    expect(shown.chat).toMatchObject({
      provider: 'openai',
      headers: { 'X-Gateway': expect.stringMatching(/^\*+9012$/) },
    })
    expect(shown.chat_fallback).toMatchObject([{ model: 'o', api_key: expect.stringMatching(/^\*+5678$/) }])
    const row = await stored()
    for (const secret of ['secret-1234', 'secret-5678', 'secret-9012'])
      expect(JSON.stringify(row)).not.toContain(secret)
    const { updated_at: _one, ...again } = await put(shown)
    expect(again).toEqual({ ...shown, updated_at: undefined })
    const { settings } = await stored()
    expect(openSettings(settings, secrets, organizations.ours as number)).toMatchObject({
      chat: { api_key: CHAT.api_key, headers: HEADERS },
      chat_fallback: [{ api_key: OTHER.api_key, headers: HEADERS }],
    })
    const elsewhere = { ...shown.chat_fallback[0], base_url: 'http://127.0.0.1:3/v1' }
    const moved = await call('PUT', PATH, { chat: { base_url: 'http://127.0.0.1:3/v1' }, chat_fallback: [elsewhere] })
    expect([moved.status, faults(moved.body).map(([place]) => place)]).toEqual([
      422,
      [
        'body.chat.api_key',
        'body.chat.headers.X-Gateway',
        'body.chat_fallback.0.api_key',
        'body.chat_fallback.0.headers.X-Gateway',
      ],
    ])
    // Another provider without an address of its own is another address.
    const other = await call('PUT', PATH, { chat: { provider: 'anthropic', base_url: '' } })
    expect(other.status).toBe(422)
    expect(await stored()).toMatchObject({ settings })
  })

  test('need what they cannot do without; their own address is not among it', async () => {
    const chat_fallback = [{ provider: 'openai' }, { provider: 'gemini', model: 'g' }]
    const answer = await call('PUT', PATH, { chat_fallback })
    expect(faults(answer.body).map(([place]) => place)).toEqual(
      expect.arrayContaining([
        'body.chat_fallback.0.base_url',
        'body.chat_fallback.0.model',
        'body.chat_fallback.1.api_key',
      ]),
    )
    for (const headers of [{ Host: 'x' }, { 'bad name': 'x' }, { ok: 'line\nbreak' }])
      expect((await call('PUT', PATH, { chat: { headers } })).status).toBe(422)
  })

  test('have prices, which are kept as they were sent; a price twice, or none, is refused', async () => {
    const price = { model: 'm', input_per_million: '0.30', output_per_million: '1.20' }
    const spoken = { service: 'deepgram', recognition_per_minute: '0.0077', voice_per_million_characters: null }
    const prices = { currency: 'EUR', models: [price], speech: [spoken] }
    expect((await put({ prices })).prices).toEqual(prices)
    expect((await put({ prices: { currency: 'EUR', models: [price] } })).prices).toEqual(prices)
    for (const speech of [
      [spoken, spoken],
      [{ ...spoken, service: 'local' }],
      [{ ...spoken, recognition_per_minute: '-1' }],
    ])
      expect((await call('PUT', PATH, { prices: { ...prices, speech } })).status).toBe(422)
    expect((await put({ filler_sentence: 'Hm.' })).prices).toEqual(prices)
    for (const models of [[price, price], [{ ...price, input_per_million: '-1' }]])
      expect((await call('PUT', PATH, { prices: { ...prices, models } })).status).toBe(422)
    expect((await call('PUT', PATH, { prices: { models: [price] } })).status).toBe(422)
    expect((await put({ prices: { currency: 'EUR', models: [] } })).prices.models).toEqual([])
  })

  test('are each tested', async () => {
    const refusing = await listening((response) => response.writeHead(401).end('{}'))
    await put({
      brain: 'pipeline',
      chat: { ...CHAT, base_url: refusing },
      chat_fallback: [{ ...OTHER, base_url: refusing }],
    })
    const { body } = await call('POST', `${PATH}/test`)
    expect(body.details).toMatchObject({ chat: { ok: false }, 'chat_fallback 1': { ok: false } })
  })
})

describe('a model for a workflow', () => {
  const of = (key: string, settings = {}) =>
    hasModel(db, organizations[key] as number, { ...appointmentReminder, settings })

  test('is there if the organization has one, or the workflow may use one that is set up', async () => {
    expect(await of('ours')).toBe(false)
    await put({ brain: 'pipeline', chat: CHAT })
    expect(await of('ours')).toBe(true)
    expect(await of('theirs')).toBe(false)
    expect(await of('ours', { brain: 'script' })).toBe(false)
    await put({ brain: 'script' })
    expect(await of('ours')).toBe(false)
    expect(await of('ours', { brain: 'pipeline' })).toBe(true)
    expect(await of('ours', { brain: 'realtime' })).toBe(false)
  })
})

async function listening(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

describe('testing', () => {
  const tested = async () => {
    const answer = await call('POST', `${PATH}/test`)
    expect(answer.status).toBe(200)
    return answer
  }

  test('asks every endpoint in use for a little of the real thing', async () => {
    const mock = new LLMock({ port: 0, logLevel: 'silent' })
    mock.onMessage(/ready/, { content: 'ready' })
    mock.onSpeech('Ready.', { audio: Buffer.alloc(4800).toString('base64'), format: 'pcm' })
    mock.onTranscription({ transcription: { text: '' } })
    await mock.start()
    cleanups.push(() => mock.stop())
    const base_url = `${mock.url}/v1`
    await put({
      brain: 'pipeline',
      chat: { ...CHAT, base_url },
      speech: { engine: 'openai', base_url, model: 's', voice: 'v' },
      recognition: { engine: 'openai', base_url, model: 'r' },
    })
    expect((await tested()).body).toEqual({
      ok: true,
      message: 'All chosen endpoints work.',
      details: {
        chat: { ok: true, message: 'The language model answers.', ms: expect.any(Number) },
        speech: { ok: true, message: 'The speech service speaks.', ms: expect.any(Number) },
        recognition: { ok: true, message: 'The recognition service answers.', ms: expect.any(Number) },
      },
    })
    const [body] = mock.getRequests().filter(({ path }) => path.endsWith('/chat/completions'))
    expect(body?.body).toMatchObject({ model: 'm', tools: [{ type: 'function' }] })
  })

  test('says of each part what is wrong with it, without the key', async () => {
    const refusing = await listening((response) => response.writeHead(401).end('{"error":{"message":"bad key sk-x"}}'))
    await put({
      brain: 'pipeline',
      chat: { ...CHAT, base_url: refusing },
      speech: { engine: 'openai', base_url: 'http://127.0.0.1:1/v1', api_key: 'sk-x', model: 's', voice: 'v' },
    })
    const { body, text } = await tested()
    expect(body.ok).toBe(false)
    expect(body.details.chat).toMatchObject({ ok: false, message: 'The endpoint refused the key.' })
    expect(body.details.speech).toMatchObject({ ok: false, message: 'The speech service could not be reached.' })
    expect(body.message).toContain('chat: The endpoint refused the key.')
    expect(text).not.toContain('sk-')
  })

  test('an endpoint that never answers is reported, not waited for', async () => {
    waitsAreOver = true
    const silent = await listening(() => {})
    await put({ brain: 'pipeline', chat: { ...CHAT, base_url: silent } })
    expect((await tested()).body.details.chat).toMatchObject({
      ok: false,
      message: 'The endpoint did not answer in time.',
    })
  })

  test('opens the realtime endpoint, and closes it again', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await once(server, 'listening')
    cleanups.push(() => server.close())
    const closed = new Promise<void>((resolve) => {
      server.on('connection', (socket) => {
        socket.on('close', () => resolve())
        socket.on('message', (data) => {
          const { session } = JSON.parse(String(data))
          socket.send(JSON.stringify({ type: 'session.updated', event_id: 'e', session }))
        })
      })
    })
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/v1/realtime`
    await put({ brain: 'realtime', realtime: { url, model: 'm', api_key: 'sk-realtime' } })
    const { body } = await tested()
    expect(body.details.realtime).toMatchObject({ ok: true, message: 'The realtime endpoint accepts our settings.' })
    expect(body.details).not.toHaveProperty('recognition')
    await closed
    await put({ realtime: { url: 'ws://127.0.0.1:1/', api_key: 'sk-other' } })
    expect((await tested()).body.details.realtime).toMatchObject({
      ok: false,
      message: 'The endpoint could not be opened.',
    })
  })
})
