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
import { type CampaignRow, type ConfigurationRow, type ContactRow, NEVER_MS } from './store.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Polling interval for prices that are missing although a spend limit is set: the dialer gets no signal when they are entered. */
const PRICES_LOOK_MS = 60_000

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
  /** Null: not before an operator changes something. */
  untilMs: number | null
}

export interface SplitContacts {
  branches: Branch[]
  /** Contacts whose configurations can be used later. They stay due, unless they keep other contacts from being read. */
  waiting: Unrouted[]
  /** Contacts that no configuration takes, until an operator changes the route or restores one of its configurations. */
  unrouted: Unrouted[]
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
  split(campaign: CampaignRow, configuration: ConfigurationRow, people: ContactRow[]): SplitContacts {
    const { route } = campaign
    if (!route) return { branches: [{ configuration, people }], waiting: [], unrouted: [] }
    const states = new Map<number, StepNow>()
    const stateOf = (id: number): StepNow => {
      const known = states.get(id) ?? this.#stepNow(campaign, route, id)
      states.set(id, known)
      return known
    }
    const branches = new Map<number, Branch>()
    const waiting: Unrouted[] = []
    const unrouted: Unrouted[] = []
    for (const contact of people) {
      const choice = chooseStep(route, contact.phoneNumber, stateOf)
      if (choice.kind === 'none') {
        const { because: rule, untilMs } = choice
        if (rule === NO_ROUTE) unrouted.push({ contact, rule, untilMs })
        else waiting.push({ contact, rule, untilMs: untilMs ?? this.#work.nowMs + PRICES_LOOK_MS })
        continue
      }
      const { configurationId, taken } = choice
      const through = this.#work.configurations.get(configurationId) as ConfigurationRow
      const branch = branches.get(configurationId) ?? { configuration: through, people: [] }
      branches.set(configurationId, branch)
      branch.people.push(contact)
      this.#taken.set(contact.id, taken)
    }
    return { branches: [...branches.values()], waiting, unrouted }
  }

  /** Whether a configuration of the route can be used now, for the numbers that it takes. */
  hasReadyStep(campaign: CampaignRow): boolean {
    return this.#stepsNow(campaign).some(({ state }) => state === 'ready')
  }

  /**
   * Prefixes of the numbers that configurations without a due contact take, which could be used now; null: there is none.
   * `isQueueEmpty`: no contact is due, so that those whose numbers are at their limit count too: the end of a call lets the dialer
   * read only campaigns with due contacts.
   */
  prefixesToFill(campaign: CampaignRow, branches: readonly Branch[], isQueueEmpty: boolean): string[] | null {
    const steps = campaign.route?.steps ?? []
    // Without prefixes, every contact can be called through the configuration that is ready, so none is set aside.
    if (steps.every(({ prefixes }) => prefixes.length === 0)) return null
    const states = new Map(this.#stepsNow(campaign).map(({ configurationId, state }) => [configurationId, state]))
    const busy = new Set(branches.filter(({ people }) => people.length > 0).map(({ configuration: { id } }) => id))
    const open = steps.filter(({ configurationId: id }) => {
      const state = states.get(id)
      return !busy.has(id) && (state === 'ready' || (isQueueEmpty && state === 'number_limits'))
    })
    if (open.length === 0) return null
    return open.some(({ prefixes }) => prefixes.length === 0) ? [] : open.flatMap(({ prefixes }) => prefixes)
  }

  /** When a configuration of the route that cannot be used now may be used again without another event. */
  changesAtMs(campaign: CampaignRow): number {
    const moments = this.#stepsNow(campaign).map(({ state, untilMs }) => {
      // The end of a call starts a claim, so only the daily limits need a time.
      if (state === 'number_limits') return this.#numbers.resetAtMs()
      return state === 'price_missing' ? this.#work.nowMs + PRICES_LOOK_MS : (untilMs ?? NEVER_MS)
    })
    return Math.min(NEVER_MS, ...moments)
  }

  #stepsNow(campaign: CampaignRow): StepNow[] {
    const { route } = campaign
    return route ? configurationsOf(campaign).map((id) => this.#stepNow(campaign, route, id)) : []
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
      numbersUntilMs: this.#numbers.setAsideUntilMs(),
      lacksPrice: lacksPrice({ campaign, configuration, organization }, nowMs),
    }
  }
}
