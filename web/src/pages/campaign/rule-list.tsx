import { serverSentence } from '../../api/error-words.ts'
import type { ContactExplanation } from '../../api/explain.ts'
import { Icon } from '../../ui/icon.tsx'
import { shortMoment } from '../../ui/time.ts'
import { contactDetailWords as w } from '../../words/contact.ts'

/** All rules: those that hold the contact come first with their end, the others are ticked. */
export function RuleList({ explanation, zone }: { explanation: ContactExplanation; zone: string }) {
  const holding = explanation.rules.filter(({ holds }) => holds)
  // A contact that was put off by a rule that still holds: the rule itself says more.
  const isRepeated = ({ rule, message }: ContactExplanation['rules'][number]) =>
    rule === 'retry_time' && holding.some((other) => message.includes(`(${other.rule})`))
  const rules = explanation.rules.filter((one) => !isRepeated(one)).sort((a, b) => Number(b.holds) - Number(a.holds))
  return (
    <ul className="rules">
      {rules.map(({ rule, message, until, holds }) => (
        <li key={rule} className={holds ? 'no' : ''}>
          <Icon name={holds ? 'clock' : 'check'} small />
          <span className="what">{serverSentence(message).replace(/\.$/, '')}</span>
          <span className="small mute">{until ? w.until(shortMoment(Date.parse(until), zone)) : ''}</span>
        </li>
      ))}
    </ul>
  )
}
