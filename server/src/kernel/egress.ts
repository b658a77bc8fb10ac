/**
 * The only way to addresses that a tenant chose: carriers, models, speech services, webhooks. Metadata services are never
 * reached; private networks only while there is one organization, if EGRESS_ALLOW names them, or if the organization used this
 * host at this address while it was the only one. The checked address is the one that is connected to, so that a name cannot
 * resolve differently in between. A proxy is asked for that address too, unless the operator lets it resolve names itself.
 */
import { type LookupAddress, lookup as lookUpName } from 'node:dns'
import { connect, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Agent, buildConnector, fetch as fetchOver, request as requestOver } from 'undici'
import type { Clock } from './clock.ts'
import { type AllowList, isAddress, kindOfAddress } from './egress-rules.ts'
import type { ProxySettings } from './proxy-rules.ts'
import { openSocketVia, proxyConnector, type TunnelOptions } from './tunnel.ts'

/** Maximum size of an answer, more than any legitimate one; audio streams have their own limit. */
export const ANSWER_BYTES_MAX = 1024 * 1024
/** How much of the answer to a message is read by default. */
const BEGINNING_BYTES = 2048
/** Well below a carrier's time to answer a dial: after a connection timeout the request was certainly not sent. */
const CONNECT_TIMEOUT_MS = 4_000
/** How long the information is cached that the installation has one organization. */
const TRUST_MS = 5000

export class EgressRefused extends Error {
  override readonly name = 'EgressRefused'
  readonly code = 'EGRESS_REFUSED'
}

const NEVER = 'This address is for the machine itself, such as its metadata service, and is never reached.'
const PRIVATE =
  'This address lies in a private network. With several organizations such addresses are reached only if EGRESS_ALLOW names them.'

export interface SocketOptions {
  /** Opens a connection as Node's `http.request` expects: returns the socket, or passes it to the callback. */
  createConnection(options: object, opened: (error: Error | null, socket?: Socket) => void): Socket | undefined
}

export interface OutgoingMessage {
  method: string
  headers: Record<string, string>
  /** If left out, the request has no body. */
  body?: string | undefined
  /** Aborts the whole exchange. */
  signal: AbortSignal
  /** How much of the answer is read; the default is enough for a log line. */
  answerBytes?: number
}

export interface SentMessage {
  status: number
  /** The Retry-After header as sent by the receiver. */
  retryAfter: string | null
  /** The first bytes of the answer, unmodified. */
  answer: Buffer
  /** Why `answer` is incomplete: longer than requested, broken off, or compressed. */
  cut: 'too_long' | 'broken_off' | 'packed' | null
}

export interface Egress {
  /** Like `fetch`, but without redirects and decompression, and with a limit on the size of answers. */
  readonly fetch: typeof fetch
  fetchUpTo(bytes: number): typeof fetch
  /** Sends a message and returns the status, even if the answer breaks off; only its beginning is read. */
  send(url: URL, message: OutgoingMessage): Promise<SentMessage>
  /** Options for a websocket to this address. */
  socketOptions(url: string): SocketOptions
  /** For connections that other programs open: why this host may not be reached; null if it may, or has no address. */
  whyRefused(host: string): Promise<string | null>
  /** The egress of one organization. It keeps access to addresses that it used while it was the only organization. */
  of(organizationId: number): Egress
  close(): Promise<void>
}

/** A private address that an organization reached while it was the only one. */
export interface EgressGrant {
  organizationId: number
  host: string
  address: string
}

export interface EgressState {
  /** Whether the installation has only one organization. */
  alone: boolean
  grants: readonly EgressGrant[]
}

export interface EgressOptions {
  clock: Pick<Clock, 'monotonic'>
  allow: AllowList
  /** Proxies for connections; null: every connection is direct. */
  proxies?: ProxySettings | null
  /** DNS look-up; by default that of the system. */
  lookup?: LookupFunction
  look(): Promise<EgressState>
  /** Stores a grant; idempotent. */
  grant?(grant: EgressGrant): Promise<void>
}

const systemLookup = lookUpName as LookupFunction

const keyOf = ({ organizationId, host, address }: EgressGrant) => `${organizationId} ${host.toLowerCase()} ${address}`

