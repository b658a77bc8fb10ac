/** Words that CONTRIBUTING.md (Language) replaces by plainer ones stay out of what clients and operators read. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ERRORS } from '../../src/kernel/errors.ts'

/** "There is no campaign with this id" is plain; "this is no campaign" is not. */
const WORDS =
  /\b(anew|mend(?:s|ed)?|at once|go(?:es)? on|going on|whoever|somebody|stands? in|is told|are told|tells?|told|once more|as it may|is no(?! longer)|are no(?! longer)|what is not sent)\b/i

const document = JSON.parse(readFileSync(fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url)), 'utf8'))

test('error messages use plain words', () => {
  const messages = Object.entries(ERRORS).map(([code, [, message]]) => `${code}: ${message}`)
  expect(messages.filter((message) => WORDS.test(message.replaceAll(/There is no/g, '')))).toEqual([])
})

test('summaries and descriptions of operations use plain words', () => {
  const texts = Object.entries<Record<string, { summary?: string; description?: string }>>(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).flatMap(([method, { summary = '', description = '' }]) =>
        [summary, description].map((text) => `${method} ${path}: ${text}`),
      ),
  )
  expect(texts.length).toBeGreaterThan(250)
  expect(texts.filter((text) => WORDS.test(text.replaceAll(/[Tt]here (?:is|are) no/g, '')))).toEqual([])
})

test('a word of the list would be noticed', () => {
  expect(WORDS.test('The carrier is told once more.')).toBe(true)
  expect(WORDS.test('The carrier is notified again.')).toBe(false)
})
