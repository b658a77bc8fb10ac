import { beforeEach, describe, expect, test } from 'vitest'
import type { StoredCampaign } from '../../src/campaigns/queries.ts'
import type { CampaignTransaction } from '../../src/campaigns/store.ts'
import { dialsLeftOf } from '../../src/dialer/rules/choose-caller.ts'
import { NEVER_MS } from '../../src/dialer/store.ts'
import { NOW, openWorld, STORES, type StoreWorld } from './store-world.ts'

describe.each(STORES)('when a configuration stops, in the dialer store in %s', (_, openFixture) => {
  let world: StoreWorld

  beforeEach(async () => {
    world = await openWorld(openFixture)
  })

  /** Its call has ended, and the contact is finished. */
  async function finished(phoneNumber: string): Promise<{ contactId: number; callId: number }> {
    const { store, addContact, callTo, insert, lockCall } = world
    const contactId = await addContact(phoneNumber)
    const [callId] = (await insert(callTo(contactId, { phoneNumber }))) as [number]
    const call = await lockCall(callId)
    if (!call) throw new Error('the call is not live')
    await store.transaction(async (tx) => {
      await tx.saveCalls([{ ...call, state: 'ended', outcome: 'failed', endedAtMs: NOW }])
      await tx.saveContacts([{ id: contactId, kind: 'done', dials: 1, outcome: 'failed', nowMs: NOW }])
    })
    return { contactId, callId }
  }

  test('a campaign with a route is read with all its configurations and their numbers, although the first backs off', async () => {
    const { fixture, store, organizationId, configurationId, campaignId, open, openingFor, addContact } = world
    const second = await fixture.addConfiguration(organizationId, 3)
    await fixture.setRoute(campaignId, [configurationId, second])
    const numberId = await fixture.addNumber(organizationId, second, { address: '+12025550111' })
    const contactId = await addContact('+15550101')
    await store.transaction(async (tx) => {
      const { configurations } = await tx.open(openingFor({ configurationIds: [configurationId] }))
      const [row] = configurations
      if (row) await tx.saveConfigurations([{ ...row, backoffUntilMs: NOW + 60_000, backoffs: 1 }])
    })
    const claim = { byMs: NOW, limit: 10, others: false }
    const opening = await open({ claim })
    expect(opening.campaigns).toHaveLength(1)
    expect(opening.campaigns[0]?.route).toEqual({
      steps: [
        { configurationId, prefixes: [] },
        { configurationId: second, prefixes: [] },
      ],
      stops: {},
    })
    expect(opening.configurations.map(({ id }) => id).sort()).toEqual([configurationId, second].sort())
    expect(opening.numbers.get(second)?.map(({ id }) => id)).toEqual([numberId])
    expect(opening.due.get(campaignId)?.map(({ id }) => id)).toEqual([contactId])
    const skipped = [{ telephony_configuration_id: configurationId, reason: 'back_off' } as const]
    const call = world.callTo(contactId, { phoneNumber: '+15550101', configurationId: second })
    const [callId] = await world.insert({ ...call, route: { position: 2, skipped } })
    expect((await world.lockCall(callId as number))?.configurationId).toBe(second)
    const stop = { event: 'carrier_account_refused', cause: 'no credit', atMs: NOW }
    await store.transaction(async (tx) => {
      await tx.open(openingFor({ campaignIds: [campaignId] }))
      await tx.saveRouteStops(campaignId, { [second]: stop })
    })
    expect((await world.lockCampaign()).route?.stops).toEqual({ [second]: stop })
    const found = await store.transaction(async (tx) => {
      await tx.open(openingFor({}))
      return tx.lockCampaignsOn(second, [])
    })
    expect(found.map(({ id }) => id)).toEqual([campaignId])
  })

  test('resuming or restoring uses stopped configurations again and releases who waited for one', async () => {
    const { fixture, store, organizationId, configurationId, campaignId, openingFor, addContact, take } = world
    const second = await fixture.addConfiguration(organizationId, 3)
    await fixture.setRoute(campaignId, [configurationId, second])
    const campaigns = fixture.campaigns()
    const now = new Date(NOW)
    const id = await addContact('+15550101')
    const ways = [
      (tx: CampaignTransaction) => tx.restoreRoute({ id: campaignId, organizationId }, now),
      async (tx: CampaignTransaction) => {
        const { definition_id } = (await campaigns.find(organizationId, campaignId)) as StoredCampaign
        await tx.setRunning(
          { id: campaignId, organizationId },
          {
            now,
            telephonyConfigurationId: configurationId,
            definitionId: definition_id as number,
          },
        )
      },
    ]
    for (const way of ways) {
      await store.transaction(async (tx) => {
        await tx.open(openingFor({ campaignIds: [campaignId] }))
        await tx.saveContacts([{ id, kind: 'aside', dials: 0, atMs: NEVER_MS, heldBy: 'no_route' }])
        await tx.saveRouteStops(campaignId, { [second]: { event: 'dials_fail_alike', cause: 'x', atMs: NOW } })
      })
      expect(await take(10)).toEqual([])
      await campaigns.transaction(way)
      expect((await world.lockCampaign()).route?.stops).toEqual({})
      expect(await take(10)).toEqual([id])
    }
  })

  test('finds the contacts of ended calls, also of those that the same transaction has settled', async () => {
    const { store, campaignId, openingFor, lockCall, addContact, callTo, insert } = world
    const before = await finished('+15550101')
    const contactId = await addContact('+15550102')
    const [callId] = (await insert(callTo(contactId, { phoneNumber: '+15550102' }))) as [number]
    const call = await lockCall(callId)
    const found = await store.transaction(async (tx) => {
      await tx.open(openingFor({ callIds: [callId] }))
      if (call) await tx.saveCalls([{ ...call, state: 'ended', outcome: 'failed', endedAtMs: NOW }])
      await tx.saveContacts([{ id: contactId, kind: 'retry', dials: 1, outcome: 'declined', atMs: NOW + 5 }])
      return tx.contactsOf([before.callId, callId])
    })
    const same = { campaignId, attempt: 1, dials: 1, callOutcome: 'failed', wasAnswered: false, calledBack: false }
    const [first, second] = ['+15550101', '+15550102'].map((phoneNumber) => ({ ...same, phoneNumber, numbers: null }))
    expect(found).toEqual([
      { ...first, id: before.contactId, callId: before.callId, state: 'done', outcome: 'failed' },
      { ...second, id: contactId, callId, state: 'pending', outcome: 'declined' },
    ])
  })

  test('says of which contacts a conversation is known in a call that they made afterwards', async () => {
    const { store, inbound, insertOne, lockCall } = world
    const people = [
      await finished('+15550101'),
      await finished('sip:+15550102@pbx.example'),
      await finished('+15550103'),
    ]
    for (const [index, { contactId: returnsContactId }] of people.entries()) {
      const request = { phoneNumber: `+1555010${index + 1}`, inboundId: `in-${index}`, returnsContactId }
      const call = await lockCall((await insertOne(inbound(request))).id)
      const end = {
        state: 'ended',
        outcome: 'answered',
        endedAtMs: NOW,
        durationSeconds: index === 2 ? 9 : 10,
      } as const
      await store.transaction(async (tx) => {
        if (call) await tx.saveCalls([{ ...call, ...end }])
      })
    }
    const found = await store.transaction((tx) => tx.contactsOf(people.map(({ callId }) => callId)))
    expect(found.map(({ calledBack }) => calledBack)).toEqual([true, true, false])
  })

  test('opens a finished contact again, as if its call had not been made', async () => {
    const { fixture, saveContacts, take } = world
    const { contactId } = await finished('+15550101')
    await saveContacts({ id: contactId, kind: 'reopened', dials: 0, atMs: NOW - 1 })
    expect(await fixture.contact(contactId)).toMatchObject({ state: 'pending', dials: 0, finishedAtMs: null })
    expect(await take(5)).toEqual([contactId])
  })

  test('locks the running campaigns on the configuration and those of the calls', async () => {
    const { fixture, store, organizationId, configurationId, campaignId, openingFor } = world
    const { callId } = await finished('+15550101')
    const second = await fixture.addCampaign(organizationId, configurationId, 'running')
    await fixture.addCampaign(organizationId, configurationId, 'paused')
    const elsewhere = await fixture.addConfiguration(organizationId, 1)
    await fixture.addCampaign(organizationId, elsewhere, 'running')
    const locked = (calls: number[]) =>
      store.transaction(async (tx) => {
        await tx.open(openingFor({}))
        return (await tx.lockCampaignsOn(configurationId, calls)).map(({ id }) => id)
      })
    expect(await locked([])).toEqual([campaignId, second])
    await store.transaction(async (tx) => {
      const { campaigns } = await tx.open(openingFor({ campaignIds: [campaignId] }))
      await tx.saveCampaigns(
        campaigns.map((row) => ({ ...row, state: 'completed' })),
        NOW,
      )
    })
    expect(await locked([])).toEqual([second])
    expect(await locked([callId])).toEqual([campaignId, second])
  })

  test('a number that rests leaves no dials, and a contact can forget it', async () => {
    const { fixture, store, organizationId, configurationId, open, addContact, saveContacts } = world
    const add = (address: string) => fixture.addNumber(organizationId, configurationId, { address })
    const [refused, accepted] = [await add('+15550001'), await add('+15550002')]
    const contactId = await addContact('+15550101')
    await saveContacts({ id: contactId, kind: 'in_call', callerNumberId: refused })
    await store.transaction(async (tx) => {
      await tx.restNumbers([{ id: refused, reason: 'not accepted' }], NOW)
      await tx.saveContacts([{ id: contactId, kind: 'aside', dials: 0, atMs: NOW, forgetsCaller: true }])
    })
    const numbers = (await open({ configurationIds: [configurationId] })).numbers.get(configurationId)
    expect(numbers?.map((number) => ({ id: number.id, resting: number.resting, left: dialsLeftOf(number) }))).toEqual([
      { id: refused, resting: true, left: 0 },
      { id: accepted, resting: false, left: null },
    ])
    expect(await fixture.contact(contactId)).toMatchObject({ state: 'pending', callerNumberId: null })
  })

  test('reads which active numbers of some configurations rest, also those that this transaction set to rest', async () => {
    const { fixture, store, organizationId, configurationId } = world
    const elsewhere = await fixture.addConfiguration(organizationId, 1)
    const add = (address: string, more = {}) => fixture.addNumber(organizationId, configurationId, { address, ...more })
    const [first, second] = [await add('+15550001'), await add('+15550002')]
    await add('+15550003', { isActive: false })
    const found = await store.transaction(async (tx) => {
      await tx.restNumbers([{ id: second, reason: 'not accepted' }], NOW)
      return tx.numbersOn([configurationId, elsewhere, 999_999])
    })
    const resting = [
      { id: first, resting: false },
      { id: second, resting: true },
    ]
    expect(found).toEqual(
      new Map([
        [configurationId, resting],
        [elsewhere, []],
      ]),
    )
  })
})
