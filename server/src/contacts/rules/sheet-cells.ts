/** Reads the XML of a spreadsheet: cells, shared strings, date styles. Pure; the archive is read elsewhere. */

/** Attributes of one tag, by name without prefix. */
export function xmlAttributesOf(tag: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name, value] of tag.matchAll(/(?:[\w.-]+:)?([\w.-]+)\s*=\s*"([^"]*)"/g)) {
    found[name as string] = decodeXmlText(value as string)
  }
  return found
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Decodes XML entities, and characters that spreadsheets write as `_x000D_`. Other text stays unchanged. */
export function decodeXmlText(text: string): string {
  const plain = text.includes('&')
    ? text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{2,4});/gi, (whole, name: string) => {
        if (!name.startsWith('#')) return ENTITIES[name] ?? whole
        const code = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
      })
    : text
  return plain.includes('_x')
    ? plain.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : plain
}

/** Removes namespace prefixes, which do not matter here. */
export function removeNamespacePrefixes(xml: string): string {
  return /<\/?\w+:/.test(xml) ? xml.replace(/<(\/?)\w+:(?=\w)/g, '<$1') : xml
}

/** The text of `<si>` or `<is>`: all runs, without the phonetic readings of Japanese texts. */
export function cellTextOf(xml: string): string {
  const shown = xml.replace(/<rPh\b[\s\S]*?<\/rPh>/g, '')
  let text = ''
  for (const [, part] of shown.matchAll(/<t\b[^<>]*>([\s\S]*?)<\/t>/g)) text += decodeXmlText(part as string)
  return text
}

/** The column of a cell reference, counted from 0: `B` is 1. */
export function columnIndexOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference)?.[0]
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

export type DateKind = 'date' | 'time' | 'both'

const BUILT_IN: Readonly<Record<number, DateKind>> = {
  14: 'date',
  15: 'date',
  16: 'date',
  17: 'date',
  18: 'time',
  19: 'time',
  20: 'time',
  21: 'time',
  22: 'both',
  45: 'time',
  46: 'time',
  47: 'time',
}

/** Whether each cell style shows a date, from `xl/styles.xml`. */
export function dateKindByStyle(xml: string): Array<DateKind | null> {
  const formats = new Map<number, string>()
  for (const [tag] of xml.matchAll(/<numFmt\b[^<>]*>/g)) {
    const { numFmtId, formatCode } = xmlAttributesOf(tag)
    formats.set(Number(numFmtId), formatCode ?? '')
  }
  const cells = /<cellXfs\b[\s\S]*?<\/cellXfs>/.exec(xml)?.[0] ?? ''
  return [...cells.matchAll(/<xf\b[^<>]*>/g)].map(([tag]) => {
    const id = Number(xmlAttributesOf(tag).numFmtId)
    const format = formats.get(id)
    return format === undefined ? (BUILT_IN[id] ?? null) : kindOf(format)
  })
}

function kindOf(format: string): DateKind | null {
  const letters = format.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '').toLowerCase()
  const hasDate = /[dy]/.test(letters)
  const hasTime = /[hs]/.test(letters)
  return hasDate ? (hasTime ? 'both' : 'date') : hasTime ? 'time' : null
}

const DAY_MS = 86_400_000

/** A number of days as text that can be spoken and parsed: 2026-11-16, 14:30, or both. */
export function dateText(days: number, kind: DateKind, from1904: boolean): string {
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const iso = new Date(epoch + Math.round((days * DAY_MS) / 1000) * 1000).toISOString()
  const [date, time] = [iso.slice(0, 10), iso.slice(11, 16)]
  return kind === 'date' ? date : kind === 'time' ? time : `${date} ${time}`
}

/** Formats a number as a person would type it: 447911123456 and not 4.47911123456E11. */
export function numberText(value: string): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  return Number.isSafeInteger(number) ? number.toFixed(0) : String(number)
}
