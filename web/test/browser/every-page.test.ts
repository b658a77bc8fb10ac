/** Every page in both themes, wide and narrow (light and wide, dark and narrow: each of the four once): no sideways scroll, no serious finding of axe, no fault in the console. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { makeCampaign, openConsole, people } from './console.ts'

const program = openConsole()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const PAGES = [
  '/',
  '/campaigns',
  '/campaigns/1',
  '/campaigns/1/contacts',
  '/campaigns/1/calls',
  '/campaigns/1/analysis',
  '/campaigns/1/log',
  '/campaigns/1/setup',
  '/campaigns/2',
  '/campaigns/2/setup',
  '/campaigns/new',
  '/more',
]

const LOOKS = [
  { name: 'light 1280', options: { colorScheme: 'light', viewport: { width: 1280, height: 800 } } },
  { name: 'dark 390', options: { colorScheme: 'dark', viewport: { width: 390, height: 844 } } },
] as const

beforeAll(async () => {
  await makeCampaign(program, {
    name: 'Done',
    csv: `${people(6, '10')}${people(2, '60').split('\n').slice(1).join('\n')}`,
    start: true,
  })
  await makeCampaign(program, { name: 'Draft', csv: people(3) })
})

interface Finding {
  id: string
  impact: string
  nodes: { html: string }[]
}

async function findings(page: Page): Promise<string[]> {
  // Through the debugger, not as an element: the page's policy runs only what we ship.
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: Finding[]
  }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
}

test.each(LOOKS)('$name', async ({ options }) => {
  const page = await program.signedIn('/campaigns', options)
  const found: string[] = []
  for (const path of PAGES) {
    await page.goto(program.url + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.locator('[aria-label^="Reading"]').first().waitFor({ state: 'detached' })
    found.push(...(await findings(page)).map((finding) => `${path} ${finding}`))
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (wide > 0) found.push(`${path} scrolls sideways by ${wide}`)
  }
  expect(found).toEqual([])
})
