import type { ChatEndpoint } from '../../src/models/chat-model.ts'

// Loaded before the clock runs: a virtual minute passes while a module is read.
await Promise.all([import('ai'), import('@ai-sdk/openai-compatible')])

export interface AskedOfModel {
  messages: { role: string; content: string }[]
  tools?: { function: { name: string; parameters?: { properties: Record<string, unknown> } } }[]
}

/** Text to say, or the name of a tool to call. */
export type ModelAnswer = { say: string } | { call: string; input?: object }

/**
 * A chat endpoint in this process, with the events that real ones send: for conversations on a virtual clock. `answer` is asked
 * with what it was sent and how often it was asked.
 */
export function standInChat(answer: (asked: AskedOfModel, number: number) => ModelAnswer) {
  const bodies: string[] = []
  const respond: typeof fetch = async (_url, init) => {
    const body = String(init?.body)
    bodies.push(body)
    return new Response(eventsOf(answer(JSON.parse(body) as AskedOfModel, bodies.length)), {
      headers: { 'content-type': 'text/event-stream' },
    })
  }
  const chat: ChatEndpoint = { baseUrl: 'http://model.test/v1', model: 'stand-in', fetch: respond }
  return { chat, bodies }
}

function eventsOf(answer: ModelAnswer): string {
  const piece = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'stand-in', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  if ('say' in answer) return `${piece({ content: answer.say }, null)}${piece({}, 'stop')}data: [DONE]\n\n`
  const called = { name: answer.call, arguments: JSON.stringify(answer.input ?? {}) }
  const call = { index: 0, id: 'call_1', type: 'function', function: called }
  return `${piece({ tool_calls: [call] }, null)}${piece({}, 'tool_calls')}data: [DONE]\n\n`
}
