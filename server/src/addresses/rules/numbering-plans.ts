/**
 * A fast path through libphonenumber's own tables.
 *
 * The library compiles its regular expressions again for every number: 45,000 numbers a second on two arm64 cores, less than an
 * import needs. The functions here answer only if the tables are unambiguous, and `null` means "ask the library". Their answers
 * equal the library's; a property test compares them.
 */
import { type CountryCode, getCountries, getExampleNumber, Metadata } from 'libphonenumber-js/min'
import metadataJson from 'libphonenumber-js/min/metadata'
import mobileExamples from 'libphonenumber-js/mobile/examples'

/** ITU-T E.164: calling code and national number together. */
export const E164_DIGITS_MAX = 15

const ZERO = 48
const NINE = 57

/** The methods that the library's class has at run time; its published type declares only some of them. */
interface LibraryPlan {
  callingCode(): string
  IDDPrefix(): string
  nationalNumberPattern(): string
  possibleLengths(): number[]
  nationalPrefixForParsing(): string | undefined
}

interface CallingCodePlan {
  code: string
  /** Bit n is set when n digits are possible in every country of this calling code. */
  lengths: number
  /** What the library may remove from the front of a national number; null if nothing. */
  prefix: RegExp | null
}

interface CountryPlan extends CallingCodePlan {
  internationalPrefix: RegExp
  national: RegExp
}

function libraryPlan(countryOrCallingCode: string): LibraryPlan {
  const metadata = new Metadata()
  metadata.selectNumberingPlan(countryOrCallingCode as CountryCode)
  return metadata.numberingPlan as unknown as LibraryPlan
}

function bits(lengths: readonly number[]): number {
  return lengths.reduce((mask, length) => mask | (1 << length), 0)
}

function prefixOf(plan: LibraryPlan): RegExp | null {
  const prefix = plan.nationalPrefixForParsing()
  return prefix ? new RegExp(`^(?:${prefix})`) : null
}

function callingCodePlan(code: string): CallingCodePlan {
  const countries = metadataJson.country_calling_codes[code as keyof typeof metadataJson.country_calling_codes] ?? []
  const main = libraryPlan(code)
  const lengths = countries.reduce(
    (mask, country) => mask & bits(libraryPlan(country).possibleLengths()),
    bits(main.possibleLengths()),
  )
  return { code, lengths, prefix: prefixOf(main) }
}

/** Calling codes are free of prefixes: at most one of the first one, two and three digits is a calling code. */
const plansByCode: (CallingCodePlan | undefined)[] = []
for (const code of [...Object.keys(metadataJson.country_calling_codes), ...Object.keys(metadataJson.nonGeographic)]) {
  plansByCode[Number(code)] = callingCodePlan(code)
}

const plansByCountry = new Map<CountryCode, CountryPlan>()

function countryPlan(country: CountryCode): CountryPlan {
  let plan = plansByCountry.get(country)
  if (!plan) {
    const own = libraryPlan(country)
    plan = {
      code: own.callingCode(),
      lengths: callingCodePlan(own.callingCode()).lengths,
      prefix: prefixOf(own),
      internationalPrefix: new RegExp(`^(?:${own.IDDPrefix()})`),
      national: new RegExp(`^(?:${own.nationalNumberPattern()})$`),
    }
    plansByCountry.set(country, plan)
  }
  return plan
}

function isDigits(text: string, from: number): boolean {
  for (let index = from; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < ZERO || unit > NINE) return false
  }
  return true
}

function planOf(international: string): CallingCodePlan | undefined {
  const first = international.charCodeAt(1) - ZERO
  if (first === 0) return undefined
  const second = first * 10 + international.charCodeAt(2) - ZERO
  return plansByCode[first] ?? plansByCode[second] ?? plansByCode[second * 10 + international.charCodeAt(3) - ZERO]
}

/** Whether the prefix pattern leaves the number unchanged: its match removes and captures nothing (Argentina's can be empty). */
function leavesAlone(prefix: RegExp | null, national: string): boolean {
  const match = prefix?.exec(national)
  return !match || (match[0] === '' && match.every((group) => !group))
}

/** Expects `+` and digits only. Returns the number if it is certainly possible without changes, else null. */
export function parseUnambiguousInternational(text: string): string | null {
  if (text.charCodeAt(0) !== 43 || text.length < 5 || text.length > E164_DIGITS_MAX + 1) return null
  if (!isDigits(text, 1)) return null
  const plan = planOf(text)
  if (!plan) return null
  const nationalLength = text.length - 1 - plan.code.length
  if (((plan.lengths >> nationalLength) & 1) === 0) return null
  return leavesAlone(plan.prefix, text.slice(1 + plan.code.length)) ? text : null
}

/** Digits as dialed inside `country`: the number in E.164 if there is only one reading, else null. */
export function parseUnambiguousNational(digits: string, country: CountryCode): string | null {
  if (digits.length > E164_DIGITS_MAX || !isDigits(digits, 0)) return null
  const plan = countryPlan(country)
  if (digits.startsWith(plan.code) || plan.internationalPrefix.test(digits)) return null
  const match = plan.prefix?.exec(digits)
  if (match?.some((group, index) => index > 0 && group)) return null
  const rest = match ? digits.slice(match[0].length) : digits
  if (rest !== digits && plan.national.test(digits)) return null
  if (((plan.lengths >> rest.length) & 1) === 0 || rest.length + plan.code.length > E164_DIGITS_MAX) return null
  return `+${plan.code}${rest}`
}

/** Length of a mobile number by country: shows where even four to seven digits are a phone number. */
const mobileLengths = new Map<CountryCode, number>(
  getCountries().map((country) => [country, getExampleNumber(country, mobileExamples)?.nationalNumber.length ?? 0]),
)

/**
 * Whether this many digits are a whole phone number: seven in Iceland, six in the Faroe Islands. Elsewhere they are an extension.
 */
export function isFullNumberLength(country: CountryCode, digitCount: number): boolean {
  return mobileLengths.get(country) === digitCount
}
