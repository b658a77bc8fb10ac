import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Campaign, type CampaignProgress, campaignList } from '../../api/campaigns.ts'
import {
  type CampaignDisplayState,
  DISPLAY_STATES,
  displayStateOf,
  needsAttention,
} from '../../components/campaign-actions.ts'
import { Page } from '../../components/page.tsx'
import { useCampaignProgresses } from '../../components/use-campaign-progresses.ts'
import { useRowKeys } from '../../keys/use-row-keys.ts'
import { paths } from '../../paths.ts'
import { useQueryParam } from '../../routes/use-param.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { type ChipChoice, Chips, Search } from '../../ui/chip.tsx'
import { count } from '../../ui/format.ts'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { campaignsWords as w } from '../../words/campaigns.ts'
import { shared } from '../../words/shared.ts'
import { CampaignRow } from './campaign-row.tsx'

type Filter = 'all' | 'needs' | 'running' | 'paused' | 'draft' | 'completed'

const FITS: Record<Filter, (face: CampaignDisplayState) => boolean> = {
  all: () => true,
  needs: needsAttention,
  running: (face) => face === 'running' || face === 'waits-for-hours',
  paused: (face) => face === 'paused',
  draft: (face) => face === 'draft',
  completed: (face) => face === 'completed',
}

const CHOICES: ChipChoice<Filter>[] = [
  { key: 'all', label: w.all },
  { key: 'needs', label: w.needsYou, mark: 'failed' },
  { key: 'running', label: shared.faces.running, mark: 'live' },
  { key: 'paused', label: shared.faces.paused, mark: 'paused' },
  { key: 'draft', label: shared.faces.draft, mark: 'draft' },
  { key: 'completed', label: shared.faces.completed, mark: 'done' },
]

interface Listed {
  campaign: Campaign
  progress: CampaignProgress | undefined
  face: CampaignDisplayState
}

/** Sorts campaigns: those that need attention first, then by state, newest first. */
function inOrder(campaigns: readonly Campaign[], progresses: ReadonlyMap<number, CampaignProgress>): Listed[] {
  return campaigns
    .map((campaign) => {
      const progress = progresses.get(campaign.id)
      return { campaign, progress, face: displayStateOf(campaign, progress) }
    })
    .sort((a, b) => DISPLAY_STATES[a.face].rank - DISPLAY_STATES[b.face].rank || b.campaign.id - a.campaign.id)
}

function mentions({ name, workflow_name, telephony_configuration_name }: Campaign, text: string): boolean {
  return `${name} ${workflow_name} ${telephony_configuration_name ?? ''}`.toLowerCase().includes(text.toLowerCase())
}

export function CampaignsPage() {
  const campaigns = useQuery(campaignList())
  return (
    <Page
      title={w.title}
      actions={
        <ButtonLink kind="primary" icon="plus" keys="n" to={paths.newCampaign}>
          {w.newCampaign}
        </ButtonLink>
      }
    >
      <QueryContent of={campaigns} what={w.theCampaigns} rows={8}>
        {(list) => (list.length === 0 ? <NoCampaign /> : <Campaigns list={list} />)}
      </QueryContent>
    </Page>
  )
}

function NoCampaign() {
  return (
    <Empty
      title={w.none}
      acts={
        <>
          <ButtonLink kind="primary" to={paths.newCampaign}>
            {w.newCampaign}
          </ButtonLink>
          <ButtonLink to={paths.overview}>{w.watchSample}</ButtonLink>
        </>
      }
    >
      {w.whatItIs}
    </Empty>
  )
}

function Campaigns({ list }: { list: readonly Campaign[] }) {
  const navigate = useNavigate()
  const [filter, setFilter] = useQueryParam<Filter>('state', 'all')
  const [text, setText] = useQueryParam<string>('q', '')
  const progresses = useCampaignProgresses()
  const all = useMemo(() => inOrder(list, progresses), [list, progresses])
  const fits = FITS[filter] ?? FITS.all
  const shown = all.filter(({ campaign, face }) => fits(face) && mentions(campaign, text))
  const { selected } = useRowKeys(shown.length, (row) => void navigate({ to: paths.campaign(shown[row]!.campaign.id) }))
  const choices = CHOICES.map((choice) => ({
    ...choice,
    count: all.filter(({ face }) => FITS[choice.key](face)).length,
  }))
  return (
    <>
      <div className="row wrap between filters">
        <Chips label={w.filter} choices={choices} value={filter} onChange={setFilter} />
        <Search label={w.searchLabel} placeholder={w.searchHint} value={text} onChange={setText} />
      </div>
      {shown.length === 0 ? (
        <Empty
          title={w.noneFits}
          acts={
            <Button
              onClick={() => {
                setFilter('all')
                setText('')
              }}
            >
              {w.showAll(count(all.length))}
            </Button>
          }
        >
          {text ? w.nothingCalled(text) : w.noneInState}
        </Empty>
      ) : (
        <div className="sheet">
          <table className="two camps">
            <thead>
              <tr>
                <th>{w.campaign}</th>
                <th>{w.state}</th>
                <th className="c-prog">{w.outcomes}</th>
                <th className="num">{w.live}</th>
                <th className="num" title={w.answeredTitle}>
                  {w.answered}
                </th>
                <th>{w.endsOrChanged}</th>
                <th>
                  <span className="vh">{w.act}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((listed, row) => (
                <CampaignRow key={listed.campaign.id} {...listed} selected={row === selected} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="small mute">{w.shown(count(shown.length), count(all.length))}</p>
    </>
  )
}
