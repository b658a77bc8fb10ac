import { beforeEach, describe, expect, test } from 'vitest'
import { type ClaimResult, claimContacts } from '../../src/dialer/claim-contacts.ts'
import { EmptyLooks } from '../../src/dialer/hold-contacts.ts'
import { PolicyCache } from '../../src/dialer/policy-cache.ts'
import { finishReturnedContacts } from '../../src/dialer/returned-calls.ts'
import { dayStartOf } from '../../src/dialer/rules/choose-caller.ts'
import {
  type CampaignRow,
  type ConfigurationRow,
  type DialerTransaction,
  NEVER_MS,
  type OpeningSnapshotRequest,
} from '../../src/dialer/store.ts'
import { UnitOfWork } from '../../src/dialer/unit-of-work.ts'
import { NOW, openWorld, STORES, type StoreWorld } from './store-world.ts'

const claiming = ({ byMs, limit }: { byMs: number; limit: number }) => ({
  nodeId: 'node',
  decidedAtMs: NOW,
  isLargest: true,
  emptyLooks: new EmptyLooks(),
  dueByMs: byMs,
  limit,
  windows: new Map(),
  room: { left: () => 10, taken: () => {} },
  policies: new PolicyCache(),
})

/** Whatever the clock of the database shows. */
function workAtNow(tx: DialerTransaction, request: OpeningSnapshotRequest): Promise<UnitOfWork> {
  const open = tx.open.bind(tx)
  tx.open = async (all) => ({ ...(await open(all)), beganAtMs: NOW })
  return UnitOfWork.open(tx, () => NOW, request)
}

