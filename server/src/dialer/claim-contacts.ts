/** Turns due contacts into claimed calls, never more than every limit allows at this moment. */

import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { rememberedWindow, type WindowStateCache } from './calling-window-cache.ts'
import type { AgentCapacity } from './capacity-tracker.ts'
import { ClaimArms } from './claim-arms.ts'
import { ClaimNumbers } from './claim-numbers.ts'
import { type Branch, ClaimRoutes, type SplitContacts, type Unrouted } from './claim-routes.ts'
import { type ClaimedCall, claimedCallFrom, liveCallFrom } from './claimed-call.ts'
import type { Deck } from './deck.ts'
import { ContactHolds, type EmptyLooks } from './hold-contacts.ts'
import type { PolicyCache } from './policy-cache.ts'
import { PolicyGate, type PolicyGateLook } from './policy-gate.ts'
import type { WindowState } from './rules/calling-window.ts'
import { claimLimit } from './rules/claim-limit.ts'
import { type ClaimsAheadPlan, DECK_MARGIN_MS, type PlainCampaignFacts, planClaimsAhead } from './rules/claims-ahead.ts'
import { ARM_HOURS, ARM_NUMBER, type ArmHours, CONTROL_GROUP } from './rules/experiment.ts'
import {
  accountDialsLeft,
  campaignBlockers,
  consumeDialTokens,
  dialsLeft,
  dialsWithinBudget,
  dialsWithinDailyBudget,
  isOverdue,
  NUMBER_LIMITS,
  nextDialAt,
  notDialableBefore,
  ringTimeoutMsOf,
  slotsLeft,
} from './rules/may-dial.ts'
import { type Claimant, shareSlots } from './rules/share-slots.ts'
import { zoneSetOfNumber } from './rules/single-call-policy.ts'
import {
  type CampaignRow,
  type ConfigurationRow,
  type ContactRow,
  type DueContactWithHistory,
  NEVER_MS,
  type OrganizationRow,
} from './store.ts'
import type { UnitOfWork } from './unit-of-work.ts'
import { ClaimWriter } from './write-claims.ts'

export interface ClaimOptions {
  nodeId: string
  decidedAtMs: number
  /** Time by which the contacts that were read are due; at most `limit` per campaign were read. */
  dueByMs: number
  limit: number
  /** Whether a claim never reads more contacts than this one. */
  isLargest: boolean
  emptyLooks: EmptyLooks
  /** Caches calling-window states, which are costly to compute, until they change. */
  windows: WindowStateCache
  /** Free conversations: a call for which no agent is free is not dialed. */
  room: AgentCapacity
  /** Calling rules of organizations that have a policy. */
  policies: PolicyCache
  /** Set if contacts may be claimed ahead of free slots, or are on deck from before; left out: neither. */
  ahead?: ClaimAheadRequest
}

export interface ClaimAheadRequest {
  /** False: what is on deck must be returned. */
  isAllowed: boolean
  /** Whether calls end at the rate from which on a deck is filled. */
  isHighRate: boolean
  /** The claims on deck at this moment, all of one campaign. */
  deck: Pick<Deck, 'length' | 'covered' | 'campaignId' | 'size' | 'sizeMax' | 'isUncharged' | 'policyVersion'>
}

/** Polling interval while this node has no capacity for a conversation, because the end of a conversation sends no signal. */
const ROOM_LOOK_MS = 250

export interface ClaimResult {
  claimed: ClaimedCall[]
  /**
   * When the next claim may find more contacts without another event: a due retry, the edge of a calling window, a rate-limit
   * token.
   */
  wakeAtMs: number | null
  /** Number of campaigns that had more due contacts than were read. */
  campaignsWithMore: number
  /** What becomes of the deck and of the claims; null: no deck, all claims are placed. */
  ahead: ClaimsAheadPlan | null
}

