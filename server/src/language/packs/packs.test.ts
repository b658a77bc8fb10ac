/** Every pack is whole: a language that is half there would be believed, and fail in somebody's ear. */
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readDigits } from '../rules/spoken-digits.ts'
import { numberBelow100At, readNumber } from '../rules/spoken-numbers.ts'
import { foldCaseAndAccents, wordsOf } from '../rules/spoken-words.ts'
import type { LanguagePack } from './pack.ts'
import { findPack, LANGUAGE_PACKS, packOf } from './packs.ts'

test('one folder per language, and each is a pack', () => {
  const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(folders.sort()).toEqual(LANGUAGE_PACKS.map(({ tag }) => tag).sort())
  for (const tag of folders) {
    const files = readdirSync(new URL(`./${tag}/`, import.meta.url))
    expect(files).toEqual(
      expect.arrayContaining(['pack.ts', 'do-not-call.ts', 'do-not-call-corpus.txt', 'numbers.ts', 'spoken.ts']),
    )
  }
})

test('a tag finds its language whatever its region, and nothing else', () => {
  expect([findPack('pt-BR')?.tag, findPack('EN')?.tag, findPack('it')]).toEqual(['pt', 'en', undefined])
  expect([packOf('it').tag, packOf(null).tag]).toEqual(['en', 'en'])
})

const english = packOf('en')

/** Every text of a pack, with its place. */
function texts(value: unknown, place: string): [string, string][] {
  if (typeof value === 'string') return [[place, value]]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => texts(inner, `${place}.${name}`))
}

const EMPTY_ALLOWED =
  /\.(?:currencies\.JPY|always|hundreds|articles|and|split|digits|rewrites|half|repeats|accentDoubts|unclearDays)/u

describe.each(LANGUAGE_PACKS.map((pack) => [pack.tag, pack] as const))('the pack of %s', (_, pack: LanguagePack) => {
  test('has something in every field', () => {
    const empty: string[] = []
    const look = (value: unknown, place: string): void => {
      if (value === '' || (Array.isArray(value) && value.length === 0)) empty.push(place)
      else if (value !== null && typeof value === 'object') {
        if (Object.keys(value).length === 0) empty.push(place)
        for (const [name, inner] of Object.entries(value)) look(inner, `${place}.${name}`)
      }
    }
    look(pack, pack.tag)
    expect(empty.filter((place) => !EMPTY_ALLOWED.test(place))).toEqual([])
  })

  test('says everything that English says', () => {
    expect(Object.keys(pack.sentences)).toEqual(Object.keys(english.sentences))
    expect(pack.sentences.fillers).toHaveLength(english.sentences.fillers.length)
    for (const field of ['currencies', 'units', 'signs', 'betweenNumbers', 'address'] as const) {
      expect(Object.keys(pack.spoken[field]), field).toEqual(Object.keys(english.spoken[field]))
    }
    if (pack !== english) {
      const own = texts(pack.sentences, '').map(([, text]) => text)
      const theirs = new Set(texts(english.sentences, '').map(([, text]) => text))
      expect(own.filter((text) => theirs.has(text))).toEqual([])
    }
  })

  test('has words as they are compared, and patterns that can be read', () => {
    const { listening, openings, greetings, answers, closings, hesitations, negations } = pack
    const words = [listening, openings, greetings, answers, closings, hesitations, negations].flat()
    expect(words.filter((word) => wordsOf(word).join(' ') !== word)).toEqual([])
    const { machineWords, holdOn, asksBack, doNotCall } = pack
    const { no, unsure } = pack.answerForms
    for (const [place, pattern] of texts({ machineWords, holdOn, asksBack, no, unsure, doNotCall }, pack.tag)) {
      expect(() => new RegExp(pattern, 'u'), place).not.toThrow()
      expect(foldCaseAndAccents(pattern.replace(/\\[A-Z]/gu, '')), place).toBe(pattern.replace(/\\[A-Z]/gu, ''))
    }
  })

  test('counts from 0 to 99, each in its own words', () => {
    const { numbers } = pack
    expect(numbers.below100).toHaveLength(100)
    numbers.below100.forEach((ways, value) => {
      for (const way of ways.split('|')) {
        const said = way.split(' ')
        expect([way, numberBelow100At(said, 0, numbers)]).toEqual([way, { value, words: said.length }])
        expect([way, readNumber(way, numbers)]).toEqual([way, value])
      }
    })
    expect(
      readDigits(
        numbers.below100
          .slice(0, 10)
          .map((ways) => ways.split('|')[0])
          .join(' '),
        pack,
      ).digits,
    ).toBe('0123456789')
  })
})
