/** Chat endpoints on this machine that answer as a test says, and the brain that asks them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Conversation, TextBrain } from '../../src/agent/brain.ts'
import type { PipelineSentences } from '../../src/agent/brains/pipeline/context.ts'
import { openPipelineBrain } from '../../src/agent/brains/pipeline.ts'
import type { BrainAction, Turn } from '../../src/agent/rules/turn.ts'
import { Utterance } from '../../src/agent/rules/utterance.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { VirtualClock } from '../../src/kernel/virtual-clock.ts'
import { PIPELINE_LIMITS } from '../../src/models/chat-limits.ts'
import type { WorkflowDefinition } from '../../src/workflows/rules/definition.ts'
import { cleanups, KEY } from './endpoints.ts'

export const SENTENCES: PipelineSentences = {
  fallback: 'Sorry, could you say that again?',
  farewell: 'Good-bye.',
}

export const PROMPTS: WorkflowDefinition = {
  nodes: [
    { id: 'g', type: 'globalNode', data: { name: 'Manners', prompt: 'You work for {{company | Acme}}. Be kind.' } },
    {
      id: 'start',
      type: 'startCall',
      data: {
        name: 'Question',
        prompt: 'Ask {{first_name}} whether they come on Tuesday.',
        extract: [{ name: 'mood', type: 'string', prompt: 'How the person sounds.' }],
      },
    },
    {
      id: 'day',
      type: 'agentNode',
      data: { name: 'Another day', prompt: 'Find a day.', collect: { variable: 'day', kind: 'date' } },
    },
    { id: 'yes', type: 'endCall', data: { name: 'Confirmed', say: 'See you on Tuesday. Good-bye.' } },
    {
      id: 'desk',
      type: 'transfer',
      data: { name: 'Front desk', say: 'One moment.', destination: '+12025550100', from_anywhere: true },
    },
  ],
  edges: [
    {
      id: 'e1',
      source: 'start',
      target: 'yes',
      data: { label: 'Será!', condition: 'The person will come.', keys: ['1'] },
    },
    { id: 'e2', source: 'start', target: 'day', data: { label: 'another day', condition: 'They want another day.' } },
    { id: 'e3', source: 'day', target: 'yes', data: {} },
  ],
  settings: { language: 'en' },
}

export function conversationOf(definition: WorkflowDefinition, first_name = 'Ada'): Conversation {
  const variables = { first_name, phone_number: '+12025550123' }
  return { callId: 7, direction: 'outbound', definition, variables, gathered: {} }
}

export function brainAt(
  baseUrl: string,
  options: {
    clock?: Clock
    definition?: WorkflowDefinition
    sentences?: Partial<PipelineSentences>
    firstName?: string
  } = {},
): TextBrain {
  return openPipelineBrain(conversationOf(options.definition ?? PROMPTS, options.firstName), {
    chat: { baseUrl, apiKey: KEY, model: 'test-model', temperature: 0.3 },
    clock: options.clock ?? new VirtualClock({ instantMs: PIPELINE_LIMITS.longestRetryAfterMs }),
    log: silentLog,
    sentences: { ...SENTENCES, ...options.sentences },
  })
}

export async function acts(
  brain: TextBrain,
  turn: Turn,
  signal = new AbortController().signal,
): Promise<BrainAction[]> {
  const all: BrainAction[] = []
  for await (const act of brain.answer(turn, signal)) all.push(act)
  return all
}

export const said = (all: readonly BrainAction[]) => all.flatMap((act) => (act.kind === 'say' ? [act.text] : []))
export const kinds = (all: readonly BrainAction[]) => all.map((act) => act.kind)
export const heard = (text: string, heardText: string | null = null): Turn => ({
  kind: 'heard',
  words: new Utterance(text, { isWithheld: false, confidence: 0.9 }),
  confidence: 0.9,
  interrupted: heardText === null ? null : { heardText },
  questionHeard: true,
  continues: false,
  added: new Utterance(text, { isWithheld: false, confidence: 0.9 }),
})

export interface ChatBody {
  model: string
  temperature?: number
  stream: boolean
  messages: { role: string; content: string }[]
  tools?: { function: { name: string; description: string; parameters: { properties: Record<string, unknown> } } }[]
  tool_choice?: unknown
}

export interface Endpoint {
  url: string
  bodies: ChatBody[]
  /** Resolves once so many requests have come. */
  requests(count: number): Promise<void>
}

export type Answer = (response: ServerResponse, body: ChatBody, request: IncomingMessage) => void

/** Answers the n-th request with the n-th answer, and all later ones with the last. */
export async function endpoint(...answers: Answer[]): Promise<Endpoint> {
  const bodies: ChatBody[] = []
  const waiting: (() => void)[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    // The program connects ahead of a call without asking anything.
    if (chunks.length === 0) return void response.writeHead(404).end()
    const body = JSON.parse(Buffer.concat(chunks).toString()) as ChatBody
    bodies.push(body)
    for (const wake of waiting.splice(0)) wake()
    const answer = answers[Math.min(bodies.length, answers.length) - 1] as Answer
    answer(response, body, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    bodies,
    async requests(count) {
      while (bodies.length < count) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}

export const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c1', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

export function streams(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' })
}

export const says =
  (...pieces: string[]): Answer =>
  (response) => {
    streams(response)
    for (const piece of pieces) response.write(chunk({ content: piece }))
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
  }

export const calls =
  (name: string, input: object = {}, before = ''): Answer =>
  (response) => {
    streams(response)
    if (before !== '') response.write(chunk({ content: before }))
    const call = { index: 0, id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(input) } }
    response.write(chunk({ tool_calls: [call] }))
    response.end(`${chunk({}, 'tool_calls')}data: [DONE]\n\n`)
  }

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, { 'content-type': 'application/json', ...headers }).end('{"error":{"message":"no"}}')

export const silent: Answer = () => {}

/** An endpoint that always says the same, counts, and remembers what it was asked last. */
export async function answering(text: string) {
  let requests = 0
  let last = ''
  const waiting: { count: number; resolve: () => void }[] = []
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    last = Buffer.concat(pieces).toString()
    requests++
    for (const { count, resolve } of waiting) if (requests >= count) resolve()
    const chunk = (delta: object, finish_reason: string | null) =>
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`${chunk({ role: 'assistant', content: text }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => new Promise((resolve) => server.close(resolve)))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    get requests() {
      return requests
    },
    last: () => last,
    asked: (count: number) =>
      requests >= count ? Promise.resolve() : new Promise<void>((resolve) => waiting.push({ count, resolve })),
  }
}
