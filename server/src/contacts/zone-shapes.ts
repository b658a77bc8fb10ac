/** The zones of a list's contacts, as the API shows them. */
import { z } from 'zod'
import type { ZoneSet } from '../addresses/rules/zones-of-contact.ts'
import type { ListZones } from './copy-contacts.ts'

const SOURCES = ['timezone_column', 'state_column', 'postal_code_column', 'number', 'unknown'] as const

export const contactZonesShape = z
  .object({
    timezones: z
      .array(z.string())
      .meta({ description: 'All possible time zones; calling hours must be open in each. Empty: unknown.' }),
    places: z.array(z.string()).meta({ description: 'Countries and states, ISO 3166.' }),
    source: z.enum(SOURCES).meta({ description: 'Where the zones were derived from.' }),
  })
  .meta({ id: 'ContactZones' })

export const CONTACT_ZONES_EXAMPLE = {
  timezones: ['America/Chicago', 'America/New_York'],
  places: ['US', 'US-FL'],
  source: 'number',
}

export const listZonesShape = z
  .object({
    columns: z.object({
      timezone: z.string().nullable(),
      state: z.string().nullable(),
      postal_code: z.string().nullable(),
    }),
    groups: z
      .array(contactZonesShape.extend({ contacts: z.int() }))
      .meta({ description: 'Contacts who may be called at the same hours, most first.' }),
    unknown_rows: z.int().meta({ description: 'Number of contacts whose time zone is unknown.' }),
    useless_values: z
      .object({ timezone: z.int(), state: z.int(), postal_code: z.int() })
      .meta({ description: 'Values of these columns that name no time zone, state or postal code we know.' }),
  })
  .meta({ id: 'ContactListZones' })

export const LIST_ZONES_EXAMPLE = {
  columns: { timezone: null, state: 'state', postal_code: null },
  groups: [
    { ...CONTACT_ZONES_EXAMPLE, contacts: 612 },
    { timezones: ['America/New_York'], places: ['US', 'US-NY'], source: 'number', contacts: 386 },
  ],
  unknown_rows: 0,
  useless_values: { timezone: 0, state: 2, postal_code: 0 },
}

export function serializeZones({ zones, places, source }: ZoneSet) {
  return { timezones: zones, places, source }
}

export function serializeListZones(zones: ListZones, sets: ReadonlyMap<number, ZoneSet>) {
  const groups = zones.sets
    .flatMap(([id, contacts]) => {
      const set = sets.get(id)
      return set ? [{ ...serializeZones(set), contacts }] : []
    })
    .sort((a, b) => b.contacts - a.contacts)
  const { timezone, state, postalCode } = zones.columns
  return {
    columns: { timezone: timezone ?? null, state: state ?? null, postal_code: postalCode ?? null },
    groups,
    unknown_rows: groups
      .filter(({ timezones }) => timezones.length === 0)
      .reduce((sum, { contacts }) => sum + contacts, 0),
    useless_values: {
      timezone: zones.faults.timezone ?? 0,
      state: zones.faults.state ?? 0,
      postal_code: zones.faults.postalCode ?? 0,
    },
  }
}
