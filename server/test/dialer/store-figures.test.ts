import { beforeEach, describe, expect, test } from 'vitest'
import type { Outcome } from '../../src/dialer/rules/outcomes.ts'
import type { ConfigurationRow, LiveCall } from '../../src/dialer/store.ts'
import { BREAKER } from './store-fixture.ts'
import { NOW, openWorld, STORES, type StoreWorld } from './store-world.ts'

describe.each(STORES)('contacts, counters and records, in the dialer store in %s', (_name, openFixture) => {
  let world: StoreWorld
  beforeEach(async () => {
    world = await openWorld(openFixture)
  })

  test('moves a contact through its life', async () => {
    const { fixture, addContact, saveContacts } = world
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
    const { fixture, addContact, saveContacts } = world
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
    const { store, organizationId, configurationId, openingFor, lockCampaign, lockOrganization, lockConfiguration } =
      world
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
      const { configurations } = await tx.open(openingFor({ configurationIds: [configurationId] }))
      const [configuration] = configurations
      if (configuration) {
        const failing = { cause: '21 Rejected', calls: [7], stopped: null, suspects: [], contradicted: false }
        const paced = { pacedUntilMs: NOW + 133.333, backoffUntilMs: NOW + 5, backoffs: 2, failing }
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
    expect(organization).toMatchObject({ id: organizationId, maxConcurrency: 20, liveCalls: 4, policyVersion: 0 })
    const configuration = await lockConfiguration()
    expect(configuration).toMatchObject({ callsPerSecond: 7.5, backoffUntilMs: NOW + 5, backoffs: 2 })
    expect(configuration?.failing).toMatchObject({ cause: '21 Rejected', calls: [7] })
    // PostgreSQL keeps microseconds.
    expect(configuration?.pacedUntilMs).toBeCloseTo(NOW + 133.333, 2)
  })

  test('two configurations of one account share its pace and back-off, and nothing else', async () => {
    const { fixture, store, organizationId, openingFor } = world
    const ids = [
      await fixture.addConfiguration(organizationId, 2, 'one'),
      await fixture.addConfiguration(organizationId, 5, 'one'),
      await fixture.addConfiguration(organizationId, 3, 'another'),
    ]
    const elsewhere = await fixture.addOrganization(5)
    const foreign = await fixture.addConfiguration(elsewhere, 9, 'one')
    const read = (id: number, of = organizationId) =>
      store.transaction(async (tx) => {
        const { configurations } = await tx.open(openingFor({ organizationIds: [of], configurationIds: [id] }))
        return configurations[0] as ConfigurationRow
      })
    const failing = { cause: '21 Rejected', calls: [7], stopped: null, suspects: [], contradicted: false }
    const [first, second, third] = ids as [number, number, number]
    const row = await read(first)
    expect(row).toMatchObject({ callsPerSecond: 2, account: { callsPerSecond: 5, pacedUntilMs: null } })
    const account = { ...row.account, pacedUntilMs: NOW + 50 }
    const changed = { pacedUntilMs: NOW + 100, account, backoffUntilMs: NOW + 5, backoffs: 2, failing }
    await store.transaction(async (tx) => {
      await tx.open(openingFor({ configurationIds: [first] }))
      await tx.saveConfigurations([{ ...row, ...changed }])
    })
    expect(await read(first)).toMatchObject(changed)
    expect(await read(second)).toMatchObject({
      ...{ account, backoffUntilMs: NOW + 5, backoffs: 2 },
      ...{ callsPerSecond: 5, pacedUntilMs: null, failing: null },
    })
    expect(await read(third)).toMatchObject({ account: { pacedUntilMs: null }, backoffUntilMs: null, backoffs: 0 })
    const untouched = { account: { callsPerSecond: 9, pacedUntilMs: null }, backoffUntilMs: null, backoffs: 0 }
    expect(await read(foreign, elsewhere)).toMatchObject(untouched)
    // Added while the account backs off.
    const newcomer = await fixture.addConfiguration(organizationId, 1, 'one')
    expect(await read(newcomer)).toMatchObject({ backoffUntilMs: NOW + 5, backoffs: 2, account })
    // Both of them changed by one transaction.
    const both = await Promise.all([read(first), read(second)])
    await store.transaction(async (tx) => {
      await tx.open(openingFor({ configurationIds: [first, second] }))
      const share = { account, backoffUntilMs: NOW + 9, backoffs: 0 }
      await tx.saveConfigurations(both.map((one, index) => ({ ...one, ...share, pacedUntilMs: NOW + index })))
    })
    expect(await Promise.all([read(first), read(second), read(newcomer)])).toMatchObject([
      { pacedUntilMs: NOW, backoffUntilMs: NOW + 9, backoffs: 0 },
      { pacedUntilMs: NOW + 1, backoffUntilMs: NOW + 9, backoffs: 0 },
      { pacedUntilMs: null, backoffUntilMs: NOW + 9, backoffs: 0 },
    ])
  })

  test('adds up the calls that ended within one minute, each kind on its own', async () => {
    const { fixture, store, organizationId, campaignId } = world
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
    const { store, campaignId, open } = world
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

  test('adds up a few rows for the breaker, however long its window and however many calls end in it', async () => {
    const { store, campaignId, open, lockCampaign, fixture } = world
    const campaigns = fixture.campaigns()
    const day = { ...BREAKER, window_seconds: 86_400 }
    await campaigns.transaction((tx) => tx.saveEdit(campaignId, { breaker: day }, new Date(NOW)))
    expect((await lockCampaign()).breaker.window_seconds).toBe(86_400)
    const moments = Array.from({ length: 240 }, (_, index) => NOW + index * 359_000)
    await store.transaction(async (tx) => {
      for (const atMs of moments)
        await tx.addToBreaker(campaignId, atMs, day.window_seconds, { finished: 2, failed: 1 })
    })
    const breakerByMs = (moments.at(-1) as number) + 1
    expect((await open({ campaignIds: [campaignId], breakerByMs })).breakers.get(campaignId)).toEqual({
      finished: 480,
      failed: 240,
    })
    expect(await fixture.breakerRows(campaignId)).toBeLessThanOrEqual(61)
  })

  test('appends logs and events in order', async () => {
    const { fixture, store, organizationId, campaignId } = world
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

  test('finds a count of live calls that is wrong, and sets it right', async () => {
    const { store, organizationId, addContact, callTo, insert, lockCampaign, lockOrganization, inbound, insertOne } =
      world
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
    const { store, organizationId, campaignId, addContact, lockCampaign, saveContacts } = world
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

  test('undoes everything when the work throws', async () => {
    const {
      fixture,
      store,
      organizationId,
      campaignId,
      addContact,
      callTo,
      insert,
      openingFor,
      open,
      lockCall,
      lockCampaign,
      lockOrganization,
    } = world
    const contactId = await addContact('+15550101')
    const other = await addContact('+15550102')
    const [standing] = (await insert(callTo(other))) as [number]
    const campaign = await lockCampaign()
    const work = store.transaction(async (tx) => {
      const [id] = (await tx.insertCalls([callTo(contactId)])) as [number]
      const { calls } = await tx.open(openingFor({ callIds: [id] }))
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
})
