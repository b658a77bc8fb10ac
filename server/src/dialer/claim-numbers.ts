/** The numbers that contacts see, in one claim: how many dials their limits still allow, and which contact sees which. */
import type { ClaimArms } from './claim-arms.ts'
import {
  type CallerNumber,
  type ChosenCaller,
  chooseCaller,
  dailyLimitsResetAt,
  dayStartOf,
  dialsLeftOf,
  dialsLeftOfNumbers,
  numbersOfPool,
} from './rules/choose-caller.ts'
import type { Arm } from './rules/experiment.ts'
import type { CampaignRow, ConfigurationRow, ContactRow } from './store.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Polling interval for numbers at their limit; shorter if a daily limit ends earlier. */
const NUMBERS_LOOK_MS = 60_000
/** The same for contacts that were set aside because of numbers at their limit: a claim that can show a number makes them due. */
const SET_ASIDE_LOOK_MS = 15 * 60_000

export class ClaimNumbers {
  readonly #work: UnitOfWork
  readonly #organizationId: number
  readonly #arms: ClaimArms

  constructor(work: UnitOfWork, organizationId: number, arms: ClaimArms) {
    this.#work = work
    this.#organizationId = organizationId
    this.#arms = arms
  }

  /** Dials that the limits of all numbers of the configuration allow. */
  leftOfAll(configuration: ConfigurationRow): number {
    return dialsLeftOfNumbers(this.#of(configuration))
  }

  /** Dials that the limits of the numbers allow which the campaign may show. */
  left({ callerPool }: CampaignRow, configuration: ConfigurationRow): number {
    return dialsLeftOfNumbers(this.#of(configuration), callerPool)
  }

  /** When the daily limits begin again. */
  resetAtMs(): number {
    return dailyLimitsResetAt(this.#work.nowMs, this.#work.organizations.get(this.#organizationId)?.timeZone)
  }

  /** When numbers at their limit are looked at again. */
  lookAtMs(): number {
    return Math.min(this.resetAtMs(), this.#work.nowMs + NUMBERS_LOOK_MS)
  }

  /** When contacts that are set aside because of numbers at their limit are looked at again at the latest. */
  setAsideUntilMs(): number {
    return Math.min(this.resetAtMs(), this.#work.nowMs + SET_ASIDE_LOOK_MS)
  }

  /** Whether the number of the contact's arm can be shown once more; `shown` counts the contacts before it. */
  canShow(arm: Arm | null, configuration: ConfigurationRow, shown: Map<number, number>): boolean {
    const id = arm?.phone_number_id
    if (id === undefined) return true
    const number = this.#of(configuration).find((one) => one.id === id)
    const times = shown.get(id) ?? 0
    if (!number || (dialsLeftOf(number) ?? Number.POSITIVE_INFINITY) <= times) return false
    shown.set(id, times + 1)
    return true
  }

  /** The number that each contact sees. Arms with their own number come first, so that other contacts do not use it up. */
  choose(
    campaign: CampaignRow,
    configuration: ConfigurationRow,
    contacts: readonly ContactRow[],
    usedNow: Map<number, number>,
  ): Map<number, ChosenCaller | null> {
    const all = this.#of(configuration)
    const numbers = numbersOfPool(all, campaign.callerPool)
    const rotation = campaign.callerPool?.rotation ?? 'sticky'
    const callers = new Map<number, ChosenCaller | null>()
    for (const contact of campaign.experiment ? contacts : []) {
      const id = this.#arms.of(campaign, contact)?.phone_number_id
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

  async markUsed(usedNow: ReadonlyMap<number, number>): Promise<void> {
    const { tx, nowMs, organizations } = this.#work
    const used = [...usedNow].flatMap(([id, times]) => Array<number>(times).fill(id))
    if (used.length > 0)
      await tx.markNumbersUsed(used, nowMs, dayStartOf(organizations.get(this.#organizationId) ?? {}, nowMs))
  }

  #of({ id }: ConfigurationRow): CallerNumber[] {
    return this.#work.numbers.get(id) ?? []
  }
}
