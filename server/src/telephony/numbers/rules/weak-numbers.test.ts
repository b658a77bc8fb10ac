import { expect, test } from 'vitest'
import { weakNumbers } from './weak-numbers.ts'

const number = (id: number, placed: number, answered: number) => ({ id, placed, answered })

test('a number rests that people answer less than half as often as the others', () => {
  const [weak, ...rest] = weakNumbers([number(1, 200, 9), number(2, 300, 60), number(3, 300, 60)])
  expect(weak).toMatchObject({ id: 1, others: 0.2 })
  expect(rest).toEqual([])
  expect(weakNumbers([number(1, 200, 20), number(2, 300, 60)])).toEqual([])
})

test('too few calls are no evidence, on either side', () => {
  expect(weakNumbers([number(1, 199, 0), number(2, 300, 60)])).toEqual([])
  expect(weakNumbers([number(1, 200, 0), number(2, 199, 60)])).toEqual([])
  expect(weakNumbers([number(1, 500, 0)])).toEqual([])
  expect(weakNumbers([number(1, 500, 0), number(2, 500, 0)])).toEqual([])
})

test('where few people answer, a rate that is low by chance is no evidence', () => {
  // 2 of 100 people answer: of 200 calls with a good number none is answered one time in 57.
  expect(weakNumbers([number(1, 200, 0), number(2, 300, 6), number(3, 300, 6)])).toEqual([])
  expect(weakNumbers([number(1, 2000, 4), number(2, 3000, 60), number(3, 3000, 60)])).toMatchObject([{ id: 1 }])
})

test('at most half of the numbers rest, the weakest first', () => {
  const numbers = [number(1, 200, 4), number(2, 200, 2), number(3, 200, 6), number(4, 2000, 1000)]
  expect(weakNumbers(numbers).map(({ id }) => id)).toEqual([2, 1])
})
