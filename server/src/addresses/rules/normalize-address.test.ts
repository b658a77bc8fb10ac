import fc from 'fast-check'
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import metadataJson from 'libphonenumber-js/min/metadata'
import { describe, expect, test } from 'vitest'
import { type CountryCode, isCountryCode, normalizeAddress } from './normalize-address.ts'
import { E164_DIGITS_MAX, parseUnambiguousInternational, parseUnambiguousNational } from './numbering-plans.ts'

function outcome(text: string, country: CountryCode | null = null): string {
  const result = normalizeAddress(text, country)
  return result.ok ? `${result.type} ${result.normalized}` : result.code
}

describe('a phone number becomes E.164', () => {
  test.each([
    ['+447912345678', null, '+447912345678'],
    ['+44 7912 345678', null, '+447912345678'],
    ['+44 (0)7912 345678', null, '+447912345678'],
    ['(+44) 7912-345.678', null, '+447912345678'],
    ['tel:+447912345678', null, '+447912345678'],
    ['07912 345678', 'GB', '+447912345678'],
    ['07912345678', 'GB', '+447912345678'],
    ['447912345678', 'GB', '+447912345678'],
    ['00447912345678', 'DE', '+447912345678'],
    ['011 44 7912 345678', 'US', '+447912345678'],
    ['(213) 373-4253', 'US', '+12133734253'],
    ['8 (800) 555-35-35', 'RU', '+78005553535'],
    ['+54 9 11 2345 6789', null, '+5491123456789'],
    ['5812345', 'IS', '+3545812345'],
    ['211234', 'FO', '+298211234'],
  ] as const)('%s (%s) is %s', (text, country, expected) => {
    expect(outcome(text, country)).toBe(`pstn ${expected}`)
  })

  test.each([
    ['a leading apostrophe', "'+447912345678"],
    ['a typographic apostrophe', '’+447912345678'],
    ['a formula that protects text', '="+447912345678"'],
    ['a full-width plus and digits', '＋４４７９１２３４５６７８'],
    ['Arabic digits', '+٤٤٧٩١٢٣٤٥٦٧٨'],
    ['no-break spaces', '+44\u00a07912\u202f345678'],
    ['zero-width spaces and a byte order mark', '\ufeff+44\u200b7912345678'],
    ['direction marks', '\u202a+447912345678\u202c'],
    ['typographic dashes', '+44–7912‑345678'],
    ['a decimal of a data tool', '+447912345678.0'],
    ['blanks around', '  +447912345678\t'],
  ])('%s does no harm', (_name, text) => {
    expect(outcome(text)).toBe('pstn +447912345678')
  })
})

describe('a SIP address is kept', () => {
  test.each([
    ['1001', 'sip_extension 1001'],
    ['12', 'sip_extension 12'],
    ['1234567', 'sip_extension 1234567'],
    ['alice', 'sip_extension alice'],
    ['front-desk.2', 'sip_extension front-desk.2'],
    ['1001.0', 'sip_extension 1001'],
    ['sip:alice@example.com', 'sip_uri sip:alice@example.com'],
    ['SIP:Alice@Example.COM:5060;transport=TLS', 'sip_uri sip:Alice@example.com:5060;transport=TLS'],
    ['sips:1001@[2001:DB8::1]', 'sip_uri sips:1001@[2001:db8::1]'],
    ['sip:+447912345678@10.0.0.1', 'sip_uri sip:+447912345678@10.0.0.1'],
    ['SIPS:%2B44-7912-345678@PBX.example;user=phone', 'sip_uri sips:+447912345678@pbx.example;user=phone'],
    ['sip:agent7912345678@pbx.example', 'sip_uri sip:agent7912345678@pbx.example'],
  ])('%s', (text, expected) => {
    expect(outcome(text)).toBe(expected)
  })

  test('bare short digits stay an extension where phone numbers are longer', () => {
    expect(outcome('5812345', 'GB')).toBe('sip_extension 5812345')
    expect(outcome('1001', 'DE')).toBe('sip_extension 1001')
  })
})

