import { expect, test } from 'vitest'
import { callsWords } from '../words/calls.ts'
import { campaignRequestWords } from '../words/campaign-requests.ts'
import { numberWords } from '../words/number.ts'
import { resultWords } from './result-words.ts'

test('a result is written in words, also one of the own workflow', () => {
  expect(resultWords('do_not_call')).toBe('asked not to be called')
  expect(resultWords('promised_to_pay')).toBe('promised to pay')
})

test('the column has one name on every page', () => {
  expect([callsWords.resultTitle, numberWords.result, campaignRequestWords.calls.result]).toEqual([
    'Result',
    'Result',
    'Result',
  ])
})
