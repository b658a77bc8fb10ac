/**
 * Chooses the edge that a person means without a language model: keys exactly, words by similarity to the examples. In doubt it
 * chooses none, and the brain asks again: a wrong choice is worse than one more question.
 */

import type { LanguagePack } from '../../language/packs/pack.ts'
import {
  type ComparisonBudget,
  type Phrase,
  phraseScore,
  phrasesOfUtterance,
  preparePhrase,
} from '../../language/rules/likeness.ts'
import { readDigits } from '../../language/rules/spoken-digits.ts'
import { clausesOf, wordsOf } from '../../language/rules/spoken-words.ts'
import {
  type Doubts,
  findDoubts,
  readYesNo,
  rulesOutExample,
  type YesNo,
  yesNoMeaningOf,
} from '../../language/rules/yes-no.ts'
import type { WorkflowEdge } from '../../workflows/rules/definition.ts'
import { examplesOf, keysOf, labelOf, reservedLabel } from '../../workflows/rules/exits.ts'
import type { AnswerInput } from './collect-values.ts'

/** Minimum similarity of a match. Telephone transcripts of a matching phrase mostly stay above 0.75. */
export const MATCH_THRESHOLD = 0.72
/** If two edges differ by less than this, the answer is ambiguous. */
export const AMBIGUITY_MARGIN = 0.06
/** Bonus for each further word of a matched phrase: "no thank you" beats "no". */
export const WORD_BONUS = 0.02
const WORD_BONUS_MAX = 0.1
/** Score of a yes or no understood by meaning; a longer example heard literally beats it. */
export const YES_NO_SCORE = 0.9
/** Score of a key that was named aloud: "one", "press two". */
export const SPOKEN_KEY_SCORE = 0.95
/** Weight of similarity to the label, which counts less than an example: labels are names and not phrases that people say. */
export const LABEL_WEIGHT = 0.92

/**
 * Limit on the cost of comparing one utterance with all examples of a step (see Work): 10 to 20 ms. With the allowed number of
 * examples only a crafted text reaches it. An utterance above the limit is not understood, and the agent asks again.
 */
export const COMPARISON_COST_PER_TURN_MAX = 1_500_000

export type ChoiceReason = 'key' | 'spoken_key' | 'yes_no' | 'example' | 'label'
export type NoChoiceReason = 'nothing_heard' | 'no_match' | 'ambiguous'

export type Choice =
  | { edge: WorkflowEdge; score: number; reason: ChoiceReason }
  | { edge: null; score: number; reason: NoChoiceReason }

/** `question` is the question as spoken: a yes may repeat its words. */
export function chooseEdge(
  edges: readonly WorkflowEdge[],
  heard: AnswerInput,
  pack?: LanguagePack,
  question?: string,
  work: ComparisonBudget = { left: COMPARISON_COST_PER_TURN_MAX },
): Choice {
  const candidates = edges.filter((edge) => reservedLabel(edge) === null)
  if ('digits' in heard) return byKeys(candidates, heard.digits)
  return byWords(candidates, heard.transcript, { pack, question, work })
}

function byKeys(edges: readonly WorkflowEdge[], digits: string): Choice {
  if (digits === '') return { edge: null, score: 0, reason: 'nothing_heard' }
  const edge = edges.find((one) => keysOf(one).includes(digits))
  return edge ? { edge, score: 1, reason: 'key' } : { edge: null, score: 0, reason: 'no_match' }
}

type Scored = { edge: WorkflowEdge; score: number; reason: ChoiceReason }

interface WordOptions {
  pack: LanguagePack | undefined
  question: string | undefined
  work: ComparisonBudget
}

function byWords(edges: readonly WorkflowEdge[], transcript: string, { pack, question, work }: WordOptions): Choice {
  const clauses = clausesOf(transcript)
  if (clauses.length === 0) return { edge: null, score: 0, reason: 'nothing_heard' }
  const utterance: Utterance = {
    phrases: phrasesOfUtterance(clauses),
    spokenKeys: spokenKeys(transcript, pack),
    yesNo: readYesNo(transcript, pack, question),
    doubts: findDoubts(transcript, pack),
    work,
  }
  const ranked = edges
    .map((edge) => scoreEdge(edge, preparedEdge(edge, pack), utterance))
    .sort((one, other) => other.score - one.score)
  // An edge that could not be compared within the limit might be the right one.
  if (work.left <= 0) return { edge: null, score: 0, reason: 'no_match' }
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
  work: ComparisonBudget
}

/** The comparison data of an edge. A definition never changes, so it is computed once. */
interface PreparedEdge {
  pack: LanguagePack | undefined
  examples: readonly Example[]
  label: Example
  meaning: YesNo | null
}

interface Example {
  text: string
  phrase: Phrase
}

const preparedEdges = new WeakMap<WorkflowEdge, PreparedEdge>()

function preparedEdge(edge: WorkflowEdge, pack: LanguagePack | undefined): PreparedEdge {
  const known = preparedEdges.get(edge)
  if (known && known.pack === pack) return known
  const texts = [...examplesOf(edge), labelOf(edge).replaceAll('_', ' ')]
  const meanings = texts.map((text) => yesNoMeaningOf(text, pack))
  // A plain yes or no is judged by meaning, because the word alone says little ("I have no time, yes?").
  const compared = texts.map((text, index) => ({
    text,
    phrase: preparePhrase(meanings[index] === null ? wordsOf(text) : []),
  }))
  const prepared: PreparedEdge = {
    pack,
    examples: compared.slice(0, -1),
    label: compared.at(-1) as Example,
    meaning: meanings.find((found) => found !== null) ?? null,
  }
  preparedEdges.set(edge, prepared)
  return prepared
}

/** Keys named aloud: only an utterance that consists of digits names a key; "the two of us" does not press 2. */
function spokenKeys(transcript: string, pack: LanguagePack | undefined): string | null {
  const { digits, otherWords } = readDigits(transcript, pack)
  return digits !== '' && otherWords === 0 ? digits : null
}

function scoreEdge(edge: WorkflowEdge, prepared: PreparedEdge, utterance: Utterance): Scored {
  const { examples, label, meaning } = prepared
  const readings: Omit<Scored, 'edge'>[] = [
    ...examples.map((example) => ({ score: scoreExample(example, prepared, utterance), reason: 'example' as const })),
    { score: LABEL_WEIGHT * scoreExample(label, prepared, utterance), reason: 'label' as const },
  ]
  if (meaning !== null && meaning === utterance.yesNo) readings.push({ score: YES_NO_SCORE, reason: 'yes_no' })
  if (utterance.spokenKeys !== null && keysOf(edge).includes(utterance.spokenKeys)) {
    readings.push({ score: SPOKEN_KEY_SCORE, reason: 'spoken_key' })
  }
  const best = readings.reduce((one, other) => (other.score > one.score ? other : one))
  return { edge, ...best }
}

function scoreExample({ text, phrase }: Example, { pack, meaning }: PreparedEdge, utterance: Utterance): number {
  const score = phraseScore(phrase, utterance.phrases, utterance.work)
  // Checked last: few examples get this far.
  if (score === 0 || rulesOutExample(utterance.doubts, text, meaning === 'yes', pack)) return 0
  return score < MATCH_THRESHOLD ? score : score + Math.min(WORD_BONUS_MAX, WORD_BONUS * (phrase.words.length - 1))
}
