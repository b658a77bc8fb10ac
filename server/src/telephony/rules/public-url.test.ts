import { expect, test } from 'vitest'
import { publicUrlFault } from './public-url.ts'

const CARRIER = ['https://api.twilio.com']

test.each([
  ['http://127.0.0.1:8000', /cannot reach/],
  ['http://localhost:8000', /cannot reach/],
  ['https://10.1.2.3', /cannot reach/],
  ['https://[::1]:8000', /cannot reach/],
  ['https://calls', /cannot reach/],
  ['https://pbx.internal', /cannot reach/],
  ['http://calls.example.com', /not https/],
])('%s is no address for a carrier on the internet', (url, why) => {
  expect(publicUrlFault(url, CARRIER)).toMatch(why)
  expect(publicUrlFault(url, CARRIER)).toMatch(/going-public\.md/)
})

test('an https address that everybody can reach is fine', () => {
  for (const url of ['https://calls.example.com', 'https://203.0.113.7:8443']) {
    expect(publicUrlFault(url, CARRIER)).toBeNull()
  }
})

test('a carrier in our own network may call an address of that network', () => {
  expect(publicUrlFault('http://127.0.0.1:8000', ['http://127.0.0.1:9000'])).toBeNull()
  expect(publicUrlFault('http://127.0.0.1:8000', ['http://127.0.0.1:9000', 'https://rest.nexmo.com'])).not.toBeNull()
})
