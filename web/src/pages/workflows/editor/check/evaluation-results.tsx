import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Evaluation, type EvaluationItem, evaluationList, oneEvaluation } from '../../../../api/evaluations.ts'
import { useOrganization } from '../../../../components/use-organization.ts'
import { Button } from '../../../../ui/button.tsx'
import { share } from '../../../../ui/format.ts'
import { QueryContent } from '../../../../ui/states.tsx'
import { StatusMark } from '../../../../ui/status-mark.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { evaluationWords as w } from '../../../../words/evaluation.ts'

/** Element id of the results, for scrolling to them. */
export const RESULTS_ELEMENT_ID = 'check-results'

interface ResultsProps {
  workflowId: number
  openId: number | null
  onOpen(id: number | null): void
}

/** The evaluations of all versions, newest first. */
export function EvaluationResults({ workflowId, openId, onOpen }: ResultsProps) {
  const all = useQuery(evaluationList(workflowId))
  return (
    <section className="f" id={RESULTS_ELEMENT_ID} aria-label={w.results}>
      <h3 className="label">{w.results}</h3>
      <QueryContent of={all} what={w.theResults}>
        {(list) =>
          list.length === 0 ? (
            <p className="small soft">{w.none}</p>
          ) : (
            <ol className="versions flat">
              {list.map((each) => (
                <Result
                  key={each.id}
                  workflowId={workflowId}
                  item={each}
                  isOpen={each.id === openId}
                  onOpen={() => onOpen(each.id === openId ? null : each.id)}
                />
              ))}
            </ol>
          )
        }
      </QueryContent>
    </section>
  )
}

function stateWords({ state, passed }: EvaluationItem): string {
  if (state !== 'ended') return w.states[state]
  return passed ? w.states.passed : w.states.notPassed
}

function Result({
  workflowId,
  item,
  isOpen,
  onOpen,
}: {
  workflowId: number
  item: EvaluationItem
  isOpen: boolean
  onOpen(): void
}) {
  const zone = useOrganization().time_zone
  const { state, passed, conversations, conversations_passed: met, conversations_planned: planned } = item
  const isRunning = state === 'running'
  return (
    <li>
      <button type="button" className="row between w-full" aria-expanded={isOpen} onClick={onOpen}>
        <span className="row">
          <StatusMark name={isRunning ? 'live' : passed ? 'answered' : 'failed'} />
          <b className="strong">{item.version_number === null ? w.draft : w.version(item.version_number)}</b>
          <span className="mute">{stateWords(item)}</span>
        </span>
        <span className="strong nowrap">{conversations > 0 && share(met, conversations)}</span>
      </button>
      <span className="row between small mute">
        <span>{isRunning ? w.progress(conversations, planned ?? 0) : w.asExpected(met, conversations)}</span>
        <TimeText at={item.created_at} zone={zone} />
      </span>
      {isRunning && (
        <progress className="w-full" value={conversations} max={planned ?? 1} aria-label={stateWords(item)} />
      )}
      {isOpen && !isRunning && <Cases workflowId={workflowId} id={item.id} />}
    </li>
  )
}

function Cases({ workflowId, id }: { workflowId: number; id: number }) {
  const evaluation = useQuery(oneEvaluation(workflowId, id, true))
  return (
    <QueryContent of={evaluation} what={w.theResults}>
      {({ cases, minimum_rate: needed }) =>
        cases.length === 0 ? (
          <p className="small soft">{w.noCases}</p>
        ) : (
          <ul className="stack gap-3">
            {cases.map((each, at) => (
              <Case key={at} of={each} needed={needed} />
            ))}
          </ul>
        )
      }
    </QueryContent>
  )
}

type EvaluatedCase = Evaluation['cases'][number]

function Case({
  of: { name, runs, passed, rate, failures, transcript },
  needed,
}: {
  of: EvaluatedCase
  needed: number
}) {
  const [isRead, setRead] = useState(false)
  const shown = new Set(failures.map(({ run }) => run)).size
  const isMet = rate >= needed
  return (
    <li className="stack gap-1">
      <span className="row between">
        <span className="row">
          <StatusMark name={isMet ? 'answered' : 'failed'} />
          <span className="strong">{name}</span>
        </span>
        <span className="small mute nowrap">
          {share(passed, runs)}
          {!isMet && `, ${w.needed(share(needed, 1))}`}
        </span>
      </span>
      {failures.map(({ run, message }, at) => (
        <p key={at} className="small">
          <span className="mute">{w.run(run)}:</span> {message}
        </p>
      ))}
      {runs - passed > shown && <p className="small mute">{w.more(runs - passed - shown)}</p>}
      <span>
        <Button small aria-expanded={isRead} aria-label={w.transcriptOf(name)} onClick={() => setRead(!isRead)}>
          {w.transcript}
        </Button>
      </span>
      {isRead && <Transcript lines={transcript} isFailed={failures.length > 0} />}
    </li>
  )
}

function Transcript({ lines, isFailed }: { lines: EvaluatedCase['transcript']; isFailed: boolean }) {
  if (lines.length === 0) return <p className="small soft">{w.nothingSaid}</p>
  return (
    <>
      {isFailed && <p className="small mute">{w.firstFailed}</p>}
      <div className="convo">
        {lines.map(({ who, text, heard }, at) => (
          <div key={at} className={`bub ${who === 'agent' ? 'ag' : 'pe'}`}>
            {heard ?? text}
            {heard !== null && <s className="mute">{text.startsWith(heard) ? text.slice(heard.length) : ` ${text}`}</s>}
          </div>
        ))}
      </div>
    </>
  )
}
