/** The route of a campaign in one claim: through which configuration each contact is called. */
import type { ClaimNumbers } from './claim-numbers.ts'
import { lacksPrice, NO_ROUTE } from './rules/may-dial.ts'
import {
  chooseStep,
  configurationsOf,
  type Route,
  type RouteTaken,
  type StepFacts,
  type StepNow,
  stepNow,
} from './rules/route.ts'
import type { CampaignRow, ConfigurationRow, ContactRow } from './store.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/**
 * How long a contact waits if its configurations have no caller ID left, or no prices although a spend limit is set; shorter if
 * a daily limit ends earlier.
 */
const ROUTE_LOOK_MS = 60_000

/** The due contacts that are called through one configuration. */
export interface Branch {
  configuration: ConfigurationRow
  /** Contacts that are due and not on the do-not-call list. */
  people: ContactRow[]
}

/** A contact without a usable configuration. */
export interface Unrouted {
  contact: ContactRow
  rule: string
  untilMs: number | null
}

export class ClaimRoutes {
  readonly #work: UnitOfWork
  readonly #organizationId: number
  readonly #numbers: ClaimNumbers
  /** The configuration through which each contact of a campaign with a route is called. */
  readonly #taken = new Map<number, RouteTaken>()

  constructor(work: UnitOfWork, organizationId: number, numbers: ClaimNumbers) {
    this.#work = work
    this.#organizationId = organizationId
    this.#numbers = numbers
  }

  /** Undefined: the contact's campaign has no route. */
  takenBy(contactId: number): RouteTaken | undefined {
    return this.#taken.get(contactId)
  }

  /**
   * `configuration`: the one that rings longest, which decides about hours. `next`: the one that can be used first, which
   * decides whether the campaign as a whole must wait. Both are the same without a route.
   */
  configurationsOf(campaign: CampaignRow): { configuration: ConfigurationRow | null; next: ConfigurationRow | null } {
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

  /** Splits the contacts by configuration. */
  split(
    campaign: CampaignRow,
    configuration: ConfigurationRow,
    people: ContactRow[],
  ): { branches: Branch[]; unrouted: Unrouted[] } {
    const { route } = campaign
    if (!route) return { branches: [{ configuration, people }], unrouted: [] }
    const states = new Map<number, StepNow>()
    const stateOf = (id: number): StepNow => {
      const known = states.get(id) ?? this.#stepNow(campaign, route, id)
      states.set(id, known)
      return known
    }
    const branches = new Map<number, Branch>()
    const unrouted: Unrouted[] = []
    for (const contact of people) {
      const choice = chooseStep(route, contact.phoneNumber, stateOf)
      if (choice.kind === 'none') {
        const lookMs = choice.because === NO_ROUTE ? null : this.#work.nowMs + ROUTE_LOOK_MS
        unrouted.push({ contact, rule: choice.because, untilMs: choice.untilMs ?? lookMs })
        continue
      }
      const { configurationId, taken } = choice
      const through = this.#work.configurations.get(configurationId) as ConfigurationRow
      const branch = branches.get(configurationId) ?? { configuration: through, people: [] }
      branches.set(configurationId, branch)
      branch.people.push(contact)
      this.#taken.set(contact.id, taken)
    }
    return { branches: [...branches.values()], unrouted }
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
      numbersLeft: this.#numbers.left(campaign, configuration),
      numbersUntilMs: this.#numbers.lookAtMs(),
      lacksPrice: lacksPrice({ campaign, configuration, organization }, nowMs),
    }
  }
}
