import { expect, test } from 'vitest'
import { isEcho } from './echo.ts'

const ours = 'Hello, this is the clinic calling about your appointment. Please say confirm appointment or cancel'

test('our last words that come back are an echo, also where one is misheard', () => {
  expect(isEcho('say confirm appointment', ours)).toBe(true)
  expect(isEcho('please say confirm apartment or cancel', ours)).toBe(true)
})

test('one word, other words, and words we said long before are theirs', () => {
  expect(isEcho('hello this is', 'Hello', ours)).toBe(true)
  for (const words of ['cancel', 'no cancel it', 'the clinic', 'who is this', ''])
    expect(isEcho(words, ours)).toBe(false)
})
