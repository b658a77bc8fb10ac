import type { ConsentEvent, RecordedConsent } from '../policies/rules/consent.ts'

/** The format of `consentsSql`. */
export type ConsentRecord = [id: number, kind: ConsentEvent, atMs: number, expiresMs: number | null, source: string]

export function readConsents(rows: readonly ConsentRecord[] | null): RecordedConsent[] {
  return (rows ?? []).map(([id, kind, atMs, expiresMs, source]) => ({ id, kind, atMs, expiresMs, source }))
}
