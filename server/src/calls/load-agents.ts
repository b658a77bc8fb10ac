/**
 * Agents are loaded when a conversation is near: a number is bound and may be called any moment, or a campaign whose answered
 * calls carry audio has somebody due within the minute. Until they are loaded nobody is dialed who would need one. Workflows that come near
 * later are made ready for their first call. This node learns immediately of what happens on it, and of the rest by looking.
 */
import { configurationsDueBy, runningDefinitions } from '../dialer/queries.ts'
import type { Duty } from '../kernel/duty.ts'
import type { Database } from '../storage/database.ts'
import { anyInboundNumber, inboundDefinitions } from '../telephony/numbers/queries.ts'
import type { AgentLink } from './agent-link.ts'

const EVERY_MS = 5000
/** Loading takes seconds; whoever waits for calling hours to begin shall find it done. */
const AHEAD_MS = 60_000

/** So many workflows of each kind are made ready ahead of their first calls. */
const NEAR_DEFINITIONS_MAX = 100

/** Versions of workflows whose calls may begin any moment: those of bound numbers and of running campaigns. */
export async function nearDefinitions(db: Database): Promise<number[]> {
  const [inbound, running] = await Promise.all([
    inboundDefinitions(db, NEAR_DEFINITIONS_MAX),
    runningDefinitions(db, NEAR_DEFINITIONS_MAX),
  ])
  return [...new Set([...inbound, ...running])]
}

export interface LoadAgentsDeps {
  db: Database
  agents: Pick<AgentLink, 'isLoaded' | 'prepare' | 'warmNear'>
  /** Database time. */
  now(): number
  /** Loads the agents if calls of this configuration need them. */
  wanted(configurationId: number): void
}

export function loadAgentsWhenNear({ db, agents, now, wanted }: LoadAgentsDeps): Duty {
  return {
    name: 'load-agents-when-near',
    everyMs: EVERY_MS,
    async runOnce() {
      // Bound or started on another node.
      if (agents.isLoaded) await agents.warmNear()
      else if (await anyInboundNumber(db)) agents.prepare()
      else for (const id of await configurationsDueBy(db, new Date(now() + AHEAD_MS))) wanted(id)
      return {}
    },
  }
}

/**
 * At the start of a node beside others: audio of calls that they have placed may come here at once, and who picked up must not wait until
 * voices are loaded. Null if nobody is near; otherwise told when they are there, or cannot be.
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
  /** Loads the agents if calls of this configuration need them, and waits for it. */
  ready(configurationId: number): Promise<void>
}): Promise<{ loaded: Promise<unknown> } | null> {
  if (await anyInboundNumber(db)) return { loaded: open().catch(() => null) }
  const near = await configurationsDueBy(db, new Date(now() + AHEAD_MS))
  return near.length === 0 ? null : { loaded: Promise.allSettled(near.map((id) => ready(id))) }
}
