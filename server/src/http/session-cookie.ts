/** The cookie of a console session: who presents it, and whether the page that did is ours. */
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Browsers bind a `__Host-` cookie to this host and to https; on loopback there is no https, and nobody in between. */
const COOKIE = '__Host-outdial_session'
const LOOPBACK_COOKIE = 'outdial_session'
const LOOPBACK_HOST = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

const isLoopback = (request: FastifyRequest) => LOOPBACK_HOST.test(request.headers.host ?? '')

export function presentedSession(request: FastifyRequest): string | null {
  const cookies = request.headers.cookie
  if (cookies === undefined) return null
  const wanted = isLoopback(request) ? LOOPBACK_COOKIE : COOKIE
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === wanted) return pair.slice(at + 1).trim()
  }
  return null
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, seconds: number): void {
  const secure = isLoopback(request) ? '' : '; Secure'
  const name = isLoopback(request) ? LOOPBACK_COOKIE : COOKIE
  reply.header('set-cookie', `${name}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`)
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  setSessionCookie(request, reply, '', 0)
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A browser sends cookies also with requests that another site's page made. It says so in `Sec-Fetch-Site`; older ones name
 * the page in `Origin`. What changes something and says neither did not come from our page.
 */
export function cameFromOurPage(request: FastifyRequest): boolean {
  const reads = READS.has(request.method)
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && reads)
  const { origin } = request.headers
  return origin === undefined ? reads : hostOf(origin) === request.headers.host?.toLowerCase()
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}
