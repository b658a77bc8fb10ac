import { getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, test } from 'vitest'
import { isPremiumNumber } from '../addresses/rules/destinations.ts'
import { destinationRefusal, limitToAllowedDestinations } from './allowed-destinations.ts'
import type { CarrierAccount } from './provider.ts'

test.each(['+19005550123', '+449012345678', '+499001234567', '+33899123456'])('%s is a premium number', (number) => {
  expect(parsePhoneNumberFromString(number)?.getType()).toBe('PREMIUM_RATE')
  expect(isPremiumNumber(number)).toBe(true)
})

test('no country’s mobile numbers are taken for premium ones', () => {
  for (const country of getCountries()) {
    const number = getExampleNumber(country, examples)
    if (number) expect([country, isPremiumNumber(number.number)]).toEqual([country, false])
  }
  for (const address of ['sip:900@pbx.example.com', '900', '+12025550123']) expect(isPremiumNumber(address)).toBe(false)
})

describe('a configuration', () => {
  test('dials premium numbers only if it says so, and other countries only if it names none', () => {
    expect(destinationRefusal({}, '+12025550123', false)).toBeNull()
    expect(destinationRefusal({}, '+19005550123', false)).toMatch(/premium/)
    expect(destinationRefusal({ premium_numbers: true }, '+19005550123', false)).toBeNull()
    const british = { allowed_countries: 'gb, IE' }
    expect(destinationRefusal(british, '+447400123456', false)).toBeNull()
    expect(destinationRefusal(british, '+353850123456', false)).toBeNull()
    expect(destinationRefusal(british, '+12025550123', false)).toMatch(/country/)
    expect(destinationRefusal(british, '+8835100123', false)).toMatch(/country/)
    expect(destinationRefusal(british, 'sip:bob@pbx.example.com', false)).toBeNull()
  })

  test('asks about the phone number that a SIP URI carries', () => {
    expect(destinationRefusal({}, 'sip:+19005550123@carrier.example', false)).toMatch(/premium/)
    expect(destinationRefusal({}, 'sips:+19005550123@carrier.example;user=phone', false)).toMatch(/premium/)
    expect(destinationRefusal({ allowed_countries: 'GB' }, 'sip:+12025550123@carrier.example', false)).toMatch(
      /country/,
    )
    expect(destinationRefusal({ allowed_countries: 'GB' }, 'sip:+447400123456@carrier.example', false)).toBeNull()
    // Stored by an earlier version: whose number this is cannot be told.
    expect(destinationRefusal({}, 'sip:9005550123@carrier.example', false)).toMatch(/country is unknown/)
  })

  test('asks the carrier for nothing else, neither by a dial nor by a transfer', async () => {
    const asked: string[] = []
    const carrier = {
      place: async (order: { to: string }) => {
        asked.push(order.to)
        return { kind: 'placed', providerCallId: 'x' }
      },
    } as unknown as CarrierAccount
    const account = limitToAllowedDestinations(carrier, { allowed_countries: 'US' }, false)
    const place = (to: string) => account.place({ to } as never, new AbortController().signal)
    expect(await place('+12025550123')).toMatchObject({ kind: 'placed' })
    expect(await place('+447400123456')).toMatchObject({ kind: 'never' })
    expect(asked).toEqual(['+12025550123'])
  })

  test('never dials an emergency number or a word, and extensions only at a PBX', () => {
    for (const address of ['112', '911', '110', '0112', '9911', 'sip:112@pbx.example', 'unbekannt', '+2710111']) {
      for (const isPbx of [true, false]) {
        expect([address, destinationRefusal({ premium_numbers: true }, address, isPbx)]).not.toEqual([address, null])
      }
    }
    expect(destinationRefusal({}, '1001', false)).toMatch(/PBX/)
    expect(destinationRefusal({}, '1001', true)).toBeNull()
    expect(destinationRefusal({}, '101', true)).toBeNull()
    expect(destinationRefusal({ allowed_countries: 'IN' }, '101', true)).toMatch(/emergency/)
    expect(destinationRefusal({ allowed_countries: 'XX' }, '+12025550123', false)).toMatch(/country/)
  })
})
