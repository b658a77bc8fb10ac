import { expect, test } from 'vitest'
import { verifyWebhook } from './index.ts'

/** The example of the Standard Webhooks specification. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BODY = '{"test": 2432232314}'
const HEADERS = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const nowMs = 1_614_265_331_000

test('a message of ours is read, however its headers and body came', async () => {
  const bytes = new TextEncoder().encode(BODY)
  const shouted = Object.fromEntries(Object.entries(HEADERS).map(([name, value]) => [name.toUpperCase(), value]))
  for (const headers of [HEADERS, shouted, new Headers(HEADERS)]) {
    expect(await verifyWebhook(bytes, headers, SECRET, { nowMs })).toEqual({ test: 2432232314 })
  }
})

test('one of several signatures is enough', async () => {
  const signature = `v1,AAAA v1a,x ${HEADERS['webhook-signature']}`
  await verifyWebhook(BODY, { ...HEADERS, 'webhook-signature': signature }, SECRET, { nowMs })
})

test.each([
  ['another body', `${BODY} `, {}, SECRET, nowMs],
  ['another id', BODY, { 'webhook-id': 'msg_x' }, SECRET, nowMs],
  ['another secret', BODY, {}, 'whsec_AAAA', nowMs],
  ['no signature', BODY, { 'webhook-signature': '' }, SECRET, nowMs],
  ['a signature that is none', BODY, { 'webhook-signature': 'v1,%%%' }, SECRET, nowMs],
  ['an old message', BODY, {}, SECRET, nowMs + 301_000],
  ['a message of tomorrow', BODY, {}, SECRET, nowMs - 400_000],
  ['no secret', BODY, {}, 'secret', nowMs],
])('%s is refused', async (_what, body, headers, secret, at) => {
  await expect(verifyWebhook(body, { ...HEADERS, ...headers }, secret, { nowMs: at })).rejects.toThrow(
    expect.objectContaining({ name: 'WebhookVerificationError' }),
  )
})
