/** One person to add to a campaign, parsed and checked like a row of a contact file. */
import { canonicalNumber } from '../../addresses/rules/canonical-number.ts'
import { dialableAddress } from '../../addresses/rules/dialable-address.ts'
import type { AddressFaultCode, AddressType, CountryCode } from '../../addresses/rules/normalize-address.ts'
import {
  type ContactZones,
  type ZoneColumns,
  zoneColumns,
  zonesOfContact,
} from '../../addresses/rules/zones-of-contact.ts'
import { consentColumns } from '../../consents/rules/consent-row.ts'
import { LANGUAGE_FORMAT_HINT, languageColumnIndex, readLanguage } from '../../language/rules/read-language.ts'
import { emptyVariables, type MissingVariable } from '../../workflows/rules/missing-variables.ts'
import {
  type QueueCells,
  type QueueColumn,
  type QueueFault,
  type QueueOptions,
  queueColumns,
  readQueueOptions,
} from './queue-options.ts'
import { COLUMN_NAME_CHARACTERS_MAX, COLUMNS_MAX } from './read-header.ts'

export const ENROLLED_VALUE_CHARACTERS_MAX = 4096

/** A JSON value that a spreadsheet cell can hold too. */
export type Cell = string | number | boolean | null

export interface PersonToEnrol {
  phoneNumber: string
  /** Further numbers in the order in which they are dialed. */
  moreNumbers?: readonly string[]
  variables: Readonly<Record<string, Cell>>
  /** Time and priority of the call, if the request contains them besides the variables. */
  terms?: QueueCells
}

/** Names of the zone columns by their meaning. */
type NamedZoneColumns = Partial<Record<keyof ZoneColumns, string | undefined>>

export interface EnrolmentOptions {
  countryCode: CountryCode | null
  allowExtensions: boolean
  /** Variables that the workflow needs from every contact. */
  required: readonly MissingVariable[]
  /** The zone columns of an uploaded list; if left out, the usual names. */
  zoneColumns?: NamedZoneColumns
  /** Rejects variables with the names of a file's consent columns: no consent would be recorded. */
  refusesConsents?: boolean
}

export interface EnrollablePerson {
  ok: true
  address: string
  type: AddressType
  /** Further numbers that can be called. */
  more: string[]
  /** Further numbers that cannot be called, by their position from 1; the person is added without them. */
  leftOut: LeftOutNumber[]
  /** Equal for two addresses of the same phone. */
  key: string
  variables: Record<string, string>
  zones: ContactZones
  terms: QueueOptions
  /** The times as the request wrote them. */
  given: { notBefore: string | null; notAfter: string | null }
}

export interface LeftOutNumber {
  position: number
  code: AddressFaultCode
  message: string
}

export interface RefusedPerson {
  ok: false
  column: string | null
  code:
    | AddressFaultCode
    | 'missing_variable'
    | 'consent_not_recorded'
    | 'too_many_columns'
    | 'column_name_too_long'
    | 'value_too_long'
    | 'language_unknown'
    | QueueFault['code']
  message: string
}

export function readPersonToEnrol(person: PersonToEnrol, terms: EnrolmentOptions): EnrollablePerson | RefusedPerson {
  const { countryCode: country, allowExtensions, required } = terms
  const address = dialableAddress(person.phoneNumber, { country, allowExtensions, withoutCountry: 'anywhere' })
  if (!address.ok) return refused('phone_number', address.code, address.message)
  const variables: Record<string, string> = {}
  for (const [name, value] of Object.entries(person.variables)) variables[name] = value === null ? '' : String(value)
  const fault = faultIn(variables) ?? (terms.refusesConsents ? consentFault(Object.keys(variables)) : null)
  if (fault) return fault
  const languageName = Object.keys(variables)[languageColumnIndex(Object.keys(variables))]
  if (languageName !== undefined && readLanguage(variables[languageName] ?? '') === 'unreadable')
    return refused(languageName, 'language_unknown', LANGUAGE_FORMAT_HINT)
  const [missing] = emptyVariables(required, variables)
  if (missing !== undefined) {
    return refused(missing, 'missing_variable', `The workflow needs a value for ${missing}. Add it to variables.`)
  }
  const { normalized, type } = address
  const { more, leftOut } = readMore(person.moreNumbers ?? [], normalized, terms)
  const zones = zonesOfContact(normalized, placeOf(variables, terms.zoneColumns), more)
  const texts = termTexts(variables, person.terms)
  const when = readQueueOptions(texts, zones.zones)
  if ('code' in when) return refused(COLUMN_OF_TERM[when.column], when.code, when.message)
  const given = { notBefore: texts.notBefore ?? null, notAfter: texts.notAfter ?? null }
  const key = canonicalNumber(normalized)
  return { ok: true, address: normalized, type, more, leftOut, key, variables, zones, terms: when, given }
}

