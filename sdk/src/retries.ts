/** Sends a request again where that is safe and might help: it never reached the server, or the server asks to wait. */

export interface RetryOptions {
  /** How often a request is sent again; 0 switches it off. */
  retries: number
  /** How long one attempt may take; uploads and downloads may take longer. */
  timeoutMs: number
  sleep(ms: number, signal: AbortSignal | null): Promise<void>
}

const RETRYABLE = new Set([429, 502, 503, 504])
const PAUSE_MS = 250
const PAUSE_MS_MAX = 30_000
/** Without a body, or with one that has the same effect however often it arrives. */
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])

type Send = (request: Request) => Promise<Response>

export function withRetries(send: Send, { retries, timeoutMs, sleep }: RetryOptions): Send {
  return async (request) => {
    const repeatable = REPEATABLE.has(request.method) || request.headers.has('idempotency-key')
    for (let attempt = 0; ; attempt++) {
      const last = !repeatable || attempt >= retries
      // A body can be read once; every attempt but the last takes a copy.
      const sent = last ? request : request.clone()
      try {
        const response = await send(limited(sent, timeoutMs))
        if (last || !RETRYABLE.has(response.status)) return response
        await response.body?.cancel()
        await sleep(pauseMs(attempt, response.headers.get('retry-after')), request.signal)
      } catch (error) {
        if (last || request.signal.aborted) throw error
        await sleep(pauseMs(attempt, null), request.signal)
      }
    }
  }
}

function limited(request: Request, timeoutMs: number): Request {
  if (timeoutMs === 0) return request
  return new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]) })
}

/** What the server asks for, or about twice as long each time; clients that failed together do not come back together. */
function pauseMs(attempt: number, retryAfter: string | null): number {
  const asked = Number(retryAfter ?? Number.NaN)
  const own = PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2)
  return Math.min(PAUSE_MS_MAX, Number.isFinite(asked) && asked >= 0 ? asked * 1000 : own)
}

export function sleepFor(ms: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
