import { expect, test } from 'vitest'
import { announcementOf } from './announcement.ts'

const call = { written: '', opening: 'A person for you.', connecting: 'One moment.', gathered: {}, said: [] }

test('tells what was gathered and what was said last', () => {
  const told = announcementOf({ ...call, gathered: { order_number: '42', note: '' }, said: ['hello', 'it is broken'] })
  expect(told).toBe('A person for you. order number: 42. "it is broken". One moment.')
})

test('the operator’s own words stand alone', () => {
  expect(announcementOf({ ...call, written: 'Ada about her order.', gathered: { a: 'b' } })).toBe(
    'Ada about her order.',
  )
})

test('stays short, however much was said', () => {
  const gathered = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`v${index}`, 'x'.repeat(500)]))
  expect(announcementOf({ ...call, gathered, said: ['y'.repeat(5000)] }).length).toBeLessThan(900)
})
