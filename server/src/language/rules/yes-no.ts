/** Yes, no, or neither, in an answer to a question. Unsure or contradictory answers are neither. */
import type { LanguagePack, YesNoWords } from '../packs/pack.ts'
import { clausesOf, wordsOf } from './spoken-words.ts'
import { matches } from './utterance-kind.ts'

export type YesNo = 'yes' | 'no'

const FILLERS = new Set([
  'um',
  'uh',
  'er',
  'erm',
  'well',
  'oh',
  'ah',
  'so',
  'and',
  'hmm',
  'hm',
  'hey',
  'hello',
  'hi',
  'please',
  'actually',
])

/** Heard as a negation, meant as consent, or as neither. Taken out before anything else is read. */
const CONSENTING_IDIOMS =
  /^(?:no problem|no worries|why not|not a problem|i do not mind|do not mind if i do|no objections?)\b/u
const UNSURE =
  /\b(?:do not know|not (?:so |really |quite )?sure|no idea|no clue|not certain|maybe|perhaps|might|depends|do not (?:understand|remember|follow)|did not (?:understand|hear|catch|get))\b/u

const STRONG_YES = new Set([
  'yes',
  'yeah',
  'yep',
  'yup',
  'yea',
  'aye',
  'affirmative',
  'absolutely',
  'definitely',
  'certainly',
])
const YES_CLAUSES =
  /^(?:sure(?: thing)?|okay|of course|correct|that is (?:right|correct|true|fine|me|okay|good)|right|true|exactly|indeed|fine|all ?right|great|perfect|good|go ahead|please do|by all means|i (?:do|am|will|did|have|can|would|agree|confirm|accept|would (?:like|love) (?:to|that|it))|i (?:will|can) be there|it is|this is (?:he|she|him|her|me)|speaking|sounds (?:good|great|fine)|that works|works for me|uh huh|mm ?hm+|si|oui|ja|sim|haan|ji|da|نعم|أجل|हा|हां|हाँ|是|はい)(?: (?:thanks?|thank you|please|sir|madam|maam|that is (?:fine|right|correct)|fine|right|sure|there|then))*$/u
const STRONG_NO = new Set(['nope', 'nah', 'negative', 'never'])
const NO_CLAUSES = /^(?:non|nein|nao|nahi|nahin|لا|نہیں|नही|नहीं|不|不是|いいえ|i disagree|i refuse|i decline)$/u
/** "no" is an answer at either end of a clause; within one it belongs to a noun ("there is no heating"). */
const NO_ANSWER =
  /^no(?: (?!one\b|more\b|body\b|idea\b|matter\b)|$)|(?:^| )(?:said|say|is a|definitely|absolutely|still) no$| no$/u
const NEGATED_ANSWER =
  /^(?:i|we|it|that|this|they|he|she|not|absolutely|certainly|definitely|of course|sorry|probably|really)\b.*\bnot\b|^not\b|^(?:do|can|will) not\b/u

export function readYesNo(transcript: string, pack?: LanguagePack): YesNo | null {
  const words = pack?.yesNo ?? null
  const answers = new Set(
    clausesOf(transcript).map((clause) => (words === null ? readClause(clause) : readByPack(clause, words))),
  )
  if (answers.has('yes') && answers.has('no')) return null
  return answers.has('yes') ? 'yes' : answers.has('no') ? 'no' : null
}

/** By the words of a language's pack; English has a rule of its own. */
function readByPack(clause: readonly string[], words: YesNoWords): YesNo | null {
  const said = clause.join(' ')
  if (matches(words.unsure, said)) return null
  if (matches([`^(?:${words.no.join('|')})$`], said)) return 'no'
  return matches([`^(?:${words.yes.join('|')})$`], said) ? 'yes' : null
}

function readClause(clause: readonly string[]): YesNo | null {
  let start = 0
  while (start < clause.length - 1 && FILLERS.has(clause[start] ?? '')) start += 1
  const words = clause.slice(start)
  const text = words.join(' ')
  if (CONSENTING_IDIOMS.test(text)) return 'yes'
  if (UNSURE.test(text)) return null
  const saysNo =
    words.some((word) => STRONG_NO.has(word)) ||
    NO_CLAUSES.test(text) ||
    NO_ANSWER.test(text) ||
    NEGATED_ANSWER.test(text)
  const saysYes =
    YES_CLAUSES.test(text) ||
    YES_CLAUSES.test(clause.join(' ')) ||
    (!saysNo && words.some((word) => STRONG_YES.has(word))) ||
    hasStrictYes(words)
  if (saysYes && saysNo) return null
  return saysYes ? 'yes' : saysNo ? 'no' : null
}

/** "absolutely not" is a no although it holds a strong word; "yes no" is neither. */
function hasStrictYes(words: readonly string[]): boolean {
  return words.some((word) => word === 'yes' || word === 'yeah' || word === 'yep' || word === 'yup')
}

const MEANS_YES = new Set(['yes', 'yeah', 'yep', 'yup', 'si', 'oui', 'ja', 'sim', 'نعم', 'हां', 'हाँ', '是', 'はい'])
const MEANS_NO = new Set(['no', 'nope', 'nah', 'non', 'nein', 'nao', 'لا', 'नहीं', '不', 'いいえ'])

/** Whether a phrase an author wrote stands for yes or no as such, so that every way of saying it counts. */
export function meansYesOrNo(phrase: string, pack?: LanguagePack): YesNo | null {
  const words = wordsOf(phrase).join(' ')
  if (pack?.yesNo && !words.includes(' ')) return readByPack([words], pack.yesNo)
  return MEANS_YES.has(words) ? 'yes' : MEANS_NO.has(words) ? 'no' : null
}
