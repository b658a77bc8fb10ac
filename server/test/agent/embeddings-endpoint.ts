/**
 * A stand-in of an embeddings endpoint, after OpenAI's published interface: `POST /embeddings` with `model`, `input` and
 * optionally `dimensions`; `data` with `index` and `embedding`, `usage.prompt_tokens`; errors as `{"error": {"message"}}`. Its
 * vectors know a few subjects in English and German, so that they say nothing about a real model.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const SUBJECTS: readonly RegExp[] = [
  /\bcar\b|\bpark|garage|\bauto\b/iu,
  /\bclose|opening hours|\bwann\b|öffnungszeiten/iu,
  /money|refund|geld|erstattung/iu,
  /\bdog\b|\bpets?\b|\bhund\b|haustier/iu,
  /crown|tooth cap|dental/iu,
]
/** The last ones are shared by texts without a subject. */
const NUMBERS = SUBJECTS.length + 3

export function vectorOf(text: string, length = NUMBERS): number[] {
  const vector = Array.from({ length }, () => 0)
  for (const [at, subject] of SUBJECTS.entries()) if (subject.test(text)) vector[at] = 1
  // Two texts without a common subject are a little similar, as with real models.
  vector[length - 1] = 0.3
  if (vector.every((number, at) => number === 0 || at === length - 1)) vector[length - 2 - (text.length % 2)] = 1
  return vector
}

export interface EmbeddingsRequest {
  model: string
  input: string[]
  dimensions?: number
}

export type EmbeddingsAnswer = (response: ServerResponse, body: EmbeddingsRequest, request: IncomingMessage) => void

export const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

export const refuse =
  (status: number, message: string, headers: Record<string, string> = {}): EmbeddingsAnswer =>
  (response) =>
    json(response, status, { error: { message, type: 'error', param: null, code: null } }, headers)

export const embed =
  (length?: number): EmbeddingsAnswer =>
  (response, { model, input, dimensions }) => {
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: vectorOf(text, dimensions ?? length),
    }))
    const tokens = input.reduce((sum, text) => sum + text.split(/\s+/u).length, 0)
    // The order is not promised; `index` is.
    data.reverse()
    json(response, 200, { object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } })
  }

export interface EmbeddingsStandIn {
  url: string
  requests: EmbeddingsRequest[]
  keys: (string | undefined)[]
  /** How the next requests are answered. */
  answer: EmbeddingsAnswer
  close(): Promise<void>
}

export async function openEmbeddings(): Promise<EmbeddingsStandIn> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as EmbeddingsRequest
    if (request.method !== 'POST' || request.url !== '/v1/embeddings')
      return refuse(404, 'Unknown')(response, body, request)
    standIn.requests.push(body)
    standIn.keys.push(request.headers.authorization)
    standIn.answer(response, body, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const standIn: EmbeddingsStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    keys: [],
    answer: embed(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return standIn
}
