/** The same campaign in every store, and the ways in which the conformance suite asks about it. */
import type { NumbersOfContact } from '../../src/dialer/rules/numbers-of-contact.ts'
import type {
  CampaignRow,
  ContactChange,
  DialerStore,
  DialerTransaction,
  LiveCall,
  NewCall,
  NewSingleCall,
  OpeningSnapshotRequest,
} from '../../src/dialer/store.ts'
import { memoryFixture } from './memory-fixture.ts'
import { postgresFixture } from './postgres-fixture.ts'
import { newCall, type StoreFixture } from './store-fixture.ts'

export const NOW = 1_800_000_000_000

export const STORES: ReadonlyArray<readonly [string, () => Promise<StoreFixture>]> = [
  ['memory', memoryFixture],
  ['PostgreSQL', () => postgresFixture()],
]

/** A store whose transactions lock these organizations before anything else, unless the test opens them itself. */
export function openedFor(store: DialerStore, organizationIds: readonly number[]): DialerStore {
  const opening = { wait: true, claim: null, campaignIds: [], breakerByMs: NOW, configurationIds: [], callIds: [] }
  const lazily = (tx: DialerTransaction): DialerTransaction => {
    let isOpen = false
    return new Proxy(tx, {
      get(target, name) {
        const method = Reflect.get(target, name, target) as (...values: unknown[]) => Promise<unknown>
        return async (...values: unknown[]) => {
          if (!isOpen && name !== 'open') await target.open({ ...opening, organizationIds })
          isOpen = true
          return method.apply(target, values)
        }
      },
    })
  }
  return new Proxy(store, {
    get(target, name) {
      if (name === 'transaction')
        return <T>(work: (tx: DialerTransaction) => Promise<T>) => target.transaction((tx) => work(lazily(tx)))
      const method = Reflect.get(target, name, target) as (...values: unknown[]) => unknown
      return typeof method === 'function' ? method.bind(target) : method
    },
  })
}

export type StoreWorld = Awaited<ReturnType<typeof openWorld>>

export async function openWorld(openFixture: () => Promise<StoreFixture>) {
  const fixture = await openFixture()
  const organizationId = await fixture.addOrganization(20)
  const store = openedFor(fixture.store, [organizationId])
  const configurationId = await fixture.addConfiguration(organizationId, 7.5)
  const campaignId = await fixture.addCampaign(organizationId, configurationId, 'running')

  const callTo = (contactId: number, more: Partial<NewCall> = {}) =>
    newCall({ organizationId, campaignId, configurationId, contactId, ...more })
  const openingFor = (request: Partial<OpeningSnapshotRequest>): OpeningSnapshotRequest => ({
    organizationIds: [organizationId],
    wait: true,
    claim: null,
    campaignIds: [],
    breakerByMs: NOW,
    configurationIds: [],
    callIds: [],
    ...request,
  })
  const open = (request: Partial<OpeningSnapshotRequest>) => store.transaction((tx) => tx.open(openingFor(request)))
  return {
    fixture,
    store,
    organizationId,
    configurationId,
    campaignId,
    callTo,
    openingFor,
    open,
    addContact: (
      phoneNumber: string,
      more: { nextAttemptAtMs?: number; dials?: number; numbers?: NumbersOfContact } = {},
    ) => fixture.addContact(organizationId, { campaignId, phoneNumber, ...more }),
    insert: (...calls: NewCall[]) => store.transaction((tx) => tx.insertCalls(calls)),
    inbound: (more: Partial<NewSingleCall> = {}): NewSingleCall => {
      const { campaignId: _c, contactId: _t, attempt: _a, ...fields } = callTo(1)
      return { ...fields, direction: 'inbound', inboundId: 'carrier-1', variables: { a: 'b' }, ...more }
    },
    insertOne: (call: NewSingleCall) =>
      openedFor(fixture.store, [call.organizationId]).transaction((tx) => tx.insertSingleCall(call)),
    take: async (limit: number) =>
      (await open({ claim: { byMs: NOW, limit, others: false } })).due.get(campaignId)?.map((contact) => contact.id),
    lockCall: async (id: number): Promise<LiveCall | undefined> => (await open({ callIds: [id] })).calls[0],
    lockCampaign: async (): Promise<CampaignRow> =>
      (await open({ campaignIds: [campaignId] })).campaigns[0] as CampaignRow,
    lockOrganization: async () => (await open({})).organizations[0],
    lockConfiguration: async () => (await open({ configurationIds: [configurationId] })).configurations[0],
    saveContacts: (...changes: ContactChange[]) => store.transaction((tx) => tx.saveContacts(changes)),
  }
}
