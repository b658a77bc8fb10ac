import { Link } from '@tanstack/react-router'
import { zoneOf } from '../../components/campaign-words.ts'
import { LogLines } from '../../components/log-lines.tsx'
import { paths } from '../../paths.ts'
import { count } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { campaignWords as w } from '../../words/campaign.ts'
import type { CampaignProps } from './campaign-page.tsx'
import { ExperimentResults } from './experiment-results.tsx'
import { LiveCalls } from './live-calls.tsx'
import { Results } from './results.tsx'
import { SinceStart } from './since-start.tsx'
import { WaitsAndPace } from './waits-and-pace.tsx'

const LINES = 6

export default function NowTab({ campaign, progress }: CampaignProps) {
  const lines = campaign.logs.slice(-LINES).reverse()
  return (
    <div className="cols">
      <div className="stack">
        {campaign.state === 'completed' && campaign.experiment && <ExperimentResults campaign={campaign} />}
        {campaign.state === 'completed' && <Results campaign={campaign} />}
        <SinceStart campaign={campaign} />
        {campaign.state !== 'completed' && <LiveCalls campaign={campaign} />}
      </div>
      <div className="stack">
        {progress && <WaitsAndPace campaign={campaign} progress={progress} />}
        <Section
          title={w.tabs.log}
          aside={
            <Link className="link" to={paths.campaign(campaign.id, 'log')}>
              {w.all(count(campaign.logs.length))}
            </Link>
          }
        >
          <LogLines lines={lines} zone={zoneOf(campaign)} />
        </Section>
      </div>
    </div>
  )
}