describe.each(STORES)('whom a claim finds, in the dialer store in %s', (_name, openFixture) => {
  let world: StoreWorld
  beforeEach(async () => {
    world = await openWorld(openFixture)
  })

  test('opens the running campaigns that may have somebody due, and others only by name', async () => {
    const { fixture, store, organizationId, configurationId, campaignId, open } = world
    const paused = await fixture.addCampaign(organizationId, configurationId, 'paused')
    const waiting = await fixture.addCampaign(organizationId, configurationId, 'running')
    const elsewhere = await fixture.addOrganization(5)
    const theirs = await fixture.addCampaign(elsewhere, await fixture.addConfiguration(elsewhere, 1), 'running')
    const [row] = (await open({ campaignIds: [waiting] })).campaigns
    await store.transaction((tx) => tx.saveCampaigns([{ ...(row as CampaignRow), nextDueAtMs: NOW + 1 }], NOW))
    const ids = async (request: Partial<OpeningSnapshotRequest>) =>
      (await open(request)).campaigns.map((campaign) => campaign.id)
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

  test('tells a node that asks whether it is the only one; a node counts until long after its lease or after it left', async () => {
    const { store, open } = world
    const claim = { byMs: NOW, limit: 8, others: false }
    const isOnlyNode = async (asNode: string) => (await open({ claim: { ...claim, asNode } })).isOnlyNode
    expect((await open({ claim })).isOnlyNode).toBeUndefined()
    await store.heartbeat('node', 5000)
    expect(await isOnlyNode('node')).toBe(true)
    await store.heartbeat('other', 5000)
    expect(await isOnlyNode('node')).toBe(false)
    await store.heartbeat('other', -30_000)
    expect(await isOnlyNode('node')).toBe(false)
    await store.heartbeat('other', -61_000)
    expect(await isOnlyNode('node')).toBe(true)
    expect(await isOnlyNode('other')).toBe(false)
    await store.heartbeat('other', 5000)
    await store.leave('other')
    expect(await isOnlyNode('node')).toBe(false)
    await store.heartbeat('left other', -61_000)
    expect(await isOnlyNode('node')).toBe(true)
    await store.leave('node')
    await store.heartbeat('left node', -61_000)
  })

  test('tells when the transaction began by the clock of the database, unless it got no lock', async () => {
    const { store, open } = world
    const { databaseNowMs } = await store.heartbeat('node', 5000)
    const { beganAtMs = 0 } = await open({})
    expect(beganAtMs - databaseNowMs).toBeGreaterThanOrEqual(0)
    expect(beganAtMs - databaseNowMs).toBeLessThan(60_000)
    expect((await open({ organizationIds: [] })).beganAtMs).toBeUndefined()
  })

  test('tells a node that the clock was put back by what is left of nodes that are gone', async () => {
    const { store } = world
    const heard = async (nodeId: string) => (await store.heartbeat(nodeId, 5000)).wasSetBack
    expect([await heard('first'), await heard('second'), await heard('first')]).toEqual([false, false, false])
    await store.heartbeat('gone', 3_600_000)
    expect(await heard('first')).toBe(true)
    await store.heartbeat('gone', -1000)
    expect(await heard('first')).toBe(false)
    for (const node of ['first', 'second', 'gone']) await store.leave(node)
  })

  test('tells from when on an organization is worth looking at', async () => {
    const { store, organizationId, lockCampaign } = world
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

  test('a person who called back in the same transaction is not taken, and the campaign looks for the next one', async () => {
    const { store, openingFor, organizationId, campaignId, addContact } = world
    const [talked, next] = [await addContact('+15550101'), await addContact('+15550102')]
    const claimFor = (dropped: number[]) =>
      store.transaction(async (tx) => {
        const claim = { byMs: NOW, limit: 1, others: true }
        const work = await workAtNow(tx, { ...openingFor({ claim }) })
        work.changeCampaign(campaignId, (row) => {
          row.totalRows = 2
        })
        for (const id of dropped) work.dropDue(id)
        for (const id of dropped) work.changeContact({ id, kind: 'done', dials: 0, outcome: 'inbound', nowMs: NOW })
        const taken = await claimContacts(work, new Map([[organizationId, claiming(claim)]]))
        await work.write()
        return taken.get(organizationId) as ClaimResult
      })
    expect(await claimFor([talked])).toMatchObject({ claimed: [], campaignsWithMore: 1 })
    expect(await store.organizationsToServe(NOW)).toMatchObject([{ organizationId }])
    expect((await claimFor([])).claimed).toMatchObject([{ order: { to: '+15550102' } }])
    expect(await world.fixture.contact(next)).toMatchObject({ state: 'in_call' })
  })

  test('a person who called back in the same transaction is not put aside by a calling rule', async () => {
    const { store, fixture, openingFor, organizationId, addContact } = world
    const [talked, silent] = [await addContact('+15550101'), await addContact('+15550102')]
    await fixture.place('number|US,US-NV@America/Los_Angeles', [talked, silent])
    await fixture.setPolicy(organizationId, null, { consent: { any_of: ['express'], records: 'required' } })
    await store.transaction(async (tx) => {
      const claim = { byMs: NOW, limit: 5, others: true }
      const work = await workAtNow(tx, { ...openingFor({ claim }) })
      work.dropDue(talked)
      work.changeContact({ id: talked, kind: 'done', dials: 0, outcome: 'inbound', nowMs: NOW })
      await claimContacts(work, new Map([[organizationId, claiming(claim)]]))
      await work.write()
    })
    expect(await fixture.contact(talked)).toMatchObject({ state: 'done', outcome: 'inbound' })
    expect(await fixture.contact(silent)).toMatchObject({ state: 'pending' })
  })

  test('a person who called twice before either call was settled is finished and counted once', async () => {
    const { store, fixture, openingFor, organizationId, campaignId, addContact, lockCampaign } = world
    const twice = await addContact('+15550101')
    const before = await lockCampaign()
    const talk = { organizationId, contactId: twice, durationSeconds: 20 }
    const laterMs = NOW + 3_600_000
    await store.transaction(async (tx) => {
      const work = await workAtNow(tx, { ...openingFor({ campaignIds: [campaignId] }) })
      work.noteReturned({ ...talk, callId: 8, promisedAtMs: laterMs })
      work.noteReturned({ ...talk, callId: 7, promisedAtMs: null })
      await finishReturnedContacts(work)
    })
    const after = await lockCampaign()
    expect(await fixture.contact(twice)).toMatchObject({ state: 'done', outcome: 'inbound' })
    expect(after.processedRows - before.processedRows).toBe(1)
    expect(after.outcomes).toEqual({ inbound: 1 })
    expect(await fixture.eventTypes(organizationId)).toEqual(['contact_called_back', 'call_back_not_planned'])
  })

  test('an organization whose carrier is in back-off is worth looking at when the back-off ends', async () => {
    const { store, organizationId, lockCampaign, lockConfiguration } = world
    const [campaign, configuration] = [await lockCampaign(), await lockConfiguration()]
    const save = (backoffUntilMs: number | null, nextDueAtMs: number | null = null) =>
      store.transaction(async (tx) => {
        await tx.saveCampaigns([{ ...campaign, nextDueAtMs }], NOW)
        if (configuration) await tx.saveConfigurations([{ ...configuration, backoffUntilMs, backoffs: 1 }])
      })
    await save(NOW + 5000)
    expect(await store.organizationsToServe(NOW + 4999)).toEqual([])
    expect(await store.organizationsToServe(NOW + 5000)).toEqual([{ organizationId, dueAtMs: NOW + 5000 }])
    await save(NOW + 5000, NOW + 7000)
    expect(await store.organizationsToServe(NOW + 7000)).toEqual([{ organizationId, dueAtMs: NOW + 7000 }])
    await save(null)
    expect(await store.organizationsToServe(NOW)).toEqual([{ organizationId, dueAtMs: null }])
  })

  test('a back-off from before the clock was put back holds nobody, and a dial clears it', async () => {
    const { store, organizationId, configurationId, openingFor, addContact, take, lockConfiguration } = world
    const person = await addContact('+15550101')
    const row = (await lockConfiguration()) as ConfigurationRow
    const save = (backoffUntilMs: number) =>
      store.transaction((tx) => tx.saveConfigurations([{ ...row, backoffUntilMs, backoffs: 1 }]))
    await save(NOW + 5000)
    expect([await take(5), await store.organizationsToServe(NOW)]).toEqual([undefined, []])
    await save(NOW + 7_200_000)
    expect(await store.organizationsToServe(NOW)).toEqual([{ organizationId, dueAtMs: null }])
    expect(await take(5)).toEqual([person])
    await store.transaction(async (tx) => {
      const claim = { byMs: NOW, limit: 5, others: true }
      const work = await workAtNow(tx, { ...openingFor({ claim }) })
      const taken = await claimContacts(work, new Map([[organizationId, claiming(claim)]]))
      expect(taken.get(organizationId)?.claimed).toMatchObject([{ order: { to: '+15550101' } }])
      await work.write()
    })
    expect(await lockConfiguration()).toMatchObject({ id: configurationId, backoffUntilMs: null, backoffs: 1 })
  })

  test('leaves out organizations and campaigns whose slots are all taken', async () => {
    const { store, organizationId, lockCampaign, lockOrganization } = world
    const campaign = await lockCampaign()
    const organization = await lockOrganization()
    if (!organization) throw new Error('no organization')
    const save = (ofCampaign: number, ofOrganization: number) =>
      store.transaction(async (tx) => {
        await tx.saveCampaigns([{ ...campaign, liveCalls: ofCampaign }], NOW)
        await tx.saveOrganizations([{ ...organization, liveCalls: ofOrganization }])
      })
    await save(campaign.maxConcurrency, 10)
    expect(await store.organizationsToServe(NOW)).toEqual([])
    await save(9, organization.maxConcurrency)
    expect(await store.organizationsToServe(NOW)).toEqual([])
    await save(9, 19)
    expect(await store.organizationsToServe(NOW)).toEqual([{ organizationId, dueAtMs: null }])
  })

  test('reads a campaign, an organization and a configuration as they were made', async () => {
    const { organizationId, configurationId, open, lockCampaign, lockConfiguration } = world
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
    // Only PostgreSQL says when the day began.
    expect(organization).toMatchObject({ id: organizationId, maxConcurrency: 20, liveCalls: 0, policyVersion: 0 })
    // Prices are not part of this: memory knows none.
    const {
      priceVersion: _price,
      unpriced: _unpriced,
      ...configuration
    } = (await lockConfiguration()) as ConfigurationRow
    expect(configuration).toEqual({
      id: configurationId,
      provider: 'simulator',
      callsPerSecond: 7.5,
      ringTimeoutSeconds: 30,
      maxCallSeconds: 1800,
      pacedUntilMs: null,
      account: { key: expect.any(String), callsPerSecond: 7.5, pacedUntilMs: null },
      backoffUntilMs: null,
      backoffs: 0,
      failing: null,
    })
  })

  test('takes due retries first, oldest first, then new contacts in list order, and none that is not due', async () => {
    const { addContact, take } = world
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
    const { store, campaignId, addContact, openingFor, take, saveContacts } = world
    const [a, b, c, d, e] = [
      await addContact('+15550101'),
      await addContact('+15550102'),
      await addContact('+15550103'),
      await addContact('+15550104'),
      await addContact('+15550105'),
    ]
    const claim = (limit: number, chosen: number[]) =>
      store.transaction(async (tx) => {
        const { due } = await tx.open(openingFor({ claim: { byMs: NOW, limit, others: false } }))
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
    const { store, addContact, openingFor, take } = world
    const ids = [await addContact('+15550101'), await addContact('+15550102')]
    const undone = store.transaction(async (tx) => {
      await tx.open(openingFor({ claim: { byMs: NOW, limit: 8, others: false } }))
      await tx.saveContacts(ids.map((id) => ({ id, kind: 'in_call', callerNumberId: null })))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await take(8)).toEqual(ids)
  })

  test('tells with a contact its dials, its last caller, from and until when it may be called and whether it asked not to be', async () => {
    const { fixture, organizationId, campaignId, addContact, open } = world
    await fixture.suppress(organizationId, '+15550102')
    const elsewhere = await fixture.addOrganization(5)
    await fixture.suppress(elsewhere, '+15550101')
    const calm = await fixture.addContact(organizationId, {
      campaignId,
      phoneNumber: '+15550101',
      nextAttemptAtMs: NOW,
      dials: 2,
      callerNumberId: 77,
      notBeforeMs: NOW - 5000,
      notAfterMs: NOW + 5000,
    })
    const suppressed = await addContact('+15550102')
    expect((await open({ claim: { byMs: NOW, limit: 5, others: false } })).due.get(campaignId)).toEqual([
      {
        id: calm,
        phoneNumber: '+15550101',
        addressType: 'pstn',
        dials: 2,
        callerNumberId: 77,
        suppressed: false,
        inCalls: [],
        notBeforeMs: NOW - 5000,
        notAfterMs: NOW + 5000,
      },
      {
        id: suppressed,
        phoneNumber: '+15550102',
        addressType: 'pstn',
        dials: 0,
        callerNumberId: null,
        suppressed: true,
        inCalls: [],
      },
    ])
  })

  test('knows the earliest retry still waiting', async () => {
    const { store, campaignId, addContact, saveContacts } = world
    const nextRetryAt = () => store.transaction((tx) => tx.nextRetryAfter(campaignId, NOW))
    await addContact('+15550101')
    expect(await nextRetryAt()).toBeNull()
    await addContact('+15550102', { nextAttemptAtMs: NOW + 5000, dials: 1 })
    const sooner = await addContact('+15550103', { nextAttemptAtMs: NOW + 1000, dials: 1 })
    expect(await nextRetryAt()).toBe(NOW + 1000)
    await saveContacts({ id: sooner, kind: 'in_call', callerNumberId: null })
    expect(await nextRetryAt()).toBe(NOW + 5000)
  })

  test('knows that a contact waits which is held without an end', async () => {
    const { store, campaignId, addContact, saveContacts } = world
    const nextRetryAt = () => store.transaction((tx) => tx.nextRetryAfter(campaignId, NOW))
    const held = await addContact('+15550101')
    const later = await addContact('+15550102', { nextAttemptAtMs: NOW + 5000, dials: 1 })
    await saveContacts({ id: held, kind: 'aside', dials: 0, atMs: NEVER_MS, heldBy: 'no_route' })
    expect(await nextRetryAt()).toBe(NOW + 5000)
    await saveContacts({ id: later, kind: 'in_call', callerNumberId: null })
    expect(await nextRetryAt()).toBe(NEVER_MS)
  })

  test('counts live calls and the dials of the day for the limits of numbers; a dial that was never placed is given back', async () => {
    const { fixture, store, organizationId, configurationId, addContact, callTo, insert, openingFor } = world
    const limits = { maxCallsAtOnce: 2, maxCallsPerDay: 3 }
    const limited = await fixture.addNumber(organizationId, configurationId, { address: '+12025550101', ...limits })
    const free = await fixture.addNumber(organizationId, configurationId, { address: '+12025550102' })
    const left = () =>
      store.transaction(async (tx) => {
        const { numbers, organizations } = await tx.open(openingFor({ configurationIds: [configurationId] }))
        const [organization = {}] = organizations
        const found = numbers.get(configurationId) ?? []
        const rows = found.map(({ id, leftAtOnce, leftToday }) => ({ id, leftAtOnce, leftToday }))
        return { rows, dayStartMs: dayStartOf(organization, Date.now()) }
      })
    const unlimited = { id: free, leftAtOnce: null, leftToday: null }
    const { rows, dayStartMs } = await left()
    expect(rows).toEqual([{ id: limited, leftAtOnce: 2, leftToday: 3 }, unlimited])
    const dial = async (phoneNumber: string, claimedAtMs: number) => {
      const contactId = await addContact(phoneNumber)
      const [id] = await insert(callTo(contactId, { phoneNumber, callerNumberId: limited, claimedAtMs }))
      await store.transaction((tx) => tx.markNumbersUsed([limited, free], claimedAtMs, dayStartMs))
      return id as number
    }
    const [first, second] = [await dial('+15550101', dayStartMs), await dial('+15550102', dayStartMs + 1)]
    expect((await left()).rows).toEqual([{ id: limited, leftAtOnce: 0, leftToday: 1 }, unlimited])
    await store.transaction(async (tx) => {
      await tx.returnNumberUse([first])
      await tx.removeCalls([first])
    })
    expect((await left()).rows).toEqual([{ id: limited, leftAtOnce: 1, leftToday: 2 }, unlimited])
    const ended = { state: 'ended', outcome: 'busy', endedAtMs: NOW } as const
    await store.transaction(async (tx) => {
      const [call] = (await tx.open(openingFor({ callIds: [second] }))).calls
      if (call) await tx.saveCalls([{ ...call, ...ended }])
    })
    expect((await left()).rows).toEqual([{ id: limited, leftAtOnce: 2, leftToday: 2 }, unlimited])
    // What was dialed on the day before does not count, and is not given back.
    const early = await dial('+15550103', dayStartMs - 1)
    await store.transaction((tx) => tx.returnNumberUse([early]))
    expect((await left()).rows).toEqual([{ id: limited, leftAtOnce: 1, leftToday: 1 }, unlimited])
  })

  test('makes contacts due that a rule put off, in order, by the prefixes of their numbers, and no others', async () => {
    const { fixture, store, campaignId, addContact, saveContacts, take, openingFor } = world
    const numbers = ['+4930111', '+4330112', 'sip:+4930113@pbx.example', '+4930114', '+4930115', '+4930116']
    const ids = await Promise.all(numbers.map((phoneNumber) => addContact(phoneNumber)))
    const [first, austrian, sip, other, retried, last] = ids as [number, number, number, number, number, number]
    const aside = { kind: 'aside', dials: 0, heldBy: 'number_limits' } as const
    await saveContacts(
      { ...aside, id: first, atMs: NOW + 20_000 },
      { ...aside, id: austrian, atMs: NOW + 10_000 },
      { ...aside, id: sip, atMs: NOW + 10_000 },
      { ...aside, id: other, atMs: NOW + 10_000, heldBy: 'least_gap' },
      { ...aside, id: retried, atMs: NOW + 10_000 },
      { ...aside, id: last, atMs: NOW + 30_000 },
    )
    // It waits for something else since.
    await saveContacts({ id: retried, kind: 'retry', dials: 1, outcome: 'busy', atMs: NOW + 15_000 })
    const release = (prefixes: string[], limit: number) =>
      store.transaction(async (tx) => {
        await tx.open(openingFor({ campaignIds: [campaignId] }))
        return tx.releaseHeld({ campaignId, rule: 'number_limits', prefixes, limit }, NOW)
      })
    expect(await take(9)).toEqual([])
    expect(await release(['+49', '+1'], 2)).toBe(2)
    expect(await take(9)).toEqual([first, sip].sort((a, b) => a - b))
    expect(await release(['+7'], 2)).toBe(0)
    expect(await release([], 9)).toBe(2)
    expect((await take(9))?.sort()).toEqual([first, austrian, sip, last].sort())
    expect(await release([], 9)).toBe(0)
    expect((await fixture.contact(other)).nextAttemptAtMs).toBe(NOW + 10_000)
    expect((await fixture.contact(retried)).nextAttemptAtMs).toBe(NOW + 15_000)
  })

  test('offers the active numbers of a configuration and remembers when they were used', async () => {
    const { fixture, store, organizationId, configurationId, open } = world
    const a = await fixture.addNumber(organizationId, configurationId, { address: '+15550200' })
    const b = await fixture.addNumber(organizationId, configurationId, { address: '+15550201', isDefault: true })
    await fixture.addNumber(organizationId, configurationId, { address: '+15550202', isActive: false })
    await store.transaction((tx) => tx.markNumbersUsed([a], NOW, NOW))
    expect((await open({ configurationIds: [configurationId] })).numbers.get(configurationId)).toMatchObject([
      { id: a, address: '+15550200', isDefault: false, lastUsedAtMs: NOW },
      { id: b, address: '+15550201', isDefault: true, lastUsedAtMs: null },
    ])
  })

  test('two transactions at once never take the same contact', async () => {
    const { store, organizationId, campaignId, addContact, callTo, openingFor, lockOrganization } = world
    for (let index = 0; index < 6; index++) await addContact(`+1555010${index}`)
    const claim = () =>
      store.transaction(async (tx) => {
        const opening = await tx.open(openingFor({ claim: { byMs: NOW, limit: 3, others: false } }))
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

  test('finds a campaign that says nobody is due though somebody is, and has it looked at again', async () => {
    const { store, campaignId, addContact, lockCampaign } = world
    await addContact('+15550101')
    const campaign = await lockCampaign()
    await store.transaction((tx) =>
      tx.saveCampaigns([{ ...campaign, state: 'running', nextDueAtMs: NOW + 60_000 }], NOW),
    )
    const found = await store.overlookedCampaigns(NOW)
    expect(found).toMatchObject([{ id: campaignId, ringTimeoutSeconds: 30 }])
    expect(await store.overlookedCampaigns(NOW + 60_000)).toEqual([])
    await store.transaction((tx) => tx.lookAgain([campaignId]))
    expect(await store.overlookedCampaigns(NOW)).toEqual([])
    expect((await lockCampaign()).nextDueAtMs).toBeNull()
  })

  test('has all running campaigns of an organization looked at again, whatever they wait for', async () => {
    const { fixture, store, organizationId, configurationId, campaignId, open } = world
    const [never, paused] = [
      await fixture.addCampaign(organizationId, configurationId, 'running'),
      await fixture.addCampaign(organizationId, configurationId, 'paused'),
    ]
    const idle = await fixture.addOrganization(5)
    await fixture.addCampaign(idle, await fixture.addConfiguration(idle, 1), 'paused')
    const rows = async () => (await open({ campaignIds: [campaignId, never, paused] })).campaigns
    const nextDue = async () => (await rows()).map(({ nextDueAtMs }) => nextDueAtMs)
    const [first, second, third] = (await rows()) as [CampaignRow, CampaignRow, CampaignRow]
    const waiting = [
      { ...first, nextDueAtMs: NOW + 86_400_000 },
      { ...second, nextDueAtMs: NEVER_MS },
      { ...third, nextDueAtMs: NOW + 5000 },
    ]
    await store.transaction((tx) => tx.saveCampaigns(waiting, NOW))
    expect(await nextDue()).toEqual([NOW + 86_400_000, NEVER_MS, NOW + 5000])
    expect(await store.organizationsWithRunningCampaigns()).toEqual([organizationId])
    await store.transaction((tx) => tx.lookAgainAtAll(organizationId))
    expect(await nextDue()).toEqual([null, null, NOW + 5000])
  })
})
