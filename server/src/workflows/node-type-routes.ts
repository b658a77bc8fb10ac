import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { bool, optional, text } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import { EDGE_PROPERTIES, SETTINGS_PROPERTIES } from './rules/edge-properties.ts'
import { withForeignProperties } from './rules/foreign-names.ts'
import { NODE_TYPES, type NodeTypeSpec, nodeTypeSpec, SPEC_VERSION } from './rules/node-types.ts'
import type { Property } from './rules/properties.ts'

const BASE = '/api/v1/node-types'
const TAG = 'Workflows'

const property = z
  .object({
    name: z.string(),
    type: z.enum([
      'string',
      'number',
      'boolean',
      'options',
      'multi_options',
      'fixed_collection',
      'json',
      'mention_textarea',
      'url',
      'tool_refs',
      'credential_ref',
      'recording_ref',
      'document_refs',
    ]),
    display_name: z.string(),
    description: z.string(),
    default: z.unknown(),
    required: z.boolean(),
    placeholder: z.string().nullable(),
    options: z.array(z.object({ value: z.string(), label: z.string() })).nullable(),
    get properties() {
      return z.array(property).nullable().meta({
        description:
          'The fields of each entry of a `fixed_collection`, which is a list, or of a `json` that is one object.',
      })
    },
    min_value: z.number().nullable(),
    max_value: z.number().nullable(),
    min_length: z.number().nullable(),
    max_length: z.number().nullable(),
    pattern: z.string().nullable(),
  })
  .meta({ id: 'NodeProperty' })

/**
 * A property in the clients' format. Clients refuse unknown keys, and treat every `fixed_collection` as a list; one that is a
 * single object is shown as JSON with its fields beside it.
 */
function shownProperty({ multiple, type, properties, ...rest }: Property): z.output<typeof property> {
  const isOneObject = type === 'fixed_collection' && !multiple
  return {
    ...rest,
    type: isOneObject ? 'json' : type,
    options: rest.options === null ? null : [...rest.options],
    properties: properties?.map(shownProperty) ?? null,
  }
}

const shownType = (spec: NodeTypeSpec) => ({ ...spec, properties: spec.properties.map(shownProperty) })

const foreignNames = () =>
  optional(bool()).meta({
    description:
      'Whether fields are also listed under the names of other clients of this interface (`endpoint_url` as well as `url` of a webhook); true if left out. An editor wants false: each field once, with what is required and its default.',
  })
const NAMES_QUERY = z.object({ foreign_names: foreignNames() })

const namedType = (spec: NodeTypeSpec, isForeign: boolean | undefined) =>
  shownType(isForeign === false ? spec : withForeignProperties(spec))

const count = () => z.number().nullable()

const nodeType = z
  .object({
    name: z.string(),
    display_name: z.string(),
    description: z.string(),
    category: z.enum(['call_node', 'global_node', 'trigger', 'integration']),
    icon: z.string(),
    version: z.string(),
    properties: z.array(property),
    examples: z.array(z.object({ name: z.string(), data: z.record(z.string(), z.unknown()) })),
    graph_constraints: z.object({
      min_incoming: count(),
      max_incoming: count(),
      min_outgoing: count(),
      max_outgoing: count(),
      min_instances: count(),
      max_instances: count(),
    }),
  })
  .meta({ id: 'NodeType' })

/** The catalogue generates the editor's forms and also validates a definition, so the two cannot disagree. */
export function nodeTypeRoutes(): Route[] {
  return [
    route({
      method: 'GET',
      path: BASE,
      operation: 'listNodeTypes',
      tag: TAG,
      summary: 'The node types of workflows and their fields',
      query: NAMES_QUERY,
      answer: {
        schema: z.object({
          spec_version: z.string(),
          node_types: z.array(nodeType),
          edge_properties: z.array(property).meta({ description: 'The fields of the `data` of an edge.' }),
          settings_properties: z.array(property).meta({ description: 'The fields of the `settings` of a definition.' }),
        }),
        example: {
          spec_version: SPEC_VERSION,
          node_types: [shownType(NODE_TYPES.endCall)],
          edge_properties: EDGE_PROPERTIES.slice(0, 1).map(shownProperty),
          settings_properties: SETTINGS_PROPERTIES.slice(0, 1).map(shownProperty),
        },
      },
      handle: async ({ query }) => ({
        spec_version: SPEC_VERSION,
        node_types: Object.values(NODE_TYPES).map((spec) => namedType(spec, query.foreign_names)),
        edge_properties: EDGE_PROPERTIES.map(shownProperty),
        settings_properties: SETTINGS_PROPERTIES.map(shownProperty),
      }),
    }),
    route({
      method: 'GET',
      path: `${BASE}/{name}`,
      operation: 'getNodeType',
      tag: TAG,
      summary: 'One node type and its fields',
      params: z.object({ name: text({ minimum: 1, maximum: 100 }) }),
      query: NAMES_QUERY,
      answer: { schema: nodeType, example: shownType(NODE_TYPES.endCall) },
      errors: ['node_type_not_found'],
      async handle({ params, query }) {
        const spec = nodeTypeSpec(params.name)
        if (!spec) throw new ApiError('node_type_not_found')
        return namedType(spec, query.foreign_names)
      },
    }),
  ]
}
