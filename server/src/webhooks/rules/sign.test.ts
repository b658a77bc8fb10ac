import { expect, test } from 'vitest'
import { formatSigningSecret, signedHeaders } from './sign.ts'

test('the example of the Standard Webhooks specification', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', atMs: 1_614_265_330_000, body: '{"test": 2432232314}' }
  const headers = signedHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])
  expect(headers).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('while a secret is replaced there is a signature by each', () => {
  const secrets = [formatSigningSecret(Buffer.alloc(24, 1)), formatSigningSecret(Buffer.alloc(24, 2))]
  const both = signedHeaders({ id: 'x', atMs: 0, body: '' }, secrets)['webhook-signature'] as string
  expect(both.split(' ')).toHaveLength(2)
  expect(new Set(both.split(' ')).size).toBe(2)
})
