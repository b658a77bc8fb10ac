// `npm run generate -- pictures`: the pictures of the documentation, of the program as it was built, filled by demo.mjs. They are
// not part of `npm run generate` alone: times and names of live calls differ in each run, and a browser is needed.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HOW_TO_GET_ONE, launchChromium } from '../web/test/chromium.mjs'
import { peopleAsCsv, startDemo } from './demo.mjs'

const FOLDER = fileURLToPath(new URL('../docs/images/', import.meta.url))

const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  390: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
}

/** Bars settle, waveforms are drawn, and a forecast arrives. */
const SETTLE_MS = 4_000
/** A busy machine answers late: a picture may wait, but must not be of a page that is still loading. */
const PATIENCE_MS = 180_000

const button = (page, name) => page.getByRole('button', { name }).first()

/** By look: the name of the file, the address, and what is done there first. */
const PICTURES = (ids) => [
  ['light', 'overview', '/'],
  ['dark', 'overview', '/'],
  ['390', 'overview', '/'],
  ['light', 'campaigns', '/campaigns'],
  ['light', 'campaign', `/campaigns/${ids.running}`],
  ['390', 'campaign', `/campaigns/${ids.running}`],
  ['dark', 'contact', `/campaigns/${ids.paused}/contacts?show=waiting`, (page) => page.getByRole('row').nth(3).click()],
  ['light', 'call', `/calls/${ids.call}`, (page) => page.getByRole('slider').waitFor({ timeout: PATIENCE_MS })],
  ['light', 'new-campaign', '/campaigns/new', bringList],
  ['light', 'try', `/workflows/${ids.workflow}`, tryByText],
  ['light', 'hear', '/', hearAgent],
]

async function bringList(page) {
  const directory = await mkdtemp(join(tmpdir(), 'outdial-pictures-'))
  const file = join(directory, 'harrogate-week-49.csv')
  await writeFile(file, peopleAsCsv(40, 8000))
  await page.getByLabel('Contact list file').setInputFiles(file)
  await page.getByRole('img', { name: /40 will be called/ }).waitFor()
  await page.getByLabel('Name of the campaign').fill('Harrogate, week 49')
  await page
    .getByRole('radio', { name: /Simulated/ })
    .first()
    .click()
  await page.evaluate(() => window.scrollTo(0, 0))
  await rm(directory, { recursive: true })
}

async function tryByText(page) {
  await page.getByText('Can be saved').waitFor()
  await button(page, /^Try it/).click()
  const panel = page.getByRole('complementary', { name: 'Try it' })
  await panel.getByRole('radio', { name: 'Write' }).click()
  const values = {
    first_name: 'Ada',
    appointment_date: 'Friday',
    appointment_time: 'ten',
    front_desk_number: '555 0100',
  }
  for (const [name, value] of Object.entries(values)) await panel.getByLabel(name, { exact: true }).fill(value)
  await button(panel, 'Begin').click()
  await panel.getByLabel('What the person says').fill('yes')
  await button(panel, 'Say it').click()
}

async function hearAgent(page) {
  await button(page, 'The first five minutes').click()
  await button(page, 'Hear it').click()
  const drawer = page.getByRole('complementary', { name: 'Hear the agent' })
  await drawer.getByLabel('Who answers').selectOption({ label: 'Agrees' })
  await button(drawer, 'Only read it').click()
}

/**
 * Waits until the figures of live calls on the page agree. Events update the list of calls immediately, but totals are read from
 * the server a few seconds later, so the two can differ for a short time.
 */
async function agreement(page) {
  await page.waitForFunction(
    () => {
      const number = (element) => Number(/\d+/.exec(element?.textContent ?? '')?.[0] ?? Number.NaN)
      const shown = [
        '.meter b',
        '.now-band .display',
        '.camp .pill',
        '.c-live .pill',
        '.balance > div:nth-child(8) button',
      ]
        .map((place) => document.querySelector(place))
        .filter((element) => element?.getClientRects().length > 0)
        .map(number)
      return new Set(shown).size <= 1
    },
    null,
    { polling: 100 },
  )
}

async function signIn(page, { url, key }) {
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('API key').fill(key)
  await button(page, 'Sign in').click()
  await page.waitForURL((now) => now.pathname !== '/sign-in')
  // The overview, not the first steps.
  await page.evaluate(() => localStorage.setItem('outdial-first-steps', 'skipped'))
}

async function take(browser, demo, folder) {
  for (const [look, options] of Object.entries(LOOKS)) {
    const context = await browser.newContext({ ...options, locale: 'en-GB', reducedMotion: 'reduce' })
    context.setDefaultTimeout(PATIENCE_MS)
    const page = await context.newPage()
    await signIn(page, demo)
    for (const [wanted, name, path, act] of PICTURES(demo.ids)) {
      if (wanted !== look) continue
      await page.goto(demo.url + path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await act?.(page)
      await page.locator('[aria-label^="Reading"]').first().waitFor({ state: 'detached' })
      await page.waitForTimeout(SETTLE_MS)
      await agreement(page)
      await page.screenshot({ path: join(folder, `${name}-${look}.png`) })
      console.log(`took ${name}-${look}.png`)
    }
    await context.close()
  }
}

/** Without a browser nothing is changed, and nothing fails. */
export async function takePictures(folder = FOLDER) {
  const browser = await launchChromium().catch(() => null)
  if (!browser) return console.log(`The pictures stay as they are: there is no browser. ${HOW_TO_GET_ONE}`)
  await mkdir(folder, { recursive: true })
  let demo = null
  try {
    demo = await startDemo()
    await take(browser, demo, folder)
  } finally {
    await browser.close()
    await demo?.stop()
  }
}
