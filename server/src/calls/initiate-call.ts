/** One call without a campaign: "try it on my phone". */

import { normalizeAddress } from '../addresses/rules/normalize-address.ts'
import { configurationProvider, defaultConfiguration, workflowVersion } from '../campaigns/queries.ts'
import { CALL_MARGIN_MS, type Claimed } from '../dialer/claim-contacts.ts'
import { faultAt } from '../http/validation.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError, badReference, ValidationError } from '../kernel/errors.ts'
import type { Database, Queries } from '../storage/database.ts'
import type { AccountPool } from '../telephony/account-pool.ts'
import { numberField } from '../telephony/fields.ts'
import type { ProviderSpec } from '../telephony/provider.ts'
import { insertSingleCall, isSuppressed, type SingleCall } from './queries.ts'

export interface InitiateDeps {
  db: Database
  clock: Clock
  nodeId: string
  accounts: Pick<AccountPool, 'get'>
  providers: ReadonlyMap<string, ProviderSpec>
  place(claimed: Claimed): void
}

export interface CallWish {
  workflowId: number
  phoneNumber: string
  telephonyConfigurationId: number | undefined
  variables: Record<string, string>
}

export async function initiateCall(deps: InitiateDeps, organizationId: number, wish: CallWish): Promise<number> {
  const { db } = deps
  const address = normalizeAddress(wish.phoneNumber, null)
  if (!address.ok) {
    throw new ValidationError([
      faultAt(['body', 'phone_number'], 'value_error', `Value error, ${address.message}`, wish.phoneNumber),
    ])
  }
  const workflow = await workflowVersion(db, organizationId, wish.workflowId)
  if (!workflow) throw badReference('workflow_not_found')
  if (workflow.status === 'archived') throw new ApiError('workflow_archived')
  const configurationId = wish.telephonyConfigurationId ?? (await defaultConfiguration(db, organizationId))
  const provider = configurationId === null ? null : await configurationProvider(db, organizationId, configurationId)
  if (configurationId === null || provider === null) throw badReference('telephony_configuration_not_found')
  if (!deps.providers.has(provider)) {
    const message = `The provider ${provider} is switched off in this installation.`
    throw new ApiError('telephony_configuration_not_found', { status: 400, message })
  }
  if (await isSuppressed(db, organizationId, address.normalized)) throw new ApiError('number_suppressed')
  const { credentials, spec } = await deps.accounts.get(configurationId)
  const caller = await callerFor(db, configurationId)
  if (spec.capabilities.needsCallerId && !caller) throw new ApiError('no_caller_id')
  const now = deps.clock.now()
  const ringTimeoutSeconds = numberField(credentials, 'ring_timeout_seconds')
  const maxDurationSeconds = numberField(credentials, 'max_call_seconds')
  const call: SingleCall = {
    organizationId,
    direction: 'outbound',
    workflowId: wish.workflowId,
    definitionId: workflow.definitionId,
    configurationId,
    provider,
    providerCallId: null,
    phoneNumber: address.normalized,
    addressType: address.type,
    callerNumber: caller?.address ?? null,
    callerNumberId: caller?.id ?? null,
    state: 'claimed',
    nodeId: deps.nodeId,
    now: new Date(now),
    deadline: new Date(now + (ringTimeoutSeconds + maxDurationSeconds) * 1000 + CALL_MARGIN_MS),
    variables: wish.variables,
  }
  const callId = await db.transaction().execute((tx) => writeDown(tx, call))
  deps.place({
    callId,
    organizationId,
    campaignId: null,
    configurationId,
    decidedAtMs: deps.clock.monotonic(),
    order: {
      to: call.phoneNumber,
      toType: address.type,
      from: call.callerNumber,
      ringTimeoutSeconds,
      maxDurationSeconds,
    },
  })
  return callId
}

async function writeDown(tx: Queries, call: SingleCall): Promise<number> {
  const organization = await tx
    .selectFrom('organizations')
    .select(['max_concurrency', 'live_calls'])
    .where('id', '=', call.organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (organization.live_calls >= organization.max_concurrency) throw new ApiError('no_free_slot')
  return insertSingleCall(tx, call)
}

async function callerFor(db: Queries, configurationId: number): Promise<{ id: number; address: string } | null> {
  const row = await db
    .selectFrom('phone_numbers')
    .select(['id', 'address_normalized as address'])
    .where('telephony_configuration_id', '=', configurationId)
    .where('is_active', '=', true)
    .orderBy('is_default_caller_id', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
