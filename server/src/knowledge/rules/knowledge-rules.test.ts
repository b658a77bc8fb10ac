import { describe, expect, test } from 'vitest'
import { passagesOf } from './passages.ts'
import { rankPassages } from './rank-passages.ts'
import { readHtml, readMarkdown, readPlainText } from './read-text.ts'
import { cutWholeTexts } from './whole-texts.ts'

describe('a page', () => {
  test('is read without scripts, styles and marks, with its headings', () => {
    const html = `<!doctype html><head><title>Shop</title><style>p { color: red }</style></head><body>
      <script>alert("<p>no</p>")</script><!-- <p>never</p> --><h2>Opening &amp; hours</h2><p>Nine to<br>five &euro;5.</p><p>Closed on Sunday</p>`
    expect(readHtml(html)).toEqual([
      { heading: 'Opening & hours', page: null, text: 'Nine to' },
      { heading: 'Opening & hours', page: null, text: 'five €5.' },
      { heading: 'Opening & hours', page: null, text: 'Closed on Sunday' },
    ])
  })

  test.each(['<', '<p', '<!--', '<script>', '&#999999999;', '<p>'.repeat(10_000)])(
    'that ends in the middle of %j does not hang',
    (html) => {
      expect(Array.isArray(readHtml(`x${html}`))).toBe(true)
    },
  )
})

test('Markdown keeps its headings and loses its marks', () => {
  expect(readMarkdown('# Prices\n\nA **crown** costs [600](x) euros.\n## Parking\nFree.')).toEqual([
    { heading: 'Prices', page: null, text: 'A crown costs 600 euros.' },
    { heading: 'Parking', page: null, text: 'Free.' },
  ])
})

describe('passages', () => {
  test('join paragraphs under one heading and never grow too long', () => {
    const text = Array.from({ length: 60 }, (_, at) => `Paragraph ${at} says something of no importance.`).join('\n\n')
    const passages = passagesOf(readPlainText(text))
    expect(passages.length).toBeGreaterThan(2)
    expect(Math.max(...passages.map(({ content }) => content.length))).toBeLessThanOrEqual(950)
    expect(passages.map(({ content }) => content).join('\n')).toBe(text.replaceAll('\n\n', '\n'))
  })

  test('repeat no more than the beginning of a heading, and have no control characters', () => {
    const passages = passagesOf([{ heading: 'h'.repeat(5000), page: null, text: `a\0b ${'word '.repeat(400)}` }])
    expect(passages.map(({ heading }) => heading?.length)).toEqual(passages.map(() => 200))
    expect(passages[0]?.content).toMatch(/^a b word/)
  })

  test('cut one long paragraph at its sentences', () => {
    const passages = passagesOf([{ heading: null, page: 3, text: 'This is a sentence. '.repeat(200) }])
    expect(passages.every(({ content, page }) => content.endsWith('.') && page === 3)).toBe(true)
  })
})

test('texts that a model has as a whole are cut, and say so; all of a step together have a limit too', () => {
  const text = 'x'.repeat(25_000)
  const shown = cutWholeTexts(['a', 'b', 'c', 'd'].map((filename) => ({ filename, text })))
  expect(shown.map((one) => one.text.replace(/[^x].*/su, '').length)).toEqual([20_000, 20_000, 20_000, 0])
  expect(shown.every((one) => one.text.endsWith('Say that you do not know what is not above.]'))).toBe(true)
  expect(cutWholeTexts([{ filename: 'a', text: 'x' }])).toEqual([{ filename: 'a', text: 'x' }])
})

test('other words for the same find a passage that has none of the question, and take no fit away', () => {
  const passagesWith = new Map([
    ['car', 0],
    ['leav', 0],
    ['park', 3],
  ])
  const given = [{ id: 1, words: 100, counts: new Map([['park', 2]]) }]
  const corpus = { passages: 100, meanWords: 100, passagesWith }
  expect(rankPassages(given, { ...corpus, otherWords: new Set(['park']) }).map(({ id }) => id)).toEqual([1])
  expect(rankPassages([{ id: 1, words: 100, counts: new Map() }], corpus)).toEqual([])
})

test('a rare word of the question decides, and a passage with little of it does not fit', () => {
  const corpus = {
    passages: 100,
    meanWords: 100,
    passagesWith: new Map([
      ['cost', 60],
      ['crown', 2],
      ['treatment', 40],
    ]),
  }
  const candidate = (id: number, ...words: string[]) => ({
    id,
    words: 100,
    counts: new Map(words.map((word) => [word, 1])),
  })
  const ranked = rankPassages(
    [candidate(1, 'cost', 'treatment'), candidate(2, 'crown', 'cost'), candidate(3, 'cost')],
    corpus,
  )
  expect(ranked.map(({ id }) => id)).toEqual([2])
})
