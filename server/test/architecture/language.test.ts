/** Words that CONTRIBUTING.md (Language) replaces by plainer ones stay out of what clients and operators read. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ERRORS } from '../../src/kernel/errors.ts'
import { code, sources } from './sources.ts'

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

/** Rule 7: "failed to hang up a call", not "a call could not be hung up". */
const NOT_IN_LOGS =
  /\b(could not|cannot be|nobody|everybody|by itself|looked at|tried again|turned away|news|owed|debts?)\b/i

/** The last literal of each call of a logger. */
function logMessages(text: string): string[] {
  return [...text.matchAll(/\blog\.(?:debug|info|warn|error|fatal)\(/g)].flatMap(({ 0: call, index }) => {
    const from = index + call.length
    let depth = 1
    let to = from
    for (; depth > 0 && to < text.length; to++) depth += { '(': 1, ')': -1 }[text[to] as string] ?? 0
    return [...text.slice(from, to).matchAll(/(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g)]
      .slice(-1)
      .map((match) => match[2] as string)
  })
}

test('log messages use plain words', () => {
  const messages = sources.flatMap(({ path, text }) => logMessages(code(text)).map((message) => ({ path, message })))
  expect(messages.length).toBeGreaterThan(110)
  expect(messages.filter(({ message }) => WORDS.test(message) || NOT_IN_LOGS.test(message))).toEqual([])
})

test('a word of the list would be noticed', () => {
  expect(WORDS.test('The carrier is told once more.')).toBe(true)
  expect(WORDS.test('The carrier is notified again.')).toBe(false)
  const [message = ''] = logMessages("log.warn({ err: f(error) }, 'a call could not be hung up')")
  expect([message, NOT_IN_LOGS.test(message)]).toEqual(['a call could not be hung up', true])
})
