/** Server-sent events by `fetch`: unlike EventSource it can send an API key, and it works in Node. */
import { errorOf, OutdialError } from './outdial-error.ts'

export interface Message {
  id: string | null
  event: string | null
  data: string
}

const PAUSE_MS_MIN = 500
const PAUSE_MS_MAX = 30_000

export interface StreamOptions {
  /** Opens the stream, after the given event id if there is one. */
  connect(lastId: string | null): Promise<Response>
  after: string | null
  signal: AbortSignal | null
}

/**
 * Yields messages without end: a lost stream is reopened after the last id. It ends when the signal aborts, and throws only
 * errors that a retry would not fix.
 */
export async function* resumedMessages({ connect, after, signal }: StreamOptions): AsyncGenerator<Message> {
  let lastId = after
  let failures = 0
  while (!signal?.aborted) {
    const messages = openMessages(connect, lastId)
    try {
      for (let next = await nextMessage(messages, signal); next; next = await nextMessage(messages, signal)) {
        failures = 0
        lastId = next.id ?? lastId
        yield next
      }
    } finally {
      // Also reached if the consumer stops early, so that the connection does not stay open.
      await messages.return(undefined)
    }
    failures += 1
    await pause(failures, signal)
  }
}

async function* openMessages(
  connect: StreamOptions['connect'],
  lastId: string | null,
): AsyncGenerator<Message, undefined> {
  const response = await connect(lastId)
  if (!response.ok) throw await errorOf(response)
  if (response.body) yield* readMessages(response.body)
}

/** The next message; null: the stream has ended or was lost, and another may be opened. */
async function nextMessage(messages: AsyncGenerator<Message>, signal: AbortSignal | null): Promise<Message | null> {
  try {
    const next = await messages.next()
    return next.done ? null : next.value
  } catch (error) {
    if (!signal?.aborted && error instanceof OutdialError && isFinal(error.status)) throw error
    return null
  }
}

function isFinal(status: number): boolean {
  return status < 500 && status !== 408 && status !== 429
}

function pause(failures: number, signal: AbortSignal | null): Promise<void> {
  const longest = Math.min(PAUSE_MS_MAX, PAUSE_MS_MIN * 2 ** (failures - 1))
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    // A random delay, so that many clients which lost the same server do not reconnect at the same instant.
    const timer = setTimeout(done, longest * (0.5 + Math.random() / 2))
    signal?.addEventListener('abort', done)
    if (signal?.aborted) done()
  })
}

/** Parses the format of https://html.spec.whatwg.org/multipage/server-sent-events.html, as far as the server uses it. */
export async function* readMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      // A carriage return at the very end may be half of a line end, so it waits for more data.
      const blocks = text.split(/\r\n\r\n|\n\n|\r\r(?!$)/)
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const message = readBlock(block)
        if (message) yield message
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function readBlock(block: string): Message | null {
  const message: Message = { id: null, event: null, data: '' }
  const data: string[] = []
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === 'data') data.push(value)
    else if (name === 'id') message.id = value
    else if (name === 'event') message.event = value
  }
  return data.length > 0 ? { ...message, data: data.join('\n') } : null
}
