import { expect, test } from 'vitest'
import { AudioCache } from './audio-cache.ts'

test('the least recently used is thrown out when the limit is passed', () => {
  const cache = new AudioCache(250)
  cache.set('one', new Uint8Array(100))
  cache.set('two', new Uint8Array(100))
  cache.get('one')
  cache.set('three', new Uint8Array(100))
  expect(['one', 'two', 'three'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true])
  expect(cache.bytes).toBe(200)
})

test('what is put twice counts once', () => {
  const cache = new AudioCache(250)
  cache.set('one', new Uint8Array(100))
  cache.set('one', new Uint8Array(40))
  expect(cache.bytes).toBe(40)
})

test('audio larger than the whole cache drives nothing else out', () => {
  const cache = new AudioCache(250)
  cache.set('small', new Uint8Array(10))
  cache.set('large', new Uint8Array(251))
  expect(cache.get('small')).toBeDefined()
  expect(cache.get('large')).toBeUndefined()
})
