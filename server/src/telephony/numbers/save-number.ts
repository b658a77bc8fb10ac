import { type CountryCode, isCountryCode, normalizeAddress } from '../../addresses/rules/normalize-address.ts'
import { faultAt } from '../../http/validation.ts'
import type { Clock } from '../../kernel/clock.ts'
import { ApiError, invalidReferenceError, type ValidationDetail, ValidationError } from '../../kernel/errors.ts'
import { type Database, type Queries, violatedConstraint } from '../../storage/database.ts'
import type { AccountPool } from '../account-pool.ts'
import type { SyncResult } from '../provider.ts'
import { requireNumberOfAccount } from './account-numbers.ts'
import {
  clearDefaultCaller,
  configurationExists,
  deleteNumber,
  findNumber,
  insertNumber,
  isActiveWorkflow,
  lockConfiguration,
  lockNumber,
  type NumberKey,
  type StoredNumber,
  saveInboundUrl,
  updateNumber,
} from './queries.ts'
import { type Binding, type InboundStep, inboundSteps } from './rules/inbound-steps.ts'
import { syncInbound } from './sync-inbound.ts'

export interface NumberDeps {
  db: Database
  clock: Clock
  accounts: Pick<AccountPool, 'get'>
  /** The callback address for inbound calls of this configuration. */
  inboundUrl(configurationId: number): string
  /** Whether this provider sends inbound calls to a callback address. */
  callsBack(provider: string): boolean
  /** Called when an active number gets a workflow: an inbound call may arrive at any moment. */
  bound?(): void
}

export interface SavedNumber {
  number: StoredNumber
  /** Result at the carrier; null if no update was necessary. */
  sync: SyncResult | null
}

export async function createNumber(
  deps: NumberDeps,
  owner: { organizationId: number; configurationId: number },
  wanted: {
    address: string
    countryCode: CountryCode | null
    label: string | null
    inboundWorkflowId: number | null
    isActive: boolean
    isDefaultCaller: boolean
    extraMetadata: Record<string, unknown>
    maxCallsAtOnce: number | null
    maxCallsPerDay: number | null
    /** The carrier has just listed the number, so it need not be checked again. */
    isKnownToBeOwned?: boolean
  },
): Promise<SavedNumber> {
  const { organizationId, configurationId } = owner
  const address = normalized(wanted.address, wanted.countryCode, 'address', wanted.address)
  if (!(await configurationExists(deps.db, organizationId, configurationId)))
    throw new ApiError('telephony_configuration_not_found')
  if (wanted.isDefaultCaller && !wanted.isActive) throw new ApiError('phone_number_inactive')
  if (!wanted.isKnownToBeOwned) await requireNumberOfAccount(deps, configurationId, address.address_normalized)
  const now = new Date(deps.clock.now())
  const number = await translated(() =>
    deps.db.transaction().execute(async (tx) => {
      const configuration = await lockConfiguration(tx, organizationId, configurationId)
      if (!configuration) throw new ApiError('telephony_configuration_not_found')
      if (wanted.inboundWorkflowId !== null) await requireWorkflow(tx, organizationId, wanted.inboundWorkflowId)
      if (wanted.isDefaultCaller) await clearDefaultCaller(tx, organizationId, configurationId)
      const id = await insertNumber(tx, {
        organization_id: organizationId,
        telephony_configuration_id: configurationId,
        provider: configuration.provider,
        account_id: configuration.account_id,
        address: wanted.address,
        ...address,
        country_code: wanted.countryCode,
        label: wanted.label,
        inbound_workflow_id: wanted.inboundWorkflowId,
        is_active: wanted.isActive,
        is_default_caller_id: wanted.isDefaultCaller,
        extra_metadata: JSON.stringify(wanted.extraMetadata),
        max_calls_at_once: wanted.maxCallsAtOnce,
        max_calls_per_day: wanted.maxCallsPerDay,
        created_at: now,
        updated_at: now,
      })
      return stored(tx, { organizationId, configurationId, id })
    }),
  )
  return synced(deps, owner, null, number)
}

