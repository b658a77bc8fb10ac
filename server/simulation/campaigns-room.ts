/** Fills the tables, and keeps the facts in step with what is ordered of campaigns; what its neighbours do stands here whole. */
import { canonicalNumber } from '../src/addresses/rules/canonical-number.ts'
import { readZoneSet, zoneSetName, zonesOfContact } from '../src/addresses/rules/zones-of-contact.ts'
import type { StoredPrices } from '../src/costs/rules/prices.ts'
import { numbersOfPool } from '../src/dialer/rules/choose-caller.ts'
import { configurationsOf } from '../src/dialer/rules/route.ts'
import { ValidationError } from '../src/kernel/errors.ts'
import { type Policy, policyInput } from '../src/policies/rules/policy.ts'
import { policyFaults } from '../src/policies/set-policy.ts'
import { consentsOfPerson, conversationsBefore } from './drawn-rules.ts'
import { type Facts, History } from './facts.ts'
import { applyPolicyChange, storePolicy } from './memory-policies.ts'
import { newCampaignRow } from './memory-rows.ts'
import { type MemoryContact, type MemoryTables, suppressionKey } from './memory-tables.ts'
import { type DrawnCampaign, type DrawnConfiguration, numbersOfPerson, type Weather } from './weather.ts'

/** Everything costs something, and nothing is limited: limits would only make the days shorter. */
const NOTHING_SPENT = {
  currency: 'EUR',
  timeZone: 'UTC',
  maxPerDay: null,
  spentOn: null,
  spentToday: 0,
  callsToday: 0,
}

const PRICES: StoredPrices = {
  currency: 'EUR',
  perMinute: 20_000,
  perCall: 0,
  firstSeconds: 60,
  stepSeconds: 60,
  inbound: null,
  prefixes: [],
  asksCarrier: false,
}

const CONTACT_STEP = 1000

/** Number of different persons per place, in lists that repeat persons often. */
const PERSONS_OF_PLACE = 3

export class CampaignsRoom {
  readonly #tables: MemoryTables
  readonly #facts: Facts
  readonly #now: () => number
  readonly #elapsedMs: () => number
  #lastId: number

  constructor(tables: MemoryTables, facts: Facts, now: () => number, elapsedMs: () => number, lastId = 0) {
    this.#tables = tables
    this.#facts = facts
    this.#now = now
    this.#elapsedMs = elapsedMs
    this.#lastId = lastId
  }

