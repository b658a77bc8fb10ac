/** Turns due contacts into claimed calls, never more than every limit allows at this moment. */

import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { deadlineOf } from '../workflows/rules/call-duration.ts'
import type { AgentCapacity } from './capacity-tracker.ts'
import { type ClaimedCall, claimedCallFrom } from './claimed-call.ts'
import { isSimulatedProvider, type PolicyCache } from './policy-cache.ts'
import { type HeldContact, PolicyGate } from './policy-gate.ts'
import { type Schedule, type WindowState, windowState } from './rules/calling-window.ts'
import {
  type ChosenCaller,
  chooseCaller,
  dailyLimitsResetAt,
  dayStartOf,
  dialsLeftOfNumbers,
  numbersOfPool,
} from './rules/choose-caller.ts'
import { claimLimit } from './rules/claim-limit.ts'
import { dialRecord, NO_POLICY } from './rules/dial-record.ts'
import { ARM_HOURS, type Arm, type ArmHours, armNow, armWindow, CONTROL_GROUP } from './rules/experiment.ts'
import {
  accountDialsLeft,
  campaignBlockers,
  consumeDialTokens,
  dialsLeft,
  dialsWithinBudget,
  dialsWithinDailyBudget,
  IN_ANOTHER_CALL,
  isOverdue,
  lacksPrice,
  NO_ROUTE,
  nextDialAt,
  notDialableBefore,
  ringTimeoutMsOf,
  slotsLeft,
} from './rules/may-dial.ts'
import { type PassReason, passOver } from './rules/numbers-of-contact.ts'
import {
  chooseStep,
  configurationsOf,
  type Route,
  type RouteTaken,
  type StepFacts,
  type StepNow,
  stepNow,
} from './rules/route.ts'
import { type Claimant, shareSlots } from './rules/share-slots.ts'
import { zoneSetOfNumber } from './rules/single-call-policy.ts'
import { countFinished } from './rules/tally.ts'
import {
  type CampaignRow,
  type ConfigurationRow,
  type ContactRow,
  type DueContactWithHistory,
  NEVER_MS,
  type NewCall,
  type OrganizationRow,
} from './store.ts'
import type { UnitOfWork } from './unit-of-work.ts'

export interface ClaimOptions {
  nodeId: string
  decidedAtMs: number
  /** Time by which the contacts that were read are due; at most `limit` per campaign were read. */
  dueByMs: number
  limit: number
  /** Caches calling-window states, which are costly to compute, until they change. */
  windows: WindowStateCache
  /** Free conversations: a call for which no agent is free is not dialed. */
  room: AgentCapacity
  /** Calling rules of organizations that have a policy. */
  policies: PolicyCache
}

/** Polling interval while this node has no capacity for a conversation, because the end of a conversation sends no signal. */
const ROOM_LOOK_MS = 250

/**
 * How long a contact waits if its configurations have no caller ID left, or no prices although a spend limit is set; shorter if
 * a daily limit ends earlier.
 */
const ROUTE_LOOK_MS = 60_000

/** Fallback interval for a contact whose number is in another call, in case the end of that call was missed. */
const IN_CALL_LOOK_MS = 60_000

export interface ClaimResult {
  claimed: ClaimedCall[]
  /**
   * When the next claim may find more contacts without another event: a due retry, the edge of a calling window, a rate-limit
   * token.
   */
  wakeAtMs: number | null
  /** Number of campaigns that had more due contacts than were read. */
  campaignsWithMore: number
}

export async function claimContacts(
  work: UnitOfWork,
  organizationId: number,
  options: ClaimOptions,
): Promise<ClaimResult> {
  const round = new ClaimRound(work, organizationId, options)
  return round.run()
}

export type WindowStateCache = Map<string, WindowState & { sinceMs: number }>

const REMEMBERED_WINDOWS = 1000

function rememberedWindow(
  memory: WindowStateCache,
  schedule: Schedule | null,
  nowMs: number,
  ringMs: number,
): WindowState {
  if (!schedule) return windowState(null, nowMs)
  const key = `${ringMs} ${JSON.stringify(schedule)}`
  return remembered(memory, key, nowMs, () => windowState(schedule, nowMs, ringMs))
}

