/** Decides whether words sound complete; endpointing then needs less silence to end the turn. */
import { TURN_ENDS, type TurnEnds } from '../packs/turn-ends.ts'
import { wordsOf } from './spoken-words.ts'
import { matchesAnyPattern } from './utterance-kind.ts'

export type TurnCompleteness = 'complete' | 'unfinished' | 'unknown'

/** Shorter utterances do not count as questions: two words may be the beginning of anything. */
const QUESTION_WORDS_MIN = 3

export function turnCompleteness(text: string, tag: string): TurnCompleteness {
  const ends: TurnEnds | undefined = TURN_ENDS[tag]
  const words = wordsOf(text)
  const last = words.at(-1)
  if (ends === undefined || last === undefined) return 'unknown'
  const said = words.join(' ')
  const asks = matchesAnyPattern(
    ends.questions.map((pattern) => `^(?:${pattern})`),
    said,
  )
  // "Where are you calling from" is complete, "I come from" is not; in a question such an ending counts as unknown.
  if (ends.unfinished.includes(last)) return asks ? 'unknown' : 'unfinished'
  if (asks && words.length >= QUESTION_WORDS_MIN) return 'complete'
  return matchesAnyPattern(
    ends.closed.map((pattern) => `(?:${pattern})$`),
    said,
  )
    ? 'complete'
    : 'unknown'
}
