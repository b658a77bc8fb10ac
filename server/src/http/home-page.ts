/** The console at `/`: its built files, and its start page for every address that the page itself handles. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { servePages } from './server.ts'

/**
 * Scripts and styles come only from this server and never inline; styles that scripts set on an element are not inline styles.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.yaml': 'text/plain; charset=utf-8',
}
const COMPRESSIBLE = /^(text|application\/(json|manifest|wasm)|image\/svg)/
/** Files smaller than this are not compressed. */
const COMPRESSED_FROM_BYTES = 1024
/** For files that the build has not compressed; a higher level would take time that calls need. */
const BROTLI_QUALITY = 5
/** Suffix of files that the build has compressed; they are beside the original file. */
const PACKED = '.br'
/** Addresses that the console never handles: unknown ones are answered with JSON errors. */
const NOT_PAGES = /^\/(api|docs|help|metrics)(\/|$)/

interface Asset {
  type: string
  tag: string
  /** Whether the file's name contains its content hash, so that it can be cached forever. */
  immutable: boolean
  read(encoding: string | undefined): { bytes: Buffer; encoding: string | null }
}

/** `fallback` is served while the console has not been built. Files are read on first use and cached. */
export function registerHomePage(
  app: FastifyInstance,
  fallback: URL,
  built: URL = new URL('../dist/', fallback),
): void {
  const directory = fileURLToPath(built)
  const assets = new Map<string, Asset>()
  const names = filesOf(directory).filter((name) => !name.endsWith(PACKED))
  for (const name of names) assets.set(`/${name}`, assetOf(join(directory, name), name))
  const first = assets.get('/index.html') ?? assetOf(fileURLToPath(fallback), 'index.html')
  app.get('/', (request, reply) => send(request, reply, first))
  servePages(app, (request, reply) => {
    const path = request.url.split('?', 1)[0] as string
    if (path === '/help') return redirectToHelp(reply)
    const asset = assets.get(path.endsWith('/') ? `${path}index.html` : path)
    const wantsPage = assets.size > 0 && !NOT_PAGES.test(path) && /text\/html/.test(request.headers.accept ?? '')
    const found = asset ?? (wantsPage ? first : null)
    if (found) send(request, reply, found)
    return found !== null
  })
}

/** Redirects to the address with a trailing slash, because the page's links are relative to it. */
function redirectToHelp(reply: FastifyReply): true {
  reply.redirect('/help/', 308)
  return true
}

function filesOf(directory: string): string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length).replaceAll('\\', '/'))
}

function assetOf(file: string, name: string): Asset {
  const type = TYPES[extname(name)] ?? 'application/octet-stream'
  const packed = new Map<string, Buffer>()
  let bytes: Buffer | null = null
  let tag: string | null = null
  const content = () => {
    bytes ??= readFileSync(file)
    return bytes
  }
  return {
    type,
    immutable: name.startsWith('assets/'),
    get tag() {
      tag ??= `"${createHash('sha256').update(content()).digest('base64url').slice(0, 22)}"`
      return tag
    },
    read(accepted = '') {
      const plain = content()
      const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
      if (!encoding || plain.length < COMPRESSED_FROM_BYTES || !COMPRESSIBLE.test(type)) {
        return { bytes: plain, encoding: null }
      }
      const kept = packed.get(encoding) ?? (encoding === 'br' ? readPacked(file) : null) ?? pack(plain, encoding)
      packed.set(encoding, kept)
      return { bytes: kept, encoding }
    },
  }
}

function readPacked(file: string): Buffer | null {
  return existsSync(file + PACKED) ? readFileSync(file + PACKED) : null
}

function pack(plain: Buffer, encoding: 'br' | 'gzip'): Buffer {
  if (encoding === 'gzip') return gzipSync(plain, { level: 9 })
  return brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
}

function send(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  reply
    .header('content-security-policy', POLICY)
    .header('cache-control', asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', asset.tag)
  if (request.headers['if-none-match'] === asset.tag) return reply.code(304).send()
  const { bytes, encoding } = asset.read(request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.code(200).header('content-type', asset.type).send(bytes)
}
