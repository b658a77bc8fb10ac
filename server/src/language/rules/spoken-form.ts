/**
 * Prepares text for a voice: symbols, currencies, units and addresses become words of the language. Characters without words are
 * reported, never dropped silently.
 */
import type { LanguagePack, SpokenForms } from '../packs/pack.ts'
import { moneyInWords, parseAmount } from './say-values.ts'

/** The letters a voice can pronounce: flite only A to Z, a voice of a Latin-script language all Latin letters. */
export type PronounceableLetters = 'ascii' | 'latin' | 'any'

export interface SpokenText {
  text: string
  /** Characters that this voice cannot pronounce in this language; `text` does not contain them. */
  unsayable: readonly string[]
}

/** Currency symbols, longer ones first. */
const CURRENCY_SIGNS: readonly (readonly [sign: string, code: string])[] = [
  ['US$', 'USD'],
  ['R$', 'BRL'],
  ['C$', 'CAD'],
  ['A$', 'AUD'],
  ['MX$', 'MXN'],
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
]
const CODE_OF = new Map(CURRENCY_SIGNS)
const AMOUNT = '\\d+(?:[.,\\u00a0\\u202f]\\d{3})*(?:[.,]\\d{1,2})?(?!\\d)'
const EMAIL = /[\p{L}\p{N}][\p{L}\p{N}._+-]*@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
const WEB = /(?:https?:\/\/|(?<![\p{L}\p{N}.])www\.)[^\s"<>]*[\p{L}\p{N}/]/giu
/** Punctuation that every voice supports, as a pause or silently. */
const PUNCTUATION = new Set([...'.,;:!?\'"()-… '])
const PAUSES = new Set([...'–—•·|¦'])
const QUIET = new Set([...'“”„«»‹›[]{}¿¡`´¶'])

export function toSpokenForm(text: string, pack: LanguagePack, letters: PronounceableLetters): SpokenText {
  const { spoken } = pack
  let said = text
    .normalize('NFC')
    .replace(/[‘’ʼ]/gu, "'")
    .replace(/[\u00a0\u202f\u2009]/gu, ' ')
    .replace(/[\u200b-\u200f\u2060\u00ad]|\ufe0f/gu, '')
  said = said.replace(WEB, (address) => inAddress(address.replace(/^https?:\/\//iu, ''), spoken))
  said = said.replace(EMAIL, (address) => inAddress(address, spoken))
  said = withCurrencies(said, pack)
  said = withUnits(said, spoken)
  said = said.replace(/(?<=\d)\s?([-–—])\s?(?=\d)(?!\d+[-–—]\d)/gu, (all, sign: string, at: number, whole: string) =>
    isRange(whole, at, all.length) ? ` ${spoken.betweenNumbers[sign] ?? sign} ` : all,
  )
  said = said.replace(/(?<![\p{L}\p{N}])[-−](?=\d)/gu, `${spoken.minus} `)
  return lettersOnly(said, spoken, letters)
}

/** Whether a hyphen means a range: "9-17" is one; "555-0123" and "2026-11-16" are not, because a side is long or not separate. */
function isRange(text: string, at: number, length: number): boolean {
  const before = /(?:^|[^\d-])(\d{1,2})$/u.exec(text.slice(0, at))
  const after = /^(\d{1,2})(?![\d-]|[.,]\d)/u.exec(text.slice(at + length))
  return before !== null && after !== null
}

function inAddress(address: string, { address: words }: SpokenForms): string {
  return address
    .replace(/[@.\-_/:+]/gu, (sign) => ` ${words[sign as '@']} `)
    .replace(/\s+/gu, ' ')
    .trim()
}

function withCurrencies(text: string, pack: LanguagePack): string {
  const codes = Object.keys(pack.spoken.currencies).join('|')
  const signs = CURRENCY_SIGNS.map(([sign]) => sign.replace(/\$/gu, '\\$')).join('|')
  const before = new RegExp(`(?:(?<![\\p{L}])(${signs}|${codes}))\\s?(${AMOUNT})`, 'gu')
  const behind = new RegExp(`(?<![\\d.,])(${AMOUNT})\\s?(?:(${signs})|(${codes})(?![\\p{L}]))`, 'gu')
  const said = (amount: string, currency: string) =>
    moneyInWords(parseAmount(amount) ?? 0, CODE_OF.get(currency) ?? currency, pack)
  return text
    .replace(before, (_, currency: string, amount: string) => said(amount, currency))
    .replace(behind, (_, amount: string, sign?: string, code?: string) => said(amount, sign ?? code ?? ''))
    .replace(new RegExp(`(${signs})`, 'gu'), (_, sign: string) => {
      const words = pack.spoken.currencies[CODE_OF.get(sign) ?? '']
      return words === undefined ? sign : ` ${words[1]} `
    })
}

const unitPatterns = new Map<SpokenForms, RegExp>()

function withUnits(text: string, spoken: SpokenForms): string {
  let pattern = unitPatterns.get(spoken)
  if (pattern === undefined) {
    const longestFirst = Object.keys(spoken.units).sort((one, other) => other.length - one.length)
    pattern = new RegExp(`(?<![\\p{L}])(\\d+(?:[.,]\\d+)?)\\s?(${longestFirst.join('|')})(?![\\p{L}\\p{N}²³])`, 'gu')
    unitPatterns.set(spoken, pattern)
  }
  return text.replace(pattern, (_, number: string, unit: string) => {
    const [one, many] = spoken.units[unit] ?? ['', '']
    return `${number} ${number === '1' ? one : many}`
  })
}

function lettersOnly(text: string, spoken: SpokenForms, letters: PronounceableLetters): SpokenText {
  const unsayable = new Set<string>()
  let said = ''
  for (const sign of text) {
    const words = spoken.signs[sign]
    // A slash between numbers is a date or a fraction, which voices read correctly.
    if (words !== undefined && !(sign === '/' && /\d$/u.test(said))) said += ` ${words} `
    else if (PUNCTUATION.has(sign) || sign === '/' || /[0-9\s]/u.test(sign)) said += sign
    else if (PAUSES.has(sign)) said += ', '
    else if (QUIET.has(sign)) said += ' '
    else if (isSayable(sign, letters)) said += sign
    else unsayable.add(sign)
  }
  const tidy = said
    .replace(/\s+/gu, ' ')
    .replace(/ ([.,;:!?…])/gu, '$1')
    .trim()
  return { text: letters === 'ascii' ? asciiLetters(tidy) : tidy, unsayable: [...unsayable] }
}

function isSayable(sign: string, letters: PronounceableLetters): boolean {
  if (letters === 'any') return /[\p{L}\p{M}\p{N}\p{P}]/u.test(sign)
  if (!/[\p{Script=Latin}\p{M}]/u.test(sign)) return false
  return letters === 'latin' || /^[\x20-\x7e]*$/u.test(asciiLetters(sign))
}

const ASCII: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'ng',
}

function asciiLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, (letter) => ASCII[letter] ?? (letter === '…' ? '...' : letter))
}

export interface Pronunciation {
  word: string
  say: string
}

/** Replaces words by the author's pronunciations; whole words, ignoring case. */
export function applyPronunciations(text: string, pronunciations: readonly Pronunciation[]): string {
  let said = text
  for (const { word, say } of pronunciations) {
    const literal = word.trim().replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
    if (literal === '') continue
    said = said.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu'), () => say)
  }
  return said
}