function remembered(memory: WindowStateCache, key: string, nowMs: number, compute: () => WindowState): WindowState {
  const known = memory.get(key)
  if (known && nowMs >= known.sinceMs && (known.changesAtMs === null || nowMs < known.changesAtMs)) return known
  const state = { ...compute(), sinceMs: nowMs }
  if (memory.size >= REMEMBERED_WINDOWS) memory.clear()
  memory.set(key, state)
  return state
}

/** The due contacts that are called through one configuration. */
interface Branch {
  configuration: ConfigurationRow
  /** Contacts that are due and not on the do-not-call list. */
  people: ContactRow[]
}

interface Candidate {
  campaign: CampaignRow
  /** The configuration of the campaign that rings longest: the rules about hours that hold for it hold for all. */
  configuration: ConfigurationRow
  /** One branch for each configuration through which contacts are called. */
  branches: Branch[]
  /** Whether more contacts are due than were read. */
  more: boolean
  window: WindowState
  /** Null: no policy is set. Otherwise the zone groups that are open now, and when that changes. */
  open: { zoneIds: number[]; changesAtMs: number } | null
}

const NOBODY: { free: ContactRow[]; twins: ContactRow[] } = { free: [], twins: [] }

/** One claim for one organization; a class, because its steps share much state. */
class ClaimRound {
  readonly #work: UnitOfWork
  readonly #organizationId: number
  readonly #options: ClaimOptions
  readonly #claimed: ClaimedCall[] = []
  #wakeAtMs: number | null = null
  #campaignsWithMore = 0
  /** Applies the calling rules; null: no policy is set. */
  #gate: PolicyGate | null = null
  /** Number of calls claimed in this round, by phone number. */
  readonly #takenNow = new Map<string, number>()
  /** The configuration through which each contact of a campaign with a route is called. */
  readonly #routed = new Map<number, RouteTaken>()
  /** The arm of each contact of a campaign with an experiment. */
  readonly #arms = new Map<number, Arm>()

  constructor(work: UnitOfWork, organizationId: number, options: ClaimOptions) {
    this.#work = work
    this.#organizationId = organizationId
    this.#options = options
  }

