/** Tests the chosen endpoints with small requests like those of a call. */

import type { Clock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import { withTimeLimit } from '../kernel/time-limit.ts'
import { missingPartMessage } from '../speech/availability.ts'
import { type ChatTool, streamChatAttempt } from './chat-attempt.ts'
import type { ChatEndpoint } from './chat-model.ts'
import { realtimeEndpoint, toChatEndpoint } from './choose-model.ts'
import { type EmbeddingsEndpoint, embeddingsEndpoint } from './embed-texts.ts'
import { measureEmbedder, UNUSABLE_MODEL_MESSAGE } from './measure-embedder.ts'
import type { ModelSettings } from './settings.ts'
import { recognitionServices, voiceServices } from './speech-services.ts'

export const ENDPOINT_CHECK_LIMITS = {
  /** Longer than a call would wait, so that the result can be "slow" instead of "unreachable". */
  timeoutMs: 10_000,
} as const

export interface EndpointCheck {
  ok: boolean
  message: string
  ms: number
}

export interface EndpointsCheck {
  ok: boolean
  message: string
  details: Record<string, EndpointCheck>
}

export async function checkEndpoints(settings: ModelSettings, clock: Clock, egress?: Egress): Promise<EndpointsCheck> {
  const checks: [string, Promise<string>][] = []
  if (settings.brain === 'pipeline') {
    // Tests each endpoint separately: otherwise a failing fallback would be noticed only when it is needed.
    checks.push(['chat', checkChat(toChatEndpoint(settings.chat, egress), clock)])
    for (const [at, chat] of settings.chat_fallback.entries())
      checks.push([`chat_fallback ${at + 1}`, checkChat(toChatEndpoint(chat, egress), clock)])
  }
  if (settings.brain === 'realtime') checks.push(['realtime', checkRealtime(settings, clock, egress)])
  checks.push([
    'speech',
    settings.speech.engine === 'local' ? checkLocal('synthesizer') : checkSpeech(settings, clock, egress),
  ])
  // A speech-to-speech brain needs no recognizer.
  if (settings.brain !== 'realtime') {
    const local = settings.recognition.engine === 'local'
    checks.push(['recognition', local ? checkLocal('recognizer') : checkRecognition(settings, clock, egress)])
  }
  const embedder = embeddingsEndpoint(settings, egress)
  if (embedder !== null) checks.push(['embeddings', checkEmbeddings(embedder, clock)])
  const entries = await Promise.all(
    checks.map(async ([name, work]) => [name, await timed(clock, work)] as [string, EndpointCheck]),
  )
  const failed = entries.filter(([, { ok }]) => !ok)
  const message =
    failed.length === 0
      ? 'All chosen endpoints work.'
      : failed.map(([name, { message: reason }]) => `${name}: ${reason}`).join(' ')
  return { ok: failed.length === 0, message, details: Object.fromEntries(entries) }
}

async function timed(clock: Clock, work: Promise<string>): Promise<EndpointCheck> {
  const beganAtMs = clock.monotonic()
  const elapsedMs = () => Math.round(clock.monotonic() - beganAtMs)
  try {
    return { ok: true, message: await work, ms: elapsedMs() }
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeUp'
    const message = late ? 'The endpoint did not answer in time.' : (error as Error).message
    return { ok: false, message, ms: elapsedMs() }
  }
}

const TEST_TOOL: ChatTool = {
  name: 'record',
  description: 'Write down that you are ready.',
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
}

/** Tests with a tool, because calls need tools and not every endpoint and model supports them. */
async function checkChat(chat: ChatEndpoint, clock: Clock): Promise<string> {
  const request = {
    chat,
    instructions: 'You are being tested. Answer with the single word "ready".',
    messages: [{ role: 'user' as const, content: 'Are you ready?' }],
    tools: [TEST_TOOL],
  }
  const limits = { clock, signal: new AbortController().signal, giveUpAfterMs: ENDPOINT_CHECK_LIMITS.timeoutMs }
  for await (const event of streamChatAttempt(request, limits)) {
    if (event.kind === 'text' || event.kind === 'call') return 'The language model answers.'
    if (event.kind === 'failed') throw new Error(event.failure.reason)
  }
  throw new Error('The endpoint gave an empty answer.')
}

/** Tests with the sentences that decide whether documents can be searched by meaning. */
async function checkEmbeddings(endpoint: EmbeddingsEndpoint, clock: Clock): Promise<string> {
  const { dimensions, floors } = await measureEmbedder(endpoint, { clock, limitMs: ENDPOINT_CHECK_LIMITS.timeoutMs })
  const languages = Object.keys(floors)
  if (languages.length === 0) throw new Error(UNUSABLE_MODEL_MESSAGE)
  return `The embeddings endpoint answers with vectors of ${dimensions} numbers. The model tells related sentences from unrelated ones in: ${languages.join(', ')}.`
}

async function checkRealtime(settings: ModelSettings, clock: Clock, egress?: Egress): Promise<string> {
  const endpoint = realtimeEndpoint(settings, null, null, egress)
  const { RealtimeConnection } = await import('./realtime-connection.ts')
  const connection = new RealtimeConnection(endpoint, () => {})
  const format = { type: 'audio/pcmu' as const }
  const initialSessionConfig = {
    audio: { input: { format }, output: { format, ...(endpoint.voice ? { voice: endpoint.voice } : {}) } },
  }
  const taken = new Promise<void>((resolve, reject) => {
    const refused = () => reject(new Error('The endpoint could not be opened.'))
    connection.once('session.updated', () => resolve())
    connection.once('error', refused)
    connection.once('disconnected', refused)
    const { model, apiKey } = endpoint
    connection.connect({ model, apiKey: apiKey || 'none', initialSessionConfig }).catch(refused)
  })
  try {
    await withTimeLimit(clock, ENDPOINT_CHECK_LIMITS.timeoutMs, taken)
    return 'The realtime endpoint accepts our settings.'
  } finally {
    connection.close()
  }
}

/** Tests all voices in the chain: a failing fallback would otherwise be noticed only when it is needed. */
async function checkSpeech(settings: ModelSettings, clock: Clock, egress?: Egress): Promise<string> {
  const format = { encoding: 'mulaw', sampleRateHz: 8000 } as const
  const services = voiceServices(settings, { clock, egress, language: null, organizationId: 0 })
  await eachOf(clock, services, async ({ synthesizer }) => {
    let bytes = 0
    for await (const audio of synthesizer.speak('Ready.', { format })) bytes += audio.length
    await synthesizer.close()
    if (bytes === 0) throw new Error('The speech service answered without audio.')
  })
  return 'The speech service speaks.'
}

async function checkRecognition(settings: ModelSettings, clock: Clock, egress?: Egress): Promise<string> {
  const services = recognitionServices(settings, { clock, egress, language: null, organizationId: 0 })
  await eachOf(clock, services, async (service) => void (await service.recognize(new Int16Array(SAMPLE_RATE_HZ))))
  return 'The recognition service answers.'
}

/** Tests each one; if there are several, the message names the one that failed. */
async function eachOf<T extends { name: string }>(
  clock: Clock,
  services: readonly T[],
  check: (service: T) => Promise<void>,
): Promise<void> {
  for (const service of services) {
    try {
      await withTimeLimit(clock, ENDPOINT_CHECK_LIMITS.timeoutMs, check(service))
    } catch (error) {
      if (services.length === 1) throw error
      throw new Error(`${service.name}: ${(error as Error).message}`)
    }
  }
}

const SAMPLE_RATE_HZ = 16_000

async function checkLocal(part: 'synthesizer' | 'recognizer'): Promise<string> {
  const missing = missingPartMessage(part)
  if (missing !== undefined) throw new Error(missing)
  return 'Works on this machine.'
}
