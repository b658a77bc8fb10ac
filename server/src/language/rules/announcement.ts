/** Whether words come from the network in place of a person: "the number you have dialed is not in service". */
import { ANNOUNCEMENTS, type AnnouncementWords } from '../packs/announcements.ts'
import { wordsOf } from './spoken-words.ts'
import { matches } from './utterance-kind.ts'

export type Announcement = 'no_such_number' | 'unreachable'

export function announcementIn(text: string, tag: string): Announcement | null {
  const words = (ANNOUNCEMENTS[tag] ?? ANNOUNCEMENTS.en) as AnnouncementWords
  const said = wordsOf(text).join(' ')
  if (matches(words.noSuchNumber, said)) return 'no_such_number'
  return matches(words.unreachable, said) ? 'unreachable' : null
}
