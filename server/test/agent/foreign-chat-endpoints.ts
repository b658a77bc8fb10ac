/**
 * Anthropic's Messages interface and Gemini's `streamGenerateContent` on this machine, as their makers publish them. They refuse
 * what the real ones refuse: a missing key or version, a conversation that the agent begins, schemas that are no objects.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanups, KEY } from './endpoints.ts'

export interface ForeignRequest {
  path: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

/** What the model does. `status`: it refuses; `breaks`: it breaks off behind these words. */
export type ForeignAnswer = { say: string } | { call: string; input: object } | { status: number } | { breaks: string }

export interface ForeignEndpoint {
  baseUrl: string
  requests: ForeignRequest[]
  answer: ForeignAnswer
}

interface Protocol {
  version: string
  /** Why the real one would refuse this request; null if it would not. */
  refusal(request: ForeignRequest): { status: number; message: string } | null
  error(status: number, message: string): object
  write(response: ServerResponse, answer: Exclude<ForeignAnswer, { status: number }>): void
}

async function open(protocol: Protocol): Promise<ForeignEndpoint> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (chunks.length === 0) return void response.writeHead(404).end()
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
    const got = { path: request.url ?? '', headers: request.headers, body }
    endpoint.requests.push(got)
    const { answer } = endpoint
    const told = 'status' in answer ? { status: answer.status, message: 'no' } : protocol.refusal(got)
    if (told !== null || 'status' in answer) {
      const { status, message } = told ?? { status: 500, message: '' }
      return void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(protocol.error(status, message)))
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    protocol.write(response, answer)
    if ('breaks' in answer) setImmediate(() => response.destroy())
    else response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}/${protocol.version}`
  const endpoint: ForeignEndpoint = { baseUrl, requests: [], answer: { say: 'Hello.' } }
  return endpoint
}

const inTwo = (text: string) => [text.slice(0, text.length / 2), text.slice(text.length / 2)]

const ANTHROPIC: Protocol = {
  version: 'v1',
  refusal({ path, headers, body }) {
    if (path !== '/v1/messages') return { status: 404, message: 'Not found' }
    if (headers['x-api-key'] !== KEY) return { status: 401, message: 'invalid x-api-key' }
    if (headers['anthropic-version'] !== '2023-06-01')
      return { status: 400, message: 'anthropic-version: header is required' }
    if (typeof body.max_tokens !== 'number') return { status: 400, message: 'max_tokens: Field required' }
    const messages = body.messages as { role: string }[]
    if (messages[0]?.role !== 'user')
      return { status: 400, message: 'messages: first message must use the "user" role' }
    const tools = (body.tools ?? []) as { input_schema?: { type?: string } }[]
    const isBad = tools.some(({ input_schema }) => input_schema?.type !== 'object')
    return isBad ? { status: 400, message: 'tools.0.input_schema.type: Field required' } : null
  },
  error: (_status, message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
  write(response, answer) {
    const event = (type: string, data: object) =>
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
    const usage = { input_tokens: 21, output_tokens: 1 }
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      content: [],
      model: 'm',
      stop_reason: null,
      usage,
    }
    event('message_start', { message })
    event('ping', {})
    const isCall = 'call' in answer
    const content_block = isCall
      ? { type: 'tool_use', id: 'toolu_1', name: answer.call, input: {} }
      : { type: 'text', text: '' }
    event('content_block_start', { index: 0, content_block })
    const words = isCall ? JSON.stringify(answer.input) : 'say' in answer ? answer.say : answer.breaks
    for (const piece of inTwo(words)) {
      const delta = isCall ? { type: 'input_json_delta', partial_json: piece } : { type: 'text_delta', text: piece }
      event('content_block_delta', { index: 0, delta })
    }
    if ('breaks' in answer) return
    event('content_block_stop', { index: 0 })
    const delta = { stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null }
    event('message_delta', { delta, usage: { output_tokens: 9 } })
    event('message_stop', {})
  },
}

const GEMINI: Protocol = {
  version: 'v1beta',
  refusal({ path, headers, body }) {
    if (path !== '/v1beta/models/m:streamGenerateContent?alt=sse') return { status: 404, message: 'Not found' }
    if (headers['x-goog-api-key'] !== KEY) return { status: 403, message: 'API key not valid.' }
    const contents = body.contents as { role: string }[]
    if (contents.some(({ role }) => role !== 'user' && role !== 'model'))
      return { status: 400, message: 'Please use a valid role: user, model.' }
    return contents[0]?.role === 'user' ? null : { status: 400, message: 'contents must begin with a user turn' }
  },
  error: (status, message) => ({ error: { code: status, message, status: 'INVALID_ARGUMENT' } }),
  write(response, answer) {
    const chunk = (part: object, finishReason?: string) => {
      const candidate = {
        content: { role: 'model', parts: [part] },
        ...(finishReason ? { finishReason } : {}),
        index: 0,
      }
      const usageMetadata = { promptTokenCount: 21, candidatesTokenCount: 9, totalTokenCount: 30 }
      response.write(`data: ${JSON.stringify({ candidates: [candidate], usageMetadata, modelVersion: 'm' })}\n\n`)
    }
    if ('call' in answer) return chunk({ functionCall: { name: answer.call, args: answer.input } }, 'STOP')
    const pieces = inTwo('say' in answer ? answer.say : answer.breaks)
    for (const piece of pieces) chunk({ text: piece })
    if ('say' in answer) chunk({ text: '' }, 'STOP')
  },
}

export const anthropicEndpoint = () => open(ANTHROPIC)
export const geminiEndpoint = () => open(GEMINI)
