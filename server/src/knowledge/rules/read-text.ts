/** Splits plain text, Markdown and HTML into blocks, in time linear to the length of the text. */
import type { TextBlock } from './passages.ts'

export function readPlainText(text: string): TextBlock[] {
  return paragraphsOf(text).map((paragraph) => ({ heading: null, page: null, text: paragraph }))
}

export function readMarkdown(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let heading: string | null = null
  for (const paragraph of paragraphsOf(text.replace(/^(#{1,6}\s.*)$/gmu, '\n$1\n'))) {
    const title = /^#{1,6}\s+(.*?)#*$/u.exec(paragraph)
    if (title) heading = plainMarkdown(title[1] ?? '')
    else blocks.push({ heading, page: null, text: plainMarkdown(paragraph) })
  }
  return blocks
}

const paragraphsOf = (text: string) =>
  text
    .replace(/\r\n?/gu, '\n')
    .split(/\n[ \t]*\n/u)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)

const plainMarkdown = (text: string) =>
  text
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/gu, '$1')
    .replace(/[*_`]{1,3}/gu, '')
    .replace(/^\s*>\s?/gmu, '')
    .trim()

const BLOCK_TAGS = new Set(
  'address article aside blockquote br dd div dl dt figcaption footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul title'.split(
    ' ',
  ),
)
const UNREAD_TAGS = new Set(['script', 'style', 'template', 'noscript', 'svg', 'head'])
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  euro: '€',
  pound: '£',
  copy: '©',
  reg: '®',
  deg: '°',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
}

export function readHtml(html: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let heading: string | null = null
  let text = ''
  let inHeading = false
  let unread: string | null = null
  const flush = () => {
    const words = decodeEntities(text).replace(/\s+/gu, ' ').trim()
    text = ''
    if (words === '') return
    if (inHeading) heading = words
    else blocks.push({ heading, page: null, text: words })
  }
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at)
    const until = open === -1 ? html.length : open
    if (unread === null) text += html.slice(at, until)
    if (open === -1) break
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4)
      at = end === -1 ? html.length : end + 3
      continue
    }
    const close = html.indexOf('>', open)
    if (close === -1) break
    const [, slash, tag = ''] = /^<(\/?)([a-zA-Z][a-zA-Z0-9]*)/u.exec(html.slice(open, open + 40)) ?? []
    const name = tag.toLowerCase()
    at = close + 1
    if (unread !== null) {
      if (slash && name === unread) unread = null
      continue
    }
    if (UNREAD_TAGS.has(name) && !slash) {
      unread = name
      continue
    }
    if (!BLOCK_TAGS.has(name)) continue
    flush()
    inHeading = /^h[1-6]$/u.test(name) && !slash
  }
  flush()
  return blocks
}

export function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-zA-Z]{2,8});/giu, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name] ?? whole
    const code = /^#x/iu.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
  })
}
