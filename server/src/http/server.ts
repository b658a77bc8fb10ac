/** The web server: one entry for every route, one exit for every error. Contains no business logic. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import { runAsReader } from '../storage/reads.ts'
import { answerError, errorBody } from './answer-error.ts'
import { SAFE_HEADER_LINES } from './answer-headers.ts'
import { type AuditTrail, auditedPartOf, auditorFor, auditSubjectOf, isAudited, isReadAudited } from './audit.ts'
import { authorizeRequest, principalOf, type RequestAuthenticator, refusedCredential } from './authorize-request.ts'
import { compressAnswer } from './compress.ts'
import { FailedAuthLimit } from './failed-auth-limit.ts'
import { type FinishedRequest, reportFinishedRequests } from './finished-request.ts'
import { type Idempotency, takesIdempotencyKey } from './idempotency.ts'
import { CONNECTION_TIMEOUT_MS } from './idle-limit.ts'
import type { InFlightRequests } from './in-flight-requests.ts'
import { JsonBody, readRequest } from './read-request.ts'
import type { Caller, Principal, Route } from './route.ts'
import { type CookieSettings, configureCookies } from './session-cookie.ts'

export interface ServerOptions {
  log: Log
  routes: readonly Route[]
  /** The principal of this key or session; null if there is none. */
  authenticate(credential: string, caller: Caller): Promise<Principal | null>
  /** The user that a trusted proxy reports as signed in; if left out, there is no such proxy. */
  proxyUser?(request: FastifyRequest): string | null
  /** Requests per minute; 0 switches the limit off. */
  rateLimitPerMinute: number
  /** Addresses and networks of proxies that are trusted to report the client's address. */
  trustProxy?: readonly string[]
  /** Attributes of the session cookie; strict by default. */
  cookies?: CookieSettings
  clock?: Clock
  idempotency?: Idempotency
  /** Audit trail that records changes. */
  audit?: AuditTrail
  /** Called for every answered request. */
  finished?(request: FinishedRequest): void
  underWay?: InFlightRequests
}

/** A JSON body of an ordinary request; uploads have limits of their own. */
export const JSON_BODY_LIMIT_BYTES = 2 * 1024 * 1024
/** Time within which a whole request must have arrived; only uploads may take longer. */
const REQUEST_TIMEOUT_MS = 30_000
/** The absolute limit, for uploads: half a gigabyte at 150 KB/s. */
const REQUEST_MS_MAX = 3_600_000
const KEEP_ALIVE_MS = 65_000
const PARAMETER_MAX = 512

export async function openServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: JSON_BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_MS_MAX,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: PARAMETER_MAX },
    forceCloseConnections: true,
    trustProxy: options.trustProxy?.length ? [...options.trustProxy] : false,
    clientErrorHandler: turnAway,
    // An address that the router cannot parse never reaches the handlers below, so its error is answered here.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply as FastifyReply, options.log),
  })
  await app.register(helmet, { contentSecurityPolicy: false, crossOriginResourcePolicy: { policy: 'same-origin' } })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  if (options.cookies) configureCookies(app, options.cookies)
  if (!options.trustProxy?.length) warnOfUntrustedProxy(app, options.log)
  options.underWay?.watch(app)
  if (options.finished) reportFinishedRequests(app, options.finished)
  const door = { ...options, guessing: new FailedAuthLimit(options.clock ?? systemClock) }
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, options.log))
  app.setNotFoundHandler((request, reply) => answerMissing(request, reply, options.routes, options.log))
  acceptJson(app)
  if (options.rateLimitPerMinute > 0) await limitRate(app, options)

  const kinds = { json: [] as Route[], stream: [] as Route[], buffer: [] as Route[] }
  for (const route of options.routes) kinds[route.bodyKind ?? 'json'].push(route)
  for (const route of kinds.json) addRoute(app, route, door)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { limits: { files: 1, fileSize: Number.POSITIVE_INFINITY, fields: 20 } })
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const route of kinds.stream) addRoute(scope, route, door)
  })
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const route of kinds.buffer) addRoute(scope, route, door)
  })
  return app
}

