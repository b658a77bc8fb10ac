import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Campaign, campaignList } from '../../api/campaigns.ts'
import { configurationList } from '../../api/telephony.ts'
import { displayStateOf } from '../../components/campaign-actions.ts'
import { Page } from '../../components/page.tsx'
import { SimulatedTag } from '../../components/simulated.tsx'
import { TimeZonePrompt } from '../../components/time-zone-prompt.tsx'
import { useCampaignProgresses } from '../../components/use-campaign-progresses.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { storedPreference, storePreference } from '../../ui/theme.ts'
import { longDay, timeOfDay, zoneName } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { overviewWords as w } from '../../words/overview.ts'
import { CurrentActivity } from './current-activity.tsx'
import { FirstSteps, useFirstSteps } from './first-steps.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { RunningCampaign } from './running-campaign.tsx'
import { runningInOrder } from './running-order.ts'
import { Today, useToday, WhenPeopleAnswer } from './today.tsx'
import { UpcomingEvents } from './upcoming-events.tsx'
import { VoiceNote } from './voice-note.tsx'

const SKIPPED = 'outdial-first-steps'

/** Shows the introduction until two of five steps are done or it is skipped; then the overview. */
export function OverviewPage() {
  const campaigns = useQuery(campaignList())
  const configurations = useQuery(configurationList())
  if (campaigns.data && configurations.data) return <Loaded campaigns={campaigns.data} />
  const error = campaigns.error ?? configurations.error
  return (
    <Page title={w.title}>
      {error ? (
        <Failed what={w.theOverview} error={error} retry={() => void campaigns.refetch()} />
      ) : (
        <Loading what={w.theOverview} rows={6} />
      )}
    </Page>
  )
}

/** The figures of the overview are of real calls; this shows users of the simulated carrier where its calls are. */
function TestCalls() {
  const calls = useToday().today.data?.simulated_calls ?? 0
  if (calls === 0) return null
  return (
    <p className="row wrap small mute">
      <SimulatedTag of={{ is_simulated: true }} /> {w.testLeftOut(calls)}
    </p>
  )
}

function Loaded({ campaigns }: { campaigns: readonly Campaign[] }) {
  const steps = useFirstSteps(campaigns)
  const done = steps.filter((step) => step.done).length
  // Decided when the page is opened, so that it does not change while the user watches the demo.
  const [isFirst, setFirst] = useState(done < 2 && storedPreference(SKIPPED) !== 'skipped')
  const skip = () => {
    storePreference(SKIPPED, 'skipped')
    setFirst(false)
  }
  if (!isFirst)
    return <Overview campaigns={campaigns} onFirstSteps={done < steps.length ? () => setFirst(true) : null} />
  return (
    <Page
      title={w.welcome}
      beside={w.welcomeBeside}
      actions={
        <Button kind="quiet" onClick={skip}>
          {w.skip}
        </Button>
      }
    >
      <TimeZonePrompt />
      <FirstSteps steps={steps} campaigns={campaigns} />
      <VoiceNote />
    </Page>
  )
}

function Overview({ campaigns, onFirstSteps }: { campaigns: readonly Campaign[]; onFirstSteps: (() => void) | null }) {
  const now = useNow(20_000)
  const zone = useOrganization().time_zone
  const progresses = useCampaignProgresses()
  const running = runningInOrder(campaigns)
  return (
    <Page
      title={w.title}
      beside={w.nowIn(longDay(now, zone), timeOfDay(now, zone), zoneName(zone))}
      actions={
        <ButtonLink kind="primary" icon="plus" keys="n" to={paths.newCampaign}>
          {w.newCampaign}
        </ButtonLink>
      }
    >
      <TimeZonePrompt />
      <CurrentActivity />
      <TestCalls />
      <NeedsAttention campaigns={campaigns} progresses={progresses} />
      <div className="cols">
        <div className="stack">
          <Section
            title={w.running}
            count={count(running.length)}
            aside={
              <Link className="link" to={paths.campaigns}>
                {w.allCampaigns}
              </Link>
            }
          >
            {running.length === 0 ? (
              <Empty title={w.nothingRuns} acts={<ButtonLink to={paths.campaigns}>{w.lookAtCampaigns}</ButtonLink>}>
                {w.nothingRunsText}
              </Empty>
            ) : (
              <div className="sheet">
                {running.map((campaign) => (
                  <RunningCampaign
                    key={campaign.id}
                    campaign={campaign}
                    progress={progresses.get(campaign.id)}
                    face={displayStateOf(campaign, progresses.get(campaign.id))}
                  />
                ))}
              </div>
            )}
          </Section>
          <Today />
        </div>
        <div className="stack">
          <UpcomingEvents running={running} progresses={progresses} />
          <WhenPeopleAnswer />
          {onFirstSteps && (
            <p className="small mute">
              {w.newHere}{' '}
              <button type="button" className="as-text link" onClick={onFirstSteps}>
                {w.firstFive}
              </button>
            </p>
          )}
        </div>
      </div>
    </Page>
  )
}
