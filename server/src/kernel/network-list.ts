/** Addresses and networks as an operator writes them: 10.0.0.0/8, 2001:db8::1, loopback. */
import { BlockList, isIP } from 'node:net'

/** Names that fastify's TRUST_PROXY accepts. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

export interface NetworkList {
  has(address: string | undefined): boolean
}

export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** Parses the entries; each must be a network or one of the names. */
export function openNetworkList(entries: readonly string[]): NetworkList {
  const list = new BlockList()
  for (const network of entries.flatMap((entry) => NAMED[entry] ?? [entry])) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return {
    has(given) {
      const address = given?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
      const family = isIP(address)
      return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
    },
  }
}
