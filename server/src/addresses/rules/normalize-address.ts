/**
 * Converts one address, as people write it, to the form that is dialed and compared. Used for contacts and for the organization's
 * numbers.
 *
 * A phone number becomes E.164 (a possible number is enough, it need not be assigned), a SIP URI keeps its user part, a SIP
 * extension stays as it is. The country is never guessed. The given text is never part of a message.
 */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { removeSeparators } from './canonical-number.ts'
import {
  E164_DIGITS_MAX,
  isFullNumberLength,
  parseUnambiguousInternational,
  parseUnambiguousNational,
} from './numbering-plans.ts'

export type { CountryCode }

export type AddressType = 'pstn' | 'sip_uri' | 'sip_extension'

export type AddressFaultCode =
  | 'phone_missing'
  | 'phone_invalid'
  | 'country_unknown'
  | 'extension_not_supported'
  | 'extension_not_allowed'
  | 'emergency_number'
  | 'spreadsheet_number'
  | 'spreadsheet_error'
  | 'sip_uri_invalid'

export interface NormalizedAddress {
  ok: true
  normalized: string
  type: AddressType
}

export interface AddressFault {
  ok: false
  code: AddressFaultCode
  /** A sentence for users; the same for every address with this fault. */
  message: string
}

export const ADDRESS_CHARACTERS_MAX = 255
export const EXTENSION_CHARACTERS_MAX = 32
/** Up to this length bare digits are an extension of a PBX, longer ones a phone number without its country. */
export const EXTENSION_DIGITS_MAX = 7

function fault(code: AddressFaultCode, message: string): AddressFault {
  return { ok: false, code, message }
}

const FAULTS = {
  missing: fault('phone_missing', 'There is no phone number.'),
  tooLong: fault('phone_invalid', `An address has at most ${ADDRESS_CHARACTERS_MAX} characters.`),
  tooShort: fault('phone_invalid', 'One digit is neither a phone number nor an extension.'),
  tooManyDigits: fault('phone_invalid', `A phone number has at most ${E164_DIGITS_MAX} digits.`),
  impossible: fault(
    'phone_invalid',
    'This is not a possible phone number: the calling code does not exist, or there are too many or too few digits for its country.',
  ),
  unreadable: fault('phone_invalid', 'This is neither a phone number, nor a SIP extension, nor a SIP URI.'),
  several: fault('phone_invalid', 'This is more than one phone number; give one per row.'),
  letters: fault('phone_invalid', 'A phone number cannot contain letters; write the digits.'),
  noScheme: fault('phone_invalid', 'This looks like an e-mail address; a SIP address starts with sip: or sips:.'),
  countryUnknown: fault(
    'country_unknown',
    'The country of this number is unknown: write it with + and the calling code, or give a country_code.',
  ),
  plusLost: fault(
    'country_unknown',
    'The country of this number is unknown: the plus sign may have been lost in a spreadsheet. Write it with + and the calling code, or give a country_code.',
  ),
  doubleZero: fault(
    'country_unknown',
    'This number starts with 00, which means another country only in some countries: write + instead, or give a country_code.',
  ),
  extension: fault(
    'extension_not_supported',
    'An extension behind a phone number cannot be dialled; give the number alone.',
  ),
  scientific: fault(
    'spreadsheet_number',
    'A spreadsheet has turned this number into scientific notation and its last digits are lost for good: format the column as text and enter it again.',
  ),
  formula: fault('spreadsheet_error', 'A spreadsheet has put an error in place of this number.'),
  sipNumber: fault(
    'phone_invalid',
    'This SIP URI carries a phone number that is not possible: write it as sip:+ and the whole number with its calling code.',
  ),
  sipCountryUnknown: fault(
    'country_unknown',
    'This SIP URI carries a phone number whose country is unknown: write sip:+ and the calling code, or give a country_code.',
  ),
  sipUri: fault(
    'sip_uri_invalid',
    'A SIP URI is sip:user@host or sips:user@host, optionally with a port and parameters, without a password and without headers.',
  ),
}

export function isCountryCode(text: string): text is CountryCode {
  return isSupportedCountry(text)
}

