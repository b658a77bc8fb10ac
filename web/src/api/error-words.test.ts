import { readdirSync, readFileSync } from 'node:fs'
import { OutdialError } from '@outdial/sdk'
import { expect, test } from 'vitest'
import { ERRORS } from '../../../server/src/kernel/errors.ts'
import { CODES_WITH_DETAILS, ERRORS_DE, germanErrorText } from '../words/server/errors-de.ts'
import { loadErrorWords, sentenceOf } from './error-words.ts'

test.each(['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed', 'fetch failed'])(
  '%s: the server cannot be reached',
  (message) => {
    expect(sentenceOf(new TypeError(message))).toMatch(/cannot be reached/)
  },
)

test('a bug of the console is not taken for a server that cannot be reached', () => {
  const words = sentenceOf(new TypeError("Cannot read properties of undefined (reading 'id')"))
  expect(words).not.toMatch(/reached/)
  expect(words).toContain("reading 'id'")
})

test('every error of the server has a German sentence, and no other code has one', () => {
  expect(Object.keys(ERRORS_DE).sort()).toEqual(Object.keys(ERRORS).sort())
})

test('where the server names the case, the German sentence keeps what it says', () => {
  const source = new URL('../../../server/src/', import.meta.url)
  const files = (readdirSync(source, { recursive: true }) as string[]).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const named = files.flatMap((name) =>
    [...readFileSync(new URL(name, source), 'utf8').matchAll(/ApiError\('(\w+)', \{\s*message\b/g)].map(
      ([, code]) => code!,
    ),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((code) => !CODES_WITH_DETAILS.has(code))).toEqual([])
  expect(germanErrorText('missing_variables', 'It lacks first_name.')).toMatch(
    /^Der Kontaktliste fehlen .*„It lacks first_name\.“$/,
  )
})

test('an error is shown in German once its words are loaded, and in English where there are none', async () => {
  const error = (code: string) => new OutdialError(409, { code, message: 'In English.' }, null)
  expect(sentenceOf(error('campaign_not_pausable'))).toBe('In English. (campaign_not_pausable)')
  await loadErrorWords('de')
  expect(sentenceOf(error('campaign_not_pausable'))).toBe(
    'Nur eine laufende Kampagne lässt sich anhalten. (campaign_not_pausable)',
  )
  expect(sentenceOf(error('of_a_newer_server'))).toBe('In English. (of_a_newer_server)')
})
