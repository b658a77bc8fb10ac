/**
 * Yes, no, or neither, in an answer to a question. A yes has a closed form: first a yes word, then only yes words, politeness or
 * an echo of the question. A denial, a question, a condition, a third person or a hedge makes it "not understood", and the agent
 * asks again. A no is read more openly, because a missed refusal costs more than a question.
 */
import type { AnswerWords } from '../packs/answers.ts'
import type { LanguagePack } from '../packs/pack.ts'
import { packOf } from '../packs/packs.ts'
import { clausesOf, wordsOf } from './spoken-words.ts'
import { matchesAnyPattern } from './utterance-kind.ts'

export type YesNo = 'yes' | 'no'

/** Maximum number of words of a yes, not counting politeness and hesitation. */
export const YES_WORDS_MAX = 6

const QUESTION_MARK = /[?？؟]/u

/** `question` is the question as it was spoken: only its words may be repeated after a yes. */
export function readYesNo(transcript: string, pack?: LanguagePack, question?: string): YesNo | null {
  const answers = preparedOf(pack ?? packOf(null))
  // A question of the person decides nothing, even after an answer.
  if (QUESTION_MARK.test(transcript)) return null
  const words = wordsOf(transcript)
  if (isClosedYes(transcript, words, answers, question)) return 'yes'
  return saysNo(transcript, words, answers) ? 'no' : null
}

function isClosedYes(transcript: string, words: readonly string[], answers: Prepared, question?: string): boolean {
  if (words.length === 0 || matchesAnyPattern(answers.data.accentDoubts, transcript.toLowerCase())) return false
  if (agrees(words, answers, NO_WORDS)) return true
  // Words of the question can form a question of the person: "yes, are you?"
  const hasDoubt = wordRuns(words).some((run) => answers.doubts.has(run))
  return !hasDoubt && agrees(words, answers, echoWords(question, answers))
}

/** Whether the utterance is a no: no clause agrees or is unsure, and what follows a "no" does not agree ("no, that is fine"). */
function saysNo(transcript: string, words: readonly string[], answers: Prepared): boolean {
  const { data } = answers
  if (matchesAnyPattern(data.unsure, words.join(' '))) return false
  const clauses = clausesOf(transcript).map((clause) => withoutFillers(clause, answers))
  const pattern = [`^(?:${data.no.join('|')})$`]
  const first = clauses.findIndex((clause) => matchesAnyPattern(pattern, clause.join(' ')))
  if (first === -1 || wordRuns(words).some((run) => answers.plainYes.has(run))) return false
  const denial = clauses[first] ?? []
  const sameClause = data.noNegatesVerb || !answers.plainNo.has(denial[0] ?? '') ? [] : denial.slice(1)
  const afterNo = [...sameClause, ...clauses.slice(first + 1).flat()]
  return !agrees(withoutPolite(afterNo, answers), answers, NO_WORDS)
}

const NO_WORDS: ReadonlySet<string> = new Set()

/** Phrases of one language in their normalized form, computed once. */
interface Prepared {
  data: AnswerWords
  yes: Phrases
  /** Yes phrases that must be at the end of the utterance. */
  last: Phrases
  afterYes: Phrases
  polite: Phrases
  fillers: ReadonlySet<string>
  beforeEcho: Phrases
  doubts: Phrases
  thirdPersons: Phrases
  plainYes: ReadonlySet<string>
  plainNo: ReadonlySet<string>
  firstPersons: ReadonlySet<string>
}

type Phrases = ReadonlySet<string>

const prepared = new WeakMap<AnswerWords, Prepared>()

function preparedOf({ answerForms: data }: Pick<LanguagePack, 'answerForms'>): Prepared {
  const known = prepared.get(data)
  if (known !== undefined) return known
  const { denials, questions, conditions, thirdPersons, hedges } = data.doubts
  const made: Prepared = {
    data,
    yes: compared(data.yes),
    last: compared(data.statements),
    afterYes: compared(data.afterYes),
    polite: compared(data.polite),
    fillers: compared(data.fillers),
    beforeEcho: compared(data.beforeEcho),
    doubts: compared([...denials, ...questions, ...conditions, ...thirdPersons, ...hedges]),
    thirdPersons: compared(thirdPersons),
    plainYes: compared(data.means.yes),
    plainNo: compared(data.means.no),
    firstPersons: compared(data.firstPersons),
  }
  prepared.set(data, made)
  return made
}

function compared(phrases: readonly string[]): Phrases {
  return new Set(phrases.map((phrase) => wordsOf(phrase).join(' ')))
}

/** Longer than the longest phrase of any pack. */
const PHRASE_WORDS_MAX = 6

/** Parser state: before the first yes, after it, or after words that only politeness may follow. */
type Stage = 'start' | 'agreed' | 'last'

