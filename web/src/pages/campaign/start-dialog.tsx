import { useQuery } from '@tanstack/react-query'
import { campaignForecast, startCheck } from '../../api/explain.ts'
import { startCampaign } from '../../components/campaign-requests.ts'
import { peopleText } from '../../components/campaign-words.ts'
import { forecastLeftOut } from '../../components/left-out.ts'
import { OpenDuties, useDuties } from '../../components/open-duties.tsx'
import { SimulatedNote } from '../../components/simulated.tsx'
import { countToCall, WaitFacts, whyStartIsBlocked } from '../../components/wait-facts.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { count } from '../../ui/format.ts'
import { Failed, QueryContent } from '../../ui/states.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { campaignWords as w } from '../../words/campaign.ts'
import type { CampaignProps } from './campaign-page.tsx'
import { RehearsalFacts } from './rehearsal-facts.tsx'

/** Shows, before any phone rings, what will happen to how many people; the server counts by the real rules. */
export function StartDialog({ campaign, open, onClose }: CampaignProps & { open: boolean; onClose(): void }) {
  const check = useQuery({ ...startCheck(campaign.id), enabled: open })
  const duties = useDuties(check.data)
  const whom = check.data ? ` ${peopleText(countToCall(check.data))}` : ''
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={w.startTitle(whom)}
      verb={w.startVerb(whom)}
      kind="dial"
      icon="play"
      safe={w.notYet}
      whyNot={duties.whyNot ?? whyStartIsBlocked(check)}
      act={() => startCampaign(campaign.id, duties.ids)}
    >
      <SimulatedNote campaign={campaign} />
      <QueryContent of={check} what={w.whatWould}>
        {(loaded) => <WaitFacts check={loaded} campaign={campaign} />}
      </QueryContent>
      {open && <LeftOutFacts campaign={campaign} />}
      {open && <RehearsalFacts campaign={campaign} />}
      {campaign.failed_rows > 0 && campaign.state !== 'draft' && (
        <p className="soft">{w.failedBefore(campaign.failed_rows)}</p>
      )}
      <OpenDuties duties={duties} />
      <p className="soft">{w.through(campaign.telephony_configuration_name ?? w.defaultCarrier)}</p>
    </Confirm>
  )
}

/** Contacts that will never be called because of the rules or the do-not-call list, from the forecast. */
function LeftOutFacts({ campaign }: Pick<CampaignProps, 'campaign'>) {
  const { data, error, refetch } = useQuery(campaignForecast(campaign.id))
  if (error) return <Failed what={w.theForecast} error={error} retry={() => void refetch()} />
  const forecast = data?.forecast
  // Contacts on the do-not-call list are counted by the start check, which is newer.
  const others = forecast?.left_out.filter(({ reason }) => reason !== 'suppressed') ?? []
  if (others.length === 0) return null
  return (
    <ul className="facts">
      {others.map(({ reason, contacts }) => (
        <li key={reason}>
          <StatusMark name="suppressed" />
          <span>
            <b className="strong">{count(contacts)}</b>
            {w.willNot(forecastLeftOut(reason))}
          </span>
        </li>
      ))}
    </ul>
  )
}
