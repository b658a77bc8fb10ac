/** The web-server kit: one way in for every route, one way out for every error. Knows no business. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ApiError } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import { answerError, errorBody } from './answer-error.ts'
import { JsonBody, readRequest } from './read-request.ts'
import type { Principal, Route } from './route.ts'

export interface ServerOptions {
  log: Log
  routes: readonly Route[]
  /** Who presents this key; null if nobody does. */
  authenticate(key: string): Promise<Principal | null>
  /** 0 switches the limit off. */
  rateLimitPerMinute: number
}

/** A JSON body of an ordinary request; uploads have limits of their own. */
export const JSON_BODY_LIMIT_BYTES = 2 * 1024 * 1024
/** A whole request must have arrived by then; only uploads may take longer. */
const REQUEST_TIMEOUT_MS = 30_000
/** The outer bound, for uploads: half a gigabyte at 150 KB/s. */
const REQUEST_MS_MAX = 3_600_000
const CONNECTION_TIMEOUT_MS = 120_000
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
    clientErrorHandler: turnAway,
    // An address that the router itself cannot read never comes to the handlers below.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply as FastifyReply, options.log),
  })
  await app.register(helmet, { contentSecurityPolicy: false, crossOriginResourcePolicy: { policy: 'same-origin' } })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, options.log))
  app.setNotFoundHandler((request, reply) => answerMissing(request, reply, options.routes, options.log))
  acceptJson(app)
  if (options.rateLimitPerMinute > 0) await limitRate(app, options)

  const kinds = { json: [] as Route[], stream: [] as Route[], buffer: [] as Route[] }
  for (const route of options.routes) kinds[route.bodyKind ?? 'json'].push(route)
  for (const route of kinds.json) addRoute(app, route, options)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { limits: { files: 1, fileSize: Number.POSITIVE_INFINITY, fields: 20 } })
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const route of kinds.stream) addRoute(scope, route, options)
  })
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const route of kinds.buffer) addRoute(scope, route, options)
  })
  return app
}

/** What is no request, or never became a whole one. */
function turnAway(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable) return
  const fault = new ApiError(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'bad_request')
  const body = JSON.stringify(errorBody(fault))
  const head = [
    `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
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
  const carriers = new Set(routes.filter((route) => route.hidden).map(routerPath))
  await app.register(rateLimit, {
    max: rateLimitPerMinute,
    // What a carrier reports is not sent again, and all carriers may come from the address of one proxy.
    allowList: (request) => carriers.has(request.routeOptions.url ?? ''),
    timeWindow: 60_000,
    hook: 'preParsing',
    keyGenerator: (request: FastifyRequest) => String(principals.get(request)?.apiKeyId ?? request.ip),
    errorResponseBuilder: () => new ApiError('too_many_requests'),
  })
}

/** Who sent a request; kept beside it rather than on it, so that nothing else can set it. */
const principals = new WeakMap<FastifyRequest, Principal>()

const routerPath = (route: Route) => route.path.replace(/\{(\w+)\}/g, ':$1')

function addRoute(app: FastifyInstance, route: Route, options: ServerOptions): void {
  app.route({
    method: route.method,
    url: routerPath(route),
    ...(route.bodyLimitBytes ? { bodyLimit: route.bodyLimitBytes } : {}),
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (route.bodyKind !== 'stream') limitArrival(request)
      if (route.access === 'none') return
      const key = presentedKey(request)
      const principal = key === null ? null : await options.authenticate(key)
      if (!principal) throw new ApiError('unauthorized')
      principals.set(request, principal)
    },
    handler: async (request, reply) => {
      const read = readRequest(route, request)
      const principal = principals.get(request) ?? { organizationId: 0, apiKeyId: 0 }
      const result = await route.handle({ ...read, principal, request, reply } as never)
      // A reply can be awaited, and then gives nothing; a client that left a streamed answer leaves one that was not "sent".
      if (reply.sent || reply.raw.headersSent || reply.raw.destroyed || result === reply) return reply
      return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(result ?? null))
    },
  })
}

/** Whoever sends a body drop by drop is cut off. */
function limitArrival(request: FastifyRequest): void {
  if (request.raw.complete) return
  const timer = setTimeout(() => {
    if (!request.raw.complete) request.raw.destroy()
  }, REQUEST_TIMEOUT_MS)
  timer.unref()
  request.raw.once('end', () => clearTimeout(timer))
  request.raw.once('close', () => clearTimeout(timer))
}

function presentedKey(request: FastifyRequest): string | null {
  const direct = request.headers['x-api-key']
  if (typeof direct === 'string' && direct !== '') return direct
  const match = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}

/** Nothing at this address: 404; something, but not by this method: 405 with the methods it takes. */
function answerMissing(request: FastifyRequest, reply: FastifyReply, routes: readonly Route[], log: Log) {
  const path = (request.url.split('?', 1)[0] as string).replace(/(.)\/+$/, '$1')
  const methods: string[] = routes.filter((route) => pathPattern(route.path).test(path)).map((route) => route.method)
  // Pages stand beside the interface, at fixed addresses.
  if (request.server.hasRoute({ method: 'GET', url: path })) methods.push('GET')
  if (methods.length === 0) return answerError(new ApiError('not_found'), request, reply, log)
  reply.header('allow', [...new Set(methods)].join(', '))
  return answerError(new ApiError('method_not_allowed'), request, reply, log)
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
