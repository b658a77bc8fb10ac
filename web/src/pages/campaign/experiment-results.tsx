/** What the experiment of a campaign says so far, and its end. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { campaignExperiment, type ExperimentResult } from '../../api/campaigns.ts'
import { stopExperiment } from '../../components/campaign-setup-requests.ts'
import { helpGroup } from '../../components/help.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { count, points, share } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { Section } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/states.tsx'
import { shortMoment, timeOfDay } from '../../ui/time.ts'
import { experimentWords as w } from '../../words/experiment.ts'
import type { CampaignProps } from './campaign-page.tsx'
import { experimentSentence } from './experiment-sentence.ts'

type Props = Pick<CampaignProps, 'campaign'>
type Arm = ExperimentResult['arms'][number]

export function ExperimentResults({ campaign }: Props) {
  const found = useQuery(campaignExperiment(campaign.id))
  const zone = useOrganization().time_zone
  const [isStopping, setStopping] = useState(false)
  const { experiment } = campaign
  if (!experiment) return null
  const isOpen = experiment.stopped === null && campaign.state !== 'completed'
  return (
    <Section
      title={w.title}
      count={experiment.name}
      help={helpGroup('experiments')}
      aside={
        <span className="row">
          {found.data && <span className="small mute">{w.asOf(timeOfDay(Date.parse(found.data.as_of), zone))}</span>}
          {isOpen && (
            <Button small onClick={() => setStopping(true)}>
              {w.stop}
            </Button>
          )}
        </span>
      }
    >
      <QueryContent of={found} what={w.what}>
        {(result) => (
          <div className="stack gap-3">
            <Note tone={result.may_stop ? 'good' : ''}>
              {experimentSentence(result)} {w.however}
            </Note>
            {experiment.stopped && (
              <p className="small">
                {w.endedWith(experiment.stopped.arm, shortMoment(Date.parse(experiment.stopped.at), zone))}
              </p>
            )}
            <ArmTable arms={result.arms} />
          </div>
        )}
      </QueryContent>
      <StopDialog campaign={campaign} open={isStopping} onClose={() => setStopping(false)} />
    </Section>
  )
}

function ArmTable({ arms }: { arms: readonly Arm[] }) {
  return (
    <div className="overflow-x-auto">
      <table className="sheet arms">
        <thead>
          <tr>
            <th>{w.armColumn}</th>
            <th className="num">{w.people}</th>
            <th className="num">{w.finished}</th>
            <th className="num">{w.success}</th>
            <th className="num">{w.rate}</th>
            <th className="num">{w.against}</th>
          </tr>
        </thead>
        <tbody>
          {arms.map((arm, place) => (
            <tr key={arm.name}>
              <td className="strong">{arm.name}</td>
              <Figure label={w.people}>{count(arm.people)}</Figure>
              <Figure label={w.finished}>
                {count(arm.finished)}
                {arm.uncalled > 0 && <p className="small mute">{w.leftOut(count(arm.uncalled))}</p>}
              </Figure>
              <Figure label={w.success}>{count(arm.successes)}</Figure>
              <Figure label={w.rate}>
                {arm.interval && arm.finished > 0 ? (
                  <>
                    {share(arm.successes, arm.finished)}
                    <p className="small mute">{w.between(points(arm.interval.low), points(arm.interval.high))}</p>
                  </>
                ) : (
                  '–'
                )}
              </Figure>
              <Figure label={w.against}>
                {place === 0 ? <span className="mute">{w.first}</span> : <Against arm={arm} />}
              </Figure>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A cell that shows its column's name beside it on narrow screens, where the figures of an arm are one below the other. */
function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="num" data-label={label}>
      <div>{children}</div>
    </td>
  )
}

function Against({ arm: { verdict, difference, difference_interval: interval } }: { arm: Arm }) {
  if (verdict === null) return <span className="mute">{w.control}</span>
  if (difference === null) return <>–</>
  return (
    <>
      {difference > 0 ? '+' : ''}
      {points(difference)}
      {interval && <p className="small mute">{w.between(points(interval.low), points(interval.high))}</p>}
    </>
  )
}

function StopDialog({ campaign, open, onClose }: Props & { open: boolean; onClose(): void }) {
  const arms = campaign.experiment?.arms.filter(({ not_called }) => !not_called) ?? []
  const [chosen, setChosen] = useState(arms[0]?.name ?? '')
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={w.stopTitle}
      verb={w.stopVerb(chosen)}
      act={() => stopExperiment(campaign.id, chosen)}
    >
      <div className="stack gap-3">
        <p>{w.stopText}</p>
        <label className="row">
          <span className="whitespace-nowrap">{w.everyone}</span>
          <select className="select" value={chosen} onChange={({ target }) => setChosen(target.value)}>
            {arms.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
    </Confirm>
  )
}
