/**
 * The decks of this node, one for each organization whose calls end at a high rate: what the dial loop asks and reports when it
 * claims contacts ahead of free slots. Without settings there is never a deck, and each method does nothing.
 */
import type { Clock } from '../kernel/clock.ts'
import type { ClaimAheadRequest } from './claim-contacts.ts'
import type { ClaimedCall } from './claimed-call.ts'
import { Deck } from './deck.ts'
import type { DialerMetrics } from './metrics.ts'
import { EndRate, type QueuedReport } from './report-queue.ts'
import type { CallReport } from './rules/call-report.ts'
import { type ClaimsAheadPlan, type ClaimsAheadSettings, DECK_SIZE_MAX, passesSlotOn } from './rules/claims-ahead.ts'

export interface DecksOptions {
  clock: Clock
  metrics: DialerMetrics
  nodeId: string
  /** Null: contacts are claimed only for free slots. */
  settings: ClaimsAheadSettings | null
  /** False: this node must not pass slots on, because another node may settle its calls, or its lease is uncertain. */
  isAllowed(): boolean
  place(claimed: ClaimedCall): void
  report(callId: number, report: CallReport): Promise<void>
  /** The next transaction should look for due contacts of the organization. */
  wantContacts(organizationId: number): void
}

/** The decks of the organizations of one transaction, each with its version when the transaction began. */
export type TurnDecks = ReadonlyMap<number, { deck: Deck; version: number; isHighRate: boolean }>

export interface CommittedTurn {
  decks: TurnDecks
  claimed: readonly ClaimedCall[]
  startedMs: number
  /** The number of contacts that the claim read at most. */
  claimLimit: number
  /** Organizations whose lock the transaction got. */
  got: ReadonlySet<number>
  /** Organizations whose deck was confirmed. */
  plans: ReadonlyMap<number, ClaimsAheadPlan>
  /** Whether another node may have settled calls of this node. */
  isShared: boolean
}

export class Decks {
  readonly #options: DecksOptions
  readonly #decks = new Map<number, Deck>()
  /** Rates of ended calls that decide about decks. */
  readonly #rates = new Map<number, EndRate>()
  /** Ended calls whose slot was passed on and whose end is not written yet. */
  readonly #passed = new Set<number>()

  constructor(options: DecksOptions) {
    this.#options = options
  }

