import type { NumberCheck } from '../policies/rules/number-check.ts'

/** Column with a number's check: `[verdict, checked_at in milliseconds, reason]`. Null: there is no answer yet. */
export function numberCheckSql(organization: string, number: string): string {
  return `(select json_build_array(v.verdict, (extract(epoch from v.checked_at) * 1000)::float8, v.reason)
             from number_checks v
            where v.organization_id = ${organization} and v.phone_number = ${number} and v.verdict is not null)`
}

/** Columns with the last request about a number: `[asked_at, whether the service has answered since]`. */
export function lastRequestSql(organization: string, number: string): string {
  return `(select v.asked_at, v.checked_at >= v.asked_at as answered from number_checks v
            where v.organization_id = ${organization} and v.phone_number = ${number})`
}

export type NumberCheckRecord = [verdict: NumberCheck['verdict'], atMs: number, reason: string | null]

export function readNumberCheck(row: NumberCheckRecord | null): NumberCheck | null {
  return row === null ? null : { verdict: row[0], atMs: row[1], reason: row[2] }
}
