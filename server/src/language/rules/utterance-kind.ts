/** Classifies an utterance before its meaning is read: a backchannel, a greeting, a request for a moment, or content. */
import type { LanguagePack } from '../packs/pack.ts'
import { wordsOf } from './spoken-words.ts'

export type UtteranceKind = 'empty' | 'listening' | 'opening' | 'closing' | 'hold_on' | 'asks_back' | 'words'

/** Longer utterances are always content. */
const LISTENING_WORDS_MAX = 5
const HOLD_ON_WORDS_MAX = 10

export function utteranceKind(text: string, pack: LanguagePack): UtteranceKind {
  const words = wordsOf(text)
  if (words.length === 0) return 'empty'
  const said = words.join(' ')
  if (words.length <= HOLD_ON_WORDS_MAX && matchesAnyPattern(pack.holdOn, said)) return 'hold_on'
  if (matchesAnyPattern(pack.asksBack, said)) return 'asks_back'
  if (words.length > LISTENING_WORDS_MAX) return 'words'
  if (consistsOf(words, pack.listening)) return 'listening'
  if (consistsOf(words, pack.openings, pack.listening)) return 'opening'
  if (consistsOf(words, pack.closings, pack.listening)) return 'closing'
  return 'words'
}

/** Whether the utterance is only a greeting ("Yes, hello?"), which is not an answer. */
export function isGreeting(text: string, pack: LanguagePack): boolean {
  const words = wordsOf(text)
  return (
    words.some((word) => pack.greetings.includes(word)) &&
    words.length <= LISTENING_WORDS_MAX &&
    consistsOf(words, pack.openings, pack.listening)
  )
}

/** Whether words that may be a mere backchannel can also answer a question that the person has heard. */
export function canBackchannelBeAnswer(text: string, pack: LanguagePack): boolean {
  return wordsOf(text).some((word) => pack.answers.includes(word)) && !isGreeting(text, pack)
}

/** Whether the person has not finished: "Well ...", "it is on the". */
export function isHesitation(text: string, pack: LanguagePack): boolean {
  const last = wordsOf(text).at(-1)
  return last !== undefined && pack.hesitations.includes(last)
}

function consistsOf(words: readonly string[], ...known: readonly (readonly string[])[]): boolean {
  return words.every((word) => known.some((list) => list.includes(word)))
}

const compiled = new Map<string, RegExp>()

/** Whether one of the patterns occurs in the text as whole words. */
export function matchesAnyPattern(patterns: readonly string[], text: string): boolean {
  if (patterns.length === 0) return false
  const source = patterns.length === 1 ? (patterns[0] as string) : patterns.join('|')
  let pattern = compiled.get(source)
  if (pattern === undefined) {
    pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'u')
    compiled.set(source, pattern)
  }
  return pattern.test(text)
}
