import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ModelUsage } from './model-usage.tsx'

type Usage = Parameters<typeof ModelUsage>[0]['usage']

const used = (model: string, unreported_requests = 0) => ({
  model,
  requests: 3,
  unreported_requests,
  input_tokens: 12_345,
  output_tokens: 67,
  cost: null,
})
/** The words of the page, without its elements. */
const shown = (usage: object) =>
  renderToStaticMarkup(createElement(ModelUsage, { usage: { speech: [], ...usage } as unknown as Usage }))
    .replaceAll(/<[^>]+>/gu, ' ')
    .replaceAll(/\s+/gu, ' ')

const COST = { amount: '0.0042', currency: 'USD', is_complete: true }

test('the page of a call names each model with its requests and tokens, and their cost', () => {
  const words = shown({ models: [used('first'), used('second')], cost: COST })
  expect(words).toMatch(/first.*3.*12,345.*67.*second.*3.*12,345/u)
  expect(words).toContain('0.0042')
  expect(words).not.toMatch(/at least|without a report/u)
})

test('a cost that lacks requests without a report is shown as a least amount', () => {
  const words = shown({ models: [used('first', 2)], cost: { ...COST, is_complete: false } })
  expect(words).toMatch(/2 requests without a report.*at least .*0\.0042/u)
})

test('without a price there is no amount, not even zero', () => {
  const words = shown({ models: [used('first')], cost: null })
  expect(words).toContain('unknown: a price is missing')
  expect(words).not.toMatch(/0\.00|\$/u)
})

test('speech services are shown with what they were sent', () => {
  const heard = { service: 'deepgram', part: 'recognition', seconds: 21.4, characters: null, cost: null }
  const said = { service: 'azure', part: 'voice', seconds: null, characters: 1234, cost: null }
  const words = shown({ models: [], speech: [heard, said], cost: null })
  expect(words).toMatch(/deepgram: 21 seconds.*azure: 1,234 characters.*a price is missing/u)
})
