/** Which addresses may be reached on behalf of a tenant. Pure. */
import { BlockList, isIP } from 'node:net'

export type AddressKind = 'public' | 'private' | 'never'

/** Link-local addresses hold the metadata services of clouds, which hand out credentials to whoever asks from the machine. */
const never = new BlockList()
never.addSubnet('169.254.0.0', 16, 'ipv4')
never.addSubnet('fe80::', 10, 'ipv6')
/** Alibaba's and Amazon's metadata services outside of the link-local range. */
never.addAddress('100.100.100.200', 'ipv4')
never.addAddress('fd00:ec2::254', 'ipv6')
/** "This host": some systems connect it to themselves. And what is meant for many, or for all. */
never.addSubnet('0.0.0.0', 8, 'ipv4')
never.addAddress('::', 'ipv6')
never.addSubnet('224.0.0.0', 3, 'ipv4')
never.addSubnet('ff00::', 8, 'ipv6')

/** This machine and the network around it. */
const closed = new BlockList()
closed.addSubnet('127.0.0.0', 8, 'ipv4')
closed.addSubnet('10.0.0.0', 8, 'ipv4')
closed.addSubnet('172.16.0.0', 12, 'ipv4')
closed.addSubnet('192.168.0.0', 16, 'ipv4')
closed.addSubnet('100.64.0.0', 10, 'ipv4')
closed.addSubnet('192.0.0.0', 24, 'ipv4')
closed.addSubnet('198.18.0.0', 15, 'ipv4')
closed.addAddress('::1', 'ipv6')
closed.addSubnet('fc00::', 7, 'ipv6')

const bare = (address: string) => address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')

export function kindOfAddress(address: string): AddressKind {
  const plain = embeddedIpv4(bare(address)) ?? bare(address)
  if (contains(never, plain)) return 'never'
  return contains(closed, plain) ? 'private' : 'public'
}

export const isAddress = (host: string) => isIP(bare(host)) !== 0

function contains(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** An IPv4 address inside an IPv6 one: mapped (::ffff:a.b.c.d) or through NAT64 (64:ff9b::a.b.c.d), however it is written. */
function embeddedIpv4(address: string): string | null {
  if (isIP(address) !== 6) return null
  // The URL parser writes the last 32 bits as two groups of hex digits.
  const { hostname } = new URL(`http://[${address}]`)
  const match = /^\[(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname)
  if (match === null) return null
  const [high, low] = [Number.parseInt(match[1] as string, 16), Number.parseInt(match[2] as string, 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** What EGRESS_ALLOW names: hosts, addresses, networks. */
export interface AllowList {
  allows(host: string, address: string): boolean
}

export function readAllowList(entries: readonly string[]): AllowList | { fault: string } {
  const networks = new BlockList()
  const hosts = new Set<string>()
  for (const entry of entries) {
    const [address = '', width] = entry.split('/')
    const family = isIP(bare(address))
    if (family === 0) {
      if (width !== undefined || !/^[a-z0-9.-]+$/i.test(address)) return { fault: entry }
      hosts.add(address.toLowerCase())
      continue
    }
    const bits = Number(width ?? (family === 4 ? 32 : 128))
    if (!Number.isInteger(bits) || bits < 0 || bits > (family === 4 ? 32 : 128)) return { fault: entry }
    networks.addSubnet(bare(address), bits, family === 4 ? 'ipv4' : 'ipv6')
  }
  return {
    allows: (host, address) =>
      hosts.has(bare(host).toLowerCase()) || contains(networks, embeddedIpv4(bare(address)) ?? bare(address)),
  }
}
