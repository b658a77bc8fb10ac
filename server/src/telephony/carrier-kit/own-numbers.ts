/** Reads the numbers of an account from the carrier's list, page by page. */
import type { OwnNumber, OwnNumbers } from '../provider.ts'
import { textAtPath } from './http.ts'

/** The numbers in one page of a carrier's list, in E.164; entries that are not numbers are left out. */
export function numbersInPage(list: unknown, numberField: string, labelField: string): OwnNumber[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((entry) => {
    const digits = (textAtPath(entry, numberField) ?? '').replace(/^\+/, '')
    return /^\d{6,15}$/.test(digits) ? [{ address: `+${digits}`, label: textAtPath(entry, labelField) }] : []
  })
}

/** Maximum number of pages read from one list. For an account with more numbers, `more` is set. */
export const NUMBER_PAGES_MAX = 100

/** `next`: what the request for the next page needs; null: this was the last page. */
export type NumberPage = { numbers: OwnNumber[]; next: string | null } | { fault: string }

/**
 * Reads the whole list. If a later page cannot be read, or a carrier repeats a page, the numbers read so far are returned with
 * `more`: a missing number may still belong to the account.
 */
export async function readAllNumberPages(ask: (next: string | null) => Promise<NumberPage>): Promise<OwnNumbers> {
  const numbers = new Map<string, OwnNumber>()
  const asked = new Set<string | null>()
  let next: string | null = null
  for (let page = 0; page < NUMBER_PAGES_MAX && !asked.has(next); page++) {
    asked.add(next)
    const read = await ask(next)
    if ('fault' in read) {
      return page === 0 ? { ok: false, message: read.fault } : { ok: true, numbers: [...numbers.values()], more: true }
    }
    const before = numbers.size
    for (const number of read.numbers) numbers.set(number.address, number)
    if (read.next === null) return { ok: true, numbers: [...numbers.values()], more: false }
    if (read.numbers.length > 0 && numbers.size === before) break
    next = read.next
  }
  return { ok: true, numbers: [...numbers.values()], more: true }
}
