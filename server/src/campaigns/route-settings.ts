/** The route of a campaign in requests: which telephony configurations it dials through, in order, and for which numbers. */
import { z } from 'zod'
import { prefixesOfCountry } from '../addresses/rules/prefixes-of-country.ts'
import { countryCode } from '../addresses/schemas.ts'
import { isSimulatedProvider } from '../dialer/policy-cache.ts'
import type { StoredStep } from '../dialer/rules/route.ts'
import { id, optional } from '../http/schemas.ts'
import { faultAt } from '../http/validation.ts'
import { ValidationError } from '../kernel/errors.ts'
import type { Queries } from '../storage/database.ts'
import { configurationProvider } from '../telephony/configurations/queries.ts'

export const ROUTE_STEPS_MAX = 10
const STEP_PREFIXES_MAX = 100
const STEP_COUNTRIES_MAX = 50

const stepInput = z.object({
  telephony_configuration_id: id(),
  prefixes: optional(z.array(z.string().regex(/^\+[1-9]\d{0,14}$/)).max(STEP_PREFIXES_MAX)).meta({
    description: 'It takes numbers that begin with one of these, such as `+49`.',
  }),
  countries: optional(z.array(countryCode()).max(STEP_COUNTRIES_MAX)).meta({
    description: 'It takes numbers of these countries. Without prefixes and countries it takes every number.',
  }),
})

export const routeInput = optional(z.array(stepInput).max(ROUTE_STEPS_MAX)).meta({
  description:
    'Telephony configurations in order. Each contact is called through the first one that takes its number and can be used: one that backs off, was stopped, or has no caller ID left yields to the next. An empty list removes the route.',
})

export type RouteRequest = NonNullable<z.output<typeof routeInput>>

export const routeShape = z
  .array(
    z.object({
      telephony_configuration_id: z.int(),
      prefixes: z.array(z.string()),
      countries: z.array(z.string()),
    }),
  )
  .nullable()
  .meta({ description: 'Null: the campaign dials through `telephony_configuration_id` only.' })

export function shownRoute(route: readonly StoredStep[] | null) {
  if (route === null) return null
  return route.map(({ telephony_configuration_id, prefixes, countries }) => ({
    telephony_configuration_id,
    prefixes,
    countries,
  }))
}

/** The route of a request; null: none. Throws an error with the path of each fault. */
export async function requireRoute(
  db: Queries,
  organizationId: number,
  input: RouteRequest,
  configurationId?: number,
): Promise<StoredStep[] | null> {
  if (input.length === 0) return null
  const faults = []
  const seen = new Set<number>()
  const kinds = new Set<boolean>()
  for (const [index, { telephony_configuration_id: step }] of input.entries()) {
    const fault = (message: string) =>
      faultAt(['body', 'route', index, 'telephony_configuration_id'], 'value_error', `Value error, ${message}`, step)
    const provider = await configurationProvider(db, organizationId, step)
    if (provider === null) faults.push(fault('there is no telephony configuration with this id'))
    else {
      kinds.add(isSimulatedProvider(provider))
      if (kinds.size > 1) faults.push(fault('a route cannot mix the simulated carrier with real carriers'))
    }
    if (seen.has(step))
      faults.push(fault('the route names this configuration twice; name it once, with all its prefixes'))
    seen.add(step)
  }
  const [first] = input
  if (configurationId !== undefined && first && configurationId !== first.telephony_configuration_id) {
    const message = 'Value error, leave it out, or name the first configuration of the route'
    faults.push(faultAt(['body', 'telephony_configuration_id'], 'value_error', message, configurationId))
  }
  if (faults.length > 0) throw new ValidationError(faults)
  return input.map(({ telephony_configuration_id, prefixes = [], countries = [] }) => ({
    telephony_configuration_id,
    prefixes,
    countries,
    takes: [...new Set([...prefixes, ...countries.flatMap(prefixesOfCountry)])],
  }))
}
