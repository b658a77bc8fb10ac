/** The arms of an experiment in one claim: how each contact's person is treated, and when. */
import { remembered, type WindowStateCache } from './calling-window-cache.ts'
import { type Arm, type ArmHours, armNow, armWindow } from './rules/experiment.ts'
import type { CampaignRow, ContactRow } from './store.ts'

/** How long a contact waits if no opening of its arm is found within the days that are searched. */
const ARM_LOOK_MS = 60_000

export class ClaimArms {
  readonly #windows: WindowStateCache
  /** The arm of each contact of a campaign with an experiment. */
  readonly #arms = new Map<number, Arm>()

  constructor(windows: WindowStateCache) {
    this.#windows = windows
  }

  /** How the contact's person is treated; null: the campaign has no experiment. */
  of({ id, experiment }: CampaignRow, contact: ContactRow): Arm | null {
    if (!experiment) return null
    const known = this.#arms.get(contact.id) ?? (experiment.arms[armNow(experiment, id, contact)] as Arm)
    this.#arms.set(contact.id, known)
    return known
  }

  /** When the hours of an arm begin in this time zone; null: it is within them. */
  opensAt(hours: ArmHours, zone: string, nowMs: number): number | null {
    const key = `${zone} ${hours.start_time} ${hours.end_time}`
    const window = remembered(this.#windows, key, nowMs, () => armWindow(hours, zone, nowMs))
    return window.open ? null : (window.changesAtMs ?? nowMs + ARM_LOOK_MS)
  }
}
