/** The documentation site: made from docs/ without a fault, searchable, and served under the console's content policy. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import MiniSearch from 'minisearch'
import { beforeAll, expect, test } from 'vitest'
import { registerHomePage } from '../src/http/home-page.ts'
import { openServer } from '../src/http/server.ts'
import { silentLog } from '../src/kernel/log.ts'
import { temporaryFolder } from './temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const load = (path: string) => import(join(root, path))
const { buildSite } = (await load('site/build.mjs')) as { buildSite(into: string, docs?: string): Promise<void> }
const { SEARCH_OPTIONS } = (await load('site/search-options.mjs')) as {
  SEARCH_OPTIONS: ConstructorParameters<typeof MiniSearch>[0]
}
let home: string
const page = (name: string) => readFile(join(home, 'dist/help', name), 'utf8')

beforeAll(async () => {
  home = await temporaryFolder('help')
  await buildSite(join(home, 'dist/help'))
}, 180_000)

test('a page shows its placeholders, its headings have addresses, and nothing in it needs a looser policy', async () => {
  const workflows = await page('workflows.html')
  expect(workflows).toContain('{{first_name')
  expect(workflows).toMatch(/<h2 id="[a-z]/)
  for (const name of ['workflows.html', 'calling-rule-packs.html', 'providers/twilio.html']) {
    const html = await page(name)
    expect([name, /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/.exec(html)?.[0]]).toEqual([name, undefined])
  }
})

test('a search finds a section, and assistants find every page as Markdown', async () => {
  const search = MiniSearch.loadJSON(await page('assets/search.json'), SEARCH_OPTIONS)
  expect(search.search('hours_floor')[0]?.id).toMatch(/^calling-rules\.html#/)
  const llms = await page('llms.txt')
  expect(llms).toContain('(/help/workflows.md)')
  expect(await page('workflows.md')).toBe(await readFile(join(root, 'docs/workflows.md'), 'utf8'))
})

test.each([
  ['[gone](no-such-page.md)', /index\.md: no-such-page\.md leads nowhere/],
  ['[gone](cli.md#no-such-heading)', /index\.md: cli\.md#no-such-heading names no heading/],
])('the build refuses %s', async (link, message) => {
  const docs = await temporaryFolder('docs')
  await cp(join(root, 'docs'), docs, { recursive: true })
  await writeFile(join(docs, 'index.md'), `# Outdial\n\n${link}\n`)
  await expect(buildSite(join(docs, 'out'), docs)).rejects.toThrow(message)
})

test('is served below /help with the policy of the console; what is not there is no page of the console', async () => {
  await mkdir(join(home, 'src'))
  await writeFile(join(home, 'src/index.html'), 'the console')
  await writeFile(join(home, 'dist/index.html'), 'the console')
  const app = await openServer({ log: silentLog, routes: [], authenticate: async () => null, rateLimitPerMinute: 0 })
  registerHomePage(app, new URL('src/index.html', `${pathToFileURL(home).href}/`))
  const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })
  expect((await get('/help')).headers.location).toBe('/help/')
  const start = await get('/help/')
  expect(start.statusCode).toBe(200)
  expect(start.body).toContain('Skip to the text')
  expect(start.headers['content-security-policy']).toContain("script-src 'self'")
  expect((await get('/help/monitoring/')).body).toContain('<title>')
  expect((await get('/help/no-such-page.html')).statusCode).toBe(404)
  expect((await get('/campaigns/7')).body).toBe('the console')
})