/** Decides who may reach private addresses; cached for a short time. */
class PrivateAccess {
  readonly #options: EgressOptions
  #alone = false
  #granted = new Set<string>()
  #untilMs = 0

  constructor(options: EgressOptions) {
    this.#options = options
  }

  async look(): Promise<void> {
    this.#untilMs = this.#options.clock.monotonic() + TRUST_MS
    const { alone, grants } = await this.#options.look()
    this.#granted = new Set(grants.map(keyOf))
    this.#alone = alone
  }

  mayReach(organizationId: number | null, host: string, address: string): boolean {
    if (this.#options.clock.monotonic() >= this.#untilMs) {
      // If the database is unreachable, the last known state stays in force.
      this.look().catch(() => {})
    }
    if (organizationId === null) return this.#alone
    const grant = { organizationId, host, address }
    const isGranted = this.#granted.has(keyOf(grant))
    if (this.#alone && !isGranted) this.#keep(grant)
    return this.#alone || isGranted
  }

  #keep(grant: EgressGrant): void {
    const key = keyOf(grant)
    this.#granted.add(key)
    this.#options.grant?.(grant).catch(() => this.#granted.delete(key))
  }
}

export async function openEgress(options: EgressOptions): Promise<Egress> {
  const access = new PrivateAccess(options)
  await access.look()
  const views = new Map<number, Egress>()
  const unbound = egressOf(options, access, null)
  return {
    ...unbound,
    of(organizationId) {
      const view = views.get(organizationId) ?? egressOf(options, access, organizationId)
      views.set(organizationId, view)
      return view
    },
    async close() {
      await Promise.all([unbound, ...views.values()].map((egress) => egress.close()))
    },
  }
}

/** Each organization has separate connections, because an open connection is reused without checking its address again. */
function egressOf(
  { allow, proxies = null, lookup = systemLookup }: Pick<EgressOptions, 'allow' | 'proxies' | 'lookup'>,
  access: PrivateAccess,
  organizationId: number | null,
): Egress {
  function refusal(host: string, address: string): EgressRefused | null {
    const kind = kindOfAddress(address)
    if (kind === 'never') return new EgressRefused(NEVER)
    if (kind === 'public' || allow.allows(host, address) || access.mayReach(organizationId, host, address)) return null
    return new EgressRefused(PRIVATE)
  }
  /** An IP address in a URL is not resolved, so the look-up cannot check it; it is checked here. */
  function refuseLiteral(host: string): EgressRefused | null {
    return isAddress(host) ? refusal(host, host) : null
  }
  const carefulLookup: LookupFunction = (host, options, callback) => {
    lookup(host, options, (error, found, family) => {
      if (error) return callback(error, found as string, family)
      const addresses = Array.isArray(found)
        ? (found as LookupAddress[]).map((each) => each.address)
        : [found as string]
      const refused = addresses.map((address) => refusal(host, address)).find((each) => each !== null)
      callback(refused ?? null, found as string, family)
    })
  }
  const tunnel = proxies && tunnelOptions(proxies, carefulLookup)
  const direct = buildConnector({ lookup: carefulLookup, timeout: CONNECT_TIMEOUT_MS })
  const agent = new Agent({
    connect: tunnel ? proxyConnector(direct, tunnel) : direct,
    // Idle connections are closed early: a carrier that closes one must not look like one that lost a request.
    keepAliveTimeout: 4000,
  })

  function fetchUpTo(bytes: number): typeof fetch {
    return async (input, init = {}) => {
      const url = new URL(input instanceof Request ? input.url : input)
      const refused = refuseLiteral(url.hostname)
      if (refused) throw new TypeError('fetch failed', { cause: refused })
      const headers = new Headers(init.headers)
      headers.set('accept-encoding', 'identity')
      const wanted = { ...init, headers: [...headers], redirect: 'manual', dispatcher: agent }
      const response = (await fetchOver(url, wanted as never)) as unknown as Response
      return capped(response, bytes)
    }
  }
  const egress: Egress = {
    fetch: fetchUpTo(ANSWER_BYTES_MAX),
    fetchUpTo,
    async send(url, { method, headers, body, signal, answerBytes = BEGINNING_BYTES }) {
      const refused = refuseLiteral(url.hostname)
      if (refused) throw refused
      const wanted = { method, headers: { ...headers, 'accept-encoding': 'identity' }, body, signal, dispatcher: agent }
      const response = await requestOver(url, wanted as never)
      const { 'retry-after': retryAfter, 'content-encoding': packed = 'identity' } = response.headers
      const { answer, cut } = await beginningOf(response.body, answerBytes)
      return {
        status: response.statusCode,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
        answer,
        cut: packed === 'identity' ? cut : 'packed',
      }
    },
    socketOptions: (url) => ({
      createConnection(options, opened) {
        const { hostname, protocol, port } = new URL(url)
        const refused = refuseLiteral(hostname)
        if (refused) return refusedSocket(refused)
        const isSecure = protocol === 'wss:' || protocol === 'https:'
        const servername = isAddress(hostname) ? '' : hostname
        // Copied from ws: its `path` is that of the request, but for a socket it would mean a Unix socket.
        const careful = { ...options, path: undefined, lookup: carefulLookup } as never
        const connectDirectly = () => (isSecure ? connectTls({ ...(careful as object), servername }) : connect(careful))
        if (!tunnel) return connectDirectly()
        const destination = { host: hostname, port: Number(port || (isSecure ? 443 : 80)), isSecure, servername }
        openSocketVia(destination, tunnel, connectDirectly).then((socket) => opened(null, socket), opened)
        return undefined
      },
    }),
    whyRefused: (host) =>
      isAddress(host)
        ? Promise.resolve(refusal(host, host)?.message ?? null)
        : new Promise((resolve) => {
            carefulLookup(host, { all: true }, (error) =>
              resolve(error instanceof EgressRefused ? error.message : null),
            )
          }),
    of: () => egress,
    close: () => agent.close(),
  }
  return egress
}