export async function changeNumber(
  deps: NumberDeps,
  key: NumberKey,
  wanted: {
    address?: string | undefined
    countryCode?: CountryCode | undefined
    label?: string | undefined
    /** Null removes the binding, undefined keeps it. */
    inboundWorkflowId?: number | null | undefined
    isActive?: boolean | undefined
    extraMetadata?: Record<string, unknown> | undefined
    /** Null removes the limit, undefined keeps it. */
    maxCallsAtOnce?: number | null | undefined
    maxCallsPerDay?: number | null | undefined
  },
): Promise<SavedNumber> {
  const { before, after } = await translated(() =>
    deps.db.transaction().execute(async (tx) => {
      const before = await lockNumber(tx, key)
      if (!before) throw await notFound(tx, key)
      if (wanted.address !== undefined && wanted.address !== before.address) throw new ApiError('address_immutable')
      const { countryCode, inboundWorkflowId } = wanted
      const rebound = inboundWorkflowId !== undefined && inboundWorkflowId !== before.inbound_workflow_id
      if (rebound && inboundWorkflowId !== null) await requireWorkflow(tx, key.organizationId, inboundWorkflowId)
      await updateNumber(tx, key, {
        updated_at: new Date(deps.clock.now()),
        ...(countryCode === undefined || countryCode === before.country_code
          ? {}
          : {
              country_code: countryCode,
              ...normalized(before.address, countryCode, 'country_code', countryCode),
            }),
        ...(wanted.label === undefined ? {} : { label: wanted.label }),
        ...(rebound ? { inbound_workflow_id: inboundWorkflowId } : {}),
        ...(wanted.isActive === undefined ? {} : { is_active: wanted.isActive }),
        // An inactive number is never used as caller ID, so it cannot be the default either.
        ...(wanted.isActive === false ? { is_default_caller_id: false } : {}),
        ...(wanted.extraMetadata === undefined ? {} : { extra_metadata: JSON.stringify(wanted.extraMetadata) }),
        ...(wanted.maxCallsAtOnce === undefined ? {} : { max_calls_at_once: wanted.maxCallsAtOnce }),
        ...(wanted.maxCallsPerDay === undefined ? {} : { max_calls_per_day: wanted.maxCallsPerDay }),
      })
      return { before, after: await stored(tx, key) }
    }),
  )
  // A request that names a workflow updates the carrier even if the workflow is unchanged, because the last attempt may have
  // failed.
  const again = wanted.inboundWorkflowId != null
  return synced(deps, key, again ? null : before, after)
}

/**
 * Sends the address for the number's inbound calls to the carrier again: after a failed attempt, a new PUBLIC_URL or another key.
 */
export async function syncNumber(deps: NumberDeps, key: NumberKey): Promise<SavedNumber> {
  const number = await findNumber(deps.db, key)
  if (!number) throw await notFound(deps.db, key)
  const bind = number.inbound_workflow_id !== null
  return told(deps, key, number, [{ address: number.address_normalized, bind }])
}

export async function makeDefaultCaller(deps: NumberDeps, key: NumberKey): Promise<SavedNumber> {
  const number = await deps.db.transaction().execute(async (tx) => {
    await lockConfiguration(tx, key.organizationId, key.configurationId)
    const before = await lockNumber(tx, key)
    if (!before) throw await notFound(tx, key)
    if (!before.is_active) throw new ApiError('phone_number_inactive')
    await clearDefaultCaller(tx, key.organizationId, key.configurationId)
    await updateNumber(tx, key, { is_default_caller_id: true, updated_at: new Date(deps.clock.now()) })
    return stored(tx, key)
  })
  return { number, sync: null }
}

/**
 * Ends the rest of a number that the carrier did not accept as caller ID; from now on it is used again. An active number stays
 * unchanged.
 */
