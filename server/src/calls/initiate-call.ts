/** Places one call without a campaign, for example to try a workflow on one's own phone. */

import { dialableAddress } from '../addresses/rules/dialable-address.ts'
import type { Dialer } from '../dialer/dialer.ts'
import { faultAt } from '../http/validation.ts'
import { ApiError, invalidReferenceError, ValidationError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import { isSuppressed } from '../suppressions/queries.ts'
import { configurationOfNumber } from '../telephony/numbers/queries.ts'
import { isOwnPhone } from './own-phones.ts'
import { giveBackPreparedRun, setCallOfRun, takePreparedRun } from './prepared-runs.ts'
import { type ReadinessDeps, requireSpeakableDefinition, requireUsableConfiguration } from './ready-to-dial.ts'

export interface InitiateDeps extends ReadinessDeps {
  db: Database
  dialer: Pick<Dialer, 'callOne' | 'now'>
  /** Resolves when an agent is ready for calls of this configuration. */
  conversationReady(configurationId: number): Promise<void>
  /** Runs the organization's number check, if its policy has one. */
  checkNumber(organizationId: number, phoneNumber: string): Promise<void>
}

export interface SingleCallRequest {
  workflowId: number
  phoneNumber: string
  telephonyConfigurationId: number | undefined
  /** The caller ID that the person must see. */
  fromNumberId?: number | undefined
  /** The prepared run that this call belongs to; each run allows one call. */
  runId?: number | undefined
  /** The request declares that short digits and names are extensions of the PBX. */
  allowExtensions: boolean
  variables: Record<string, string>
  /** Why the calling rules do not apply to this call. `forAnyNumber`: not only to the organization's own phones. */
  override: { reason: string; by: string; forAnyNumber: boolean } | null
}

export async function initiateCall(
  deps: InitiateDeps,
  organizationId: number,
  input: SingleCallRequest,
): Promise<number> {
  const { runId: id, workflowId } = input
  if (id === undefined) return placeCall(deps, organizationId, input)
  const { db, dialer } = deps
  const run = await takePreparedRun(db, organizationId, { id, workflowId, now: new Date(dialer.now()) })
  if (run === 'unknown') throw invalidReferenceError('run_not_found')
  if (run === 'used') throw new ApiError('run_already_called')
  const callId = await placeCall(deps, organizationId, input).catch(async (error: unknown) => {
    // After a refusal nothing was dialed, so the run can be used again. After any other error the call may exist.
    if (error instanceof ApiError || error instanceof ValidationError) await giveBackPreparedRun(db, organizationId, id)
    throw error
  })
  await setCallOfRun(db, organizationId, id, callId)
  return callId
}

async function placeCall(deps: InitiateDeps, organizationId: number, input: SingleCallRequest): Promise<number> {
  const { db } = deps
  const { allowExtensions } = input
  const address = dialableAddress(input.phoneNumber, { country: null, allowExtensions, withoutCountry: 'unknown' })
  if (!address.ok) throw invalidNumber(input, address.message)
  const { override } = input
  if (override && !override.forAnyNumber && !(await isOwnPhone(db, organizationId, address.normalized))) {
    throw new ApiError('override_not_allowed')
  }
  const workflow = { id: input.workflowId, pinnedDefinitionId: null }
  const { definitionId, status } = await requireSpeakableDefinition(deps, db, organizationId, workflow)
  if (status === 'archived') throw new ApiError('workflow_archived')
  const wanted = await wantedConfiguration(deps, organizationId, input)
  const { id: configurationId, spec } = await requireUsableConfiguration(deps, db, organizationId, wanted)
  if (address.type === 'sip_extension' && !spec.capabilities.dialsExtensions) {
    throw invalidNumber(input, `Only a PBX can dial extensions; ${spec.displayName} is not a PBX.`)
  }
  await requireNotSuppressed(deps, organizationId, address.normalized)
  await deps.checkNumber(organizationId, address.normalized)
  // Loading voices may take a while: the do-not-call list is checked again right before the call is handed to the dialer.
  await deps.conversationReady(configurationId)
  await requireNotSuppressed(deps, organizationId, address.normalized)
  const result = await deps.dialer.callOne({
    organizationId,
    configurationId,
    workflowId: input.workflowId,
    definitionId,
    phoneNumber: address.normalized,
    addressType: address.type,
    needsCallerId: spec.capabilities.needsCallerId,
    variables: input.variables,
    override: override && { reason: override.reason, by: override.by },
  })
  if (result === null) throw new ApiError('unavailable')
  if ('callId' in result) return result.callId
  if (result.code === 'telephony_configuration_not_found') throw invalidReferenceError(result.code)
  if (result.code === 'call_not_allowed') {
    const because = result.because.map(({ rule, message, untilMs }) => ({
      rule,
      message,
      until: untilMs === null ? null : new Date(untilMs).toISOString(),
    }))
    const [first] = because
    const message = `${new ApiError('call_not_allowed').message} ${first?.message ?? ''}`
    throw new ApiError('call_not_allowed', { message, details: { because } })
  }
  throw new ApiError(result.code)
}

/**
 * The dialer chooses among the numbers of a configuration. A caller number is therefore accepted only where it has no choice;
 * otherwise the person could see another number than the request names.
 */
async function wantedConfiguration(
  { db }: InitiateDeps,
  organizationId: number,
  { fromNumberId: from, telephonyConfigurationId: wanted }: SingleCallRequest,
): Promise<number | null> {
  if (from === undefined) return wanted ?? null
  const found = await configurationOfNumber(db, organizationId, from)
  if (found === null) throw fromFault(from, 'there is no active phone number with this id')
  if (wanted !== undefined && wanted !== found.configurationId)
    throw fromFault(from, 'this number belongs to another telephony configuration')
  if (!found.isOnly)
    throw fromFault(
      from,
      'the configuration of this number has other active numbers and chooses among them. Give this number a configuration of its own, or leave from_phone_number_id out',
    )
  return found.configurationId
}

function fromFault(given: number, message: string): ValidationError {
  return new ValidationError([
    faultAt(['body', 'from_phone_number_id'], 'value_error', `Value error, ${message}`, given),
  ])
}

function invalidNumber({ phoneNumber }: SingleCallRequest, message: string): ValidationError {
  return new ValidationError([faultAt(['body', 'phone_number'], 'value_error', `Value error, ${message}`, phoneNumber)])
}

async function requireNotSuppressed(
  { db, dialer }: InitiateDeps,
  organizationId: number,
  address: string,
): Promise<void> {
  const isListed = await isSuppressed(db, organizationId, address, new Date(dialer.now()))
  if (isListed) throw new ApiError('number_suppressed')
}
