import type { Clock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Database } from '../storage/database.ts'
import { loadAgentTools } from '../tools/agent-tool.ts'
import { preCallFetch } from '../tools/pre-call-fetch.ts'
import { preCallFetchOf, toolsNamed } from '../workflows/rules/definition.ts'
import { type CallContext, loadCall } from './queries.ts'

interface LoadDeps {
  db: Database
  clock: Clock
  secrets: SecretBox
  egress: Egress
}

/** The call with what its workflow needs from outside: tools, and what a service knows of it. */
export async function loadCallWithParts(
  { db, clock, secrets, egress }: LoadDeps,
  callId: number,
): Promise<CallContext | null> {
  const context = await loadCall(db, callId, new Date(clock.now()))
  if (context === null || context.transferOf) return context
  const { organizationId, definition, direction, variables } = context
  const uuids = toolsNamed(definition)
  const fetch = preCallFetchOf(definition)
  const isWanted = fetch !== null && (fetch.mode === 'always' || fetch.mode === direction)
  if (uuids.length === 0 && !isWanted) return context
  const deps = { db, clock, secrets, egress: egress.of(organizationId) }
  const { caller_number: from = '', called_number: to = '' } = variables
  const [tools, fetched] = await Promise.all([
    loadAgentTools(deps, organizationId, uuids),
    isWanted ? preCallFetch(deps, fetch, { ...context, from, to }) : null,
  ])
  if (fetched === null) return { ...context, tools }
  return { ...context, tools, fetched, variables: { ...variables, ...fetched.variables } }
}
