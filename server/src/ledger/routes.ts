import { Readable } from 'node:stream'
import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import { checkpointLedger } from './checkpoint-ledger.ts'
import { exportLedger } from './export-ledger.ts'
import type { LedgerKeys } from './signing.ts'
import { verifyLedger } from './verify-ledger.ts'

const BASE = '/api/v1/ledger'
const TAG = 'Ledger'

const verdict = z
  .object({
    ok: z.boolean().meta({ description: 'No record was altered, dropped, moved or cut off.' }),
    records: z.int(),
    from: z.int().meta({ description: 'The number of the first record that is kept; 0 if there is none.' }),
    to: z.int(),
    public_key: z.string().meta({ description: 'Ed25519, base64: what exports are signed with.' }),
    faults: z.array(
      z.object({
        fault: z.enum(['gap', 'altered', 'misplaced', 'broken', 'cut', 'head', 'checkpoint', 'missing', 'key']),
        sequence: z.int(),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: 'LedgerVerdict' })

const EXAMPLE = {
  ok: true,
  records: 1250,
  from: 1,
  to: 1250,
  public_key: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  faults: [],
}

export function ledgerRoutes({ db, clock, keys }: { db: Database; clock: Clock; keys: LedgerKeys }): Route[] {
  return [
    route({
      method: 'GET',
      path: `${BASE}/verify`,
      operation: 'verifyLedger',
      tag: TAG,
      summary: 'Verify the ledger',
      description: 'Checks every record. `outdial ledger verify` gives the same result.',
      answer: { schema: verdict, example: EXAMPLE },
      async handle({ principal }) {
        const { checkpoints: _, ...found } = await verifyLedger({ db, keys }, principal.organizationId)
        return { ...found, public_key: keys.publicKey.toString('base64') }
      },
    }),
    route({
      method: 'GET',
      path: `${BASE}/export`,
      operation: 'exportLedger',
      tag: TAG,
      summary: 'The ledger with its proof, for an auditor',
      description:
        'JSON Lines: a header, every record with its hash, and a signed checkpoint as proof. `npx outdial verify FILE --key PUBLIC_KEY` checks it without this server and without any secret. Records name persons by a keyed hash; a line `person` gives number and key of each who was not erased.',
      answer: { contentType: 'application/x-ndjson', description: 'One JSON object per line.' },
      errors: ['ledger_broken'],
      async handle({ principal, reply }) {
        const { organizationId } = principal
        const last = await checkpointLedger({ db, clock, keys }, organizationId)
        if (!last) throw new ApiError('ledger_broken')
        reply.header('content-type', 'application/x-ndjson; charset=utf-8')
        reply.header('content-disposition', 'attachment; filename="ledger.jsonl"')
        return reply.send(Readable.from(exportLedger({ db, keys }, organizationId, last)))
      },
    }),
  ]
}