/** Whether the whole utterance is a closed yes. Tries every way to cut it into known phrases. */
function agrees(words: readonly string[], answers: Prepared, echo: ReadonlySet<string>): boolean {
  const seen = new Set<string>()
  const from = (at: number, stage: Stage, counted: number): boolean => {
    if (counted > YES_WORDS_MAX) return false
    if (at === words.length) return stage !== 'start'
    const state = `${at} ${stage} ${counted}`
    if (seen.has(state)) return false
    seen.add(state)
    if (answers.fillers.has(words[at] ?? '') && stage === 'start' && from(at + 1, stage, counted)) return true
    for (let length = 1; length <= PHRASE_WORDS_MAX && at + length <= words.length; length += 1) {
      const phrase = words.slice(at, at + length).join(' ')
      const next = at + length
      if (answers.polite.has(phrase) && from(next, stage, counted)) return true
      if (stage === 'last') continue
      if (answers.yes.has(phrase) && from(next, 'agreed', counted + length)) return true
      if (answers.last.has(phrase) && from(next, 'last', counted + length)) return true
      if (stage === 'start') continue
      if (answers.afterYes.has(phrase) && from(next, 'last', counted + length)) return true
      const echoes = echo.has(phrase) || (answers.beforeEcho.has(phrase) && echo.has(words[next] ?? ''))
      if (echoes && from(next, 'agreed', counted + length)) return true
    }
    return false
  }
  return from(0, 'start', 0)
}

/** The last question of a prompt. Earlier sentences may be about anything: "to cancel, press two". */
const LAST_QUESTION = /[^.!?…。！？؟]*[?？؟](?![\s\S]*[?？؟])/u

/** Words of the question that a yes may repeat. None if the question offers a choice. */
function echoWords(question: string | undefined, answers: Prepared): ReadonlySet<string> {
  const asked = LAST_QUESTION.exec(question ?? '')?.[0]
  if (asked === undefined) return new Set()
  const words = wordsOf(asked)
  const alternatives = compared(answers.data.alternatives)
  if (words.some((word) => alternatives.has(word))) return new Set()
  const turned = Object.entries(answers.data.echoes).flatMap(([word, others]) =>
    words.includes(wordsOf(word).join(' ')) ? others.map((other) => wordsOf(other).join(' ')) : [],
  )
  return new Set([...words, ...turned].filter((word) => !answers.doubts.has(word)))
}

function withoutFillers(clause: readonly string[], { fillers }: Prepared): readonly string[] {
  const start = clause.findIndex((word) => !fillers.has(word))
  return start <= 0 ? clause : clause.slice(start)
}

function withoutPolite(words: readonly string[], { polite }: Prepared): readonly string[] {
  return words.filter((word) => !polite.has(word))
}

/** Evidence against matching an utterance with a similar example. */
export interface Doubts {
  /** Words and phrases of doubt, and those among them that refer to another person. */
  found: readonly string[]
  thirdPersons: readonly string[]
  isQuestion: boolean
}

export const NO_DOUBTS: Doubts = { found: [], thirdPersons: [], isQuestion: false }

export function findDoubts(transcript: string, pack?: LanguagePack): Doubts {
  const answers = preparedOf(pack ?? packOf(null))
  if (readYesNo(transcript, pack) === 'yes') return NO_DOUBTS
  const words = wordsOf(transcript)
  const found = wordRuns(words).filter((run) => answers.doubts.has(run))
  const thirdPersons = found.filter((run) => answers.thirdPersons.has(run))
  return { found, thirdPersons, isQuestion: QUESTION_MARK.test(transcript) }
}

function wordRuns(words: readonly string[]): string[] {
  return words.flatMap((_, at) =>
    Array.from({ length: DOUBT_WORDS_MAX }, (_, more) => words.slice(at, at + more + 1).join(' ')),
  )
}

const DOUBT_WORDS_MAX = 3

/**
 * Whether an utterance with these doubts must not match this example. An example of a yes edge does not match words with a
 * doubt that the example lacks: "I will be there if I can". Any other example in the first person does not match a sentence
 * about another person: "my wife will come".
 */
export function rulesOutExample(doubts: Doubts, example: string, isConsent: boolean, pack?: LanguagePack): boolean {
  const words = wordsOf(example)
  const written = ` ${words.join(' ')} `
  const isNew = (doubt: string) => !written.includes(` ${doubt} `)
  if (isConsent) return (doubts.isQuestion && !QUESTION_MARK.test(example)) || doubts.found.some(isNew)
  const isFirstPerson = preparedOf(pack ?? packOf(null)).firstPersons.has(words[0] ?? '')
  return isFirstPerson && doubts.thirdPersons.some(isNew)
}

/** Whether an author's phrase is a general yes or no, so that every wording of it matches. */
export function yesNoMeaningOf(phrase: string, pack?: LanguagePack): YesNo | null {
  const { plainYes, plainNo } = preparedOf(pack ?? packOf(null))
  const words = wordsOf(phrase).join(' ')
  return plainYes.has(words) ? 'yes' : plainNo.has(words) ? 'no' : null
}
