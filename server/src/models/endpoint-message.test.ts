import { expect, test } from 'vitest'
import { cleanMessage, messageOfBody, withEndpointMessage } from './endpoint-message.ts'

test.each([
  ['{"error":{"message":"You exceeded your current quota."}}', 'You exceeded your current quota.'],
  ['{"error":"model not loaded"}', 'model not loaded'],
  ['{"detail":"no such model"}', 'no such model'],
  ['{"error":{"message":"Incorrect API key provided: sk-abcd****wxyz."}}', 'Incorrect API key provided: ***'],
  ['{"error":{"message":"my-secret is not known"}}', '*** is not known'],
  ['{"error":{"message":"call +1 415 555 0100 failed"}}', 'call *** failed'],
  ['<html>502</html>', undefined],
  ['{"error":{}}', undefined],
  [undefined, undefined],
])('%s is shown as %s', (body, words) => {
  expect(messageOfBody(body, 'my-secret')).toBe(words)
})

test('never longer than a sentence', () => {
  expect(cleanMessage('long words '.repeat(200), undefined)?.length).toBeLessThanOrEqual(200)
})

test('behind a sentence of ours', () => {
  expect(withEndpointMessage('It failed.', 'no quota')).toBe('It failed. It said: "no quota"')
  expect(withEndpointMessage('It failed.', undefined)).toBe('It failed.')
})