export function normalizeAddress(text: string, country: CountryCode | null): NormalizedAddress | AddressFault {
  const international = parseUnambiguousInternational(text)
  if (international !== null) return { ok: true, normalized: international, type: 'pstn' }
  if (text.length > 4 * ADDRESS_CHARACTERS_MAX) return FAULTS.tooLong
  const address = withoutMarks(text)
  if (address.length > ADDRESS_CHARACTERS_MAX) return FAULTS.tooLong
  if (PLACEHOLDER.test(address)) return FAULTS.missing
  if (/^sips?:/i.test(address)) return normalizeSipUri(address, country)
  const number = address.replace(/^tel:/i, '')
  if (SCIENTIFIC.test(number)) return FAULTS.scientific
  if (/^#[A-Z/0]+[!?A-Z]*$/.test(number)) return FAULTS.formula
  if (/^[+(]*\d[\d\s().\-/]*$/.test(number)) return normalizeNumber(number, country)
  return normalizeExtension(number)
}

/** Excel writes 4.47912E+11, other programs 4.47912e11. */
const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?E\+\d+$|^[+-]?\d[.,]\d+E\d+$/i

/** Words that people and programs write instead of a number; without this check they would be dialed as SIP extensions. */
const PLACEHOLDER = new RegExp(
  `^(?:[-._?/*#]*|n\\/?a|n\\.a\\.?|k\\.?\\s?a\\.?|s\\/n|${[
    'none null nil nan unknown undefined missing empty tbd tba no yes true false private withheld anonymous invalid nobody',
    'unbekannt keine keiner kein leer fehlt nein ja unterdrückt anonym ungültig',
    'inconnu inconnue aucun aucune néant neant vide non oui anonyme',
    'desconocido desconocida ninguno ninguna vacío vacio sí si anónimo',
    'desconhecido desconhecida nenhum nenhuma vazio não nao sim',
    'sconosciuto sconosciuta nessuno nessuna vuoto onbekend geen leeg nieznany brak okänd saknas ukendt ingen tuntematon',
  ]
    .join(' ')
    .replaceAll(' ', '|')})$`,
  'iu',
)

/** Invisible characters that are copied along with numbers: soft hyphen, zero-width and direction marks, byte order mark. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const DASHES = /[\u2010-\u2015\u2212\u30fc]/g
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu

/** The digit zero of each script in which people type numbers; the digits one to nine follow it in Unicode. */
const ZEROS = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0, 0x0f20,
  0x1040, 0x17e0,
]

function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  const zero = ZEROS.find((start) => point >= start && point <= start + 9)
  return zero === undefined ? digit : String(point - zero)
}