/** Without TRUST_PROXY all clients behind a proxy share one address, for limits and in the log. Warns once. */
function warnOfUntrustedProxy(app: FastifyInstance, log: Log): void {
  let isSaid = false
  app.addHook('onRequest', async (request) => {
    if (isSaid || request.headers['x-forwarded-for'] === undefined) return
    isSaid = true
    log.warn(
      { proxy: request.socket.remoteAddress },
      'a proxy forwards requests, but TRUST_PROXY does not name it: all clients count as one address. Set TRUST_PROXY to its address.',
    )
  })
}

/** Answers malformed or incomplete requests. */
function turnAway(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable) return
  const fault = new ApiError(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'bad_request')
  const body = JSON.stringify(errorBody(fault))
  const head = [
    `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...SAFE_HEADER_LINES,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/([\w.+-]+\+)?json/, { parseAs: 'string' }, (_request, text, done) =>
    done(null, new JsonBody(text as string)),
  )
}

async function limitRate(app: FastifyInstance, { routes, rateLimitPerMinute }: ServerOptions): Promise<void> {
  const carriers = new Set(routes.filter((route) => route.forCarriers).map(routerPath))
  await app.register(rateLimit, {
    max: rateLimitPerMinute,
    // Carriers are exempt from the limit: they do not repeat rate-limited callbacks, and all may share the address of one proxy.
    allowList: (request) => carriers.has(request.routeOptions.url ?? ''),
    timeWindow: 60_000,
    hook: 'preParsing',
    keyGenerator: (request: FastifyRequest) => `${principalOf(request)?.organizationId ?? request.ip}`,
    errorResponseBuilder: () => new ApiError('too_many_requests'),
  })
}

const routerPath = (route: Route) => route.path.replace(/\{(\w+)\}/g, ':$1')

/** The principal before authentication: no organization, and no rights. */
const NOBODY: Principal = {
  organizationId: 0,
  apiKeyId: null,
  userId: null,
  author: '',
  scope: 'report',
  sessionId: null,
}

function addRoute(app: FastifyInstance, route: Route, door: RequestAuthenticator & ServerOptions): void {
  const perform = handlerOf(route, door)
  app.route({
    method: route.method,
    url: routerPath(route),
    ...(route.bodyLimitBytes ? { bodyLimit: route.bodyLimitBytes } : {}),
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (route.bodyKind !== 'stream') limitArrival(request)
      await authorizeRequest(route, door, request, reply)
    },
    handler: async (request, reply) => {
      const principal = principalOf(request) ?? NOBODY
      const read = await readRequest(route, request, principal)
      const asked = { ...read, principal, request, reply } as never
      const looks = route.method === 'GET' && route.access !== 'none'
      const result = await (looks
        ? runAsReader(principal.organizationId, reply.raw, () => perform(asked))
        : perform(asked))
      // If the handler returned the reply, the result is undefined. If the client left during a streamed answer, the reply does
      // not count as "sent".
      if (reply.sent || reply.raw.headersSent || reply.raw.destroyed || result === reply) return reply
      const answer = await compressAnswer(request, reply, JSON.stringify(result ?? null))
      return reply.header('content-type', 'application/json; charset=utf-8').send(answer)
    },
  })
}

type Asked = Parameters<Route['handle']>[0]

/** Runs a route, once per idempotency key, and records what it changed. */
function handlerOf(route: Route, options: RequestAuthenticator & ServerOptions): (asked: Asked) => Promise<unknown> {
  const { idempotency, audit, routes, log } = options
  const auditor = audit && isAudited(route) ? auditorFor(route, routes) : null
  const placeOf = ({ principal, request }: Asked) => ({
    principal,
    operation: route.operation,
    subject: auditSubjectOf(request),
    requestId: request.id,
    address: request.ip,
  })
  if (audit && isReadAudited(route)) {
    return async (asked) => {
      // Recorded before the work: data whose export cannot be recorded is not returned.
      await audit.note({ ...placeOf(asked), before: null })
      return handled(route, asked, options)
    }
  }
  const change = async (asked: Asked): Promise<unknown> => {
    if (!auditor || !audit) return handled(route, asked, options)
    const before = auditedPartOf(route, await auditor.before(asked as never))
    // Recorded before the work: a change that cannot be recorded is not made, and one interrupted by a crash is on record as
    // begun.
    const entry = await audit.begin({ ...placeOf(asked), before })
    const answer = await handled(route, asked, options).catch(async (error: unknown) => {
      await audit.forget(entry).catch(() => {})
      throw error
    })
    await audit
      .finish(entry, auditedPartOf(route, answer))
      .catch((error: unknown) =>
        log.error(
          { request_id: asked.request.id, err: error },
          'failed to write the result of a change to the audit trail',
        ),
      )
    return answer
  }
  if (!idempotency || !takesIdempotencyKey(route)) return change
  return async (asked) => {
    const { body, replayed } = await idempotency.once(asked.request, asked.principal, () => change(asked))
    if (replayed) asked.reply.header('idempotency-replayed', 'true')
    return body
  }
}

async function handled(route: Route, asked: Parameters<Route['handle']>[0], { guessing }: RequestAuthenticator) {
  try {
    return await route.handle(asked)
  } catch (error) {
    if (!route.guessable || !(error instanceof ApiError) || error.status !== 401) throw error
    const refused = refusedCredential(guessing, asked.request, asked.reply)
    throw refused.status === 401 ? error : refused
  }
}

/** Limits the time for a body that arrives slowly. */
function limitArrival(request: FastifyRequest): void {
  if (request.raw.complete) return
  const timer = setTimeout(() => {
    if (!request.raw.complete) request.raw.destroy()
  }, REQUEST_TIMEOUT_MS)
  timer.unref()
  request.raw.once('end', () => clearTimeout(timer))
  request.raw.once('close', () => clearTimeout(timer))
}

/** 404 for an unknown address; 405 with the allowed methods for a wrong method. */
function answerMissing(request: FastifyRequest, reply: FastifyReply, routes: readonly Route[], log: Log) {
  const path = (request.url.split('?', 1)[0] as string).replace(/(.)\/+$/, '$1')
  const methods: string[] = routes.filter((route) => pathPattern(route.path).test(path)).map((route) => route.method)
  // Console pages have fixed addresses outside of the API.
  if (request.server.hasRoute({ method: 'GET', url: path })) methods.push('GET')
  const page = methods.length === 0 && request.method === 'GET' ? pages.get(request.server) : undefined
  if (page?.(request, reply)) return reply
  if (methods.length === 0) return answerError(new ApiError('not_found'), request, reply, log)
  reply.header('allow', [...new Set(methods)].join(', '))
  return answerError(new ApiError('method_not_allowed'), request, reply, log)
}

/** Answers requests that no route matches; true if it answered. */
type Pages = (request: FastifyRequest, reply: FastifyReply) => boolean
const pages = new WeakMap<FastifyInstance, Pages>()

/** Serves files and pages for addresses that no route matches; only the console itself knows its addresses. */
export function servePages(app: FastifyInstance, answer: Pages): void {
  pages.set(app, answer)
}

const patterns = new Map<string, RegExp>()

function pathPattern(path: string): RegExp {
  let pattern = patterns.get(path)
  if (!pattern) {
    const source = path.replace(/\/$/, '').replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    pattern = new RegExp(`^${source.replace(/\{\w+\}/g, '[^/]+')}$`)
    patterns.set(path, pattern)
  }
  return pattern
}
