import { expect, test } from 'vitest'
import type { WebhookNode } from './after-call-work.ts'
import { webhookMessage } from './webhook-message.ts'

const call = {
  callId: 41,
  variables: { first_name: 'Ann "the" O\'Neil\r\nX-Evil: 1', empty: '' },
  afterwards: { outcome: 'answered', duration_seconds: '12' },
  whole: { call_id: 41, gathered: { rating: '5' } },
  gathered: { rating: '5' },
}

const sent = (data: object) => {
  const node = { id: 'hook', type: 'webhook', data: { url: 'https://crm.example.com/calls', ...data } } as WebhookNode
  const message = webhookMessage(node, call)
  if (message.kind !== 'message') throw new Error(message.reason)
  return message
}

test('the whole call if no payload is written', () => {
  const { method, url, body } = sent({})
  expect([method, url, JSON.parse(body)]).toEqual(['POST', 'https://crm.example.com/calls', call.whole])
})

test('the texts of a payload are rendered at any depth, the rest is left', () => {
  const payload = { who: '{{first_name}}', deep: [{ rating: '{{rating}}', n: 7, none: null }], m: '{{nothing | -}}' }
  expect(JSON.parse(sent({ method: 'PUT', payload }).body)).toEqual({
    who: 'Ann "the" O\'Neil\r\nX-Evil: 1',
    deep: [{ rating: '5', n: 7, none: null }],
    m: '-',
  })
})

test('headers are rendered, cannot be smuggled in, and those of the carriage stay ours', () => {
  const { headers } = sent({
    headers: { 'X-Name': '{{first_name}}', host: 'evil', 'content-length': '1', 'bad name': 'x', number: 7 },
  })
  expect(headers).toEqual({
    'user-agent': 'outdial',
    'content-type': 'application/json',
    'x-name': 'Ann "the" O\'Neil X-Evil: 1',
  })
})

test.each([
  ['ftp://example.com/', {}, 'bad_url'],
  ['rubbish', {}, 'bad_url'],
  ['https://crm.example.com/', { payload: { text: 'x'.repeat(1024 * 1024) } }, 'payload_too_large'],
])('%s is not sent', (url, data, reason) => {
  const node = { id: 'hook', type: 'webhook', data: { url, ...data } } as WebhookNode
  expect(webhookMessage(node, call)).toEqual({ kind: 'unsendable', reason })
})
