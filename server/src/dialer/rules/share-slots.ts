/**
 * Distributes the free slots of an organization, always to the campaign with the fewest live calls, so that a list of a million
 * contacts does not starve one of fifty.
 */

export interface Claimant {
  id: number
  /** Claimants of one campaign, each with a configuration of its route, share its live calls and `campaignRoom`. */
  campaignId?: number
  /** How many more calls the campaign's own limits allow; left out: `room`. */
  campaignRoom?: number
  liveCalls: number
  /** How many more calls the campaign can use: by its own limit, and by the contacts due. */
  room: number
  lastClaimedAtMs: number
  /**
   * Claimants with the same configuration share its rate-limit tokens, and those with the same carrier account share the
   * account's.
   */
  configurationId: number
  account: string
}

export function shareSlots(
  claimants: readonly Claimant[],
  freeSlots: number,
  /** Rate-limit tokens by configuration and by account. */
  tokensOf: ReadonlyMap<number | string, number>,
): Map<number, number> {
  const share = new Map<number, number>()
  const tokens = new Map(tokensOf)
  const givenTo = new Map<number, number>()
  // With equal live calls, the campaign that waited longest comes first.
  const waiting = [...claimants].sort((a, b) => a.lastClaimedAtMs - b.lastClaimedAtMs || a.id - b.id)
  for (let left = freeSlots; left > 0; left--) {
    let best: Claimant | null = null
    let bestLive = Number.POSITIVE_INFINITY
    for (const claimant of waiting) {
      const given = share.get(claimant.id) ?? 0
      const ofCampaign = givenTo.get(claimant.campaignId ?? claimant.id) ?? 0
      if (given >= claimant.room || ofCampaign >= (claimant.campaignRoom ?? claimant.room)) continue
      if (bucketsOf(claimant).some((bucket) => (tokens.get(bucket) ?? 0) < 1)) continue
      const live = claimant.liveCalls + ofCampaign
      if (live < bestLive) {
        best = claimant
        bestLive = live
      }
    }
    if (!best) break
    share.set(best.id, (share.get(best.id) ?? 0) + 1)
    const campaignId = best.campaignId ?? best.id
    givenTo.set(campaignId, (givenTo.get(campaignId) ?? 0) + 1)
    for (const bucket of bucketsOf(best)) tokens.set(bucket, (tokens.get(bucket) ?? 0) - 1)
  }
  return share
}

function bucketsOf({ configurationId, account }: Claimant): Array<number | string> {
  return [configurationId, account]
}
