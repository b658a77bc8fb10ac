import { beforeEach, describe, expect, test } from 'vitest'
import type { DialerStore } from '../../src/dialer/store.ts'
import { testDatabase } from '../database.ts'
import { postgresFixture } from './postgres-fixture.ts'
import { openedFor } from './store-world.ts'

const NOW = 1_800_000_000_000

describe('the lanes of a campaign', () => {
  let store: DialerStore
  let organizationId: number
  let campaignId: number
  let query: Awaited<ReturnType<typeof testDatabase>>['pool']['query']

  beforeEach(async () => {
    const database = await testDatabase()
    query = database.pool.query.bind(database.pool)
    const fixture = await postgresFixture(database)
    organizationId = await fixture.addOrganization(100)
    store = openedFor(fixture.store, [organizationId])
    const configurationId = await fixture.addConfiguration(organizationId, 100)
    campaignId = await fixture.addCampaign(organizationId, configurationId, 'running')
  })

  /** Contacts in list order, each with its lane. */
  async function enqueue(lanes: readonly number[]): Promise<number[]> {
    const { rows } = await query<{ id: number }>(
      `insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type, zones_id)
       select $1, $2, 1, '+1555010' || lane.n, 'pstn', lane.id from unnest($3::int[]) with ordinality as lane(id, n)
        order by n returning id`,
      [organizationId, campaignId, lanes],
    )
    await query(
      `insert into campaign_lanes
       select campaign_id, zones_id, min(id) - 1, organization_id from contacts where campaign_id = $1 group by 1, 2, 4`,
      [campaignId],
    )
    return rows.map((row) => row.id)
  }

  const claim = (limit: number) =>
    store.transaction(async (tx) => {
      const { due } = await tx.open({
        organizationIds: [organizationId],
        wait: true,
        claim: { byMs: NOW, limit, others: false },
        campaignIds: [],
        breakerByMs: NOW,
        configurationIds: [],
        callIds: [],
      })
      const ids = due.get(campaignId)?.map((contact) => contact.id) ?? []
      await tx.saveContacts(ids.map((id) => ({ id, kind: 'in_call', callerNumberId: null })))
      return ids
    })

  test('are all emptied, whatever the mixture, and nobody is offered twice', async () => {
    const ids = await enqueue([0, 7, 7, 0, 9, 7, 0, 9, 7, 7])
    const taken: number[] = []
    for (;;) {
      const some = await claim(3)
      if (some.length === 0) break
      expect(some.length).toBeLessThanOrEqual(3)
      taken.push(...some)
    }
    expect(taken.toSorted((a, b) => a - b)).toEqual(ids)
  })

  test('come by the one whose list position is first', async () => {
    const [a, b, c, d] = await enqueue([7, 7, 0, 0])
    expect(await claim(2)).toEqual([a, b])
    expect(await claim(2)).toEqual([c, d])
  })

  test('give their retries first, the lane with the oldest first', async () => {
    const [fresh, young, old] = (await enqueue([0, 7, 9])) as [number, number, number]
    await store.transaction((tx) =>
      tx.saveContacts([
        { id: young, kind: 'retry', dials: 1, outcome: 'busy', atMs: NOW - 1 },
        { id: old, kind: 'retry', dials: 1, outcome: 'busy', atMs: NOW - 1000 },
      ]),
    )
    expect(await claim(8)).toEqual([old, young, fresh])
    await store.transaction((tx) =>
      tx.saveContacts([{ id: young, kind: 'retry', dials: 1, outcome: 'busy', atMs: NOW + 50 }]),
    )
    expect(await store.transaction((tx) => tx.nextRetryAfter(campaignId, NOW))).toBe(NOW + 50)
  })
})
