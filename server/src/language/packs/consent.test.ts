/**
 * Every language's own corpus of answers: who agrees, and who only uses a word that also agrees. A false consent books
 * what nobody agreed to; a missed one costs one more question.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readYesNo } from '../rules/yes-no.ts'
import { LANGUAGE_PACKS, packOf } from './packs.ts'

const CONSENTS_MIN = 60
const OTHERS_MIN = 150
const RECALL_MIN = 0.95

interface Line {
  question: string | undefined
  answer: string
}

interface Corpus {
  consents: Line[]
  others: Line[]
}

function corpusOf(tag: string): Corpus {
  const lines = readFileSync(new URL(`./${tag}/consent-corpus.txt`, import.meta.url), 'utf8').split('\n')
  const yesWords = (lines.find((line) => line.startsWith('yes: ')) ?? '').slice('yes: '.length).split(', ')
  const marked = (mark: string) =>
    lines
      .filter((line) => line.startsWith(`${mark} `))
      .map((line) => line.slice(2))
      .flatMap((line) => (line.includes('{yes}') ? yesWords.map((word) => line.replace('{yes}', word)) : [line]))
      .map((line) => {
        const [before, after] = line.split(' => ')
        return after === undefined ? { question: undefined, answer: line } : { question: before, answer: after }
      })
  return { consents: marked('+'), others: marked('-') }
}

describe.each(LANGUAGE_PACKS.map((pack) => [pack.tag, pack] as const))('agreeing, in %s', (tag, pack) => {
  const { consents, others } = corpusOf(tag)
  const read = ({ question, answer }: Line, more = '') => readYesNo(`${answer}${more}`, packOf(tag), question)

  test('the corpus is large enough, and says nothing twice', () => {
    const all = [...consents, ...others].map(({ question, answer }) => `${question} ${answer}`)
    expect(consents.length).toBeGreaterThanOrEqual(CONSENTS_MIN)
    expect(others.length).toBeGreaterThanOrEqual(OTHERS_MIN)
    expect(all.length - new Set(all).size).toBe(0)
  })

  test('nobody is taken to agree who does not', () => {
    expect(others.filter((line) => read(line) === 'yes').map(({ answer }) => answer)).toEqual([])
    const withoutCommas = others.map(({ question, answer }) => ({ question, answer: answer.replace(/[,.!]/gu, '') }))
    expect(withoutCommas.filter((line) => read(line) === 'yes').map(({ answer }) => answer)).toEqual([])
  })

  test('those who agree are understood', () => {
    const missed = consents.filter((line) => read(line) !== 'yes')
    expect(1 - missed.length / consents.length, missed.map(({ answer }) => answer).join('\n')).toBeGreaterThanOrEqual(
      RECALL_MIN,
    )
  })

  test('whatever doubt follows a consent, it is one no longer', () => {
    const { denials, questions, conditions, thirdPersons, hedges } = pack.answerForms.doubts
    for (const doubt of [...denials, ...questions, ...conditions, ...thirdPersons, ...hedges]) {
      const kept = consents.filter((line) => read(line, ` ${doubt}`) === 'yes')
      expect([doubt, kept.map(({ answer }) => answer)]).toEqual([doubt, []])
    }
    expect(consents.filter((line) => read(line, '?') === 'yes')).toEqual([])
  })

  test('an answer that refuses is never read as agreeing, and most refusals are understood', () => {
    const { means } = pack.answerForms
    for (const no of means.no) expect([no, readYesNo(no, pack)]).toEqual([no, 'no'])
    for (const yes of means.yes) {
      for (const no of means.no) {
        expect([yes, no, readYesNo(`${yes}, ${no}`, pack)]).toEqual([yes, no, null])
        expect([no, yes, readYesNo(`${no}, ${yes}`, pack)]).toEqual([no, yes, null])
      }
    }
  })
})