/** Claims for each of these organizations in turn; what their rules let them dial is read together. */
export async function claimContacts(
  work: UnitOfWork,
  organizations: ReadonlyMap<number, ClaimOptions>,
): Promise<Map<number, ClaimResult>> {
  const rounds = [...organizations].map(([id, options]) => new ClaimRound(work, id, options))
  const looks: PolicyGateLook[] = []
  for (const round of rounds) looks.push(...(await round.prepare()))
  const found = await readLooks(work, looks)
  const results = new Map<number, ClaimResult>()
  for (const round of rounds) results.set(round.organizationId, await round.run(found))
  return results
}

type FoundByLook = ReadonlyMap<PolicyGateLook, readonly DueContactWithHistory[]>

async function readLooks({ tx }: UnitOfWork, looks: readonly PolicyGateLook[]): Promise<FoundByLook> {
  const open = looks.flatMap((look) => (look.request === null ? [] : [{ look, request: look.request }]))
  const found = open.length === 0 ? [] : await tx.dueInZones(open.map(({ request }) => request))
  return new Map(open.map(({ look }, index) => [look, found[index] ?? []]))
}

interface Candidate {
  campaign: CampaignRow
  /** The configuration of the campaign that rings longest: the rules about hours that hold for it hold for all. */
  configuration: ConfigurationRow
  /** One branch for each configuration through which contacts are called. */
  branches: Branch[]
  /** Due contacts for which no configuration of the route can be used now. */
  waiting: readonly Unrouted[]
  /** Whether more contacts are due than were read. */
  more: boolean
  window: WindowState
  /** Null: no policy is set. Otherwise what the calling rules let the claim read; its zone groups are open now. */
  look: PolicyGateLook | null
}

interface FreeContacts {
  free: ContactRow[]
  /** Contacts whose number is already claimed in this transaction because the list repeats it. */
  twins: ContactRow[]
  /** Contacts of a person of whom another contact is claimed in this transaction: the calling rules count both calls. */
  samePerson: ContactRow[]
}

const NO_CONTACTS: FreeContacts = { free: [], twins: [], samePerson: [] }

/** One claim for one organization; a class, because its steps share much state. */
class ClaimRound {
  readonly #work: UnitOfWork
  readonly organizationId: number
  readonly #options: ClaimOptions
  readonly #candidates: Candidate[] = []
  readonly #claimed: ClaimedCall[] = []
  #wakeAtMs: number | null = null
  #campaignsWithMore = 0
  #plan: ClaimsAheadPlan | null = null
  /** Applies the calling rules; null: no policy is set. */
  #gate: PolicyGate | null = null
  /** The call claimed in this round, by phone number. */
  readonly #takenNow = new Map<string, number>()
  readonly #arms: ClaimArms
  readonly #numbers: ClaimNumbers
  readonly #routes: ClaimRoutes
  readonly #holds: ContactHolds
  readonly #writer: ClaimWriter

