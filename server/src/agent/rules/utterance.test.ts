import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Utterance, WITHHELD } from './utterance.ts'

test('withheld words are in no form in which an utterance is stored, sent or logged', () => {
  const withheld = new Utterance('four two seven nine', { isWithheld: true, confidence: 0.9 })
  const forms = [
    `${withheld}`,
    JSON.stringify({ withheld }),
    inspect(withheld),
    withheld.shown,
    String({ ...withheld }),
  ]
  for (const form of forms) expect(form).not.toContain('four')
  expect(withheld.shown).toBe(WITHHELD)
  expect(withheld.judge((text) => text.split(' ').length)).toBe(4)
})

test('other words are shown', () => {
  const plain = new Utterance('yes', { isWithheld: false, confidence: 0.9 })
  expect(plain.shown).toBe('yes')
  expect(JSON.stringify({ plain })).toBe('{"plain":"yes"}')
})
