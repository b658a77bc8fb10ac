import type { ListedContact } from '../../api/campaigns.ts'
import { leftOutWords } from '../../components/left-out.ts'
import { OUTCOME_WORDS, outcomePartOf } from '../../components/outcomes.ts'
import { capitalized } from '../../ui/format.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { shortMoment } from '../../ui/time.ts'
import { contactWords as w } from '../../words/contacts.ts'

/** Mark, word, and the most important detail of a contact's state. */
export function ContactState({ contact, zone }: { contact: ListedContact; zone: string }) {
  if (contact.state === 'in_call')
    return (
      <span className="pill">
        <StatusMark name="live" />
        {OUTCOME_WORDS.live}
      </span>
    )
  if (contact.state === 'done') {
    const part = outcomePartOf(contact.outcome ?? 'failed')
    return (
      <span className="pill">
        <StatusMark name={part} />
        {part === 'suppressed' ? capitalized(leftOutWords(contact.held_by).title) : OUTCOME_WORDS[part]}
      </span>
    )
  }
  const later = contact.next_attempt_at !== null && Date.parse(contact.next_attempt_at) > Date.now()
  return (
    <span className="pill">
      <StatusMark name={later ? 'held' : 'waiting'} />
      {OUTCOME_WORDS[later ? 'held' : 'waiting']}
      {later && (
        <span className="mute">{w.until(shortMoment(Date.parse(contact.next_attempt_at as string), zone))}</span>
      )}
    </span>
  )
}
