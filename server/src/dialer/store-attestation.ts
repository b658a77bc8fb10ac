/** Stores what the carrier reports about the signature of a call's caller ID (STIR/SHAKEN). */
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import type { Attestation } from '../telephony/provider.ts'

/** Longer than any word of a carrier. */
const REPORTED_MAX = 64
/** A number that is shown in many calls keeps the date of its last report only this exactly. */
const SAME_REPORT_MS = 60_000

/**
 * Outbound calls also show how the carrier signs the number that was shown. A report that repeats what is stored, for example at
 * the answer after that at the ringing, changes nothing.
 */
export async function storeAttestation(
  db: Queries,
  callId: number,
  attestation: Attestation,
  now: Date,
): Promise<void> {
  const { level, isVerified } = attestation
  const reported = attestation.reported.slice(0, REPORTED_MAX).replace(/[^ -~]/g, '')
  const stored = JSON.stringify({ level, is_verified: isVerified, reported })
  const recent = new Date(now.getTime() - SAME_REPORT_MS)
  await sql`
    with attested as (
      update calls set attestation = ${stored}::jsonb
       where id = ${callId} and attestation is distinct from ${stored}::jsonb
      returning caller_number_id, direction)
    update phone_numbers n set attestation = ${level}, attested_at = ${now}
      from attested c
     where n.id = c.caller_number_id and c.direction = 'outbound'
       and (n.attestation is distinct from ${level} or n.attested_at < ${recent})`.execute(db)
}