  fill(weather: Weather): void {
    for (const drawn of weather.organizations) {
      const organizationId = ++this.#lastId
      this.#tables.organizations.set(organizationId, {
        id: organizationId,
        maxConcurrency: drawn.maxConcurrency,
        liveCalls: 0,
        policyVersion: 0,
        spending: { ...NOTHING_SPENT },
      })
      if (drawn.policy) this.setPolicy(organizationId, null, policyInput.parse(drawn.policy))
      remember(this.#facts.organizationCaps, organizationId, this.#elapsedMs(), drawn.maxConcurrency)
      const configurationIds = drawn.configurations.map((configuration) => {
        const id = ++this.#lastId
        this.#addConfiguration(organizationId, id, configuration)
        return id
      })
      for (const number of drawn.campaigns.flatMap(({ contacts }) => contacts).flatMap(numbersOfPerson)) {
        this.#tables.consents.set(
          `${organizationId} ${canonicalNumber(number)}`,
          consentsOfPerson(number, weather.startMs),
        )
      }
      if (drawn.policy) this.#rememberConversations(organizationId, drawn.campaigns, weather.startMs)
      for (const campaign of drawn.campaigns) {
        const id = ++this.#lastId
        this.#addCampaign(id, organizationId, configurationIds[campaign.configuration] as number, campaign)
        this.#addRoute(id, configurationIds, campaign.route)
        this.#addPool(id, campaign.pool)
        this.#addExperiment(id, campaign.experiment)
      }
    }
  }

  /** Where retries wait for hours in which people were reached, some people were reached weeks ago. */
  #rememberConversations(organizationId: number, campaigns: readonly DrawnCampaign[], startMs: number): void {
    if (!campaigns.some(({ retry }) => retry.prefer_reached_hours)) return
    const numbers = new Set(
      campaigns
        .flatMap(({ contacts }) => contacts)
        .flatMap(numbersOfPerson)
        .map(canonicalNumber),
    )
    for (const phoneNumber of numbers) {
      const talkedMs = conversationsBefore(phoneNumber, startMs)
      this.#facts.talkedBeforeMs.set(`${organizationId} ${phoneNumber}`, talkedMs)
      for (const atMs of talkedMs) this.#rememberConversation(organizationId, phoneNumber, atMs)
    }
  }

  /** The call itself is gone: only its time is still known. */
  #rememberConversation(organizationId: number, phoneNumber: string, atMs: number): void {
    const callId = -++this.#lastId
    const call = { callId, organizationId, phoneNumber, atMs, policyVersion: '0', refused: false, inbound: false }
    this.#tables.attempts.set(callId, { ...call, what: 'conversation', personId: null })
  }

  #addConfiguration(organizationId: number, id: number, drawn: DrawnConfiguration): void {
    const { callsPerSecond, ringTimeoutSeconds, maxCallSeconds } = drawn
    const account = `${organizationId}/${drawn.account ?? id}`
    this.#tables.configurations.set(id, {
      id,
      provider: drawn.lookUp,
      callsPerSecond,
      ringTimeoutSeconds,
      maxCallSeconds,
      pacedUntilMs: null,
      account: { key: account, callsPerSecond, pacedUntilMs: null },
      backoffUntilMs: null,
      backoffs: 0,
      failing: null,
      priceVersion: 1,
    })
    this.#tables.prices.set(id, PRICES)
    this.#facts.callsPerSecond.set(id, callsPerSecond)
    this.#facts.accounts.set(id, account)
    for (let index = 0; index < drawn.numbers; index++) {
      const numberId = id * 10 + index
      this.#tables.numbers.set(numberId, {
        id: numberId,
        organizationId,
        configurationId: id,
        address: `+1999${numberId}`,
        isDefault: drawn.hasDefaultNumber && index === 0,
        isActive: true,
        lastUsedAtMs: null,
      })
    }
  }

  #addCampaign(
    id: number,
    organizationId: number,
    configurationId: number,
    drawn: Weather['organizations'][number]['campaigns'][number],
  ): void {
    const { contacts, maxConcurrency, retry, schedule, breaker } = drawn
    const settings = { maxConcurrency, retry, schedule, breaker, totalRows: contacts.length }
    this.#tables.campaigns.set(
      id,
      newCampaignRow(id, { organizationId, name: `campaign ${id}`, configurationId, ...settings }),
    )
    this.edited(id)
    const rows = new Map<number, number>()
    const people = contacts.map((phoneNumber) => {
      const all = drawn.severalNumbers ? numbersOfPerson(phoneNumber) : [phoneNumber]
      const personId = drawn.namesPersons ? { personId: this.#personAt(phoneNumber, rows, drawn.namesPersons) } : {}
      return { phoneNumber, ...personId, ...(all.length > 1 ? { numbers: { all, passed: {} } } : {}) }
    })
    this.enqueue({ id, organizationId, configurationId }, people)
  }

  /**
   * The rows of a person are in the same place, so that they can be called at the same hours; all lists of an organization have the
   * same persons. `rows` counts the rows before, by place.
   */
  #personAt(phoneNumber: string, rows: Map<number, number>, how: DrawnCampaign['namesPersons']): string {
    const place = this.#zonesOf(phoneNumber)
    const row = rows.get(place) ?? 0
    rows.set(place, row + 1)
    return `${place} ${how === 'few' ? row % PERSONS_OF_PLACE : Math.floor(row / 2)}`
  }

  #addRoute(id: number, configurationIds: readonly number[], drawn: DrawnCampaign['route']): void {
    const row = this.#tables.campaigns.get(id)
    if (!row || !drawn) return
    const steps = drawn.map(({ configuration, prefixes }) => ({
      configurationId: configurationIds[configuration] as number,
      prefixes,
    }))
    this.#tables.campaigns.set(id, { ...row, route: { steps, stops: {} } })
  }

  #addPool(id: number, drawn: DrawnCampaign['pool']): void {
    const row = this.#tables.campaigns.get(id)
    if (!row || !drawn) return
    const { rotation, first } = drawn
    const numbers = [...this.#tables.numbers.values()]
    const chosen = configurationsOf(row).flatMap((configurationId) =>
      numbers.filter((number) => number.configurationId === configurationId).slice(0, first),
    )
    const phone_number_ids = chosen.map((number) => number.id)
    this.#tables.campaigns.set(id, { ...row, callerPool: { rotation, ...(first ? { phone_number_ids } : {}) } })
  }

  #addExperiment(id: number, drawn: DrawnCampaign['experiment']): void {
    const row = this.#tables.campaigns.get(id)
    if (!row || !drawn) return
    const numbers = [...this.#tables.numbers.values()].filter((one) => one.configurationId === row.configurationId)
    const arms = drawn.map(({ share, version, number, hours, isNotCalled }, index) => {
      const shown = number === undefined ? undefined : numbers[number]
      return {
        name: `arm ${index}`,
        share,
        ...(version === undefined ? {} : { workflow_version_number: version, definition_id: version }),
        ...(shown ? { phone_number_id: shown.id } : {}),
        ...(hours ? { hours } : {}),
        ...(isNotCalled ? { not_called: true as const } : {}),
      }
    })
    const goal = { outcomes: ['answered'], dispositions: [] }
    this.#tables.campaigns.set(id, { ...row, experiment: { name: 'experiment', arms, goal } })
  }

  /** The people of a list become the campaign's queue. */
  enqueue(
    campaign: { id: number; organizationId: number; configurationId: number },
    people: ReadonlyArray<Pick<MemoryContact, 'phoneNumber' | 'numbers' | 'personId'>>,
  ): void {
    const { id: campaignId, organizationId, configurationId } = campaign
    people.forEach(({ phoneNumber, numbers, personId }, index) => {
      const contactId = campaignId * CONTACT_STEP + index
      this.#tables.contacts.set(contactId, {
        id: contactId,
        organizationId,
        campaignId,
        phoneNumber,
        ...(numbers ? { numbers } : {}),
        ...(personId ? { personId } : {}),
        addressType: 'pstn',
        state: 'pending',
        nextAttemptAtMs: null,
        dials: 0,
        outcome: null,
        callerNumberId: null,
        finishedAtMs: null,
        zonesId: this.#zonesOf(phoneNumber),
      })
      const all = numbers?.all ?? [phoneNumber]
      const person = { contactId, campaignId, organizationId, configurationId, phoneNumber, all }
      this.#facts.people.set(contactId, { ...person, ...(personId ? { personId } : {}) })
    })
  }

  nextId(): number {
    return ++this.#lastId
  }

  readonly #zoneIds = new Map<string, number>()

  #zonesOf(phoneNumber: string): number {
    const name = zoneSetName(zonesOfContact(phoneNumber, {}))
    const id = this.#zoneIds.get(name) ?? this.#zoneIds.size + 1
    this.#zoneIds.set(name, id)
    this.#tables.zoneSets.set(id, readZoneSet(name))
    return id
  }

  started(id: number): void {
    this.#facts.held.delete(id)
  }

  paused(id: number): void {
    this.#facts.pauseReasons.set(id, 'operator')
  }

  /** Its limits are new, or other ones. */
  edited(id: number): void {
    const campaign = this.#tables.campaigns.get(id)
    if (!campaign) return
    remember(this.#facts.campaignCaps, id, this.#elapsedMs(), campaign.maxConcurrency)
    remember(this.#facts.retries, id, this.#elapsedMs(), campaign.retry)
  }

  limitOrganization(id: number, maxConcurrency: number): void {
    const organization = this.#tables.organizations.get(id)
    if (!organization) return
    this.#tables.organizations.set(id, { ...organization, maxConcurrency })
    remember(this.#facts.organizationCaps, id, this.#elapsedMs(), maxConcurrency)
  }

  /** Refuses what the product refuses. Of the organization if the campaign is null. */
  requirePolicy(organizationId: number, campaignId: number | null, policy: Policy): void {
    const stored = campaignId === null ? null : this.#tables.policies.get(organizationId)?.organization
    const faults = policyFaults(stored?.policy ?? null, policy, [], this.#now())
    if (faults.length > 0) throw new ValidationError(faults)
  }

  setPolicy(organizationId: number, campaignId: number | null, policy: Policy): void {
    const before = this.#facts.rules.get(organizationId) ?? { organization: null, campaigns: new Map() }
    const campaigns = new Map(before.campaigns)
    if (campaignId !== null) campaigns.set(campaignId, policy)
    this.#facts.rules.set(organizationId, {
      sinceMs: this.#elapsedMs(),
      organization: campaignId === null ? policy : before.organization,
      campaigns,
    })
    storePolicy(this.#tables, organizationId, campaignId, policy)
    applyPolicyChange(this.#tables, organizationId, this.#now())
  }

  /** The person takes back every consent. */
  revokeConsent(organizationId: number, phoneNumber: string): void {
    const key = `${organizationId} ${canonicalNumber(phoneNumber)}`
    const said = this.#tables.consents.get(key) ?? []
    const revoked = {
      id: this.nextId(),
      kind: 'revoked',
      atMs: this.#now(),
      expiresMs: null,
      source: 'a letter',
    } as const
    this.#tables.consents.set(key, [...said, revoked])
  }

  suppress(organizationId: number, phoneNumber: string): void {
    const key = suppressionKey(organizationId, phoneNumber)
    this.#tables.suppressions.add(key)
    if (!this.#facts.suppressedAtMs.has(key)) this.#facts.suppressedAtMs.set(key, this.#elapsedMs())
  }

  /** Refused by the operator's own care if a campaign would be left without a number that it may show. */
  removeNumber(id: number): void {
    const left = [...this.#tables.numbers.values()].filter((number) => number.id !== id)
    const isNeeded = [...this.#tables.campaigns.values()].some(
      (row) =>
        row.experiment?.arms.some((arm) => arm.phone_number_id === id) ||
        (row.callerPool?.phone_number_ids?.includes(id) &&
          configurationsOf(row).some((configurationId) => {
            const own = left.filter((number) => number.configurationId === configurationId)
            return numbersOfPool(own, row.callerPool).length === 0
          })),
    )
    if (!isNeeded) this.#tables.numbers.delete(id)
  }
}

function remember<T>(histories: Map<number, History<T>>, id: number, atMs: number, value: T): void {
  const history = histories.get(id) ?? new History<T>()
  history.set(atMs, value)
  histories.set(id, history)
}
