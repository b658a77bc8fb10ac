/** Response shapes of tools and of their tests. */
import { z } from 'zod'
import { timestamp } from '../http/schemas.ts'
import { TOOL_CATEGORIES, TOOL_STATUSES } from './rules/tool-definition.ts'

export const toolAnswer = z.object({
  id: z.int(),
  tool_uuid: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  category: z.enum(TOOL_CATEGORIES),
  icon: z.string().nullable(),
  icon_color: z.string().nullable(),
  status: z.enum(TOOL_STATUSES),
  definition: z.record(z.string(), z.unknown()).meta({ description: 'As it was sent; headers with secrets masked.' }),
  created_at: timestamp(),
  updated_at: timestamp().nullable(),
  created_by: z
    .object({ id: z.int(), provider_id: z.string() })
    .nullable()
    .meta({ description: 'The API key that created it.' }),
})

export const TOOL_EXAMPLE = {
  id: 3,
  tool_uuid: '5d1f7c1e-3f6e-4f0e-9a52-6c2d8f1f6f10',
  name: 'Find order',
  description: 'Finds an order by its number and says when it arrives.',
  category: 'http_api' as const,
  icon: null,
  icon_color: null,
  status: 'active' as const,
  definition: {
    schema_version: 1,
    type: 'http_api',
    config: {
      method: 'GET',
      url: 'https://shop.example.com/orders/{{order_number}}',
      credential_uuid: '8a7c0c5e-6d0a-4b52-9f5c-0f7a1b7d2c11',
      parameters: [{ name: 'order_number', type: 'string', description: 'The number of the order.', required: true }],
      timeout_ms: 5000,
      customMessage: 'One moment, I am looking that up.',
      result_variables: [{ name: 'arrival', path: 'delivery.date' }],
    },
  },
  created_at: '2026-11-16T09:00:00.000Z',
  updated_at: null,
  created_by: { id: 1, provider_id: 'api-key-1' },
}

export const toolTestAnswer = z.object({
  status: z.enum(['success', 'error']),
  status_code: z.int().nullable(),
  data: z.unknown().meta({ description: 'The JSON of the answer, or its text.' }),
  error: z.string().nullable(),
  reason: z.string().nullable().meta({
    description:
      'Why it failed: `refused`, `redirected`, `time_out`, `not_reached`, `forbidden_address`, `too_large`, `unreadable`, `incomplete`, `not_sent`.',
  }),
  variables: z.record(z.string(), z.string()).meta({ description: 'Variables that a conversation would get.' }),
  tries: z.int(),
  duration_ms: z.int(),
  request_method: z.string(),
  request_url: z.string(),
  request_headers: z.record(z.string(), z.string()),
  request_body: z.unknown(),
  request_params: z.record(z.string(), z.string()).nullable(),
  consumed_path_params: z.array(z.string()),
})

export const TOOL_TEST_EXAMPLE = {
  status: 'success' as const,
  status_code: 200,
  data: { delivery: { date: '2026-11-18' } },
  error: null,
  reason: null,
  variables: { arrival: '2026-11-18' },
  tries: 1,
  duration_ms: 87,
  request_method: 'GET',
  request_url: 'https://shop.example.com/orders/4711',
  request_headers: { accept: 'application/json', authorization: '****************cret' },
  request_body: null,
  request_params: {},
  consumed_path_params: ['order_number'],
}

export const toolRefreshAnswer = z.object({
  tool_uuid: z.string(),
  discovered_tools: z.array(z.record(z.string(), z.unknown())),
  error: z.string().nullable(),
})

export const TOOL_REFRESH_EXAMPLE = {
  tool_uuid: TOOL_EXAMPLE.tool_uuid,
  discovered_tools: [
    {
      name: 'find_slot',
      description: 'Finds a free appointment.',
      parameters: [{ name: 'day', type: 'string', description: 'The day.', required: true }],
      read_only: true,
    },
  ],
  error: null,
}
