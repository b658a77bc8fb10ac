import { MemoryDialerStore } from '../../simulation/memory-store.ts'
import { suppressionKey } from '../../simulation/memory-tables.ts'
import { readZoneSet } from '../../src/addresses/rules/zones-of-contact.ts'
import { policyInput } from '../../src/policies/rules/policy.ts'
import { BREAKER, campaignFigures, RETRY, type StoreFixture } from './store-fixture.ts'

export async function memoryFixture(): Promise<StoreFixture> {
  const store = new MemoryDialerStore(() => Date.now())
  const { tables } = store
  let lastId = 0
  return {
    store,
    async addOrganization(maxConcurrency) {
      const id = ++lastId
      tables.organizations.set(id, { id, maxConcurrency, liveCalls: 0, policyVersion: 0 })
      return id
    },
    async addConfiguration(_organizationId, callsPerSecond) {
      const id = ++lastId
      tables.configurations.set(id, {
        id,
        provider: 'simulator',
        callsPerSecond,
        ringTimeoutSeconds: 30,
        maxCallSeconds: 1800,
        pacedUntilMs: null,
        backoffUntilMs: null,
        backoffs: 0,
      })
      return id
    },
    async addCampaign(organizationId, configurationId, state) {
      const id = ++lastId
      tables.campaigns.set(id, {
        id,
        organizationId,
        name: `campaign ${id}`,
        state,
        workflowId: 1,
        definitionId: 1,
        configurationId,
        maxConcurrency: 10,
        retry: RETRY,
        schedule: null,
        breaker: BREAKER,
        ...campaignFigures(100),
        processedRows: 0,
        outcomes: {},
        attempts: {},
        failedRows: 0,
        executedCount: 0,
        liveCalls: 0,
        nextDueAtMs: null,
        windowSaid: null,
        lastClaimedAtMs: null,
        completedAtMs: null,
      })
      return id
    },
    async addContact(organizationId, contact) {
      const id = ++lastId
      tables.contacts.set(id, {
        nextAttemptAtMs: null,
        dials: 0,
        callerNumberId: null,
        ...contact,
        id,
        organizationId,
        addressType: 'pstn',
        state: 'pending',
        outcome: null,
        finishedAtMs: null,
      })
      return id
    },
    async addNumber(_organizationId, configurationId, number) {
      const id = ++lastId
      tables.numbers.set(id, { isDefault: false, isActive: true, ...number, id, configurationId, lastUsedAtMs: null })
      return id
    },
    async suppress(organizationId, phoneNumber) {
      tables.suppressions.add(suppressionKey(organizationId, phoneNumber))
    },
    async contact(id) {
      const row = tables.contacts.get(id)
      if (!row) throw new Error(`no contact ${id}`)
      const { state, dials, outcome, nextAttemptAtMs, callerNumberId, finishedAtMs } = row
      return { state, dials, outcome, nextAttemptAtMs, callerNumberId, finishedAtMs }
    },
    minutes: async (organizationId) =>
      [...tables.minutes.values()]
        .filter((row) => row.organizationId === organizationId)
        .map(({ minuteMs, campaignId, direction, outcome, calls, seconds }) => {
          return { minuteMs, campaignId, direction, outcome, calls, seconds }
        })
        .sort((a, b) => a.minuteMs - b.minuteMs || a.outcome.localeCompare(b.outcome)),
    callCount: async () => tables.calls.size,
    logEvents: async (campaignId) =>
      tables.logs.filter((entry) => entry.campaignId === campaignId).map((entry) => entry.event),
    async setPolicy(organizationId, campaignId, given) {
      const policy = policyInput.parse(given)
      const before = tables.policies.get(organizationId) ?? { organization: null, campaigns: new Map() }
      const next = (known: { version: number } | null | undefined) => ({ version: (known?.version ?? 0) + 1, policy })
      tables.policies.set(organizationId, {
        organization: campaignId === null ? next(before.organization) : before.organization,
        campaigns:
          campaignId === null
            ? before.campaigns
            : new Map([...before.campaigns, [campaignId, next(before.campaigns.get(campaignId))]]),
      })
      const row = tables.organizations.get(organizationId)
      if (row) tables.organizations.set(organizationId, { ...row, policyVersion: row.policyVersion + 1 })
    },
    async place(name, contactIds) {
      const id = tables.zoneSets.size + 1
      tables.zoneSets.set(id, readZoneSet(name))
      for (const contactId of contactIds) {
        const contact = tables.contacts.get(contactId)
        if (contact) tables.contacts.set(contactId, { ...contact, zonesId: id })
      }
      return id
    },
    heldBy: async (contactId) => tables.contacts.get(contactId)?.heldBy ?? null,
    ledger: async (organizationId) => [...(tables.ledger.get(organizationId) ?? [])],
    eventTypes: async (organizationId) =>
      tables.events.filter((entry) => entry.organizationId === organizationId).map((entry) => entry.type),
  }
}
