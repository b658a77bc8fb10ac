import { appendEvent } from '../events/append.ts'
import type { Scope } from '../http/route.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError, ValidationError } from '../kernel/errors.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Database, Queries } from '../storage/database.ts'
import {
  addDefinition,
  findWorkflow,
  insertWorkflow,
  lockWorkflow,
  type StoredWorkflow,
  updateWorkflow,
  type WorkflowStatus,
} from './queries.ts'
import { preCallFetchOf, type WorkflowDefinition } from './rules/definition.ts'
import { faultOfProblem, type Problem, withLocation } from './rules/problems.ts'
import { sealHeaders, secretsOfWorkflow } from './secret-headers.ts'

export interface WorkflowDeps {
  db: Database
  clock: Clock
  secrets: SecretBox
  /** Why this organization cannot use the workflow: its speech lacks the language, or it has no such tool. Empty if it can. */
  problemsHere(db: Queries, organizationId: number, definition: WorkflowDefinition): Promise<Problem[]>
  /** Parts of the workflow that this organization's calls replace, such as a voice that does not exist. */
  warningsHere?(db: Queries, organizationId: number, definition: WorkflowDefinition): Promise<Problem[]>
}

/**
 * A workflow that cannot work for this organization is refused when it is saved, not when people answer. It runs under the
 * organization's lock, which deleting a recording or a document takes too, so that they still exist when the workflow is stored.
 */
async function requireUsable(deps: WorkflowDeps, tx: Queries, organizationId: number, definition: WorkflowDefinition) {
  const problems = await deps.problemsHere(tx, organizationId, definition)
  if (problems.length === 0) return
  const faults = problems.map((problem) => faultOfProblem(withLocation(definition, problem)))
  throw new ValidationError(
    faults.map(({ path, message, ...fault }) => ({
      ...fault,
      loc: ['body', 'workflow_definition', ...path],
      msg: `Value error, ${message}`,
    })),
  )
}

/** Checks a restored version, which may name a recording or a document that has been deleted since. */
async function requireStillUsable(
  deps: WorkflowDeps,
  tx: Queries,
  organizationId: number,
  definition: WorkflowDefinition,
) {
  const [problem] = await deps.problemsHere(tx, organizationId, definition)
  if (!problem) return
  const { message } = new ApiError('workflow_version_invalid')
  throw new ApiError('workflow_version_invalid', { message: `${message} ${problem.message}` })
}

/**
 * Throws without the scope `admin` if the change combines a credential with an address, which decides who receives the
 * credential.
 */
function requireScope(scope: Scope, definition: WorkflowDefinition, current: WorkflowDefinition | null): void {
  const wanted = preCallFetchOf(definition)
  if (scope === 'admin' || !wanted?.credentialUuid) return
  const before = current && preCallFetchOf(current)
  if (before?.url === wanted.url && before.credentialUuid === wanted.credentialUuid) return
  const message = 'Only an admin key can send a credential to an address before calls. Ask for one, or leave it out.'
  throw new ApiError('scope_too_narrow', { message })
}

export async function createWorkflow(
  deps: WorkflowDeps,
  organizationId: number,
  input: { name: string; definition: WorkflowDefinition; scope?: Scope },
): Promise<StoredWorkflow> {
  const { db, clock, secrets } = deps
  requireScope(input.scope ?? 'admin', input.definition, null)
  const now = new Date(clock.now())
  return db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId)
    await requireUsable(deps, tx, organizationId, input.definition)
    const id = await insertWorkflow(tx, {
      organization_id: organizationId,
      name: input.name,
      created_at: now,
      updated_at: now,
    })
    const definition = sealed(input.definition, null, secretsOfWorkflow(secrets, id))
    await addDefinition(tx, { organizationId, workflowId: id, definition, now })
    const workflow = await load(tx, organizationId, id)
    await appendEvent(tx, { organizationId, at: now, type: 'workflow_created', data: eventData(workflow) })
    return workflow
  })
}

/** Changes a workflow. Missing fields stay unchanged; a definition that differs from the current one becomes the next version. */
export async function changeWorkflow(
  deps: WorkflowDeps,
  organizationId: number,
  id: number,
  input: {
    name?: string | undefined
    status?: WorkflowStatus | undefined
    definition?: WorkflowDefinition | undefined
    /** Scope of the requesting key. */
    scope?: Scope | undefined
    /** An earlier version of the same workflow, in its stored form. */
    restored?: WorkflowDefinition | undefined
    /** The change is refused if a version newer than this exists. */
    baseVersionNumber?: number | undefined
  },
): Promise<StoredWorkflow> {
  const { db, clock, secrets } = deps
  const now = new Date(clock.now())
  return db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId)
    if (!(await lockWorkflow(tx, organizationId, id))) throw new ApiError('workflow_not_found')
    if (input.baseVersionNumber !== undefined) await requireCurrent(tx, organizationId, id, input.baseVersionNumber)
    const { definition: current, status } = await load(tx, organizationId, id)
    if (input.definition) await requireUsable(deps, tx, organizationId, withSettings(input.definition, current))
    const isReactivated = input.status === 'active' && status !== 'active'
    const kept = input.restored ?? (isReactivated && !input.definition ? current : undefined)
    if (kept) await requireStillUsable(deps, tx, organizationId, kept)
    await updateWorkflow(tx, id, {
      updated_at: now,
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.status === undefined ? {} : { status: input.status }),
    })
    const wanted = input.definition ?? input.restored
    if (wanted) requireScope(input.scope ?? 'admin', wanted, current)
    const definition = input.definition
      ? sealed(withSettings(input.definition, current), current, secretsOfWorkflow(secrets, id))
      : input.restored
    if (definition) await addDefinition(tx, { organizationId, workflowId: id, definition, now })
    const workflow = await load(tx, organizationId, id)
    await appendEvent(tx, { organizationId, at: now, type: 'workflow_updated', data: eventData(workflow) })
    return workflow
  })
}

/**
 * Checks under the workflow's lock that the version is current: two users who edit the same version must not overwrite each
 * other.
 */
async function requireCurrent(tx: Queries, organizationId: number, id: number, base: number): Promise<void> {
  const { version_number } = await load(tx, organizationId, id)
  if (version_number === base) return
  throw new ApiError('workflow_changed', { details: { base_version_number: base, version_number } })
}

/**
 * Keeps existing settings if the request has none, because clients that know only nodes and edges send none. `null` clears them.
 */
function withSettings(definition: WorkflowDefinition, current: WorkflowDefinition | null): WorkflowDefinition {
  const { settings } = current ?? {}
  return 'settings' in definition || settings === undefined ? definition : { ...definition, settings }
}

function sealed(definition: WorkflowDefinition, current: WorkflowDefinition | null, secrets: SecretBox) {
  const { definition: stored, faults } = sealHeaders(definition, current, secrets)
  if (faults.length > 0) throw new ValidationError(faults)
  return stored
}

async function load(tx: Parameters<typeof findWorkflow>[0], organizationId: number, id: number) {
  return (await findWorkflow(tx, organizationId, id)) as StoredWorkflow
}

function eventData(workflow: StoredWorkflow): Record<string, unknown> {
  return { workflow_id: workflow.id, version_number: workflow.version_number, status: workflow.status }
}
