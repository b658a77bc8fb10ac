/** Shows the effect of the edited rules on the calls of the last days. Changes nothing. */
import type { Schemas } from '@outdial/sdk'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import type { Policy } from '../../../api/policy.ts'
import { api } from '../../../api/session.ts'
import { peopleText } from '../../../components/campaign-words.ts'
import { helpGroup } from '../../../components/help.ts'
import { leftOutWords } from '../../../components/left-out.ts'
import { useOrganization } from '../../../components/use-organization.ts'
import { ActionError } from '../../../forms/action-error.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { capitalized, count } from '../../../ui/format.ts'
import { Note } from '../../../ui/note.tsx'
import { Section } from '../../../ui/section.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { fullMoment } from '../../../ui/time.ts'
import { callingRuleWords } from '../../../words/calling-rules.ts'
import { withoutEmptyRules } from './policy-words.ts'

type DryRun = Schemas['PolicyDryRun']

const { trial: w } = callingRuleWords

const DAYS = [
  { key: '7', label: w.days(7) },
  { key: '30', label: w.days(30) },
  { key: '90', label: w.days(90) },
] as const

export function DryRunSection({ policy }: { policy: Policy }) {
  const [days, setDays] = useState<(typeof DAYS)[number]['key']>('30')
  const run = useMutation({
    mutationFn: async () => {
      const judged = withoutEmptyRules(policy)
      return { judged, result: await api().policies.dryRun({ policy: judged, days: Number(days) }) }
    },
  })
  const isOld = run.data !== undefined && JSON.stringify(run.data.judged) !== JSON.stringify(withoutEmptyRules(policy))
  return (
    <Section help={helpGroup('policy')} title={w.title} aside={w.aside}>
      <p className="soft mb-2">{w.text}</p>
      <div className="row wrap">
        <Segmented label={w.howFar} choices={[...DAYS]} value={days} onChange={(next) => setDays(next)} />
        <Button busy={run.isPending} onClick={() => run.mutate()}>
          {w.run}
        </Button>
        {run.isPending && <span className="small mute">{w.takesLong}</span>}
      </div>
      <ActionError title={w.notTried} of={run.error} />
      {run.data && (
        <div role="status" className="stack gap-3">
          {isOld && <Note tone="warn">{w.isOld}</Note>}
          <Figures result={run.data.result} />
        </div>
      )}
    </Section>
  )
}

function Figures({ result }: { result: DryRun }) {
  const { dials, refused, overridden, released, not_judged, notes } = result
  return (
    <>
      <Note tone={refused > 0 ? 'warn' : ''} title={dryRunTitle(result)}>
        {released.contacts > 0 && w.released(peopleText(released.contacts))}
        {overridden.dials > 0 && w.overridden(overridden.dials, count(overridden.allowed))}
        {not_judged > 0 && w.notJudged(not_judged)}
        {notes.join(' ')}
      </Note>
      {dials > 0 && refused > 0 && <ByRule result={result} />}
      {result.examples.length > 0 && <Examples result={result} />}
    </>
  )
}

function dryRunTitle({ dials, refused, from, to }: Pick<DryRun, 'dials' | 'refused' | 'from' | 'to'>): string {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
  if (dials === 0) return w.noCalls(days)
  if (refused === 0) return w.noneRefused(dials)
  return w.refused(refused, dials)
}

function ByRule({ result: { refused_by_rule, days } }: { result: DryRun }) {
  return (
    <div className="row wrap items-start gap-6">
      <table className="sheet">
        <thead>
          <tr>
            <th>{w.rule}</th>
            <th>{w.from}</th>
            <th className="num">{w.refusedCalls}</th>
          </tr>
        </thead>
        <tbody>
          {refused_by_rule.map(({ rule, from, dials }) => (
            <tr key={rule + from}>
              <td>{capitalized(leftOutWords(rule).title)}</td>
              <td>{from}</td>
              <td className="num">{count(dials)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className="sheet">
        <thead>
          <tr>
            <th>{w.day}</th>
            <th className="num">{w.calls}</th>
            <th className="num">{w.refusedShort}</th>
          </tr>
        </thead>
        <tbody>
          {days
            .filter((day) => day.refused > 0)
            .map(({ date, dials, refused }) => (
              <tr key={date}>
                <td>{date}</td>
                <td className="num">{count(dials)}</td>
                <td className="num">{count(refused)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

/** Calls with the same explanation are grouped under one sentence. */
function Examples({ result: { examples } }: { result: DryRun }) {
  const zone = useOrganization().time_zone
  const messages = [...new Set(examples.map(({ message }) => message))]
  return (
    <ul className="facts plain" aria-label={w.examples}>
      {messages.map((said) => (
        <li key={said}>
          {said}{' '}
          <span className="mute">
            {examples
              .filter(({ message }) => message === said)
              .map(({ call_id, at }, index) => (
                <Fragment key={call_id}>
                  {index > 0 && ', '}
                  <Link className="link" to={paths.call(call_id)}>
                    {w.call(call_id)}
                  </Link>{' '}
                  ({fullMoment(Date.parse(at), zone)})
                </Fragment>
              ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
