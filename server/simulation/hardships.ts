/**
 * The moments for which the engine's safeguards are made, so frequent that taking one away is noticed: nodes that go while
 * they hold a claim or wait for a carrier, servers that lose what was under way, gateways that say no to what they passed on.
 */
import { pickRandom, type Rng, randomChance, randomIntBetween } from '../src/kernel/rng.ts'

/** How a node goes. `sleep`: the machine stands still, and its monotonic clock with it. */
export type Going = 'crash' | 'freeze' | 'sleep'

export type HardIncident =
  /** Its next request to a carrier is long on its way, and the node gone as soon as it has left. */
  | { kind: 'gone-while-asking'; node: number; forMs: number; how: Going }
  /** Its next claim is committed, and the node gone before it hears of it. */
  | { kind: 'gone-after-claim'; node: number; forMs: number; how: Going }
  /** The operator pauses a campaign at the very moment a claim of it is committed, and the request for it takes its time. */
  | { kind: 'paused-at-claim' }
  /** Instead of the next commit of a claim; for a while afterwards carriers are slow. */
  | { kind: 'database-restart'; forMs: number }
  | { kind: 'database-hangs'; forMs: number }
  /** The next claim, of a campaign or a single one, is committed, and the answer to it lost. */
  | { kind: 'commit-in-doubt'; of: 'campaign' | 'single' }
  /** Somebody holds the lock of an organization. */
  | { kind: 'organization-held'; organization: number; forMs: number }
  /** `node`: runs on the same machine, so that its own clock is set with it. */
  | { kind: 'database-clock-step'; byMs: number; node: number | null }
  /** Put forward by so much more than somebody waits for who is to be called some time later. */
  | { kind: 'database-clock-passes-alarm'; beyondMs: number }

export interface Hardships {
  /** Share of dials accepted and then refused, when the call has already shown life. */
  twoFaced: number
  /** How often somebody orders a single call, and how often somebody calls in. */
  singleEveryMs: number
  inboundEveryMs: number
  incidents: Array<{ afterMs: number; incident: HardIncident }>
}

export const NO_HARDSHIPS: Hardships = {
  twoFaced: 0,
  singleEveryMs: Number.POSITIVE_INFINITY,
  inboundEveryMs: Number.POSITIVE_INFINITY,
  incidents: [],
}

const INCIDENTS_MAX = 6
const CLOCK_STEP_SHARE = 0.35
/** Also on days on which nothing else goes wrong: only there is every wait judged. */
const PASSES_ALARM_SHARE = 0.25
/** Until others have taken over: lease, fence, and until they believe a carrier that knows of no call. */
const TAKEN_OVER_MS = 21_000

export interface Drawing {
  calm: boolean
  badForMs: number
  nodes: number
  organizations: number
}

export function drawHardships(rng: Rng, { calm, badForMs, nodes, organizations }: Drawing): Hardships {
  const every = () => (randomChance(rng, 0.5) ? randomIntBetween(rng, 1500, 20_000) : Number.POSITIVE_INFINITY)
  const callers = { singleEveryMs: every(), inboundEveryMs: every() }
  const passing = drawPassedAlarm(rng, badForMs)
  if (calm) return { ...NO_HARDSHIPS, ...callers, incidents: passing }
  const incidents: Hardships['incidents'] = Array.from({ length: randomIntBetween(rng, 0, INCIDENTS_MAX) }, () => ({
    afterMs: randomIntBetween(rng, 500, badForMs * 0.8),
    incident: drawIncident(rng, nodes, organizations),
  }))
  if (randomChance(rng, CLOCK_STEP_SHARE)) {
    incidents.push({ afterMs: randomIntBetween(rng, 10_000, badForMs * 0.8), incident: drawClockStep(rng, nodes) })
  }
  return {
    ...callers,
    twoFaced: randomChance(rng, 0.5) ? 0 : 0.02 + rng.next() * 0.15,
    incidents: [...incidents, ...passing].sort((a, b) => a.afterMs - b.afterMs),
  }
}

function drawIncident(rng: Rng, nodes: number, organizations: number): HardIncident {
  const node = randomIntBetween(rng, 0, nodes - 1)
  const how = pickRandom<Going>(rng, ['crash', 'crash', 'freeze', 'sleep', 'sleep'])
  const forMs = how === 'crash' ? randomIntBetween(rng, 500, 30_000) : randomIntBetween(rng, TAKEN_OVER_MS, 45_000)
  switch (randomIntBetween(rng, 0, 11)) {
    case 0:
    case 1:
    case 2:
      return { kind: 'gone-while-asking', node, forMs, how }
    case 3:
    case 4:
      return { kind: 'gone-after-claim', node, forMs, how }
    case 5:
    case 6:
      return { kind: 'database-restart', forMs: randomIntBetween(rng, 1000, 8000) }
    case 7:
      return { kind: 'database-hangs', forMs: randomIntBetween(rng, 200, 15_000) }
    case 8:
      return { kind: 'paused-at-claim' }
    case 9:
    case 10:
      return { kind: 'commit-in-doubt', of: pickRandom(rng, ['campaign', 'single', 'single']) }
    default:
      return {
        kind: 'organization-held',
        organization: randomIntBetween(rng, 0, organizations - 1),
        forMs: randomIntBetween(rng, 50, 12_000),
      }
  }
}

function drawPassedAlarm(rng: Rng, badForMs: number): Hardships['incidents'] {
  if (!randomChance(rng, PASSES_ALARM_SHARE)) return []
  const incident: HardIncident = { kind: 'database-clock-passes-alarm', beyondMs: randomIntBetween(rng, 1500, 20_000) }
  return [{ afterMs: randomIntBetween(rng, 5000, badForMs * 0.6), incident }]
}

/** As after a failover to a machine whose clock differs, or when somebody sets one right at last. */
function drawClockStep(rng: Rng, nodes: number): HardIncident {
  const most = pickRandom(rng, [3000, 30_000, 600_000, 3_600_000, 3_600_000])
  const node = randomChance(rng, 0.5) ? null : randomIntBetween(rng, 0, nodes - 1)
  return { kind: 'database-clock-step', byMs: randomIntBetween(rng, -most, most), node }
}
