/** Names that other clients of this API use for our fields, with the same meaning. */

type Data = Record<string, unknown>

const WEBHOOK_NAMES: Readonly<Record<string, string>> = {
  endpoint_url: 'url',
  http_method: 'method',
  custom_headers: 'headers',
  payload_template: 'payload',
}

/** The definition with our own names. Anything else is returned unchanged; a plain-text key of a kept node is left out. */
export function withOwnNames(input: unknown): unknown {
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

/** A list of keys and values as an object. */
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
