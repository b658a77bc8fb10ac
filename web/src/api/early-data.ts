/** Answers that `public/early.js` requested before this script was loaded. Each is used once, and only by the first page. */
declare global {
  interface Window {
    outdialEarly?: Map<string, Promise<Response>>
  }
}

/** Older answers are not used: the page reads the data itself. */
const EARLY_MS_MAX = 10_000

/** The answer to this request, if it is on its way or here; null: it must be sent. */
export async function takeEarlyAnswer(method: string, url: string): Promise<Response | null> {
  const early = window.outdialEarly
  if (!early || method !== 'GET') return null
  if (performance.now() > EARLY_MS_MAX) {
    early.clear()
    return null
  }
  const { origin, pathname, search } = new URL(url, window.location.origin)
  const address = pathname + search
  const answer = origin === window.location.origin ? early.get(address) : undefined
  early.delete(address)
  const found = await answer?.catch(() => null)
  // A refusal may be older than the sign-in: the request is sent again.
  return found?.ok ? found : null
}

/** The next session can belong to another organization. */
export function dropEarlyAnswers(): void {
  window.outdialEarly?.clear()
}
