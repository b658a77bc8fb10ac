import { faultAt, validateAgainst } from '../../http/validation.ts'
import type { Clock } from '../../kernel/clock.ts'
import { ApiError, type ValidationDetail, ValidationError } from '../../kernel/errors.ts'
import type { SecretBox } from '../../kernel/secret-box.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import { type Database, type Queries, violatedConstraint } from '../../storage/database.ts'
import { moveNumbers } from '../numbers/queries.ts'
import type { ProviderSpec } from '../provider.ts'
import { mergeSchema, readableCredentials, sealCredentials } from './credentials.ts'
import {
  clearDefault,
  deleteConfiguration,
  findConfiguration,
  insertConfiguration,
  lockConfiguration,
  resetAccountPace,
  type StoredConfigurationRow,
  updateConfiguration,
} from './queries.ts'

export interface ConfigurationDeps {
  db: Database
  clock: Clock
  secrets: SecretBox
  providers: ReadonlyMap<string, ProviderSpec>
  /** Whether campaigns or calls still need the configuration. */
  isInUse(db: Queries, configurationId: number): Promise<boolean>
  /** Clears references to the configuration in the transaction that deletes it. */
  releasing(db: Queries, configurationId: number): Promise<void>
  /** A configuration was changed or deleted. */
  changed(configurationId: number): void
}

/** The fields, and the name of their object in the request. */
export interface SentConfig {
  sentAs: string
  fields: Record<string, unknown>
}

export async function createConfiguration(
  deps: ConfigurationDeps,
  organizationId: number,
  input: {
    name: string
    provider: string
    values: Record<string, string | number | boolean>
    isDefaultOutbound: boolean
  },
): Promise<StoredConfigurationRow> {
  const spec = deps.providers.get(input.provider) as ProviderSpec
  const now = new Date(deps.clock.now())
  return translated(() =>
    deps.db.transaction().execute(async (tx) => {
      if (input.isDefaultOutbound) {
        await lockOrganization(tx, organizationId)
        await clearDefault(tx, organizationId)
      }
      const { id } = await insertConfiguration(tx, {
        organization_id: organizationId,
        name: input.name,
        provider: spec.name,
        account_id: spec.accountId(input.values),
        credentials: '{}',
        is_default_outbound: input.isDefaultOutbound,
        created_at: now,
        updated_at: now,
      })
      // Encrypted secrets are bound to the row, whose id is known only now.
      const credentials = sealCredentials(spec, id, input.values, deps.secrets)
      return updateConfiguration(tx, id, { credentials, updated_at: now })
    }),
  )
}

export async function changeConfiguration(
  deps: ConfigurationDeps,
  organizationId: number,
  id: number,
  input: {
    name?: string | undefined
    provider?: string | undefined
    config?: SentConfig | undefined
  },
): Promise<StoredConfigurationRow> {
  const saved = await translated(() =>
    deps.db.transaction().execute(async (tx) => {
      const stored = await lockConfiguration(tx, organizationId, id)
      if (!stored) throw new ApiError('telephony_configuration_not_found')
      if (input.provider !== undefined && input.provider !== stored.provider) throw new ApiError('provider_immutable')
      const change = {
        updated_at: new Date(deps.clock.now()),
        ...(input.name === undefined ? {} : { name: input.name }),
      }
      if (input.config === undefined) return updateConfiguration(tx, id, change)
      const spec = deps.providers.get(stored.provider)
      if (!spec) throw switchedOff(stored.provider, input.config.sentAs)
      const values = merge(deps, spec, stored, input.config)
      const accountId = spec.accountId(values)
      const isMoved = accountId !== stored.account_id
      if (isMoved) await moveNumbers(tx, id, accountId)
      const credentials = sealCredentials(spec, id, values, deps.secrets)
      if (isMoved) await resetAccountPace(tx, id)
      return updateConfiguration(tx, id, { ...change, account_id: accountId, credentials })
    }),
  )
  deps.changed(id)
  return saved
}

function merge(
  deps: ConfigurationDeps,
  spec: ProviderSpec,
  stored: StoredConfigurationRow,
  { sentAs, fields }: SentConfig,
) {
  const { provider } = fields
  if (provider !== undefined && provider !== null && provider !== spec.name) throw new ApiError('provider_immutable')
  const checked = checkedOver(deps, spec, stored, { sentAs, fields })
  if (!checked.ok) throw new ValidationError(checked.faults)
  return checked.value
}

function checkedOver(
  deps: ConfigurationDeps,
  spec: ProviderSpec,
  stored: StoredConfigurationRow,
  { sentAs, fields }: SentConfig,
) {
  const schema = mergeSchema(spec, readableCredentials(spec, stored, deps.secrets).credentials)
  return validateAgainst(schema, fields, ['body', sentAs])
}

/** Faults of the credentials in a change that is refused for another reason; a different provider is not such a fault. */
export async function configFaults(
  deps: ConfigurationDeps,
  organizationId: number,
  id: number,
  config: SentConfig | undefined,
): Promise<readonly ValidationDetail[]> {
  const stored = config && (await findConfiguration(deps.db, organizationId, id))
  const spec = stored && deps.providers.get(stored.provider)
  if (!spec || (config.fields.provider ?? spec.name) !== spec.name) return []
  const checked = checkedOver(deps, spec, stored, config)
  return checked.ok ? [] : checked.faults
}

export async function makeDefaultOutbound(
  deps: ConfigurationDeps,
  organizationId: number,
  id: number,
): Promise<StoredConfigurationRow> {
  return deps.db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId)
    if (!(await lockConfiguration(tx, organizationId, id))) throw new ApiError('telephony_configuration_not_found')
    await clearDefault(tx, organizationId)
    return updateConfiguration(tx, id, { is_default_outbound: true, updated_at: new Date(deps.clock.now()) })
  })
}

export async function removeConfiguration(
  deps: ConfigurationDeps,
  organizationId: number,
  id: number,
): Promise<StoredConfigurationRow> {
  const removed = await deps.db.transaction().execute(async (tx) => {
    // The organization's lock keeps campaigns from being created or started with the configuration in the meantime.
    await lockOrganization(tx, organizationId)
    const stored = await lockConfiguration(tx, organizationId, id)
    if (!stored) throw new ApiError('telephony_configuration_not_found')
    if (await deps.isInUse(tx, id)) throw new ApiError('telephony_configuration_in_use')
    await deps.releasing(tx, id)
    await deleteConfiguration(tx, id)
    return stored
  })
  deps.changed(id)
  return removed
}

/** The same error as for a create request whose provider this installation does not have. */
function switchedOff(provider: string, sentAs: string): ValidationError {
  const message = `Value error, the provider ${provider} is switched off in this installation`
  return new ValidationError([faultAt(['body', sentAs], 'value_error', message, provider)])
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'telephony_configuration_name_taken') throw new ApiError('telephony_configuration_name_taken')
    if (constraint === 'phone_number_taken') throw new ApiError('phone_number_taken')
    throw error
  }
}
