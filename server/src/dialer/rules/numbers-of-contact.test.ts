import { describe, expect, test } from 'vitest'
import { addressTypeOf, afterAttempt, afterUselessNumber, passOver, whenDialed } from './numbers-of-contact.ts'

const [A, B, C] = ['+4930111', '+4930222', '+4930333'] as [string, string, string]
const all = [A, B, C]

describe('after an attempt that did not reach the person', () => {
  test('the next number in order is dialed, and after the last the first again', () => {
    expect(afterAttempt({ all, passed: {} }, A).phoneNumber).toBe(B)
    expect(afterAttempt({ all, passed: {} }, C).phoneNumber).toBe(A)
  })

  test('numbers that are passed over for good are left out, and others are asked again', () => {
    const passed = { [B]: 'not_callable', [C]: 'consent' } as const
    expect(afterAttempt({ all, passed }, A)).toEqual({ phoneNumber: C, passed: { [B]: 'not_callable' } })
  })

  test('the same number is dialed again if no other is left', () => {
    const passed = { [B]: 'not_callable', [C]: 'suppressed' } as const
    expect(afterAttempt({ all, passed }, A).phoneNumber).toBe(A)
  })
})

describe('a number that does not exist', () => {
  test('is not dialed again', () => {
    const first = afterUselessNumber({ all, passed: {} }, A, 'not_callable')
    expect(first).toEqual({ phoneNumber: B, passed: { [A]: 'not_callable' } })
    expect(afterAttempt({ all, passed: first?.passed ?? {} }, C).phoneNumber).toBe(B)
  })

  test('ends the contact when no other number is left', () => {
    const passed = { [A]: 'suppressed', [C]: 'not_callable' } as const
    expect(afterUselessNumber({ all, passed }, B, 'not_callable')).toBeNull()
  })
})

describe('a number that must not be dialed', () => {
  test('is passed over without ending the contact', () => {
    const first = passOver({ all, passed: {} }, A, 'suppressed')
    expect(first).toEqual({ kind: 'next', phoneNumber: B, passed: { [A]: 'suppressed' } })
  })

  test('ends the contact when it was the last one', () => {
    expect(passOver({ all, passed: { [A]: 'suppressed', [B]: 'not_callable' } }, C, 'suppressed').kind).toBe('none')
  })

  test('lets the contact wait with a number that a rule holds now, and all rules are asked again afterwards', () => {
    const passed = { [A]: 'no_route', [B]: 'not_callable' } as const
    expect(passOver({ all, passed }, C, 'consent')).toEqual({
      kind: 'held',
      reason: 'consent',
      phoneNumber: C,
      passed: { [A]: 'no_route', [B]: 'not_callable', [C]: 'consent' },
    })
    // Judged again after a change, C is still held: now A is asked again, and not only C.
    const waiting = { [A]: 'no_route', [B]: 'not_callable', [C]: 'consent' } as const
    const again = passOver({ all, passed: waiting }, C, 'consent')
    expect(again).toEqual({ kind: 'next', phoneNumber: A, passed: { [B]: 'not_callable', [C]: 'consent' } })
  })

  test('that a rule held is not passed over any more once it is dialed; the others are as before', () => {
    const passed = { [A]: 'no_route', [B]: 'not_callable', [C]: 'consent' } as const
    expect(whenDialed({ all, passed }, C).passed).toEqual({ [A]: 'no_route', [B]: 'not_callable' })
  })

  test('asks a rule again that held another number in an earlier claim: the rules may have been lifted since', () => {
    const passed = { [A]: 'consent', [B]: 'not_callable' } as const
    const again = passOver({ all, passed }, C, 'suppressed')
    expect(again).toEqual({ kind: 'next', phoneNumber: A, passed: { [B]: 'not_callable', [C]: 'suppressed' } })
    const still = passOver({ all, passed: { [B]: 'not_callable', [C]: 'suppressed' } }, A, 'consent')
    expect(still).toMatchObject({ kind: 'held', reason: 'consent', phoneNumber: A })
  })

  test('is never chosen twice in one round: passing over comes to an end', () => {
    let current = A
    let passed: Record<string, 'consent'> = {}
    for (let round = 0; ; round++) {
      expect(round).toBeLessThan(all.length)
      const result = passOver({ all, passed }, current, 'consent')
      if (result.kind !== 'next') break
      current = result.phoneNumber
      passed = result.passed as typeof passed
    }
  })
})

test('the type of an address follows from its form', () => {
  expect(['+4930111', 'sip:+4930111@pbx.example', '101'].map(addressTypeOf)).toEqual([
    'pstn',
    'sip_uri',
    'sip_extension',
  ])
})
