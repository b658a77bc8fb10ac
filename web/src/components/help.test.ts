import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { helpOfError } from '../api/error-words.ts'
import { HELP_GROUPS, HELP_PAGES, helpOfCarrier, helpOfPage } from './help.ts'
import { SETTINGS_PAGES } from './settings-pages.ts'

const ROOT = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')
const { headingsOf, render } = (await import(new URL('site/render.mjs', ROOT).href)) as {
  headingsOf(text: string): { slug: string }[]
  render(text: string, addressOf: (href: string) => string): string
}

test('every help link leads to a heading that the documentation has', () => {
  const groups = Object.entries(HELP_GROUPS)
  for (const [pattern, address] of [...HELP_PAGES, ...groups]) {
    const [page = '', anchor] = address.split('#')
    const slugs = headingsOf(read(`docs/${page.replace('.html', '.md')}`)).map(({ slug }) => slug)
    if (anchor !== undefined) expect(slugs, `${pattern} ${address}`).toContain(anchor)
  }
  for (const word of Object.keys(SETTINGS_PAGES)) expect(helpOfPage(`/settings/${word}`)).toMatch(/\.html/)
})

/** Pages that are made of fields: each group of them leads to its explanation. */
const WITH_FIELDS = /^(new-campaign|settings|telephony)\/|^campaign\/setup-tab/

test('every group of fields has help', () => {
  const pages = new URL('web/src/pages/', ROOT)
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tsx') && WITH_FIELDS.test(name),
  )
  const groups = files.flatMap((name) =>
    Array.from(readFileSync(new URL(name, pages), 'utf8').matchAll(/<Section\s[\s\S]{0,60}/g), ([tag]) => ({
      name,
      tag,
    })),
  )
  expect(groups.length).toBeGreaterThan(40)
  expect(groups.filter(({ tag }) => !/^<Section\s+(key=\{part\}\s+)?help=\{helpGroup\('/.test(tag))).toEqual([])
})

test('every carrier and every error has its place', () => {
  const carriers = readdirSync(new URL('server/src/telephony/providers', ROOT), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
  const pages = readdirSync(new URL('docs/providers', ROOT))
  for (const name of carriers)
    expect(pages, helpOfCarrier(name)).toContain(helpOfCarrier(name).split('/').at(-1)?.replace('.html', '.md'))
  const anchor = helpOfError('campaign_not_found').split('#')[1]
  expect(render(read('docs/errors.md'), (href) => href)).toContain(`id="${anchor}"`)
})