  async run(): Promise<ClaimResult> {
    const organization = this.#work.organizations.get(this.#organizationId)
    if (organization) {
      if (organization.policyVersion > 0) {
        const rules = await this.#options.policies.of(this.#work.tx, organization)
        this.#gate = new PolicyGate(this.#work, this.#organizationId, rules)
      }
      const candidates: Candidate[] = []
      for (const campaign of this.#work.campaigns.values()) {
        const candidate = this.#candidate(campaign)
        if (candidate) candidates.push(this.#gate ? await this.#gated(candidate, this.#gate) : candidate)
      }
      const branches = candidates.flatMap(({ campaign, branches }) => branches.map((branch) => ({ campaign, branch })))
      const claimants = branches.map(({ campaign, branch }, index) =>
        claimantOf(campaign, branch, index, this.#underNumbers(campaign, branch.configuration)),
      )
      const share = shareSlots(claimants, this.#slotsOf(organization), this.#tokens(branches))
      let index = 0
      for (const candidate of candidates) {
        let taken = 0
        for (const branch of candidate.branches)
          taken += await this.#takeFrom(candidate.campaign, branch, share.get(index++) ?? 0)
        await this.#afterwards(candidate, taken)
      }
    }
    return { claimed: this.#claimed, wakeAtMs: this.#wakeAtMs, campaignsWithMore: this.#campaignsWithMore }
  }

  /** Takes contacts of one branch; returns how many were taken. */
  async #takeFrom(campaign: CampaignRow, branch: Branch, share: number): Promise<number> {
    const given = Math.min(share, this.#roomFor(campaign, branch.configuration))
    const { free, twins } = given > 0 ? this.#stillFree(campaign, branch, given) : NOBODY
    if (free.length > 0) await this.#take(campaign, branch.configuration, free)
    for (const twin of twins) this.#isInCall(campaign, twin)
    return free.length
  }

  #slotsOf(organization: OrganizationRow): number {
    return Math.min(slotsLeft(organization), dialsWithinDailyBudget(organization, this.#work.nowMs))
  }

  #candidate(campaign: CampaignRow): Candidate | null {
    const { nowMs, due, organizations } = this.#work
    const organization = organizations.get(this.#organizationId)
    if (campaign.organizationId !== this.#organizationId || campaign.state !== 'running') return null
    const { configuration, next } = this.#configurationsOf(campaign)
    const window = rememberedWindow(this.#options.windows, campaign.schedule, nowMs, ringTimeoutMsOf(configuration))
    this.#wakeAt(window.changesAtMs)
    this.#sayWindow(campaign, window)
    const because = campaignBlockers({ campaign, configuration: next, organization }, nowMs, window)
    for (const { untilMs } of because) this.#wakeAt(untilMs)
    if (!window.open) this.#notBefore(campaign, window.changesAtMs ?? NEVER_MS)
    if (because.length > 0 || !configuration) return null
    const found = due.get(campaign.id)
    if (!found) {
      // The campaign was skipped, because no contact was due when the transaction began.
      this.#wakeAt(Math.max(nowMs, Math.min(campaign.nextDueAtMs ?? nowMs, NEVER_MS)))
      return null
    }
    if (this.#gate) return { campaign, configuration, branches: [], more: false, window, open: null }
    const branches = this.#branches(campaign, configuration, this.#callable(campaign, found))
    return { campaign, configuration, branches, more: found.length >= this.#options.limit, window, open: null }
  }

  /**
   * `configuration`: the one that rings longest, which decides about hours. `next`: the one that can be used first, which
   * decides whether the campaign as a whole must wait. Both are the same without a route.
   */
  #configurationsOf(campaign: CampaignRow): { configuration: ConfigurationRow | null; next: ConfigurationRow | null } {
    const { configurations } = this.#work
    const { route } = campaign
    if (!route) {
      const configuration = configurations.get(campaign.configurationId ?? -1) ?? null
      return { configuration, next: configuration }
    }
    const found = configurationsOf(campaign).flatMap((id) => configurations.get(id) ?? [])
    const longest = found.reduce<ConfigurationRow | null>(
      (best, row) => (best === null || row.ringTimeoutSeconds > best.ringTimeoutSeconds ? row : best),
      null,
    )
    const usable = found.filter(({ id }) => !route.stops[id])
    const ready = usable.find(({ id }) => this.#stepNow(campaign, route, id).state === 'ready')
    const soonest = [...usable].sort((a, b) => (a.backoffUntilMs ?? 0) - (b.backoffUntilMs ?? 0))[0]
    return { configuration: longest, next: ready ?? soonest ?? found[0] ?? null }
  }

  #stepNow(campaign: CampaignRow, route: Route, configurationId: number): StepNow {
    const row = this.#work.configurations.get(configurationId)
    return stepNow(route, configurationId, row ? this.#stepFacts(campaign, row) : null, this.#work.nowMs)
  }

  #stepFacts(campaign: CampaignRow, configuration: ConfigurationRow): StepFacts {
    const { nowMs, organizations } = this.#work
    const organization = organizations.get(this.#organizationId)
    return {
      backoffUntilMs: configuration.backoffUntilMs,
      numbersLeft: this.#underNumbers(campaign, configuration),
      numbersUntilMs: this.#numbersUntilMs(),
      lacksPrice: lacksPrice({ campaign, configuration, organization }, nowMs),
    }
  }

  /**
   * Splits the contacts by configuration. A contact without a usable configuration waits with the reason and does not keep others
   * from being read.
   */
  #branches(campaign: CampaignRow, configuration: ConfigurationRow, people: ContactRow[]): Branch[] {
    const { route } = campaign
    if (!route) return [{ configuration, people }]
    const states = new Map<number, StepNow>()
    const stateOf = (id: number): StepNow => {
      const known = states.get(id) ?? this.#stepNow(campaign, route, id)
      states.set(id, known)
      return known
    }
    const branches = new Map<number, Branch>()
    for (const contact of people) {
      const choice = chooseStep(route, contact.phoneNumber, stateOf)
      if (choice.kind === 'none') {
        const lookMs = choice.because === NO_ROUTE ? null : this.#work.nowMs + ROUTE_LOOK_MS
        this.#hold(campaign, { contact, rule: choice.because, untilMs: choice.untilMs ?? lookMs })
        continue
      }
      const { configurationId, taken } = choice
      const through = this.#work.configurations.get(configurationId) as ConfigurationRow
      const branch = branches.get(configurationId) ?? { configuration: through, people: [] }
      branches.set(configurationId, branch)
      branch.people.push(contact)
      this.#routed.set(contact.id, taken)
    }
    return [...branches.values()]
  }

  /** Leaves out contacts that must not be called and contacts that are in another call with the organization. */
  #callable(campaign: CampaignRow, found: readonly ContactRow[]): ContactRow[] {
    return found.filter((contact) => {
      if (this.#work.isDropped(contact.id)) return false
      const isTooLate = isOverdue(contact, this.#work.nowMs)
      const earliestMs = notDialableBefore(contact, this.#work.nowMs)
      const arm = this.#armOf(campaign, contact)
      const opensAtMs = arm?.hours ? this.#armOpensAt(campaign, contact, arm.hours) : null
      if (contact.suppressed) this.#dismiss(campaign, contact)
      else if (isTooLate) this.#finishUncalled(campaign, contact, 'not_after')
      // The contact's earliest time was changed while it waited for something else.
      else if (earliestMs !== null) this.#hold(campaign, { contact, rule: 'not_before', untilMs: earliestMs })
      else if (arm?.not_called) this.#finishUncalled(campaign, contact, CONTROL_GROUP)
      else if (opensAtMs !== null) this.#hold(campaign, { contact, rule: ARM_HOURS, untilMs: opensAtMs })
      else return !this.#isInCall(campaign, contact)
      return false
    })
  }

  /** How the contact's person is treated; null: the campaign has no experiment. */
  #armOf({ id, experiment }: CampaignRow, contact: ContactRow): Arm | null {
    if (!experiment) return null
    const known = this.#arms.get(contact.id) ?? (experiment.arms[armNow(experiment, id, contact)] as Arm)
    this.#arms.set(contact.id, known)
    return known
  }

  /**
   * When the hours of the contact's arm begin; null: it is within them. Of several zones in which the person may be the first one
   * counts, because zones far apart may have no hour in common. The calling rules protect the person in all of them.
   */
  #armOpensAt({ schedule }: CampaignRow, contact: ContactRow, hours: ArmHours): number | null {
    const { nowMs, organizations } = this.#work
    const { zones } = this.#gate?.zonesOf(contact as DueContactWithHistory) ?? zoneSetOfNumber(contact.phoneNumber)
    const zone = zones[0] ?? schedule?.timezone ?? organizations.get(this.#organizationId)?.timeZone ?? 'UTC'
    const key = `${zone} ${hours.start_time} ${hours.end_time}`
    const window = remembered(this.#options.windows, key, nowMs, () => armWindow(hours, zone, nowMs))
    return window.open ? null : (window.changesAtMs ?? nowMs + ROUTE_LOOK_MS)
  }

  /** Whether the contact must wait for the end of another call with its number; another contact then takes the slot. */
  #isInCall(campaign: CampaignRow, contact: ContactRow): boolean {
    const callId =
      this.#takenNow.get(canonicalNumber(contact.phoneNumber)) ?? contact.inCalls.find((id) => !this.#work.isOver(id))
    if (callId === undefined) return false
    this.#await(campaign, contact, callId)
    return true
  }

  #await(campaign: CampaignRow, { id, dials }: ContactRow, callId: number): void {
    const atMs = this.#work.nowMs + IN_CALL_LOOK_MS
    this.#work.changeContact({ id, kind: 'aside', dials, atMs, heldBy: IN_ANOTHER_CALL })
    this.#work.dueAt(campaign.id, atMs)
    this.#work.awaitEnd(callId, id)
  }

  /**
   * With a policy set, reads contacts only from the zones that are open. Reads about twice as many as there are free
   * slots, because each comes with the call history of its number; if rules hold all of them, as many as a claim may
   * read.
   */
  async #gated(candidate: Candidate, gate: PolicyGate): Promise<Candidate> {
    const { campaign, configuration } = candidate
    const look = (limit: number) => gate.look(campaign, configuration, { byMs: this.#options.dueByMs, limit })
    const first = Math.min(this.#options.limit, claimLimit(2 * this.#roomWithin(campaign)))
    let seen = await look(first)
    if (seen.people.length === 0 && seen.more && first < this.#options.limit) seen = await look(this.#options.limit)
    const { people, held, more, openIds, changesAtMs } = seen
    this.#wakeAt(changesAtMs)
    for (const one of held) this.#hold(campaign, one)
    const open = { zoneIds: openIds, changesAtMs }
    const branches = this.#branches(campaign, configuration, this.#callable(campaign, people))
    return { ...candidate, branches, more, open }
  }

  #roomWithin(campaign: CampaignRow): number {
    const organization = this.#work.organizations.get(this.#organizationId)
    return Math.min(roomOf(campaign), organization ? this.#slotsOf(organization) : 0)
  }

  /** Contacts that are still free: another campaign in this round may have claimed the same number just before. */
  #stillFree(campaign: CampaignRow, branch: Branch, most: number): { free: ContactRow[]; twins: ContactRow[] } {
    const { configuration, people } = branch
    const free: ContactRow[] = []
    /** Contacts whose number is already claimed in this transaction because the list repeats it. */
    const twins: ContactRow[] = []
    const keys = new Set<string>()
    const shown = new Map<number, number>()
    const barred = new Set<number>()
    for (const contact of people) {
      if (free.length >= most) break
      const held = this.#gate?.blocker(campaign, configuration, contact as DueContactWithHistory) ?? null
      const key = canonicalNumber(contact.phoneNumber)
      if (held) this.#hold(campaign, held)
      else if (keys.has(key)) twins.push(contact)
      else if (!this.#isInCall(campaign, contact)) {
        if (this.#canShowNumber(this.#armOf(campaign, contact), configuration, shown)) {
          keys.add(key)
          free.push(contact)
          continue
        }
        this.#hold(campaign, { contact, rule: 'number_limits', untilMs: this.#numbersUntilMs() })
      }
      barred.add(contact.id)
    }
    branch.people = people.filter(({ id }) => !barred.has(id))
    return { free, twins }
  }

  /** Whether the number of the contact's arm can be shown once more; `shown` counts the contacts before it. */
  #canShowNumber(arm: Arm | null, configuration: ConfigurationRow, shown: Map<number, number>): boolean {
    const id = arm?.phone_number_id
    if (id === undefined) return true
    const number = this.#work.numbers.get(configuration.id)?.find((one) => one.id === id)
    const times = shown.get(id) ?? 0
    if (!number || (number.left != null && number.left <= times)) return false
    shown.set(id, times + 1)
    return true
  }

  /** When numbers at their limit are looked at again. */
  #numbersUntilMs(): number {
    const { nowMs, organizations } = this.#work
    const { timeZone } = organizations.get(this.#organizationId) ?? {}
    return Math.min(dailyLimitsResetAt(nowMs, timeZone), nowMs + ROUTE_LOOK_MS)
  }

  /** A rule forbids the call for a time, or until a user changes something: the contact waits, and the rule's name is stored. */
  #hold(
    campaign: CampaignRow,
    { contact, rule, untilMs }: Pick<HeldContact, 'rule' | 'untilMs'> & { contact: ContactRow },
  ): void {
    const { dials, id } = contact
    if (untilMs === null && (rule === 'consent' || rule === NO_ROUTE) && this.#passOver(campaign, contact, rule)) return
    this.#work.changeContact({ id, kind: 'aside', dials, atMs: untilMs ?? NEVER_MS, heldBy: rule })
    this.#work.dueAt(campaign.id, untilMs ?? NEVER_MS)
  }

  /** Computes when to check this campaign again. */
  async #afterwards(candidate: Candidate, given: number): Promise<void> {
    const { campaign, configuration, branches, more, window, open } = candidate
    const { nowMs, tx, organizations } = this.#work
    const organization = organizations.get(this.#organizationId)
    const left = branches.reduce((sum, { people }) => sum + people.length, 0) - given
    if (left > 0 || more) {
      // A contact is due. A freed slot triggers the next claim, but a new rate-limit token does not, so a time is needed.
      if (roomOf(campaign) === 0 || !organization || this.#slotsOf(organization) === 0) return
      // All contacts that were read wait for a configuration of their route, so the other contacts are read now.
      const turns =
        branches.length > 0 ? branches.map((branch) => this.#nextTurn(campaign, branch.configuration)) : [nowMs]
      const nextMs = Math.min(...turns)
      this.#wakeAt(nextMs)
      if (nextMs <= nowMs) this.#campaignsWithMore++
      return
    }
    const nextRetryMs =
      campaign.processedRows + campaign.liveCalls >= campaign.totalRows
        ? null
        : open
          ? await tx.nextRetryInZones(campaign.id, open.zoneIds, this.#options.dueByMs)
          : await tx.nextRetryAfter(campaign.id, this.#options.dueByMs)
    const ownMs = this.#work.comesDue.get(campaign.id) ?? NEVER_MS
    const nextMs = Math.min(nextRetryMs ?? NEVER_MS, ownMs)
    // In the open zones only contacts without a next time remain; they are finished unless the campaign stays open.
    const isLast = nextRetryMs !== null && nextMs >= NEVER_MS && campaign.liveCalls === 0 && !campaign.keepOpen
    if (this.#gate && isLast) {
      const last = await this.#gate.lastHeld(campaign, configuration, this.#options.limit)
      for (const { contact, rule } of last) this.#finishUncalled(campaign, contact, rule)
      if (last.length >= this.#options.limit) this.#wakeAt(nowMs)
    }
    if (nextMs < NEVER_MS) this.#wakeAt(nextMs)
    this.#notBefore(campaign, Math.min(nextMs, window.changesAtMs ?? NEVER_MS, open?.changesAtMs ?? NEVER_MS))
  }

  /** When the rate limits alone allow the next dial through this configuration. */
  #nextTurn(campaign: CampaignRow, configuration: ConfigurationRow): number {
    const { nowMs, organizations } = this.#work
    const { timeZone } = organizations.get(this.#organizationId) ?? {}
    if (this.#underNumbers(campaign, configuration) === 0) return dailyLimitsResetAt(nowMs, timeZone)
    return this.#options.room.left(configuration.id) > 0 ? nextDialAt(configuration, nowMs) : nowMs + ROOM_LOOK_MS
  }

  #notBefore(campaign: CampaignRow, atMs: number): void {
    if (campaign.nextDueAtMs === atMs) return
    this.#work.changeCampaign(campaign.id, (row) => {
      row.nextDueAtMs = atMs
    })
  }

  #sayWindow(campaign: CampaignRow, window: WindowState): void {
    const now = window.open ? 'open' : 'closed'
    // The first log entry about a calling window is only written if the window is closed.
    if (campaign.windowSaid === now || (campaign.windowSaid === null && window.open)) return
    this.#work.changeCampaign(campaign.id, (row) => {
      row.windowSaid = now
    })
    const until = window.changesAtMs === null ? null : new Date(window.changesAtMs).toISOString()
    const message = window.open
      ? 'Calling hours have begun.'
      : 'No new calls: the calling hours are closed, or end before a phone has rung.'
    this.#work.log(campaign, 'info', `window_${window.open ? 'opened' : 'closed'}`, message, { until })
  }

  /** Rate-limit tokens by configuration and by carrier account. */
  #tokens(branches: ReadonlyArray<{ branch: Branch }>): Map<number | string, number> {
    const { nowMs } = this.#work
    const tokens = new Map<number | string, number>()
    for (const { configuration: one } of branches.map(({ branch }) => branch)) {
      const numbers = dialsLeftOfNumbers(this.#work.numbers.get(one.id) ?? [])
      tokens.set(one.id, Math.min(dialsLeft(one, nowMs), this.#options.room.left(one.id), numbers))
      tokens.set(one.account.key, accountDialsLeft(one, nowMs))
    }
    return tokens
  }

  #roomFor(campaign: CampaignRow, configuration: ConfigurationRow): number {
    return Math.min(this.#options.room.left(configuration.id), this.#underNumbers(campaign, configuration))
  }

  /** Dials that the limits of the numbers allow which the campaign may show. */
  #underNumbers({ callerPool }: CampaignRow, configuration: ConfigurationRow): number {
    return dialsLeftOfNumbers(this.#work.numbers.get(configuration.id) ?? [], callerPool)
  }

  /** Finishes contacts on the do-not-call list without a dial. */
  #dismiss(campaign: CampaignRow, contact: ContactRow): void {
    if (!this.#passOver(campaign, contact, 'suppressed')) this.#finishUncalled(campaign, contact, 'suppressed')
  }

  /** Turns to another number of the contact, which the next claim judges. False: no other number is left. */
  #passOver(campaign: CampaignRow, { id, dials, numbers, phoneNumber }: ContactRow, reason: PassReason): boolean {
    const { nowMs } = this.#work
    if (!numbers) return false
    const result = passOver(numbers, phoneNumber, reason)
    if (result.kind === 'none') return false
    const isHeld = result.kind === 'held'
    const atMs = isHeld ? NEVER_MS : nowMs
    const held = isHeld ? { heldBy: result.reason } : {}
    this.#work.changeContact({ id, kind: 'aside', dials, atMs, ...held })
    this.#work.moveNumber({ contactId: id, phoneNumber: result.phoneNumber, passed: result.passed })
    this.#work.dueAt(campaign.id, atMs)
    if (!isHeld) this.#wakeAt(nowMs)
    return true
  }

  #finishUncalled(campaign: CampaignRow, contact: ContactRow, rule: string): void {
    const { nowMs } = this.#work
    const { id, dials } = contact
    this.#work.changeContact({ id, kind: 'done', dials, outcome: 'canceled', nowMs, heldBy: rule })
    this.#work.changeCampaign(campaign.id, (row) => {
      countFinished(row, 'canceled', contact.dials)
      row.failedRows++
      row.totalQueuedCount--
    })
    this.#work.event({
      organizationId: this.#organizationId,
      type: rule === 'suppressed' ? 'contact_suppressed' : 'contact_refused',
      campaignId: campaign.id,
      contactId: contact.id,
      callId: null,
      data: rule === 'suppressed' ? { reason: 'asked not to be called' } : { rule },
    })
  }

  async #take(campaign: CampaignRow, configuration: ConfigurationRow, contacts: readonly ContactRow[]): Promise<void> {
    const { tx, nowMs } = this.#work
    const usedNow = new Map<number, number>()
    const callers = this.#chooseCallers(campaign, configuration, contacts, usedNow)
    const ringings: ConfigurationRow[] = []
    const calls = contacts.map((contact) => {
      const caller = callers.get(contact.id) ?? null
      const ringing = this.#gate?.ringing(campaign, configuration, contact as DueContactWithHistory) ?? configuration
      ringings.push(ringing)
      return this.#newCall(campaign, ringing, contact, caller)
    })
    this.#options.room.taken(configuration.id, calls.length)
    const ids = await tx.insertCalls(calls)
    const dialed = calls.map(({ attempt, callerNumber }, index) => ({
      callId: ids[index] as number,
      attempt,
      callerNumber,
      contact: contacts[index] as DueContactWithHistory,
    }))
    if (this.#gate) await this.#gate.taken(campaign, configuration, dialed)
    else for (const one of dialed) this.#recordDial(campaign, configuration, one)
    const used = [...usedNow].flatMap(([id, times]) => Array<number>(times).fill(id))
    if (used.length > 0)
      await tx.markNumbersUsed(used, nowMs, dayStartOf(this.#work.organizations.get(this.#organizationId) ?? {}, nowMs))
    calls.forEach((call, index) => {
      this.#work.changeContact({ id: call.contactId, kind: 'in_call', callerNumberId: call.callerNumberId })
      const ringing = ringings[index] as ConfigurationRow
      this.#takenNow.set(canonicalNumber(call.phoneNumber), ids[index] as number)
      this.#claimed.push(claimedCallFrom(ids[index] as number, call, ringing, this.#options.decidedAtMs))
    })
    this.#work.changeOrganization(this.#organizationId, (row) => {
      row.liveCalls += calls.length
    })
    this.#work.changeCampaign(campaign.id, (row) => {
      row.liveCalls += calls.length
      row.lastClaimedAtMs = nowMs
    })
    this.#work.changeConfiguration(configuration.id, (row) => consumeDialTokens(row, nowMs, calls.length))
  }

  /** The number that each contact sees. Arms with their own number come first, so that other contacts do not use it up. */
  #chooseCallers(
    campaign: CampaignRow,
    configuration: ConfigurationRow,
    contacts: readonly ContactRow[],
    usedNow: Map<number, number>,
  ): Map<number, ChosenCaller | null> {
    const all = this.#work.numbers.get(configuration.id) ?? []
    const numbers = numbersOfPool(all, campaign.callerPool)
    const rotation = campaign.callerPool?.rotation ?? 'sticky'
    const callers = new Map<number, ChosenCaller | null>()
    for (const contact of campaign.experiment ? contacts : []) {
      const id = this.#armOf(campaign, contact)?.phone_number_id
      if (id === undefined) continue
      const own = all.filter((number) => number.id === id)
      const caller = chooseCaller(own, contact.callerNumberId, usedNow)
      callers.set(contact.id, caller && { ...caller, reason: 'arm' })
    }
    for (const { id, callerNumberId, phoneNumber: to } of contacts) {
      if (!callers.has(id)) callers.set(id, chooseCaller(numbers, callerNumberId, usedNow, { rotation, to }))
    }
    return callers
  }

  /** Records a dial for which no policy is set, because the ledger contains every dial. */
  #recordDial(
    campaign: CampaignRow,
    { ringTimeoutSeconds, provider }: ConfigurationRow,
    dialed: { callId: number; attempt: number; callerNumber: string | null; contact: ContactRow },
  ): void {
    const { callId, attempt, callerNumber, contact } = dialed
    const { nowMs } = this.#work
    const { id: contactId, phoneNumber } = contact
    const none = { set: null, policyVersion: NO_POLICY, verdicts: [] }
    const through = { ringSeconds: ringTimeoutSeconds, simulated: isSimulatedProvider(provider) }
    const facts = {
      ...through,
      nowMs,
      callId,
      campaignId: campaign.id,
      contactId,
      attempt,
      phoneNumber,
      callerNumber,
      ...none,
    }
    this.#work.record(this.#organizationId, dialRecord(facts))
  }

  #newCall(
    campaign: CampaignRow,
    configuration: ConfigurationRow,
    contact: ContactRow,
    caller: ChosenCaller | null,
  ): NewCall {
    const { nowMs } = this.#work
    const route = this.#routed.get(contact.id)
    const arm = this.#armOf(campaign, contact)
    return {
      ...(route ? { route } : {}),
      ...(contact.numbers ? { numbers: contact.numbers } : {}),
      ...(arm ? { arm: arm.name } : {}),
      organizationId: this.#organizationId,
      campaignId: campaign.id,
      contactId: contact.id,
      attempt: contact.dials + 1,
      workflowId: campaign.workflowId,
      definitionId: arm?.definition_id ?? (campaign.definitionId as number),
      configurationId: configuration.id,
      provider: configuration.provider,
      phoneNumber: contact.phoneNumber,
      addressType: contact.addressType,
      callerNumber: caller?.address ?? null,
      callerNumberId: caller?.id ?? null,
      callerReason: caller?.reason ?? null,
      nodeId: this.#options.nodeId,
      claimedAtMs: nowMs,
      deadlineAtMs: deadlineOf(nowMs, configuration),
    }
  }

  #wakeAt(moment: number | null): void {
    if (moment !== null && (this.#wakeAtMs === null || moment < this.#wakeAtMs)) this.#wakeAtMs = moment
  }
}

function claimantOf(
  campaign: CampaignRow,
  { configuration, people }: Branch,
  index: number,
  underNumbers: number,
): Claimant {
  const campaignRoom = roomOf(campaign)
  return {
    id: index,
    campaignId: campaign.id,
    campaignRoom,
    liveCalls: campaign.liveCalls,
    room: Math.min(campaignRoom, people.length, underNumbers),
    lastClaimedAtMs: campaign.lastClaimedAtMs ?? 0,
    configurationId: configuration.id,
    account: configuration.account.key,
  }
}

/** Number of further calls that the campaign's own limits allow. */
function roomOf(campaign: CampaignRow): number {
  return Math.min(slotsLeft(campaign), dialsWithinBudget(campaign))
}
