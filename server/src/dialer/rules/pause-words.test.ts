import { expect, test } from 'vitest'
import { pauseWords } from './pause-words.ts'

test('a fault of the account is told in words, with what to do', () => {
  expect(pauseWords('127 Interworking (SIP 402)')).toBe(
    'Paused: The trunk wants payment (SIP 402). Nobody was called for it. Add funds at the carrier, test the configuration, then resume.',
  )
  expect(pauseWords('21 Call Rejected (SIP 403)')).toContain('The trunk forbids these calls (SIP 403). ')
})

test('a sentence of the carrier stays as it is', () => {
  expect(pauseWords('the account has no credit.')).toBe(
    'Paused: the account has no credit. Nobody was called for it. Check the account at the carrier, test the configuration, then resume.',
  )
})
