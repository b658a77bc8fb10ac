/** Converts the text form of a tool to the server's format: one parameter or value per line. */
export interface Parameter {
  name: string
  type: 'string'
  description: string
  required: boolean
}

export interface ResultVariable {
  name: string
  path: string
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Parses parameters, one per line: `order_number: The number of the order.`; `?` after the name makes it optional. */
export function readParameters(text: string): Parameter[] {
  return linesOf(text).map((line) => {
    const at = line.indexOf(':')
    const name = (at === -1 ? line : line.slice(0, at)).trim()
    const description = at === -1 ? '' : line.slice(at + 1).trim()
    const isOptional = name.endsWith('?')
    const bare = isOptional ? name.slice(0, -1).trim() : name
    return { name: bare, type: 'string', description: description || bare, required: !isOptional }
  })
}

/** Parses result variables, one per line: `arrival = delivery.date`. */
export function readResultVariables(text: string): ResultVariable[] {
  return linesOf(text).map((line) => {
    const at = line.indexOf('=')
    const name = (at === -1 ? line : line.slice(0, at)).trim()
    return { name, path: at === -1 ? name : line.slice(at + 1).trim() }
  })
}

/** The parameters of a tool in the server's format. */
export function parametersOf(definition: Record<string, unknown>): Parameter[] {
  const { config } = definition as { config?: { parameters?: Parameter[] | null } }
  return config?.parameters ?? []
}

/** The request as text: "GET https://shop.example.com/orders/…" */
export function requestOf(definition: Record<string, unknown>): string {
  const { config } = definition as { config?: { method?: string; url?: string } }
  return [config?.method, config?.url].filter(Boolean).join(' ')
}
