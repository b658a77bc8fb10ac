import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Campaign, callsOfFirstSteps, campaignProgress, recentCalls } from '../../api/campaigns.ts'
import { sentenceOf } from '../../api/error-words.ts'
import { configurationList } from '../../api/telephony.ts'
import { workflowList } from '../../api/workflows.ts'
import { BALANCE, OutcomeBar } from '../../components/outcome-bar.tsx'
import { doneOf, MEANINGS, tallyOf, WORDS } from '../../components/outcomes.ts'
import { Switchboard } from '../../components/switchboard.tsx'
import { useLiveCalls } from '../../components/use-live-calls.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Mark } from '../../ui/mark.tsx'
import { remember, remembered } from '../../ui/theme.ts'
import { isDemo, startDemo } from './demo.ts'

const HearAgent = lazy(() => import('../workflows/editor/try/hear-agent.tsx'))

/** Whether the user has listened is stored only in this browser. */
const HEARD = 'outdial-heard'

export interface Step {
  key: 'hear' | 'watch' | 'carrier' | 'phone' | 'list'
  done: boolean
}

/** Completed and missing steps, derived from the existing data. */
export function useFirstSteps(campaigns: readonly Campaign[]): Step[] {
  const configurations = useQuery(configurationList()).data?.configurations ?? []
  const own = configurations.some((one) => one.provider !== 'simulator')
  const calls = useQuery({ ...callsOfFirstSteps(), enabled: own }).data ?? []
  return [
    { key: 'hear', done: remembered(HEARD) !== null },
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

export function FirstFive({ steps, campaigns }: { steps: readonly Step[]; campaigns: readonly Campaign[] }) {
  const [heard, setHeard] = useState(remembered(HEARD))
  const calls = useLiveCalls()
  const organization = useOrganization()
  const demo = campaigns.find(isDemo)
  const carrier = steps.some(({ key, done }) => key === 'carrier' && done)
  const next = steps.find((step) => !step.done)?.key
  const row = (key: Step['key'], props: Omit<RowProps, 'step' | 'at' | 'on'>) => {
    const at = steps.findIndex((step) => step.key === key)
    return <StepRow step={steps[at] as Step} at={at + 1} on={key === next} {...props} />
  }
  return (
    <div className="first">
      <section className="now-band one" aria-label="Now">
        <div className="live">
          <div className="display">{count(calls.length)}</div>
          <div className="strong">{calls.length === 1 ? 'live call' : 'live calls'}</div>
          <div className="small mute mt-0.5">of {count(organization.max_concurrency)} lines</div>
        </div>
        <Switchboard
          calls={calls}
          lines={organization.max_concurrency}
          note="These are your lines. One mark, one call; you see them on every page."
        />
      </section>
      <ol className="sheet fsl">
        {row('hear', {
          title: 'Hear the agent',
          time: '1 min',
          text: heard ?? 'Speak with it, or listen to it talking with somebody who does not exist.',
          done: heard !== null,
          act: (
            <Hear
              again={heard !== null}
              onHeard={(words) => {
                remember(HEARD, words)
                setHeard(words)
              }}
            />
          ),
        })}
        {row('watch', {
          title: 'Watch a campaign',
          time: '2 min',
          text: 'Twenty people who do not exist, on the simulated carrier. One asks never to be called again: see what happens to her.',
          act: <Watch demo={demo} />,
          below: demo && <DemoBar campaign={demo} />,
        })}
        {row('carrier', {
          title: 'Connect your carrier',
          time: '2 min',
          text: 'A SIP trunk, Asterisk, Twilio, Vonage, Plivo, Telnyx, Cloudonix, Vobiz or SignalWire. Outdial checks the account before anyone is called.',
          act: (
            <ButtonLink small to={paths.newTelephonyConfiguration}>
              Add a carrier
            </ButtonLink>
          ),
        })}
        {row('phone', {
          title: 'Call your own phone',
          time: carrier ? '1 min' : 'after 3',
          text: 'The agent calls you, with your own words.',
          later: !carrier,
          act: carrier && (
            <ButtonLink small to={paths.workflows}>
              Choose a workflow
            </ButtonLink>
          ),
        })}
        {row('list', {
          title: 'Bring your list',
          time: '3 min',
          text: 'Any CSV. You see what can be called, what cannot, and why, before anything starts.',
          act: (
            <ButtonLink small to={paths.newCampaign}>
              New campaign
            </ButtonLink>
          ),
        })}
      </ol>
      <aside>
        <h2 className="strong mb-2">How to read a bar</h2>
        <ul className="marks-key">
          {BALANCE.map((part) => (
            <li key={part}>
              <Mark name={part} />
              <span>
                {WORDS[part]}
                <small>{MEANINGS[part]}</small>
              </span>
            </li>
          ))}
        </ul>
      </aside>
      <p className="small mute">
        What is marked as a sample stays until you delete it. Everything here is in the API too:{' '}
        <a className="link" href={paths.docs}>
          the reference
        </a>
        .
      </p>
    </div>
  )
}

interface RowProps {
  step: Step
  at: number
  on: boolean
  title: string
  time: string
  text: string
  act: ReactNode
  below?: ReactNode
  later?: boolean
  /** Since this page was opened. */
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
        Make a workflow
      </ButtonLink>
    )
  return (
    <>
      <Button small icon={again ? 'play' : 'mic'} onClick={() => setOpen(true)}>
        {again ? 'Again' : 'Hear it'}
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
          Open it
        </ButtonLink>
        <Listen demo={demo} />
      </div>
    )
  return (
    <>
      <Button small kind="dial" icon="play" busy={start.isPending} onClick={() => start.mutate()}>
        Start it
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
        <span>
          {count(doneOf(tally))} of {count(campaign.total_rows)} done, {count(tally.live)} live
        </span>
        <span>{campaign.state === 'completed' ? 'completed' : ''}</span>
      </div>
    </div>
  )
}

/** The newest conversation of the sample with a recording. */
function Listen({ demo }: { demo: Campaign }) {
  const calls = useQuery(recentCalls(demo.id)).data ?? []
  const call =
    calls.find((one) => one.is_completed && one.recording_url !== null) ??
    calls.find((one) => one.is_completed && one.outcome === 'answered')
  if (!call) return null
  return (
    <ButtonLink small icon="play" to={paths.call(call.id)}>
      Listen
    </ButtonLink>
  )
}
