// Makes the documentation site from docs/ into web/dist/help, where the server serves it at /help: pages, search, the Markdown itself,
// and llms.txt for assistants. No script or style is inside a page, so the console's content policy fits it unchanged.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import MiniSearch from 'minisearch'
import { SECTIONS } from './pages.mjs'
import { headingsOf, render, titleOf } from './render.mjs'
import { SEARCH_OPTIONS } from './search-options.mjs'
import { pageHtml } from './template.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const REPOSITORY = 'https://github.com/outdial/outdial/blob/main/'

export async function buildSite(into = join(root, 'web/dist/help'), docs = join(root, 'docs')) {
  const pages = readPages(docs)
  const sections = sectionsOf(pages.map(({ path }) => path))
  const faults = linkFaults(pages, docs)
  if (faults.length > 0) throw new Error(`The documentation has faults:\n  ${faults.join('\n  ')}`)
  rmSync(into, { recursive: true, force: true })
  pages.forEach((page, at) => {
    write(join(into, page.address), pageHtml(page, { sections, pages, previous: pages[at - 1], next: pages[at + 1] }))
    write(join(into, page.path), page.text)
  })
  for (const name of ['images', 'openapi.json', 'monitoring/alerts.yaml', 'monitoring/grafana-dashboard.json']) {
    if (existsSync(join(docs, name))) cpSync(join(docs, name), join(into, name), { recursive: true })
  }
  cpSync(join(root, 'site/help.css'), join(into, 'assets/help.css'))
  write(join(into, 'assets/search.json'), JSON.stringify(indexOf(pages)))
  write(join(into, 'llms.txt'), llmsText(pages, sections))
  await bundle({
    entryPoints: [join(root, 'site/help.mjs')],
    outfile: join(into, 'assets/help.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  })
}

function readPages(docs) {
  const found = readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md'))
  const listed = sectionsOf(found).flatMap(({ pages }) => pages)
  const lost = listed.filter((path) => !found.includes(path))
  if (lost.length > 0) throw new Error(`site/pages.mjs names pages that do not exist: ${lost.join(', ')}`)
  return listed.map((path) => {
    const text = readFileSync(join(docs, path), 'utf8')
    const headings = headingsOf(text)
    return {
      path,
      address: path.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html'),
      text,
      title: titleOf(text),
      headings,
      html: render(text, (link) => addressOf(link, path)),
    }
  })
}

/** A page that has no place yet is shown all the same, in a section of its own. */
function sectionsOf(found) {
  const listed = new Set(SECTIONS.flatMap(({ pages }) => pages))
  const others = found.filter((path) => !listed.has(path)).sort()
  return others.length > 0 ? [...SECTIONS, { title: 'More', pages: others }] : SECTIONS
}

/** Where a link of a page leads on the site: to another page, to a file that is copied, or out of it. */
function addressOf(link, from) {
  if (/^[a-z]+:|^#|^\//.test(link)) return link
  const [target, anchor] = link.split('#')
  const path = posix.normalize(posix.join(posix.dirname(from), target))
  const tail = anchor === undefined ? '' : `#${anchor}`
  if (path.startsWith('..')) return `${REPOSITORY}${path.slice('../'.length)}${tail}`
  const page = target.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html')
  return `${page}${tail}`
}

/** Links to pages, files and headings that do not exist. */
function linkFaults(pages, docs) {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const faults = []
  for (const page of pages) {
    for (const [, link] of page.text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:|^\//.test(link)) continue
      const [target, anchor] = link.split('#')
      const path = target === '' ? page.path : posix.normalize(posix.join(posix.dirname(page.path), target))
      if (!existsSync(join(docs, path))) faults.push(`docs/${page.path}: ${link} leads nowhere`)
      const headings = byPath.get(path)?.headings
      if (anchor !== undefined && headings && !headings.some(({ slug }) => slug === anchor)) {
        faults.push(`docs/${page.path}: ${link} names no heading of docs/${path}`)
      }
    }
  }
  return faults
}

/** A search finds sections, not pages: each heading with the words below it. */
function indexOf(pages) {
  const search = new MiniSearch(SEARCH_OPTIONS)
  const sections = pages.flatMap((page) =>
    page.headings.map(({ slug, title, words }) => ({ id: `${page.address}#${slug}`, title, page: page.title, words })),
  )
  search.addAll(sections)
  return search
}

function llmsText(pages, sections) {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const lists = sections.map(({ title, pages: paths }) => {
    const lines = paths.map((path) => `- [${byPath.get(path).title}](/help/${path})`)
    return `## ${title}\n\n${lines.join('\n')}`
  })
  return `# Outdial\n\n> Self-hosted software for outbound voice campaigns. The HTTP interface is described in [openapi.json](/help/openapi.json).\n\n${lists.join('\n\n')}\n`
}

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildSite().catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
