/** The console in a real Chromium: what it loads, how soon it answers, how a long list scrolls, what it keeps in memory. */
import type { AddressInfo } from 'node:net'
import { loadOf, MEASURED_MS, manyRunning, type PageLoad, RUNNING } from './console-load.ts'
import { DRAWN, gotEvents, heapMegabytes, interactiveMs, longestPause, scriptBytes, until } from './console-page.ts'
import { type BenchWorld, type Figure, KEY, openBenchWorld } from './world.ts'

const CONTACTS = 100_000
const EVENTS = 100_000
const EVENTS_BATCH = 1_000

/** The little of the browser that is needed here; the tests of the console have it as a dependency. */
export interface Page {
  goto(url: string): Promise<unknown>
  evaluate<T>(script: string): Promise<T>
  addInitScript(script: string): Promise<void>
  waitForTimeout(ms: number): Promise<void>
  fill(selector: string, text: string): Promise<void>
  click(selector: string): Promise<void>
  context(): { newCDPSession(page: Page): Promise<Devtools>; newPage(): Promise<Page> }
  close(): Promise<void>
}

export interface Devtools {
  send(method: string, parameters?: object): Promise<Record<string, never>>
}

interface Browser {
  newContext(options: object): Promise<{ newPage(): Promise<Page> }>
  close(): Promise<void>
}

export async function consoleBench(): Promise<Figure[]> {
  const chromium = new URL('../../../web/test/chromium.mjs', import.meta.url).href
  const { launchChromium, HOW_TO_GET_ONE } = (await import(chromium)) as {
    launchChromium(): Promise<Browser | null>
    HOW_TO_GET_ONE: string
  }
  const browser = await launchChromium()
  if (!browser) throw new Error(`There is no Chromium. ${HOW_TO_GET_ONE}`)
  const world = await openBenchWorld()
  try {
    return await figuresOf(world, browser)
  } finally {
    await browser.close()
    await world.close()
  }
}

async function figuresOf(world: BenchWorld, browser: Browser): Promise<Figure[]> {
  const url = `http://127.0.0.1:${(world.app.server.server.address() as AddressInfo).port}`
  const campaign = await longCampaign(world)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await signedIn(await context.newPage(), url)
  const bytes = await scriptBytes(await context.newPage(), url)
  const ready = await interactiveMs(await context.newPage(), url)
  const { scrolling, searching } = await longList(page, `${url}/campaigns/${campaign}/contacts`)
  const heap = await afterEvents(world, page, `${url}/campaigns/${campaign}`, campaign)
  const busy = await manyRunning(world)
  const loads = []
  for (const [name, path] of [
    ['overview', '/'],
    ['campaign', `/campaigns/${busy}`],
  ] as const)
    loads.push(...loadFigures(name, await loadOf(page, url + path)))
  const kept = `campaign page of ${CONTACTS} contacts open while ${EVENTS} events are told, then garbage collected`
  return [
    figure(
      'script of the overview, compressed',
      bytes / 1000,
      'kB',
      '<= 250',
      'every script of a first visit, as sent',
    ),
    figure(
      'overview interactive',
      ready,
      'ms',
      '<= 1500',
      'cold cache, signed in; CPU 4 times slower, 150 ms, 1.6 Mbit/s; heading there and last long task over; median of 3',
    ),
    figure(
      'longest pause, scrolling',
      scrolling,
      'ms',
      '<= 100',
      `${CONTACTS} contacts, wheel and jumps; longest gap between frames`,
    ),
    figure('longest pause, searching', searching, 'ms', '<= 100', `the same list, a name typed letter by letter`),
    figure('memory of a campaign page', heap, 'MB', '<= 150', kept),
    ...loads,
  ]
}

function loadFigures(name: string, { byAddress, requestsPerSecond, kilobytesPerSecond }: PageLoad): Figure[] {
  const method = `${RUNNING} running campaigns, the page open; ${MEASURED_MS / 1_000} s, without the stream of events`
  return [
    {
      ...figure(`requests of the ${name} page`, 0, '/s', '<= 0.2', `${method}: ${byAddress.join(', ')}`),
      value: Math.round(requestsPerSecond * 100) / 100,
    },
    figure(`bytes of the ${name} page, compressed`, kilobytesPerSecond, 'kB/s', '<= 20', method),
  ]
}

function figure(name: string, value: number, unit: string, target: string, method: string): Figure {
  return { figure: name, value: Math.round(value * 10) / 10, unit, target, method }
}

async function longCampaign(world: BenchWorld): Promise<number> {
  const numbers = Array.from({ length: CONTACTS }, (_, at) => `+1202${String(1_000_000 + at)}`)
  return world.campaign(await world.uploadNumbers(numbers), await world.simulator({}), {})
}

async function signedIn(page: Page, url: string): Promise<Page> {
  await page.goto(`${url}/sign-in`)
  await page.fill('input', KEY)
  await page.click('button:has-text("Sign in")')
  await until(page, DRAWN)
  return page
}

async function longList(page: Page, address: string): Promise<{ scrolling: number; searching: number }> {
  await page.goto(address)
  await until(page, 'document.querySelectorAll(".vrow:not(.hole)").length > 10')
  await page.waitForTimeout(2_000)
  const scrolling = await longestPause(
    page,
    `async (frame) => {
      const list = document.querySelector('.vlist')
      for (let at = 0; at < 240; at++) { list.scrollTop += 170; await frame() }
      for (let at = 0; at < 24; at++) { list.scrollTop = (at * 7919 % 100) / 100 * list.scrollHeight; for (let wait = 0; wait < 8; wait++) await frame() }
    }`,
  )
  const searching = await longestPause(
    page,
    `async (frame) => {
      const field = document.querySelector('input[type=search]')
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
      for (const text of ['2', '20', '209', '2099', '20999', '209999']) {
        set.call(field, text)
        field.dispatchEvent(new Event('input', { bubbles: true }))
        for (let wait = 0; wait < 12; wait++) await frame()
      }
      for (let wait = 0; wait < 90; wait++) await frame()
    }`,
  )
  return { scrolling, searching }
}

/** As a busy campaign tells them: ends of calls of this campaign's contacts. */
async function afterEvents(world: BenchWorld, page: Page, address: string, campaign: number): Promise<number> {
  await gotEvents(page)
  await page.goto(address)
  await until(page, DRAWN)
  await page.waitForTimeout(1_000)
  for (let told = 0; told < EVENTS; told += EVENTS_BATCH) {
    await world.pool.query(
      `insert into events (organization_id, at, type, campaign_id, contact_id, call_id, data)
       select 1, now(), 'call_ended', $1, t.id, g, '{"outcome":"answered","attempt":1,"duration_seconds":30,"disposition":"confirmed"}'
         from generate_series($2::int + 1, $2::int + $3::int) g
         join contacts t on t.campaign_id = $1 and t.id = (select min(id) from contacts where campaign_id = $1) + g - 1`,
      [campaign, told, EVENTS_BATCH],
    )
    await page.waitForTimeout(100)
  }
  await until(page, `window.told >= ${EVENTS}`)
  await page.waitForTimeout(2_000)
  return heapMegabytes(page)
}
