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

test('words that follow withheld words are withheld with them', () => {
  const withheld = new Utterance('four two', { isWithheld: true })
  const plain = new Utterance('seven nine', { isWithheld: false, confidence: 0.9 })
  const both = withheld.followedBy(plain)
  expect([both.shown, both.judge((text) => text), plain.followedBy(withheld).isWithheld]).toEqual([
    WITHHELD,
    'four two seven nine',
    true,
  ])
  expect([plain.withheldIf(true).shown, plain.withheldIf(false).shown, withheld.withheldIf(false).shown]).toEqual([
    WITHHELD,
    'seven nine',
    WITHHELD,
  ])
})
