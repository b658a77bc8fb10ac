/** One live call per number of an organization, in every store. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { ContactRow, LiveCall } from '../../src/dialer/store.ts'
import { NOW, openWorld, STORES, type StoreWorld } from './store-world.ts'

const NUMBER = '+4930123456'

describe.each(STORES)('calls to one number, in the dialer store in %s', (_name, openFixture) => {
  let world: StoreWorld
  beforeEach(async () => {
    world = await openWorld(openFixture)
  })

  const single = (more: object = {}) =>
    world.inbound({ direction: 'outbound', inboundId: null, phoneNumber: NUMBER, ...more })
  const callsWith = (phoneNumber: string, organizationId = world.organizationId) =>
    world.store.transaction((tx) => tx.callsWithNumber(organizationId, phoneNumber))
  const end = async (id: number) => {
    const call = (await world.lockCall(id)) as LiveCall
    await world.store.transaction((tx) => tx.saveCalls([{ ...call, state: 'ended', outcome: 'busy', endedAtMs: NOW }]))
  }
  const due = async (): Promise<readonly ContactRow[]> =>
    (await world.open({ claim: { byMs: NOW, limit: 8, others: false } })).due.get(world.campaignId) ?? []

  test('refuses the second outbound call, whatever it is written as, until the first has ended', async () => {
    const { fixture, organizationId, configurationId, addContact, callTo, insert, insertOne } = world
    const first = await addContact(NUMBER)
    const otherCampaign = await fixture.addCampaign(organizationId, configurationId, 'running')
    const second = await fixture.addContact(organizationId, { campaignId: otherCampaign, phoneNumber: NUMBER })
    const [id] = (await insert(callTo(first, { phoneNumber: NUMBER }))) as [number]
    const again = callTo(second, { campaignId: otherCampaign, phoneNumber: NUMBER })
    await expect(insert(again)).rejects.toThrow(/one_live_call_per_number/)
    await expect(insertOne(single())).rejects.toThrow(/one_live_call_per_number/)
    const asSip = single({ phoneNumber: `sip:${NUMBER}@pbx.example`, addressType: 'sip_uri' })
    await expect(insertOne(asSip)).rejects.toThrow(/one_live_call_per_number/)
    await end(id)
    await expect(insert(again)).resolves.toHaveLength(1)
  })

  test('lets another organization call the same number', async () => {
    const { fixture, insertOne, organizationId } = world
    const other = await fixture.addOrganization(5)
    const configurationId = await fixture.addConfiguration(other, 1)
    await insertOne(single())
    await expect(insertOne(single({ organizationId: other, configurationId }))).resolves.toMatchObject({ added: true })
    expect(await callsWith(NUMBER)).toHaveLength(1)
    expect(await callsWith(NUMBER, other)).toHaveLength(1)
    expect(organizationId).not.toBe(other)
  })

  test('takes callers and transfers beside any other call', async () => {
    const { inbound, insertOne } = world
    const dialed = await insertOne(single())
    const callers = [
      await insertOne(inbound({ phoneNumber: NUMBER, inboundId: 'one' })),
      await insertOne(inbound({ phoneNumber: NUMBER, inboundId: 'two' })),
    ]
    const transfers = [
      await insertOne(single({ transferOf: dialed.id })),
      await insertOne(single({ transferOf: dialed.id })),
    ]
    const all = [dialed, ...callers, ...transfers].map(({ id }) => id)
    expect((await callsWith(`sip:${NUMBER}@pbx.example`)).map(({ callId }) => callId)).toEqual(all)
    expect((await callsWith(NUMBER))[1]).toMatchObject({
      direction: 'inbound',
      state: 'answered',
      nodeId: 'node-a',
      providerCallId: 'one',
    })
  })

  test('tells with whoever is due the live calls with that number, callers included', async () => {
    const { addContact, inbound, insertOne } = world
    await addContact(NUMBER)
    await addContact(`sip:${NUMBER}@pbx.example`)
    await addContact('+4930123457')
    const { id } = await insertOne(inbound({ phoneNumber: NUMBER }))
    expect((await due()).map(({ inCalls }) => inCalls)).toEqual([[id], [id], []])
    await end(id)
    expect((await due()).map(({ inCalls }) => inCalls)).toEqual([[], [], []])
  })

  test('whoever waits for the end of a call is due when it is released, and the campaign is looked at', async () => {
    const { addContact, insertOne, store, open, saveContacts, fixture, lockCampaign, campaignId } = world
    const waiting = await addContact(NUMBER)
    const held = await addContact('+4930123457')
    const { id } = await insertOne(single())
    const aside = { kind: 'aside', dials: 0, atMs: NOW + 60_000 } as const
    await saveContacts(
      { ...aside, id: waiting, heldBy: 'in_another_call' },
      { ...aside, id: held, heldBy: 'least_gap' },
    )
    await store.transaction((tx) => tx.awaitEnds([{ callId: id, contactId: waiting }]))
    await store.transaction((tx) =>
      tx.awaitEnds([
        { callId: id, contactId: waiting },
        { callId: id, contactId: held },
      ]),
    )
    expect((await open({ callIds: [id] })).awaiting.get(id)).toEqual([waiting, held])
    const campaign = await lockCampaign()
    await store.transaction((tx) => tx.saveCampaigns([{ ...campaign, nextDueAtMs: NOW + 60_000 }], NOW))
    await store.transaction((tx) => tx.releaseAwaiting([waiting, held], NOW))
    expect(await fixture.contact(waiting)).toMatchObject({ state: 'pending', nextAttemptAtMs: NOW })
    expect(await fixture.contact(held)).toMatchObject({ state: 'pending', nextAttemptAtMs: NOW + 60_000 })
    expect((await open({ campaignIds: [campaignId] })).campaigns[0]?.nextDueAtMs).toBe(NOW)
  })

  test('keeps the numbers of a contact that has several with its call, and turns to another one', async () => {
    const [first, second] = ['+4930777001', '+4930777002']
    const numbers = { all: [first, second], passed: {} } as const
    const id = await world.addContact(first, { numbers })
    expect(await due()).toMatchObject([{ id, phoneNumber: first, numbers }])
    const asked = (phoneNumber: string) =>
      world.store.transaction((tx) => tx.contactCalling(world.organizationId, phoneNumber, 0))
    expect((await asked(second))?.moves).toEqual({ phoneNumber: second, passed: {} })
    expect(await asked(first)).toMatchObject({ id })
    expect((await asked(first))?.moves).toBeUndefined()
    const [callId] = (await world.insert(world.callTo(id, { phoneNumber: first, numbers }))) as [number]
    expect((await world.lockCall(callId))?.numbers).toEqual(numbers)
    const toContact = await world.store.transaction((tx) => tx.callsWithNumber(world.organizationId, second, id))
    expect(toContact.map((call) => call.callId)).toEqual([callId])
    await end(callId)
    const move = (phoneNumber: string) =>
      world.store.transaction((tx) =>
        tx.moveNumbers([{ contactId: id, phoneNumber, passed: { [first]: 'not_callable' } }]),
      )
    await move('+4930777003')
    expect(await due()).toMatchObject([{ phoneNumber: first }])
    await move(second)
    expect(await due()).toMatchObject([{ phoneNumber: second, numbers: { passed: { [first]: 'not_callable' } } }])
  })
})
