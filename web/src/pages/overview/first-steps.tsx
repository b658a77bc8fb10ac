import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Campaign, campaignProgress, firstStepsCallsQuery, recentCalls } from '../../api/campaigns.ts'
import { sentenceOf } from '../../api/error-words.ts'
import { configurationList } from '../../api/telephony.ts'
import { workflowList } from '../../api/workflows.ts'
import { OUTCOME_LEGEND_PARTS, OutcomeBar } from '../../components/outcome-bar.tsx'
import { doneCount, OUTCOME_MEANINGS, OUTCOME_WORDS, tallyOf } from '../../components/outcomes.ts'
import { Switchboard } from '../../components/switchboard.tsx'
import { useLiveCalls } from '../../components/use-live-calls.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { storedPreference, storePreference } from '../../ui/theme.ts'
import { overviewWords as w } from '../../words/overview.ts'
import { isDemo, startDemo } from './demo.ts'

const HearAgent = lazy(() => import('../workflows/editor/try/hear-agent.tsx'))

/** Name under which this browser stores that the user has listened to a call. */
const HEARD = 'outdial-heard'

export interface FirstStep {
  key: 'hear' | 'watch' | 'carrier' | 'phone' | 'list'
  done: boolean
}

/** The first steps, completed or missing, derived from the existing data. */
export function useFirstSteps(campaigns: readonly Campaign[]): FirstStep[] {
  const configurations = useQuery(configurationList()).data?.configurations ?? []
  const own = configurations.some((one) => one.provider !== 'simulator')
  const calls = useQuery({ ...firstStepsCallsQuery(), enabled: own }).data ?? []
  return [
    { key: 'hear', done: storedPreference(HEARD) !== null },
    {
      key: 'watch',
      done:
        campaigns.some((campaign) => isDemo(campaign) && campaign.processed_rows > 0) ||
        campaigns.some((campaign) => !isDemo(campaign) && campaign.state !== 'draft'),
    },
    { key: 'carrier', done: own },
    { key: 'phone', done: own && calls.some((call) => call.campaign_id === null && call.call_type === 'outbound') },
    { key: 'list', done: campaigns.some((campaign) => !isDemo(campaign)) },
  ]
}

export function FirstSteps({ steps, campaigns }: { steps: readonly FirstStep[]; campaigns: readonly Campaign[] }) {
  const [heard, setHeard] = useState(storedPreference(HEARD))
  const calls = useLiveCalls()
  const organization = useOrganization()
  const demo = campaigns.find(isDemo)
  const carrier = steps.some(({ key, done }) => key === 'carrier' && done)
  const next = steps.find((step) => !step.done)?.key
  const row = (key: FirstStep['key'], props: Omit<RowProps, 'step' | 'at' | 'on'>) => {
    const at = steps.findIndex((step) => step.key === key)
    return <StepRow step={steps[at] as FirstStep} at={at + 1} on={key === next} {...props} />
  }
  return (
    <div className="first">
      <section className="now-band one" aria-label={w.now}>
        <div className="live">
          <div className="display">{count(calls.length)}</div>
          <div className="strong">{w.liveCalls(calls.length)}</div>
          <div className="small mute mt-0.5">{w.ofLines(count(organization.max_concurrency))}</div>
        </div>
        <Switchboard calls={calls} lines={organization.max_concurrency} note={w.yourLines} />
      </section>
      <ol className="sheet fsl">
        {row('hear', {
          title: w.hear,
          time: w.minutes(1),
          text: heard ?? w.hearText,
          done: heard !== null,
          act: (
            <Hear
              again={heard !== null}
              onHeard={(words) => {
                storePreference(HEARD, words)
                setHeard(words)
              }}
            />
          ),
        })}
        {row('watch', {
          title: w.watch,
          time: w.minutes(2),
          text: w.watchText,
          act: <Watch demo={demo} />,
          below: demo && <DemoBar campaign={demo} />,
        })}
        {row('carrier', {
          title: w.connect,
          time: w.minutes(2),
          text: w.connectText,
          act: (
            <ButtonLink small to={paths.newTelephonyConfiguration}>
              {w.addCarrier}
            </ButtonLink>
          ),
        })}
        {row('phone', {
          title: w.ownPhone,
          time: carrier ? w.minutes(1) : w.afterThree,
          text: w.ownPhoneText,
          later: !carrier,
          act: carrier && (
            <ButtonLink small to={paths.workflows}>
              {w.chooseWorkflow}
            </ButtonLink>
          ),
        })}
        {row('list', {
          title: w.bringList,
          time: w.minutes(3),
          text: w.bringListText,
          act: (
            <ButtonLink small to={paths.newCampaign}>
              {w.newCampaign}
            </ButtonLink>
          ),
        })}
      </ol>
      <aside>
        <h2 className="strong mb-2">{w.readBar}</h2>
        <ul className="marks-key">
          {OUTCOME_LEGEND_PARTS.map((part) => (
            <li key={part}>
              <StatusMark name={part} />
              <span>
                {OUTCOME_WORDS[part]}
                <small>{OUTCOME_MEANINGS[part]}</small>
              </span>
            </li>
          ))}
        </ul>
      </aside>
      <p className="small mute">
        {w.samplesStay}{' '}
        <a className="link" href={paths.docs}>
          {w.reference}
        </a>
        .
      </p>
    </div>
  )
}

