import { callableAsSql } from '../../addresses/rules/callable-as.ts'
import { ERASED } from '../../addresses/rules/erased.ts'

/**
 * Must this number not be called? One condition for every statement that asks: the claim, single calls, explanations.
 * The arguments are SQL expressions of ours, never a client's text. An organization without ranges pays one look into an
 * empty index for them. Not written with `exists`: that PostgreSQL may turn into a hash of the whole list, read anew by
 * every claim. A SIP URI that carries a phone number is asked about as that number.
 */
export function suppressed(organizationId: string, address: string, at: string): string {
  const phoneNumber = callableAsSql(address)
  return `(${address} = '${ERASED}' or (select true from suppressions s
             where s.organization_id = ${organizationId} and s.phone_number = ${phoneNumber}
               and (s.expires_at is null or s.expires_at > ${at}) limit 1) is true
           or (select true from suppressed_ranges r, unnest(r.prefixes) as prefix
                where r.organization_id = ${organizationId} and starts_with(${phoneNumber}, prefix)
                  and (r.expires_at is null or r.expires_at > ${at}) limit 1) is true)`
}
