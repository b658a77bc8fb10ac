import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { id } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import { makeReceipt } from '../ledger/receipt.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import type { Database } from '../storage/database.ts'
import { findCall } from './queries.ts'

const proof = z.object({
  kind: z.enum(['checkpoint', 'cut']),
  sequence: z.int(),
  hash: z.string(),
  at: z.string(),
  first_sequence: z.int().optional(),
  root: z.string().optional(),
  public_key: z.string(),
  signature: z.string(),
})

const receipt = z
  .object({
    format: z.string(),
    organization_id: z.int(),
    call_id: z.int(),
    public_key: z.string().meta({ description: 'Ed25519, base64.' }),
    key_rotations: z.array(
      z.object({
        old_public_key: z.string(),
        public_key: z.string(),
        at: z.string(),
        signed_by_old: z.string(),
        signed_by_new: z.string(),
      }),
    ),
    person: z.object({ person: z.string(), phone_number: z.string(), key: z.string() }).nullable().meta({
      description: 'Which number the hash `person` in the records stands for; null once the person is erased.',
    }),
    records: z.array(
      z.object({
        before: z.string().meta({ description: 'SHA-256 of the record before, in hexadecimal.' }),
        record: z.record(z.string(), z.unknown()).meta({ description: 'The text of the ledger record.' }),
        path: z.array(z.string()).meta({ description: 'From the record upwards to the Merkle root.' }),
        proof,
      }),
    ),
  })
  .meta({ id: 'CallReceipt' })

const EXAMPLE = {
  format: 'outdial-receipt-1',
  organization_id: 1,
  call_id: 42,
  public_key: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  key_rotations: [],
  person: {
    person: '5Zr0xXHhG0oPpYtrw0cHnPpS2kQ1n8aD',
    phone_number: '+447912345678',
    key: 'cGVyc29uIGtleSAxNiBieQ==',
  },
  records: [
    {
      before: '0'.repeat(64),
      record: {
        actor: 'dialer',
        at: '2026-11-16T09:41:00.000Z',
        body: { call_id: 42, person: '5Zr0xXHhG0oPpYtrw0cHnPpS2kQ1n8aD', policy_version: '3' },
        kind: 'dial',
        organization_id: 1,
        sequence: 1,
      },
      path: [],
      proof: {
        kind: 'checkpoint' as const,
        sequence: 1,
        hash: 'a3f1'.repeat(16),
        at: '2026-11-16T10:00:00.000Z',
        first_sequence: 1,
        root: 'b7c2'.repeat(16),
        public_key: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
        signature: 'c2lnbmF0dXJl',
      },
    },
  ],
}

export function receiptRoute(deps: { db: Database; clock: Clock; keys: LedgerKeys }): Route {
  return route({
    method: 'GET',
    path: '/api/v1/calls/{call_id}/receipt',
    operation: 'getCallReceipt',
    tag: 'Calls',
    summary: 'Read the ledger records of a call as a file that can be verified',
    description:
      'The records of the dial and of its end, each with the path to the signed Merkle root that covers it. `npx outdial verify FILE --key PUBLIC_KEY` checks it without this server.',
    params: z.object({ call_id: id() }),
    answer: { schema: receipt, example: EXAMPLE },
    errors: ['call_not_found', 'receipt_not_found', 'ledger_broken'],
    async handle({ principal: { organizationId }, params }) {
      const call = await findCall(deps.db, organizationId, params.call_id)
      if (!call) throw new ApiError('call_not_found')
      const { id: callId, phone_number: phoneNumber, claimed_at: claimedAt, ended_at: endedAt } = call
      const made = await makeReceipt(deps, organizationId, { id: callId, phoneNumber, claimedAt, endedAt })
      if (made === 'broken') throw new ApiError('ledger_broken')
      if (made === 'none') throw new ApiError('receipt_not_found')
      return made as never
    },
  })
}
