import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { id, integer, optional, text } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError, ValidationError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import { findWorkflow } from '../workflows/queries.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { findVersion } from '../workflows/version-queries.ts'
import { previewList } from './preview-list.ts'
import { findReadyList } from './queries.ts'
import { COLUMN_TYPES } from './rules/column-type.ts'
import { contactListShape, LIST_EXAMPLE } from './schemas.ts'
import { CONTACT_ZONES_EXAMPLE, contactZonesShape, LIST_ZONES_EXAMPLE, listZonesShape } from './zone-shapes.ts'

const ROWS = { default: 10, most: 100 }

const rowNumbers = () => z.array(z.int()).meta({ description: 'The first of them, as rows of the file.' })

const preview = contactListShape
  .extend({
    phone_column: z.string().nullable(),
    file_rows: z.int().meta({ description: 'Rows with something in them: contacts, rejected rows and duplicates.' }),
    suppressed_rows: z.int().meta({ description: 'Contacts on the do-not-call list; they will not be called.' }),
    suppressed_examples: rowNumbers(),
    callable_rows: z.int(),
    column_details: z
      .array(
        z.object({
          name: z.string(),
          type: z.enum(['phone_number', ...COLUMN_TYPES]),
          filled: z.number().meta({ description: 'Share of rows with a value.' }),
          examples: z.array(z.string()),
          variable: z.string().nullable().meta({ description: 'The variable of the workflow that it fills.' }),
        }),
      )
      .meta({ description: 'Judged by the first 1,000 rows.' }),
    zones: listZonesShape
      .nullable()
      .meta({ description: 'Where the contacts may be, as calling hours must know. Null: not worked out yet.' }),
    rows: z.array(
      z.object({
        row: z.int(),
        phone_number: z.string(),
        phone_numbers: z
          .array(z.string())
          .meta({ description: 'All numbers of the row, in the order in which they are dialed.' }),
        variables: z.record(z.string(), z.string()),
        zones: contactZonesShape.nullable(),
      }),
    ),
    rejections: z.array(
      z.object({
        code: z.string(),
        message: z.string(),
        count: z.int(),
        examples: z.array(z.object({ row: z.int(), column: z.string().nullable(), value: z.string().nullable() })),
        readable_as: z.array(z.object({ country_code: z.string(), rows: z.int() })).meta({
          description:
            'How many of the first 1,000 could be called if the file were uploaded again with this `country_code`.',
        }),
      }),
    ),
    variables: z
      .array(
        z.object({
          name: z.string(),
          required: z.boolean(),
          default: z.string().nullable(),
          column: z.string().nullable().meta({ description: 'The column that fills it; null: none does.' }),
          suggested_column: z.string().nullable().meta({ description: 'One that might: see `rename` of the upload.' }),
          lacking_rows: z.int().meta({ description: 'Contacts without a value that the workflow needs.' }),
          lacking_examples: rowNumbers(),
          default_rows: z.int().meta({
            description: 'People to whom the default would be spoken, because their cell or the column is missing.',
          }),
        }),
      )
      .meta({ description: 'Variables that the workflow needs from every contact; empty without `workflow_id`.' }),
  })
  .meta({ id: 'ContactListPreview' })

const EXAMPLE = {
  ...LIST_EXAMPLE,
  phone_column: 'phone_number',
  file_rows: 1000,
  suppressed_rows: 3,
  suppressed_examples: [12, 40, 871],
  callable_rows: 995,
  column_details: [
    { name: 'phone_number', type: 'phone_number', filled: 1, examples: ['+447700900123'], variable: null },
    { name: 'first_name', type: 'text', filled: 0.98, examples: ['Ada', 'Grace'], variable: 'first_name' },
  ],
  zones: LIST_ZONES_EXAMPLE,
  rows: [
    {
      row: 2,
      phone_number: '+18505550123',
      phone_numbers: ['+18505550123'],
      variables: { first_name: 'Ada', appointment: 'Monday' },
      zones: CONTACT_ZONES_EXAMPLE,
    },
  ],
  rejections: [
    {
      code: 'country_unknown',
      message: 'The country of this number is unknown: write it with + and the calling code, or give a country_code.',
      count: 1,
      examples: [{ row: 17, column: 'phone_number', value: '07700 900123' }],
      readable_as: [{ country_code: 'GB', rows: 1 }],
    },
  ],
  variables: [
    {
      name: 'first_name',
      required: true,
      default: null,
      column: 'first_name',
      suggested_column: null,
      lacking_rows: 20,
      lacking_examples: [5, 9],
      default_rows: 0,
    },
  ],
}

export function previewRoute({ db, clock }: { db: Database; clock: Clock }): Route {
  return route({
    method: 'GET',
    path: '/api/v1/contact-lists/{source_id}/preview',
    operation: 'previewContactList',
    tag: 'Contact lists',
    summary:
      'How a list was read: first rows, columns, do-not-call hits, rejected rows by reason, what a workflow lacks',
    params: z.object({ source_id: text() }),
    query: z.object({
      workflow_id: optional(id()).meta({ description: 'Shows which of its variables the list fills and lacks.' }),
      workflow_version_number: optional(integer({ minimum: 1 })).meta({
        description: 'A version of that workflow, such as the one a campaign calls with; the current one if left out.',
      }),
      limit: optional(integer({ minimum: 1, maximum: ROWS.most })).meta({ description: 'Rows shown; 10 if left out.' }),
    }),
    answer: { schema: preview, example: EXAMPLE },
    errors: ['contact_list_not_found', 'workflow_not_found', 'workflow_version_not_found'],
    async handle({ principal: { organizationId }, params, query }) {
      const list = await findReadyList(db, organizationId, params.source_id)
      if (!list) throw new ApiError('contact_list_not_found')
      const definition = await definitionOf(db, organizationId, query)
      const now = new Date(clock.now())
      return previewList(db, list, { organizationId, rows: query.limit ?? ROWS.default, definition, now })
    },
  })
}

interface WorkflowRequest {
  workflow_id?: number | undefined
  workflow_version_number?: number | undefined
}

async function definitionOf(
  db: Database,
  organizationId: number,
  { workflow_id: id, workflow_version_number: number }: WorkflowRequest,
): Promise<WorkflowDefinition | null> {
  if (id === undefined && number !== undefined)
    throw new ValidationError([
      {
        loc: ['query', 'workflow_id'],
        msg: 'Field required with workflow_version_number',
        type: 'missing',
        input: null,
      },
    ])
  if (id === undefined) return null
  const workflow = await findWorkflow(db, organizationId, id)
  if (!workflow) throw new ApiError('workflow_not_found')
  if (number === undefined) return workflow.definition
  const version = await findVersion(db, organizationId, id, number)
  if (!version) throw new ApiError('workflow_version_not_found')
  return version.definition
}
