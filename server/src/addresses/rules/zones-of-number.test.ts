import fc from 'fast-check'
import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, it } from 'vitest'
import { placesOfNumber, placesOfStates } from './zones-of-number.ts'

const zones = (number: string) => placesOfNumber(number).zones
const EAST_AND_CENTRAL = ['America/Chicago', 'America/New_York']

describe('the zones a number may be in', () => {
  it.each([
    ['two zones in one area code', '+12085551234', ['America/Denver', 'America/Los_Angeles']],
    ['the default exchange is wrong: Chattanooga', '+14235551234', EAST_AND_CENTRAL],
    ['an overlay the data has in the wrong zone: Orlando', '+16895551234', EAST_AND_CENTRAL],
    ['overlays of split codes', '+13645551234', EAST_AND_CENTRAL],
    ['overlays of split codes', '+19305551234', EAST_AND_CENTRAL],
    ['overlays of split codes', '+14485551234', EAST_AND_CENTRAL],
    ['overlays of split codes', '+14585551234', ['America/Denver', 'America/Los_Angeles']],
    ['one zone', '+12125551234', ['America/New_York']],
    ['thirty minutes apart', '+17095551234', ['America/Halifax', 'America/Puerto_Rico', 'America/St_Johns']],
    ['an island', '+18765551234', ['America/Jamaica']],
    ['a territory', '+17875551234', ['America/Puerto_Rico']],
    ['a zone three islands share is named once', '+447911123456', ['Europe/London']],
    ['Germany', '+493012345678', ['Europe/Berlin']],
    ['Brazil tells the area in mobile numbers too', '+5511912345678', ['America/Sao_Paulo']],
    ['Brazil, Acre', '+5568912345678', ['America/Rio_Branco']],
    ['a landline in Vladivostok', '+74232345678', ['Asia/Vladivostok']],
    ['Spanish mobiles may be on the Canaries', '+34612345678', ['Atlantic/Canary', 'Europe/Madrid']],
    ['Indonesia', '+628123456789', ['Asia/Jakarta', 'Asia/Jayapura', 'Asia/Makassar']],
    ['a town listed among the Chatham Islands', '+6433051234', ['Pacific/Auckland', 'Pacific/Chatham']],
    ['Queensland has no summer time', '+61731234567', ['Australia/Brisbane', 'Australia/Sydney']],
    ['a name that tzdata has retired', '+919812345678', ['Asia/Kolkata']],
    ['the data has Paris', '+213512345678', ['Africa/Algiers']],
    ['the data has Chicago', '+50588123456', ['America/Managua']],
    ['the data has the Canaries', '+212612345678', ['Africa/Casablanca']],
    ['one clock by law', '+8613912345678', ['Asia/Shanghai']],
    ['a country CLDR does not know', '+38344123456', ['Europe/Belgrade']],
  ])('%s: %s', (_, number, expected) => {
    expect(zones(number)).toEqual(expected)
  })

  it.each([
    ['toll-free', '+18005551234'],
    ['personal', '+15005551234'],
    ['a service', '+12115551234'],
    ['a code kept for longer numbers', '+13955551234'],
    ['satellite', '+8816123456'],
    ['international toll-free', '+80012345678'],
    ['a SIP extension', '101'],
    ['a SIP address', 'sip:anna@example.com'],
  ])('cannot be told for %s', (_, number) => {
    expect(placesOfNumber(number)).toEqual({ zones: [], places: [] })
  })

  it.each([
    ['357', ['America/Los_Angeles'], 'US-CA'],
    ['837', ['America/Los_Angeles'], 'US-CA'],
    ['621', ['America/Chicago', 'America/Denver'], 'US-TX'],
    ['679', ['America/Chicago', 'America/New_York'], 'US-MI'],
    ['861', ['America/Chicago'], 'US-IL'],
    ['436', ['America/New_York'], 'US-OH'],
    ['471', ['America/Chicago'], 'US-MS'],
    ['729', ['America/Chicago', 'America/New_York'], 'US-TN'],
    ['273', ['America/Halifax', 'America/Toronto'], 'CA-QC'],
  ])('area code %s is newer than the data and lies where its overlay lies', (area, expected, state) => {
    expect(zones(`+1${area}5551234`)).toEqual(expected)
    expect(placesOfNumber(`+1${area}5551234`).places).toContain(state)
  })

  it('an area code nobody has told us about is somewhere in the United States or Canada, never nowhere', () => {
    const { zones: possible, places } = placesOfNumber('+12385551234')
    expect(places).toEqual(['CA', 'US'])
    expect(possible).toEqual(
      expect.arrayContaining(['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu', 'America/St_Johns']),
    )
  })

  it('of all area codes only services, reserved and non-geographic ones are nowhere', () => {
    const nowhere = Array.from({ length: 800 }, (_, index) => String(index + 200)).filter(
      (area) => placesOfNumber(`+1${area}5551234`).zones.length === 0,
    )
    expect(nowhere.filter((area) => area[1] !== '9' && !area.endsWith('11'))).toHaveLength(31)
  })

  it('mobiles of Russia and Australia may be anywhere in the country', () => {
    expect(zones('+79161234567')).toEqual(expect.arrayContaining(['Europe/Moscow', 'Asia/Vladivostok', 'Asia/Anadyr']))
    expect(zones('+61412345678')).toEqual(
      expect.arrayContaining(['Australia/Perth', 'Australia/Sydney', 'Australia/Brisbane', 'Australia/Adelaide']),
    )
    // Kaliningrad's prefix stands as Bucharest, which is no zone of Russia's.
    expect(zones('+74012345678')).toContain('Europe/Kaliningrad')
  })

  it('names countries and states', () => {
    expect(placesOfNumber('+13055551234').places).toEqual(['US', 'US-FL'])
    expect(placesOfNumber('+19025551234').places).toEqual(['CA', 'CA-NS', 'CA-PE'])
    expect(placesOfNumber('+17875551234').places).toEqual(['US', 'US-PR'])
    expect(placesOfNumber('+33612345678').places).toEqual(['FR'])
    expect(placesOfNumber('+12425551234').places).toEqual(['BS'])
  })

  it.each([
    ['a mobile of Great Britain', '+447400123456', ['GB']],
    ['a landline in London', '+442071838750', ['GB']],
    ['a mobile of Guernsey', '+447781123456', ['GG']],
    ['a landline on Jersey', '+441534456789', ['JE']],
    ['a range that Great Britain and the Isle of Man share', '+447924123456', ['GB', 'IM']],
    ['a British range that is not assigned', '+447700900123', ['GB', 'GG', 'IM', 'JE']],
    ['an Italian mobile, which people in the Vatican have too', '+393123456789', ['IT']],
    ['a landline in the Vatican', '+390669812345', ['VA']],
    ['a mobile of Finland', '+358412345678', ['FI']],
    ['an Australian mobile', '+61412345678', ['AU']],
    ['Kazakhstan', '+77710009998', ['KZ']],
    ['Russia', '+79123456789', ['RU']],
    ['Mayotte', '+262639012345', ['YT']],
    ['an overlay that nobody has assigned', '+17775551234', ['CA', 'US']],
  ])('of countries that share a code, %s: %s', (_, number, expected) => {
    expect(placesOfNumber(number).places).toEqual(expected)
  })

  it.each([
    ['Eastern and Central', ['FL', 'IN', 'KY', 'MI', 'TN'], 'America/New_York', 'America/Chicago'],
    ['Central and Mountain', ['KS', 'NE', 'ND', 'SD', 'TX'], 'America/Chicago', 'America/Denver'],
    ['Mountain and Pacific', ['ID', 'OR', 'NV'], 'America/Denver', 'America/Los_Angeles'],
    ['with and without summer time', ['AZ'], 'America/Phoenix', 'America/Denver'],
    ['Alaska', ['AK'], 'America/Anchorage', 'America/Adak'],
  ])('states of two zones have both: %s', (_, states, one, other) => {
    for (const state of states) {
      expect(placesOfStates([`US-${state}`]).zones, state).toEqual(expect.arrayContaining([one, other]))
    }
  })

  it('every country of libphonenumber has a zone, and each is known to the runtime', () => {
    const without: string[] = []
    for (const country of getCountries()) {
      const number = getExampleNumber(country, examples)?.number
      if (!number) continue
      if (zones(number).length === 0) without.push(country)
      for (const zone of zones(number)) expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
    }
    expect(without).toEqual([])
  })

  it('any text at all has an answer, and the same one twice', () => {
    const text = fc.oneof(
      fc.string(),
      fc.bigInt({ min: 1n, max: 10n ** 15n }).map((digits) => `+${digits}`),
    )
    fc.assert(
      fc.property(text, (number) => {
        const places = placesOfNumber(number)
        expect(placesOfNumber(number)).toBe(places)
      }),
    )
  })
})
