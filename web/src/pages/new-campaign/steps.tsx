import { Icon } from '../../ui/icon.tsx'
import { newCampaignWords as w } from '../../words/new-campaign.ts'
import type { DraftFinding, SectionKey } from './draft.ts'

const TITLES: [SectionKey, string][] = [
  ['who', w.who],
  ['what', w.workflow],
  ['line', w.carrier],
  ['when', w.when],
  ['hard', w.pace],
  ['check', w.check],
]

/** The index of sections with the state of each. */
export function Steps({
  findings,
  words,
  begun,
}: {
  findings: readonly DraftFinding[]
  words: Record<Exclude<SectionKey, 'check'>, string>
  begun: boolean
}) {
  return (
    <nav className="steps" aria-label={w.sections}>
      {TITLES.map(([key, title], at) => {
        const own = findings.filter(({ section }) => key === 'check' || section === key)
        const todo = own.some(({ kind }) => kind === 'stop')
        const state = own.length === 0 ? 'done' : todo && !begun ? '' : todo || key !== 'check' ? 'warnd' : ''
        const word = key === 'check' ? (own.length === 0 ? w.ready : w.toReview(own.length)) : words[key]
        return (
          <a key={key} href={`#${key}`} className={state}>
            <span className="no">
              {state === 'done' ? <Icon name="check" small /> : state === 'warnd' ? '!' : at + 1}
            </span>
            <span>
              <b>{title}</b>
              <small>{word}</small>
            </span>
          </a>
        )
      })}
    </nav>
  )
}
