/** SQL about addresses that more than one room needs. */
import { type RawBuilder, sql } from 'kysely'
import { canonicalNumber } from './rules/canonical-number.ts'

/**
 * Whether the address in this column rings the same phone as `address`. SIP URIs that carry a number have small indexes of
 * their own (storage/large-indexes.ts); all other rows are found by the index of the column itself.
 */
export function ringsSamePhone(column: RawBuilder<unknown>, address: string): RawBuilder<boolean> {
  const phone = canonicalNumber(address)
  return sql`(${column} = ${phone} or (${column} like 'sip%' and callable_as(${column}) = ${phone}))`
}