describe('every refusal has its reason', () => {
  test.each([
    ['', null, 'phone_missing'],
    [' \u200b ', null, 'phone_missing'],
    ['-', null, 'phone_missing'],
    ['N/A', null, 'phone_missing'],
    ['unknown', null, 'phone_missing'],
    ['447912345678', null, 'country_unknown'],
    ['07912345678', null, 'country_unknown'],
    ['213-4253', null, 'country_unknown'],
    ['00447912345678', null, 'country_unknown'],
    ['12345678', null, 'country_unknown'],
    ['123456789012345', null, 'country_unknown'],
    ['4.47912E+11', null, 'spreadsheet_number'],
    ['4,47912E+11', 'DE', 'spreadsheet_number'],
    ['4E+11', null, 'spreadsheet_number'],
    ['4.47912e11', 'GB', 'spreadsheet_number'],
    ['#NAME?', null, 'spreadsheet_error'],
    ['#N/A', null, 'spreadsheet_error'],
    ['#REF!', null, 'spreadsheet_error'],
    ['#DIV/0!', null, 'spreadsheet_error'],
    ['+447912345678;ext=12', null, 'extension_not_supported'],
    ['+44 7912 345678 x123', null, 'extension_not_supported'],
    ['+447912345678x123', null, 'extension_not_supported'],
    ['(213) 373-4253 ext. 12', 'US', 'extension_not_supported'],
    ['2133734253#12', 'US', 'extension_not_supported'],
    ['+447912345678,,12', null, 'extension_not_supported'],
    ['5', null, 'phone_invalid'],
    ['+1001', null, 'phone_invalid'],
    ['+999123456789', null, 'phone_invalid'],
    ['++447912345678', null, 'phone_invalid'],
    ['+0447912345678', null, 'phone_invalid'],
    ['+44 007912345678', null, 'phone_invalid'],
    ['1234567890123456', null, 'phone_invalid'],
    ['1-800-FLOWERS', 'US', 'phone_invalid'],
    ['+447912345678 / +447912345679', null, 'phone_invalid'],
    ['+447912345678; +447912345679', null, 'phone_invalid'],
    ['alice@example.com', null, 'phone_invalid'],
    ['ask Maria', null, 'phone_invalid'],
    ['<script>', null, 'phone_invalid'],
    ['a'.repeat(33), null, 'phone_invalid'],
    ['sip:447912345678@pbx.example', null, 'country_unknown'],
    ['sip:00447912345678@pbx.example', null, 'country_unknown'],
    ['sip:1234567@pbx.example', null, 'country_unknown'],
    ['sip:12345@pbx.example;user=phone', null, 'country_unknown'],
    ['sip:alice@pbx.example;user=phone', null, 'phone_invalid'],
    ['sip:+999123456789@pbx.example', null, 'phone_invalid'],
    ['sip:*67+19005550123@pbx.example', null, 'phone_invalid'],
    ['sip:7912345678;phone-context=+44@pbx.example', null, 'phone_invalid'],
    ['sip:', null, 'sip_uri_invalid'],
    ['sip:1001', null, 'sip_uri_invalid'],
    ['sip:alice:secret@example.com', null, 'sip_uri_invalid'],
    ['sip:alice@example.com?Subject=x', null, 'sip_uri_invalid'],
    ['sip:alice@example.com:0', null, 'sip_uri_invalid'],
    ['sip:alice@example.com:70000', null, 'sip_uri_invalid'],
    ['sip:al ice@example.com', null, 'sip_uri_invalid'],
    ['sip:alice@-example', null, 'sip_uri_invalid'],
  ] as const)('%s (%s): %s', (text, country, code) => {
    expect(outcome(text, country)).toBe(code)
  })

  test('a text of any length is refused at once', () => {
    expect(outcome('1'.repeat(100_000))).toBe('phone_invalid')
    expect(outcome(`sip:${'a'.repeat(300)}@example.com`)).toBe('phone_invalid')
  })

  test('a lost plus sign is named where the digits would be a number with it', () => {
    expect(normalizeAddress('447912345678', null)).toMatchObject({ message: expect.stringContaining('spreadsheet') })
    expect(normalizeAddress('07912345678', null)).not.toMatchObject({ message: expect.stringContaining('spreadsheet') })
  })

  test('the address never stands in the message', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[+(]?\d[\d x.;-]{3,20}$/), (text) => {
        const result = normalizeAddress(text, null)
        if (!result.ok) expect(result.message).not.toContain(text)
      }),
    )
  })
})

