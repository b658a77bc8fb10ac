/** The input of a try-out conversation: the definition with everything that its steps name. */
import type { Clock } from '../kernel/clock.ts'
import { invalidReferenceError } from '../kernel/errors.ts'
import { loadKnowledge } from '../knowledge/agent-knowledge.ts'
import type { SemanticSearch } from '../knowledge/semantic-search.ts'
import { languageOf } from '../language/rules/read-language.ts'
import { findModelConfiguration } from '../models/queries.ts'
import type { RecordingLoader } from '../recorded-audio/load-recordings.ts'
import type { Database } from '../storage/database.ts'
import { loadTrialTools } from '../tools/agent-tool.ts'
import { findWorkflow } from '../workflows/queries.ts'
import { referencedDocuments, referencedTools, type WorkflowDefinition } from '../workflows/rules/definition.ts'
import { definitionInLanguage } from '../workflows/rules/languages.ts'
import type { TrialWorkflow } from './open-trials.ts'

export interface TrialDeps {
  db: Database
  clock: Clock
  recordings: RecordingLoader
  meaning?: SemanticSearch | undefined
}

export interface TrialRequest {
  workflow_id?: number | undefined
  workflow_definition?: WorkflowDefinition | undefined
  workflowName?: string
  variables?: Record<string, string> | undefined
  timezone?: string | undefined
  brain?: 'script' | 'pipeline' | 'realtime' | undefined
}

export async function loadTrialWorkflow(
  { db, clock, recordings, meaning }: TrialDeps,
  organizationId: number,
  body: TrialRequest,
): Promise<TrialWorkflow> {
  const { definition: own, name } = await definitionOf(db, organizationId, body)
  const { definition } = definitionInLanguage(own, languageOf(body.variables ?? {}))
  const timezone = body.timezone ?? 'UTC'
  const stored = await findModelConfiguration(db, organizationId)
  const settings = body.brain === undefined ? definition.settings : { ...definition.settings, brain: body.brain }
  const played = await recordings.load(organizationId, definition)
  return {
    organizationId,
    modelSettings: stored?.settings ?? null,
    definition: { ...played.definition, settings },
    recorded: played.recorded,
    knowledge: await loadKnowledge({ db, clock, meaning }, organizationId, referencedDocuments(definition)),
    timezone,
    tools: await loadTrialTools(db, organizationId, referencedTools(definition)),
    variables: { ...alwaysKnown(name, timezone, new Date(clock.now())), ...body.variables },
  }
}

async function definitionOf(
  db: Database,
  organizationId: number,
  body: TrialRequest,
): Promise<{ definition: WorkflowDefinition; name: string }> {
  if (body.workflow_definition) return { definition: body.workflow_definition, name: body.workflowName ?? '' }
  const workflow = body.workflow_id === undefined ? null : await findWorkflow(db, organizationId, body.workflow_id)
  if (!workflow) throw invalidReferenceError('workflow_not_found')
  return workflow
}

/** The standard variables, as in a call. The number is reserved and belongs to no person. */
function alwaysKnown(workflowName: string, timezone: string, now: Date): Record<string, string> {
  return {
    phone_number: '+12025550100',
    caller_number: '+12025550199',
    called_number: '+12025550100',
    campaign_name: '',
    contact_id: '',
    call_id: '0',
    workflow_name: workflowName,
    date: new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: timezone }).format(now),
    time: new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: timezone }).format(now),
  }
}
