/**
 * Whether a person asks not to be called again. Biased towards catching it: a contact lost by mistake costs a call, a
 * request missed is a breach of the law. So a misheard "stop" counts, and a refusal limited in time is let pass only if the
 * person also asks to be called at another time. The words of each language stand in its pack; a request in any of them is
 * one, whatever the conversation's own.
 */
import type { DoNotCallPack, LanguagePack } from '../packs/pack.ts'
import { heardPhrases, type Phrase, phraseOf, phraseScore } from './likeness.ts'
import { clausesOf, wordsOf } from './spoken-words.ts'
import { matches } from './utterance-kind.ts'

/** Likeness to one of the phrases at which a garbled transcript still counts. */
export const DO_NOT_CALL_THRESHOLD = 0.82

export interface DoNotCallVerdict {
  caught: boolean
  /** Which kind of evidence decided; never the words themselves. */
  reason: 'request' | 'sounds_like_request' | 'limited_in_time' | 'none'
}

const NONE: DoNotCallVerdict = { caught: false, reason: 'none' }

/** `pack` is the conversation's language, `others` are those that people may fall back into. */
export function hearsDoNotCall(
  transcript: string,
  pack: LanguagePack,
  others: readonly LanguagePack[] = [],
): DoNotCallVerdict {
  const clauses = clausesOf(transcript)
  const verdict = judge(clauses, pack.doNotCall)
  if (verdict.reason !== 'none') return verdict
  const foreign = others.some((other) => other !== pack && judge(clauses, other.doNotCall).reason === 'request')
  return foreign ? { caught: true, reason: 'request' } : NONE
}

function judge(said: readonly string[][], words: DoNotCallPack): DoNotCallVerdict {
  const clauses = joinedClauses(said, words.unfinished)
  const whole = clauses.map((clause) => clause.join(' ')).join(' ')
  if (isLimitedInTime(whole, words)) return { caught: false, reason: 'limited_in_time' }
  if (clauses.some((clause) => isRequest(clause.join(' '), words))) return { caught: true, reason: 'request' }
  if (matches(words.exemptions, whole)) return NONE
  const heard = heardPhrases(clauses)
  const likeness = Math.max(0, ...phrasesOf(words).map((phrase) => phraseScore(phrase, heard)))
  return likeness >= DO_NOT_CALL_THRESHOLD ? { caught: true, reason: 'sounds_like_request' } : NONE
}

const compiledPhrases = new Map<DoNotCallPack, readonly Phrase[]>()

function phrasesOf(words: DoNotCallPack): readonly Phrase[] {
  let phrases = compiledPhrases.get(words)
  if (phrases === undefined) {
    phrases = words.phrases.map((phrase) => phraseOf(wordsOf(phrase)))
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
  if (matches(words.always, text)) return true
  return !matches(words.exemptions, text) && matches(words.requests, text)
}

function isLimitedInTime(text: string, words: DoNotCallPack): boolean {
  if (words.limitedRefusals.length === 0 || words.invitations.length === 0) return false
  const refusal = new RegExp(`\\b(?:${words.limitedRefusals.join('|')})\\b`, 'u').exec(text)
  if (!refusal) return false
  const rest = `${text.slice(0, refusal.index)} ${text.slice(refusal.index + refusal[0].length)}`
  const invitation = new RegExp(`\\b(?:${words.invitations.join('|')})\\b`, 'gu')
  return invitation.test(rest) && !matches(words.final, rest.replace(invitation, ' '))
}
