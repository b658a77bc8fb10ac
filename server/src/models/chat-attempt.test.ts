/** Chat endpoints of other protocols, and several in order: what is said comes from the first that answers. */
import { describe, expect, test } from 'vitest'
import { chunk, type Endpoint, endpoint, says, silent, status, streams } from '../../test/agent/chat-endpoint.ts'
import { KEY } from '../../test/agent/endpoints.ts'
import { anthropicEndpoint, type ForeignEndpoint, geminiEndpoint } from '../../test/agent/foreign-chat-endpoints.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import { type ModelEvent, type ModelRequest, streamChatAttempt } from './chat-attempt.ts'
import { CHAT_FAILOVER_LIMITS } from './chat-limits.ts'
import { type ChatEndpoint, missingPackage } from './chat-model.ts'
import { EndpointCircuitBreaker } from './endpoint-circuit-breaker.ts'
import { type CallModelUsage, countSpeech, totalCost, usageEntryFor } from './rules/usage-cost.ts'

// Loaded before a virtual clock runs.
await Promise.all([import('ai'), import('@ai-sdk/openai-compatible')])

async function answered(chat: ChatEndpoint, change: Partial<ModelRequest> = {}, clock: Clock = systemClock) {
  const told: unknown[] = []
  const asked: string[] = []
  const watch = {
    asked: (model: string) => asked.push(model),
    used: (usage: unknown) => told.push(usage),
    moved: (move: unknown) => told.push(move),
  }
  const messages = [{ role: 'user' as const, content: 'Hello?' }]
  const request = { chat, instructions: 'Be kind.', messages, tools: [], watch, ...change }
  const events: ModelEvent[] = []
  for await (const event of streamChatAttempt(request, {
    clock,
    signal: new AbortController().signal,
    giveUpAfterMs: 15_000,
  }))
    events.push(event)
  const text = events.map((event) => (event.kind === 'text' ? event.text : '')).join('')
  const last = events.at(-1)
  return { events, text, told, asked, reason: last?.kind === 'failed' ? last.failure.reason : null, last }
}

const TOOL = {
  name: 'record',
  description: 'Writes it down.',
  parameters: {
    type: 'object' as const,
    properties: { day: { type: 'string' as const, description: 'Which day.' } },
    required: ['day'],
    additionalProperties: false as const,
  },
}

const isInstalled = missingPackage('anthropic') === null && missingPackage('gemini') === null
if (!isInstalled)
  console.warn('\n*** TESTS OF ANTHROPIC AND GEMINI ARE SKIPPED: their packages are not installed ***\n')

