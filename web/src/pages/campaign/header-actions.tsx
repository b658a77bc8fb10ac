import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceOf } from '../../api/error-words.ts'
import { ownAddress } from '../../api/own-address.ts'
import { api, download } from '../../api/session.ts'
import { faceOf, may, whyNot } from '../../components/campaign-actions.ts'
import { closeCampaign, deleteCampaign, pauseCampaign } from '../../components/campaign-acts.ts'
import { people, redialable } from '../../components/campaign-words.ts'
import { useCommands } from '../../components/commands.ts'
import { FinishDialog } from '../../components/finish-dialog.tsx'
import { usePausing } from '../../components/pausing.ts'
import { RedialDialog } from '../../components/redial-dialog.tsx'
import { askToResume } from '../../components/resume-question.tsx'
import { useWhyNot } from '../../components/scope.ts'
import { useKey } from '../../keys/use-key.ts'
import { paths } from '../../paths.ts'
import { useQueryParam } from '../../routes/use-param.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { count } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import type { CampaignProps } from './campaign-page.tsx'
import { SpendLimit } from './spend-limit.tsx'
import { StartDialog } from './start-dialog.tsx'

type Asking = 'start' | 'redial' | 'delete' | 'finish' | 'close' | 'spend' | null

/** The act that matters now, the report, and the rest behind ⋯; each says why not, where it may not be done. */
export function HeaderActions({ campaign, progress }: CampaignProps) {
  const [wanted, setWanted] = useQueryParam<'start' | ''>('ask', '')
  const [asking, setAskingHere] = useState<Asking>(wanted === 'start' && may('start', campaign) ? 'start' : null)
  const setAsking = (what: Asking) => {
    setAskingHere(what)
    if (what === null && wanted) setWanted('')
  }
  const navigate = useNavigate()
  const pause = () => void pauseCampaign(campaign, progress?.live_calls ?? 0)
  const resume = () => askToResume(campaign)
  const report = () => downloadReport(campaign.id, campaign.name)
  const forbidden = useWhyNot('operate')
  // Never resumes: a second press in haste must not start the calls again.
  useKey('p', may('pause', campaign) && !forbidden ? pause : null)
  useCommands([
    ...(may('pause', campaign) && !forbidden
      ? [{ label: `Pause ${campaign.name}`, icon: 'pause' as const, run: pause }]
      : []),
    ...(may('resume', campaign) ? [{ label: `Resume ${campaign.name}…`, icon: 'play' as const, run: resume }] : []),
    ...(campaign.state === 'draft'
      ? [{ label: 'Start calling…', icon: 'play' as const, run: () => setAsking('start') }]
      : []),
    { label: 'Download the report', icon: 'download', run: report },
  ])
  const left = redialable(progress).all
  return (
    <>
      {campaign.state !== 'draft' && (
        <Button icon="download" className="wide-only split-off" onClick={report}>
          Report
        </Button>
      )}
      <Menu
        label="More about this campaign"
        trigger={<Button icon="more" aria-label="More" />}
        items={[
          { label: 'Download the report', icon: 'download', run: report },
          { label: 'Download the list', icon: 'file', run: () => void downloadList(campaign.id) },
          {
            label: 'Add people…',
            icon: 'plus',
            whyNot: forbidden ?? whyNot('enrol', campaign),
            run: () => void navigate({ to: paths.campaign(campaign.id, 'add') }),
          },
          {
            label: 'Redial those not reached…',
            icon: 'refresh',
            whyNot: forbidden ?? whyNot('redial', campaign) ?? (left === 0 ? 'Nobody is left to redial.' : null),
            run: () => setAsking('redial'),
          },
          { label: 'Spend limit…', icon: 'flag', whyNot: forbidden, run: () => setAsking('spend') },
          {
            label: 'Change the setup',
            icon: 'edit',
            run: () => void navigate({ to: paths.campaign(campaign.id, 'setup') }),
          },
          'separator',
          ...(campaign.keep_open
            ? [
                {
                  label: 'Close to new people…',
                  icon: 'check' as const,
                  whyNot: forbidden ?? whyNot('close', campaign),
                  run: () => setAsking('close'),
                },
              ]
            : []),
          {
            label: 'Finish without calling the rest…',
            icon: 'exit',
            whyNot: forbidden ?? whyNot('finish', campaign),
            run: () => setAsking('finish'),
          },
          {
            label: 'Delete…',
            icon: 'trash',
            danger: true,
            whyNot: forbidden ?? whyNot('delete', campaign),
            run: () => setAsking('delete'),
          },
        ]}
      />
      <MainAct campaign={campaign} progress={progress} left={left} ask={setAsking} pause={pause} resume={resume} />
      <StartDialog campaign={campaign} progress={progress} open={asking === 'start'} onClose={() => setAsking(null)} />
      <RedialDialog
        campaign={campaign}
        progress={progress}
        open={asking === 'redial'}
        onClose={() => setAsking(null)}
      />
      {asking === 'spend' && <SpendLimit campaign={campaign} onClose={() => setAsking(null)} />}
      {asking === 'finish' && <FinishDialog campaign={campaign} onClose={() => setAsking(null)} />}
      <Confirm
        open={asking === 'close'}
        onClose={() => setAsking(null)}
        title={`Close ${campaign.name} to new people?`}
        verb="Close the campaign"
        safe="Keep it open"
        act={() => closeCampaign(campaign)}
      >
        <p className="soft">
          The campaign is not kept open any longer: it completes when its last contact is done. A paused campaign
          completes after it is resumed. Until then people can still be added.
        </p>
      </Confirm>
      <Confirm
        open={asking === 'delete'}
        onClose={() => setAsking(null)}
        title={`Delete ${campaign.name}?`}
        verb="Delete the campaign"
        kind="danger fill"
        safe="Keep it"
        act={async () => {
          await deleteCampaign(campaign.id)
          void navigate({ to: paths.campaigns })
        }}
      >
        <p className="soft">
          Its {people(campaign.total_rows)}, {count(campaign.executed_count)} calls, transcripts and recordings are
          deleted. Nobody can undo it. The do-not-call list keeps what people asked for.
        </p>
      </Confirm>
    </>
  )
}

