/**
 * Which edge a person means, without a language model: keys exactly, words by likeness to the examples.
 * In doubt it chooses none, and the brain asks again: a wrong turn is worse than one question more.
 */

import type { LanguagePack } from '../../language/packs/pack.ts'
import { heardPhrases, type Phrase, phraseOf, phraseScore } from '../../language/rules/likeness.ts'
import { readDigits } from '../../language/rules/spoken-digits.ts'
import { clausesOf, wordsOf } from '../../language/rules/spoken-words.ts'
import {
  type Doubts,
  doubtsIn,
  meansYesOrNo,
  readYesNo,
  rulesOutExample,
  type YesNo,
} from '../../language/rules/yes-no.ts'
import type { WorkflowEdge } from '../../workflows/rules/definition.ts'
import { examplesOf, keysOf, labelOf, reservedLabel } from '../../workflows/rules/ways-out.ts'
import type { Heard } from './collect-values.ts'

/** Below this likeness a phrase was not said. Telephone transcripts of a meant phrase mostly stay above 0.75. */
export const MATCH_THRESHOLD = 0.72
/** Two edges nearer to each other than this are not told apart. */
export const AMBIGUITY_MARGIN = 0.06
/** Each word of a matched phrase beyond the first makes it a little surer: "no thank you" beats "no". */
export const WORD_BONUS = 0.02
const WORD_BONUS_MAX = 0.1
/** A yes or no understood by meaning; a longer example heard word for word beats it. */
export const YES_NO_SCORE = 0.9
/** A key named aloud: "one", "press two". */
export const SPOKEN_KEY_SCORE = 0.95
/** The author wrote the label as a name, not as what people say. */
export const LABEL_WEIGHT = 0.92

export type ChoiceReason = 'key' | 'spoken_key' | 'yes_no' | 'example' | 'label'
export type NoChoiceReason = 'nothing_heard' | 'no_match' | 'ambiguous'

export type Choice =
  | { edge: WorkflowEdge; score: number; reason: ChoiceReason }
  | { edge: null; score: number; reason: NoChoiceReason }

/** `question` is what was asked: a yes may repeat its words. */
export function chooseEdge(
  edges: readonly WorkflowEdge[],
  heard: Heard,
  pack?: LanguagePack,
  question?: string,
): Choice {
  const candidates = edges.filter((edge) => reservedLabel(edge) === null)
  return 'digits' in heard ? byKeys(candidates, heard.digits) : byWords(candidates, heard.transcript, pack, question)
}

/** Whether another key could still make these digits a longer sequence of some edge. */
export function moreKeysPossible(edges: readonly WorkflowEdge[], digits: string): boolean {
  return edges.some((edge) => keysOf(edge).some((keys) => keys.length > digits.length && keys.startsWith(digits)))
}

function byKeys(edges: readonly WorkflowEdge[], digits: string): Choice {
  if (digits === '') return { edge: null, score: 0, reason: 'nothing_heard' }
  const edge = edges.find((one) => keysOf(one).includes(digits))
  return edge ? { edge, score: 1, reason: 'key' } : { edge: null, score: 0, reason: 'no_match' }
}

type Scored = { edge: WorkflowEdge; score: number; reason: ChoiceReason }

function byWords(
  edges: readonly WorkflowEdge[],
  transcript: string,
  pack: LanguagePack | undefined,
  question: string | undefined,
): Choice {
  const clauses = clausesOf(transcript)
  if (clauses.length === 0) return { edge: null, score: 0, reason: 'nothing_heard' }
  const utterance: Utterance = {
    phrases: heardPhrases(clauses),
    spokenKeys: spokenKeys(transcript, pack),
    yesNo: readYesNo(transcript, pack, question),
    doubts: doubtsIn(transcript, pack),
    pack,
  }
  const ranked = edges.map((edge) => scoreEdge(edge, utterance)).sort((one, other) => other.score - one.score)
  const [best, second] = ranked
  if (!best || best.score < MATCH_THRESHOLD) return { edge: null, score: best?.score ?? 0, reason: 'no_match' }
  if (second && best.score - second.score < AMBIGUITY_MARGIN)
    return { edge: null, score: best.score, reason: 'ambiguous' }
  return { ...best, score: Math.min(1, best.score) }
}

interface Utterance {
  phrases: Phrase[]
  spokenKeys: string | null
  yesNo: YesNo | null
  doubts: Doubts
  pack: LanguagePack | undefined
}

/** Only an utterance of nothing but digits names a key: "the two of us" does not press 2. */
function spokenKeys(transcript: string, pack: LanguagePack | undefined): string | null {
  const { digits, otherWords } = readDigits(transcript, pack)
  return digits !== '' && otherWords === 0 ? digits : null
}

function scoreEdge(edge: WorkflowEdge, utterance: Utterance): Scored {
  const examples = examplesOf(edge)
  const label = labelOf(edge)
  const meaning =
    [...examples, label].map((phrase) => meansYesOrNo(phrase, utterance.pack)).find((found) => found !== null) ?? null
  const isConsent = meaning === 'yes'
  const readings: Omit<Scored, 'edge'>[] = [
    ...examples.map((example) => ({ score: scorePhrase(example, utterance, isConsent), reason: 'example' as const })),
    { score: LABEL_WEIGHT * scorePhrase(label.replaceAll('_', ' '), utterance, isConsent), reason: 'label' as const },
  ]
  if (meaning !== null && meaning === utterance.yesNo) readings.push({ score: YES_NO_SCORE, reason: 'yes_no' })
  if (utterance.spokenKeys !== null && keysOf(edge).includes(utterance.spokenKeys)) {
    readings.push({ score: SPOKEN_KEY_SCORE, reason: 'spoken_key' })
  }
  const best = readings.reduce((one, other) => (other.score > one.score ? other : one))
  return { edge, ...best }
}

/** A bare yes or no is left to the reading of meaning: the word alone says little ("I have no time, yes?"). */
function scorePhrase(phrase: string, utterance: Utterance, isConsent: boolean): number {
  if (rulesOutExample(utterance.doubts, phrase, isConsent, utterance.pack)) return 0
  if (meansYesOrNo(phrase, utterance.pack) !== null) return 0
  const words = wordsOf(phrase)
  const score = phraseScore(phraseOf(words), utterance.phrases)
  return score < MATCH_THRESHOLD ? score : score + Math.min(WORD_BONUS_MAX, WORD_BONUS * (words.length - 1))
}
