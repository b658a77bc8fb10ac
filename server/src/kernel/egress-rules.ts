/** Which addresses may be reached on behalf of a tenant. Pure. */
import { BlockList, isIP } from 'node:net'

export type AddressKind = 'public' | 'private' | 'never'

/**
 * Addresses that are never reached. Link-local addresses include the metadata services of clouds, which return credentials to any
 * process on the machine.
 */
const never = new BlockList()
never.addSubnet('169.254.0.0', 16, 'ipv4')
never.addSubnet('fe80::', 10, 'ipv6')
/** Metadata services outside the link-local range: Alibaba, Azure, Oracle, Amazon, Google. */
never.addAddress('100.100.100.200', 'ipv4')
never.addAddress('168.63.129.16', 'ipv4')
never.addAddress('192.0.0.192', 'ipv4')
never.addAddress('fd00:ec2::254', 'ipv6')
never.addAddress('fd20:ce::254', 'ipv6')
/** "This host" addresses, with which some systems connect to themselves; multicast and broadcast. */
never.addSubnet('0.0.0.0', 8, 'ipv4')
never.addAddress('::', 'ipv6')
never.addSubnet('224.0.0.0', 3, 'ipv4')
never.addSubnet('ff00::', 8, 'ipv6')

/** Addresses of this machine and of private networks. */
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
/** Site-local addresses (RFC 3879) and the translation prefix for use within a network (RFC 8215). */
closed.addSubnet('fec0::', 10, 'ipv6')
closed.addSubnet('64:ff9b:1::', 48, 'ipv6')

const bare = (address: string) => address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')

/** The most restricted kind among the address itself and the IPv4 addresses it may lead to. */
export function kindOfAddress(address: string): AddressKind {
  const forms = [bare(address), ...embeddedIpv4(bare(address))]
  if (forms.some((form) => contains(never, form))) return 'never'
  return forms.some((form) => contains(closed, form)) ? 'private' : 'public'
}

export const isAddress = (host: string) => isIP(bare(host)) !== 0

function contains(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/**
 * IPv4 addresses inside an IPv6 one, in any notation: mapped, compatible and translated (RFC 4291, 2765), NAT64 (RFC 6052,
 * 8215), 6to4 (RFC 3056), Teredo (RFC 4380) and ISATAP (RFC 5214).
 */
function embeddedIpv4(address: string): string[] {
  if (isIP(address) !== 6) return []
  const groups = groupsOf(address)
  const startsWith = (...first: number[]) => first.every((group, at) => groups[at] === group)
  const at = (index: number) => ipv4Of(groups[index] as number, groups[index + 1] as number)
  const zeros = (count: number) => groups.slice(0, count).every((group) => group === 0)
  const isWrapped = (zeros(5) && groups[5] === 0xffff) || (zeros(4) && groups[4] === 0xffff && groups[5] === 0)
  const isCompatible = zeros(6) && (groups[6] !== 0 || (groups[7] as number) > 1)
  if (isWrapped || isCompatible) return [at(6)]
  if (startsWith(0x64, 0xff9b, 0, 0, 0, 0) || startsWith(0x64, 0xff9b, 1)) return [at(6)]
  if (startsWith(0x2002)) return [at(1)]
  if (startsWith(0x2001, 0)) {
    return [at(2), ipv4Of((groups[6] as number) ^ 0xffff, (groups[7] as number) ^ 0xffff)]
  }
  return groups[5] === 0x5efe && ((groups[4] as number) & 0xfdff) === 0 ? [at(6)] : []
}

const ipv4Of = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/** The URL parser normalizes every notation: hex groups, the longest run of zeros as "::". */
function groupsOf(address: string): number[] {
  const { hostname } = new URL(`http://[${address}]`)
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [first, last] = [read(head), read(tail ?? '')]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

/** The entries of EGRESS_ALLOW: hosts, addresses, networks. */
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
      hosts.has(bare(host).toLowerCase()) ||
      [bare(address), ...embeddedIpv4(bare(address))].some((form) => contains(networks, form)),
  }
}
