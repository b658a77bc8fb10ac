/** Measurements inside a page of the console. */
import type { Page } from './console.ts'

export const DRAWN = 'location.pathname !== "/sign-in" && document.querySelector(".page h1") !== null'
const PATIENCE_MS = 120_000

/** Asked through the debugger: the page's policy evaluates no text. */
export async function until(page: Page, condition: string): Promise<void> {
  for (const begun = Date.now(); Date.now() - begun < PATIENCE_MS; await page.waitForTimeout(50))
    if (await page.evaluate<boolean>(condition)) return
  throw new Error(`never: ${condition}`)
}

/** Every script of a first visit to the overview, as it came over the wire. */
export async function scriptBytes(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/`)
  await until(page, DRAWN)
  await page.waitForTimeout(3_000)
  const bytes = await page.evaluate<number>(
    `performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  )
  await page.close()
  return bytes
}

const ROUNDS = 3
/** A "fast 3G" line: 150 ms there and back, 1.6 Mbit/s down, 750 kbit/s up. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const SLOWER = 4
const QUIET_MS = 4_000

/** When the overview is drawn and nothing keeps it from answering any more. */
export async function interactiveMs(page: Page, url: string): Promise<number> {
  await page.addInitScript(`
    window.busyUntil = 0
    new PerformanceObserver((list) => { for (const { startTime, duration } of list.getEntries()) window.busyUntil = startTime + duration }).observe({ type: 'longtask', buffered: true })
    new MutationObserver(() => { if (!window.drawnAt && document.querySelector('.page h1')) window.drawnAt = performance.now() }).observe(document, { childList: true, subtree: true })`)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Network.emulateNetworkConditions', LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto(`${url}/`)
    await until(page, 'window.drawnAt > 0')
    await page.waitForTimeout(QUIET_MS)
    times.push(await page.evaluate<number>('Math.max(window.drawnAt, window.busyUntil)'))
  }
  await page.close()
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] as number
}

/** The longest time between two frames while `work` goes on; it is handed a function that waits for the next one. */
export function longestPause(page: Page, work: string): Promise<number> {
  return page.evaluate<number>(`(async () => {
    let longest = 0
    let last = null
    const frame = () => new Promise((resolve) => requestAnimationFrame((now) => {
      if (last !== null) longest = Math.max(longest, now - last)
      last = now
      resolve()
    }))
    await (${work})(frame)
    return longest
  })()`)
}

/** Counts what the page is told, as it reads it. */
export function gotEvents(page: Page): Promise<void> {
  return page.addInitScript(`
    window.told = 0
    const real = window.fetch
    window.fetch = async (input, init) => {
      const response = await real(input, init)
      if (!String(input.url ?? input).includes('/events/stream')) return response
      const counting = new TransformStream({ transform(piece, controller) {
        for (let at = 1; at < piece.length; at++) if (piece[at] === 10 && piece[at - 1] === 10) window.told += 1
        controller.enqueue(piece)
      } })
      return new Response(response.body.pipeThrough(counting), { status: response.status, headers: response.headers })
    }`)
}

export async function heapMegabytes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const {
    usedSize,
    embedderHeapUsedSize = 0,
    backingStorageSize = 0,
  } = (await devtools.send('Runtime.getHeapUsage')) as unknown as {
    usedSize: number
    embedderHeapUsedSize?: number
    backingStorageSize?: number
  }
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / 1e6
}
