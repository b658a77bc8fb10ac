import { peopleText } from '../../components/campaign-words.ts'
import { doneCount, OUTCOME_WORDS, OUTCOMES, tallyOf } from '../../components/outcomes.ts'
import { count, ordinal, share } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { contactWords as w } from '../../words/contacts.ts'
import { WhenPeopleAnswer } from '../overview/today.tsx'
import type { CampaignProps } from './campaign-page.tsx'
import { ExperimentResults } from './experiment-results.tsx'
import { Results } from './results.tsx'
import { SinceStart } from './since-start.tsx'

export default function AnalysisTab({ campaign, progress }: CampaignProps) {
  if (!progress || progress.processed_rows === 0) return <Empty title={w.nothingYet}>{w.nothingYetText}</Empty>
  return (
    <div className="cols">
      <div className="stack">
        {campaign.experiment && <ExperimentResults campaign={campaign} />}
        <Results campaign={campaign} />
        <SinceStart campaign={campaign} />
        <Attempts attempts={progress.attempts as Record<string, number>} />
      </div>
      <div className="stack">
        <WhenPeopleAnswer campaignId={campaign.id} />
        <Outcomes campaign={campaign} progress={progress} />
      </div>
    </div>
  )
}

/** Number of attempts of finished contacts. */
function Attempts({ attempts }: { attempts: Record<string, number> }) {
  const rows = Object.entries(attempts).map(([tries, number]) => ({ tries: Number(tries), number }))
  const all = rows.reduce((sum, { number }) => sum + number, 0)
  const most = Math.max(1, ...rows.map(({ number }) => number))
  if (all === 0) return null
  return (
    <Section title={w.triesPerPerson} count={w.peopleDone(peopleText(all))}>
      <ul className="waits">
        {rows
          .sort((a, b) => a.tries - b.tries)
          .map(({ tries, number }) => (
            <li key={tries}>
              <span className="w-n">{count(number)}</span>
              <span className="grow">
                {tries === 0 ? w.neverCalled : tries === 1 ? w.afterFirst : w.after(ordinal(tries))}
                <small>{share(number, all)}</small>
              </span>
              <span className="w-bar">
                <i style={{ width: `${(number / most) * 100}%` }} />
              </span>
            </li>
          ))}
      </ul>
    </Section>
  )
}

function Outcomes({ progress }: CampaignProps) {
  if (!progress) return null
  const tally = tallyOf(progress)
  const done = doneCount(tally)
  return (
    <Section title={w.howEnded} count={w.ofDone(peopleText(done))}>
      <table className="sheet">
        <tbody>
          {OUTCOMES.map((part) => (
            <tr key={part}>
              <td>
                <span className="pill">
                  <StatusMark name={part} />
                  {OUTCOME_WORDS[part]}
                </span>
              </td>
              <td className="num strong">{count(tally[part])}</td>
              <td className="num mute">{share(tally[part], done)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
