/** The cookie of a console session, and the check whether a request comes from the console's own page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Browsers bind a `__Host-` cookie to this host and to https. */
const COOKIE = '__Host-outdial_session'
/** Cookie name over plain http: on loopback, and elsewhere if the operator allows it. */
const PLAIN_COOKIE = 'outdial_session'
const LOOPBACK_HOST = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

export interface CookieSettings {
  /** Whether PUBLIC_URL begins with https. */
  publicHttps: boolean
  /** COOKIE_INSECURE: allows sessions over plain http on any host. */
  allowInsecure: boolean
}

const STRICT: CookieSettings = { publicHttps: false, allowInsecure: false }
const termsOf = (request: FastifyRequest) => (request as { cookieTerms?: CookieSettings }).cookieTerms ?? STRICT

/** Stores the cookie settings on the server, so that routes need not know them. */
export function configureCookies(app: FastifyInstance, terms: CookieSettings): void {
  app.decorateRequest('cookieTerms', { getter: () => terms })
}

/**
 * Whether the browser used https. The browser states it in `Origin`; otherwise a trusted proxy and PUBLIC_URL decide. The host is
 * not used: a proxy may rewrite it to a loopback address.
 */
function cameByHttps(request: FastifyRequest): boolean {
  const { origin } = request.headers
  if (origin !== undefined && /^https?:/.test(origin)) return origin.startsWith('https:')
  return request.protocol === 'https' || termsOf(request).publicHttps
}

const mayBePlain = (request: FastifyRequest) =>
  termsOf(request).allowInsecure || LOOPBACK_HOST.test(request.headers.host ?? '')

export const presentedSession = (request: FastifyRequest) => presented(request, COOKIE, PLAIN_COOKIE)

function presented(request: FastifyRequest, name: string, plainName: string): string | null {
  const { cookie } = request.headers
  if (cookie === undefined) return null
  const pairs = cookie.split(';').flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=')
    return at > 0 ? [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]] : []
  })
  const found = new Map(pairs.toReversed())
  return found.get(name) ?? (mayBePlain(request) ? (found.get(plainName) ?? null) : null)
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, seconds: number): void {
  const isPlain = !cameByHttps(request) && mayBePlain(request)
  const rest = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`
  addCookie(reply, isPlain ? `${PLAIN_COOKIE}=${token}; ${rest}` : `${COOKIE}=${token}; ${rest}; Secure`)
}

/**
 * Cookie of a sign-in in progress, while the browser is at an identity provider. The browser returns from another site, so this
 * cookie is not `SameSite=Strict`.
 */
const FLIGHT_COOKIE = '__Host-outdial_sign_in'
const PLAIN_FLIGHT_COOKIE = 'outdial_sign_in'

export function setSignInAttemptCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  sealed: string,
  seconds: number,
): void {
  const isPlain = !cameByHttps(request) && mayBePlain(request)
  const rest = `=${sealed}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`
  addCookie(reply, isPlain ? `${PLAIN_FLIGHT_COOKIE}${rest}` : `${FLIGHT_COOKIE}${rest}; Secure`)
}

export function clearSignInAttemptCookie(request: FastifyRequest, reply: FastifyReply): void {
  setSignInAttemptCookie(request, reply, '', 0)
}

export const presentedSignInAttempt = (request: FastifyRequest) =>
  presented(request, FLIGHT_COOKIE, PLAIN_FLIGHT_COOKIE)

function addCookie(reply: FastifyReply, cookie: string): void {
  const before = reply.getHeader('set-cookie')
  reply.removeHeader('set-cookie')
  reply.header('set-cookie', before === undefined ? cookie : [before, cookie].flat().map(String))
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  setSessionCookie(request, reply, '', 0)
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether the request comes from the console's own page. A browser also sends cookies with requests of other sites' pages, but
 * marks them in `Sec-Fetch-Site`, or in `Origin` in older browsers. A changing request with neither header is refused.
 */
export function isSameOriginRequest(request: FastifyRequest): boolean {
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
