/** The document at /api/v1/openapi.json, and a page at /docs that shows it. Nothing of it comes from elsewhere. */
import { createHash } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { OpenApiDocument } from './openapi.ts'

export const DOCUMENT_PATH = '/api/v1/openapi.json'
const PAGE_PATH = '/docs'

export async function registerDocs(app: FastifyInstance, document: OpenApiDocument): Promise<void> {
  const text = JSON.stringify(document)
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
  app.get(DOCUMENT_PATH, (request, reply) => {
    reply.header('etag', tag).header('cache-control', 'no-cache')
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(text)
  })
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      protect(reply, payload)
      return payload
    })
    await scope.register(scalar, {
      routePrefix: PAGE_PATH,
      configuration: {
        url: DOCUMENT_PATH,
        pageTitle: `${String((document.info as { title: string }).title)} interface`,
        // Each of these would ask somebody else's server.
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
        showDeveloperTools: 'never',
        hideClientButton: true,
      },
    })
  })
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** Only the page's own script runs, and the one inside it, named by its hash; requests go nowhere but here. */
function protect(reply: FastifyReply, payload: unknown): void {
  if (typeof payload !== 'string' || !String(reply.getHeader('content-type')).startsWith('text/html')) return
  const hashes = [...payload.matchAll(INLINE_SCRIPT)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script as string)
        .digest('base64')}'`,
  )
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    // The page's script writes its styles into the page.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  reply.header('content-security-policy', policy.join('; '))
}
