/** The error text of an endpoint, made safe for the operator: without the key, without phone numbers. */
import { parseJson } from '../kernel/parse-json.ts'

const LONGEST = 200

/** Extracts the message from the answer's body: `{"error": {"message"}}` and similar forms, else nothing. */
export function messageOfBody(body: string | undefined, secret: string | undefined): string | undefined {
  return body === undefined ? undefined : cleanMessage(messageIn(parseJson(body)), secret)
}

export function cleanMessage(words: unknown, secret: string | undefined): string | undefined {
  if (typeof words !== 'string') return undefined
  const shown = secret ? words.replaceAll(secret, '***') : words
  const clean = shown
    // Endpoints quote a wrong key with its middle masked; anything that looks like a key is removed.
    .replace(/\b(sk|key|pk)[-_][\w*.-]{4,}/gi, '***')
    .replace(/\+?\d[\d\s().-]{5,}\d/g, '***')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST)
  return clean === '' ? undefined : clean
}

/** The program's message, followed by the endpoint's own message. */
export function withEndpointMessage(reason: string, words: string | undefined): string {
  return words === undefined ? reason : `${reason} It said: "${words}"`
}

function messageIn(body: unknown): unknown {
  if (typeof body === 'string') return body
  if (body === null || typeof body !== 'object') return undefined
  const { error, message, detail } = body as { error?: unknown; message?: unknown; detail?: unknown }
  return message ?? (error === undefined ? detail : messageIn(error))
}
