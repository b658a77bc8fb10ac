/** Forecasts a campaign: loads the input of the rules and simulates them in a worker thread. */
import { Worker } from 'node:worker_threads'
import { readZoneSet } from '../addresses/rules/zones-of-contact.ts'
import type { StoredList } from '../contacts/queries.ts'
import { isSimulatedProvider } from '../dialer/policy-cache.ts'
import type { Schedule } from '../dialer/rules/calling-window.ts'
import type { Experiment } from '../dialer/rules/experiment.ts'
import type { Outcome, RetryRules } from '../dialer/rules/outcomes.ts'
import { ApiError } from '../kernel/errors.ts'
import { compiledFile } from '../kernel/project-paths.ts'
import { loadPolicy } from '../policies/load-policy.ts'
import { DialingRules } from '../policies/rules/dialing-rules.ts'
import { wallClockIn } from '../policies/rules/wall-clock.ts'
import type { Database } from '../storage/database.ts'
import { configurationProvider } from '../telephony/configurations/queries.ts'
import {
  loadLimitFacts,
  type PastNeeded,
  type RecentCall,
  recentCalls,
  sampleOfCampaign,
  sampleOfList,
} from './forecast-queries.ts'
import type { StoredCampaign } from './queries.ts'
import { CALL_ODDS_TUNING, type PastCall } from './rules/call-odds.ts'
import { groupContacts, type SampledContact, type WaitingGroups } from './rules/forecast-groups.ts'
import type { ExclusionReason, Forecast, ForecastInput } from './rules/forecast-input.ts'
import { type ForecastLimits, forecastLimits } from './rules/forecast-limits.ts'

export interface ForecastDeps {
  db: Database
  /** Current time of the database. */
  now(): number
}

/** The settings of an existing or planned campaign. */
export interface CampaignPlan {
  maxConcurrency: number
  callsPerSecond: number
  retry: RetryRules
  schedule: Schedule | null
}

export type AlternativePlan = Partial<CampaignPlan> & { name: string }

/** Shares of calls by outcome and the length of a conversation, as stated in the request. */
export interface Assumptions {
  answerRate: number
  talkSeconds: number
}

export interface ForecastResult {
  basedOn: { source: 'history' | 'stated' | 'assumed'; calls: number; answerRate: number; averageSlotSeconds: number }
  /** The assumptions in words, for operators. */
  assumptions: string[]
  forecast: Forecast
  alternatives: Array<{ name: string; forecast: Forecast }>
}

export const FORECAST_LIMITS = {
  historyCalls: 3000,
  /** With fewer past calls, an organization's own history is too small for a forecast. */
  historyCallsLeast: 30,
  alternatives: 5,
  /** Number of waiting contacts that the rules judge one by one; they represent the others. */
  sample: 1000,
  /** Concurrent forecasts on one node; further requests are refused. */
  atOnce: 2,
  timeoutMs: 30_000,
} as const

/** Shares and durations as call centers report them, used without better data; the answer says that they are assumed. */
const ASSUMED: ReadonlyArray<{ outcome: Outcome; share: number; slotSeconds: number }> = [
  { outcome: 'answered', share: 0.3, slotSeconds: 70 },
  { outcome: 'voicemail', share: 0.25, slotSeconds: 40 },
  { outcome: 'no_answer', share: 0.32, slotSeconds: 30 },
  { outcome: 'busy', share: 0.07, slotSeconds: 4 },
  { outcome: 'declined', share: 0.04, slotSeconds: 10 },
  { outcome: 'failed', share: 0.02, slotSeconds: 3 },
]
const ASSUMED_CALLS = 200

export interface ForecastRequest {
  /** Null if the campaign does not exist yet. */
  campaignId: number | null
  configurationId: number | null
  contacts: RemainingContacts
  /** Number of contacts on the do-not-call list, who will not be called. */
  suppressed: number
  policy: ForecastInput['policy']
  plan: CampaignPlan
  alternatives: readonly AlternativePlan[]
  assumptions: Assumptions | null
}