describe.skipIf(!isInstalled).each([
  ['anthropic', anthropicEndpoint, 'x-api-key'],
  ['gemini', geminiEndpoint, 'x-goog-api-key'],
] as const)('%s by its own interface', (provider, openEndpoint, keyHeader) => {
  const chatOf = ({ baseUrl }: ForeignEndpoint, change: Partial<ChatEndpoint> = {}): ChatEndpoint => ({
    provider,
    baseUrl,
    apiKey: KEY,
    model: 'm',
    ...change,
  })

  test('speaks, says what it used, and is sent headers and fields of its own', async () => {
    const there = await openEndpoint()
    there.answer = { say: 'Good morning, Ada.' }
    const chat = chatOf(there, { headers: { 'x-gateway': 'g-1' }, extraBody: { labels: { team: 'x' } } })
    const { text, told, last } = await answered(chat)
    expect([text, last]).toEqual(['Good morning, Ada.', { kind: 'ended' }])
    expect(told).toEqual([{ model: 'm', inputTokens: 21, outputTokens: 9 }])
    expect(there.requests[0]?.headers['x-gateway']).toBe('g-1')
    expect(there.requests[0]?.body).toMatchObject({ labels: { team: 'x' } })
    expect(JSON.stringify(there.requests[0]?.body)).toContain('Be kind.')
  })

  test('calls a tool, and takes a conversation that the agent began', async () => {
    const there = await openEndpoint()
    there.answer = { call: 'record', input: { day: 'Tuesday' } }
    const messages = [
      { role: 'assistant' as const, content: 'Hello, which day?' },
      { role: 'user' as const, content: 'Tuesday.' },
    ]
    const { events } = await answered(chatOf(there), { messages, tools: [TOOL], forcedTool: 'record' })
    expect(events).toEqual([{ kind: 'call', name: 'record', input: { day: 'Tuesday' } }, { kind: 'ended' }])
  })

  test.each([
    [401, 'The endpoint refused the key.'],
    [404, 'The endpoint has no such address or model.'],
    [429, 'The endpoint answered with status 429.'],
    [529, 'The endpoint answered with status 529.'],
  ])('a status of %i is told', async (code, reason) => {
    const there = await openEndpoint()
    there.answer = { status: code }
    expect((await answered(chatOf(there))).reason).toBe(reason)
  })

  test('that breaks off is a failure behind its words', async () => {
    const there = await openEndpoint()
    there.answer = { breaks: 'Good mor' }
    const { text, last } = await answered(chatOf(there))
    expect([text, last]).toMatchObject(['Good mor', { kind: 'failed', isSilent: false }])
  })

  test('without a key never has one from the environment of the program', async () => {
    const there = await openEndpoint()
    const names = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'GOOGLE_GENERATIVE_AI_API_KEY']
    for (const name of names) process.env[name] = KEY
    const { reason } = await answered(chatOf(there, { apiKey: undefined }))
    for (const name of names) delete process.env[name]
    expect(there.requests[0]?.headers[keyHeader] ?? '').toBe('')
    expect(there.requests[0]?.headers.authorization).toBeUndefined()
    expect(reason).toBe('The endpoint refused the key.')
  })
})

describe('what a call used', () => {
  const prices = {
    currency: 'EUR',
    models: [{ model: 'm', input_per_million: '0.30', output_per_million: '1.2' }],
    speech: [{ service: 'deepgram', recognition_per_minute: '0.006', voice_per_million_characters: null }],
  }

  test('is kept with the prices of the call, model by model', () => {
    const usage: CallModelUsage = { currency: 'EUR', models: [] }
    const entry = usageEntryFor(usage, 'm', prices)
    Object.assign(entry as object, { requests: 1, reported: 1, input_tokens: 1_000_000, output_tokens: 500_000 })
    expect(usageEntryFor(usage, 'm', null)).toBe(entry)
    expect(totalCost(usage)).toEqual({ micros: 900_000, isComplete: true })
    usageEntryFor(usage, 'other', prices)
    expect(totalCost(usage)).toEqual({ micros: null, isComplete: true })
    for (let at = 0; at < 30; at += 1) usageEntryFor(usage, `m${at}`, prices)
    expect(usage.models).toHaveLength(20)
  })

  test('of speech services is counted by service and part; one without a price makes the sum a least amount', () => {
    const usage: CallModelUsage = { currency: 'EUR', models: [] }
    countSpeech(usage, { part: 'recognition', service: 'deepgram', ms: 20_000 }, prices)
    countSpeech(usage, { part: 'recognition', service: 'deepgram', ms: 10_000.4 }, prices)
    expect(usage.speech).toEqual([{ service: 'deepgram', part: 'recognition', amount: 30_000, price: 6000 }])
    expect(totalCost(usage)).toEqual({ micros: 3000, isComplete: true })
    countSpeech(usage, { part: 'voice', service: 'deepgram', characters: 500 }, prices)
    expect(totalCost(usage)).toEqual({ micros: 3000, isComplete: false })
    const unpriced: CallModelUsage = { currency: 'EUR', models: [] }
    countSpeech(unpriced, { part: 'voice', service: 'azure', characters: 500 }, prices)
    expect(totalCost(unpriced)).toEqual({ micros: null, isComplete: false })
    expect(totalCost({ currency: 'EUR', models: [] })).toEqual({ micros: 0, isComplete: true })
  })

  test('counts requests that report nothing', async () => {
    const { asked, told } = await answered({ baseUrl: (await endpoint(says('Hello.'))).url, model: 'm' })
    expect([asked, told]).toEqual([['m'], []])
  })
})

