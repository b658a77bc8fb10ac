/** Outgoing connections through an HTTP proxy, by CONNECT: the proxy forwards bytes and sees nothing that TLS protects. */
import { lookup } from 'node:dns/promises'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { connect, isIP, isIPv4, isIPv6, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Agent, buildConnector, fetch as fetchOver } from 'undici'
import { type ProxySettings, proxyFor } from './proxy-rules.ts'

/** The proxy was not reached or did not connect; no byte of the request itself was sent. */
export class ProxyFailed extends Error {
  override readonly name = 'ProxyFailed'
  readonly code = 'PROXY_FAILED'
}

export interface Destination {
  host: string
  port: number
  isSecure: boolean
}

export interface TunnelOptions {
  proxies: ProxySettings
  /** Resolves the host name; throws to refuse the connection. */
  resolve(host: string): Promise<readonly string[]>
  /** Whether the proxy resolves host names itself. */
  names: boolean
  timeoutMs: number
}

/** A connection to the destination before TLS; null: the destination is reached directly. */
export async function tunnelTo(destination: Destination, options: TunnelOptions): Promise<Socket | null> {
  const { proxies, names, timeoutMs } = options
  if (proxyFor(proxies, destination) === null) return null
  const looked = options.resolve(destination.host)
  const addresses = await (names ? knownInTime(looked) : looked)
  const proxy = proxyFor(proxies, destination, addresses)
  if (proxy === null) return null
  // IPv4 is preferred, because a proxy may lack IPv6 without reporting it.
  const host = names ? destination.host : (addresses.find(isIPv4) ?? (addresses[0] as string))
  return askProxy(proxy, `${isIPv6(host) ? `[${host}]` : host}:${destination.port}`, timeoutMs)
}

/** Time limit of a DNS look-up that is only needed for NO_PROXY: a network with a proxy often does not resolve external names. */
const LOOK_UP_MS_MAX = 1_000

async function knownInTime(looked: Promise<readonly string[]>): Promise<readonly string[]> {
  const known = looked.catch((error: NodeJS.ErrnoException) => {
    if (UNKNOWN_NAME.has(error.code ?? '')) return []
    throw error
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), LOOK_UP_MS_MAX)
  })
  try {
    return await Promise.race([known, late])
  } finally {
    clearTimeout(timer)
  }
}

const UNKNOWN_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ESERVFAIL', 'ETIMEOUT'])

function askProxy(proxy: URL, target: string, timeoutMs: number): Promise<Socket> {
  const { hostname, protocol, username, password } = proxy
  const isSecure = protocol === 'https:'
  const who = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const authorization = username === '' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(who).toString('base64')}` }
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new ProxyFailed(`The proxy ${proxy.host} ${reason}.`))
    const request = (isSecure ? requestSecure : requestPlain)({
      method: 'CONNECT',
      host: hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || (isSecure ? 443 : 80),
      path: target,
      headers: { host: target, ...authorization },
      agent: false,
    })
    const timer = setTimeout(() => {
      fail(`did not connect within ${timeoutMs / 1000} s`)
      request.destroy()
    }, timeoutMs)
    request.once('connect', ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
      clearTimeout(timer)
      if (statusCode === 200) {
        if (head.length > 0) socket.unshift(head)
        return resolve(socket)
      }
      socket.destroy()
      // Some proxies answer 401 to a wrong password.
      fail(
        statusCode === 407 || statusCode === 401
          ? WANTS_PASSWORD
          : `answered ${statusCode} instead of connecting to ${target}`,
      )
    })
    request.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      fail(`cannot be reached (${error.code ?? error.message})`)
    })
    request.end()
  })
}

const WANTS_PASSWORD =
  'asks for a user name and a password, or for other ones; set them in the address: HTTPS_PROXY=http://user:password@host:port'

/** Connector for undici: through the proxy if one is set, otherwise by `direct`. */
export function proxyConnector(direct: buildConnector.connector, options: TunnelOptions): buildConnector.connector {
  return (wanted, callback) => {
    const isSecure = wanted.protocol === 'https:'
    const port = Number(wanted.port || (isSecure ? 443 : 80))
    tunnelTo({ host: wanted.hostname, port, isSecure }, options).then(
      (socket) => {
        if (socket !== null && !isSecure) return callback(null, socket)
        direct(socket === null ? wanted : { ...wanted, httpSocket: socket }, callback)
      },
      (error: Error) => callback(error, null),
    )
  }
}

/** Opens a websocket's connection; uses `direct` if no proxy is set for the destination. */
export async function openSocketVia(
  destination: Destination & { servername: string },
  options: TunnelOptions,
  direct: () => Socket,
): Promise<Socket> {
  const socket = await tunnelTo(destination, options)
  if (socket === null) return direct()
  const { host, isSecure, servername } = destination
  // An IP address has no server name; the certificate is then checked against the host.
  return isSecure ? connectTls({ socket, host: host.replace(/^\[|\]$/g, ''), servername }) : socket
}

/** Timeout of connecting to the proxy, well below the timeouts of the callers. */
const CONNECT_TIMEOUT_MS = 4_000

const operatorFetches = new WeakMap<ProxySettings, typeof fetch>()

/** `fetch` for addresses set by the operator, not by a tenant: the store of recordings, the identity provider, PUBLIC_URL. */
export function operatorFetch(proxies: ProxySettings | null): typeof fetch {
  if (proxies === null) return fetch
  const opened = operatorFetches.get(proxies) ?? fetchThrough(proxies)
  operatorFetches.set(proxies, opened)
  return opened
}

function fetchThrough(proxies: ProxySettings): typeof fetch {
  const direct = buildConnector({ timeout: CONNECT_TIMEOUT_MS })
  const agent = new Agent({ connect: proxyConnector(direct, operatorTunnel(proxies)) })
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : input
    const headers = [...new Headers(init.headers)]
    return (await fetchOver(url, { ...init, headers, dispatcher: agent } as never)) as unknown as Response
  }
}

/** Socket options for a websocket to an address set by the operator. */
export function operatorSocketOptions(url: string, proxies: ProxySettings | null): object {
  if (proxies === null) return {}
  const { hostname, protocol, port } = new URL(url)
  const isSecure = protocol === 'wss:'
  const destination = {
    host: hostname,
    port: Number(port || (isSecure ? 443 : 80)),
    isSecure,
    servername: isIP(hostname.replace(/^\[|\]$/g, '')) ? '' : hostname,
  }
  return {
    createConnection(options: object, opened: (error: Error | null, socket?: Socket) => void) {
      const given = { ...options, path: undefined } as never
      const direct = () =>
        isSecure ? connectTls({ ...(given as object), servername: destination.servername }) : connect(given)
      openSocketVia(destination, operatorTunnel(proxies), direct).then((socket) => opened(null, socket), opened)
    },
  }
}

const operatorTunnel = (proxies: ProxySettings): TunnelOptions => ({
  proxies,
  names: true,
  timeoutMs: CONNECT_TIMEOUT_MS,
  resolve: addressesOf,
})

/** Resolves the host only to evaluate NO_PROXY. */
async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true })
  return found.map(({ address }) => address)
}
