/** Recognizes a network announcement: "the number you have dialed is not in service". */
import { ANNOUNCEMENTS, type AnnouncementWords } from '../packs/announcements.ts'
import type { LanguagePack } from '../packs/pack.ts'
import { wordsOf } from './spoken-words.ts'
import { matchesAnyPattern } from './utterance-kind.ts'

export type Announcement = 'no_such_number' | 'unreachable'

export interface HeardAnnouncement {
  announcement: Announcement
  /** False: a mailbox greeting may begin with these words too, so the detector waits for further words or a beep. */
  isWhole: boolean
}

/** Words of a mailbox take precedence: a network announcement never asks for a message. */
export function announcementIn(text: string, { tag, machineWords }: LanguagePack): HeardAnnouncement | null {
  const words = (ANNOUNCEMENTS[tag] ?? ANNOUNCEMENTS.en) as AnnouncementWords
  const said = wordsOf(text).join(' ')
  if (matchesAnyPattern(machineWords.machine, said)) return null
  if (matchesAnyPattern(words.noSuchNumber, said)) return { announcement: 'no_such_number', isWhole: true }
  if (matchesAnyPattern(words.unreachable, said)) return { announcement: 'unreachable', isWhole: true }
  return matchesAnyPattern(words.unavailable, said) ? { announcement: 'unreachable', isWhole: false } : null
}
