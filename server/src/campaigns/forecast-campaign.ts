/** Looks ahead: loads what the rules need, and has them lived through on a thread of its own. */
import { Worker } from 'node:worker_threads'
import type { StoredList } from '../contacts/queries.ts'
import { zoneSets } from '../contacts/zone-queries.ts'
import { reachesNobody } from '../dialer/policy-memory.ts'
import type { Schedule } from '../dialer/rules/calling-window.ts'
import type { Outcome, RetryRules } from '../dialer/rules/outcomes.ts'
import { ApiError } from '../kernel/errors.ts'
import { compiledFile } from '../kernel/places.ts'
import { loadPolicy } from '../policies/load-policy.ts'
import type { Database } from '../storage/database.ts'
import { configurationProvider } from '../telephony/configurations/queries.ts'
import { recentCalls, waitingByPlace, waitingRetries } from './forecast-queries.ts'
import type { StoredCampaign } from './queries.ts'
import type { ContactGroup, Forecast, ForecastInput, PastCall } from './rules/forecast.ts'

export interface ForecastDeps {
  db: Database
  /** The database's time. */
  now(): number
}

/** What a campaign is, or would be. */
export interface Plan {
  maxConcurrency: number
  callsPerSecond: number
  retry: RetryRules
  schedule: Schedule | null
}

export type Alternative = Partial<Plan> & { name: string }

/** Shares of calls by outcome, and how long a conversation takes; stated by whoever asks. */
export interface Assumptions {
  answerRate: number
  talkSeconds: number
}

export interface Outlook {
  basedOn: { source: 'history' | 'stated' | 'assumed'; calls: number; answerRate: number; averageSlotSeconds: number }
  forecast: Forecast
  alternatives: Array<{ name: string; forecast: Forecast }>
}

export const FORECAST_LIMITS = {
  historyCalls: 500,
  /** With fewer calls than these an organization's own history says little. */
  historyCallsLeast: 30,
  alternatives: 5,
  /** Looking ahead at the same time on one node; further ones are told to wait. */
  atOnce: 2,
  timeoutMs: 30_000,
} as const

/** Where nobody knows better: shares and lengths as call centers report them; said to be assumed. */
const ASSUMED: ReadonlyArray<{ outcome: Outcome; share: number; slotSeconds: number }> = [
  { outcome: 'answered', share: 0.3, slotSeconds: 70 },
  { outcome: 'voicemail', share: 0.25, slotSeconds: 40 },
  { outcome: 'no_answer', share: 0.32, slotSeconds: 30 },
  { outcome: 'busy', share: 0.07, slotSeconds: 4 },
  { outcome: 'declined', share: 0.04, slotSeconds: 10 },
  { outcome: 'failed', share: 0.02, slotSeconds: 3 },
]
const ASSUMED_CALLS = 200

export async function lookAhead(
  deps: ForecastDeps,
  organizationId: number,
  wish: {
    contacts: readonly ContactsLeft[]
    /** On the do-not-call list: nobody will call them. */
    suppressed: number
    policy: ForecastInput['policy']
    plan: Plan
    alternatives: readonly Alternative[]
    assumptions: Assumptions | null
  },
): Promise<Outlook> {
  const { source, calls } = await historyFor(deps.db, organizationId, wish.assumptions)
  const plans = [wish.plan, ...wish.alternatives.map((change) => ({ ...wish.plan, ...change }))]
  const inputs = plans.map((plan) => inputOf(plan, wish.contacts, wish.policy, calls, deps.now()))
  const [forecast, ...others] = (await onOwnThread(inputs)).map((one) => withSuppressed(one, wish.suppressed))
  return {
    basedOn: {
      source,
      calls: source === 'history' ? calls.length : 0,
      answerRate: calls.filter(({ outcome }) => outcome === 'answered').length / calls.length,
      averageSlotSeconds: calls.reduce((sum, { slotSeconds }) => sum + slotSeconds, 0) / calls.length,
    },
    forecast: forecast as Forecast,
    alternatives: wish.alternatives.map(({ name }, index) => ({ name, forecast: others[index] as Forecast })),
  }
}

/** Contacts who may be called at the same hours. */
export type ContactsLeft = Pick<ContactGroup, 'fresh' | 'retries' | 'place'>

function withSuppressed(forecast: Forecast, contacts: number): Forecast {
  if (contacts === 0) return forecast
  return { ...forecast, leftOut: [{ reason: 'suppressed', contacts }, ...forecast.leftOut] }
}

/** What is left of a campaign, by where people may be if a policy is set. */
export async function contactsLeft(db: Database, campaign: StoredCampaign): Promise<ContactsLeft[]> {
  const placed = await waitingByPlace(db, campaign.id)
  if (placed.length > 0) return placed
  const retries = await waitingRetries(db, campaign.id)
  const waiting = retries.reduce((sum, { count }) => sum + count, 0)
  // Those in a call are about to be done; they count as fresh ones do, with a call before them.
  return [{ fresh: Math.max(0, campaign.total_rows - campaign.processed_rows - waiting), retries }]
}

