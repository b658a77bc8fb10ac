import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { toCurrentOrigin } from '../../api/current-origin.ts'
import { sentenceOf } from '../../api/error-words.ts'
import { api, download } from '../../api/session.ts'
import { displayStateOf, isAllowed, whyActionNotAllowed } from '../../components/campaign-actions.ts'
import { closeCampaign, deleteCampaign, pauseCampaign } from '../../components/campaign-requests.ts'
import { peopleText, redialableCounts } from '../../components/campaign-words.ts'
import { useCommands } from '../../components/commands.ts'
import { FinishDialog } from '../../components/finish-dialog.tsx'
import { usePausing } from '../../components/pausing.ts'
import { RedialDialog } from '../../components/redial-dialog.tsx'
import { askToResume } from '../../components/resume-asked.ts'
import { useWhyScopeDenied } from '../../components/scope.ts'
import { useKey } from '../../keys/use-key.ts'
import { paths } from '../../paths.ts'
import { useQueryParam } from '../../routes/use-param.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { count } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { campaignWords as w } from '../../words/campaign.ts'
import type { CampaignProps } from './campaign-page.tsx'
import { SpendLimit } from './spend-limit.tsx'
import { StartDialog } from './start-dialog.tsx'

type Asking = 'start' | 'redial' | 'delete' | 'finish' | 'close' | 'spend' | null

/** The most relevant action, the report, and the other actions behind ⋯; each disabled one says why. */
export function HeaderActions({ campaign, progress }: CampaignProps) {
  const [wanted, setWanted] = useQueryParam<'start' | ''>('ask', '')
  const [asking, setAskingHere] = useState<Asking>(wanted === 'start' && isAllowed('start', campaign) ? 'start' : null)
  const setAsking = (what: Asking) => {
    setAskingHere(what)
    if (what === null && wanted) setWanted('')
  }
  const navigate = useNavigate()
  const pause = () => void pauseCampaign(campaign, progress?.live_calls ?? 0)
  const resume = () => askToResume(campaign)
  const report = () => downloadReport(campaign.id, campaign.name)
  const forbidden = useWhyScopeDenied('operate')
  // The key only pauses and never resumes: a second accidental press must not start the calls again.
  useKey('p', isAllowed('pause', campaign) && !forbidden ? pause : null)
  useCommands([
    ...(isAllowed('pause', campaign) && !forbidden
      ? [{ label: w.pauseNamed(campaign.name), icon: 'pause' as const, run: pause }]
      : []),
    ...(isAllowed('resume', campaign)
      ? [{ label: w.resumeNamed(campaign.name), icon: 'play' as const, run: resume }]
      : []),
    ...(campaign.state === 'draft'
      ? [{ label: w.startCalling, icon: 'play' as const, run: () => setAsking('start') }]
      : []),
    { label: w.downloadReport, icon: 'download', run: report },
  ])
  const left = redialableCounts(progress).all
  return (
    <>
      {campaign.state !== 'draft' && (
        <Button icon="download" className="wide-only split-off" onClick={report}>
          {w.report}
        </Button>
      )}
      <Menu
        label={w.moreAbout}
        trigger={<Button icon="more" aria-label={w.more} />}
        items={[
          { label: w.downloadReport, icon: 'download', run: report },
          { label: w.downloadList, icon: 'file', run: () => void downloadList(campaign.id) },
          {
            label: w.addPeople,
            icon: 'plus',
            whyNot: forbidden ?? whyActionNotAllowed('enrol', campaign),
            run: () => void navigate({ to: paths.campaign(campaign.id, 'add') }),
          },
          {
            label: w.redial,
            icon: 'refresh',
            whyNot: forbidden ?? whyActionNotAllowed('redial', campaign) ?? (left === 0 ? w.noneLeft : null),
            run: () => setAsking('redial'),
          },
          { label: w.spendLimit, icon: 'flag', whyNot: forbidden, run: () => setAsking('spend') },
          {
            label: w.changeSetup,
            icon: 'edit',
            run: () => void navigate({ to: paths.campaign(campaign.id, 'setup') }),
          },
          'separator',
          ...(campaign.keep_open
            ? [
                {
                  label: w.close,
                  icon: 'check' as const,
                  whyNot: forbidden ?? whyActionNotAllowed('close', campaign),
                  run: () => setAsking('close'),
                },
              ]
            : []),
          {
            label: w.finish,
            icon: 'exit',
            whyNot: forbidden ?? whyActionNotAllowed('finish', campaign),
            run: () => setAsking('finish'),
          },
          {
            label: w.delete,
            icon: 'trash',
            danger: true,
            whyNot: forbidden ?? whyActionNotAllowed('delete', campaign),
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
        title={w.closeTitle(campaign.name)}
        verb={w.closeVerb}
        safe={w.keepOpen}
        act={() => closeCampaign(campaign)}
      >
        <p className="soft">{w.closeText}</p>
      </Confirm>
      <Confirm
        open={asking === 'delete'}
        onClose={() => setAsking(null)}
        title={w.deleteTitle(campaign.name)}
        verb={w.deleteVerb}
        kind="danger fill"
        safe={w.keepIt}
        act={async () => {
          await deleteCampaign(campaign.id)
          void navigate({ to: paths.campaigns })
        }}
      >
        <p className="soft">{w.deleteText(peopleText(campaign.total_rows), count(campaign.executed_count))}</p>
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
  const forbidden = useWhyScopeDenied('operate')
  if (forbidden) return <span className="small mute">{forbidden}</span>
  if (isAllowed('pause', campaign))
    return (
      <Button kind="primary" icon="pause" keys="p" busy={pausing} onClick={pause}>
        {pausing ? w.pausing : w.pause}
      </Button>
    )
  if (isAllowed('resume', campaign))
    return (
      <Button kind="dial" icon="play" onClick={resume}>
        {w.resume}
      </Button>
    )
  if (isAllowed('start', campaign))
    return (
      <Button kind="dial" icon="play" onClick={() => ask('start')}>
        {displayStateOf(campaign, progress) === 'cannot-go-on' ? w.tryAgain : w.startCalling}
      </Button>
    )
  if (isAllowed('redial', campaign) && left > 0)
    return (
      <Button kind="primary" icon="refresh" onClick={() => ask('redial')}>
        {w.redialLeft(count(left))}
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
    location.assign(toCurrentOrigin((data as { download_url: string }).download_url))
  } catch (error) {
    toast(w.listNotFetched(sentenceOf(error)), { tone: 'fault' })
  }
}
