/**
 * Every page in both themes, wide in English or narrow in German, whose words are longer: no sideways scroll, no serious finding of axe, no fault in the console.
 * Which of the two a page is seen in is drawn, for the time of the whole run; `npm run proof -- pages` sees each in both.
 */
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { SETTINGS_PAGES } from '../../src/components/settings-pages.ts'
import { makeCampaign, openConsole, people, SAMPLE } from './console.ts'

const program = openConsole()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const pages = new Set<string>()

const WIDTHS = [
  { width: 1280, height: 800, language: 'en' },
  { width: 390, height: 844, language: 'de' },
]
const drawn = randomInt(WIDTHS.length)
const isSeenAt = (width: number, index: number) =>
  process.env.OUTDIAL_PROOF !== undefined || width < 1000 === (index % WIDTHS.length === drawn)

beforeAll(async () => {
  const done = await makeCampaign(program, {
    name: 'Done',
    csv: `${people(6, '10')}${people(2, '60').split('\n').slice(1).join('\n')}`,
    start: true,
  })
  // Long names and calls under way, which other files never have together.
  const live = await makeCampaign(program, {
    name: 'Überfällige Rechnungen der Zweigstelle Hamburg-Altona, zweite Mahnung mit Ratenangebot',
    csv: 'phone_number,first_name\n+447700900700,Wolfeschlegelsteinhausenbergerdorff Hubert\n',
    speed: 1,
    talkSeconds: 600,
    start: true,
  })
  const draft = await makeCampaign(program, { name: 'Draft', csv: people(3) })
  const { data: carriers } = await program.client.GET('/api/v1/organizations/telephony-configs')
  await program.client.waitUntilCompleted(done)
  const { data: calls } = await program.client.GET('/api/v1/calls', { params: { query: { live: false, limit: 1 } } })
  for (const path of ['', '/contacts', '/calls', '/analysis', '/log', '/setup']) pages.add(`/campaigns/${done}${path}`)
  for (const path of ['', '/setup', '/add']) pages.add(`/campaigns/${draft}${path}`)
  for (const path of ['', '/contacts', '/calls']) pages.add(`/campaigns/${live}${path}`)
  for (const path of ['/', '/campaigns', '/campaigns/new', '/calls', '/workflows', '/do-not-call', '/number', '/more'])
    pages.add(path)
  pages.add(`/calls/${calls!.runs[0]!.id}`)
  pages.add(`/workflows/${program.workflows[SAMPLE]}`)
  for (const path of ['', '/new', `/${carriers!.configurations[0]!.id}`]) pages.add(`/telephony${path}`)
  for (const path of Object.keys(SETTINGS_PAGES)) pages.add(`/settings/${path}`)
})

interface Finding {
  id: string
  impact: string
  nodes: { html: string }[]
}

async function findings(page: Page, options: object): Promise<string[]> {
  // Through the debugger, not as an element: the page's policy runs only what we ship.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as {
    violations: Finding[]
  }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
}

/** What a finger cannot hit: the controls that the design makes 44 px tall on a phone. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.chip, .tabs a, .btn.sm, .seg button, .set .confs a, .balance button')]
      .filter((target) => target.getClientRects().length > 0 && target.getBoundingClientRect().height < 43.5)
      .map((target) => `${target.className} ${target.textContent} is ${target.getBoundingClientRect().height} px tall`),
  )
}

/** As a link of the page would, without loading everything anew. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('[aria-label^="Reading"], [aria-label^="Wird gelesen"]').first().waitFor({ state: 'detached' })
}

test.each(WIDTHS)('$width wide', { timeout: 180_000 }, async ({ language, ...viewport }) => {
  const page = await program.signedIn('/more', { viewport, colorScheme: 'light', reducedMotion: 'reduce' })
  await page.evaluate((wanted) => localStorage.setItem('outdial-language', wanted), language)
  await page.reload()
  await page.locator(`html[lang=${language}]`).waitFor()
  const found: string[] = []
  for (const path of [...pages].filter((_, index) => isSeenAt(viewport.width, index))) {
    await goTo(page, path)
    const light = await findings(page, { resultTypes: ['violations'] })
    // The other theme has the same page in other colours.
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await findings(page, { resultTypes: ['violations'], runOnly: ['color-contrast'] })
    await page.emulateMedia({ colorScheme: 'light' })
    found.push(...light.map((each) => `${path} light ${each}`), ...dark.map((each) => `${path} dark ${each}`))
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (wide > 0) found.push(`${path} scrolls sideways by ${wide}`)
    if (viewport.width < 768) found.push(...(await tooSmall(page)).map((each) => `${path} ${each}`))
  }
  expect(found).toEqual([])
})
