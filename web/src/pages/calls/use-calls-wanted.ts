import type { CallsWanted } from '../../api/calls.ts'
import { useQueryParam } from '../../routes/use-param.ts'

export type OutcomeChoice = NonNullable<CallsWanted['outcome']> | 'all'
export type DirectionChoice = NonNullable<CallsWanted['call_type']> | 'all'

/** Which calls are looked at; it stands in the address, also of one call, so that previous and next stay within it. */
export function useCallsWanted() {
  const [outcome, setOutcome] = useQueryParam<OutcomeChoice>('outcome', 'all')
  const [direction, setDirection] = useQueryParam<DirectionChoice>('direction', 'all')
  const [campaign, setCampaign] = useQueryParam<string>('campaign', '')
  const [disposition, setDisposition] = useQueryParam<string>('came-to', '')
  const wanted: CallsWanted = {
    ...(outcome === 'all' ? {} : { outcome }),
    ...(direction === 'all' ? {} : { call_type: direction }),
    ...(disposition === '' ? {} : { disposition }),
    ...(/^\d+$/.test(campaign) ? { campaign_id: Number(campaign) } : {}),
  }
  const search = {
    ...(outcome === 'all' ? {} : { outcome }),
    ...(direction === 'all' ? {} : { direction }),
    ...(disposition === '' ? {} : { 'came-to': disposition }),
    ...(campaign === '' ? {} : { campaign }),
  }
  return {
    wanted,
    search,
    outcome,
    setOutcome,
    direction,
    setDirection,
    campaign,
    setCampaign,
    disposition,
    setDisposition,
  }
}
