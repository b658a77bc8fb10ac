/**
 * Reads a requested number from speech: "about forty five dollars", "twenty euros and fifty cents". Every word must be
 * understood and there must be exactly one number, or the step asks again.
 */
import { wordsAroundValues } from '../packs/framing.ts'
import type { LanguagePack } from '../packs/pack.ts'
import { correctedValue } from './corrections.ts'
import { removeRecognizerLoops } from './repetition.ts'
import { numbersInText } from './spoken-numbers.ts'
import { foldCaseAndAccents, wordsOf } from './spoken-words.ts'

export function readSpokenAmount(transcript: string, pack: LanguagePack): number | null {
  return correctedValue(removeRecognizerLoops(transcript).text, pack, (part) => plainAmount(part, pack))
}

interface Words {
  framing: ReadonlySet<string>
  whole: ReadonlySet<string>
  hundredths: ReadonlySet<string>
}

const known = new Map<string, Words>()

function wordsFor(pack: LanguagePack): Words {
  const found = known.get(pack.tag)
  if (found !== undefined) return found
  const currencies = Object.values(pack.spoken.currencies)
  const separate = (texts: readonly string[]) =>
    texts.flatMap((text) => foldCaseAndAccents(text).split(' ')).filter(Boolean)
  const { words, counted } = wordsAroundValues(pack.tag)
  const { polite, fillers } = pack.answerForms
  const made: Words = {
    framing: new Set([...words.split(' '), ...counted.split(' '), ...separate([...polite, ...fillers])]),
    whole: new Set([...separate(currencies.flatMap(([one, many]) => [one, many])), 'bucks']),
    hundredths: new Set(separate(currencies.flatMap(([, , one, many]) => [one, many]))),
  }
  known.set(pack.tag, made)
  return made
}

function plainAmount(text: string, pack: LanguagePack): number | null {
  const { framing, whole, hundredths } = wordsFor(pack)
  const { numbers, others } = numbersInText(signsInWords(text), pack.numbers)
  const words = others.map((other) => ({ ...other, word: wordsOf(other.word).join('') }))
  const isKnown = (word: string) => framing.has(word) || whole.has(word) || hundredths.has(word)
  if (words.some(({ word }) => word !== '' && !isKnown(word))) return null
  const unitOf = (index: number) => words.filter(({ after }) => after === index).map(({ word }) => word)
  const isHundredths = (index: number) => unitOf(index).some((word) => hundredths.has(word) && !whole.has(word))
  const [first, second] = numbers
  if (first === undefined || numbers.length > 2) return null
  if (second === undefined) return isHundredths(0) ? first / 100 : first
  const isAmount = unitOf(0).some((word) => whole.has(word)) && Number.isInteger(second) && second >= 0 && second < 100
  if (isAmount && (isHundredths(1) || unitOf(1).length === 0))
    return Math.sign(first || 1) * (Math.abs(first) + second / 100)
  return first === second ? first : null
}

/** Replaces symbols that a recognizer writes instead of words. */
function signsInWords(text: string): string {
  return text.replace(/[$€£]/gu, ' ').replace(/%/gu, ' ')
}
