/** Compresses answers in Node's thread pool, because the main thread serves calls. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Below this size compression saves less than a packet. */
export const COMPRESSED_FROM_BYTES = 1024
/** At this level Brotli yields half the size of gzip's fastest level, in the same time. */
const BROTLI_QUALITY = 4
const GZIP_LEVEL = 6

const packGzip = promisify(gzip)
const packBrotli = promisify(brotliCompress)

/** Compresses the text and sets the headers for it. */
export async function compressAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<string | Buffer> {
  if (text.length < COMPRESSED_FROM_BYTES) return text
  reply.header('vary', 'accept-encoding')
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (encoding === null) return text
  reply.header('content-encoding', encoding)
  if (encoding === 'gzip') return packGzip(text, { level: GZIP_LEVEL })
  return packBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
}

/** The best encoding that both sides support; `;q=0` refuses one (RFC 9110, 12.5.3). */
export function acceptedEncoding(accepted: string | string[] | undefined): 'br' | 'gzip' | null {
  const offers = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((offer) => offer.trim())
    .filter((offer) => !/;\s*q=0(?:\.0*)?\s*$/.test(offer))
    .map((offer) => offer.split(';', 1)[0]?.trim())
  if (offers.includes('br')) return 'br'
  return offers.includes('gzip') ? 'gzip' : null
}
