import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Campaign, type CampaignProgress, campaignList } from '../../api/campaigns.ts'
import { FACES, type Face, faceOf, needsSomeone } from '../../components/campaign-actions.ts'
import { Page } from '../../components/page.tsx'
import { useProgresses } from '../../components/use-progresses.ts'
import { useRowKeys } from '../../keys/use-row-keys.ts'
import { paths } from '../../paths.ts'
import { useQueryParam } from '../../routes/use-param.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { type ChipChoice, Chips, Search } from '../../ui/chip.tsx'
import { count } from '../../ui/format.ts'
import { Empty, Show } from '../../ui/states.tsx'
import { CampaignRow } from './campaign-row.tsx'

type Filter = 'all' | 'needs' | 'running' | 'paused' | 'draft' | 'completed'

const FITS: Record<Filter, (face: Face) => boolean> = {
  all: () => true,
  needs: needsSomeone,
  running: (face) => face === 'running' || face === 'waits-for-hours',
  paused: (face) => face === 'paused',
  draft: (face) => face === 'draft',
  completed: (face) => face === 'completed',
}

const CHOICES: ChipChoice<Filter>[] = [
  { key: 'all', label: 'All' },
  { key: 'needs', label: 'Needs you', mark: 'failed' },
  { key: 'running', label: 'Running', mark: 'live' },
  { key: 'paused', label: 'Paused', mark: 'paused' },
  { key: 'draft', label: 'Draft', mark: 'draft' },
  { key: 'completed', label: 'Completed', mark: 'done' },
]

interface Listed {
  campaign: Campaign
  progress: CampaignProgress | undefined
  face: Face
}

/** What needs someone first; then by state, the newest first within each. */
function inOrder(campaigns: readonly Campaign[], progresses: ReadonlyMap<number, CampaignProgress>): Listed[] {
  return campaigns
    .map((campaign) => {
      const progress = progresses.get(campaign.id)
      return { campaign, progress, face: faceOf(campaign, progress) }
    })
    .sort((a, b) => FACES[a.face].rank - FACES[b.face].rank || b.campaign.id - a.campaign.id)
}

function mentions({ name, workflow_name, telephony_configuration_name }: Campaign, text: string): boolean {
  return `${name} ${workflow_name} ${telephony_configuration_name ?? ''}`.toLowerCase().includes(text.toLowerCase())
}

export function CampaignsPage() {
  const campaigns = useQuery(campaignList())
  return (
    <Page
      title="Campaigns"
      actions={
        <ButtonLink kind="primary" icon="plus" keys="n" to={paths.newCampaign}>
          New campaign
        </ButtonLink>
      }
    >
      <Show of={campaigns} what="The campaigns" rows={8}>
        {(list) => (list.length === 0 ? <NoCampaign /> : <Campaigns list={list} />)}
      </Show>
    </Page>
  )
}

function NoCampaign() {
  return (
    <Empty
      title="No campaign yet"
      acts={
        <>
          <ButtonLink kind="primary" to={paths.newCampaign}>
            New campaign
          </ButtonLink>
          <ButtonLink to={paths.overview}>Watch the sample</ButtonLink>
        </>
      }
    >
      A campaign is a list, a workflow and hours. Bring a CSV, or watch the sample list first; nobody is called until
      you press Start calling.
    </Empty>
  )
}

function Campaigns({ list }: { list: readonly Campaign[] }) {
  const navigate = useNavigate()
  const [filter, setFilter] = useQueryParam<Filter>('state', 'all')
  const [text, setText] = useQueryParam<string>('q', '')
  const progresses = useProgresses()
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
        <Chips label="Filter by state" choices={choices} value={filter} onChange={setFilter} />
        <Search label="Search campaigns" placeholder="Name, workflow or carrier" value={text} onChange={setText} />
      </div>
      {shown.length === 0 ? (
        <Empty
          title="No campaign fits"
          acts={
            <Button
              onClick={() => {
                setFilter('all')
                setText('')
              }}
            >
              Show all {count(all.length)}
            </Button>
          }
        >
          {text ? `Nothing here is called “${text}”.` : 'None is in this state.'}
        </Empty>
      ) : (
        <div className="sheet">
          <table className="two camps">
            <thead>
              <tr>
                <th>Campaign</th>
                <th>State</th>
                <th className="c-prog">Outcomes</th>
                <th className="num">Live</th>
                <th className="num" title="Share of finished contacts that were answered">
                  Answered
                </th>
                <th>Ends or changed</th>
                <th>
                  <span className="vh">Act</span>
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
      <p className="small mute">
        {count(shown.length)} of {count(all.length)} shown, newest first within each state. What needs you is always on
        top.
      </p>
    </>
  )
}
