/**
 * Applies the calling rules in a claim: which contacts of a campaign may be called now. Used only if a policy is set.
 */
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import type { ZoneSet } from '../addresses/rules/zones-of-contact.ts'
import type { RecordDraft } from '../ledger/rules/chain.ts'
import type { DialingRules } from '../policies/rules/dialing-rules.ts'
import type { NumberHistory, Reason } from '../policies/rules/verdict.ts'
import { type CampaignRules, isSimulatedProvider, type OrganizationRules } from './policy-cache.ts'
import { dialRecord } from './rules/dial-record.ts'
import { isOverdue, RULE_OF_REASON } from './rules/may-dial.ts'
import type {
  AttemptEnd,
  CampaignRow,
  ConfigurationRow,
  DueContactWithHistory,
  DueInZones,
  NewAttempt,
  ZoneGroup,
} from './store.ts'
import type { UnitOfWork } from './unit-of-work.ts'

const DAY_MS = 86_400_000

/** A contact that a rule holds until `untilMs`. Null: until a user changes a rule or the list; the contact keeps waiting. */
export type HeldContact = { contact: DueContactWithHistory; rule: string; untilMs: number | null }

export interface PolicyGateLook {
  /** Null: no zone is open, so there is nothing to read. */
  request: DueInZones | null
  limit: number
  /** Zone groups that may be called now. */
  openIds: number[]
  /** When the hours of a zone group change, or the date on which packs take effect or expire. */
  changesAtMs: number
}

export interface PolicyGateResult extends Pick<PolicyGateLook, 'openIds' | 'changesAtMs'> {
  people: DueContactWithHistory[]
  held: HeldContact[]
  /** Whether more contacts may be due than were read. */
  more: boolean
}

export class PolicyGate {
  readonly #work: UnitOfWork
  readonly #rules: OrganizationRules
  readonly #organizationId: number
  readonly #groups = new Map<number, ZoneGroup>()
  /** Times of calls claimed in this round, by number: another campaign may have the same person. */
  readonly #takenNow = new Map<string, number[]>()

  constructor(work: UnitOfWork, organizationId: number, rules: OrganizationRules) {
    this.#work = work
    this.#organizationId = organizationId
    this.#rules = rules
  }

  rulesOf(campaign: CampaignRow, configuration: ConfigurationRow): CampaignRules {
    return this.#rules.rulesOf(campaign, configuration)
  }

  /** What a claim reads of the campaign. Contacts are read only from the zones that are open. */
  async lookFor(
    campaign: CampaignRow,
    configuration: ConfigurationRow,
    { byMs, limit }: { byMs: number; limit: number },
  ): Promise<PolicyGateLook> {
    const { nowMs } = this.#work
    const { rules } = this.rulesOf(campaign, configuration)
    const { open, changesAtMs } = await this.#opening(campaign, rules)
    const openIds = open.map(({ id }) => id)
    const historySinceMs = Math.min(
      Number.POSITIVE_INFINITY,
      ...open.map((group) => rules.historySinceMs(group.set.group, nowMs)),
    )
    const request = {
      organizationId: this.#organizationId,
      campaignId: campaign.id,
      zoneIds: openIds,
      byMs,
      limit,
      historySinceMs,
      withCheck: rules.asksForCheck,
      withConsents: open.some((group) => rules.asksForConsent(group.set.group, nowMs)),
    }
    return { request: open.length === 0 ? null : request, limit, openIds, changesAtMs }
  }

