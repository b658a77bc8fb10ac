/** What an endpoint says of its own trouble, fit to be shown to the operator: without the key, without anybody's number. */

const LONGEST = 200

/** Of the answer's body: `{"error": {"message"}}` and its relatives, else nothing. */
export function wordsOfBody(body: string | undefined, secret: string | undefined): string | undefined {
  if (body === undefined) return undefined
  try {
    return cleanWords(messageIn(JSON.parse(body)), secret)
  } catch {
    return undefined
  }
}

export function cleanWords(words: unknown, secret: string | undefined): string | undefined {
  if (typeof words !== 'string') return undefined
  const shown = secret ? words.replaceAll(secret, '***') : words
  const clean = shown
    // Endpoints quote a wrong key with its middle starred out; whatever looks like one goes as a whole.
    .replace(/\b(sk|key|pk)[-_][\w*.-]{4,}/gi, '***')
    .replace(/\+?\d[\d\s().-]{5,}\d/g, '***')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST)
  return clean === '' ? undefined : clean
}

/** A sentence of ours, and the endpoint's own words behind it. */
export function withWords(reason: string, words: string | undefined): string {
  return words === undefined ? reason : `${reason} It said: "${words}"`
}

function messageIn(body: unknown): unknown {
  if (typeof body === 'string') return body
  if (body === null || typeof body !== 'object') return undefined
  const { error, message, detail } = body as { error?: unknown; message?: unknown; detail?: unknown }
  return message ?? (error === undefined ? detail : messageIn(error))
}
