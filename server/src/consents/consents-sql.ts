/** Maximum number of consent records of a number that are read as one column of a statement. */
const CONSENTS_READ_MAX = 50

/**
 * Column with a number's consents, newest first: `[id, kind, at, expires_at, source]` with times in milliseconds. Null: none
 * recorded.
 */
export function consentsSql(organization: string, number: string): string {
  const ms = (column: string) => `extract(epoch from ${column}) * 1000`
  return `(select json_agg(json_build_array(k.id, k.kind, (${ms('k.at')})::float8, (${ms('k.expires_at')})::float8, k.source))
             from (select * from consents n where n.organization_id = ${organization} and n.phone_number = ${number}
                    order by n.at desc limit ${CONSENTS_READ_MAX}) k)`
}