/** A number that the person has already counts once. */
function readMore(
  texts: readonly string[],
  first: string,
  { countryCode: country, allowExtensions }: EnrolmentOptions,
): Pick<EnrollablePerson, 'more' | 'leftOut'> {
  const known = new Set([canonicalNumber(first)])
  const more: string[] = []
  const leftOut: LeftOutNumber[] = []
  texts.forEach((text, index) => {
    const address = dialableAddress(text, { country, allowExtensions, withoutCountry: 'anywhere' })
    if (!address.ok) leftOut.push({ position: index + 1, code: address.code, message: address.message })
    else if (!known.has(canonicalNumber(address.normalized))) {
      known.add(canonicalNumber(address.normalized))
      more.push(address.normalized)
    }
  })
  return { more, leftOut }
}

const COLUMN_OF_TERM: Readonly<Record<QueueColumn, string>> = {
  notBefore: 'not_before',
  notAfter: 'not_after',
  priority: 'priority',
}

/** Texts of time and priority: from the request, or from variables that are named like the columns of a file. */
function termTexts(variables: Readonly<Record<string, string>>, given: QueueCells = {}): QueueCells {
  const names = Object.keys(variables)
  const at = queueColumns(names)
  const own = (column: QueueColumn) => {
    const index = at?.[column]
    return given[column] ?? (index === undefined ? undefined : variables[names[index] as string])
  }
  return { notBefore: own('notBefore'), notAfter: own('notAfter'), priority: own('priority') }
}

function refused(column: string | null, code: RefusedPerson['code'], message: string): RefusedPerson {
  return { ok: false, column, code, message }
}

/** Checks the limits of a contact file. NUL bytes and broken characters are rejected earlier, with the whole request. */
function faultIn(variables: Readonly<Record<string, string>>): RefusedPerson | null {
  const names = Object.keys(variables)
  if (names.length >= COLUMNS_MAX) {
    return refused(null, 'too_many_columns', `A contact has at most ${COLUMNS_MAX - 1} variables.`)
  }
  for (const name of names) {
    const value = variables[name] as string
    if (name.trim() === '' || name.length > COLUMN_NAME_CHARACTERS_MAX) {
      const message = `The name of a variable has 1 to ${COLUMN_NAME_CHARACTERS_MAX} characters.`
      return refused(name.slice(0, COLUMN_NAME_CHARACTERS_MAX), 'column_name_too_long', message)
    }
    if (value.length > ENROLLED_VALUE_CHARACTERS_MAX) {
      return refused(name, 'value_too_long', `A value has at most ${ENROLLED_VALUE_CHARACTERS_MAX} characters.`)
    }
  }
  return null
}

function consentFault(names: readonly string[]): RefusedPerson | null {
  const kind = consentColumns(names)?.kind
  if (kind === undefined) return null
  const message =
    'A variable does not record a consent. Record it with POST /api/v1/consents or upload a list, and leave the variable out.'
  return refused(names[kind] as string, 'consent_not_recorded', message)
}

function placeOf(variables: Readonly<Record<string, string>>, named?: NamedZoneColumns): ZoneColumns {
  const { timezone, state, postalCode } = named ?? usualColumns(Object.keys(variables))
  const at = (name: string | undefined) => (name === undefined ? undefined : variables[name])
  return { timezone: at(timezone), state: at(state), postalCode: at(postalCode) }
}

function usualColumns(names: readonly string[]): NamedZoneColumns {
  const { timezone, state, postalCode } = zoneColumns(names)
  const nameAt = (index: number | undefined) => (index === undefined ? undefined : names[index])
  return { timezone: nameAt(timezone), state: nameAt(state), postalCode: nameAt(postalCode) }
}
