/** Adds all numbers that the account has at its carrier. */
import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { id, optional, text } from '../../http/schemas.ts'
import { ApiError } from '../../kernel/errors.ts'
import type { OwnNumber } from '../provider.ts'
import { askForNumbers, IMPORT_MS_MAX } from './account-numbers.ts'
import { configurationExists, listNumbers } from './queries.ts'
import { createNumber, type NumberDeps } from './save-number.ts'

const LABEL_CHARACTERS_MAX = 64
const CHOSEN_MAX = 10_000

interface Rejected {
  address: string
  code: string
  message: string
}

export interface ImportResult {
  ok: boolean
  message: string | null
  added: number
  already_added: number
  rejected: Rejected[]
  more: boolean
}

/** Numbers that were added before stay unchanged, so that the import can be repeated. */
export async function importNumbers(
  deps: NumberDeps,
  owner: { organizationId: number; configurationId: number },
  chosen: readonly string[] | null,
): Promise<ImportResult> {
  const { organizationId, configurationId } = owner
  if (!(await configurationExists(deps.db, organizationId, configurationId)))
    throw new ApiError('telephony_configuration_not_found')
  const own = await askForNumbers(deps, configurationId, IMPORT_MS_MAX)
  if (!own.ok) return { ok: false, message: own.message, added: 0, already_added: 0, rejected: [], more: false }
  const stored = await listNumbers(deps.db, organizationId, configurationId, {})
  const known = new Set(stored.rows.map(({ address_normalized }) => address_normalized))
  const wanted = chosen === null ? own.numbers : own.numbers.filter(({ address }) => chosen.includes(address))
  const missing = wanted.filter(({ address }) => !known.has(address))
  const rejected: Rejected[] = (chosen ?? [])
    .filter((address) => !known.has(address) && !own.numbers.some((number) => number.address === address))
    .map((address) => rejection(address, new ApiError('caller_id_not_owned')))
  for (const number of missing) {
    const fault = await addOne(deps, owner, number)
    if (fault) rejected.push(rejection(number.address, fault))
  }
  const added = missing.filter(({ address }) => !rejected.some((each) => each.address === address)).length
  return { ok: true, message: null, added, already_added: wanted.length - missing.length, rejected, more: own.more }
}

/** Adds one number; returns why it was not added, or null. */
async function addOne(
  deps: NumberDeps,
  owner: { organizationId: number; configurationId: number },
  { address, label }: OwnNumber,
): Promise<ApiError | null> {
  try {
    await createNumber(deps, owner, {
      address,
      countryCode: null,
      label: label?.slice(0, LABEL_CHARACTERS_MAX) || null,
      inboundWorkflowId: null,
      isActive: true,
      isDefaultCaller: false,
      extraMetadata: {},
      maxCallsAtOnce: null,
      maxCallsPerDay: null,
      isKnownToBeOwned: true,
    })
    return null
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function rejection(address: string, { code, message }: ApiError): Rejected {
  return { address, code, message }
}

export function importNumbersRoute(deps: NumberDeps): Route {
  const rejected = z.object({ address: z.string(), code: z.string(), message: z.string() })
  return route({
    method: 'POST',
    path: '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/import',
    operation: 'importPhoneNumbers',
    scope: 'admin',
    tag: 'Phone numbers',
    summary: 'Add the numbers that the account has at its carrier',
    description:
      'All of them, or those in `addresses` (E.164). Each becomes an active caller ID without a workflow. Numbers that were added before stay as they are. `ok: false`: nothing was added, because the carrier does not list its numbers or could not be asked; `message` says which. `more`: the carrier may have further numbers that could not be read; repeat the request.',
    params: z.object({ config_id: id() }),
    body: z.object({ addresses: optional(z.array(text({ minimum: 1, maximum: 32 })).max(CHOSEN_MAX)) }),
    bodyExample: { addresses: ['+14155550100', '+14155550101'] },
    answer: {
      schema: z.object({
        ok: z.boolean(),
        message: z.string().nullable(),
        added: z.int(),
        already_added: z.int(),
        rejected: z.array(rejected),
        more: z.boolean(),
      }),
      example: { ok: true, message: null, added: 1, already_added: 1, rejected: [], more: false },
    },
    errors: ['telephony_configuration_not_found'],
    handle: async ({ principal, params, body }) =>
      importNumbers(
        deps,
        { organizationId: principal.organizationId, configurationId: params.config_id },
        body.addresses ?? null,
      ),
  })
}
