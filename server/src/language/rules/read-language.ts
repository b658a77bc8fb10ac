/** The language of a person as lists write it: a tag such as `es` or `pt-BR`, or a name such as `Spanish` or `Deutsch`. */

const TAG = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/u
const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** Languages that are also known by their names. */
const NAMED =
  'ar bg bn ca cs da de el en es et fa fi fr gu he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv sw ta te th tl tr uk ur vi zh'.split(
    ' ',
  )

let names: Map<string, string> | null = null

/** Maps language names to tags, in English and in the language itself. */
function knownNames(): Map<string, string> {
  names ??= new Map(
    NAMED.flatMap((tag) =>
      [english.of(tag), new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' }).of(tag)].flatMap((name) =>
        name === undefined ? [] : [[name.toLowerCase(), tag] as const],
      ),
    ),
  )
  return names
}

/** The language tag of a cell; null: the cell is empty. */
export function readLanguage(text: string): string | null | 'unreadable' {
  const said = text.trim().toLowerCase()
  if (said === '') return null
  if (TAG.test(said)) {
    const tag = said.replaceAll('_', '-')
    if (english.of(tag.split('-')[0] ?? '') !== undefined) return tag
  }
  return knownNames().get(said) ?? 'unreadable'
}

/** The position of the column with the language of each person; -1: there is none. */
export const languageColumnIndex = (names: readonly string[]): number =>
  names.findIndex((name) => name.toLowerCase().replace(/[^a-z]/g, '') === 'language')

/** The person's language from their variables; undefined: there is no readable one. */
export function languageOf(variables: Readonly<Record<string, string>>): string | undefined {
  const names = Object.keys(variables)
  const name = names[languageColumnIndex(names)]
  const read = name === undefined ? null : readLanguage(variables[name] ?? '')
  return read === null || read === 'unreadable' ? undefined : read
}

export const LANGUAGE_FORMAT_HINT =
  'Write the language as a tag such as es or pt-BR, or as its name such as Spanish, or leave it empty. If the column means something else, give it another name: rename it at the upload.'
