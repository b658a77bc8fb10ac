import { describe, expect, test } from 'vitest'
import { type DialableAddressOptions, dialableAddress } from './dialable-address.ts'
import { isEmergencyNumber } from './emergency-numbers.ts'

const LIST: DialableAddressOptions = { country: null, allowExtensions: false, withoutCountry: 'anywhere' }

function outcome(text: string, terms: Partial<DialableAddressOptions> = {}): string {
  const read = dialableAddress(text, { ...LIST, ...terms })
  return read.ok ? `${read.type} ${read.normalized}` : read.code
}

describe('a list', () => {
  test.each(['112', '110', '911', '999', '000', '111', '0112', '9911', '116117', '116000', 'sip:112@pbx.example'])(
    'never has the emergency or service number %s, whatever the operator says',
    (number) => {
      for (const country of [null, 'DE', 'US', 'GB'] as const) {
        for (const allowExtensions of [true, false]) {
          expect(outcome(number, { country, allowExtensions })).toBe('emergency_number')
        }
      }
    },
  )

  test.each([
    ['DE', '112'],
    ['IN', '108'],
    ['US', '988'],
    ['CA', '211'],
    ['AU', '106'],
    ['BR', '190'],
    ['FR', '17'],
    ['ZA', '10111'],
  ] as const)('has no emergency number of its country %s: %s', (country, number) => {
    expect(outcome(number, { country, allowExtensions: true })).toBe('emergency_number')
  })

  test.each(['unbekannt', 'Unknown', 'n/a', 'N.A.', 'keine', 'inconnu', 'desconocido', 'não', 'k. A.', 'null', '-'])(
    'has no contact named %s',
    (word) => {
      expect(outcome(word, { allowExtensions: true })).toBe('phone_missing')
    },
  )

  test('has extensions only if the operator says so', () => {
    for (const text of ['1001', '94199', 'alice', 'front-desk.2']) {
      expect(outcome(text)).toBe('extension_not_allowed')
      expect(outcome(text, { allowExtensions: true })).toBe(`sip_extension ${text}`)
    }
    expect(outcome('+442071838750')).toBe('pstn +442071838750')
    expect(outcome('sip:alice@pbx.example')).toBe('sip_uri sip:alice@pbx.example')
    expect(outcome('sip:1001@pbx.example')).toBe('sip_uri sip:1001@pbx.example')
  })

  test('takes 101 for an extension where it is known that the PBX is not in India', () => {
    expect(outcome('101', { allowExtensions: true })).toBe('emergency_number')
    expect(outcome('101', { allowExtensions: true, country: 'US' })).toBe('sip_extension 101')
    expect(outcome('101', { allowExtensions: true, withoutCountry: 'unknown' })).toBe('sip_extension 101')
    expect(outcome('sip:101@pbx.example')).toBe('sip_uri sip:101@pbx.example')
  })

  test('has no emergency number in international form', () => {
    expect(outcome('+2710111')).toBe('emergency_number')
    expect(outcome('sip:+2710111@pbx.example')).toBe('emergency_number')
  })
})

test('long numbers that begin like an emergency number are none', () => {
  for (const digits of ['1120', '91100', '11234', '9994']) expect(isEmergencyNumber(digits, 'unknown')).toBe(false)
})
