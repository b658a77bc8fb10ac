/** The numbers in a carrier's list, in E.164; entries that are not numbers are left out. */
import type { OwnNumber } from '../provider.ts'
import { textAt } from './http.ts'

export function listedNumbers(list: unknown, numberField: string, labelField: string): OwnNumber[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((entry) => {
    const digits = (textAt(entry, numberField) ?? '').replace(/^\+/, '')
    return /^\d{6,15}$/.test(digits) ? [{ address: `+${digits}`, label: textAt(entry, labelField) }] : []
  })
}