export async function forecastPlan(
  deps: ForecastDeps,
  organizationId: number,
  wanted: ForecastRequest,
): Promise<ForecastResult> {
  const { campaignId, configurationId, contacts, suppressed } = wanted
  const nowMs = deps.now()
  const { source, calls } = await historyFor(deps.db, organizationId, wanted)
  const limits = forecastLimits(await loadLimitFacts(deps.db, organizationId, { campaignId, configurationId }), nowMs)
  const plans = [wanted.plan, ...wanted.alternatives.map((change) => ({ ...wanted.plan, ...change }))]
  const inputs = plans.map((plan) => inputOf(plan, { ...wanted, limits }, calls, nowMs))
  const held = [{ reason: 'suppressed' as const, contacts: suppressed }, ...contacts.leftOut]
  const [forecast, ...others] = (await onOwnThread(inputs)).map((one) => withHeld(one, held))
  return {
    basedOn: {
      source,
      calls: source === 'history' ? calls.length : 0,
      answerRate: calls.filter(({ outcome }) => outcome === 'answered').length / calls.length,
      averageSlotSeconds: calls.reduce((sum, { slotSeconds }) => sum + slotSeconds, 0) / calls.length,
    },
    assumptions: [...ratesAssumed(source, calls), ...limits.assumptions, ...judgedAssumed(contacts), NOT_FORESEEN],
    forecast: forecast as Forecast,
    alternatives: wanted.alternatives.map(({ name }, index) => ({ name, forecast: others[index] as Forecast })),
  }
}

const NOT_FORESEEN =
  'Not included: manual pauses, back-off after carrier errors, people who are added later. Priorities change whom the dialer calls first, not the end.'

function ratesAssumed(source: ForecastResult['basedOn']['source'], calls: readonly PastCall[]): string[] {
  const again = `Later attempts are assumed to be answered ${CALL_ODDS_TUNING.answersAgain * 100} % as often as the attempt before`
  if (source !== 'history') return [`${again}.`]
  const campaigns = new Set(calls.flatMap(({ campaignId }) => campaignId ?? [])).size
  const later = calls.filter(({ attempt = 1 }) => attempt > 1).length
  const seen = `Answer rates depend on the attempt and the local hour, from ${calls.length} calls of ${campaigns} campaigns.`
  return later >= CALL_ODDS_TUNING.assumedCalls ? [seen] : [seen, `${again}: there are only ${later} such calls.`]
}

function judgedAssumed({ judged, total }: RemainingContacts): string[] {
  if (judged >= total) return []
  return [`Consents, number check, earlier calls and times were looked up for ${judged} of ${total} people.`]
}

function withHeld(forecast: Forecast, held: Forecast['leftOut']): Forecast {
  const leftOut = new Map<ExclusionReason, number>()
  for (const { reason, contacts } of [...held, ...forecast.leftOut]) {
    if (contacts > 0) leftOut.set(reason, (leftOut.get(reason) ?? 0) + contacts)
  }
  return { ...forecast, leftOut: [...leftOut].map(([reason, contacts]) => ({ reason, contacts })) }
}

/** Waiting contacts by zones, and contacts that a rule holds without an end. */
export interface RemainingContacts extends WaitingGroups {
  /** Number of contacts that the sample represents, and number judged one by one. */
  total: number
  judged: number
}

type Rules = ForecastInput['policy']

/** What decides which earlier calls a forecast has to know. */
export interface PastRequest {
  organizationId: number
  policy: Rules
  configurationId: number | null
  /** The planned settings and the alternatives to them. */
  plans: ReadonlyArray<{ retry?: RetryRules }>
}

/** Without a policy only campaigns that prefer hours in which people were reached need earlier calls. */
async function pastNeeded(
  { db }: ForecastDeps,
  { organizationId, policy, configurationId, plans }: PastRequest,
): Promise<PastNeeded> {
  if (policy !== null) return 'rules'
  if (!plans.some(({ retry }) => retry?.prefer_reached_hours)) return 'nothing'
  const provider = configurationId === null ? null : await configurationProvider(db, organizationId, configurationId)
  return isSimulatedProvider(provider) ? 'simulated_conversations' : 'conversations'
}

/** The remaining contacts of a campaign. */
export async function remainingContacts(
  deps: ForecastDeps,
  campaign: StoredCampaign,
  wanted: PastRequest,
): Promise<RemainingContacts> {
  const size = FORECAST_LIMITS.sample
  const { experiment } = campaign
  const past = await pastNeeded(deps, wanted)
  const sample = await sampleOfCampaign(deps.db, campaign.id, { size, past, experiment })
  const waiting = Math.round((campaign.total_rows - campaign.processed_rows) * (1 - controlShare(experiment)))
  const total = Math.max(sample.length, waiting)
  return waitingOf(sample, sample.length < size ? sample.length : total, wanted.policy, deps.now())
}

