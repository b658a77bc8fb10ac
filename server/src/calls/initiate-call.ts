/** One call without a campaign: "try it on my phone". */

import { normalizeAddress } from '../addresses/rules/normalize-address.ts'
import { configurationProvider, defaultConfiguration, workflowVersion } from '../campaigns/queries.ts'
import type { Dialer } from '../dialer/dialer.ts'
import { faultAt } from '../http/validation.ts'
import { ApiError, badReference, ValidationError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import type { ProviderSpec } from '../telephony/provider.ts'
import { type HasModel, requireWords } from '../workflows/require-words.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { isSuppressed } from './queries.ts'

export interface InitiateDeps {
  db: Database
  providers: ReadonlyMap<string, ProviderSpec>
  hasModel: HasModel
  dialer: Pick<Dialer, 'callOne'>
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
  const spec = deps.providers.get(provider)
  if (!spec) {
    const message = `The provider ${provider} is switched off in this installation.`
    throw new ApiError('telephony_configuration_not_found', { status: 400, message })
  }
  await requireWords(deps.hasModel, organizationId, workflow.definition as WorkflowDefinition)
  if (await isSuppressed(db, organizationId, address.normalized)) throw new ApiError('number_suppressed')
  const result = await deps.dialer.callOne({
    organizationId,
    configurationId,
    workflowId: wish.workflowId,
    definitionId: workflow.definitionId,
    phoneNumber: address.normalized,
    addressType: address.type,
    needsCallerId: spec.capabilities.needsCallerId,
    variables: wish.variables,
  })
  if (result === null) throw new ApiError('unavailable')
  if ('callId' in result) return result.callId
  if (result.code === 'telephony_configuration_not_found') throw badReference(result.code)
  throw new ApiError(result.code)
}
