/**
 * Proposes numbers for the do-not-call list in one statement, which the dialer sends with the transaction that ends a call. An
 * existing open proposal is kept.
 */
import { canonicalNumber } from '../../addresses/rules/canonical-number.ts'

export interface SuppressionProposal {
  organizationId: number
  phoneNumber: string
  /**
   * The source of the proposal. `carrier`: SIP 607, the person marked the calls as unwanted. `conversation`: words that may be
   * such a request.
   */
  source: 'carrier' | 'conversation'
  /** The carrier's or the person's words. */
  reason: string | null
  callId: number
}

export const INSERT_PROPOSAL_SQL = `insert into suppression_candidates (organization_id, phone_number, source, reason, call_id, offered_at)
  select x.organization_id, x.phone_number, x.source, x.reason, x.call_id, x.at
    from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[])
         as x(organization_id, phone_number, source, reason, call_id, at)
  on conflict (organization_id, phone_number) where state = 'open' do nothing`

/** The number in the list's format. */
export const proposedNumber = ({ phoneNumber }: SuppressionProposal): string => canonicalNumber(phoneNumber)
