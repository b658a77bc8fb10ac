/**
 * `fetch` that monitors the event stream: the console must know when the last byte arrived, because a lost connection looks like
 * an idle one.
 */
import { takeEarlyAnswer } from '../api/early-data.ts'

type Watcher = { tried(): void; heard(): void; lost(): void }

let watcher: Watcher | null = null
let cut: AbortController | null = null

export function watchStream(next: Watcher | null): void {
  watcher = next
}

/** Aborts the open stream like a lost connection, so that it is reopened. */
export function dropStream(): void {
  cut?.abort()
}

export const watchedFetch: typeof globalThis.fetch = async (input, init) => {
  const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
  if (!url.includes('/events/stream')) {
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    return (await takeEarlyAnswer(method, url)) ?? fetch(input, init)
  }
  cut = new AbortController()
  watcher?.tried()
  const signal = init?.signal ? AbortSignal.any([init.signal, cut.signal]) : cut.signal
  try {
    const response = await fetch(input, { ...init, signal })
    if (!response.ok || !response.body) return response
    return new Response(heard(response.body), { status: response.status, headers: response.headers })
  } catch (error) {
    watcher?.lost()
    throw error
  }
}

function heard(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) {
          watcher?.lost()
          controller.close()
          return
        }
        watcher?.heard()
        controller.enqueue(value)
      } catch (error) {
        watcher?.lost()
        controller.error(error)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
