/** Names that other clients of this API use for the same fields. */

import type { NodeTypeSpec } from './node-types.ts'
import { options, property } from './properties.ts'

type Data = Record<string, unknown>

const WEBHOOK_NAMES: Readonly<Record<string, string>> = {
  endpoint_url: 'url',
  http_method: 'method',
  custom_headers: 'headers',
  payload_template: 'payload',
}

const FOREIGN_PROPERTIES = [
  property({
    name: 'endpoint_url',
    type: 'url',
    display_name: 'Endpoint URL',
    description: 'Another name of `url`.',
    max_length: 2048,
  }),
  property({
    name: 'http_method',
    type: 'options',
    display_name: 'HTTP method',
    description: 'Another name of `method`.',
    options: options(['POST', 'POST'], ['PUT', 'PUT'], ['PATCH', 'PATCH']),
  }),
  property({
    name: 'custom_headers',
    type: 'fixed_collection',
    multiple: true,
    display_name: 'Custom headers',
    description: 'Another form of `headers`: a list of keys and values.',
    properties: [
      property({ name: 'key', type: 'string', display_name: 'Header', description: 'Its name.', required: true }),
      property({ name: 'value', type: 'string', display_name: 'Value', description: 'Its value.' }),
    ],
  }),
  property({
    name: 'payload_template',
    type: 'json',
    display_name: 'Payload template',
    description: 'Another name of `payload`.',
  }),
]

/**
 * The node type with the names of other clients as further fields. These clients refuse fields that are not listed, require the
 * required ones, and fill in defaults. So this program's own name is neither required nor filled in: a default `method` would
 * override `http_method`. The server still requires one of the two.
 */
export function withForeignProperties(spec: NodeTypeSpec): NodeTypeSpec {
  if (spec.name !== 'webhook') return spec
  const replaced = new Set(Object.values(WEBHOOK_NAMES))
  const own = spec.properties.map((each) =>
    replaced.has(each.name) ? { ...each, required: false, default: null } : each,
  )
  return { ...spec, properties: [...own, ...FOREIGN_PROPERTIES] }
}

/**
 * Renames the fields of other clients to this program's names. Other values are returned unchanged; a plain-text key of a kept
 * node is dropped.
 */
export function toOwnNames(input: unknown): unknown {
  if (!isObject(input) || !Array.isArray(input.nodes)) return input
  return { ...input, nodes: input.nodes.map(nodeWithOwnNames) }
}

function nodeWithOwnNames(node: unknown): unknown {
  if (!isObject(node) || !isObject(node.data)) return node
  if (node.type === 'webhook') return { ...node, data: webhookData(node.data) }
  if (node.type !== 'qa') return node
  const { qa_api_key: _, ...data } = node.data
  return { ...node, data }
}

function webhookData(data: Data): Data {
  const own: Data = {}
  for (const [name, value] of Object.entries(data)) if (!Object.hasOwn(WEBHOOK_NAMES, name)) own[name] = value
  for (const [foreign, name] of Object.entries(WEBHOOK_NAMES)) {
    const value = data[foreign]
    if (isFilled(value) && !isFilled(own[name])) own[name] = name === 'headers' ? headersOf(value) : value
  }
  return own
}

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Converts a list of keys and values to an object. */
function headersOf(given: unknown): unknown {
  if (!Array.isArray(given)) return given
  const entries = given.flatMap((each) =>
    isObject(each) && typeof each.key === 'string' && each.key !== '' ? [[each.key, String(each.value ?? '')]] : [],
  )
  return Object.fromEntries(entries)
}

export function isObject(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