interface RowProps {
  step: FirstStep
  at: number
  on: boolean
  title: string
  time: string
  text: string
  act: ReactNode
  below?: ReactNode
  later?: boolean
  /** Whether the step was completed since this page was opened. */
  done?: boolean
}

function StepRow({ step, at, on, title, time, text, act, below, later = false, done = step.done }: RowProps) {
  return (
    <li className={`fs ${done ? 'done' : on ? 'on' : ''} ${later ? 'later' : ''}`}>
      <span className="no">{done ? <Icon name="check" small /> : at}</span>
      <div className="grow">
        <div className="row between">
          <h2>{title}</h2>
          <span className="small mute nowrap">{time}</span>
        </div>
        <p className="soft">{text}</p>
        {below}
      </div>
      {!later && <div className="act">{act}</div>}
    </li>
  )
}

function Hear({ again, onHeard }: { again: boolean; onHeard(words: string): void }) {
  const [open, setOpen] = useState(false)
  const workflow = useQuery(workflowList()).data?.find(({ status }) => status === 'active')
  if (!workflow)
    return (
      <ButtonLink small to={paths.workflows}>
        {w.makeWorkflow}
      </ButtonLink>
    )
  return (
    <>
      <Button small icon={again ? 'play' : 'mic'} onClick={() => setOpen(true)}>
        {again ? w.again : w.hearIt}
      </Button>
      {open && (
        <Suspense>
          <HearAgent workflowId={workflow.id} onClose={() => setOpen(false)} onHeard={onHeard} />
        </Suspense>
      )}
    </>
  )
}

function Watch({ demo }: { demo: Campaign | undefined }) {
  const start = useMutation({ mutationFn: startDemo })
  if (demo)
    return (
      <div className="stack gap-1.5 items-end">
        <ButtonLink small to={paths.campaign(demo.id)}>
          {w.openIt}
        </ButtonLink>
        <Listen demo={demo} />
      </div>
    )
  return (
    <>
      <Button small kind="dial" icon="play" busy={start.isPending} onClick={() => start.mutate()}>
        {w.startIt}
      </Button>
      {start.error && (
        <p className="small bad" role="alert">
          {sentenceOf(start.error)}
        </p>
      )}
    </>
  )
}

function DemoBar({ campaign }: { campaign: Campaign }) {
  const progress = useQuery(campaignProgress(campaign.id)).data
  if (!progress) return null
  const tally = tallyOf(progress)
  return (
    <div className="mt-2.5 mb-0.5">
      <OutcomeBar tally={tally} size="m" />
      <div className="row between small mute mt-1">
        <span>{w.doneLive(count(doneCount(tally)), count(campaign.total_rows), count(tally.live))}</span>
        <span>{campaign.state === 'completed' ? w.completed : ''}</span>
      </div>
    </div>
  )
}

/** Plays the newest conversation of the demo that has a recording. */
function Listen({ demo }: { demo: Campaign }) {
  const calls = useQuery(recentCalls(demo.id)).data ?? []
  const call =
    calls.find((one) => one.is_completed && one.recording_url !== null) ??
    calls.find((one) => one.is_completed && one.outcome === 'answered')
  if (!call) return null
  return (
    <ButtonLink small icon="play" to={paths.call(call.id)}>
      {w.listen}
    </ButtonLink>
  )
}
