import { readdirSync, readFileSync } from 'node:fs'
import { parseAst, transformWithEsbuild } from 'vite'
import { describe, expect, test } from 'vitest'
import { CATALOGUES, pluralIn, type Words } from './catalogue.ts'
import { chosenLanguage } from './language.ts'

const SOURCES = new URL('../', import.meta.url)

/** Every component, and modules without markup that make texts. */
const TRANSLATED = [
  ...(readdirSync(SOURCES, { recursive: true }) as string[])
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))
    .sort(),
  'pages/calls/call-story.ts',
  'pages/workflows/editor/definition.ts',
  'components/campaign-requests.ts',
  'pages/campaign/contact-verdict.ts',
  'pages/settings/rules/policy-words.ts',
]

/** Not words: names of products, keys of the keyboard, addresses, dashes. */
const NAMES = new Set([
  'Outdial',
  'ctrl Z',
  'ctrl shift Z',
  'outdial models add',
  'UTC',
  'ms',
  'https://',
  'enter',
  'ctrl',
  'CSV',
  '+44 7700 900142',
])
/** Attributes whose text a person reads. */
const READ = /^(title|label|aria-label|placeholder|help|note|what|verb|safe|text|alt|count|aside|beside)$/

const source = (file: string) => readFileSync(new URL(file, SOURCES), 'utf8')

interface Node {
  type: string
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))
const nameOf = (node: unknown): string => {
  const { name, value } = node as { name?: unknown; value?: unknown }
  return String(name ?? value ?? '')
}

async function literalsOf(text: string): Promise<string[]> {
  const found: string[] = []
  const report = (words: unknown) => {
    const trimmed = String(words).trim()
    if (/\p{L}{2,}/u.test(trimmed) && !NAMES.has(trimmed)) found.push(trimmed)
  }
  /** Inside braces: only what the expression can become counts, not what it compares or calls. */
  const inside = (node: Node): void => {
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' ? report(node.value) : undefined
      case 'TemplateLiteral':
        for (const quasi of node.quasis as Node[]) report((quasi.value as { cooked: string }).cooked)
        return (node.expressions as Node[]).forEach(inside)
      case 'ConditionalExpression':
        inside(node.consequent as Node)
        return inside(node.alternate as Node)
      case 'LogicalExpression':
        if (node.operator !== '&&') inside(node.left as Node)
        return inside(node.right as Node)
      case 'ArrayExpression':
      case 'ParenthesizedExpression':
        return childrenOf(node).forEach(inside)
      default:
        return visit(node)
    }
  }
  const visit = (node: Node): void => {
    if (node.type === 'JSXText') return report(node.value)
    if (node.type === 'JSXAttribute') {
      if (!isNode(node.value)) return
      const value = node.value.type === 'JSXExpressionContainer' ? (node.value.expression as Node) : node.value
      return READ.test(nameOf(node.name)) ? inside(value) : visit(value)
    }
    if (node.type === 'JSXExpressionContainer') return inside(node.expression as Node)
    if (node.type === 'CallExpression' && /^(toast|setFault)$/.test(nameOf(node.callee)))
      return (node.arguments as Node[]).forEach(inside)
    if (node.type === 'Property' && /^(label|title|text|detail)$/.test(nameOf(node.key)))
      return inside(node.value as Node)
    childrenOf(node).forEach(visit)
  }
  const { code } = await transformWithEsbuild(text, 'page.tsx', { loader: 'tsx', jsx: 'preserve' })
  visit(parseAst(code, { jsx: true }) as unknown as Node)
  return found
}

describe('catalogues', () => {
  const modules = readdirSync(new URL('.', import.meta.url)).filter((name) => /^[a-z-]+\.ts$/.test(name))

  test('have every key in both languages, and no empty text', async () => {
    for (const name of modules) await import(/* @vite-ignore */ `./${name}`)
    expect(CATALOGUES.length).toBe(modules.length - 2)
    const shapeOf = (words: Words, at = ''): string[] =>
      Object.entries(words).flatMap(([key, entry]) => {
        const path = `${at}${key}`
        if (typeof entry === 'function') return [`${path}(${entry.length})`]
        if (typeof entry === 'object') return shapeOf(entry, `${path}.`)
        expect([path, entry.trim() !== '']).toEqual([path, true])
        return [path]
      })
    for (const { en, de } of CATALOGUES) expect(shapeOf(de).sort()).toEqual(shapeOf(en).sort())
  })

  test.each(TRANSLATED)('%s has no text of its own', async (file) => {
    expect(await literalsOf(source(file))).toEqual([])
  })

  test('texts that are not in a catalogue are found wherever they are', async () => {
    const page = `
      const choices = [{ key: 'a', label: 'All of them' }]
      const Page = () => (
        <Page title="Campaigns" className="not words" beside={\`\${n} running\`}>
          {text ? 'None fits' : null}
          {isOn && 'Live now'}
          Words
          <Button onClick={() => toast('It is saved.')}>{w.save}</Button>
        </Page>
      )`
    expect(await literalsOf(page)).toEqual([
      'All of them',
      'Campaigns',
      'running',
      'None fits',
      'Live now',
      'Words',
      'It is saved.',
    ])
  })
})

test.each([
  [null, ['de-AT', 'en'], 'de'],
  [null, ['fr-FR', 'en-US', 'de'], 'en'],
  [null, ['fr'], 'en'],
  ['de', ['en'], 'de'],
  ['browser', ['de'], 'de'],
  ['klingon', ['en'], 'en'],
] as const)('stored %s, browser %j: %s', (stored, wanted, expected) => {
  expect(chosenLanguage(stored, wanted)).toBe(expected)
})

test('one is one and the rest are many, with the figures of the language', () => {
  expect(pluralIn('de')(1, 'Anruf', 'Anrufe')).toBe('1 Anruf')
  expect(pluralIn('de')(1234, 'Anruf', 'Anrufe')).toBe('1.234 Anrufe')
  expect(pluralIn('en')(0, 'call', 'calls')).toBe('0 calls')
})
