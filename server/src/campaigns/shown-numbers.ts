/** All numbers of one contact: which is dialed next, and why another one is passed over. */
import { z } from 'zod'
import { PASS_REASONS, type PassReason } from '../dialer/rules/numbers-of-contact.ts'
import type { Queries } from '../storage/database.ts'
import { isSuppressed } from '../suppressions/queries.ts'

export const contactNumbersShape = z
  .array(
    z.object({
      phone_number: z.string(),
      is_next: z.boolean().meta({ description: 'The contact waits, and this number is dialed next.' }),
      passed_over_by: z.enum(PASS_REASONS).nullable().meta({
        description:
          '`suppressed`: on the do-not-call list. `not_callable`: it does not exist, or the carrier account may not call it. `call_failed`: a call to it failed without a reason. `consent`, `no_route`: a rule holds it; the rule is asked again at the next attempt, and when a consent or the route changes. Null: it is dialed in its turn.',
      }),
    }),
  )
  .meta({
    description:
      'In the order in which they are dialed. After an attempt that did not reach the person the next one is dialed, after the last the first again.',
  })

export const CONTACT_NUMBERS_EXAMPLE = [{ phone_number: '+15550100', is_next: false, passed_over_by: null }]

export interface ContactWithNumbers {
  phone_number: string
  state: string
  numbers: readonly string[] | null
  passed_numbers: Readonly<Record<string, PassReason>> | null
}

export type ShownNumbers = z.output<typeof contactNumbersShape>

export function shownNumbers({ phone_number, state, numbers, passed_numbers }: ContactWithNumbers): ShownNumbers {
  return (numbers ?? [phone_number]).map((number) => {
    const isNext = state === 'pending' && number === phone_number
    return { phone_number: number, is_next: isNext, passed_over_by: passed_numbers?.[number] ?? null }
  })
}

/** The same, with numbers that were put on the do-not-call list since the last attempt. */
export async function currentNumbers(
  db: Queries,
  organizationId: number,
  contact: ContactWithNumbers,
  now: Date,
): Promise<ShownNumbers> {
  const shown = shownNumbers(contact)
  if (contact.numbers === null) return shown
  const listed = await Promise.all(shown.map((one) => isSuppressed(db, organizationId, one.phone_number, now)))
  return shown.map((one, index) => (listed[index] ? { ...one, passed_over_by: 'suppressed' as const } : one))
}