function withoutMarks(text: string): string {
  let clean = text
  if (/[^\x20-\x7e]/.test(text)) {
    clean = text
      .normalize('NFKC')
      .replace(INVISIBLE, '')
      .replace(DASHES, '-')
      .replace(/[’‘]/g, "'")
      .replace(OTHER_DIGITS, asciiDigit)
  }
  clean = clean.trim()
  // Spreadsheets write ="+44..." or '+44... to keep a number as text.
  clean = clean.replace(/^="(.*)"$/, '$1').replace(/^['`]+/, '')
  // Data tools write a number column with gaps as 447912345678.0: only the plus sign is lost.
  clean = clean.replace(/^(\+?\d{2,})\.0$/, '$1').trim()
  // Patterns that search for words after blanks try each blank again: 235 in one cell cost a hundred times as much as a number.
  return clean.replace(/\s{3,}/g, '  ')
}

function normalizeNumber(text: string, country: CountryCode | null): NormalizedAddress | AddressFault {
  const digits = text.replace(/\D/g, '')
  const bare = digits.length === text.length
  if (text.lastIndexOf('+') > 0 && !text.startsWith('(+')) return FAULTS.impossible
  if (digits.length > E164_DIGITS_MAX) {
    return /\d{4}\s*\/\s*\d{4}|\s{2,}/.test(text) ? FAULTS.several : overlong(text, digits, country)
  }
  if (text.includes('+')) return possible(`+${digits}`, null)
  if (bare && digits.length === 1) return FAULTS.tooShort
  if (bare && digits.length <= EXTENSION_DIGITS_MAX && !(country && isFullNumberLength(country, digits.length))) {
    return { ok: true, normalized: digits, type: 'sip_extension' }
  }
  if (country) return possible(digits, country)
  if (digits.startsWith('00')) return FAULTS.doubleZero
  return parseUnambiguousInternational(`+${digits}`) === null ? FAULTS.countryUnknown : FAULTS.plusLost
}

/** Whether a number has too many digits. +44 (0)… and 00… may have more than fifteen digits as written and fewer as dialed. */
function overlong(text: string, digits: string, country: CountryCode | null): NormalizedAddress | AddressFault {
  if (digits.length > E164_DIGITS_MAX + 5) return FAULTS.tooManyDigits
  const result = text.includes('+') ? possible(`+${digits}`, null) : country ? possible(digits, country) : null
  return result?.ok ? result : FAULTS.tooManyDigits
}

function possible(number: string, country: CountryCode | null): NormalizedAddress | AddressFault {
  const sure = country ? parseUnambiguousNational(number, country) : parseUnambiguousInternational(number)
  const normalized = sure ?? askLibrary(number, country)
  return normalized === null ? FAULTS.impossible : { ok: true, normalized, type: 'pstn' }
}

function askLibrary(number: string, country: CountryCode | null): string | null {
  const parsed = parsePhoneNumberFromString(
    number,
    country ? { defaultCountry: country, extract: false } : { extract: false },
  )
  if (!parsed?.isPossible() || parsed.number.length > E164_DIGITS_MAX + 1) return null
  return isStable(parsed.number) ? parsed.number : null
}

/**
 * Whether normalizing again changes nothing. The library removes one national prefix at a time, so +44 00… would change each
 * time.
 */
function isStable(number: string): boolean {
  if (parseUnambiguousInternational(number) === number) return true
  return parsePhoneNumberFromString(number, { extract: false })?.number === number
}

const NUMBER_WITH_EXTENSION =
  /^\+?\(?\d[\d\s().\-/]{5,}(?:;\s*ext=|[,;#]|\s*(?:ext|extension|x|w|p)\b|\s*x)[\s.:,#]*\d*$/i
/** 1-800-FLOWERS: digits and separators, then a word. */
const NUMBER_WITH_WORD = /^\+|^\d[\d\s().]*-[\d\s().-]*[a-z]{4,}/i

function normalizeExtension(text: string): NormalizedAddress | AddressFault {
  if (NUMBER_WITH_EXTENSION.test(text)) return FAULTS.extension
  if (/^[^@\s]+@[^@\s]+$/.test(text)) return FAULTS.noScheme
  const numbers = text.match(/\+?\d[\d\s().-]{6,}\d/g)
  if (numbers && numbers.length > 1) return FAULTS.several
  if (NUMBER_WITH_WORD.test(text) && /[a-z]/i.test(text)) return FAULTS.letters
  const digitCount = text.replace(/\D/g, '').length
  if (digitCount > EXTENSION_DIGITS_MAX || !/^[A-Za-z0-9._-]+$/.test(text)) return FAULTS.unreadable
  if (text.length > EXTENSION_CHARACTERS_MAX || !/[A-Za-z0-9]/.test(text)) return FAULTS.unreadable
  return { ok: true, normalized: text, type: 'sip_extension' }
}

/** RFC 3261, 25.1, without password and headers: a list must contain neither secrets nor commands for the PBX. */
const SIP_URI =
  /^(sips?):([A-Za-z0-9\-_.!~*'()&=+$,;/%]+)@([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?((?:;[A-Za-z0-9\-_.!~*'()[\]/:&+$%=]+)*)$/i

/** From this many digits on the user part of a SIP URI is a phone number; fewer are an extension of the host. */
export const SIP_NUMBER_DIGITS_MIN = 7

function normalizeSipUri(text: string, country: CountryCode | null): NormalizedAddress | AddressFault {
  const match = SIP_URI.exec(text)
  if (!match) return FAULTS.sipUri
  const [, scheme = '', user = '', host = '', port = '', parameters = ''] = match
  if (port && (Number(port.slice(1)) < 1 || Number(port.slice(1)) > 65_535)) return FAULTS.sipUri
  const carried = carriedNumber(user, parameters, country)
  if (carried !== null && typeof carried !== 'string') return carried
  const normalized = `${scheme.toLowerCase()}:${carried ?? user}@${host.toLowerCase()}${port}${parameters}`
  return { ok: true, normalized, type: 'sip_uri' }
}

/**
 * The user part with its phone number in international form, so that a person has one form on the do-not-call list and in every
 * limit. Null: it contains no phone number. An ambiguous number is a fault: dialed as it is, it would pass every list.
 */
function carriedNumber(user: string, parameters: string, country: CountryCode | null): string | AddressFault | null {
  const [name = '', ...userParameters] = removeSeparators(decoded(user)).split(';')
  const digits = name.replace(/\D/g, '')
  const saysPhone = /;user=phone(?:;|$)/i.test(parameters)
  const isNumber = saysPhone || (digits.length >= SIP_NUMBER_DIGITS_MIN && !/[A-Za-z]/.test(name))
  if (!isNumber && !/^\+\d/.test(name)) return null
  // `7912345678;phone-context=+44` is another notation of a number; only one notation is supported.
  if (!/^\+?\d+$/.test(name) || userParameters.length > 0) return FAULTS.sipNumber
  if (!name.startsWith('+') && country === null) return FAULTS.sipCountryUnknown
  const read = possible(name, name.startsWith('+') ? null : country)
  return read.ok ? read.normalized : FAULTS.sipNumber
}

/** Percent-encoding of printable characters is decoded: `%2B` is a plus sign (RFC 3261, 19.1.4). */
function decoded(user: string): string {
  return user.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