  /** Judges the contacts that were read for the look. */
  judge(
    campaign: CampaignRow,
    configuration: ConfigurationRow,
    { limit, openIds, changesAtMs }: PolicyGateLook,
    found: readonly DueContactWithHistory[],
  ): PolicyGateResult {
    const { nowMs } = this.#work
    const people: DueContactWithHistory[] = []
    const held: HeldContact[] = []
    for (const contact of found) {
      // The contact was finished in this transaction, which the table does not show yet.
      if (this.#work.isDropped(contact.id)) continue
      // The claim finishes suppressed and overdue contacts without a dial, regardless of the rules.
      const isFinished = contact.suppressed || isOverdue(contact, nowMs)
      // The contact waits for the end of that call. If its claim is returned, limits must not have counted it.
      const isInCall = contact.inCalls.some((callId) => !this.#work.isOver(callId))
      const reason = isFinished || isInCall ? null : this.blocker(campaign, configuration, contact)
      if (reason) held.push(reason)
      else people.push(contact)
    }
    // Contacts that wait for the number check return when it has answered. Until then no further contacts are set aside for it.
    const waitsForCheck = held.some(({ rule, untilMs }) => rule === 'number_check' && untilMs === null)
    const more = found.length >= limit && !waitsForCheck
    return { people, held, more, openIds, changesAtMs }
  }

  /** The zone groups that may be called now, and when that changes. Packs take effect and expire by the day. */
  async #opening(campaign: CampaignRow, rules: DialingRules): Promise<{ open: ZoneGroup[]; changesAtMs: number }> {
    const { nowMs } = this.#work
    const groups = await this.#rules.zonesOf(campaign.id)
    for (const group of groups) this.#groups.set(group.id, group)
    const open: ZoneGroup[] = []
    let changesAtMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS
    for (const group of groups) {
      const window = rules.window(group.set.group, nowMs)
      if (window.changesAtMs !== null) changesAtMs = Math.min(changesAtMs, window.changesAtMs)
      if (window.open) open.push(group)
    }
    return { open, changesAtMs }
  }

  /**
   * Whether contacts that are claimed now may wait until `untilMs` for their dial. Only if nothing that the dialer is not notified of
   * can forbid the dial until then: time, a consent that is taken back, a new answer about the number, or a conversation with
   * another number of the person.
   */
  async allowsUntil(
    untilMs: number,
    campaign: CampaignRow,
    configuration: ConfigurationRow,
    people: readonly DueContactWithHistory[],
  ): Promise<boolean> {
    const { nowMs } = this.#work
    const { rules } = this.rulesOf(campaign, configuration)
    const { open, changesAtMs } = await this.#opening(campaign, rules)
    if (changesAtMs <= untilMs || rules.asksForCheck) return false
    if (open.some(({ set }) => rules.asksForConsent(set.group, nowMs))) return false
    const countsCalls = open.some(({ set }) => rules.historySinceMs(set.group, nowMs) < Number.POSITIVE_INFINITY)
    if (!countsCalls) return true
    return people.every(
      (contact) =>
        contact.countedPersonId === null &&
        rules.history(this.#groupOf(contact), contact.history, untilMs).length === 0,
    )
  }

  /** The rules that forbid this call now, counting the calls claimed in this round too. */
  blocker(campaign: CampaignRow, configuration: ConfigurationRow, contact: DueContactWithHistory): HeldContact | null {
    const { nowMs } = this.#work
    const { rules } = this.rulesOf(campaign, configuration)
    const group = this.#groupOf(contact)
    const history = withTaken(contact.history, this.#takenOf(contact))
    if (rules.may(group, history, nowMs)) return null
    const verdict = rules.verdict(group, history, nowMs)
    if (verdict.may) return null
    const because = verdict.because as readonly [Reason, ...Reason[]]
    // A hold without an end is named first, because a consent or an answer about the number finds its contacts by that name.
    const endless = verdict.because.find(({ untilMs }) => untilMs === null)
    if (endless) return { contact, rule: RULE_OF_REASON[endless.rule], untilMs: null }
    const last = because.reduce((one, other) => ((other.untilMs as number) > (one.untilMs as number) ? other : one))
    return { contact, rule: RULE_OF_REASON[last.rule], untilMs: verdict.nextMs ?? last.untilMs }
  }

  /**
   * Contacts that are held without an end, if no other contact of the campaign waits: the campaign then ends for them too. Only
   * holds by the call history of a number count; contacts whose calling hours never open keep waiting, because the policy may
   * change.
   */
  async lastHeld(campaign: CampaignRow, configuration: ConfigurationRow, limit: number): Promise<HeldContact[]> {
    const { nowMs, tx } = this.#work
    const { rules } = this.rulesOf(campaign, configuration)
    const groups = await this.#rules.zonesOf(campaign.id)
    const request = {
      organizationId: this.#organizationId,
      campaignId: campaign.id,
      zoneIds: groups.map(({ id }) => id),
      byMs: Number.POSITIVE_INFINITY,
      limit,
      historySinceMs: 0,
      withConsents: true,
      withCheck: rules.asksForCheck,
    }
    const [found = []] = await tx.dueInZones([request])
    const held: HeldContact[] = []
    for (const contact of found) {
      if (this.#work.isDropped(contact.id)) continue
      const endless = rules
        .history(this.#groupOf(contact), contact.history, nowMs)
        // A missing consent or number check is not final: the person may consent later, and the check may answer.
        .find(({ rule, untilMs }) => untilMs === null && rule === 'cooldown')
      if (!endless) return []
      held.push({ contact, rule: RULE_OF_REASON[endless.rule], untilMs: null })
    }
    return held
  }

  /** The ring time that the rules require, if it is longer than the configured one. */
  ringing(campaign: CampaignRow, configuration: ConfigurationRow, contact: DueContactWithHistory): ConfigurationRow {
    const ringMs = this.rulesOf(campaign, configuration).rules.ringMs(this.#groupOf(contact), this.#work.nowMs)
    return { ...configuration, ringTimeoutSeconds: Math.ceil(ringMs / 1000) }
  }

  /** Writes, together with the calls, the attempts that limits per number count, and the ledger record of each dial. */
  async taken(
    campaign: CampaignRow,
    configuration: ConfigurationRow,
    calls: ReadonlyArray<{
      callId: number
      attempt: number
      callerNumber: string | null
      contact: DueContactWithHistory
    }>,
  ): Promise<void> {
    const { nowMs, tx } = this.#work
    const { rules, version } = this.rulesOf(campaign, configuration)
    const isSimulated = isSimulatedProvider(configuration.provider)
    const attempts: NewAttempt[] = []
    const drafts: RecordDraft[] = []
    for (const { callId, attempt, callerNumber, contact } of calls) {
      const { phoneNumber, countedPersonId: personId } = contact
      const organizationId = this.#organizationId
      attempts.push({ callId, organizationId, phoneNumber, atMs: nowMs, policyVersion: version, personId, isSimulated })
      const set = (this.#groups.get(contact.zonesId) as ZoneGroup).set
      const history = withTaken(contact.history, this.#takenOf(contact))
      drafts.push(
        dialRecord({
          nowMs,
          callId,
          campaignId: campaign.id,
          contactId: contact.id,
          attempt,
          phoneNumber,
          callerNumber,
          set,
          policyVersion: version,
          ringSeconds: configuration.ringTimeoutSeconds,
          simulated: isSimulated,
          callBackAtMs: contact.history.callBackAtMs ?? null,
          verdicts: rules.passed(set.group, history, nowMs),
        }),
      )
      for (const key of keysOf(contact)) this.#takenNow.set(key, [...(this.#takenNow.get(key) ?? []), nowMs])
    }
    await tx.insertAttempts(attempts)
    await tx.appendLedger(this.#organizationId, drafts)
  }

  /** Calls claimed in this round to the same number or the same person. */
  #takenOf(contact: DueContactWithHistory): readonly number[] | undefined {
    const taken = keysOf(contact).map((key) => this.#takenNow.get(key) ?? [])
    return taken.find(({ length }) => length > 0)
  }

  /** The zones in which the person may be. */
  zonesOf({ zonesId }: DueContactWithHistory): Pick<ZoneSet, 'zones'> | undefined {
    return this.#groups.get(zonesId)?.set
  }

  #groupOf(contact: DueContactWithHistory): string {
    const group = this.#groups.get(contact.zonesId)
    if (!group) throw new Error(`contact ${contact.id} belongs to no group of its campaign`)
    return group.set.group
  }
}

/** A person is identified by number, and by the person id if one is known. */
function keysOf({ phoneNumber, countedPersonId }: DueContactWithHistory): string[] {
  const number = canonicalNumber(phoneNumber)
  return countedPersonId === null ? [number] : [`person ${countedPersonId}`, number]
}

function withTaken(history: NumberHistory, takenMs: readonly number[] | undefined): NumberHistory {
  return takenMs ? { ...history, attemptsMs: [...history.attemptsMs, ...takenMs] } : history
}

/** The kind of end that cooldowns distinguish. */
export function attemptEndOf(outcome: string, fault: string | null): AttemptEnd | null {
  if (outcome === 'answered') return 'conversation'
  if (outcome === 'voicemail') return 'machine_detected'
  return fault === 'agent' ? 'abandoned' : null
}
