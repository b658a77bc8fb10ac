/**
 * Every language's own corpus: sentences that ask not to be called again, and sentences that nearly do. Recall is what the
 * law asks for, false hits are what it costs. The corpora were written with the packs: they are a guard against getting
 * worse, not a measure of the world.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { detectDoNotCall } from '../rules/do-not-call.ts'
import { LANGUAGE_PACKS, packOf } from './packs.ts'

const RECALL_MIN = 0.99
const FALSE_HITS_MAX = 0.02
const SENTENCES_MIN = 150

function corpusOf(tag: string): { requests: string[]; others: string[] } {
  const lines = readFileSync(new URL(`./${tag}/do-not-call-corpus.txt`, import.meta.url), 'utf8').split('\n')
  const marked = (mark: string) => lines.filter((line) => line.startsWith(`${mark} `)).map((line) => line.slice(2))
  return { requests: marked('+'), others: marked('-') }
}

describe.each(LANGUAGE_PACKS.map(({ tag }) => tag))('do not call me, in %s', (tag) => {
  const { requests, others } = corpusOf(tag)
  const caught = (sentence: string) => detectDoNotCall(sentence, packOf(tag), LANGUAGE_PACKS).caught

  test('the corpus is large enough, and says nothing twice', () => {
    expect(requests.length + others.length).toBeGreaterThanOrEqual(SENTENCES_MIN)
    expect(new Set([...requests, ...others]).size).toBe(requests.length + others.length)
  })

  test('requests are caught', () => {
    const missed = requests.filter((sentence) => !caught(sentence))
    expect(1 - missed.length / requests.length, missed.join('\n')).toBeGreaterThanOrEqual(RECALL_MIN)
  })

  test('other sentences are not', () => {
    const wrong = others.filter(caught)
    expect(wrong.length / others.length, wrong.join('\n')).toBeLessThanOrEqual(FALSE_HITS_MAX)
  })
})
