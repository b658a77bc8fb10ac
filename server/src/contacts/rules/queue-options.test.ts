import { expect, test } from 'vitest'
import { queueColumns, readQueueOptions } from './queue-options.ts'

const FLORIDA = ['America/Chicago', 'America/New_York']
const read = (texts: object, zones: string[] = ['Europe/Berlin']) => readQueueOptions(texts, zones)

test.each([
  ['2026-11-20 09:00', ['Europe/Berlin'], '2026-11-20T08:00:00.000Z'],
  ['2026-07-01T09:00', ['Europe/Berlin'], '2026-07-01T07:00:00.000Z'],
  // Nine o’clock wherever the person may be: the later moment of both zones.
  ['2026-11-20 09:00', FLORIDA, '2026-11-20T15:00:00.000Z'],
  ['2026-11-20', FLORIDA, '2026-11-20T06:00:00.000Z'],
  ['2026-11-20', [], '2026-11-20T12:00:00.000Z'],
  ['2026-11-20T09:00:00+01:00', FLORIDA, '2026-11-20T08:00:00.000Z'],
  ['2026-11-20 09:00Z', [], '2026-11-20T09:00:00.000Z'],
])('not before %s in %j is %s', (notBefore, zones, moment) => {
  expect(read({ notBefore }, zones)).toEqual({ notBefore: new Date(moment), notAfter: null, priority: null })
})

test.each([
  ['2026-11-20 17:00', FLORIDA, '2026-11-20T22:00:00.000Z'],
  ['2026-11-20', FLORIDA, '2026-11-21T05:00:00.000Z'],
  ['2026-11-20', [], '2026-11-20T10:00:00.000Z'],
])('not after %s in %j is %s', (notAfter, zones, moment) => {
  expect(read({ notAfter }, zones)).toMatchObject({ notAfter: new Date(moment) })
})

test.each([
  ['tomorrow', 'not_before_invalid'],
  ['20.11.2026', 'not_before_invalid'],
  ['2026-02-30', 'not_before_invalid'],
  ['2026-11-20 25:00', 'not_before_invalid'],
])('%s is refused', (notBefore, code) => {
  expect(read({ notBefore })).toMatchObject({ code })
})

test('times that leave no moment are refused', () => {
  expect(read({ notBefore: '2026-11-20 09:00', notAfter: '2026-11-20 09:00' })).toMatchObject({
    column: 'notAfter',
    code: 'not_after_invalid',
  })
  expect(read({ notBefore: '2026-11-20', notAfter: '2026-11-20' })).toMatchObject({ priority: null })
})

test.each([
  ['9', 9],
  ['High', 7],
  ['', null],
  ['10', undefined],
  ['VIP', undefined],
])('the priority %j is %j', (priority, number) => {
  expect(read({ priority })).toMatchObject(number === undefined ? { code: 'priority_invalid' } : { priority: number })
})

test('columns are found however they are written', () => {
  expect(queueColumns(['phone', 'Not Before', 'NOT_AFTER', 'priority'])).toEqual({
    notBefore: 1,
    notAfter: 2,
    priority: 3,
  })
  expect(queueColumns(['phone', 'name'])).toBeNull()
})