  /** Number of claims on deck: all, those of an organization, or of one of its campaigns. They are not live calls yet. */
  waiting(organizationId?: number, campaignId?: number): number {
    if (organizationId === undefined) return [...this.#decks.values()].reduce((sum, { length }) => sum + length, 0)
    const deck = this.#decks.get(organizationId)
    return deck && (campaignId === undefined || deck.campaignId === campaignId) ? deck.length : 0
  }

  /** Returns the organization's claims on deck; resolves when they are back in the queue. */
  revoke(organizationId: number): Promise<void> {
    const deck = this.#decks.get(organizationId)
    return deck ? this.#giveBack(deck.revoke()) : Promise.resolve()
  }

  async revokeCampaign(campaignId: number): Promise<void> {
    const owners = [...this.#decks].filter(([, deck]) => deck.campaignId === campaignId || deck.length === 0)
    await Promise.all(owners.map(([organizationId]) => this.revoke(organizationId)))
  }

  async revokeAll(): Promise<void> {
    await Promise.all([...this.#decks.keys()].map((organizationId) => this.revoke(organizationId)))
  }

  /** Another node may have settled calls of this node: returns all claims on deck, and passes on no slot of an earlier call. */
  forgetOwnCalls(): void {
    for (const deck of this.#decks.values()) {
      deck.forgetCalls()
      void this.#giveBack(deck.revoke())
    }
  }

  /** Returns this claim to the queue if it is on deck; false: it is not. */
  withdraw(callId: number): boolean {
    for (const deck of this.#decks.values()) {
      const claimed = deck.remove(callId)
      if (claimed) void this.#giveBack([claimed])
      if (claimed) return true
    }
    return false
  }

  /** Places the next claim on deck in the slot of an ended call; false: the slot is left to a transaction. */
  passSlotOn({ callId, report, owner: { organizationId }, arrivedAtMs }: QueuedReport): boolean {
    const { settings, clock } = this.#options
    if (!settings) return false
    if (report.kind === 'ended') this.#rateOf(organizationId, settings).add(clock.monotonic())
    const deck = this.#decks.get(organizationId)
    deck?.noteEnd(callId, passesSlotOn(report), arrivedAtMs)
    return deck !== undefined && this.#fillOpenSlots(deck) > 0
  }

  /** How long the next transaction may wait for further ends, because the deck covers them; 0: it may not. */
  coveredMs(organizationId: number, nowMs: number): number {
    const { settings } = this.#options
    const deck = this.#decks.get(organizationId)
    return !settings || !deck || deck.isLow ? 0 : Math.max(0, deck.lastTurnMs + settings.restMs - nowMs)
  }

  /** A transaction settles these reports, so that the slots of ended calls are free for the claims of that transaction. */
  noteTaken(reports: readonly QueuedReport[]): void {
    for (const { owner, callId } of reports) this.#decks.get(owner.organizationId)?.noteTaken(callId)
  }

  /** The decks of these organizations for a transaction that claims; one whose rate of ends is high gets an empty one. */
  inTurn(organizationIds: readonly number[], nowMs: number): TurnDecks {
    const { settings, isAllowed } = this.#options
    const found: Array<[number, { deck: Deck; version: number; isHighRate: boolean }]> = []
    for (const organizationId of settings ? organizationIds : []) {
      const rate = this.#rates.get(organizationId)
      const isHighRate = rate?.isHigh === true && !rate.isOver(nowMs)
      let deck = this.#decks.get(organizationId)
      if (!deck && settings && isHighRate && isAllowed()) {
        deck = new Deck(settings.ageMs, settings.sizeMax ?? DECK_SIZE_MAX)
        this.#decks.set(organizationId, deck)
      }
      if (!deck) continue
      deck.lastTurnMs = nowMs
      found.push([organizationId, { deck, version: deck.version, isHighRate }])
    }
    return new Map(found)
  }

  /** Campaigns with claims on deck: the transaction reads them, because their deck is confirmed or returned. */
  campaignsOf(decks: TurnDecks): number[] {
    return [...decks.values()].flatMap(({ deck }) => deck.campaignId ?? [])
  }

  /** Contacts to read: one for each freed slot that no claim on deck took over, and as many as the decks lack. */
  contactsToRead(decks: TurnDecks, reports: readonly QueuedReport[]): number {
    const needs = [...decks].map(([id, { deck, isHighRate }]) => {
      const free = reports.filter(
        ({ urgent, owner, callId }) => urgent && owner.organizationId === id && !this.#passed.has(callId),
      ).length
      return free + (isHighRate ? Math.max(0, deck.size - deck.length) : 0)
    })
    return Math.max(0, ...needs)
  }

  /** What a claim for this organization must know; undefined: it has no deck. */
  requestOf(decks: TurnDecks, organizationId: number, isOnlyNode: boolean): ClaimAheadRequest | undefined {
    const found = decks.get(organizationId)
    if (!found) return undefined
    return {
      isAllowed: isOnlyNode && this.#options.isAllowed(),
      isHighRate: found.isHighRate,
      deck: found.deck,
    }
  }

  /** Forgets that the slot of this call was passed on, because its end is written; false: it was not passed on. */
  forgetPassed(callId: number): boolean {
    return this.#passed.delete(callId)
  }

  /** The claims to place now: those without a deck, and of a deck as many as there are free slots, the oldest first. */
  afterCommit({ decks, claimed, startedMs, claimLimit, got, plans, isShared }: CommittedTurn): ClaimedCall[] {
    const place: ClaimedCall[] = []
    for (const one of claimed) if (!plans.has(one.organizationId)) place.push(one)
    for (const [organizationId, { deck, version, isHighRate }] of decks) {
      if (!got.has(organizationId)) continue
      const plan = plans.get(organizationId)
      if (!plan) {
        if (isShared) deck.forgetCalls()
        void this.#giveBack(deck.revoke())
        this.#dropIdle(organizationId, deck)
        continue
      }
      deck.size = plan.size
      deck.policyVersion = plan.policyVersion
      deck.isUncharged = true
      const added = claimed.filter((one) => one.organizationId === organizationId)
      const nowMs = this.#options.clock.monotonic()
      const now = deck.confirm(added, { version, atMs: startedMs, nowMs, free: plan.free })
      place.push(...now.place)
      void this.#giveBack(now.giveBack)
      this.#fillOpenSlots(deck)
      this.#watchAge(deck)
      // One claim did not read enough contacts for the slots and for the deck.
      if (isHighRate && deck.isLow && added.length >= claimLimit) this.#options.wantContacts(organizationId)
    }
    return place
  }

  /** The database may have lost commits, so that nothing is known about the slots of earlier calls. */
  afterFailure(organizationId: number): void {
    const deck = this.#decks.get(organizationId)
    if (!deck) return
    deck.forgetCalls()
    deck.isUncharged = true
    void this.#giveBack(deck.revoke())
  }

  /** The organization has had no report for a while. */
  forgetRate(organizationId: number): void {
    if (!this.#decks.has(organizationId)) this.#rates.delete(organizationId)
  }

  /** Passes open slots on as long as claims are on deck; returns how many. */
  #fillOpenSlots(deck: Deck): number {
    const { isAllowed, metrics, clock } = this.#options
    for (let filled = 0; ; filled++) {
      const passed = isAllowed() ? deck.passOn(clock.monotonic()) : null
      if (!passed) return filled
      metrics.slotFreed(passed.arrivedAtMs)
      this.#passed.add(passed.endedCallId)
      this.#options.place(passed.claimed)
    }
  }

  /** Returns claims that were never requested from the carrier. */
  async #giveBack(claims: readonly ClaimedCall[]): Promise<void> {
    const { nodeId, report } = this.#options
    await Promise.all(
      claims.map(({ callId, claimedAtMs }) =>
        report(callId, { kind: 'returned', claim: { nodeId, atMs: claimedAtMs } }),
      ),
    )
  }

  #rateOf(organizationId: number, { ends, withinMs }: ClaimsAheadSettings): EndRate {
    let rate = this.#rates.get(organizationId)
    if (!rate) {
      rate = new EndRate(ends, withinMs)
      this.#rates.set(organizationId, rate)
    }
    return rate
  }

  #dropIdle(organizationId: number, deck: Deck): void {
    if (deck.isUncharged || this.#rates.get(organizationId)?.isOver(this.#options.clock.monotonic()) === false) return
    this.#decks.delete(organizationId)
    this.#rates.delete(organizationId)
  }

  /** Returns claims that stay on deck for too long. */
  #watchAge(deck: Deck): void {
    const { clock } = this.#options
    const inMs = deck.oldIn(clock.monotonic())
    if (deck.isWatched || inMs === null) return
    deck.isWatched = true
    clock.after(inMs, () => {
      deck.isWatched = false
      void this.#giveBack(deck.removeOld(clock.monotonic()))
      this.#watchAge(deck)
    })
  }
}
