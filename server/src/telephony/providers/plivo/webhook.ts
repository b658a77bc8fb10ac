import { readForm, readVerifiedCallback } from '../../carrier-kit/plivo-dialect.ts'
import { hmacBase64, isSameSecret } from '../../carrier-kit/signatures.ts'
import type { WebhookRequest, WebhookResult } from '../../provider.ts'

export function readPlivoWebhook(request: WebhookRequest, authToken: string): WebhookResult {
  const pairs = [...new URLSearchParams(request.rawBody.toString())]
  if (!isSigned(request, pairs, authToken)) return { kind: 'refused', reason: 'the signature is missing or wrong' }
  return readVerifiedCallback(request, readForm(request.method === 'GET' ? request.query : pairs), authToken)
}

/**
 * Signature V3 (plivo-node, lib/utils/v3Security.js): HMAC-SHA256 over address, parameters and nonce. One header may contain
 * several signatures while a token is being changed; `-MA-V3` is made with the main account's token when a subaccount calls. V2
 * is ignored, because it does not cover the parameters. There is no timestamp, hence no replay window; a repeated callback has no
 * further effect.
 */
function isSigned(request: WebhookRequest, pairs: ReadonlyArray<[string, string]>, authToken: string): boolean {
  const nonce = request.headers['x-plivo-signature-v3-nonce']
  const given = [request.headers['x-plivo-signature-v3'], request.headers['x-plivo-signature-ma-v3']]
  if (!nonce) return false
  const expected = hmacBase64('sha256', authToken, `${signedText(request, pairs)}.${nonce}`)
  return given
    .flatMap((header) => (header ?? '').split(','))
    .some((signature) => isSameSecret(signature.trim(), expected))
}

function signedText(request: WebhookRequest, pairs: ReadonlyArray<[string, string]>): string {
  const [base = '', rawQuery = ''] = splitOnce(request.url, '?')
  const query = sortedPairs(new URLSearchParams(rawQuery), '=').join('&')
  const parameters = request.method === 'GET' ? '' : sortedPairs(pairs, '').join('')
  if (parameters === '') return query === '' ? base : `${base}?${query}`
  // The question mark is present even without a query; the dot only with one.
  return query === '' ? `${base}?${parameters}` : `${base}?${query}.${parameters}`
}

/** Joins decoded parameters, sorted by name and then by value, as Plivo's libraries do. */
function sortedPairs(pairs: Iterable<readonly [string, string]>, between: string): string[] {
  return [...pairs]
    .sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB))
    .map(([name, value]) => `${name}${between}${value}`)
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function splitOnce(text: string, at: string): [string, string] {
  const index = text.indexOf(at)
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}