describe('several endpoints', () => {
  const chained = (first: Endpoint, second: Endpoint, change: Partial<ChatEndpoint> = {}): ChatEndpoint => {
    const next = { baseUrl: second.url, model: 'second', ...change }
    return { baseUrl: first.url, model: 'first', ...change, next }
  }

  test.each([
    ['answers 500', status(500), 'The endpoint answered with status 500.'],
    ['answers 429', status(429, { 'retry-after': '60' }), 'The endpoint answered with status 429.'],
    ['refuses the key', status(401), 'The endpoint refused the key.'],
    ['refuses the request', status(400), 'The endpoint answered with status 400.'],
    ['says nothing', says(), 'The endpoint gave an empty answer.'],
  ])('where the first %s the second is asked, and that is told without a key', async (_what, answer, because) => {
    const [first, second] = [await endpoint(answer), await endpoint(says('Hello.'))]
    const { text, last, told, asked } = await answered(chained(first, second, { apiKey: KEY }))
    expect(asked).toEqual(['first', 'second'])
    expect([text, last]).toEqual(['Hello.', { kind: 'ended' }])
    const host = (url: string) => new URL(url).host
    expect(told).toContainEqual({ from: `${host(first.url)} (first)`, because, to: `${host(second.url)} (second)` })
    expect(JSON.stringify(told)).not.toContain(KEY)
    expect(second.bodies[0]?.messages).toEqual(first.bodies[0]?.messages)
  })

  test('where the first is late the second is asked; the last one has all the time that is left', async () => {
    const clock = new VirtualClock()
    const [first, second] = [await endpoint(silent), await endpoint(silent)]
    const events = answered(chained(first, second, { answerWithinMs: 700 }), {}, clock)
    await first.requests(1)
    clock.advance(699)
    expect(second.bodies).toHaveLength(0)
    clock.advance(1)
    await second.requests(1)
    clock.advance(14_299)
    clock.advance(1)
    const { reason, told } = await events
    expect(reason).toBe('The endpoint did not answer in time.')
    expect(told).toMatchObject([{ because: 'The endpoint did not answer in time.' }])
  })

  test('what has begun to speak is not begun again by another', async () => {
    const breaks = await endpoint((response) => {
      streams(response).write(chunk({ content: 'Good mor' }))
      setImmediate(() => response.destroy())
    })
    const second = await endpoint(says('Hello.'))
    const { text, last } = await answered(chained(breaks, second))
    expect([text, last?.kind, second.bodies.length]).toEqual(['Good mor', 'failed', 0])
  })

  test('that all fail tell what the last one said', async () => {
    const { reason } = await answered(chained(await endpoint(status(500)), await endpoint(status(401))))
    expect(reason).toBe('The endpoint refused the key.')
  })

  test('one that is away rests for all calls of the node; another key is tried immediately', async () => {
    let nowMs = 0
    const rests = new EndpointCircuitBreaker({ ...systemClock, monotonic: () => nowMs })
    const [first, second] = [await endpoint(status(503), says('Back.')), await endpoint(says('Hello.'))]
    const chat = chained(first, second, { rests })
    expect((await answered(chat)).text).toBe('Hello.')
    expect((await answered(chat)).text).toBe('Hello.')
    expect(first.bodies).toHaveLength(1)
    expect((await answered({ ...chat, apiKey: 'another' })).text).toBe('Back.')
    nowMs = CHAT_FAILOVER_LIMITS.restMs
    expect((await answered(chat)).text).toBe('Back.')
  })

  test('that all rest are asked all the same', async () => {
    const rests = new EndpointCircuitBreaker(systemClock)
    const chat = chained(await endpoint(status(503)), await endpoint(status(503), says('Hello.')), { rests })
    expect((await answered(chat)).reason).toContain('503')
    rests.failed(chat.next as ChatEndpoint)
    expect((await answered(chat)).text).toBe('Hello.')
  })
})
