import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { allProgress, type CampaignProgress } from '../api/campaigns.ts'

const NONE: ReadonlyMap<number, CampaignProgress> = new Map()

/** Progress of all campaigns by id, read with one request. */
export function useCampaignProgresses(): ReadonlyMap<number, CampaignProgress> {
  const { data } = useQuery(allProgress())
  return useMemo(() => (data ? new Map(data.map((one) => [one.campaign_id, one])) : NONE), [data])
}
