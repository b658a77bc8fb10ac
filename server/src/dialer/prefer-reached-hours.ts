/**
 * Postpones retries to an hour of the day in which the person was reached before, for campaigns that want it. Runs after the
 * settling and before anything is written. The rules still decide at the dial itself.
 */
import { isSimulatedProvider, type OrganizationRules, type PolicyCache } from './policy-cache.ts'
import { type WindowState, windowState } from './rules/calling-window.ts'
import { ringTimeoutMsOf } from './rules/may-dial.ts'
import { isOtherTimeOfDay } from './rules/outcomes.ts'
import { allWindows, preferReachedHour, REACHED_DAYS_MAX } from './rules/reached-hours.ts'
import { zoneSetOfNumber } from './rules/single-call-policy.ts'
import type { CampaignRow, ConfigurationRow, OrganizationRow, ReachedContact } from './store.ts'
import type { NotedRetry, UnitOfWork } from './unit-of-work.ts'

const DAY_MS = 86_400_000

export async function preferReachedHours(work: UnitOfWork, policies: PolicyCache): Promise<void> {
  const noted = work.takeNotedRetries()
  if (noted.length === 0) return
  const groups = new Map<string, NotedRetry[]>()
  for (const retry of noted) {
    const key = `${retry.campaignId} ${retry.configurationId}`
    groups.set(key, [...(groups.get(key) ?? []), retry])
  }
  for (const retries of groups.values()) await postpone(work, policies, retries)
}

/** Retries of one campaign whose last call went through the same configuration. */
async function postpone(work: UnitOfWork, policies: PolicyCache, retries: readonly NotedRetry[]): Promise<void> {
  const [{ campaignId, configurationId }] = retries as [NotedRetry, ...NotedRetry[]]
  const campaign = work.campaigns.get(campaignId)
  const configuration = work.configurations.get(configurationId)
  const organization = work.organizations.get(campaign?.organizationId ?? -1)
  if (!campaign || !configuration || !organization || hasArmHours(campaign)) return
  const hasPolicy = work.hasPolicy(organization.id)
  const found = await work.tx.reachedTimes({
    organizationId: organization.id,
    contactIds: retries.map(({ contactId }) => contactId),
    sinceMs: work.nowMs - REACHED_DAYS_MAX * DAY_MS,
    isSimulated: isSimulatedProvider(configuration.provider),
    hasPolicy,
  })
  const reached = new Map(found.map((contact) => [contact.contactId, contact]))
  const rules = hasPolicy ? await policies.of(work.tx, organization) : null
  const windows = new WindowMemory(windowsOf(campaign, configuration, rules))
  for (const retry of retries) {
    const contact = reached.get(retry.contactId)
    const preferred = contact && preferredTime(retry, contact, { campaign, organization, windows })
    if (preferred) work.postponeRetry(retry.contactId, preferred)
  }
}

/** Arms of an experiment with hours of their own are compared by these hours, so nothing else may choose the hour. */
function hasArmHours({ experiment }: CampaignRow): boolean {
  return experiment !== undefined && !experiment.stopped && experiment.arms.some(({ hours }) => hours !== undefined)
}

/** The calling hours of people in a zone group: those of the schedule, and those of the policy if one is set. */
function windowsOf(campaign: CampaignRow, configuration: ConfigurationRow, rules: OrganizationRules | null): Look {
  const ringMs = ringTimeoutMsOf(configuration)
  const calling = rules?.rulesOf(campaign, configuration).rules
  return (group, atMs) =>
    allWindows([windowState(campaign.schedule, atMs, ringMs), ...(calling ? [calling.window(group, atMs)] : [])])
}

type Look = (group: string, atMs: number) => WindowState

/** Many people share the hours of a group, which are costly to compute for another day than today. */
class WindowMemory {
  readonly #look: Look
  readonly #known = new Map<string, Array<{ fromMs: number; state: WindowState }>>()

  constructor(look: Look) {
    this.#look = look
  }

  at(group: string, atMs: number): WindowState {
    const known = this.#known.get(group) ?? []
    this.#known.set(group, known)
    const found = known.find(
      ({ fromMs, state }) => atMs >= fromMs && (state.changesAtMs === null || atMs < state.changesAtMs),
    )
    if (found) return found.state
    const state = this.#look(group, atMs)
    known.push({ fromMs: atMs, state })
    return state
  }
}

interface RetryContext {
  campaign: CampaignRow
  organization: OrganizationRow
  windows: WindowMemory
}

function preferredTime(
  { dueMs, lastMs }: NotedRetry,
  { zones, phoneNumber, notAfterMs, reachedMs }: ReachedContact,
  { campaign, organization, windows }: RetryContext,
) {
  if (reachedMs.length === 0) return null
  const set = zones ?? zoneSetOfNumber(phoneNumber)
  const { schedule, retry } = campaign
  return preferReachedHour({
    dueMs,
    reachedMs,
    notAfterMs,
    // The zone in which the explanation counts the hours, too.
    zone: set.zones[0] ?? schedule?.timezone ?? organization.timeZone ?? 'UTC',
    window: (atMs) => windows.at(set.group, atMs),
    ...(retry.retry_other_time_of_day ? { isAllowed: (atMs: number) => isOtherTimeOfDay(lastMs, atMs) } : {}),
  })
}
