import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Campaign, campaignList } from '../../api/campaigns.ts'
import { configurationList } from '../../api/telephony.ts'
import { displayStateOf } from '../../components/campaign-actions.ts'
import { Page } from '../../components/page.tsx'
import { SimulatedTag } from '../../components/simulated.tsx'
import { useOrganization } from '../../components/use-organization.ts'
import { useProgresses } from '../../components/use-progresses.ts'
import { ZoneQuestion } from '../../components/zone-question.tsx'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { remember, remembered } from '../../ui/theme.ts'
import { longDay, timeOfDay, zoneName } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { overview as w } from '../../words/overview.ts'
import { FirstFive, useFirstSteps } from './first-five.tsx'
import { NeedsYou } from './needs-you.tsx'
import { Next } from './next.tsx'
import { NowBand } from './now-band.tsx'
import { RunningCampaign } from './running-campaign.tsx'
import { runningInOrder } from './running-order.ts'
import { Today, useToday, WhenPeopleAnswer } from './today.tsx'
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
  const [isFirst, setFirst] = useState(done < 2 && remembered(SKIPPED) !== 'skipped')
  const skip = () => {
    remember(SKIPPED, 'skipped')
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
      <ZoneQuestion />
      <FirstFive steps={steps} campaigns={campaigns} />
      <VoiceNote />
    </Page>
  )
}

function Overview({ campaigns, onFirstSteps }: { campaigns: readonly Campaign[]; onFirstSteps: (() => void) | null }) {
  const now = useNow(20_000)
  const zone = useOrganization().time_zone
  const progresses = useProgresses()
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
      <ZoneQuestion />
      <NowBand />
      <TestCalls />
      <NeedsYou campaigns={campaigns} progresses={progresses} />
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
          <Next running={running} progresses={progresses} />
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
