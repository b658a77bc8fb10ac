import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Claimant, shareSlots } from './share-slots.ts'

const claimants: fc.Arbitrary<Claimant[]> = fc
  .array(
    fc.record({
      liveCalls: fc.integer({ min: 0, max: 20 }),
      room: fc.integer({ min: -3, max: 20 }),
      lastClaimedAtMs: fc.integer({ min: 0, max: 5 }),
      configurationId: fc.integer({ min: 1, max: 3 }),
      account: fc.constantFrom('a', 'b'),
    }),
    { maxLength: 8 },
  )
  .map((rows) => rows.map((row, index) => ({ ...row, id: index + 1 })))
const tokens = fc
  .tuple(fc.nat(15), fc.nat(15), fc.nat(15), fc.nat(20), fc.nat(20))
  .map((counts) => new Map(counts.map((count, index) => [[1, 2, 3, 'a', 'b'][index] as number | string, count])))

describe('sharing free slots', () => {
  test('keeps every limit, leaves no slot that somebody could use, and nobody gets ahead of one who waits', () => {
    fc.assert(
      fc.property(claimants, fc.integer({ min: -2, max: 30 }), tokens, (campaigns, free, tokensOf) => {
        const share = shareSlots(campaigns, free, tokensOf)
        const given = (campaign: Claimant) => share.get(campaign.id) ?? 0
        const total = campaigns.reduce((sum, campaign) => sum + given(campaign), 0)
        expect(total).toBeLessThanOrEqual(Math.max(0, free))
        const left = new Map(tokensOf)
        for (const campaign of campaigns) {
          expect(given(campaign)).toBeLessThanOrEqual(Math.max(0, campaign.room))
          for (const bucket of [campaign.configurationId, campaign.account]) {
            left.set(bucket, (left.get(bucket) ?? 0) - given(campaign))
          }
        }
        for (const count of left.values()) expect(count).toBeGreaterThanOrEqual(0)
        const couldTakeMore = campaigns.filter(
          (campaign) =>
            given(campaign) < campaign.room &&
            (left.get(campaign.configurationId) ?? 0) > 0 &&
            (left.get(campaign.account) ?? 0) > 0,
        )
        if (total < free) expect(couldTakeMore).toEqual([])
        for (const poor of couldTakeMore) {
          for (const rich of campaigns.filter((campaign) => given(campaign) > 0)) {
            expect(rich.liveCalls + given(rich)).toBeLessThanOrEqual(poor.liveCalls + given(poor) + 1)
          }
        }
      }),
      { numRuns: 500, seed: 7 },
    )
  })

  test('gives a single slot to whoever waited longest', () => {
    const claimant = { liveCalls: 0, room: 5, configurationId: 1, account: 'a' }
    const campaigns = [
      { ...claimant, id: 1, lastClaimedAtMs: 200 },
      { ...claimant, id: 2, lastClaimedAtMs: 100 },
    ]
    const tokensOf = new Map<number | string, number>([[1, 9]]).set('a', 9)
    expect([...shareSlots(campaigns, 1, tokensOf)]).toEqual([[2, 1]])
  })
})
