import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type Campaign, type CampaignProgress, campaignProgress, oneCampaign } from '../../api/campaigns.ts'
import { displayStateOf } from '../../components/campaign-actions.ts'
import { NotFound } from '../../components/not-found.tsx'
import { Page } from '../../components/page.tsx'
import { SimulatedBanner, SimulatedTag } from '../../components/simulated.tsx'
import { StatePill } from '../../components/state-pill.tsx'
import { useKey } from '../../keys/use-key.ts'
import { paths } from '../../paths.ts'
import { usePathId, usePathParam } from '../../routes/use-param.ts'
import { count } from '../../ui/format.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { campaignWords as w } from '../../words/campaign.ts'
import { CampaignFacts } from './campaign-facts.tsx'
import CheckAndStart from './check-and-start.tsx'
import { HeaderActions } from './header-actions.tsx'
import { ProgressHead } from './progress-head.tsx'

const NowTab = lazy(() => import('./now-tab.tsx'))
const ContactsTab = lazy(() => import('./contacts-tab.tsx'))
const CallsTab = lazy(() => import('./calls-tab.tsx'))
const AnalysisTab = lazy(() => import('./analysis-tab.tsx'))
const LogTab = lazy(() => import('./log-tab.tsx'))
const SetupTab = lazy(() => import('./setup-tab.tsx'))
const AddPeople = lazy(() => import('./add-people.tsx'))

export function CampaignPage() {
  const id = usePathId('campaignId')
  if (id === null) return <NotFound />
  return <LoadedCampaign key={id} id={id} />
}

function LoadedCampaign({ id }: { id: number }) {
  const campaign = useQuery(oneCampaign(id))
  const progress = useQuery(campaignProgress(id))
  if (campaign.data) return <OneCampaign campaign={campaign.data} progress={progress.data} />
  return (
    <Page title={w.campaign} crumb={{ to: paths.campaigns, label: w.campaigns }}>
      {campaign.error ? (
        <Failed what={w.theCampaign} error={campaign.error} retry={() => void campaign.refetch()} />
      ) : (
        <Loading what={w.theCampaign} rows={6} />
      )}
    </Page>
  )
}

export interface CampaignProps {
  campaign: Campaign
  progress: CampaignProgress | undefined
}

function OneCampaign({ campaign, progress }: CampaignProps) {
  const tab = usePathParam('tab') ?? 'now'
  const navigate = useNavigate()
  useKey('escape', () => void navigate({ to: paths.campaigns }))
  const to = (name: Parameters<typeof paths.campaign>[1]) => paths.campaign(campaign.id, name)
  const tabs = [
    { to: to(undefined), label: campaign.state === 'draft' ? w.tabs.check : w.tabs.now, current: tab === 'now' },
    { to: to('contacts'), label: w.tabs.contacts, count: count(campaign.total_rows), current: tab === 'contacts' },
    { to: to('calls'), label: w.tabs.calls, count: count(campaign.executed_count), current: tab === 'calls' },
    ...(campaign.state === 'draft'
      ? []
      : [{ to: to('analysis'), label: w.tabs.analysis, current: tab === 'analysis' }]),
    { to: to('log'), label: w.tabs.log, count: count(campaign.logs.length), current: tab === 'log' },
    { to: to('setup'), label: w.tabs.setup, current: tab === 'setup' },
  ]
  return (
    <Page
      title={campaign.name}
      crumb={{ to: paths.campaigns, label: w.campaigns }}
      state={
        <>
          <StatePill face={displayStateOf(campaign, progress)} /> <SimulatedTag of={campaign} />
        </>
      }
      facts={<CampaignFacts campaign={campaign} progress={progress} />}
      actions={<HeaderActions campaign={campaign} progress={progress} />}
    >
      <SimulatedBanner campaign={campaign} />
      <ProgressHead campaign={campaign} progress={progress} slim={tab !== 'now'} />
      <Tabs label={w.campaign} tabs={tabs} />
      <Suspense fallback={<Loading what={w.thisPart} />}>
        <TabContent tab={tab} campaign={campaign} progress={progress} />
      </Suspense>
    </Page>
  )
}

function TabContent({ tab, ...props }: CampaignProps & { tab: string }) {
  switch (tab) {
    case 'now':
      return props.campaign.state === 'draft' ? <CheckAndStart {...props} /> : <NowTab {...props} />
    case 'contacts':
      return <ContactsTab {...props} />
    case 'calls':
      return <CallsTab {...props} />
    case 'analysis':
      return <AnalysisTab {...props} />
    case 'log':
      return <LogTab {...props} />
    case 'setup':
      return <SetupTab {...props} />
    case 'add':
      return <AddPeople {...props} />
    default:
      return <NotFound />
  }
}
