import type { Contact } from '../../api/campaigns.ts'
import { RULES } from '../../components/rules.ts'
import { Icon } from '../../ui/icon.tsx'
import { moment } from '../../ui/time.ts'

/** All rules, those that hold on top with their end, the others ticked. */
export function RuleList({ contact, zone }: { contact: Contact; zone: string }) {
  const held = new Map(contact.because.map((reason) => [reason.rule as string, reason]))
  const fine = RULES.filter(({ rule }) => !held.has(rule))
  return (
    <ul className="rules">
      {contact.because.map(({ rule, message, until }) => (
        <li key={rule} className="no">
          <Icon name="clock" small />
          <span className="what">{message.replace(/\.$/, '')}</span>
          <span className="small mute">{until ? `until ${moment(Date.parse(until), zone)}` : ''}</span>
        </li>
      ))}
      {fine.map(({ rule, fine: words }) => (
        <li key={rule}>
          <Icon name="check" small />
          <span>{words}</span>
          <span />
        </li>
      ))}
    </ul>
  )
}
