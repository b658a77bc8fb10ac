import { z } from 'zod'
import { countryCode } from '../addresses/schemas.ts'
import { limitIdleTime } from '../http/idle-limit.ts'
import { receiveUpload, UPLOAD_BYTES_MAX } from '../http/receive-upload.ts'
import { type Route, route } from '../http/route.ts'
import { optional, text } from '../http/schemas.ts'
import { expiryField, SUPPRESSIONS_TAG, type SuppressionDeps } from '../suppressions/schemas.ts'
import type { ImportConnections } from './import-limiter.ts'
import { importSuppressions } from './import-suppressions.ts'
import { REGISTRY_LAYOUTS } from './rules/registry-lines.ts'
import { requireCsv, UPLOAD_ERROR_CODES } from './upload-routes.ts'

const summary = z
  .object({
    total_rows: z.int().meta({ description: 'Numbers of the file, each once.' }),
    added_rows: z.int(),
    known_rows: z.int().meta({ description: 'Were on the list before.' }),
    rejected_rows: z.int(),
    duplicate_rows: z.int(),
    errors: z.array(
      z.object({
        row: z.int(),
        column: z.string().nullable(),
        code: z.string(),
        message: z.string(),
        value: z.string(),
      }),
    ),
  })
  .meta({ id: 'ImportedSuppressions' })

const EXAMPLE = {
  total_rows: 1000,
  added_rows: 990,
  known_rows: 10,
  rejected_rows: 0,
  duplicate_rows: 2,
  errors: [],
}

export interface SuppressionImportDeps extends SuppressionDeps {
  imports: ImportConnections
  /** Directory for received files between arrival and import; the files have no name there. */
  uploadDir: string
}

export function suppressionImportRoute({ imports, clock, keys, uploadDir, listed }: SuppressionImportDeps): Route {
  return route({
    method: 'POST',
    path: '/api/v1/suppressions/import',
    operation: 'importSuppressions',
    tag: SUPPRESSIONS_TAG,
    summary: 'Put a whole file of numbers on the list',
    description:
      'CSV as for contact lists; the columns `reason`, `source` and `expires_at` are taken where they are, the query says it for rows without. All or nothing; unreadable rows are listed.',
    bodyKind: 'stream',
    bodyTypes: ['text/csv', 'multipart/form-data'],
    query: z.object({
      country_code: optional(countryCode()).meta({ description: 'The country of numbers written without one.' }),
      phone_column: optional(text({ minimum: 1, maximum: 128 })),
      layout: optional(z.enum(REGISTRY_LAYOUTS)).meta({
        description:
          '`number`: no row with column names, the number first in each line (TPS, Bloctel, Robinson lists). `area_code_and_number`: the same with the area code in a column of its own (FTC). `header`, the default: the first row has the names of the columns.',
      }),
      reason: optional(text({ minimum: 1, maximum: 255 })),
      source: optional(text({ minimum: 1, maximum: 255 })),
      expires_at: expiryField(),
    }),
    answer: { schema: summary, example: EXAMPLE },
    errors: UPLOAD_ERROR_CODES,
    async handle({ principal, query, request }) {
      requireCsv(request)
      const { organizationId } = principal
      const turns = imports.gate.suppressions
      limitIdleTime(request, false)
      return turns.receive(organizationId, async () => {
        const file = await receiveUpload(request, uploadDir, UPLOAD_BYTES_MAX)
        try {
          const order = {
            organizationId,
            content: file.content(),
            // Only the registry of the United States has area codes in a separate column.
            countryCode: query.country_code ?? (query.layout === 'area_code_and_number' ? 'US' : null),
            layout: query.layout ?? 'header',
            phoneColumn: query.phone_column ?? null,
            reason: query.reason ?? 'imported',
            source: query.source ?? 'import',
            expiresAt: query.expires_at ? new Date(query.expires_at) : null,
            author: principal.author,
            now: new Date(clock.now()),
          }
          return await turns.run(organizationId, () => importSuppressions({ pool: imports.pool, keys }, order))
        } finally {
          listed(principal.organizationId)
          await file.close()
        }
      })
    },
  })
}
