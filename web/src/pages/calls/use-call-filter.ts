import type { CallFilter } from '../../api/calls.ts'
import { useQueryParam } from '../../routes/use-param.ts'
import { dateOfWallClock, homeZone, nextDay } from '../../ui/time.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

export type OutcomeChoice = NonNullable<CallFilter['outcome']> | 'all'
export type DirectionChoice = NonNullable<CallFilter['call_type']> | 'all'

/** The filter of the list. It is part of the address, also of a single call, so that previous and next stay within the filter. */
export function useCallFilter() {
  const [outcome, setOutcome] = useQueryParam<OutcomeChoice>('outcome', 'all')
  const [direction, setDirection] = useQueryParam<DirectionChoice>('direction', 'all')
  const [campaign, setCampaign] = useQueryParam<string>('campaign', '')
  const [disposition, setDisposition] = useQueryParam<string>('came-to', '')
  // Dates in the organization's time zone; the last day is included.
  const [from, setFrom] = useQueryParam<string>('from', '')
  const [to, setTo] = useQueryParam<string>('to', '')
  const zone = homeZone()
  const wanted: CallFilter = {
    ...(DAY.test(from) ? { from: dateOfWallClock(`${from}T00:00:00`, zone).toISOString() } : {}),
    ...(DAY.test(to) ? { to: dateOfWallClock(`${nextDay(to)}T00:00:00`, zone).toISOString() } : {}),
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
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  }
  return {
    from,
    setFrom,
    to,
    setTo,
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
