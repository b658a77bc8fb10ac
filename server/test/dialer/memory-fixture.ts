import { CampaignsRoom } from '../../simulation/campaigns-room.ts'
import { DatabaseLink } from '../../simulation/database-link.ts'
import { DatabaseServer } from '../../simulation/database-server.ts'
import { Facts } from '../../simulation/facts.ts'
import { MemoryCampaigns } from '../../simulation/memory-campaigns.ts'
import { storePolicy } from '../../simulation/memory-policies.ts'
import { newCampaignRow } from '../../simulation/memory-rows.ts'
import { MemoryDialerStore } from '../../simulation/memory-store.ts'
import { type MemoryContact, suppressionKey } from '../../simulation/memory-tables.ts'
import { NodeGate } from '../../simulation/node-gate.ts'
import { readZoneSet } from '../../src/addresses/rules/zones-of-contact.ts'
import { type Clock, systemClock } from '../../src/kernel/clock.ts'
import { seededRng } from '../../src/kernel/rng.ts'
import { policyInput } from '../../src/policies/rules/policy.ts'
import { BREAKER, campaignFigures, RETRY, type SeenContact, type StoreFixture } from './store-fixture.ts'

/** Far from the ids that the fixture gives out. */
const FIRST_COPY_ID = 5000

export async function memoryFixture(): Promise<StoreFixture> {
  const store = new MemoryDialerStore(() => Date.now())
  const { tables } = store
  let lastId = 0
  return {
    store,
    campaigns: () => campaignsOver(store, systemClock),
    async addOrganization(maxConcurrency) {
      const id = ++lastId
      tables.organizations.set(id, { id, maxConcurrency, liveCalls: 0, policyVersion: 0 })
      return id
    },
    async addConfiguration(organizationId, callsPerSecond, account) {
      const id = ++lastId
      tables.configurations.set(id, {
        id,
        provider: 'simulator',
        callsPerSecond,
        ringTimeoutSeconds: 30,
        maxCallSeconds: 1800,
        pacedUntilMs: null,
        account: { key: `${organizationId}/${account ?? id}`, callsPerSecond, pacedUntilMs: null },
        backoffUntilMs: null,
        backoffs: 0,
        failing: null,
      })
      return id
    },
    async addCampaign(organizationId, configurationId, state) {
      const id = ++lastId
      const settings = { maxConcurrency: 10, retry: RETRY, schedule: null, breaker: BREAKER }
      const made = { organizationId, configurationId, name: `campaign ${id}`, state }
      tables.campaigns.set(id, newCampaignRow(id, { ...made, ...settings, ...campaignFigures(100) }))
      return id
    },
    async setRoute(campaignId, configurationIds) {
      const row = tables.campaigns.get(campaignId)
      const steps = configurationIds.map((configurationId) => ({ configurationId, prefixes: [] }))
      if (row) tables.campaigns.set(campaignId, { ...row, route: { steps, stops: {} } })
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
    async addNumber(organizationId, configurationId, number) {
      const id = ++lastId
      const own = { id, organizationId, configurationId, lastUsedAtMs: null }
      tables.numbers.set(id, { isDefault: false, isActive: true, ...number, ...own })
      return id
    },
    async suppress(organizationId, phoneNumber) {
      tables.suppressions.add(suppressionKey(organizationId, phoneNumber))
    },
    async contact(id) {
      const row = tables.contacts.get(id)
      if (!row) throw new Error(`no contact ${id}`)
      return seen(row)
    },
    contactsOf: async (campaignId) =>
      [...tables.contacts.of(campaignId).values()].map((row) => ({ phoneNumber: row.phoneNumber, ...seen(row) })),
    minutes: async (organizationId) =>
      [...tables.minutes.values()]
        .filter((row) => row.organizationId === organizationId)
        .map(({ minuteMs, campaignId, direction, outcome, calls, seconds }) => {
          return { minuteMs, campaignId, direction, outcome, calls, seconds }
        })
        .sort((a, b) => a.minuteMs - b.minuteMs || a.outcome.localeCompare(b.outcome)),
    breakerRows: async (campaignId) =>
      [...tables.breakerSeconds.values()].filter((row) => row.campaignId === campaignId).length,
    callCount: async () => tables.calls.size,
    logEvents: async (campaignId) =>
      tables.logs.filter((entry) => entry.campaignId === campaignId).map((entry) => entry.event),
    async setPolicy(organizationId, campaignId, given) {
      storePolicy(tables, organizationId, campaignId, policyInput.parse(given))
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
    async isPerson(contactId, personId) {
      const contact = tables.contacts.get(contactId)
      if (contact) tables.contacts.set(contactId, { ...contact, personId })
    },
    heldBy: async (contactId) => tables.contacts.get(contactId)?.heldBy ?? null,
    ledger: async (organizationId) => [...(tables.ledger.get(organizationId) ?? [])],
    eventTypes: async (organizationId) =>
      tables.events.filter((entry) => entry.organizationId === organizationId).map((entry) => entry.type),
  }
}

function seen({ state, dials, outcome, nextAttemptAtMs, callerNumberId, finishedAtMs }: MemoryContact): SeenContact {
  return { state, dials, outcome, nextAttemptAtMs, callerNumberId, finishedAtMs }
}

/** As a simulated node reaches it, over a network on which nothing goes wrong. */
export function campaignsOver(store: MemoryDialerStore, time: Clock): MemoryCampaigns {
  const { tables } = store
  const rng = seededRng(1)
  const server = new DatabaseServer(store, time)
  const gate = new NodeGate(time, rng)
  const link = new DatabaseLink({ server, time, gate, rng, isCutOff: () => false })
  const room = new CampaignsRoom(
    tables,
    new Facts(),
    () => time.now(),
    () => time.now(),
    FIRST_COPY_ID,
  )
  return new MemoryCampaigns({ link, tables, room, committed: () => {} })
}
