/**
 * Recognizes a request not to be called again. Biased towards recognizing it: a contact lost by mistake costs a call, a missed
 * request is a breach of the law. So a misheard "stop" counts; a refusal of certain hours still allows other hours, but a refusal
 * of a certain place is ignored only if the person names another place. Each language pack has its words; a request in any
 * language counts, whatever the language of the conversation.
 */
import type { DoNotCallPack, LanguagePack } from '../packs/pack.ts'
import { type Phrase, phraseScore, phrasesOfUtterance, preparePhrase } from './likeness.ts'
import { clausesOf, wordsOf } from './spoken-words.ts'
import { matchesAnyPattern } from './utterance-kind.ts'

/** Minimum similarity to a phrase at which a garbled transcript counts as a request. */
export const DO_NOT_CALL_THRESHOLD = 0.82

export interface DoNotCallVerdict {
  caught: boolean
  /** The kind of evidence; never the words themselves. */
  reason: 'request' | 'sounds_like_request' | 'limited_in_time' | 'candidate' | 'none'
}

const NONE: DoNotCallVerdict = { caught: false, reason: 'none' }

/** `pack` is the conversation's language, `others` are the languages that people may switch to. */
export function detectDoNotCall(
  transcript: string,
  pack: LanguagePack,
  others: readonly LanguagePack[] = [],
): DoNotCallVerdict {
  const clauses = clausesOf(transcript)
  const verdict = judge(clauses, pack.doNotCall)
  if (verdict.reason !== 'none') return verdict
  const foreign = others.some((other) => other !== pack && judge(clauses, other.doNotCall).reason === 'request')
  if (foreign) return { caught: true, reason: 'request' }
  // "Go away" may mean this call or every call: only the rest of the conversation shows which.
  const isCandidate = clauses.some((clause) => matchesAnyPattern(pack.doNotCall.candidates, clause.join(' ')))
  return isCandidate ? { caught: false, reason: 'candidate' } : NONE
}

function judge(said: readonly string[][], words: DoNotCallPack): DoNotCallVerdict {
  const clauses = joinedClauses(said, words.unfinished)
  const whole = clauses.map((clause) => clause.join(' ')).join(' ')
  if (isLimited(whole, words)) return { caught: false, reason: 'limited_in_time' }
  // Also in the order heard: "I said no, stop calling me" is not "do not stop calling me". One word alone is not enough for
  // that.
  const heardClauses = [...clauses, ...said.filter(({ length }) => length > 1)]
  if (heardClauses.some((clause) => isRequest(clause.join(' '), words))) return { caught: true, reason: 'request' }
  if (matchesAnyPattern(words.exemptions, whole)) return NONE
  const heard = phrasesOfUtterance(clauses)
  const likeness = Math.max(0, ...phrasesOf(words).map((phrase) => phraseScore(phrase, heard)))
  return likeness >= DO_NOT_CALL_THRESHOLD ? { caught: true, reason: 'sounds_like_request' } : NONE
}

const compiledPhrases = new Map<DoNotCallPack, readonly Phrase[]>()

function phrasesOf(words: DoNotCallPack): readonly Phrase[] {
  let phrases = compiledPhrases.get(words)
  if (phrases === undefined) {
    phrases = words.phrases.map((phrase) => preparePhrase(wordsOf(phrase)))
    compiledPhrases.set(words, phrases)
  }
  return phrases
}

function joinedClauses(clauses: readonly string[][], unfinished: readonly string[]): string[][] {
  const joined: string[][] = []
  for (const clause of clauses) {
    const last = joined.at(-1)
    if (last && unfinished.includes(last.at(-1) ?? '')) last.push(...clause)
    else joined.push([...clause])
  }
  return joined
}

function isRequest(text: string, words: DoNotCallPack): boolean {
  if (matchesAnyPattern(words.always, text)) return true
  // Exempted phrases are removed. The rest is still searched, but not across the gap.
  return matchesAnyPattern(words.requests, text.replace(anyOf(words.exemptions), '|'))
}

/** "Not before six" still allows the evening. "Not at work" may mean the called number, unless the person names another. */
function isLimited(text: string, words: DoNotCallPack): boolean {
  const elsewhere = withoutFirst(words.elsewhereRefusals, text)
  const rest =
    withoutFirst(words.limitedRefusals, text) ??
    (elsewhere !== null && matchesAnyPattern(words.invitations, elsewhere) ? elsewhere : null)
  if (rest === null) return false
  const besides = rest.replace(anyOf(words.invitations), '|')
  return !matchesAnyPattern(words.final, besides) && !isRequest(besides, words)
}

function withoutFirst(patterns: readonly string[], text: string): string | null {
  const first = text.match(anyOf(patterns))?.[0]
  return first === undefined ? null : text.replace(first, '|')
}

const compiledPatterns = new Map<readonly string[], RegExp>()

function anyOf(patterns: readonly string[]): RegExp {
  let pattern = compiledPatterns.get(patterns)
  if (pattern === undefined) {
    pattern = new RegExp(`\\b(?:${patterns.join('|')})\\b`, 'gu')
    compiledPatterns.set(patterns, pattern)
  }
  return pattern
}
