import { expect, test } from 'vitest'
import { CapacityTracker } from './capacity-tracker.ts'

const SPEAKING = 1
const SILENT = 2

function bookOf(capacity: number): CapacityTracker {
  return new CapacityTracker({ capacity: () => capacity, speaks: (id) => id === SPEAKING })
}

test('what was claimed takes room until the count knows of it, and never twice for long', () => {
  const book = bookOf(10)
  book.taken(SPEAKING, 4)
  expect(book.left(SPEAKING)).toBe(6)
  book.counting()
  book.taken(SPEAKING, 2)
  book.counted(new Map([[SPEAKING, 5]]))
  // Four of the five are the ones from before; one or both of the two may be in the count: the safe side is both beside it.
  expect(book.left(SPEAKING)).toBe(3)
  book.counting()
  book.counted(new Map([[SPEAKING, 6]]))
  expect(book.left(SPEAKING)).toBe(4)
})

test('an end that was seen here gives room at once', () => {
  const book = bookOf(2)
  book.counting()
  book.counted(new Map([[SPEAKING, 2]]))
  expect(book.left(SPEAKING)).toBe(0)
  book.ended(SPEAKING)
  expect(book.left(SPEAKING)).toBe(1)
})

test('calls without audio neither need nor take room', () => {
  const book = bookOf(1)
  book.taken(SILENT, 50)
  book.counting()
  book.counted(new Map([[SILENT, 50]]))
  expect([book.left(SPEAKING), book.left(SILENT)]).toEqual([1, Number.POSITIVE_INFINITY])
})

test('a capacity that shrank below what talks leaves no room, not less than none', () => {
  const book = bookOf(3)
  book.taken(SPEAKING, 8)
  expect(book.left(SPEAKING)).toBe(0)
})
