import { BlockList, isIP } from 'node:net'

/**
 * Where a webhook may go. A workflow's author must not reach the machine's own network identity through us: link-local
 * addresses hold the metadata services of clouds, which hand out credentials to whoever asks from the machine.
 */
const forbidden = new BlockList()
forbidden.addSubnet('169.254.0.0', 16, 'ipv4')
forbidden.addSubnet('fe80::', 10, 'ipv6')
/** Alibaba's and Amazon's metadata services outside of the link-local range. */
forbidden.addAddress('100.100.100.200', 'ipv4')
forbidden.addAddress('fd00:ec2::254', 'ipv6')
/** "This host": some systems connect it to themselves. */
forbidden.addSubnet('0.0.0.0', 8, 'ipv4')
forbidden.addAddress('::', 'ipv6')

export function isForbiddenAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const family = isIP(bare)
  if (family === 0) return false
  if (family === 4) return forbidden.check(bare, 'ipv4')
  const embedded = embeddedIpv4(bare)
  return forbidden.check(bare, 'ipv6') || (embedded !== null && forbidden.check(embedded, 'ipv4'))
}

/** An IPv4 address inside an IPv6 one: mapped (::ffff:a.b.c.d) or through NAT64 (64:ff9b::a.b.c.d), however it is written. */
function embeddedIpv4(address: string): string | null {
  // The URL parser writes the last 32 bits as two groups of hex digits.
  const { hostname } = new URL(`http://[${address}]`)
  const match = /^\[(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname)
  if (match === null) return null
  const [high, low] = [Number.parseInt(match[1] as string, 16), Number.parseInt(match[2] as string, 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

export function readWebhookUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null
}
