/** Which outgoing connections use the network's proxy, according to the usual variables. Pure. */
import { BlockList, isIP } from 'node:net'

export interface ProxySettings {
  /** Proxy for https and wss; null: direct. */
  secure: URL | null
  /** Proxy for http and ws; null: direct. */
  plain: URL | null
  /**
   * Whether the proxy resolves host names. If not, it gets the address that was checked here, so that a name cannot lead a tenant
   * into the network behind the proxy.
   */
  names: boolean
  /** Destinations in NO_PROXY, which are connected directly. */
  exceptions: ProxyExceptions
}

interface ProxyExceptions {
  all: boolean
  networks: BlockList
  hosts: ReadonlyArray<{ domain: string; port: number | null }>
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

const bare = (host: string) => host.replace(/^\[|\]$/g, '').toLowerCase()

/** The proxy for a connection; null: direct. `addresses`: the resolved addresses of the host, as far as known. */
export function proxyFor(
  settings: ProxySettings,
  { host, port, isSecure }: { host: string; port: number; isSecure: boolean },
  addresses: readonly string[] = [],
): URL | null {
  const proxy = isSecure ? settings.secure : settings.plain
  if (proxy === null || isException(settings.exceptions, bare(host), port)) return null
  const isNear = [bare(host), ...addresses].some(
    (address) => isIn(LOOPBACK, address) || isIn(settings.exceptions.networks, address),
  )
  return isNear ? null : proxy
}

function isException({ all, hosts }: ProxyExceptions, host: string, port: number): boolean {
  if (all || host === 'localhost' || host.endsWith('.localhost')) return true
  return hosts.some(
    (entry) =>
      (entry.port === null || entry.port === port) && (host === entry.domain || host.endsWith(`.${entry.domain}`)),
  )
}

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY, also in lower case, and PROXY_NAMES. Null: no proxy is set. */
export function readProxySettings(environment: Environment, faults: string[]): ProxySettings | null {
  const text = (name: string) => (environment[name] ?? environment[name.toLowerCase()])?.trim() || null
  const secure = readProxy('HTTPS_PROXY', text('HTTPS_PROXY'), faults)
  const plain = readProxy('HTTP_PROXY', text('HTTP_PROXY'), faults)
  const names = environment.PROXY_NAMES?.trim() || 'off'
  if (names !== 'on' && names !== 'off') faults.push('PROXY_NAMES must be on or off.')
  if (secure === null && plain === null) return null
  return { secure, plain, names: names === 'on', exceptions: readExceptions(text('NO_PROXY'), faults) }
}

function readProxy(name: string, given: string | null, faults: string[]): URL | null {
  if (given === null) return null
  const text = given.includes('://') ? given : `http://${given}`
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && url.hostname !== '') return url
  // The message does not repeat the value, which may contain a password.
  faults.push(`${name} must be the address of an HTTP proxy: http://proxy.example.com:3128.`)
  return null
}

function readExceptions(given: string | null, faults: string[]): ProxyExceptions {
  const networks = new BlockList()
  const hosts: Array<{ domain: string; port: number | null }> = []
  const entries = (given ?? '').split(/[\s,]+/).filter((entry) => entry !== '')
  for (const entry of entries.filter((each) => each !== '*')) {
    const host = readHost(entry)
    if (host) hosts.push(host)
    else if (!addNetwork(networks, entry))
      faults.push(`NO_PROXY: "${entry}" is not a host, an address or a network; write 10.0.0.0/8,.example.com.`)
  }
  return { all: entries.includes('*'), networks, hosts }
}

function addNetwork(networks: BlockList, entry: string): boolean {
  const [address = '', width] = entry.split('/')
  const family = isIP(bare(address))
  if (family === 0) return false
  const widest = family === 4 ? 32 : 128
  const bits = width === undefined ? widest : /^\d{1,3}$/.test(width) ? Number(width) : Number.NaN
  if (!(bits <= widest)) return false
  networks.addSubnet(bare(address), bits, family === 4 ? 'ipv4' : 'ipv6')
  return true
}

/** `example.com`, `.example.com` and `*.example.com` all mean the domain and its subdomains; a port may follow. */
function readHost(entry: string): { domain: string; port: number | null } | null {
  const [, domain = '', port] = /^(?:\*?\.)?([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?::(\d{1,5}))?$/i.exec(entry) ?? []
  const isAddressWithoutPort = isIP(domain) !== 0 && port === undefined
  if (domain === '' || isAddressWithoutPort) return null
  return { domain: domain.toLowerCase(), port: port === undefined ? null : Number(port) }
}