export async function reactivateNumber(deps: NumberDeps, key: NumberKey): Promise<SavedNumber> {
  const number = await deps.db.transaction().execute(async (tx) => {
    const before = await lockNumber(tx, key)
    if (!before) throw await notFound(tx, key)
    if (before.resting_since === null) return before
    const now = new Date(deps.clock.now())
    const awake = { resting_since: null, resting_reason: null, woken_at: now, updated_at: now }
    await updateNumber(tx, key, awake)
    return stored(tx, key)
  })
  return { number, sync: null }
}

export async function removeNumber(deps: NumberDeps, key: NumberKey): Promise<SavedNumber> {
  const number = await deps.db.transaction().execute(async (tx) => {
    const before = await lockNumber(tx, key)
    if (!before) throw await notFound(tx, key)
    await deleteNumber(tx, key)
    return before
  })
  const sync = await syncInbound(deps.accounts, key.configurationId, inboundSteps(bindingOf(number), null))
  return { number, sync }
}

/** The error for the id in the path that does not exist: the configuration or the number. */
export async function notFound(db: Queries, key: Omit<NumberKey, 'id'>): Promise<ApiError> {
  const found = await configurationExists(db, key.organizationId, key.configurationId)
  return new ApiError(found ? 'phone_number_not_found' : 'telephony_configuration_not_found')
}

async function synced(
  deps: NumberDeps,
  key: Omit<NumberKey, 'id'>,
  before: StoredNumber | null,
  after: StoredNumber,
): Promise<SavedNumber> {
  if (after.is_active && after.inbound_workflow_id !== null) deps.bound?.()
  return told(deps, key, after, inboundSteps(before && bindingOf(before), bindingOf(after)))
}

/** Updates the carrier and stores the accepted address, so that a later difference can be detected. */
async function told(
  deps: NumberDeps,
  key: Omit<NumberKey, 'id'>,
  number: StoredNumber,
  steps: readonly InboundStep[],
): Promise<SavedNumber> {
  const { organizationId, configurationId } = key
  const sync = await syncInbound(deps.accounts, configurationId, steps)
  const last = steps.at(-1)
  if (!sync?.ok || !last) return { number, sync }
  const url = last.bind ? deps.inboundUrl(configurationId) : null
  await saveInboundUrl(deps.db, { organizationId, configurationId }, last.address, url)
  return { number: { ...number, inbound_url: url }, sync }
}

function bindingOf(number: StoredNumber): Binding {
  return { address: number.address_normalized, workflowId: number.inbound_workflow_id }
}

async function stored(db: Queries, key: NumberKey): Promise<StoredNumber> {
  const number = await findNumber(db, key)
  if (!number) throw new Error('a number that was just written is gone')
  return number
}

async function requireWorkflow(db: Queries, organizationId: number, id: number): Promise<void> {
  if (!(await isActiveWorkflow(db, organizationId, id))) throw invalidReferenceError('workflow_not_found')
}

/** Faults of the country in a change that is refused for another reason: the stored address must be a number of that country. */
export async function countryFaults(
  deps: NumberDeps,
  key: NumberKey,
  sent: unknown,
): Promise<readonly ValidationDetail[]> {
  const country = typeof sent === 'string' ? sent.toUpperCase() : ''
  const number = isCountryCode(country) ? await findNumber(deps.db, key) : undefined
  if (!number || country === number.country_code) return []
  const result = normalizeAddress(number.address, country as CountryCode)
  return result.ok ? [] : [unreadable('country_code', result.message, country)]
}

function unreadable(field: string, message: string, input: string): ValidationDetail {
  return faultAt(['body', field], 'value_error', `Value error, ${message}`, input)
}

function normalized(address: string, country: CountryCode | null, field: string, input: string) {
  const result = normalizeAddress(address, country)
  if (!result.ok) throw new ValidationError([unreadable(field, result.message, input)])
  return { address_normalized: result.normalized, address_type: result.type }
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violatedConstraint(error) === 'phone_number_taken') throw new ApiError('phone_number_taken')
    throw error
  }
}
