/** Parses JSON that comes from outside and may be anything. */

/** Null: the text is not JSON. */
export function parseJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString())
  } catch {
    return null
  }
}

/** Null: the text is not a JSON object or array. */
export function parseJsonObject(text: string | Buffer): Record<string, unknown> | null {
  const value = parseJson(text)
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null
}
