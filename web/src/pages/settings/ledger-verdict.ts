import { auditWords as w } from '../../words/audit.ts'

interface Verified {
  ok: boolean
  records: number
  faults: readonly { message: string }[]
}

/**
 * The verdict on the ledger. For an intact chain it also says what that does not prove: calls without calling rules may not be in
 * it.
 */
export function ledgerVerdict({ ok, records, faults }: Verified): { title: string; text: string } {
  if (!ok) return { title: w.broken, text: faults.map(({ message }) => message).join(' ') }
  return { title: w.verified(records), text: w.proves }
}
