import type { Clock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { loadKnowledge } from '../knowledge/agent-knowledge.ts'
import type { SemanticSearch } from '../knowledge/semantic-search.ts'
import type { RecordingLoader } from '../recorded-audio/load-recordings.ts'
import { referencedRecordings } from '../recorded-audio/rules/recorded-steps.ts'
import type { Database } from '../storage/database.ts'
import { loadAgentTools } from '../tools/agent-tool.ts'
import { preCallFetch } from '../tools/pre-call-fetch.ts'
import { preCallFetchOf, referencedDocuments, referencedTools } from '../workflows/rules/definition.ts'
import { type CallContext, loadCall } from './queries.ts'

interface LoadDeps {
  db: Database
  clock: Clock
  secrets: SecretBox
  egress: Egress
  recordings: RecordingLoader
  meaning?: SemanticSearch | undefined
}

async function withRecordings(recordings: RecordingLoader, context: CallContext): Promise<CallContext> {
  if (referencedRecordings(context.definition).length === 0) return context
  const { definition, recorded, missing } = await recordings.load(context.organizationId, context.definition)
  return { ...context, definition, recorded, missingRecordings: missing }
}

/** Loads the call with the external parts of its workflow: tools, and data fetched before the call. */
export async function loadCallWithTools(
  { db, clock, secrets, egress, recordings, meaning }: LoadDeps,
  callId: number,
): Promise<CallContext | null> {
  const loaded = await loadCall(db, callId, new Date(clock.now()))
  if (loaded === null || loaded.transferOf) return loaded
  const context = await withRecordings(recordings, loaded)
  const { organizationId, definition, direction, variables } = context
  const uuids = referencedTools(definition)
  const fetch = preCallFetchOf(definition)
  const isWanted = fetch !== null && (fetch.mode === 'always' || fetch.mode === direction)
  const documents = referencedDocuments(definition)
  const knowledge =
    documents.length === 0 ? {} : { knowledge: await loadKnowledge({ db, clock, meaning }, organizationId, documents) }
  if (uuids.length === 0 && !isWanted) return { ...context, ...knowledge }
  const deps = { db, clock, secrets, egress: egress.of(organizationId) }
  const { caller_number: from = '', called_number: to = '' } = variables
  const [tools, fetched] = await Promise.all([
    loadAgentTools(deps, organizationId, uuids),
    isWanted ? preCallFetch(deps, fetch, { ...context, from, to }) : null,
  ])
  if (fetched === null) return { ...context, ...knowledge, tools }
  return { ...context, ...knowledge, tools, fetched, variables: { ...variables, ...fetched.variables } }
}