interface MainActProps extends CampaignProps {
  left: number
  ask(what: Asking): void
  pause(): void
  resume(): void
}

function MainAct({ campaign, progress, left, ask, pause, resume }: MainActProps) {
  const pausing = usePausing(campaign.id)
  const forbidden = useWhyNot('operate')
  if (forbidden) return <span className="small mute">{forbidden}</span>
  if (may('pause', campaign))
    return (
      <Button kind="primary" icon="pause" keys="p" busy={pausing} onClick={pause}>
        {pausing ? 'Pausing…' : 'Pause'}
      </Button>
    )
  if (may('resume', campaign))
    return (
      <Button kind="dial" icon="play" onClick={resume}>
        Resume…
      </Button>
    )
  if (may('start', campaign))
    return (
      <Button kind="dial" icon="play" onClick={() => ask('start')}>
        {faceOf(campaign, progress) === 'cannot-go-on' ? 'Try again…' : 'Start calling…'}
      </Button>
    )
  if (may('redial', campaign) && left > 0)
    return (
      <Button kind="primary" icon="refresh" onClick={() => ask('redial')}>
        Redial {count(left)}…
      </Button>
    )
  return null
}

function downloadReport(id: number, name: string): void {
  download(`/api/v1/campaign/${id}/report`, `${name.replace(/[^\w.-]+/g, '-').toLowerCase()}-report.csv`)
}

async function downloadList(id: number): Promise<void> {
  try {
    const { data } = await api().GET('/api/v1/campaign/{campaign_id}/source-download-url', {
      params: { path: { campaign_id: id } },
    })
    location.assign(ownAddress((data as { download_url: string }).download_url))
  } catch (error) {
    toast(`The list could not be fetched: ${sentenceOf(error)}`, { tone: 'fault' })
  }
}
