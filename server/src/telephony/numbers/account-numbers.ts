/** The numbers of the account at its carrier: suggested when a number is entered, and used to check the entered number. */
import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { id } from '../../http/schemas.ts'
import { ApiError } from '../../kernel/errors.ts'
import { withTimeLimit } from '../../kernel/time-limit.ts'
import type { OwnNumbers } from '../provider.ts'
import { configurationExists, listNumbers } from './queries.ts'
import type { NumberDeps } from './save-number.ts'

/** Short time limit, because a user who enters a number waits. */
const ASKED_MS_MAX = 4000
/** Longer time limit for the whole list, which may have many pages. */
const LISTED_MS_MAX = 20_000
export const IMPORT_MS_MAX = 60_000

const CANNOT: OwnNumbers = { ok: false, message: 'This carrier does not list the numbers of an account.' }
const NOT_ASKED: OwnNumbers = { ok: false, message: 'The carrier is not reachable. Check the configuration.' }

/** Asks the carrier for the account's numbers. Never throws for errors of the carrier or network. */
export async function askForNumbers(deps: NumberDeps, configurationId: number, msMax: number): Promise<OwnNumbers> {
  const asking = async () => {
    const { account } = await deps.accounts.get(configurationId)
    return (await account.ownNumbers?.()) ?? CANNOT
  }
  return withTimeLimit(deps.clock, msMax, asking()).catch(() => NOT_ASKED)
}

/** Throws only if the carrier listed all its numbers and this one is not among them. */
export async function requireNumberOfAccount(
  deps: NumberDeps,
  configurationId: number,
  address: string,
): Promise<void> {
  if (!address.startsWith('+')) return
  const own = await askForNumbers(deps, configurationId, ASKED_MS_MAX)
  if (!own.ok || own.more || own.numbers.some((number) => number.address === address)) return
  throw new ApiError('caller_id_not_owned')
}

export function accountNumbersRoute(deps: NumberDeps): Route {
  const number = z.object({ address: z.string(), label: z.string().nullable(), is_added: z.boolean() })
  return route({
    method: 'GET',
    path: '/api/v1/organizations/telephony-configs/{config_id}/account-numbers',
    operation: 'listAccountNumbers',
    tag: 'Phone numbers',
    summary: 'List the numbers that the account has at its carrier',
    description:
      'All pages of its list. `ok: false`: the carrier does not list them, or could not be asked; `message` says which. `more`: the list may have further numbers, because a page could not be read.',
    params: z.object({ config_id: id() }),
    answer: {
      schema: z.object({
        ok: z.boolean(),
        message: z.string().nullable(),
        more: z.boolean(),
        numbers: z.array(number),
      }),
      example: {
        ok: true,
        message: null,
        more: false,
        numbers: [{ address: '+14155550100', label: 'Front desk', is_added: false }],
      },
    },
    errors: ['telephony_configuration_not_found'],
    async handle({ principal, params }) {
      const { organizationId } = principal
      const known = await configurationExists(deps.db, organizationId, params.config_id)
      if (!known) throw new ApiError('telephony_configuration_not_found')
      const own = await askForNumbers(deps, params.config_id, LISTED_MS_MAX)
      if (!own.ok) return { ok: false, message: own.message, more: false, numbers: [] }
      const added = await listNumbers(deps.db, organizationId, params.config_id, {})
      const addresses = new Set(added.rows.map((each) => each.address_normalized))
      const numbers = own.numbers.map((each) => ({ ...each, is_added: addresses.has(each.address) }))
      return { ok: true, message: null, more: own.more, numbers }
    },
  })
}
