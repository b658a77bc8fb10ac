/** Preconditions of a call, for campaigns and single calls alike: a configuration, a caller ID, a workflow that can speak. */
import { ApiError, invalidReferenceError } from '../kernel/errors.ts'
import { requireQuota } from '../organizations/quotas.ts'
import type { Queries } from '../storage/database.ts'
import {
  configurationProvider,
  defaultConfiguration,
  findConfigurationById,
} from '../telephony/configurations/queries.ts'
import { carrierUrls } from '../telephony/fields.ts'
import { hasActiveNumber } from '../telephony/numbers/queries.ts'
import type { Credentials, ProviderSpec } from '../telephony/provider.ts'
import { publicUrlFault } from '../telephony/rules/public-url.ts'
import { definitionById, workflowVersion } from '../workflows/queries.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import type { Problem } from '../workflows/rules/problems.ts'
import { scriptProblems } from '../workflows/rules/script-problems.ts'
import { recordedBytes } from './queries.ts'

export interface ReadinessDeps {
  providers: ReadonlyMap<string, ProviderSpec>
  /** Callback address for carriers; null: not checked (a test installation). */
  checkedPublicUrl: string | null
  /** Whether a language model speaks for this workflow; without one, every node needs a fixed text. */
  hasModel(db: Queries, organizationId: number, definition: WorkflowDefinition): Promise<boolean>
  /** Why speech is unavailable for calls of this organization; null if it is available. */
  speechUnavailableReason(db: Queries, organizationId: number): Promise<string | null>
  /** Why the chosen speech services cannot speak or understand this workflow; empty if they can. */
  speechProblems(db: Queries, organizationId: number, definition: WorkflowDefinition): Promise<Problem[]>
  /** Recordings and documents that the workflow names and that are not usable; empty if all are. */
  materialProblems(db: Queries, organizationId: number, definition: WorkflowDefinition): Promise<Problem[]>
}

/**
 * The requested configuration, else the default one. It must exist, its provider must be installed, and it must have a caller
 * ID if its carrier requires one.
 */
export async function requireUsableConfiguration(
  deps: ReadinessDeps,
  db: Queries,
  organizationId: number,
  wanted: number | null,
): Promise<{ id: number; spec: ProviderSpec }> {
  const id = wanted ?? (await defaultConfiguration(db, organizationId))
  const provider = id === null ? null : await configurationProvider(db, organizationId, id)
  if (id === null || provider === null) throw invalidReferenceError('telephony_configuration_not_found')
  const spec = deps.providers.get(provider)
  if (!spec) {
    const message = `The provider ${provider} is switched off in this installation.`
    throw new ApiError('telephony_configuration_not_found', { status: 400, message })
  }
  if (spec.capabilities.needsCallerId && !(await hasActiveNumber(db, id))) throw new ApiError('no_caller_id')
  const stored = ((await findConfigurationById(db, id))?.credentials ?? {}) as Credentials
  if (spec.capabilities.webhooks) requireCallbacks(deps, spec, stored)
  if (spec.speaks?.(stored) !== false) await requireSpeech(deps, db, organizationId)
  return { id, spec }
}

/** Throws if nothing could be said on the call; such a call is not placed. */
async function requireSpeech(deps: ReadinessDeps, db: Queries, organizationId: number): Promise<void> {
  const why = await deps.speechUnavailableReason(db, organizationId)
  if (why === null) return
  const { message } = new ApiError('speech_unavailable')
  throw new ApiError('speech_unavailable', { message: `${why} ${message}` })
}

/** If the carrier cannot call back, people would answer and hear silence: detected before the first call. */
function requireCallbacks(deps: ReadinessDeps, spec: ProviderSpec, stored: Credentials): void {
  if (deps.checkedPublicUrl === null) return
  const message = publicUrlFault(deps.checkedPublicUrl, carrierUrls(spec, stored))
  if (message !== null) throw new ApiError('public_url_unreachable', { message })
}

/** The pinned version of a workflow, else the current one; throws if neither a script nor a model could speak it. */
export async function requireSpeakableDefinition(
  deps: ReadinessDeps,
  db: Queries,
  organizationId: number,
  workflow: { id: number; pinnedDefinitionId: number | null },
): Promise<{ definitionId: number; status: string }> {
  const current = await workflowVersion(db, organizationId, workflow.id)
  if (!current) throw invalidReferenceError('workflow_not_found')
  const definitionId = workflow.pinnedDefinitionId ?? current.definitionId
  const definition = (
    workflow.pinnedDefinitionId === null ? current.definition : await definitionById(db, organizationId, definitionId)
  ) as WorkflowDefinition
  const problems = scriptProblems(definition)
  if (problems.length > 0 && !(await deps.hasModel(db, organizationId, definition))) {
    const nodes = problems.map((problem) => problem.id).join(', ')
    const { message } = new ApiError('workflow_needs_a_model')
    throw new ApiError('workflow_needs_a_model', { message: `${message} Nodes: ${nodes}.` })
  }
  const [unspoken] = await deps.speechProblems(db, organizationId, definition)
  if (unspoken) throw new ApiError('language_unavailable', { message: unspoken.message })
  // A greeting without its recording would be silence.
  const [missing] = await deps.materialProblems(db, organizationId, definition)
  if (missing) throw new ApiError('workflow_material_missing', { message: missing.message })
  // A call is not recorded if the recording could not be stored; running calls continue.
  if (definition.settings?.recording === true) {
    await requireQuota(db, organizationId, 'recording_bytes', async () => (await recordedBytes(db, organizationId)) + 1)
  }
  return { definitionId, status: current.status }
}

/** Why no agent could talk to an inbound caller, for the log; null if one can. */
export async function noAgentReason(
  deps: Pick<ReadinessDeps, 'hasModel' | 'speechUnavailableReason' | 'speechProblems' | 'materialProblems'>,
  db: Queries,
  organizationId: number,
  definitionId: number,
): Promise<string | null> {
  const definition = (await definitionById(db, organizationId, definitionId)) as WorkflowDefinition | null
  if (definition === null) return 'no workflow'
  const needsModel = scriptProblems(definition).length > 0
  if (needsModel && !(await deps.hasModel(db, organizationId, definition))) return 'the workflow needs a model'
  const unspoken = await deps.speechProblems(db, organizationId, definition)
  if (unspoken.length > 0) return 'this installation does not speak the language'
  const [missing] = await deps.materialProblems(db, organizationId, definition)
  if (missing) return `a recording or document of the workflow cannot be used: ${missing.message}`
  return (await deps.speechUnavailableReason(db, organizationId)) === null ? null : 'no speech is available'
}
