import { getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, test } from 'vitest'
import { isPremiumNumber } from '../addresses/rules/destinations.ts'
import { destinationRefusal, withinDestinations } from './allowed-destinations.ts'
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
    expect(destinationRefusal({}, '+12025550123')).toBeNull()
    expect(destinationRefusal({}, '+19005550123')).toMatch(/premium/)
    expect(destinationRefusal({ premium_numbers: true }, '+19005550123')).toBeNull()
    const british = { allowed_countries: 'gb, IE' }
    expect(destinationRefusal(british, '+447400123456')).toBeNull()
    expect(destinationRefusal(british, '+353850123456')).toBeNull()
    expect(destinationRefusal(british, '+12025550123')).toMatch(/country/)
    expect(destinationRefusal(british, '+8835100123')).toMatch(/country/)
    expect(destinationRefusal(british, 'sip:bob@pbx.example.com')).toBeNull()
  })

  test('asks about the phone number that a SIP URI carries', () => {
    expect(destinationRefusal({}, 'sip:+19005550123@carrier.example')).toMatch(/premium/)
    expect(destinationRefusal({}, 'sips:+19005550123@carrier.example;user=phone')).toMatch(/premium/)
    expect(destinationRefusal({ allowed_countries: 'GB' }, 'sip:+12025550123@carrier.example')).toMatch(/country/)
    expect(destinationRefusal({ allowed_countries: 'GB' }, 'sip:+447400123456@carrier.example')).toBeNull()
    // Stored by an earlier version: whose number this is cannot be told.
    expect(destinationRefusal({}, 'sip:9005550123@carrier.example')).toMatch(/country is unknown/)
  })

  test('asks the carrier for nothing else, neither by a dial nor by a transfer', async () => {
    const asked: string[] = []
    const carrier = {
      place: async (order: { to: string }) => {
        asked.push(order.to)
        return { kind: 'placed', providerCallId: 'x' }
      },
    } as unknown as CarrierAccount
    const account = withinDestinations(carrier, { allowed_countries: 'US' })
    const place = (to: string) => account.place({ to } as never, new AbortController().signal)
    expect(await place('+12025550123')).toMatchObject({ kind: 'placed' })
    expect(await place('+447400123456')).toMatchObject({ kind: 'never' })
    expect(asked).toEqual(['+12025550123'])
  })
})
