import { ERASED } from '../../addresses/rules/erased.ts'

/**
 * Must this number not be called? One condition for every statement that asks: the claim, single calls, explanations.
 * The arguments are SQL expressions of ours, never a client's text. An organization without ranges pays one look into an
 * empty index for them. Not written with `exists`: that PostgreSQL may turn into a hash of the whole list, read anew by
 * every claim.
 */
export function suppressed(organizationId: string, phoneNumber: string, at: string): string {
  return `(${phoneNumber} = '${ERASED}' or (select true from suppressions s
             where s.organization_id = ${organizationId} and s.phone_number = ${phoneNumber}
               and (s.expires_at is null or s.expires_at > ${at}) limit 1) is true
           or (select true from suppressed_ranges r, unnest(r.prefixes) as prefix
                where r.organization_id = ${organizationId} and starts_with(${phoneNumber}, prefix)
                  and (r.expires_at is null or r.expires_at > ${at}) limit 1) is true)`
}
