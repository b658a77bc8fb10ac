/**
 * Loads agents when a conversation is near: a bound number may be called at any moment, or a campaign whose calls carry audio
 * has a contact due within the minute. Until they are loaded, no call is placed that needs one. Workflows that become relevant
 * later are prepared for their first call. This node learns of its own changes immediately, and of others by polling.
 */
import { configurationsDueBy, runningDefinitions } from '../dialer/queries.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import type { Database } from '../storage/database.ts'
import { anyInboundNumber, inboundDefinitions } from '../telephony/numbers/queries.ts'
import type { AgentLink } from './agent-link.ts'

const EVERY_MS = 5000
/** Loading takes seconds and must be finished when calling hours begin. */
const AHEAD_MS = 60_000

/** Number of workflows of each kind that are prepared before their first calls. */
const NEAR_DEFINITIONS_MAX = 100

/** Workflow versions whose calls may begin at any moment: those of bound numbers and of running campaigns. */
export async function definitionsDueSoon(db: Database): Promise<number[]> {
  const [inbound, running] = await Promise.all([
    inboundDefinitions(db, NEAR_DEFINITIONS_MAX),
    runningDefinitions(db, NEAR_DEFINITIONS_MAX),
  ])
  return [...new Set([...inbound, ...running])]
}

export interface LoadAgentsDeps {
  db: Database
  agents: Pick<AgentLink, 'isLoaded' | 'prepare' | 'warmNear'>
  /** Current time of the database. */
  now(): number
  /** Loads the agents if calls of this configuration need them. */
  wanted(configurationId: number): void
}

export function loadAgentsWhenDueSoon({ db, agents, now, wanted }: LoadAgentsDeps): RecurringJob {
  return {
    name: 'load-agents-when-near',
    everyMs: EVERY_MS,
    async runOnce() {
      // Another node may have bound numbers or started campaigns.
      if (agents.isLoaded) await agents.warmNear()
      else if (await anyInboundNumber(db)) agents.prepare()
      else for (const id of await configurationsDueBy(db, new Date(now() + AHEAD_MS))) wanted(id)
      return {}
    },
  }
}

/**
 * Loads agents when a node starts beside others: audio of their calls may arrive immediately, and a person who answered must not wait
 * until voices are loaded. Null if no conversation is near; otherwise resolves when agents are loaded or have failed to load.
 */
export async function loadAgentsAtStart({
  db,
  now,
  open,
  ready,
}: {
  db: Database
  now(): number
  open(): Promise<unknown>
  /** Loads the agents if calls of this configuration need them; resolves when they are loaded. */
  ready(configurationId: number): Promise<void>
}): Promise<{ loaded: Promise<unknown> } | null> {
  if (await anyInboundNumber(db)) return { loaded: open().catch(() => null) }
  const near = await configurationsDueBy(db, new Date(now() + AHEAD_MS))
  return near.length === 0 ? null : { loaded: Promise.allSettled(near.map((id) => ready(id))) }
}