/** The resolved address is checked before the proxy is asked, as before a direct connection. */
function tunnelOptions(proxies: ProxySettings, carefulLookup: LookupFunction): TunnelOptions {
  const checked = (host: string) =>
    new Promise<string[]>((resolve, reject) => {
      carefulLookup(host, { all: true }, (error, found) =>
        error ? reject(error) : resolve((found as unknown as LookupAddress[]).map(({ address }) => address)),
      )
    })
  return {
    proxies,
    names: proxies.names,
    timeoutMs: CONNECT_TIMEOUT_MS,
    resolve: (host) => (isAddress(host) ? Promise.resolve([host]) : checked(host)),
  }
}

/** An answer that never ends, or breaks off, is read up to the limit. */
async function beginningOf(
  body: AsyncIterable<Buffer> & { destroy(): unknown },
  bytesMax: number,
): Promise<Pick<SentMessage, 'answer' | 'cut'>> {
  const chunks: Buffer[] = []
  let bytes = 0
  let cut: SentMessage['cut'] = null
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > bytesMax) break
    }
    if (bytes > bytesMax) cut = 'too_long'
  } catch {
    // The status alone is a sufficient answer.
    cut = 'broken_off'
  }
  return { answer: Buffer.concat(chunks).subarray(0, bytesMax), cut }
}

/** A socket that fails like an unresolvable name, as soon as it has a listener. */
function refusedSocket(refused: EgressRefused): Socket {
  return connect({ host: 'refused.invalid', port: 1, lookup: (_host, _options, callback) => callback(refused, '', 4) })
}

/** A compressed answer, or one above the limit, is not read to the end. */
async function capped(response: Response, bytesMax: number): Promise<Response> {
  const packed = response.headers.get('content-encoding')
  const announced = Number(response.headers.get('content-length') ?? 0)
  if ((packed !== null && packed !== 'identity') || announced > bytesMax) {
    await response.body?.cancel()
    throw new TypeError('fetch failed', { cause: tooMuch(packed) })
  }
  if (response.body === null) return response
  let bytes = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > bytesMax) controller.error(tooMuch(null))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers: [...headers] })
}

function tooMuch(packed: string | null): Error {
  const message = packed === null ? 'The answer is too large.' : 'The answer is compressed, which was not requested.'
  return Object.assign(new Error(message), { code: 'ANSWER_TOO_LARGE' })
}
