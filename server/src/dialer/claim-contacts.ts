/** Turns people who are due into claimed calls: never more than every limit allows at this very moment. */
import { type Claimed, claimedFrom } from './claimed.ts'
import { type Schedule, type WindowState, windowState } from './rules/calling-window.ts'
import { type CallerNumber, chooseCaller } from './rules/choose-caller.ts'
import { deadlineOf } from './rules/longest-call.ts'
import { campaignHindrances, dialsLeft, nextDialAt, slotsLeft } from './rules/may-dial.ts'
import { paceOf, spend } from './rules/pacing.ts'
import { type Claimant, shareSlots } from './rules/share-slots.ts'
import { countFinished } from './rules/tally.ts'
import type { CampaignRow, ConfigurationRow, ContactRow, NewCall } from './store.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Contacts taken by one claim of one campaign; the next claim follows at once. */
export const CLAIM_BATCH = 100

export interface ClaimOptions {
  nodeId: string
  decidedAtMs: number
  /** Remembers window states, which are costly to work out, until they change. */
  windows: WindowMemory
}

export interface ClaimResult {
  claimed: Claimed[]
  /** When claiming again may give more, though nothing else happens: a due retry, a window's edge, a token. */
  wakeAtMs: number | null
}

export async function claimContacts(
  work: UnitOfWork,
  organizationId: number,
  options: ClaimOptions,
): Promise<ClaimResult> {
  const round = new ClaimRound(work, organizationId, options)
  return round.run()
}

export type WindowMemory = Map<string, WindowState & { sinceMs: number }>

const REMEMBERED_WINDOWS = 1000

function rememberedWindow(memory: WindowMemory, schedule: Schedule | null, nowMs: number): WindowState {
  if (!schedule) return windowState(null, nowMs)
  const key = JSON.stringify(schedule)
  const known = memory.get(key)
  if (known && nowMs >= known.sinceMs && (known.changesAtMs === null || nowMs < known.changesAtMs)) return known
  const state = { ...windowState(schedule, nowMs), sinceMs: nowMs }
  if (memory.size >= REMEMBERED_WINDOWS) memory.clear()
  memory.set(key, state)
  return state
}

/** One claim for one organization; a class only because its steps share so much. */
class ClaimRound {
  readonly #work: UnitOfWork
  readonly #organizationId: number
  readonly #options: ClaimOptions
  readonly #claimed: Claimed[] = []
  #wakeAtMs: number | null = null
  /** In this round somebody was found who asked not to be called. */
  #dismissed = false

  constructor(work: UnitOfWork, organizationId: number, options: ClaimOptions) {
    this.#work = work
    this.#organizationId = organizationId
    this.#options = options
  }

  async run(): Promise<ClaimResult> {
    const organization = this.#work.organizations.get(this.#organizationId)
    if (!organization) return { claimed: [], wakeAtMs: null }
    let candidates = [...this.#work.campaigns.values()].filter(
      (campaign) => campaign.organizationId === this.#organizationId && this.#mayDial(campaign),
    )
    // A campaign that has fewer people due than its share leaves the rest to the others: hence the rounds.
    for (let round = 0; candidates.length > 0; round++) {
      const share = shareSlots(candidates.map(claimantOf), slotsLeft(organization), this.#tokens(candidates))
      if (round > 0 && share.size > 0) await this.#work.write()
      const stillHungry: CampaignRow[] = []
      for (const campaign of candidates) {
        const wanted = share.get(campaign.id) ?? 0
        const got = wanted === 0 ? 0 : await this.#claim(campaign, wanted)
        if (got === wanted && pendingOf(campaign) > 0) stillHungry.push(campaign)
        else if (got < wanted) this.#wakeAt(await this.#work.tx.nextRetryAt(campaign.id))
      }
      const all = stillHungry.length === candidates.length
      candidates = stillHungry
      // Whoever was dismissed left a slot behind.
      if (all && !this.#dismissed) break
      this.#dismissed = false
    }
    if (slotsLeft(organization) > 0) {
      // Slots and people are there: only the pace holds them back.
      for (const campaign of candidates) {
        if (claimantOf(campaign).room > 0) this.#wakeAt(nextDialAt(this.#configurationOf(campaign), this.#work.nowMs))
      }
    }
    return { claimed: this.#claimed, wakeAtMs: this.#wakeAtMs }
  }

  #mayDial(campaign: CampaignRow): boolean {
    const { nowMs } = this.#work
    const window = rememberedWindow(this.#options.windows, campaign.schedule, nowMs)
    if (campaign.state === 'running') {
      this.#wakeAt(window.changesAtMs)
      this.#sayWindow(campaign, window)
    }
    const configuration = this.#work.configurations.get(campaign.configurationId ?? -1) ?? null
    const because = campaignHindrances({ campaign, configuration }, nowMs, window)
    for (const { untilMs } of because) this.#wakeAt(untilMs)
    return because.length === 0 && pendingOf(campaign) > 0
  }

  #sayWindow(campaign: CampaignRow, window: WindowState): void {
    const now = window.open ? 'open' : 'closed'
    // The first time only a closed window is worth a word.
    if (campaign.windowSaid === now || (campaign.windowSaid === null && window.open)) return
    this.#work.changeCampaign(campaign.id, (row) => {
      row.windowSaid = now
    })
    const until = window.changesAtMs === null ? null : new Date(window.changesAtMs).toISOString()
    const message = window.open ? 'Calling hours have begun.' : 'Outside calling hours; no new calls.'
    this.#work.log(campaign, 'info', `window_${window.open ? 'opened' : 'closed'}`, message, { until })
  }