  constructor(work: UnitOfWork, organizationId: number, options: ClaimOptions) {
    this.#work = work
    this.organizationId = organizationId
    this.#options = options
    this.#arms = new ClaimArms(options.windows)
    this.#numbers = new ClaimNumbers(work, organizationId, this.#arms)
    this.#routes = new ClaimRoutes(work, organizationId, this.#numbers)
    this.#holds = new ContactHolds(work, organizationId, (atMs) => this.#wakeAt(atMs))
    const parts = { arms: this.#arms, numbers: this.#numbers, routes: this.#routes }
    this.#writer = new ClaimWriter(work, organizationId, options.nodeId, parts)
  }

  /** Finds the campaigns that may dial, and what must be read for them under calling rules. */
  async prepare(): Promise<PolicyGateLook[]> {
    const organization = this.#work.organizations.get(this.organizationId)
    if (!organization) return []
    if (organization.policyVersion > 0) {
      const rules = await this.#options.policies.of(this.#work.tx, organization)
      this.#gate = new PolicyGate(this.#work, this.organizationId, rules)
    }
    for (const campaign of this.#work.campaigns.values()) {
      const candidate = this.#candidate(campaign)
      if (candidate) this.#candidates.push(candidate)
    }
    return this.#gate ? this.#looksOf(organization, this.#gate) : []
  }

  /** `found`: what was read for the looks that `prepare` returned. */
  async run(found: FoundByLook): Promise<ClaimResult> {
    const organization = this.#work.organizations.get(this.organizationId)
    if (organization) {
      const gate = this.#gate
      const candidates: Candidate[] = []
      for (const one of this.#candidates) candidates.push(gate ? await this.#gated(one, gate, found) : one)
      this.#plan = await this.#planAhead(candidates, organization)
      const branches = candidates.flatMap(({ campaign, branches }) => branches.map((branch) => ({ campaign, branch })))
      const claimants = branches.map(({ campaign, branch }, index) =>
        claimantOf(campaign, branch, index, this.#numbers.left(campaign, branch.configuration), this.#plan?.claims),
      )
      const slots = this.#plan?.claims ?? this.#slotsOf(organization)
      const share = shareSlots(claimants, slots, this.#tokens(branches))
      let index = 0
      for (const candidate of candidates) {
        for (const branch of candidate.branches)
          await this.#takeFrom(candidate.campaign, branch, share.get(index++) ?? 0)
        await this.#afterwards(candidate)
      }
    }
    return {
      claimed: this.#claimed,
      wakeAtMs: this.#wakeAtMs,
      campaignsWithMore: this.#campaignsWithMore,
      ahead: this.#plan,
    }
  }

  /**
   * Decides about claims ahead of free slots. Only an organization of which one campaign has due contacts has a deck, so that no
   * campaign keeps slots that others wait for.
   */
  async #planAhead(candidates: readonly Candidate[], organization: OrganizationRow): Promise<ClaimsAheadPlan | null> {
    const { ahead } = this.#options
    if (!ahead) return null
    const plan = this.#planWithoutRules(candidates, organization)
    if (plan && (await this.#rulesAllow(plan, candidates))) return plan
    if (!ahead.deck.isUncharged || candidates.length === 0) return null
    // The last dials from the deck may have used tokens of an earlier second.
    const configurations = new Set(candidates.flatMap(({ branches }) => branches.map((one) => one.configuration.id)))
    for (const id of configurations)
      this.#work.changeConfiguration(id, (row) => consumeDialTokens(row, this.#work.nowMs, ahead.deck.size))
    ahead.deck.isUncharged = false
    return null
  }

  /** The plan for the deck, without asking the calling rules. */
  #planWithoutRules(candidates: readonly Candidate[], organization: OrganizationRow): ClaimsAheadPlan | null {
    const { ahead } = this.#options
    if (!ahead?.isAllowed) return null
    const { length: onDeck, covered, campaignId, policyVersion, sizeMax } = ahead.deck
    const facts = this.#plainFacts(candidates, organization, campaignId)
    const { isHighRate } = ahead
    return facts && planClaimsAhead(facts, { onDeck, covered, isHighRate, sizeMax, policyVersion }, this.#work.nowMs)
  }

  /** Whether the calling rules allow that a contact is claimed now and dialed up to a second later. */
  async #rulesAllow({ campaignId }: ClaimsAheadPlan, candidates: readonly Candidate[]): Promise<boolean> {
    const campaign = this.#work.campaigns.get(campaignId)
    const { configuration } = campaign ? this.#routes.configurationsOf(campaign) : { configuration: null }
    if (!this.#gate || !campaign || !configuration) return true
    const people = candidates.flatMap(({ branches }) => branches.flatMap((branch) => branch.people))
    const untilMs = this.#work.nowMs + DECK_MARGIN_MS
    return this.#gate.allowsUntil(untilMs, campaign, configuration, people as DueContactWithHistory[])
  }

  /** The facts about the only campaign with due contacts, or, if there is none, about that of the deck; null: no deck. */
  #plainFacts(
    candidates: readonly Candidate[],
    organization: OrganizationRow,
    deckCampaignId: number | null,
  ): PlainCampaignFacts | null {
    const [only, ...others] = candidates
    const campaign = only?.campaign ?? this.#work.campaigns.get(deckCampaignId ?? -1)
    const people = only?.branches.flatMap((branch) => branch.people) ?? []
    if (!campaign || others.length > 0 || (deckCampaignId ?? campaign.id) !== campaign.id) return null
    // The time until which the list allows a call may pass on deck.
    if (people.some(({ notAfterMs }) => notAfterMs !== undefined)) return null
    const { configuration } = this.#routes.configurationsOf(campaign)
    if (!configuration) return null
    const { nowMs, numbers } = this.#work
    return {
      campaign,
      configuration,
      organization,
      numbers: numbers.get(configuration.id) ?? [],
      room: this.#options.room.left(configuration.id),
      window: rememberedWindow(this.#options.windows, campaign.schedule, nowMs, ringTimeoutMsOf(configuration)),
    }
  }

  /** Takes contacts of one branch; those that are not taken stay in it. */
  async #takeFrom(campaign: CampaignRow, branch: Branch, share: number): Promise<void> {
    const given = Math.min(share, this.#roomFor(campaign, branch.configuration))
    const { free, twins, samePerson } = given > 0 ? this.#stillFree(campaign, branch, given) : NO_CONTACTS
    if (free.length > 0) await this.#take(campaign, branch.configuration, free)
    for (const twin of twins) this.#isInCall(campaign, twin)
    for (const contact of samePerson) this.#judgeAgain(campaign, branch, contact)
    const taken = new Set(free)
    branch.people = branch.people.filter((contact) => !taken.has(contact))
  }

  /** The rules may allow another call to the person: then the contact stays due, and the next claim takes it. */
  #judgeAgain(campaign: CampaignRow, branch: Branch, contact: ContactRow): void {
    const held = this.#gate?.blocker(campaign, branch.configuration, contact as DueContactWithHistory)
    if (!held) return
    this.#holds.hold(campaign, held)
    branch.people = branch.people.filter(({ id }) => id !== contact.id)
  }

  async #take(campaign: CampaignRow, configuration: ConfigurationRow, contacts: readonly ContactRow[]): Promise<void> {
    this.#options.room.taken(configuration.id, contacts.length)
    for (const { callId, call, ringing } of await this.#writer.write(campaign, configuration, contacts, this.#gate)) {
      this.#takenNow.set(canonicalNumber(call.phoneNumber), callId)
      const claimed = claimedCallFrom(callId, call, ringing, this.#options.decidedAtMs)
      this.#claimed.push({ ...claimed, stored: liveCallFrom(callId, call) })
    }
  }

  #slotsOf(organization: OrganizationRow): number {
    return Math.min(slotsLeft(organization), dialsWithinDailyBudget(organization, this.#work.nowMs))
  }

  #candidate(campaign: CampaignRow): Candidate | null {
    const { nowMs, due, organizations } = this.#work
    const organization = organizations.get(this.organizationId)
    if (campaign.organizationId !== this.organizationId || campaign.state !== 'running') return null
    const { configuration, next } = this.#routes.configurationsOf(campaign)
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
      if (this.#gate && this.#mayEnd(campaign)) this.#notBefore(campaign, nowMs)
      this.#wakeAt(Math.max(nowMs, Math.min(campaign.nextDueAtMs ?? nowMs, NEVER_MS)))
      return null
    }
    const common = { campaign, configuration, window, look: null }
    if (this.#gate) return { ...common, branches: [], waiting: [], more: false }
    const more = found.length >= this.#options.limit
    return { ...common, ...this.#split(campaign, configuration, this.#callable(campaign, found)), more }
  }

  /** A contact that no configuration takes waits with the reason and does not keep others from being read. */
  #split(
    campaign: CampaignRow,
    configuration: ConfigurationRow,
    people: ContactRow[],
  ): Pick<SplitContacts, 'branches' | 'waiting'> {
    const { branches, waiting, unrouted } = this.#routes.split(campaign, configuration, people)
    for (const one of unrouted) this.#holds.hold(campaign, one)
    return { branches, waiting }
  }

  /** Leaves out contacts that must not be called and contacts that are in another call with the organization. */
  #callable(campaign: CampaignRow, found: readonly ContactRow[]): ContactRow[] {
    return found.filter((contact) => {
      if (this.#work.isDropped(contact.id)) return false
      const isTooLate = isOverdue(contact, this.#work.nowMs)
      const earliestMs = notDialableBefore(contact, this.#work.nowMs)
      const arm = this.#arms.of(campaign, contact)
      const opensAtMs = arm?.hours ? this.#armOpensAt(campaign, contact, arm.hours) : null
      if (contact.suppressed) this.#holds.dismiss(campaign, contact)
      else if (isTooLate) this.#holds.finish(campaign, contact, 'not_after')
      // The contact's earliest time was changed while it waited for something else.
      else if (earliestMs !== null) this.#holds.hold(campaign, { contact, rule: 'not_before', untilMs: earliestMs })
      else if (arm?.not_called) this.#holds.finish(campaign, contact, CONTROL_GROUP)
      else if (opensAtMs !== null) this.#holds.hold(campaign, { contact, rule: ARM_HOURS, untilMs: opensAtMs })
      else return !this.#isInCall(campaign, contact)
      return false
    })
  }

  /**
   * When the hours of the contact's arm begin; null: it is within them. Of several zones in which the person may be the first one
   * counts, because zones far apart may have no hour in common. The calling rules protect the person in all of them.
   */
  #armOpensAt({ schedule }: CampaignRow, contact: ContactRow, hours: ArmHours): number | null {
    const { nowMs, organizations } = this.#work
    const { zones } = this.#gate?.zonesOf(contact as DueContactWithHistory) ?? zoneSetOfNumber(contact.phoneNumber)
    const zone = zones[0] ?? schedule?.timezone ?? organizations.get(this.organizationId)?.timeZone ?? 'UTC'
    return this.#arms.opensAt(hours, zone, nowMs)
  }

  /** Whether the contact must wait for the end of another call with its number; another contact then takes the slot. */
  #isInCall(campaign: CampaignRow, contact: ContactRow): boolean {
    const callId =
      this.#takenNow.get(canonicalNumber(contact.phoneNumber)) ?? contact.inCalls.find((id) => !this.#work.isOver(id))
    if (callId === undefined) return false
    this.#holds.awaitEnd(campaign, contact, callId)
    return true
  }

  async #looksOf(organization: OrganizationRow, gate: PolicyGate): Promise<PolicyGateLook[]> {
    const ahead = this.#planWithoutRules(this.#candidates, organization)
    const looks: PolicyGateLook[] = []
    for (const candidate of this.#candidates) {
      const { campaign, configuration } = candidate
      // Each contact comes with the call history of its number. Rules may hold some, and a free slot waits for the others.
      const need = claimLimit(ahead?.claims ?? 2 * this.#roomWithin(campaign))
      const limit = Math.min(this.#options.limit, need)
      candidate.look = await gate.lookFor(campaign, configuration, { byMs: this.#options.dueByMs, limit })
      looks.push(candidate.look)
    }
    return looks
  }

  /** Judges what was read. Reads as many contacts as a claim may read if rules hold all of the first ones. */
  async #gated(candidate: Candidate, gate: PolicyGate, found: FoundByLook): Promise<Candidate> {
    const { campaign, configuration } = candidate
    let look = candidate.look as PolicyGateLook
    let seen = gate.judge(campaign, configuration, look, found.get(look) ?? [])
    const { dueByMs: byMs, limit } = this.#options
    if (seen.more && look.limit < limit && !this.#hasCallable(campaign, configuration, seen.people)) {
      look = await gate.lookFor(campaign, configuration, { byMs, limit })
      seen = gate.judge(campaign, configuration, look, (await readLooks(this.#work, [look])).get(look) ?? [])
    }
    this.#wakeAt(look.changesAtMs)
    for (const one of seen.held) this.#holds.hold(campaign, one)
    return {
      ...candidate,
      ...this.#split(campaign, configuration, this.#callable(campaign, seen.people)),
      more: seen.more,
      look,
    }
  }

  /** False: none of these contacts can be called, but others that were not read may be. */
  #hasCallable(campaign: CampaignRow, configuration: ConfigurationRow, people: ContactRow[]): boolean {
    if (people.length === 0) return false
    return (
      this.#routes.split(campaign, configuration, people).branches.length > 0 || !this.#routes.hasReadyStep(campaign)
    )
  }

  #roomWithin(campaign: CampaignRow): number {
    const organization = this.#work.organizations.get(this.organizationId)
    return Math.min(roomOf(campaign), organization ? this.#slotsOf(organization) : 0)
  }

  /** Contacts that are still free: another campaign in this round may have claimed the same number just before. */
  #stillFree(campaign: CampaignRow, branch: Branch, most: number): FreeContacts {
    const { configuration, people } = branch
    const free: ContactRow[] = []
    const twins: ContactRow[] = []
    const samePerson: ContactRow[] = []
    const keys = new Set<string>()
    const persons = new Set<string>()
    const shown = new Map<number, number>()
    const barred = new Set<number>()
    for (const contact of people) {
      if (free.length >= most) break
      const held = this.#gate?.blocker(campaign, configuration, contact as DueContactWithHistory) ?? null
      const key = canonicalNumber(contact.phoneNumber)
      const person = this.#gate ? (contact as DueContactWithHistory).countedPersonId : null
      if (held) this.#holds.hold(campaign, held)
      else if (keys.has(key)) twins.push(contact)
      else if (person !== null && persons.has(person)) {
        samePerson.push(contact)
        continue
      } else if (!this.#isInCall(campaign, contact)) {
        if (this.#numbers.canShow(this.#arms.of(campaign, contact), configuration, shown)) {
          keys.add(key)
          if (person !== null) persons.add(person)
          free.push(contact)
          continue
        }
        this.#holds.hold(campaign, { contact, rule: ARM_NUMBER, untilMs: this.#numbers.lookAtMs() })
      }
      barred.add(contact.id)
    }
    branch.people = people.filter(({ id }) => !barred.has(id))
    return { free, twins, samePerson }
  }

  /** Computes when to check this campaign again. */
  async #afterwards(candidate: Candidate): Promise<void> {
    const { campaign, configuration, branches, waiting, more, window, look } = candidate
    const { nowMs, tx, organizations } = this.#work
    const organization = organizations.get(this.organizationId)
    const left = branches.reduce((sum, { people }) => sum + people.length, waiting.length)
    if (left > 0 || more) {
      const isReleased = await this.#releaseHeld(candidate, false)
      // A contact is due. A freed slot triggers the next claim, but a new rate-limit token does not, so a time is needed.
      if (roomOf(campaign) === 0 || !organization || this.#slotsOf(organization) === 0) return
      if (!isReleased && this.#isBlockedByWaiting(candidate)) this.#setAsideWaiting(candidate)
      const nextMs = isReleased ? nowMs : this.#nextTurnOf(candidate)
      this.#wakeAt(nextMs)
      if (nextMs <= nowMs) this.#campaignsWithMore++
      return
    }
    const isWaiting = campaign.processedRows + campaign.liveCalls < campaign.totalRows
    if (isWaiting && (await this.#releaseHeld(candidate, true))) {
      this.#wakeAt(nowMs)
      this.#campaignsWithMore++
      return
    }
    const nextRetryMs = !isWaiting
      ? null
      : look
        ? await tx.nextRetryInZones(campaign.id, look.openIds, this.#options.dueByMs)
        : await tx.nextRetryAfter(campaign.id, this.#options.dueByMs)
    const ownMs = this.#work.comesDue.get(campaign.id) ?? NEVER_MS
    const nextMs = Math.min(nextRetryMs ?? NEVER_MS, ownMs)
    if (nextMs < NEVER_MS) this.#wakeAt(nextMs)
    else if (this.#gate && this.#mayEnd(campaign)) {
      // In the open zones only contacts without a next time remain. The next claim reads what this one changed.
      const isChanged = this.#holds.hasChanged(campaign.id)
      if (isChanged || (nextRetryMs !== null && (await this.#finishLast(this.#gate, campaign, configuration)))) {
        this.#wakeAt(nowMs)
        this.#notBefore(campaign, nowMs)
        return
      }
    }
    this.#notBefore(campaign, Math.min(nextMs, window.changesAtMs ?? NEVER_MS, look?.changesAtMs ?? NEVER_MS))
  }

  /**
   * Whether the campaign can complete now if its remaining contacts may never be called. Also checked when its last call ends;
   * otherwise the campaign would complete only at the next change of the calling hours.
   */
  #mayEnd({ id, liveCalls, keepOpen, processedRows, totalRows }: CampaignRow): boolean {
    const isWaiting = (this.#work.comesDue.get(id) ?? NEVER_MS) < NEVER_MS
    return liveCalls === 0 && !keepOpen && !isWaiting && processedRows < totalRows
  }

  /** Finishes contacts that may never be called, if no other is left. Returns whether more of them may be left. */
  async #finishLast(gate: PolicyGate, campaign: CampaignRow, configuration: ConfigurationRow): Promise<boolean> {
    const { limit } = this.#options
    const last = await gate.lastHeld(campaign, configuration, limit)
    for (const { contact, rule } of last) this.#holds.finish(campaign, contact, rule)
    return last.length >= limit
  }

  /** Whether all that were read wait for one configuration of the route, while another could be used for those that were not read. */
  #isBlockedByWaiting({ campaign, branches, waiting, more }: Candidate): boolean {
    const isExhausted = branches.every(({ people }) => people.length === 0)
    return more && waiting.length > 0 && isExhausted && this.#routes.hasReadyStep(campaign)
  }

  /** Makes contacts due that were set aside, if they could be called now. False: there is none. */
  async #releaseHeld({ campaign, branches }: Candidate, isQueueEmpty: boolean): Promise<boolean> {
    const { nowMs, tx } = this.#work
    const { emptyLooks, limit } = this.#options
    const prefixes = this.#routes.prefixesToFill(campaign, branches, isQueueEmpty)
    if (prefixes === null || (!isQueueEmpty && emptyLooks.isEmpty(campaign.id, prefixes, nowMs))) return false
    const release = { campaignId: campaign.id, rule: NUMBER_LIMITS, prefixes, limit: Math.ceil(limit / 2) }
    const released = await tx.releaseHeld(release, nowMs)
    if (released === 0) emptyLooks.note(campaign.id, prefixes, nowMs)
    return released > 0
  }

  /**
   * Sets half of the waiting contacts aside if no claim reads more contacts than this one. The others stay due, so that they are
   * called as soon as their configuration can be used.
   */
  #setAsideWaiting({ campaign, waiting, look }: Candidate): void {
    const { isLargest, limit } = this.#options
    if (!isLargest || (look?.limit ?? limit) < limit) return
    for (const one of waiting.slice(Math.floor(waiting.length / 2))) this.#holds.hold(campaign, one)
    this.#options.emptyLooks.forget(campaign.id)
  }

  /** When the next claim of this campaign may take contacts that are due. */
  #nextTurnOf(candidate: Candidate): number {
    const { campaign, branches, waiting, more } = candidate
    // The other contacts are read now.
    if (this.#isBlockedByWaiting(candidate)) return this.#work.nowMs
    const open = branches.filter(({ people }) => more || people.length > 0)
    const turns = open.map((branch) => this.#nextTurn(campaign, branch.configuration))
    if (waiting.length > 0) turns.push(this.#routes.changesAtMs(campaign))
    return turns.length > 0 ? Math.min(...turns) : this.#work.nowMs
  }

  /** When the rate limits alone allow the next dial through this configuration. */
  #nextTurn(campaign: CampaignRow, configuration: ConfigurationRow): number {
    const { nowMs } = this.#work
    if (this.#numbers.left(campaign, configuration) === 0) return this.#numbers.resetAtMs()
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
      const numbers = this.#numbers.leftOfAll(one)
      tokens.set(one.id, Math.min(dialsLeft(one, nowMs), this.#options.room.left(one.id), numbers))
      tokens.set(one.account.key, accountDialsLeft(one, nowMs))
    }
    return tokens
  }

  #roomFor(campaign: CampaignRow, configuration: ConfigurationRow): number {
    return Math.min(this.#options.room.left(configuration.id), this.#numbers.left(campaign, configuration))
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
  campaignRoom = roomOf(campaign),
): Claimant {
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
