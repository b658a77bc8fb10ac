import { createHash } from 'node:crypto'
import { readForm, readVerifiedCallback } from '../../carrier-kit/plivo-dialect.ts'
import { hmacBase64, isSameSecret } from '../../carrier-kit/signatures.ts'
import type { WebhookRequest, WebhookResult } from '../../provider.ts'

/** Number of remembered nonces: some minutes at 100 callbacks a second. */
const NONCES_KEPT = 20_000

/**
 * Verifies Vobiz' webhooks. Vobiz signs the address and a nonce, never the parameters. An eavesdropper could send a request again
 * with other parameters; remembering nonces prevents that on the node that saw it. Repeating the same request does no harm.
 */
export class VobizWebhooks {
  readonly #authToken: string
  readonly #seen = new Map<string, string>()

  constructor(authToken: string) {
    this.#authToken = authToken
  }

  read(request: WebhookRequest): WebhookResult {
    const signature = signatureOf(request, this.#authToken)
    if (!signature) return { kind: 'refused', reason: 'the signature is missing or wrong' }
    // The signature does not cover the body, so a truncated one would not be noticed.
    const announced = request.headers['content-length']
    if (announced !== undefined && Number(announced) !== request.rawBody.length) {
      return { kind: 'refused', reason: 'it is not complete', status: 400 }
    }
    const content = createHash('sha256').update(request.url).update(request.rawBody).digest('base64')
    if ((this.#seen.get(signature) ?? content) !== content) {
      return { kind: 'refused', reason: 'its nonce was used for something else' }
    }
    const pairs = request.method === 'GET' ? request.query : new URLSearchParams(request.rawBody.toString())
    const reading = readVerifiedCallback(request, readForm(pairs), this.#authToken)
    if (reading.kind !== 'refused') this.#remember(signature, content)
    return reading
  }

  #remember(signature: string, content: string): void {
    this.#seen.set(signature, content)
    const oldest = this.#seen.keys().next()
    if (this.#seen.size > NONCES_KEPT && !oldest.done) this.#seen.delete(oldest.value)
  }
}

/**
 * "Validating callbacks" (vobiz.ai/docs/concepts/validating-callbacks): V3 puts a dot before the nonce, V2 does not; both
 * are current and equally strong. `-MA-` is made with the main account's token when a sub-account calls.
 */
const VERSIONS = [
  { version: 'v3', between: '.' },
  { version: 'v2', between: '' },
]

/** The valid signature of a request, or null. */
function signatureOf(request: WebhookRequest, authToken: string): string | null {
  const base = request.url.replace(/\?.*$/, '')
  for (const { version, between } of VERSIONS) {
    const nonce = request.headers[`x-vobiz-signature-${version}-nonce`]
    if (!nonce) continue
    const expected = hmacBase64('sha256', authToken, `${base}${between}${nonce}`)
    const given = [request.headers[`x-vobiz-signature-${version}`], request.headers[`x-vobiz-signature-ma-${version}`]]
    if (given.some((signature) => isSameSecret(signature ?? '', expected))) return expected
  }
  return null
}
