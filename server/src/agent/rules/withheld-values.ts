/** Sensitive values of a conversation, which are written nowhere, and their replacement in texts. */
import { LANGUAGE_PACKS } from '../../language/packs/packs.ts'
import { dateInWords, digitsInWords } from '../../language/rules/say-values.ts'

interface Hidden {
  value: string
  whole: RegExp
  /** Matches the beginning of the value, said digit by digit and cut off. */
  begun: RegExp | null
  /** Matches any two neighbouring characters of the value, said digit by digit. */
  part: RegExp | null
  instead: string
}

export class WithheldValues {
  /** Sensitive values, longest first: a value may begin with another, such as a number given in two parts. */
  #hidden: Hidden[] = []

  add(value: string, instead: string): void {
    // Also matches the value as it is read back, digit by digit.
    const spelled = digitsInWords(value) ?? ''
    const forms = [value, spelled, ...datesInWords(value)].filter((form) => form !== '').map(escaped)
    if (forms.length === 0) return
    // Matches whole words only: a value of one letter or digit must not remove that letter from every word.
    const whole = new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
    const signs = spelled.split(', ')
    const hidden = { value, whole, begun: beginningOf(signs), part: partOf(signs), instead }
    const others = this.#hidden.filter((other) => other.value !== value)
    this.#hidden = [...others, hidden].sort((one, other) => other.value.length - one.value.length)
  }

  in(text: string): string {
    let kept = text
    for (const { whole, instead } of this.#hidden) kept = kept.replace(whole, () => instead)
    return kept
  }

  /** Whether a value occurs in this text, or a part of it: a long number is spoken in several clauses. */
  occursIn(text: string): boolean {
    return this.#hidden.some(({ part }) => part?.test(text) === true) || this.in(text) !== text
  }

  /** Replaces values in words that may have been cut off within a value. */
  inHeard(text: string): string {
    let kept = text
    for (const { whole, begun, instead } of this.#hidden) {
      kept = kept.replace(whole, () => instead)
      if (begun !== null) kept = kept.replace(begun, () => instead)
    }
    return kept
  }
}

/** The spoken forms of a date, longer ones first: a date with its year begins like the one without. */
function datesInWords(value: string): string[] {
  return [true, false].flatMap((withYear) => LANGUAGE_PACKS.flatMap((pack) => dateInWords(value, pack, withYear) ?? []))
}

/** Matches at least two characters of a value at the end of a text. */
function beginningOf([first, second, ...others]: readonly string[]): RegExp | null {
  if (first === undefined || second === undefined) return null
  const rest = others.reduceRight((behind, sign) => `(?:, ${escaped(sign)}${behind})?`, '')
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(first)}, ${escaped(second)}${rest},?$`, 'iu')
}

function partOf(signs: readonly string[]): RegExp | null {
  const pairs = signs.slice(1).map((sign, before) => `${escaped(signs[before] as string)}, ${escaped(sign)}`)
  return pairs.length === 0 ? null : new RegExp(`(?<![\\p{L}\\p{N}])(?:${pairs.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}

function escaped(text: string): string {
  // The dash is not escaped, because outside of brackets that is an error.
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
}
