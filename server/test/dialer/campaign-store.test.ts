/** What the operations on campaigns ask of a database, held equal in the simulation's memory and on PostgreSQL. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { NewCampaign, StoredCampaign } from '../../src/campaigns/queries.ts'
import type { CampaignStore } from '../../src/campaigns/store.ts'
import type { CallerPool } from '../../src/dialer/rules/choose-caller.ts'
import type { Outcome } from '../../src/dialer/rules/outcomes.ts'
import { ValidationError } from '../../src/kernel/errors.ts'
import { policyInput } from '../../src/policies/rules/policy.ts'
import { BREAKER, RETRY } from './store-fixture.ts'
import { NOW, openWorld, STORES, type StoreWorld } from './store-world.ts'

const AT = new Date(NOW)
const LATER = new Date(NOW + 60_000)

describe.each(STORES)('what is asked of campaigns, in %s', (_name, openFixture) => {
  let world: StoreWorld
  let campaigns: CampaignStore
  let whose: { id: number; organizationId: number }

  beforeEach(async () => {
    world = await openWorld(openFixture)
    campaigns = world.fixture.campaigns()
    whose = { id: world.campaignId, organizationId: world.organizationId }
  })

  const found = async (id = whose.id): Promise<StoredCampaign> => {
    // When it was last written is nobody's business here.
    const row = (await campaigns.find(whose.organizationId, id)) as StoredCampaign & { updated_at?: Date }
    const { updated_at: _at, ...campaign } = row
    return campaign
  }
  const start = (now: Date, definitionId: number) =>
    campaigns.transaction((tx) =>
      tx.setRunning(whose, { telephonyConfigurationId: world.configurationId, definitionId, now }),
    )
  const finish = async (phoneNumber: string, outcome: Outcome) => {
    const id = await world.addContact(phoneNumber)
    await world.saveContacts({ id, kind: 'done', dials: 2, outcome, nowMs: NOW })
  }
  const redial = (of: StoredCampaign, totalRows: number): NewCampaign => ({
    organizationId: whose.organizationId,
    name: 'once more',
    workflowId: of.workflow_id,
    sourceId: 'list',
    listId: of.list_id,
    enrolledListId: null,
    keepOpen: false,
    finishOnInbound: true,
    telephonyConfigurationId: world.configurationId,
    route: null,
    callerPool: null,
    parentCampaignId: of.id,
    totalRows,
    maxConcurrency: 3,
    retry: RETRY,
    schedule: null,
    breaker: BREAKER,
    maxSpend: of.max_spend,
    now: AT,
  })
  const copyBusy = async (more: (count: number) => void = () => {}): Promise<number> => {
    const parent = await found()
    const copy = { listId: parent.list_id, parent: whose, outcomes: ['busy', 'declined'], rules: [] }
    return campaigns.copyThenCreate(copy, async (tx, id, count) => {
      more(count)
      await tx.insert(id, redial(parent, count))
      await tx.setRedialed(whose.id, id)
    })
  }

  test('finds and locks a campaign of this organization only', async () => {
    expect(await found()).toMatchObject({ id: whose.id, state: 'running', max_concurrency: 10, policy: null })
    const elsewhere = await world.fixture.addOrganization(1)
    expect(await campaigns.find(elsewhere, whose.id)).toBeUndefined()
    const locked = await campaigns.transaction(async (tx) => [
      (await tx.lock(whose.organizationId, whose.id))?.id,
      (await tx.lock(whose.organizationId, whose.id))?.total_rows,
      await tx.lock(elsewhere, whose.id),
      await tx.lock(whose.organizationId, 999_999),
    ])
    expect(locked).toEqual([whose.id, 100, undefined, undefined])
  })

  test('a start is remembered once; each makes the claim look anew', async () => {
    const campaign = await world.lockCampaign()
    await world.store.transaction((tx) =>
      tx.saveCampaigns(
        [{ ...campaign, state: 'paused', totalQueuedCount: 0, windowSaid: 'closed', nextDueAtMs: NOW + 9000 }],
        NOW,
      ),
    )
    await start(AT, 7)
    const first = { state: 'running', definition_id: 7, started_at: AT, total_queued_count: 100 }
    expect(await found()).toMatchObject(first)
    expect(await world.lockCampaign()).toMatchObject({ windowSaid: null, nextDueAtMs: null, definitionId: 7 })
    const started = await world.lockCampaign()
    await world.store.transaction((tx) => tx.saveCampaigns([{ ...started, totalQueuedCount: 104 }], NOW))
    await start(LATER, 8)
    expect(await found()).toMatchObject({ ...first, definition_id: 8, total_queued_count: 104 })
  })

  test('contacts that wait are finished uncalled, so many at a time, and counted by their dials', async () => {
    const contacts = [await world.addContact('+15550101'), await world.addContact('+15550102', { dials: 2 })]
    await finish('+15550103', 'answered')
    const { processed_rows, failed_rows, total_queued_count } = await found()
    const cancel = (most: number) =>
      campaigns.transaction(async (tx) => {
        const campaign = (await tx.lock(whose.organizationId, whose.id)) as StoredCampaign
        return tx.cancelWaiting(campaign, most, AT)
      })
    expect([await cancel(1), await cancel(10), await cancel(10)]).toEqual([1, 1, 0])
    await campaigns.transaction((tx) => tx.setCompleted(whose.id, AT))
    expect(await found()).toMatchObject({
      state: 'completed',
      completed_at: AT,
      processed_rows: processed_rows + 2,
      failed_rows: failed_rows + 2,
      total_queued_count: total_queued_count - 2,
      outcomes: { canceled: 2 },
      attempts: { '0': 1, '2': 1 },
    })
    for (const id of contacts)
      expect(await world.fixture.contact(id)).toMatchObject({ state: 'done', outcome: 'canceled', finishedAtMs: NOW })
  })

  test('an experiment is stored and read by the claim, and a call keeps its arm and workflow version', async () => {
    const { lockCampaign, addContact, callTo, insert } = world
    expect((await lockCampaign()).experiment).toBeUndefined()
    const arms = [
      { name: 'A', share: 1 },
      { name: 'B', share: 2, definition_id: 7 },
    ]
    const experiment = { name: 'Two', arms, goal: { outcomes: ['answered'], dispositions: [] } }
    await campaigns.transaction((tx) => tx.saveEdit(whose.id, { experiment }, AT))
    expect((await found()).experiment).toEqual(experiment)
    expect((await lockCampaign()).experiment).toEqual(experiment)
    const [first, second] = [await addContact('+15550105'), await addContact('+15550106')]
    await insert({ ...callTo(first as number), arm: 'B', definitionId: 7 }, callTo(second as number))
  })

  test('the numbers that a campaign shows are stored, read by the claim, and copied to a redial', async () => {
    const { lockCampaign, open } = world
    expect((await found()).caller_pool).toBeNull()
    expect((await lockCampaign()).callerPool).toBeUndefined()
    const pool: CallerPool = { rotation: 'local', phone_number_ids: [3, 5] }
    await campaigns.transaction((tx) => tx.saveEdit(whose.id, { callerPool: pool }, AT))
    await campaigns.transaction((tx) => tx.saveEdit(whose.id, { name: 'renamed' }, AT))
    expect((await found()).caller_pool).toEqual(pool)
    expect((await open({ campaignIds: [whose.id] })).campaigns[0]?.callerPool).toEqual(pool)
    const parent = await found()
    const copy = { listId: parent.list_id, parent: whose, outcomes: ['busy'], rules: [] }
    await finish('+15550104', 'busy')
    const id = await campaigns.copyThenCreate(copy, async (tx, newId, count) => {
      await tx.insert(newId, { ...redial(parent, count), callerPool: parent.caller_pool })
    })
    expect((await found(id)).caller_pool).toEqual(pool)
  })

  test('an edit changes what it names, and a pause the state alone', async () => {
    const schedule = {
      enabled: true,
      timezone: 'UTC',
      slots: [{ day_of_week: 1, start_time: '09:00', end_time: '10:00' }],
    }
    const before = await found()
    await campaigns.transaction((tx) => tx.saveEdit(whose.id, { maxConcurrency: 4, schedule }, AT))
    expect(await found()).toEqual({ ...before, max_concurrency: 4, schedule_config: schedule })
    await campaigns.transaction(async (tx) => {
      await tx.saveEdit(whose.id, { name: 'renamed', retry: { ...RETRY, max_retries: 1 } }, AT)
      await tx.saveEdit(whose.id, { schedule: null, breaker: { ...BREAKER, window_seconds: 30 } }, AT)
      await tx.setPaused(whose.id, AT)
    })
    expect(await found()).toEqual({
      ...before,
      state: 'paused',
      name: 'renamed',
      max_concurrency: 4,
      retry_config: { ...RETRY, max_retries: 1 },
      circuit_breaker: { ...BREAKER, window_seconds: 30 },
    })
  })

  test('what the breaker counted is forgotten, of this campaign only, also within the same second', async () => {
    const other = await world.fixture.addCampaign(whose.organizationId, world.configurationId, 'running')
    const add = (id: number) =>
      world.store.transaction((tx) => tx.addToBreaker(id, NOW, BREAKER.window_seconds, { finished: 3, failed: 2 }))
    const counts = async () => [...(await world.open({ campaignIds: [whose.id, other] })).breakers.values()]
    await add(whose.id)
    await add(other)
    await campaigns.transaction((tx) => tx.resetBreakerCounts(whose))
    expect(await counts()).toEqual([
      { finished: 0, failed: 0 },
      { finished: 3, failed: 2 },
    ])
    await add(whose.id)
    expect((await counts())[0]).toEqual({ finished: 3, failed: 2 })
  })

  test('a transaction that throws has changed nothing', async () => {
    const before = await found()
    const undone = campaigns.transaction(async (tx) => {
      await tx.setPaused(whose.id, AT)
      await tx.saveEdit(whose.id, { maxConcurrency: 1 }, AT)
      await tx.noteRemoval(whose)
      throw new Error('changed its mind')
    })
    await expect(undone).rejects.toThrow('changed its mind')
    expect(await found()).toEqual(before)
    expect(await campaigns.unfinishedRemovals()).toEqual([])
  })

  test('a redial has those contacts whose last outcome was chosen, as nobody has called them yet', async () => {
    await finish('+15550101', 'busy')
    await finish('+15550102', 'answered')
    await finish('+15550103', 'declined')
    await world.addContact('+15550104')
    const counted: number[] = []
    const id = await copyBusy((count) => counted.push(count))
    expect(counted).toEqual([2])
    expect(await found(id)).toMatchObject({
      state: 'draft',
      name: 'once more',
      total_rows: 2,
      max_concurrency: 3,
      processed_rows: 0,
      total_queued_count: 0,
      started_at: null,
      definition_id: null,
      parent_campaign_id: whose.id,
    })
    expect((await found()).redialed_campaign_id).toBe(id)
    const fresh = {
      state: 'pending',
      dials: 0,
      outcome: null,
      nextAttemptAtMs: null,
      callerNumberId: null,
      finishedAtMs: null,
    }
    expect(await world.fixture.contactsOf(id)).toEqual([
      { phoneNumber: '+15550101', ...fresh },
      { phoneNumber: '+15550103', ...fresh },
    ])
    await campaigns.transaction((tx) =>
      tx.setRunning({ ...whose, id }, { telephonyConfigurationId: world.configurationId, definitionId: 1, now: AT }),
    )
    const { due } = await world.open({ claim: { byMs: NOW, limit: 5, others: false } })
    expect(due.get(id)?.map(({ phoneNumber }) => phoneNumber)).toEqual(['+15550101', '+15550103'])
  })

  test('of a redial that is refused nothing is left', async () => {
    await finish('+15550101', 'busy')
    const ids: number[] = []
    const parent = await found()
    const refused = campaigns.copyThenCreate(
      { listId: parent.list_id, parent: whose, outcomes: ['busy'], rules: [] },
      async (tx, id) => {
        ids.push(id)
        await tx.insert(id, redial(parent, 1))
        throw new Error('not this one')
      },
    )
    await expect(refused).rejects.toThrow('not this one')
    const [id] = ids as [number]
    expect(await campaigns.find(whose.organizationId, id)).toBeUndefined()
    expect(await world.fixture.contactsOf(id)).toEqual([])
    expect(await campaigns.unfinishedRemovals()).toEqual([])
  })

  test('a campaign goes with its calls and contacts, and whoever was made from it stands alone', async () => {
    await finish('+15550101', 'busy')
    const id = await copyBusy()
    const contactId = await world.addContact('+15550102')
    await world.insert(world.callTo(contactId))
    await campaigns.transaction(async (tx) => {
      await tx.noteRemoval(whose)
      await tx.remove(whose.id)
    })
    expect(await campaigns.find(whose.organizationId, whose.id)).toBeUndefined()
    expect(await campaigns.unfinishedRemovals()).toEqual([whose.id])
    await campaigns.removeRows(whose.id)
    expect(await campaigns.unfinishedRemovals()).toEqual([])
    expect(await world.fixture.callCount()).toBe(0)
    expect(await world.fixture.contactsOf(whose.id)).toEqual([])
    expect((await found(id)).parent_campaign_id).toBeNull()
    expect(await world.fixture.contactsOf(id)).toHaveLength(1)
  })

  test('when a redial goes, its parent may be redialed again', async () => {
    await finish('+15550101', 'busy')
    const id = await copyBusy()
    await campaigns.transaction((tx) => tx.remove(id))
    expect((await found()).redialed_campaign_id).toBeNull()
  })

  describe('policies of campaigns', () => {
    const strict = policyInput.parse({ caps: [{ max: 2, hours: 24 }] })
    const set = (policy = strict) => campaigns.transaction((tx) => tx.setPolicy(whose, policy, 'a test', AT))

    test('the first one remembers whom the organization called before, and has those looked at again who were put off', async () => {
      const { store, addContact, insert, callTo, saveContacts } = world
      const contactId = await addContact('+447911000101')
      await insert(callTo(contactId, { phoneNumber: '+447911000101', claimedAtMs: NOW - 5000 }))
      const held = await addContact('+447911000102')
      const waiting = await addContact('+447911000103', { nextAttemptAtMs: NOW + 86_400_000, dials: 1 })
      await saveContacts({ id: held, kind: 'aside', dials: 0, atMs: NOW + 86_400_000, heldBy: 'cap' })
      const campaign = await world.lockCampaign()
      await store.transaction((tx) => tx.saveCampaigns([{ ...campaign, nextDueAtMs: NOW + 86_400_000 }], NOW))
      await set()
      const { history } = await store.transaction((tx) => tx.historyOf(whose.organizationId, '+447911000101'))
      expect(history.attemptsMs).toEqual([NOW - 5000])
      expect((await world.fixture.contact(held)).nextAttemptAtMs).toBeLessThan(NOW + 86_400_000)
      expect((await world.fixture.contact(waiting)).nextAttemptAtMs).toBe(NOW + 86_400_000)
      expect((await world.lockCampaign()).nextDueAtMs).toBeNull()
      expect((await world.lockOrganization())?.policyVersion).toBe(1)
      expect((await found()).policy).toMatchObject({ version: 1, policy: { caps: strict.caps } })
    })

    test('one that is looser than the organization is refused, and the redial has the policy of its parent', async () => {
      await world.fixture.setPolicy(whose.organizationId, null, { caps: [{ max: 3, hours: 24 }] })
      const looser = policyInput.parse({ caps: [{ max: 5, hours: 24 }] })
      await expect(set(looser)).rejects.toThrow(ValidationError)
      expect((await found()).policy).toBeNull()
      await set()
      const other = await world.fixture.addCampaign(whose.organizationId, world.configurationId, 'draft')
      const copy = { id: other, organizationId: whose.organizationId }
      await campaigns.transaction((tx) => tx.copyPolicy(whose.id, copy, 'a test', AT))
      expect((await found(other)).policy).toMatchObject({ version: 1, policy: { caps: strict.caps } })
      const { campaigns: own } = await world.store.transaction((tx) => tx.policiesOf(whose.organizationId))
      expect([...own.keys()].sort((a, b) => a - b)).toEqual([whose.id, other])
    })
  })

  test('what was done stands in the log', async () => {
    const entry = { now: AT, level: 'info' as const, message: 'A sentence.', details: { by: 'a test' } }
    await campaigns.transaction(async (tx) => {
      await tx.log(whose, { ...entry, event: 'campaign_started' })
      await tx.log(whose, { ...entry, event: 'campaign_paused' })
    })
    expect(await world.fixture.logEvents(whose.id)).toEqual(['campaign_started', 'campaign_paused'])
  })
})
