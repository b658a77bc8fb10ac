/** Contacts that a claim does not call: they wait with a reason, turn to another of their numbers, or are finished. */
import { IN_ANOTHER_CALL, NO_ROUTE } from './rules/may-dial.ts'
import { type PassReason, passOver } from './rules/numbers-of-contact.ts'
import { countFinished } from './rules/tally.ts'
import { type CampaignRow, type ContactRow, NEVER_MS } from './store.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Fallback interval for a contact whose number is in another call, in case the end of that call was missed. */
const IN_CALL_LOOK_MS = 60_000

/** How long this node relies on a look that found no contact; other nodes may set contacts aside meanwhile. */
const EMPTY_LOOK_MS = 10_000
const REMEMBERED_CAMPAIGNS_MAX = 1000

/** Looks for contacts that were set aside for a configuration, and that found none. */
export class EmptyLooks {
  readonly #looks = new Map<number, Map<string, number>>()

  isEmpty(campaignId: number, prefixes: readonly string[], nowMs: number): boolean {
    const atMs = this.#looks.get(campaignId)?.get(prefixes.join()) ?? Number.NEGATIVE_INFINITY
    return nowMs >= atMs && nowMs - atMs < EMPTY_LOOK_MS
  }

  note(campaignId: number, prefixes: readonly string[], nowMs: number): void {
    if (this.#looks.size >= REMEMBERED_CAMPAIGNS_MAX) this.#looks.clear()
    const looks = this.#looks.get(campaignId) ?? new Map<string, number>()
    this.#looks.set(campaignId, looks.set(prefixes.join(), nowMs))
  }

  /** Contacts of the campaign are set aside. */
  forget(campaignId: number): void {
    this.#looks.delete(campaignId)
  }
}

export class ContactHolds {
  readonly #work: UnitOfWork
  readonly #organizationId: number
  readonly #wakeAt: (atMs: number) => void
  /** Campaigns of which a contact was changed. */
  readonly #changed = new Set<number>()

  constructor(work: UnitOfWork, organizationId: number, wakeAt: (atMs: number) => void) {
    this.#work = work
    this.#organizationId = organizationId
    this.#wakeAt = wakeAt
  }

  /** Whether this claim held or finished a contact of the campaign. The database shows the contact unchanged until the commit. */
  hasChanged(campaignId: number): boolean {
    return this.#changed.has(campaignId)
  }

  /** A rule forbids the call for a time, or until a user changes something: the contact waits, and the rule's name is stored. */
  hold(
    campaign: CampaignRow,
    { contact, rule, untilMs }: { contact: ContactRow; rule: string; untilMs: number | null },
  ): void {
    const { dials, id } = contact
    if (untilMs === null && (rule === 'consent' || rule === NO_ROUTE) && this.#passOver(campaign, contact, rule)) return
    this.#changed.add(campaign.id)
    this.#work.changeContact({ id, kind: 'aside', dials, atMs: untilMs ?? NEVER_MS, heldBy: rule })
    this.#work.dueAt(campaign.id, untilMs ?? NEVER_MS)
  }

  /** The contact waits for the end of a call with its number. */
  awaitEnd(campaign: CampaignRow, { id, dials }: ContactRow, callId: number): void {
    const atMs = this.#work.nowMs + IN_CALL_LOOK_MS
    this.#changed.add(campaign.id)
    this.#work.changeContact({ id, kind: 'aside', dials, atMs, heldBy: IN_ANOTHER_CALL })
    this.#work.dueAt(campaign.id, atMs)
    this.#work.awaitEnd(callId, id)
  }

  /** Finishes contacts on the do-not-call list without a dial. */
  dismiss(campaign: CampaignRow, contact: ContactRow): void {
    if (!this.#passOver(campaign, contact, 'suppressed')) this.finish(campaign, contact, 'suppressed')
  }

  /** Finishes a contact without a dial. */
  finish(campaign: CampaignRow, contact: ContactRow, rule: string): void {
    const { nowMs } = this.#work
    const { id, dials } = contact
    this.#changed.add(campaign.id)
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

  /** Turns to another number of the contact, which the next claim judges. False: no other number is left. */
  #passOver(campaign: CampaignRow, { id, dials, numbers, phoneNumber }: ContactRow, reason: PassReason): boolean {
    const { nowMs } = this.#work
    if (!numbers) return false
    const result = passOver(numbers, phoneNumber, reason)
    if (result.kind === 'none') return false
    const isHeld = result.kind === 'held'
    const atMs = isHeld ? NEVER_MS : nowMs
    const held = isHeld ? { heldBy: result.reason } : {}
    this.#changed.add(campaign.id)
    this.#work.changeContact({ id, kind: 'aside', dials, atMs, ...held })
    this.#work.moveNumber({ contactId: id, phoneNumber: result.phoneNumber, passed: result.passed })
    this.#work.dueAt(campaign.id, atMs)
    if (!isHeld) this.#wakeAt(nowMs)
    return true
  }
}
