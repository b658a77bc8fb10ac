import { beforeEach, describe, expect, test } from 'vitest'
import type { Outcome } from '../../src/dialer/rules/outcomes.ts'
import {
  type CampaignRow,
  type ContactChange,
  type DialerStore,
  type DueInZones,
  type LiveCall,
  NEVER_MS,
  type NewCall,
  type NewSingleCall,
  type OpeningWish,
} from '../../src/dialer/store.ts'
import { BEGINNING, ChainWalk } from '../../src/ledger/rules/chain.ts'
import { memoryFixture } from './memory-fixture.ts'
import { postgresFixture } from './postgres-fixture.ts'
import { BREAKER, newCall, type StoreFixture } from './store-fixture.ts'

const NOW = 1_800_000_000_000
const LONG_AGO = NOW - 3_600_000

const stores: Array<[string, () => Promise<StoreFixture>]> = [
  ['memory', memoryFixture],
  ['PostgreSQL', () => postgresFixture()],
]

describe.each(stores)('the dialer store in %s', (_name, openFixture) => {
  let fixture: StoreFixture
  let store: DialerStore
  let organizationId: number
  let configurationId: number
  let campaignId: number

  beforeEach(async () => {
    fixture = await openFixture()
    store = fixture.store
    organizationId = await fixture.addOrganization(20)
    configurationId = await fixture.addConfiguration(organizationId, 7.5)
    campaignId = await fixture.addCampaign(organizationId, configurationId, 'running')
  })

  const addContact = (phoneNumber: string, more: { nextAttemptAtMs?: number; dials?: number } = {}) =>
    fixture.addContact(organizationId, { campaignId, phoneNumber, ...more })
  const callTo = (contactId: number, more: Partial<NewCall> = {}) =>
    newCall({ organizationId, campaignId, configurationId, contactId, ...more })
  const insert = (...calls: NewCall[]) => store.transaction((tx) => tx.insertCalls(calls))
  const wishFor = (wish: Partial<OpeningWish>): OpeningWish => ({
    organizationIds: [organizationId],
    wait: true,
    claim: null,
    campaignIds: [],
    breakerByMs: NOW,
    configurationIds: [],
    callIds: [],
    ...wish,
  })
  const open = (wish: Partial<OpeningWish>) => store.transaction((tx) => tx.open(wishFor(wish)))
  const take = async (limit: number) =>
    (await open({ claim: { byMs: NOW, limit, others: false } })).due.get(campaignId)?.map((contact) => contact.id)
  const lockCall = async (id: number): Promise<LiveCall | undefined> => (await open({ callIds: [id] })).calls[0]
  const lockCampaign = async (): Promise<CampaignRow> =>
    (await open({ campaignIds: [campaignId] })).campaigns[0] as CampaignRow
  const lockOrganization = async () => (await open({})).organizations[0]
  const lockConfiguration = async () => (await open({ configurationIds: [configurationId] })).configurations[0]
  const saveContacts = (...changes: ContactChange[]) => store.transaction((tx) => tx.saveContacts(changes))

  test('opens the running campaigns that may have somebody due, and others only by name', async () => {
    const paused = await fixture.addCampaign(organizationId, configurationId, 'paused')
    const waiting = await fixture.addCampaign(organizationId, configurationId, 'running')
    const elsewhere = await fixture.addOrganization(5)
    const theirs = await fixture.addCampaign(elsewhere, await fixture.addConfiguration(elsewhere, 1), 'running')
    const [row] = (await open({ campaignIds: [waiting] })).campaigns
    await store.transaction((tx) => tx.saveCampaigns([{ ...(row as CampaignRow), nextDueAtMs: NOW + 1 }], NOW))
    const ids = async (wish: Partial<OpeningWish>) => (await open(wish)).campaigns.map((campaign) => campaign.id)
    const claim = { byMs: NOW, limit: 8, others: false }
    expect(await ids({ claim })).toEqual([campaignId])
    expect(await ids({ claim: { byMs: NOW + 1, limit: 8, others: false } })).toEqual([campaignId, waiting])
    expect(await ids({ claim, campaignIds: [paused] })).toEqual([campaignId, paused])
    expect(await ids({ campaignIds: [waiting] })).toEqual([waiting])
    expect(await ids({ organizationIds: [elsewhere], claim, campaignIds: [campaignId] })).toEqual([theirs])
    expect(await store.organizationsToServe(NOW)).toEqual([
      { organizationId, dueAtMs: null },
      { organizationId: elsewhere, dueAtMs: null },
    ])
  })

  test('tells from when on an organization is worth looking at', async () => {
    const campaign = await lockCampaign()
    const save = (nextDueAtMs: number) =>
      store.transaction((tx) => tx.saveCampaigns([{ ...campaign, nextDueAtMs }], NOW))
    await save(NOW + 5000)
    expect(await store.organizationsToServe(NOW + 4999)).toEqual([])
    expect(await store.organizationsToServe(NOW + 5000)).toEqual([{ organizationId, dueAtMs: NOW + 5000 }])
    await save(NEVER_MS)
    expect(await store.organizationsToServe(NOW + 86_400_000)).toEqual([])
    expect((await lockCampaign()).nextDueAtMs).toBe(NEVER_MS)
  })

  test('reads a campaign, an organization and a configuration as they were made', async () => {
    expect(await lockCampaign()).toMatchObject({
      organizationId,
      state: 'running',
      configurationId,
      maxConcurrency: 10,
      totalRows: 100,
      totalQueuedCount: 100,
      liveCalls: 0,
      schedule: null,
      nextDueAtMs: null,
      windowSaid: null,
      lastClaimedAtMs: null,
      completedAtMs: null,
    })
    const [organization] = (await open({ organizationIds: [organizationId, 999_999] })).organizations
    expect(organization).toEqual({ id: organizationId, maxConcurrency: 20, liveCalls: 0, policyVersion: 0 })
    const configuration = await lockConfiguration()
    expect(configuration).toEqual({
      id: configurationId,
      provider: 'simulator',
      callsPerSecond: 7.5,
      ringTimeoutSeconds: 30,
      maxCallSeconds: 1800,
      pacedUntilMs: null,
      backoffUntilMs: null,
      backoffs: 0,
    })
  })

  test('takes due retries first, oldest first, then new contacts in list order, and none that is not due', async () => {
    const first = await addContact('+15550101')
    const second = await addContact('+15550102')
    await addContact('+15550103', { nextAttemptAtMs: NOW + 1, dials: 1 })
    const younger = await addContact('+15550104', { nextAttemptAtMs: NOW, dials: 1 })
    const older = await addContact('+15550105', { nextAttemptAtMs: NOW - 500, dials: 2 })
    expect(await take(10)).toEqual([older, younger, first, second])
    expect(await take(3)).toEqual([older, younger, first])
    expect(await take(1)).toEqual([older])
  })

  test('offers again whoever was left out of a claim, and nobody twice', async () => {
    const [a, b, c, d, e] = [
      await addContact('+15550101'),
      await addContact('+15550102'),
      await addContact('+15550103'),
      await addContact('+15550104'),
      await addContact('+15550105'),
    ]
    const claim = (limit: number, chosen: number[]) =>
      store.transaction(async (tx) => {
        const { due } = await tx.open(wishFor({ claim: { byMs: NOW, limit, others: false } }))
        await tx.saveContacts(chosen.map((id) => ({ id, kind: 'in_call', callerNumberId: null })))
        return due.get(campaignId)?.map((contact) => contact.id)
      })
    expect(await claim(4, [b])).toEqual([a, b, c, d])
    expect(await claim(3, [a, c])).toEqual([a, c, d])
    expect(await claim(1, [])).toEqual([d])
    await saveContacts({ id: b, kind: 'returned', dials: 0, nowMs: NOW })
    expect(await claim(8, [b, d])).toEqual([b, d, e])
    expect(await claim(8, [e])).toEqual([e])
    expect(await take(8)).toEqual([])
  })

  test('a claim that is undone leaves everybody where they were', async () => {
    const ids = [await addContact('+15550101'), await addContact('+15550102')]
    const undone = store.transaction(async (tx) => {
      await tx.open(wishFor({ claim: { byMs: NOW, limit: 8, others: false } }))
      await tx.saveContacts(ids.map((id) => ({ id, kind: 'in_call', callerNumberId: null })))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await take(8)).toEqual(ids)
  })

  test('tells with a contact its dials, its last caller and whether it asked not to be called', async () => {
    await fixture.suppress(organizationId, '+15550102')
    const elsewhere = await fixture.addOrganization(5)
    await fixture.suppress(elsewhere, '+15550101')
    const calm = await fixture.addContact(organizationId, {
      campaignId,
      phoneNumber: '+15550101',
      nextAttemptAtMs: NOW,
      dials: 2,
      callerNumberId: 77,
    })
    const suppressed = await addContact('+15550102')
    expect((await open({ claim: { byMs: NOW, limit: 5, others: false } })).due.get(campaignId)).toEqual([
      { id: calm, phoneNumber: '+15550101', addressType: 'pstn', dials: 2, callerNumberId: 77, suppressed: false },
      {
        id: suppressed,
        phoneNumber: '+15550102',
        addressType: 'pstn',
        dials: 0,
        callerNumberId: null,
        suppressed: true,
      },
    ])
  })

  test('knows the earliest retry still waiting', async () => {
    const nextRetryAt = () => store.transaction((tx) => tx.nextRetryAfter(campaignId, NOW))
    await addContact('+15550101')
    expect(await nextRetryAt()).toBeNull()
    await addContact('+15550102', { nextAttemptAtMs: NOW + 5000, dials: 1 })
    const sooner = await addContact('+15550103', { nextAttemptAtMs: NOW + 1000, dials: 1 })
    expect(await nextRetryAt()).toBe(NOW + 1000)
    await saveContacts({ id: sooner, kind: 'in_call', callerNumberId: null })
    expect(await nextRetryAt()).toBe(NOW + 5000)
  })

  describe('under a policy', () => {
    const FLORIDA = 'number|US,US-FL@America/Chicago,America/New_York'
    const NEVADA = 'state_column|US,US-NV@America/Los_Angeles'
    const due = (zones: number[], byMs: number, more: Partial<DueInZones> = {}) =>
      store.transaction((tx) =>
        tx.dueInZones({
          organizationId,
          campaignId,
          zoneIds: zones,
          byMs,
          limit: 10,
          historySinceMs: 0,
          ...more,
        }),
      )
    const attempt = (callId: number, phoneNumber: string, atMs: number) => ({
      callId,
      organizationId,
      phoneNumber,
      atMs,
      policyVersion: '1',
    })

    test('looks for nobody before it is known which zones are open', async () => {
      await addContact('+15550101')
      await fixture.setPolicy(organizationId, null, { least_gap_minutes: 5 })
      const { due: found } = await open({ claim: { byMs: NOW, limit: 5, others: false } })
      expect([...found]).toEqual([[campaignId, []]])
    })

    test('reads the policies in force, and the version they have together', async () => {
      await fixture.setPolicy(organizationId, null, { least_gap_minutes: 5 })
      await fixture.setPolicy(organizationId, null, { least_gap_minutes: 7 })
      await fixture.setPolicy(organizationId, campaignId, { packs: ['fr'] })
      expect((await lockOrganization())?.policyVersion).toBe(3)
      const { organization, campaigns } = await store.transaction((tx) => tx.policiesOf(organizationId))
      expect([organization?.version, organization?.policy.least_gap_minutes]).toEqual([2, 7])
      expect([...campaigns].map(([id, { version, policy }]) => [id, version, policy.packs])).toEqual([
        [campaignId, 1, ['fr']],
      ])
    })

    test('finds people of these zones only, due retries first, and the next retry among them', async () => {
      const [a, b, c, d] = [
        await addContact('+15550101'),
        await addContact('+15550102'),
        await addContact('+15550103'),
        await addContact('+15550104'),
      ] as const
      const retry = await addContact('+15550105', { nextAttemptAtMs: NOW - 1, dials: 1 })
      const later = await addContact('+15550106', { nextAttemptAtMs: NOW + 1000, dials: 1 })
      const florida = await fixture.place(FLORIDA, [a, b, c, retry, later])
      const nevada = await fixture.place(NEVADA, [d])
      expect(await store.transaction((tx) => tx.zonesOf(campaignId))).toMatchObject([
        { id: florida, contacts: 5, set: { source: 'number', zones: ['America/Chicago', 'America/New_York'] } },
        { id: nevada, contacts: 1, set: { source: 'state_column', places: ['US', 'US-NV'] } },
      ])
      const ids = async (zones: number[], more: Partial<DueInZones> = {}) =>
        (await due(zones, NOW, more)).map(({ id, zonesId }) => [id, zonesId])
      expect(await ids([florida])).toEqual([
        [retry, florida],
        [a, florida],
        [b, florida],
        [c, florida],
      ])
      expect(await ids([nevada, florida])).toEqual([
        [retry, florida],
        [a, florida],
        [b, florida],
        [c, florida],
        [d, nevada],
      ])
      expect(await ids([nevada, florida], { limit: 2 })).toEqual([
        [retry, florida],
        [a, florida],
      ])
      expect(await ids([])).toEqual([])
      const next = (zones: number[]) => store.transaction((tx) => tx.nextRetryInZones(campaignId, zones, NOW))
      expect([await next([florida]), await next([nevada])]).toEqual([NOW + 1000, null])
    })

    test('keeps what happened with a number, of this organization, as far back as is asked', async () => {
      const contact = await addContact('+15550101')
      const zone = await fixture.place(FLORIDA, [contact])
      await store.transaction(async (tx) => {
        await tx.insertAttempts([attempt(9001, '+15550101', NOW - 5000), attempt(9002, '+15550101', NOW - 50)])
        await tx.insertAttempts([attempt(9003, '+15550101', NOW - 10), attempt(9004, '+15550199', NOW)])
        await tx.endAttempts([{ callId: 9001, what: 'conversation' }])
        await tx.removeAttempts([9003])
      })
      const historyOf = async (sinceMs: number) => (await due([zone], NOW, { historySinceMs: sinceMs }))[0]?.history
      expect(await historyOf(0)).toEqual({
        attemptsMs: [NOW - 5000, NOW - 50],
        conversationsMs: [NOW - 5000],
        lastMs: { conversation: NOW - 5000 },
      })
      expect(await historyOf(NOW - 50.5)).toMatchObject({ attemptsMs: [NOW - 50], conversationsMs: [] })
      expect(await historyOf(Number.POSITIVE_INFINITY)).toEqual({ attemptsMs: [], conversationsMs: [], lastMs: {} })
      expect(await store.transaction((tx) => tx.historyOf(organizationId, '+15550101'))).toEqual(await historyOf(0))
      expect((await store.transaction((tx) => tx.historyOf(organizationId + 1, '+15550101'))).attemptsMs).toEqual([])
    })

    test('puts somebody off with the rule, and appends to the chain of the organization', async () => {
      const contact = await addContact('+15550101')
      await saveContacts({ id: contact, kind: 'aside', dials: 0, atMs: NOW + 7000, heldBy: 'cap' })
      expect(await fixture.heldBy(contact)).toBe('cap')
      const draft = (n: number) => ({
        kind: 'dial',
        atMs: NOW,
        actor: 'dialer',
        body: { n, text: 'a "quote", \\ and é' },
      })
      await store.transaction(async (tx) => {
        await tx.appendLedger(organizationId, [draft(1), draft(2)])
        await tx.appendLedger(organizationId, [draft(3)])
      })
      await store.transaction((tx) => tx.appendLedger(organizationId, [draft(4)]))
      const walk = new ChainWalk(organizationId, BEGINNING)
      for (const record of await fixture.ledger(organizationId)) expect(walk.step(record)).toBe(true)
      expect(walk.last.sequence).toBe(4)
    })
  })

  test('offers the active numbers of a configuration and remembers when they were used', async () => {
    const a = await fixture.addNumber(organizationId, configurationId, { address: '+15550200' })
    const b = await fixture.addNumber(organizationId, configurationId, { address: '+15550201', isDefault: true })
    await fixture.addNumber(organizationId, configurationId, { address: '+15550202', isActive: false })
    await store.transaction((tx) => tx.markNumbersUsed([a], NOW))
    expect((await open({ configurationIds: [configurationId] })).numbers.get(configurationId)).toMatchObject([
      { id: a, address: '+15550200', isDefault: false, lastUsedAtMs: NOW },
      { id: b, address: '+15550201', isDefault: true, lastUsedAtMs: null },
    ])
  })

  test('gives calls back by id as they were claimed, ids in the order given', async () => {
    const contacts = [await addContact('+15550101'), await addContact('+15550102'), await addContact('+15550103')]
    const backwards = [...contacts].reverse()
    const ids = await insert(...backwards.map((id, index) => callTo(id, { attempt: index + 1 })))
    const calls = await Promise.all(ids.map(lockCall))
    expect(calls.map((call) => call?.contactId)).toEqual(backwards)
    expect(calls[1]).toEqual({
      id: ids[1],
      organizationId,
      campaignId,
      contactId: contacts[1],
      attempt: 2,
      configurationId,
      provider: 'simulator',
      providerCallId: null,
      direction: 'outbound',
      phoneNumber: '+15550100',
      state: 'claimed',
      outcome: null,
      cause: null,
      endedBy: null,
      machine: null,
      agentAtMs: null,
      nodeId: 'node-a',
      claimedAtMs: NOW,
      placedAtMs: null,
      answeredAtMs: null,
      endedAtMs: null,
      newsAtMs: NOW,
      deadlineAtMs: NOW + 1_000_000,
      durationSeconds: null,
    })
    const owner = { callId: ids[0], organizationId, campaignId }
    expect(await store.ownersOf([ids[0] as number, 999_999])).toEqual([owner])
  })

  test('refuses a second live call of a contact, and allows one after the first has ended', async () => {
    const contactId = await addContact('+15550101')
    const [id] = (await insert(callTo(contactId))) as [number]
    await expect(insert(callTo(contactId))).rejects.toThrow(/one_live_call/)
    const call = (await lockCall(id)) as LiveCall
    await store.transaction((tx) => tx.saveCalls([{ ...call, state: 'ended', outcome: 'busy', endedAtMs: NOW }]))
    expect(await lockCall(id)).toBeUndefined()
    const [second] = await insert(callTo(contactId, { attempt: 2 }))
    expect(second).toBeGreaterThan(id)
  })

  test('keeps what settling writes, but never the owner, the claim or the deadline', async () => {
    const contactId = await addContact('+15550101')
    const [id] = (await insert(callTo(contactId))) as [number]
    const settled: LiveCall = {
      ...((await lockCall(id)) as LiveCall),
      state: 'answered',
      providerCallId: 'carrier-1',
      cause: 'because',
      endedBy: 'callee',
      machine: 'machine',
      agentAtMs: NOW + 3,
      placedAtMs: NOW + 1,
      answeredAtMs: NOW + 2.25,
      newsAtMs: NOW + 4,
      durationSeconds: 12,
    }
    await store.transaction((tx) =>
      tx.saveCalls([{ ...settled, nodeId: 'another', claimedAtMs: LONG_AGO, deadlineAtMs: LONG_AGO }]),
    )
    expect(await lockCall(id)).toEqual(settled)
  })

  test('a claim given back leaves no trace', async () => {
    const contactId = await addContact('+15550101')
    const [id] = (await insert(callTo(contactId))) as [number]
    await store.transaction((tx) => tx.removeCalls([id]))
    expect(await fixture.callCount()).toBe(0)
    expect(await store.ownersOf([id])).toEqual([])
    await expect(insert(callTo(contactId))).resolves.toHaveLength(1)
  })

  test('moves a contact through its life', async () => {
    const id = await addContact('+15550101')
    const expectContact = async (expected: object) => expect(await fixture.contact(id)).toMatchObject(expected)
    await saveContacts({ id, kind: 'in_call', callerNumberId: 5 })
    await expectContact({ state: 'in_call', dials: 0, callerNumberId: 5, nextAttemptAtMs: null })
    await saveContacts({ id, kind: 'returned', dials: 0, nowMs: NOW })
    await expectContact({ state: 'pending', dials: 0, nextAttemptAtMs: NOW })
    await saveContacts({ id, kind: 'retry', dials: 1, outcome: 'busy', atMs: NOW + 1000 })
    await expectContact({ state: 'pending', dials: 1, outcome: 'busy', nextAttemptAtMs: NOW + 1000 })
    await saveContacts({ id, kind: 'in_call', callerNumberId: null })
    await expectContact({ state: 'in_call', callerNumberId: 5 })
    await saveContacts({ id, kind: 'returned', dials: 1, nowMs: NOW + 2000 })
    await expectContact({ state: 'pending', dials: 1, outcome: 'busy', nextAttemptAtMs: NOW + 2000 })
    await saveContacts({ id, kind: 'done', dials: 2, outcome: 'answered', nowMs: NOW + 3000 })
    await expectContact({ state: 'done', dials: 2, outcome: 'answered', finishedAtMs: NOW + 3000 })
  })

  test('of several changes of one contact in one write the last counts, and what it leaves open stays', async () => {
    const id = await addContact('+15550101')
    await saveContacts(
      { id, kind: 'retry', dials: 1, outcome: 'no_answer', atMs: NOW },
      { id, kind: 'in_call', callerNumberId: 9 },
    )
    expect(await fixture.contact(id)).toEqual({
      state: 'in_call',
      dials: 1,
      outcome: 'no_answer',
      nextAttemptAtMs: null,
      callerNumberId: 9,
      finishedAtMs: null,
    })
  })

  test('saves the counters of campaign, organization and configuration, and leaves the settings alone', async () => {
    const campaign = await lockCampaign()
    await store.transaction(async (tx) => {
      await tx.saveCampaigns(
        [
          {
            ...campaign,
            state: 'completed',
            processedRows: 5,
            failedRows: 2,
            outcomes: { answered: 3, busy: 2 },
            attempts: { '1': 4, '3': 1 },
            executedCount: 7,
            totalQueuedCount: 101,
            liveCalls: 3,
            windowSaid: 'closed',
            lastClaimedAtMs: NOW,
            completedAtMs: NOW + 1,
            maxConcurrency: 99,
          },
        ],
        NOW,
      )
      await tx.saveOrganizations([{ id: organizationId, liveCalls: 4, maxConcurrency: 999, policyVersion: 0 }])
      const { configurations } = await tx.open(wishFor({ configurationIds: [configurationId] }))
      const [configuration] = configurations
      if (configuration) {
        const paced = { pacedUntilMs: NOW + 133.333, backoffUntilMs: NOW + 5, backoffs: 2 }
        await tx.saveConfigurations([{ ...configuration, ...paced, callsPerSecond: 99 }])
      }
    })
    expect(await lockCampaign()).toEqual({
      ...campaign,
      state: 'completed',
      processedRows: 5,
      failedRows: 2,
      outcomes: { answered: 3, busy: 2 },
      attempts: { '1': 4, '3': 1 },
      executedCount: 7,
      totalQueuedCount: 101,
      liveCalls: 3,
      windowSaid: 'closed',
      lastClaimedAtMs: NOW,
      completedAtMs: NOW + 1,
    })
    const organization = await lockOrganization()
    expect(organization).toEqual({ id: organizationId, maxConcurrency: 20, liveCalls: 4, policyVersion: 0 })
    const configuration = await lockConfiguration()
    expect(configuration).toMatchObject({ callsPerSecond: 7.5, backoffUntilMs: NOW + 5, backoffs: 2 })
    // PostgreSQL keeps microseconds.
    expect(configuration?.pacedUntilMs).toBeCloseTo(NOW + 133.333, 2)
  })

  test('adds up the calls that ended within one minute, each kind on its own', async () => {
    const minuteMs = Math.floor(NOW / 60_000) * 60_000
    const add = (atMs: number, outcome: Outcome, calls: number, seconds: number, of: number | null = campaignId) =>
      store.transaction((tx) =>
        tx.addToMinute(atMs, [{ organizationId, campaignId: of, direction: 'outbound', outcome, calls, seconds }]),
      )
    await add(minuteMs, 'answered', 2, 30)
    await add(minuteMs + 59_999, 'answered', 1, 5)
    await add(minuteMs + 60_000, 'answered', 1, 7)
    await add(minuteMs, 'busy', 4, 0, null)
    expect(await fixture.minutes(organizationId)).toEqual([
      { minuteMs, campaignId, direction: 'outbound', outcome: 'answered', calls: 3, seconds: 35 },
      { minuteMs, campaignId: null, direction: 'outbound', outcome: 'busy', calls: 4, seconds: 0 },
      { minuteMs: minuteMs + 60_000, campaignId, direction: 'outbound', outcome: 'answered', calls: 1, seconds: 7 },
    ])
  })

  test('counts for the breaker what finished within its window', async () => {
    const { window_seconds } = BREAKER
    const add = (atMs: number, finished: number, failed: number) =>
      store.transaction((tx) => tx.addToBreaker(campaignId, atMs, window_seconds, { finished, failed }))
    const count = async (sinceMs: number) =>
      (await open({ campaignIds: [campaignId], breakerByMs: sinceMs + window_seconds * 1000 })).breakers.get(campaignId)
    await add(NOW + 100, 2, 1)
    await add(NOW + 900, 3, 0)
    await add(NOW + 5000, 1, 1)
    expect(await count(NOW)).toEqual({ finished: 6, failed: 2 })
    expect(await count(NOW + 999)).toEqual({ finished: 6, failed: 2 })
    expect(await count(NOW + 1000)).toEqual({ finished: 1, failed: 1 })
    expect(await count(NOW + 6000)).toEqual({ finished: 0, failed: 0 })
  })

  test('appends logs and events in order', async () => {
    const log = { organizationId, campaignId, atMs: NOW, level: 'info' as const, message: 'A sentence.', details: {} }
    const event = { organizationId, atMs: NOW, campaignId, contactId: null, callId: 1, data: { a: [1, 'two'] } }
    await store.transaction(async (tx) => {
      await tx.appendLogs([
        { ...log, event: 'first' },
        { ...log, event: 'second' },
      ])
      await tx.appendEvents([
        { ...event, type: 'campaign_created' },
        { ...event, type: 'campaign_started' },
      ])
    })
    expect(await fixture.logEvents(campaignId)).toEqual(['first', 'second'])
    expect(await fixture.eventTypes(organizationId)).toEqual(['campaign_created', 'campaign_started'])
  })

  const inbound = (more: Partial<NewSingleCall> = {}): NewSingleCall => {
    const { campaignId: _c, contactId: _t, attempt: _a, ...fields } = callTo(1)
    return { ...fields, direction: 'inbound', inboundId: 'carrier-1', variables: { a: 'b' }, ...more }
  }
  const insertOne = (call: NewSingleCall) => store.transaction((tx) => tx.insertSingleCall(call))

  test('takes the same inbound call once, also when it has ended, and another configuration its own', async () => {
    const { id, added } = await insertOne(inbound())
    expect(added).toBe(true)
    expect(await insertOne(inbound())).toEqual({ id, added: false })
    const call = (await lockCall(id)) as LiveCall
    expect(call).toMatchObject({
      direction: 'inbound',
      state: 'answered',
      campaignId: null,
      contactId: null,
      providerCallId: 'carrier-1',
      placedAtMs: NOW,
      answeredAtMs: NOW,
    })
    await store.transaction((tx) => tx.saveCalls([{ ...call, state: 'ended' }]))
    expect(await insertOne(inbound())).toEqual({ id, added: false })
    const other = await fixture.addConfiguration(organizationId, 1)
    expect((await insertOne(inbound({ configurationId: other }))).added).toBe(true)
  })

  test('takes any number of single calls, which are claimed first', async () => {
    const single = inbound({ direction: 'outbound', inboundId: null })
    const first = await insertOne(single)
    expect((await insertOne(single)).id).not.toBe(first.id)
    expect(await lockCall(first.id)).toMatchObject({ state: 'claimed', direction: 'outbound', placedAtMs: null })
  })

  test('finds a count of live calls that is wrong, and sets it right', async () => {
    const contactId = await addContact('+15550101')
    await insert(callTo(contactId))
    await insertOne(inbound())
    expect(await store.miscountedOrganizations()).toEqual([organizationId])
    expect(await store.transaction((tx) => tx.recountLiveCalls(organizationId))).toBe(true)
    expect(await store.miscountedOrganizations()).toEqual([])
    expect(await store.transaction((tx) => tx.recountLiveCalls(organizationId))).toBe(false)
    expect((await lockCampaign()).liveCalls).toBe(1)
    const organization = await lockOrganization()
    expect(organization?.liveCalls).toBe(2)
  })

  test('finds outcomes that do not add up to the contacts processed, and counts them anew', async () => {
    expect(await store.miscountedOutcomes()).toEqual([])
    const contacts = [await addContact('+15550101'), await addContact('+15550102'), await addContact('+15550103')]
    const outcomes: Outcome[] = ['answered', 'busy', 'busy']
    await saveContacts(
      ...contacts.map((id, index) => {
        return { id, kind: 'done' as const, dials: index + 1, outcome: outcomes[index] as Outcome, nowMs: NOW }
      }),
    )
    const campaign = await lockCampaign()
    await store.transaction((tx) => tx.saveCampaigns([{ ...campaign, processedRows: 3 }], NOW))
    expect(await store.miscountedOutcomes()).toEqual([{ id: campaignId, organizationId }])
    await store.transaction((tx) => tx.recountFinished(campaignId))
    expect(await store.miscountedOutcomes()).toEqual([])
    expect(await lockCampaign()).toMatchObject({
      outcomes: { answered: 1, busy: 2 },
      attempts: { '1': 1, '2': 1, '3': 1 },
    })
  })

  test('finds a campaign that says nobody is due though somebody is, and has it looked at again', async () => {
    await addContact('+15550101')
    const campaign = await lockCampaign()
    await store.transaction((tx) =>
      tx.saveCampaigns([{ ...campaign, state: 'running', nextDueAtMs: NOW + 60_000 }], NOW),
    )
    const found = await store.overlookedCampaigns(NOW)
    expect(found.map(({ id }) => id)).toEqual([campaignId])
    expect(await store.overlookedCampaigns(NOW + 60_000)).toEqual([])
    await store.transaction((tx) => tx.lookAgain([campaignId]))
    expect(await store.overlookedCampaigns(NOW)).toEqual([])
    expect((await lockCampaign()).nextDueAtMs).toBeNull()
  })

  test('undoes everything when the work throws', async () => {
    const contactId = await addContact('+15550101')
    const other = await addContact('+15550102')
    const [standing] = (await insert(callTo(other))) as [number]
    const campaign = await lockCampaign()
    const work = store.transaction(async (tx) => {
      const [id] = (await tx.insertCalls([callTo(contactId)])) as [number]
      const { calls } = await tx.open(wishFor({ callIds: [id] }))
      await tx.saveCalls([{ ...(calls[0] as LiveCall), state: 'dialing' }])
      await tx.removeCalls([standing])
      await tx.saveContacts([{ id: contactId, kind: 'in_call', callerNumberId: 3 }])
      await tx.saveCampaigns([{ ...campaign, liveCalls: 5 }], NOW)
      await tx.saveOrganizations([{ id: organizationId, maxConcurrency: 20, liveCalls: 5, policyVersion: 0 }])
      await tx.addToBreaker(campaignId, NOW, 60, { finished: 1, failed: 1 })
      await tx.appendEvents([
        { organizationId, atMs: NOW, type: 'call_ended', campaignId, contactId: null, callId: id, data: {} },
      ])
      throw new Error('changed its mind')
    })
    await expect(work).rejects.toThrow('changed its mind')
    expect(await fixture.callCount()).toBe(1)
    expect((await lockCall(standing))?.state).toBe('claimed')
    expect(await fixture.contact(contactId)).toMatchObject({ state: 'pending', callerNumberId: null })
    expect((await lockCampaign()).liveCalls).toBe(0)
    const organization = await lockOrganization()
    expect(organization?.liveCalls).toBe(0)
    expect((await open({ campaignIds: [campaignId] })).breakers.get(campaignId)).toEqual({ finished: 0, failed: 0 })
    expect(await fixture.eventTypes(organizationId)).toEqual([])
  })

  test('two transactions at once never take the same contact', async () => {
    for (let index = 0; index < 6; index++) await addContact(`+1555010${index}`)
    const claim = () =>
      store.transaction(async (tx) => {
        const opening = await tx.open(wishFor({ claim: { byMs: NOW, limit: 3, others: false } }))
        const [organization] = opening.organizations
        const due = opening.due.get(campaignId) ?? []
        await tx.insertCalls(due.map((contact) => callTo(contact.id)))
        await tx.saveContacts(due.map(({ id }) => ({ id, kind: 'in_call', callerNumberId: null })))
        const liveCalls = (organization?.liveCalls ?? 0) + due.length
        await tx.saveOrganizations([{ id: organizationId, maxConcurrency: 20, liveCalls, policyVersion: 0 }])
        return due.map((contact) => contact.id)
      })
    const taken = (await Promise.all([claim(), claim(), claim()])).flat()
    expect(new Set(taken).size).toBe(6)
    expect(taken).toHaveLength(6)
    const organization = await lockOrganization()
    expect(organization?.liveCalls).toBe(6)
  })

  test('counts the nodes alive and answers with its own time', async () => {
    const beat = await store.heartbeat('node-a', 60_000)
    expect(Math.abs(beat.databaseNowMs - Date.now())).toBeLessThan(10_000)
    expect(beat.liveNodes).toBe(1)
    expect([...beat.ownCalls]).toEqual([])
    expect((await store.heartbeat('node-b', 60_000)).liveNodes).toBe(2)
    await store.heartbeat('node-c', -1000)
    expect((await store.heartbeat('node-a', 60_000)).liveNodes).toBe(2)
    await store.leave('node-b')
    expect((await store.heartbeat('node-a', 60_000)).liveNodes).toBe(1)
  })

  describe('with calls of several nodes', () => {
    let ids: Record<'mine' | 'mineQuiet' | 'living' | 'dead' | 'unheard', number>
    /** Leases run by the database's own clock. */
    const databaseNow = async () => (await store.heartbeat('mine', 60_000)).databaseNowMs

    beforeEach(async () => {
      const nowMs = await databaseNow()
      await store.heartbeat('living', 60_000)
      await store.heartbeat('dead', -30_000)
      const add = async (nodeId: string, claimedAtMs: number): Promise<number> => {
        const contactId = await addContact(`+1555010${claimedAtMs}`)
        return (await insert(callTo(contactId, { nodeId, claimedAtMs })))[0] as number
      }
      ids = {
        mine: await add('mine', nowMs),
        mineQuiet: await add('mine', nowMs - 40_000),
        living: await add('living', nowMs - 50_000),
        dead: await add('dead', nowMs - 60_000),
        unheard: await add('unheard', nowMs - 30_000),
      }
    })

    test('finds the quiet ones of the node itself and all of nodes that are gone, longest quiet first', async () => {
      const nowMs = await databaseNow()
      const stale = await store.staleCalls('mine', nowMs - 20_000, nowMs - 10_000, 50)
      const found = stale.map((call) => [call.id, call.orphaned])
      expect(found).toEqual([
        [ids.dead, true],
        [ids.mineQuiet, false],
        [ids.unheard, true],
      ])
      expect(await store.staleCalls('mine', nowMs - 20_000, nowMs - 10_000, 1)).toHaveLength(1)
      const fenced = await store.staleCalls('mine', nowMs - 20_000, nowMs - 45_000, 50)
      expect(fenced.map((call) => call.id)).toEqual([ids.mineQuiet])
    })

    test('a node is told how many live calls are its own', async () => {
      const { ownCalls } = await store.heartbeat('mine', 60_000)
      expect([...ownCalls.values()]).toEqual([2])
      expect([...(await store.heartbeat('somebody else', 60_000)).ownCalls]).toEqual([])
    })

    test('only orphans are adopted, and only by one', async () => {
      const nowMs = await databaseNow()
      const wanted = [ids.mine, ids.living, ids.dead, ids.unheard]
      expect((await store.adopt('mine', wanted, nowMs)).sort()).toEqual([ids.dead, ids.unheard].sort())
      expect(await store.adopt('living', wanted, nowMs)).toEqual([])
      expect((await lockCall(ids.dead))?.nodeId).toBe('mine')
      expect((await lockCall(ids.living))?.nodeId).toBe('living')
    })

    test('counts the claims of a campaign that may still become calls', async () => {
      expect(await store.unplacedCalls(campaignId, 10_000)).toBe(3)
      expect(await store.unplacedCalls(campaignId, 60_000)).toBe(4)
      const call = (await lockCall(ids.living)) as LiveCall
      await store.transaction((tx) => tx.saveCalls([{ ...call, state: 'dialing' }]))
      expect(await store.unplacedCalls(campaignId, 10_000)).toBe(2)
      expect(await store.unplacedCalls(campaignId + 999, 10_000)).toBe(0)
    })
  })
})
