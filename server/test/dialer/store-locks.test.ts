/** Rows that are named by their id are found and changed only in organizations whose lock the transaction holds. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { DialerTransaction, LiveCall } from '../../src/dialer/store.ts'
import { NOW, openWorld, STORES, type StoreWorld } from './store-world.ts'

type Work = (tx: DialerTransaction) => Promise<unknown>

describe.each(STORES)('rows of other organizations in the store in %s', (_name, openFixture) => {
  let world: StoreWorld
  let otherId: number
  let contactId: number
  let waitingId: number
  let call: LiveCall
  let numberId: number

  beforeEach(async () => {
    world = await openWorld(openFixture)
    otherId = await world.fixture.addOrganization(20)
    const { addContact, insert, callTo, lockCall, store, fixture, organizationId, configurationId } = world
    contactId = await addContact('+15550101')
    waitingId = await addContact('+15550102')
    numberId = await fixture.addNumber(organizationId, configurationId, { address: '+15550199' })
    const [callId] = await insert(callTo(contactId, { phoneNumber: '+15550101', callerNumberId: numberId }))
    call = (await lockCall(callId as number)) as LiveCall
    await store.transaction((tx) =>
      tx.insertAttempts([
        { callId: call.id, organizationId, phoneNumber: '+15550101', atMs: NOW - 1000, policyVersion: '1' },
      ]),
    )
    await world.saveContacts({ id: waitingId, kind: 'aside', dials: 0, atMs: NOW + 5000, heldBy: 'in_another_call' })
  })

  /** Everything that the changes below could reach. */
  async function seen() {
    const { fixture, store, organizationId, campaignId, configurationId, open, lockCall, lockCampaign } = world
    const { awaiting, numbers, breakers } = await open({
      callIds: [call.id],
      campaignIds: [campaignId],
      configurationIds: [configurationId],
    })
    const [first] = numbers.get(configurationId) ?? []
    return {
      call: await lockCall(call.id),
      calls: await fixture.callCount(),
      awaiting: awaiting.get(call.id) ?? [],
      number: first && { lastUsedAtMs: first.lastUsedAtMs, resting: first.resting },
      contacts: await fixture.contactsOf(campaignId),
      heldBy: await Promise.all([contactId, waitingId].map((id) => fixture.heldBy(id))),
      campaign: await lockCampaign(),
      breaker: breakers.get(campaignId),
      attempts: (await store.transaction((tx) => tx.historyOf(organizationId, '+15550101'))).history,
    }
  }

  const attempted = (organizationId: number, work: Work) =>
    world.store
      .transaction(async (tx) => {
        await tx.open(world.openingFor({ organizationIds: [organizationId] }))
        await work(tx)
      })
      .catch(() => {})

  const changes: ReadonlyArray<readonly [string, Work]> = [
    ['saves calls', (tx) => tx.saveCalls([{ ...call, state: 'ended', outcome: 'busy', endedAtMs: NOW }])],
    ['removes calls', (tx) => tx.removeCalls([call.id])],
    ['saves contacts', (tx) => tx.saveContacts([{ id: contactId, kind: 'in_call', callerNumberId: 7 }])],
    [
      'names what holds a contact',
      (tx) =>
        tx.saveContacts([{ id: contactId, kind: 'done', dials: 1, outcome: 'busy', nowMs: NOW, heldBy: 'suppressed' }]),
    ],
    ['awaits the end of a call', (tx) => tx.awaitEnds([{ callId: call.id, contactId: waitingId }])],
    ['releases who waits', (tx) => tx.releaseAwaiting([waitingId], NOW)],
    ['ends attempts', (tx) => tx.endAttempts([{ callId: call.id, what: 'conversation' }])],
    ['removes attempts', (tx) => tx.removeAttempts([call.id])],
    ['notes a conversation', (tx) => tx.noteTalk(contactId, { callId: 7, durationSeconds: 20, promisedAtMs: null })],
    [
      'saves campaigns',
      async (tx) => tx.saveCampaigns([{ ...(await seenCampaign()), processedRows: 3, nextDueAtMs: NOW + 1 }], NOW),
    ],
    ['looks at a campaign again', (tx) => tx.lookAgain([world.campaignId])],
    ['looks at all campaigns again', (tx) => tx.lookAgainAtAll(world.organizationId)],
    ['rests numbers', (tx) => tx.restNumbers([{ id: numberId, reason: 'refused' }], NOW)],
    ['marks numbers as used', (tx) => tx.markNumbersUsed([numberId], NOW, NOW)],
  ]
  let campaign: Awaited<ReturnType<StoreWorld['lockCampaign']>>
  const seenCampaign = async () => campaign

  test.each(changes)('a transaction that %s does so in its own organization only', async (_what, work) => {
    campaign = await world.lockCampaign()
    await world.store.transaction((tx) => tx.saveCampaigns([{ ...campaign, nextDueAtMs: NOW + 60_000 }], NOW))
    const before = await seen()
    await attempted(otherId, work)
    expect(await seen()).toEqual(before)
    await attempted(world.organizationId, work)
    expect(await seen()).not.toEqual(before)
  })

  const reads: ReadonlyArray<readonly [string, (tx: DialerTransaction) => Promise<unknown>, unknown]> = [
    ['contacts', async (tx) => (await tx.contactsById([contactId])).length, 1],
    ['contacts of calls', async (tx) => (await tx.contactsOf([call.id])).length, 1],
    ['campaigns of contacts', async (tx) => (await tx.lockCampaignsOf([contactId])).length, 1],
    ['the next retry', (tx) => tx.nextRetryAfter(world.campaignId, NOW), NOW + 5000],
    ['the next retry in zones', (tx) => tx.nextRetryInZones(world.campaignId, [0], NOW), NOW + 5000],
  ]

  test.each(reads)('%s are found in an organization of the transaction only', async (_what, read, found) => {
    const answers: unknown[] = []
    const work: Work = async (tx) => answers.push(await read(tx))
    await attempted(otherId, work)
    expect(answers).not.toEqual([found])
    answers.length = 0
    await attempted(world.organizationId, work)
    expect(answers).toEqual([found])
  })

  test('one transaction writes for all organizations that it has locked', async () => {
    const { fixture, store, openingFor, organizationId, callTo } = world
    const configurationId = await fixture.addConfiguration(otherId, 5)
    const campaignId = await fixture.addCampaign(otherId, configurationId, 'running')
    const other = await fixture.addContact(otherId, { campaignId, phoneNumber: '+15550103' })
    await store.transaction(async (tx) => {
      await tx.open(openingFor({ organizationIds: [organizationId, otherId] }))
      const [callId] = await tx.insertCalls([
        callTo(other, { organizationId: otherId, campaignId, configurationId, phoneNumber: '+15550103' }),
      ])
      await tx.saveContacts([
        { id: contactId, kind: 'done', dials: 1, outcome: 'busy', nowMs: NOW },
        { id: other, kind: 'in_call', callerNumberId: null },
      ])
      await tx.saveCalls([{ ...call, state: 'ended', outcome: 'busy', endedAtMs: NOW }])
      await tx.awaitEnds([{ callId: callId as number, contactId: waitingId }])
    })
    expect((await fixture.contact(contactId)).state).toBe('done')
    expect((await fixture.contact(other)).state).toBe('in_call')
    expect(await world.lockCall(call.id)).toBeUndefined()
    const { calls, awaiting } = await world.open({ organizationIds: [otherId], callIds: [call.id + 1] })
    expect([calls.length, [...awaiting.values()]]).toEqual([1, [[waitingId]]])
  })

  test('a transaction that was not opened changes nothing', async () => {
    await expect(
      world.fixture.store.transaction((tx) =>
        tx.saveContacts([{ id: contactId, kind: 'in_call', callerNumberId: null }]),
      ),
    ).rejects.toThrow()
    await expect(world.fixture.store.transaction((tx) => tx.saveCalls([call]))).rejects.toThrow()
  })
})
