import { canonicalNumberSql } from '../../addresses/rules/canonical-number.ts'
import { ERASED_NUMBER } from '../../addresses/rules/erased-number.ts'

/**
 * SQL condition: whether calls to this number are forbidden. Every statement uses it: the claim, single calls, explanations. The
 * arguments are SQL expressions of the program, never a client's text. For an organization without ranges they cost one look-up
 * in an empty index. Not written with `exists`: PostgreSQL may turn that into a hash of the whole list, read again by every
 * claim. A SIP URI that contains a phone number is checked as that number.
 */
export function isSuppressedSql(organizationId: string, address: string, at: string): string {
  const phoneNumber = canonicalNumberSql(address)
  return `(${address} = '${ERASED_NUMBER}' or (select true from suppressions s
             where s.organization_id = ${organizationId} and s.phone_number = ${phoneNumber}
               and (s.expires_at is null or s.expires_at > ${at}) limit 1) is true
           or (select true from suppressed_ranges r, unnest(r.prefixes) as prefix
                where r.organization_id = ${organizationId} and starts_with(${phoneNumber}, prefix)
                  and (r.expires_at is null or r.expires_at > ${at}) limit 1) is true)`
}
