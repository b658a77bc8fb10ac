import { expect, test } from 'vitest'
import { sendCarrierRequest } from './http.ts'

const refusing = (error: unknown) => (async () => Promise.reject(error)) as unknown as typeof fetch
const reasonOf = async (error: unknown) => {
  const answer = await sendCarrierRequest(refusing(error), { method: 'GET', url: 'https://carrier.example/' })
  return answer.kind === 'answered' ? 'answered' : `${answer.kind}: ${answer.reason}`
}

test('a failed request is told in plain words or by the system’s code, never by the name of a class', async () => {
  expect(await reasonOf(new TypeError('fetch failed'))).toBe('lost: the connection failed')
  expect(await reasonOf(new TypeError('fetch failed', { cause: new RangeError('odd') }))).toBe(
    'lost: the connection failed',
  )
  expect(await reasonOf(new DOMException('too late', 'TimeoutError'))).toBe('lost: no answer in time')
  expect(await reasonOf(new DOMException('given up', 'AbortError'))).toBe('lost: no answer in time')
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(await reasonOf(new TypeError('fetch failed', { cause: refused }))).toBe('unsent: ECONNREFUSED')
})
