import type { ListedContact } from '../../api/campaigns.ts'
import { leftOutWords } from '../../components/left-out.ts'
import { partOf, WORDS } from '../../components/outcomes.ts'
import { capitalized } from '../../ui/format.ts'
import { Mark } from '../../ui/mark.tsx'
import { moment } from '../../ui/time.ts'
import { contactWords as w } from '../../words/contacts.ts'

/** Mark, word, and the most important detail of a contact's state. */
export function ContactState({ contact, zone }: { contact: ListedContact; zone: string }) {
  if (contact.state === 'in_call')
    return (
      <span className="pill">
        <Mark name="live" />
        {WORDS.live}
      </span>
    )
  if (contact.state === 'done') {
    const part = partOf(contact.outcome ?? 'failed')
    return (
      <span className="pill">
        <Mark name={part} />
        {part === 'suppressed' ? capitalized(leftOutWords(contact.held_by).title) : WORDS[part]}
      </span>
    )
  }
  const later = contact.next_attempt_at !== null && Date.parse(contact.next_attempt_at) > Date.now()
  return (
    <span className="pill">
      <Mark name={later ? 'held' : 'waiting'} />
      {WORDS[later ? 'held' : 'waiting']}
      {later && <span className="mute">{w.until(moment(Date.parse(contact.next_attempt_at as string), zone))}</span>}
    </span>
  )
}