describe('the short way', () => {
  const callingCodes = [
    ...Object.keys(metadataJson.country_calling_codes),
    ...Object.keys(metadataJson.nonGeographic),
    '999',
    '0',
  ]
  const digits = fc.stringMatching(/^\d{0,15}$/)

  function library(text: string, country: CountryCode | null): string | null {
    const parsed = parsePhoneNumberFromString(
      text,
      country ? { defaultCountry: country, extract: false } : { extract: false },
    )
    return parsed?.isPossible() && parsed.number.length <= E164_DIGITS_MAX + 1 ? parsed.number : null
  }

  test('says what the library says about international numbers, and says it for most', () => {
    fc.assert(
      fc.property(fc.constantFrom(...callingCodes), digits, (code, national) => {
        const text = `+${code}${national}`
        const sure = parseUnambiguousInternational(text)
        if (sure !== null) expect(sure).toBe(library(text, null))
      }),
      { numRuns: 5000 },
    )
    expect(parseUnambiguousInternational('+447912345678')).toBe('+447912345678')
    expect(parseUnambiguousInternational('+12133734253')).toBe('+12133734253')
    expect(parseUnambiguousInternational('+5491123456789')).toBe('+5491123456789')
  })

  test('says what the library says about national numbers', () => {
    const country = fc.constantFrom(...getCountries())
    const start = fc.constantFrom('', '0', '00', '011', '1', '8', '9', '06', 'own')
    fc.assert(
      fc.property(country, start, digits, (code, prefix, rest) => {
        const text = `${prefix === 'own' ? getCountryCallingCode(code) : prefix}${rest}`
        const sure = parseUnambiguousNational(text, code)
        if (sure !== null) expect(sure).toBe(library(text, code))
      }),
      { numRuns: 10_000 },
    )
    expect(parseUnambiguousNational('07912345678', 'GB')).toBe('+447912345678')
    expect(parseUnambiguousNational('2133734253', 'US')).toBe('+12133734253')
  })

  test('normalizing what is normal changes nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...callingCodes), digits, (code, national) => {
        const first = normalizeAddress(`+${code} ${national}`, null)
        if (first.ok) expect(normalizeAddress(first.normalized, null)).toEqual(first)
      }),
      { numRuns: 3000 },
    )
  })

  test('any text has an answer', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(null, 'GB', 'AR', 'IS'), (text, country) => {
        const result = normalizeAddress(text, country as CountryCode | null)
        expect(result.ok ? result.normalized : result.message).not.toBe('')
      }),
      { numRuns: 1000 },
    )
  })
})

test('a country code is two capital letters of a country with phone numbers', () => {
  expect(['GB', 'US', 'DE', 'IS'].every(isCountryCode)).toBe(true)
  expect(['gb', 'UK', 'XX', '', '001', 'toString', 'constructor'].some(isCountryCode)).toBe(false)
})

test.each(['y', 'ext 7', '+44 7912 345679', '345', '/ 020 7946 0018'])(
  'hundreds of blanks before %j count as two',
  (rest) => {
    const withBlanks = (count: number) => normalizeAddress(`+44 7912 345678${' '.repeat(count)}${rest}`, null)
    expect(withBlanks(200)).toEqual(withBlanks(2))
  },
)

test('a phone number in a SIP URI is read in the country of the list', () => {
  for (const user of ['07912345678', '447912345678', '00447912345678', '7912345678']) {
    expect(outcome(`sip:${user}@pbx.example`, 'GB')).toBe('sip_uri sip:+447912345678@pbx.example')
  }
  expect(outcome('sip:2025550116@pbx.example', 'US')).toBe('sip_uri sip:+12025550116@pbx.example')
})
