/** The document at /api/v1/openapi.json, and a page at /docs that shows it. Loads nothing from other servers. */
import { createHash } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { compressAnswer } from './compress.ts'
import type { OpenApiDocument } from './openapi.ts'

export const OPENAPI_DOCUMENT_PATH = '/api/v1/openapi.json'
const PAGE_PATH = '/docs'

/** Document and page are created on first use: the page's package alone takes a quarter of a second to load. */
export function registerDocs(app: FastifyInstance, makeDocument: () => OpenApiDocument): void {
  let written: { text: string; tag: string } | null = null
  const document = () => {
    if (written) return written
    const text = JSON.stringify(makeDocument())
    written = { text, tag: `"${createHash('sha256').update(text).digest('base64url')}"` }
    return written
  }
  app.get(OPENAPI_DOCUMENT_PATH, async (request, reply) => {
    const { text, tag } = document()
    reply.header('etag', tag).header('cache-control', 'no-cache')
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    const answer = await compressAnswer(request, reply, text)
    return reply.header('content-type', 'application/json; charset=utf-8').send(answer)
  })
  let page: Promise<FastifyInstance> | null = null
  for (const url of [PAGE_PATH, `${PAGE_PATH}/*`]) {
    app.get(url, async (request, reply) => {
      page ??= openPage((makeDocument().info as { title: string }).title)
      const answer = await (await page).inject({
        url: request.url,
        headers: { accept: request.headers.accept ?? '*/*' },
      })
      reply.code(answer.statusCode)
      for (const name of ['content-type', 'content-security-policy', 'location', 'cache-control']) {
        const value = answer.headers[name]
        if (value !== undefined) reply.header(name, value)
      }
      return reply.send(answer.rawPayload)
    })
  }
}

async function openPage(title: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const page = Fastify()
  page.addHook('onSend', async (_request, reply, payload) => {
    protect(reply, payload)
    return payload
  })
  await page.register(scalar, {
    routePrefix: PAGE_PATH,
    configuration: {
      url: OPENAPI_DOCUMENT_PATH,
      pageTitle: `${title} interface`,
      // Each of these options would send requests to another server.
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
    },
  })
  return page
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/**
 * Sets the content security policy: only the page's own script and the inline one, identified by its hash, may run; requests go
 * only to this server.
 */
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
    // Inline styles are allowed, because the page's script adds some.
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