/** Share of the people who are counted and not called. */
function controlShare(experiment: Experiment | null): number {
  if (!experiment || experiment.stopped) return 0
  const sum = (arms: Experiment['arms']) => arms.reduce((shares, { share }) => shares + share, 0)
  return sum(experiment.arms.filter(({ not_called }) => not_called)) / sum(experiment.arms)
}

/** The contacts of a list, without those on the do-not-call list. */
export async function contactsOfList(
  deps: ForecastDeps,
  list: StoredList,
  suppressed: number,
  wanted: PastRequest,
): Promise<RemainingContacts> {
  const nowMs = deps.now()
  const past = await pastNeeded(deps, wanted)
  const sample = await sampleOfList(deps.db, list.id, { size: FORECAST_LIMITS.sample, past, now: new Date(nowMs) })
  return waitingOf(sample, list.total_rows - suppressed, wanted.policy, nowMs)
}

function waitingOf(sample: readonly SampledContact[], total: number, policy: Rules, nowMs: number): RemainingContacts {
  const rules = policy ? new DialingRules(policy.compiled, policy.ringMs, policy) : null
  return { ...groupContacts(sample, total, rules, nowMs), total, judged: sample.length }
}

/** The policy that a forecast has to follow; null: none is set. */
export async function forecastPolicy(
  db: Database,
  organizationId: number,
  campaignId: number | null,
  ringSeconds: number,
  configurationId: number | null,
): Promise<ForecastInput['policy']> {
  const policy = await loadPolicy(db, organizationId, campaignId)
  if (!policy) return null
  const provider = configurationId === null ? null : await configurationProvider(db, organizationId, configurationId)
  // Treats all duties as fulfilled, because a campaign does not start before they are confirmed or accepted.
  const vouchedDuties = 'every' as const
  return {
    compiled: policy.compiled,
    ringMs: ringSeconds * 1000,
    reachesNobody: isSimulatedProvider(provider),
    vouchedDuties,
  }
}

function inputOf(
  plan: CampaignPlan,
  { contacts, policy, campaignId, limits }: ForecastRequest & { limits: ForecastLimits },
  history: readonly PastCall[],
  nowMs: number,
): ForecastInput {
  const { callsPerSecond, retry, schedule } = plan
  const schedules = schedule === null ? [] : [schedule]
  const groups = contacts.groups.map((group) => ({ ...group, schedules }))
  const maxConcurrency = Math.min(plan.maxConcurrency, limits.slots)
  return { nowMs, groups, maxConcurrency, callsPerSecond, retry, history, campaignId, limits, policy: policy ?? null }
}

async function historyFor(
  db: Database,
  organizationId: number,
  { assumptions, campaignId, policy, configurationId }: ForecastRequest,
): Promise<{ source: ForecastResult['basedOn']['source']; calls: PastCall[] }> {
  if (assumptions !== null) return { source: 'stated', calls: statedCalls(assumptions) }
  const provider = configurationId === null ? null : await configurationProvider(db, organizationId, configurationId)
  const simulated = policy?.reachesNobody ?? isSimulatedProvider(provider)
  const found = await recentCalls(db, organizationId, { campaignId, simulated, limit: FORECAST_LIMITS.historyCalls })
  if (found.length < FORECAST_LIMITS.historyCallsLeast) return { source: 'assumed', calls: callsOf(ASSUMED) }
  return { source: 'history', calls: found.map(pastCall) }
}

function pastCall({ zones, claimedMs, outcome, slotSeconds, attempt, campaignId }: RecentCall): PastCall {
  const call = { outcome, slotSeconds, attempt, campaignId }
  const zone = zones === null ? undefined : readZoneSet(zones).zones[0]
  return zone === undefined ? call : { ...call, localHour: Math.floor(wallClockIn(zone, claimedMs).minute / 60) }
}

/**
 * Builds a history from the request: the stated share is answered and lasts the stated time, the rest is distributed as assumed.
 */
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

/** A fixed seed: the same request gets the same forecast, so that forecasts can be compared. */
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
