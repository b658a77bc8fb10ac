import { describe, expect, it } from 'vitest'
import {
  parseZoneGroup,
  parseZoneName,
  statesOfPostalCode,
  zoneColumns,
  zoneGroupName,
  zonesOfContact,
} from './zones-of-contact.ts'

describe('the zones of a contact', () => {
  it('a time zone column decides alone', () => {
    const contact = zonesOfContact('+12125551234', { timezone: 'America/Los_Angeles', state: 'NY' })
    expect(contact).toMatchObject({ zones: ['America/Los_Angeles'], source: 'timezone_column', fault: null })
    expect(contact.places).toEqual(['US', 'US-NY'])
  })

  it('a state widens what the number allows: she may have moved and kept it', () => {
    const contact = zonesOfContact('+12125551234', { state: 'california' })
    expect(contact).toMatchObject({ zones: ['America/Los_Angeles', 'America/New_York'], source: 'state_column' })
    expect(contact.places).toEqual(['US', 'US-CA', 'US-NY'])
  })

  it('a person with several numbers may be wherever one of them may be', () => {
    const contact = zonesOfContact('+12125551234', {}, ['+13105550116', '+442071838750'])
    expect(contact.zones).toEqual(['America/Los_Angeles', 'America/New_York', 'Europe/London'])
    expect(contact.places).toEqual(['GB', 'US', 'US-CA', 'US-NY'])
    expect(zonesOfContact('+12125551234', {}, ['+13475551234']).group).toBe(zonesOfContact('+12125551234', {}).group)
    const withColumn = zonesOfContact('+12125551234', { timezone: 'Europe/Paris' }, ['+13105550116'])
    expect(withColumn.zones).toEqual(['Europe/Paris'])
    // Hours for a number without a zone are not known, so the person has none.
    expect(zonesOfContact('+12125551234', {}, ['101'])).toMatchObject({ zones: [], source: 'unknown' })
  })

  it('a postal code tells its state', () => {
    expect(zonesOfContact('+18005551234', { postalCode: '90210' })).toMatchObject({
      zones: ['America/Los_Angeles'],
      source: 'postal_code_column',
    })
    expect(zonesOfContact('+18005551234', { postalCode: 'K1A 0B1' }).places).toEqual(['CA', 'CA-ON'])
    // Evansville: in a state of two zones no single one is believed.
    expect(zonesOfContact('+18125551234', { postalCode: '47708' }).zones).toEqual([
      'America/Chicago',
      'America/New_York',
    ])
    expect(statesOfPostalCode('00901')).toEqual(['US-PR'])
  })

  it('states are of North America only', () => {
    expect(zonesOfContact('+34612345678', { state: 'CA', postalCode: '28013' })).toMatchObject({
      places: ['ES'],
      source: 'number',
      fault: null,
    })
  })

  it.each(['EST', '+05:00', 'GMT+5', 'Etc/GMT+5', 'Pacific', 'Europe/Atlantis', '-08'])(
    'an offset or a made-up name is no zone and is named as the fault: %s',
    (timezone) => {
      expect(zonesOfContact('+493012345678', { timezone })).toMatchObject({
        zones: ['Europe/Berlin'],
        source: 'number',
        fault: 'timezone',
      })
    },
  )

  it('takes old and careless spellings of a zone', () => {
    expect(parseZoneName('US/Pacific')).toBe('America/Los_Angeles')
    expect(parseZoneName('asia/calcutta')).toBe('Asia/Kolkata')
    expect(parseZoneName(' America/New York ')).toBe('America/New_York')
    expect(parseZoneName('utc')).toBe('UTC')
  })

  it('names a state or postal code that does not exist', () => {
    expect(zonesOfContact('+12125551234', { state: 'XX' })).toMatchObject({ source: 'number', fault: 'state' })
    expect(zonesOfContact('+12125551234', { postalCode: '1' })).toMatchObject({ source: 'number', fault: 'postalCode' })
  })

  it('without any hint there is none', () => {
    expect(zonesOfContact('101', {})).toMatchObject({ zones: [], places: [], source: 'unknown', group: '@' })
  })

  it('those who share zones and places share a group, and the group can be read back', () => {
    const one = zonesOfContact('+13055551234', {})
    const other = zonesOfContact('+18135559999', {})
    expect(one.group).toBe('US,US-FL@America/Chicago,America/New_York')
    expect(other.group).toBe(one.group)
    expect(zoneGroupName(parseZoneGroup(one.group))).toBe(one.group)
    expect(parseZoneGroup('@')).toEqual({ places: [], zones: [] })
  })

  it('finds the columns by their usual names', () => {
    expect(zoneColumns(['Phone', 'Time Zone', 'State/Province', 'ZIP code'])).toEqual({
      timezone: 1,
      state: 2,
      postalCode: 3,
    })
    expect(zoneColumns(['phone', 'name'])).toEqual({})
  })

  it('a state decides alone where the area code is unknown', () => {
    expect(zonesOfContact('+12385551234', { state: 'CA' })).toMatchObject({
      zones: ['America/Los_Angeles'],
      source: 'state_column',
    })
    expect(zonesOfContact('+12385551234', {}).zones.length).toBeGreaterThan(8)
  })
})