  #tokens(campaigns: readonly CampaignRow[]): Map<number, number> {
    const configurations = campaigns.map((campaign) => this.#configurationOf(campaign))
    return new Map(configurations.map((one) => [one.id, dialsLeft(one, this.#work.nowMs)]))
  }

  #configurationOf(campaign: CampaignRow): ConfigurationRow {
    return this.#work.configurations.get(campaign.configurationId as number) as ConfigurationRow
  }

  async #claim(campaign: CampaignRow, wanted: number): Promise<number> {
    const { tx, nowMs } = this.#work
    const due = await tx.takeDue(campaign.id, nowMs, wanted)
    if (due.length === 0) return 0
    for (const contact of due) if (contact.suppressed) this.#dismiss(campaign, contact)
    const contacts = due.filter((contact) => !contact.suppressed)
    const configuration = this.#configurationOf(campaign)
    if (contacts.length > 0) await this.#take(campaign, configuration, contacts)
    return due.length
  }

  /** Whoever asked not to be called is finished here, without a dial: nothing queued, nothing executed. */
  #dismiss(campaign: CampaignRow, contact: ContactRow): void {
    const { nowMs } = this.#work
    this.#dismissed = true
    this.#work.changeContact({ id: contact.id, kind: 'done', dials: contact.dials, outcome: 'canceled', nowMs })
    this.#work.changeCampaign(campaign.id, (row) => {
      countFinished(row, 'canceled', contact.dials)
      row.failedRows++
      row.totalQueuedCount--
    })
    this.#work.event({
      organizationId: this.#organizationId,
      type: 'contact_suppressed',
      campaignId: campaign.id,
      contactId: contact.id,
      callId: null,
      data: { reason: 'asked not to be called' },
    })
  }

  async #take(campaign: CampaignRow, configuration: ConfigurationRow, contacts: readonly ContactRow[]): Promise<void> {
    const { tx, nowMs } = this.#work
    const numbers = await tx.callerNumbers(configuration.id)
    const usedNow = new Map<number, number>()
    const calls = contacts.map((contact) => {
      const caller = chooseCaller(numbers, contact.callerNumberId, usedNow)
      return this.#newCall(campaign, configuration, contact, caller)
    })
    const ids = await tx.insertCalls(calls)
    if (usedNow.size > 0) await tx.markNumbersUsed([...usedNow.keys()], nowMs)
    calls.forEach((call, index) => {
      this.#work.changeContact({ id: call.contactId, kind: 'in_call', callerNumberId: call.callerNumberId })
      this.#claimed.push(claimedFrom(ids[index] as number, call, configuration, this.#options.decidedAtMs))
    })
    this.#work.changeOrganization(this.#organizationId, (row) => {
      row.liveCalls += calls.length
    })
    this.#work.changeCampaign(campaign.id, (row) => {
      row.liveCalls += calls.length
      row.lastClaimedAtMs = nowMs
    })
    this.#work.changeConfiguration(configuration.id, (row) => {
      row.pacedUntilMs = spend(paceOf(row.callsPerSecond), row.pacedUntilMs ?? 0, nowMs, calls.length)
    })
  }

  #newCall(
    campaign: CampaignRow,
    configuration: ConfigurationRow,
    contact: ContactRow,
    caller: CallerNumber | null,
  ): NewCall {
    const { nowMs } = this.#work
    return {
      organizationId: this.#organizationId,
      campaignId: campaign.id,
      contactId: contact.id,
      attempt: contact.dials + 1,
      workflowId: campaign.workflowId,
      definitionId: campaign.definitionId as number,
      configurationId: configuration.id,
      provider: configuration.provider,
      phoneNumber: contact.phoneNumber,
      addressType: contact.addressType,
      callerNumber: caller?.address ?? null,
      callerNumberId: caller?.id ?? null,
      nodeId: this.#options.nodeId,
      claimedAtMs: nowMs,
      deadlineAtMs: deadlineOf(nowMs, configuration),
    }
  }

  #wakeAt(moment: number | null): void {
    if (moment !== null && (this.#wakeAtMs === null || moment < this.#wakeAtMs)) this.#wakeAtMs = moment
  }
}

function claimantOf(campaign: CampaignRow): Claimant {
  return {
    id: campaign.id,
    liveCalls: campaign.liveCalls,
    room: Math.min(slotsLeft(campaign), pendingOf(campaign), CLAIM_BATCH),
    lastClaimedAtMs: campaign.lastClaimedAtMs ?? 0,
    configurationId: campaign.configurationId as number,
  }
}

function pendingOf(campaign: CampaignRow): number {
  return campaign.totalRows - campaign.processedRows - campaign.liveCalls
}
