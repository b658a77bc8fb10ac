/** Retries requests if that is safe and may help: the request never reached the server, or the server asks to wait. */

export interface RetryOptions {
  /** Number of retries; 0 disables them. */
  retries: number
  /** Time limit of one attempt, and of asking for the result of lost attempts; uploads may take longer. */
  timeoutMs: number
  sleep(ms: number, signal: AbortSignal | null): Promise<void>
}

const RETRYABLE = new Set([429, 502, 503, 504])
const PAUSE_MS = 250
const PAUSE_MS_MAX = 30_000
/** Longest delay between two requests that ask whether long work is done. */
const LOOK_MS_MAX = 5_000
/** Limit for requests without their own time limit. */
const IN_PROGRESS_MS_MAX = 10 * 60_000
/** Methods without a body, or whose body has the same effect however often it arrives. */
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])

type Send = (request: Request) => Promise<Response>

export function withRetries(send: Send, { retries, timeoutMs, sleep }: RetryOptions): Send {
  return async (request) => {
    const hasKey = request.headers.has('idempotency-key')
    const repeatable = hasKey || REPEATABLE.has(request.method)
    /** How long the server may continue to work after the connection was lost. */
    let patienceMs = timeoutMs === 0 ? IN_PROGRESS_MS_MAX : timeoutMs
    for (let attempt = 0, looks = 0; ; ) {
      const last = !repeatable || attempt >= retries
      // A body can be read only once, so every attempt but the last uses a copy.
      const sent = last && !hasKey ? request : request.clone()
      let waitMs: number
      try {
        const response = await send(limited(sent, timeoutMs))
        if (attempt > 0 && hasKey && patienceMs > 0 && (await isInProgress(response))) {
          waitMs = pauseMs(looks++, response.headers.get('retry-after'), LOOK_MS_MAX)
          patienceMs -= waitMs
        } else if (last || !RETRYABLE.has(response.status)) {
          return response
        } else {
          waitMs = pauseMs(attempt++, response.headers.get('retry-after'))
        }
        await response.body?.cancel()
      } catch (error) {
        if (last || request.signal.aborted) throw error
        waitMs = pauseMs(attempt++, null)
      }
      await sleep(waitMs, request.signal)
    }
  }
}

/** Whether the server is still executing an earlier attempt, or its node was lost meanwhile. */
async function isInProgress(response: Response): Promise<boolean> {
  if (response.status !== 409) return false
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: unknown } | null
  return body?.code === 'request_in_progress'
}

function limited(request: Request, timeoutMs: number): Request {
  if (timeoutMs === 0) return request
  return new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]) })
}

/**
 * The delay that the server requests, or about twice as long each time, randomized so that clients that failed together do not
 * return together.
 */
function pauseMs(attempt: number, retryAfter: string | null, most = PAUSE_MS_MAX): number {
  const asked = Number(retryAfter ?? Number.NaN)
  const own = PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2)
  return Math.min(most, Number.isFinite(asked) && asked >= 0 ? asked * 1000 : own)
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
