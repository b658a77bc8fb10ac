/** Markdown to HTML: headings get addresses, links are rewritten, raw HTML is shown and not run. */
import MarkdownIt from 'markdown-it'

const HEADING = /^h[1-4]$/
const CODE_CELL = /^`([a-z][a-z0-9_]*)`$/

export function render(text, addressOf) {
  const markdown = new MarkdownIt({ html: false, linkify: true })
  const slug = slugger()
  const codes = new Set()
  markdown.core.ruler.push('addresses', ({ tokens }) => {
    tokens.forEach((token, at) => {
      if (token.type === 'heading_open' && HEADING.test(token.tag)) token.attrSet('id', slug(tokens[at + 1].content))
      // A row that explains a code has an address too: `errors.html#code-campaign_not_found`.
      const code = token.type === 'tr_open' ? CODE_CELL.exec(tokens[at + 2]?.content ?? '')?.[1] : undefined
      if (code && !codes.has(code)) {
        codes.add(code)
        token.attrSet('id', `code-${code}`)
      }
      for (const child of token.children ?? []) {
        if (child.type === 'link_open') child.attrSet('href', addressOf(child.attrGet('href')))
      }
    })
  })
  markdown.renderer.rules.table_open = () => '<div class="table"><table>'
  markdown.renderer.rules.table_close = () => '</table></div>'
  // Columns are aligned by classes: the content policy allows no style inside a page.
  for (const rule of ['th_open', 'td_open']) {
    markdown.renderer.rules[rule] = (tokens, at) => {
      const right = /right/.test(tokens[at].attrGet('style') ?? '')
      return `<${tokens[at].tag}${right ? ' class="right"' : ''}>`
    }
  }
  return markdown.render(text)
}

/** Every heading with its address and the words of its section. */
export function headingsOf(text) {
  const slug = slugger()
  const headings = []
  const tokens = new MarkdownIt({ html: false }).parse(text, {})
  tokens.forEach((token, at) => {
    if (token.type === 'heading_open' && HEADING.test(token.tag)) {
      const { content } = tokens[at + 1]
      headings.push({ level: Number(token.tag[1]), slug: slug(content), title: plain(content), words: '' })
    } else if ((token.type === 'inline' || token.type === 'fence') && tokens[at - 1]?.type !== 'heading_open') {
      const last = headings.at(-1)
      if (last) last.words += ` ${plain(token.content)}`
    }
  })
  return headings
}

export function titleOf(text) {
  return plain(/^# (.+)$/m.exec(text)?.[1] ?? 'Outdial')
}

const plain = (markdown) => markdown.replace(/[`*]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')

/** The addresses that GitHub gives headings, so that a link works in both places. */
function slugger() {
  const seen = new Map()
  return (title) => {
    const base = plain(title)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-')
    const times = seen.get(base) ?? 0
    seen.set(base, times + 1)
    return times === 0 ? base : `${base}-${times}`
  }
}
