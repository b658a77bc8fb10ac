import { beforeEach, describe, expect, test } from 'vitest'
import { liveCallFrom } from '../../src/dialer/claimed-call.ts'
import type { LiveCall } from '../../src/dialer/store.ts'
import { NOW, openWorld, STORES, type StoreWorld } from './store-world.ts'

const LONG_AGO = NOW - 3_600_000

describe.each(STORES)('calls and their nodes, in the dialer store in %s', (_name, openFixture) => {
  let world: StoreWorld
  beforeEach(async () => {
    world = await openWorld(openFixture)
  })

  test('gives calls back by id as they were claimed, ids in the order given', async () => {
    const { store, organizationId, configurationId, campaignId, addContact, callTo, insert, lockCall } = world
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
      phoneNumber: callTo(contacts[1] as number).phoneNumber,
      callerNumberId: null,
      returnsContactId: null,
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
      lastEventAtMs: NOW,
      deadlineAtMs: NOW + 1_000_000,
      durationSeconds: null,
      talkedIn: null,
    })
    const owner = { callId: ids[0], organizationId, campaignId }
    expect(await store.ownersOf([ids[0] as number, 999_999])).toEqual([owner])
  })

  test('claims of several campaigns and organizations in one transaction keep what is their own', async () => {
    const { fixture, store, organizationId, configurationId, addContact, callTo, open } = world
    const otherId = await fixture.addOrganization(5)
    const otherConfigurationId = await fixture.addConfiguration(otherId, 3)
    const campaigns = [
      {
        organizationId,
        configurationId,
        campaignId: await fixture.addCampaign(organizationId, configurationId, 'running'),
      },
      {
        organizationId: otherId,
        configurationId: otherConfigurationId,
        campaignId: await fixture.addCampaign(otherId, otherConfigurationId, 'running'),
      },
    ]
    const numberIds = await Promise.all(
      campaigns.map((of, index) =>
        fixture.addNumber(of.organizationId, of.configurationId, { address: `+1555020${index}` }),
      ),
    )
    const claims = [[callTo(await addContact('+15550101')), callTo(await addContact('+15550102'))]]
    for (const [index, of] of campaigns.entries()) {
      const phoneNumber = `+1555030${index}`
      const contactId = await fixture.addContact(of.organizationId, { campaignId: of.campaignId, phoneNumber })
      const own = { provider: `carrier ${index}`, callerNumberId: numberIds[index] as number, claimedAtMs: NOW + index }
      claims.push([callTo(contactId, { ...of, ...own, phoneNumber, deadlineAtMs: NOW + 9000 + index })])
    }
    const ids: number[] = []
    await store.transaction(async (tx) => {
      // A claim, so that the ids are there and nothing is sent in between.
      const claim = { byMs: NOW, limit: 8, others: false }
      await tx.open({ ...world.openingFor({ claim }), organizationIds: [organizationId, otherId] })
      for (const [index, calls] of claims.entries()) {
        ids.push(...(await tx.insertCalls(calls)))
        const numberId = numberIds[index - 1]
        if (numberId !== undefined) await tx.markNumbersUsed([numberId, numberId], NOW + index, NOW - index)
      }
    })
    const { calls } = await open({ organizationIds: [organizationId, otherId], callIds: ids })
    expect(calls).toEqual(claims.flat().map((call, index) => liveCallFrom(ids[index] as number, call)))
    const configurationIds = [configurationId, otherConfigurationId]
    const { numbers } = await open({ organizationIds: [organizationId, otherId], configurationIds })
    expect([...numbers.values()].flat().map(({ lastUsedAtMs }) => lastUsedAtMs)).toEqual([NOW + 1, NOW + 2])
  })

  test('a call that is stored as this node claimed it is not read again, and has who waits for its end', async () => {
    const { store, addContact, callTo, insert, lockCall, open } = world
    const numbers = { all: ['+15550101', '+15550111'], passed: {} }
    const claims = [
      callTo(await addContact('+15550101', { numbers }), { numbers, claimedAtMs: NOW + 0.25 }),
      callTo(await addContact('+15550102'), { claimedAtMs: NOW + 0.25 }),
    ]
    const ids = await insert(...claims)
    const claimedCalls = claims.map((claim, index) => liveCallFrom(ids[index] as number, claim))
    expect(await Promise.all(ids.map(lockCall))).toEqual(claimedCalls)
    await store.transaction((tx) => tx.awaitEnds([{ callId: ids[1] as number, contactId: 77 }]))
    const opening = await open({ claimedCalls })
    expect(opening.calls.map((call) => claimedCalls.indexOf(call))).toEqual([0, 1])
    expect(opening.awaiting).toEqual(new Map([[ids[1], [77]]]))
    expect((await open({ organizationIds: [], claimedCalls })).calls).toEqual([])
  })

  const changes: Array<[string, Partial<LiveCall>]> = [
    ['rings', { state: 'ringing', placedAtMs: NOW, lastEventAtMs: NOW }],
    ['has news', { lastEventAtMs: NOW + 1 }],
    ['has an id of the carrier', { providerCallId: 'carrier-1' }],
    ['has a cause', { cause: 'caller_on_the_line' }],
    ['was answered by a machine', { machine: 'machine' }],
    ['was placed', { placedAtMs: NOW }],
    ['was answered', { answeredAtMs: NOW }],
    ['has an agent', { agentAtMs: NOW }],
  ]
  test.each(changes)('a claimed call that %s is read, though this node remembers it', async (_what, change) => {
    const { store, addContact, callTo, insert, open, lockCall } = world
    const claim = callTo(await addContact('+15550101'))
    const [id] = (await insert(claim)) as [number]
    const claimed = liveCallFrom(id, claim)
    await store.transaction((tx) => tx.saveCalls([{ ...claimed, ...change }]))
    const { calls } = await open({ claimedCalls: [claimed] })
    expect(calls).toEqual([{ ...claimed, ...change }])
    expect(calls).toEqual([await lockCall(id)])
  })

  test('a claimed call that another node changed is read, and one that has ended or is gone is not returned', async () => {
    const { store, addContact, callTo, insert, open } = world
    const contacts = await Promise.all(['01', '02', '03', '04', '05'].map((last) => addContact(`+155501${last}`)))
    const claims = contacts.map((id) => callTo(id))
    const ids = (await insert(...claims)) as [number, number, number, number, number]
    const [adopted, talked, ended, gone, later] = ids.map((id, index) =>
      liveCallFrom(id, claims[index] as (typeof claims)[0]),
    ) as [LiveCall, LiveCall, LiveCall, LiveCall, LiveCall]
    const talkedIn = { callId: 7, durationSeconds: 20, promisedAtMs: null }
    expect(await store.adopt('node-b', [adopted], NOW)).toEqual([adopted.id])
    await store.transaction((tx) => tx.noteTalk(talked.contactId as number, talkedIn))
    await store.transaction((tx) => tx.saveCalls([{ ...ended, state: 'ended', outcome: 'busy', endedAtMs: NOW }]))
    await store.transaction((tx) => tx.removeCalls([gone.id]))
    // The same id, after a lost database, is another claim.
    const lost = { ...later, claimedAtMs: NOW - 1000, lastEventAtMs: NOW - 1000, phoneNumber: '+15550199' }
    const { calls } = await open({ claimedCalls: [adopted, talked, ended, gone, lost] })
    expect(calls).toEqual([{ ...adopted, nodeId: 'node-b' }, { ...talked, talkedIn }, later])
  })

  test('keeps with a live call that its contact called us and talked, whatever is saved of the call', async () => {
    const { store, addContact, callTo, insert, lockCall } = world
    const contactId = await addContact('+15550101')
    const [id] = (await insert(callTo(contactId))) as [number]
    const talk = { callId: 7, durationSeconds: 20, promisedAtMs: NOW + 5 }
    const call = (await lockCall(id)) as LiveCall
    await store.transaction((tx) => tx.noteTalk(contactId, talk))
    await store.transaction((tx) => tx.saveCalls([{ ...call, state: 'ringing' }]))
    expect(await lockCall(id)).toMatchObject({ state: 'ringing', talkedIn: talk })
  })

  test('refuses a second live call of a contact, and allows one after the first has ended', async () => {
    const { store, addContact, callTo, insert, lockCall } = world
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
    const { store, addContact, callTo, insert, lockCall } = world
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
      lastEventAtMs: NOW + 4,
      durationSeconds: 12,
    }
    await store.transaction((tx) =>
      tx.saveCalls([{ ...settled, nodeId: 'another', claimedAtMs: LONG_AGO, deadlineAtMs: LONG_AGO }]),
    )
    expect(await lockCall(id)).toEqual(settled)
  })

  test('a claim given back leaves no trace', async () => {
    const { fixture, store, addContact, callTo, insert } = world
    const contactId = await addContact('+15550101')
    const [id] = (await insert(callTo(contactId))) as [number]
    await store.transaction((tx) => tx.removeCalls([id]))
    expect(await fixture.callCount()).toBe(0)
    expect(await store.ownersOf([id])).toEqual([])
    await expect(insert(callTo(contactId))).resolves.toHaveLength(1)
  })

  test('takes the same inbound call once, also when it has ended, and another configuration its own', async () => {
    const { fixture, store, organizationId, lockCall, inbound, insertOne } = world
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

  test('takes any number of single calls to different numbers, which are claimed first', async () => {
    const { lockCall, inbound, insertOne } = world
    const single = inbound({ direction: 'outbound', inboundId: null })
    const first = await insertOne(single)
    expect((await insertOne({ ...single, phoneNumber: '+15550777' })).id).not.toBe(first.id)
    expect(await lockCall(first.id)).toMatchObject({ state: 'claimed', direction: 'outbound', placedAtMs: null })
  })

  test('counts the nodes alive and answers with its own time', async () => {
    const { store } = world
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
    const databaseNow = async () => (await world.store.heartbeat('mine', 60_000)).databaseNowMs

    beforeEach(async () => {
      const { store, addContact, insert, callTo } = world
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
      const { store } = world
      const nowMs = await databaseNow()
      const stale = await store.staleCalls('mine', nowMs - 20_000, nowMs - 10_000, 50)
      const found = stale.map((call) => [call.id, call.orphaned])
      expect(found).toEqual([
        [ids.dead, true],
        [ids.mineQuiet, false],
        [ids.unheard, true],
      ])
      // As many of each kind: quiet calls of a node do not hide those of a dead one.
      const some = await store.staleCalls('mine', nowMs - 20_000, nowMs - 10_000, 1)
      expect(some.map((call) => call.id)).toEqual([ids.dead, ids.mineQuiet])
      const fenced = await store.staleCalls('mine', nowMs - 20_000, nowMs - 45_000, 50)
      expect(fenced.map((call) => call.id)).toEqual([ids.mineQuiet])
    })

    test('a node is told how many live calls are its own', async () => {
      const { store } = world
      const { ownCalls } = await store.heartbeat('mine', 60_000)
      expect([...ownCalls.values()]).toEqual([2])
      expect([...(await store.heartbeat('somebody else', 60_000)).ownCalls]).toEqual([])
    })

    test('only orphans are adopted, and only by one', async () => {
      const { store, lockCall, organizationId } = world
      const nowMs = await databaseNow()
      const wanted = [ids.mine, ids.living, ids.dead, ids.unheard].map((id) => ({ id, organizationId }))
      const elsewhere = wanted.map(({ id }) => ({ id, organizationId: organizationId + 999 }))
      expect(await store.adopt('mine', elsewhere, nowMs)).toEqual([])
      expect((await store.adopt('mine', wanted, nowMs)).sort()).toEqual([ids.dead, ids.unheard].sort())
      expect(await store.adopt('living', wanted, nowMs)).toEqual([])
      expect((await lockCall(ids.dead))?.nodeId).toBe('mine')
      expect((await lockCall(ids.living))?.nodeId).toBe('living')
    })

    test('counts the claims of a campaign that may still become calls', async () => {
      const { store, organizationId, campaignId, lockCall } = world
      expect(await store.unplacedCalls(organizationId, campaignId, 10_000)).toBe(3)
      expect(await store.unplacedCalls(organizationId, campaignId, 60_000)).toBe(4)
      const call = (await lockCall(ids.living)) as LiveCall
      await store.transaction((tx) => tx.saveCalls([{ ...call, state: 'dialing' }]))
      expect(await store.unplacedCalls(organizationId, campaignId, 10_000)).toBe(2)
      expect(await store.unplacedCalls(organizationId, campaignId + 999, 10_000)).toBe(0)
      expect(await store.unplacedCalls(organizationId + 999, campaignId, 10_000)).toBe(0)
    })
  })
})
