import { OutdialError, type ValidationFault } from '@outdial/sdk'
import { capitalized } from '../ui/format.ts'
import { language } from '../words/language.ts'
import { shared } from '../words/shared.ts'

type Translate = (code: string, message: string) => string | null

let translate: Translate = () => null
let translateSentence: (message: string) => string | null = () => null
let operationNames: Readonly<Record<string, string>> = {}
let translateDuty: (id: string) => string | null = () => null
let translatePackTitle: (title: string) => string | null = () => null
let translateCovers: (text: string) => string | null = () => null
let translateNotCovered: (text: string) => string | null = () => null
let translateSource: (text: string) => string = (text) => text

/** Loads the server's messages in the language of the console; until then they are English. */
export async function loadErrorWords(of = language): Promise<void> {
  if (of !== 'de') return
  const [errors, sentences, operations, packs, coverage] = await Promise.all([
    import('../words/server/errors-de.ts'),
    import('../words/server/sentences-de.ts'),
    import('../words/server/operations-de.ts'),
    import('../words/server/pack-texts-de.ts'),
    import('../words/server/pack-coverage-de.ts'),
  ])
  translate = errors.germanErrorText
  translateSentence = sentences.germanSentence
  operationNames = operations.OPERATIONS_DE
  translateDuty = packs.germanDuty
  translatePackTitle = packs.germanPackTitle
  translateCovers = coverage.germanCovers
  translateNotCovered = coverage.germanNotCovered
  translateSource = coverage.germanSource
}

/** Why the server would refuse an action, in the language of the console; the code is shown beside it. */
export const refusalWords = (code: string, message: string): string => translate(code, message) ?? message

/** A sentence of the server about a contact, a campaign or a number, in the language of the console where it is known. */
export const serverSentence = (message: string): string => translateSentence(message) ?? message

/** An operation as text: in English "updateCampaign" becomes "Update campaign". */
export const operationWords = (operation: string): string =>
  operationNames[operation] ?? capitalized(operation.replace(/([A-Z])/g, ' $1').toLowerCase())

/** The text of a duty in the language of the console; null: only the English text of the server is there. */
export const dutyWords = (id: string): string | null => translateDuty(id)

export const packTitle = (title: string): string => translatePackTitle(title) ?? title

/** What a rule pack covers. */
export const coversWords = (text: string): string => translateCovers(text) ?? text

/** What a rule pack does not cover. */
export const notCoveredWords = (text: string): string => translateNotCovered(text) ?? text

/** The source of a rule pack: the title of a law stays as it is. */
export const sourceWords = (text: string): string => translateSource(text)

/** Messages of browsers for a request without an answer; any other TypeError is a bug of the console. */
const NO_ANSWER = /^(Failed to fetch|fetch failed|Load failed|NetworkError)/

/** The error as a sentence that says what to do, with the code at the end so that it can be copied. */
export function sentenceOf(error: unknown): string {
  if (error instanceof OutdialError) {
    if (error.faults.length > 0) return error.faults.map(faultSentence).join(' ')
    const message = error.message.replace(/\.?$/, '.')
    return `${translate(error.code, message) ?? message} (${error.code})`
  }
  if (error instanceof TypeError)
    return NO_ANSWER.test(error.message) ? shared.unreachable : shared.ourFault(error.message)
  return error instanceof Error ? error.message : shared.unexpected
}

/** The documentation page about the error; null: the message is sufficient. */
export const explanationOf = (error: unknown): string | null =>
  error instanceof OutdialError && error.faults.length === 0 ? helpOfError(error.code) : null

export const helpOfError = (code: string): string => `/help/errors.html#code-${code}`

const WORDS: Record<string, (context: Record<string, unknown>) => string> = {
  missing: () => shared.required,
  string_too_short: ({ min_length }) => (min_length === 1 ? shared.required : shared.atLeastLetters(min_length)),
  string_too_long: ({ max_length }) => shared.atMostLetters(max_length),
  greater_than_equal: ({ ge }) => shared.atLeast(ge),
  less_than_equal: ({ le }) => shared.atMost(le),
  greater_than: ({ gt }) => shared.moreThan(gt),
  less_than: ({ lt }) => shared.lessThan(lt),
  int_parsing: () => shared.wholeNumber,
  int_type: () => shared.wholeNumber,
  float_parsing: () => shared.aNumber,
  float_type: () => shared.aNumber,
  url_parsing: () => shared.httpsAddress,
}

/** The message of one validation fault without the field's name, because it is shown at the field. */
export function faultWords(fault: ValidationFault): string {
  const words = WORDS[fault.type]
  return words ? words(fault.ctx ?? {}) : `${fault.msg.replace(/^Value error, /, '').replace(/\.?$/, '.')}`
}

function faultSentence(fault: ValidationFault): string {
  return `${fault.loc.slice(1).join('.') || shared.theRequest}: ${faultWords(fault)}`
}

/** Faults by dotted path within the body: `retry_config.max_retries`. */
export function faultsByField(error: unknown): Map<string, string> {
  const faults = error instanceof OutdialError ? error.faults : []
  return new Map(faults.map((fault) => [fault.loc.slice(1).join('.'), faultWords(fault)]))
}