/** The contacts of a list by where they may be; without those who asked not to be called, who are spread alike. */
export async function contactsOfList(db: Database, list: StoredList, suppressed: number): Promise<ContactsLeft[]> {
  if (!list.zones || list.zones.again) return [{ fresh: list.total_rows - suppressed, retries: [] }]
  const sets = await zoneSets(
    db,
    list.zones.sets.map(([id]) => id),
  )
  let left = suppressed
  return [...list.zones.sets]
    .sort(([, a], [, b]) => b - a)
    .map(([id, contacts]) => {
      const gone = Math.min(left, Math.round((suppressed * contacts) / Math.max(1, list.total_rows)), contacts)
      left -= gone
      return { fresh: contacts - gone, retries: [], place: sets.get(id)?.group ?? '@' }
    })
}

/** The policy a forecast is to hold; null: none is set. */
export async function policyFor(
  db: Database,
  organizationId: number,
  campaignId: number | null,
  ringSeconds: number,
  configurationId: number | null,
): Promise<ForecastInput['policy']> {
  const policy = await loadPolicy(db, organizationId, campaignId)
  if (!policy) return null
  const provider = configurationId === null ? null : await configurationProvider(db, organizationId, configurationId)
  return { compiled: policy.compiled, ringMs: ringSeconds * 1000, reachesNobody: reachesNobody(provider) }
}

function inputOf(
  plan: Plan,
  contacts: readonly ContactsLeft[],
  policy: ForecastInput['policy'],
  history: readonly PastCall[],
  nowMs: number,
): ForecastInput {
  const { maxConcurrency, callsPerSecond, retry, schedule } = plan
  const schedules = schedule === null ? [] : [schedule]
  const all = policy ? contacts : [allTogether(contacts)]
  const groups = all.map((group) => ({ ...group, schedules }))
  return { nowMs, groups, maxConcurrency, callsPerSecond, retry, history, policy: policy ?? null }
}

/** Without a policy it does not matter where people are. */
function allTogether(contacts: readonly ContactsLeft[]): ContactsLeft {
  return {
    fresh: contacts.reduce((sum, { fresh }) => sum + fresh, 0),
    retries: contacts.flatMap(({ retries }) => retries),
  }
}

async function historyFor(
  db: Database,
  organizationId: number,
  assumptions: Assumptions | null,
): Promise<{ source: Outlook['basedOn']['source']; calls: PastCall[] }> {
  if (assumptions !== null) return { source: 'stated', calls: statedCalls(assumptions) }
  const calls = await recentCalls(db, organizationId, FORECAST_LIMITS.historyCalls)
  if (calls.length >= FORECAST_LIMITS.historyCallsLeast) return { source: 'history', calls }
  return { source: 'assumed', calls: callsOf(ASSUMED) }
}

/** The stated share is answered and takes the stated time; the rest is shared out as assumed. */
function statedCalls({ answerRate, talkSeconds }: Assumptions): PastCall[] {
  const others = ASSUMED.filter(({ outcome }) => outcome !== 'answered')
  const rest = others.reduce((sum, { share }) => sum + share, 0)
  return callsOf([
    { outcome: 'answered', share: answerRate, slotSeconds: talkSeconds },
    ...others.map((other) => ({ ...other, share: (other.share / rest) * (1 - answerRate) })),
  ])
}

function callsOf(shares: ReadonlyArray<{ outcome: Outcome; share: number; slotSeconds: number }>): PastCall[] {
  return shares.flatMap(({ outcome, share, slotSeconds }) =>
    Array.from({ length: Math.round(share * ASSUMED_CALLS) }, () => ({ outcome, slotSeconds })),
  )
}

/** The same question gets the same answer: a figure that trembles on every look cannot be compared with anything. */
const SEED = 7
let looking = 0

async function onOwnThread(inputs: ForecastInput[]): Promise<Forecast[]> {
  if (looking >= FORECAST_LIMITS.atOnce) throw new ApiError('forecast_busy')
  looking++
  const compiled = compiledFile('campaigns/forecast-worker')
  if (compiled === null) throw new Error('forecast-worker.js has not been compiled; build the server first.')
  const worker = new Worker(compiled, {
    workerData: { inputs, seed: SEED },
    execArgv: [],
  })
  const limit = setTimeout(() => void worker.terminate(), FORECAST_LIMITS.timeoutMs)
  try {
    return await new Promise<Forecast[]>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new ApiError('forecast_busy')))
    })
  } finally {
    looking--
    clearTimeout(limit)
    void worker.terminate()
  }
}
