import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { optional, text } from '../http/schemas.ts'
import { faultAt } from '../http/validation.ts'
import { ApiError, ValidationError } from '../kernel/errors.ts'
import { type NamedColumns, type RecomputeDeps, recomputeZones } from './list-zones.ts'
import { findReadyList, type StoredList } from './queries.ts'
import { COLUMN_NAME_CHARACTERS_MAX } from './rules/read-header.ts'
import { zoneSets } from './zone-queries.ts'
import { LIST_ZONES_EXAMPLE, listZonesShape, serializeListZones } from './zone-shapes.ts'

const column = () => optional(text({ minimum: 1, maximum: COLUMN_NAME_CHARACTERS_MAX }))

/** The inputs that name zone columns, for uploads and for these routes. */
export const zoneColumnInputs = {
  timezone_column: column().meta({
    description: 'The column with IANA time zones, if it does not have one of the usual names.',
  }),
  state_column: column().meta({ description: 'The column with the state or province.' }),
  postal_code_column: column().meta({ description: 'The column with the postal code.' }),
}

export function zoneColumnsOf(input: {
  timezone_column?: string | undefined
  state_column?: string | undefined
  postal_code_column?: string | undefined
}): NamedColumns {
  return {
    ...(input.timezone_column === undefined ? {} : { timezone: input.timezone_column }),
    ...(input.state_column === undefined ? {} : { state: input.state_column }),
    ...(input.postal_code_column === undefined ? {} : { postalCode: input.postal_code_column }),
  }
}

const INPUT_OF = { timezone: 'timezone_column', state: 'state_column', postalCode: 'postal_code_column' } as const

function requireColumns(list: StoredList, named: NamedColumns): void {
  const faults = (Object.keys(named) as (keyof NamedColumns)[]).flatMap((kind) => {
    const name = named[kind] as string
    if (list.columns.includes(name)) return []
    return [faultAt(['body', INPUT_OF[kind]], 'value_error', 'Value error, the list has no column of this name', name)]
  })
  if (faults.length > 0) throw new ValidationError(faults)
}

export function zoneRoute(deps: RecomputeDeps): Route {
  const { db } = deps
  return route({
    method: 'POST',
    path: '/api/v1/contact-lists/{source_id}/zones',
    operation: 'placeContactList',
    tag: 'Contact lists',
    summary: 'Compute the time zones of the contacts of a list again',
    description:
      'For another choice of columns, or after an upgrade with newer numbering data. A column that is not named stays as it was chosen before. Campaigns of the list that are not completed take over the new zones.',
    params: z.object({ source_id: text() }),
    body: z.object(zoneColumnInputs),
    bodyExample: { state_column: 'state' },
    answer: { schema: listZonesShape, example: LIST_ZONES_EXAMPLE },
    errors: ['contact_list_not_found'],
    async handle({ principal: { organizationId }, params, body }) {
      const list = await findReadyList(db, organizationId, params.source_id)
      if (!list) throw new ApiError('contact_list_not_found')
      const named = zoneColumnsOf(body)
      requireColumns(list, named)
      const zones = await recomputeZones(deps, organizationId, list, { ...list.zones?.columns, ...named })
      const ids = zones.sets.map(([id]) => id)
      return serializeListZones(zones, await zoneSets(db, ids))
    },
  })
}
