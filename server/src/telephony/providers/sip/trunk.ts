import { createHash } from 'node:crypto'
import { textField } from '../../fields.ts'
import type { Credentials, SipTrunk } from '../../provider.ts'

const DEFAULT_PORTS = { udp: 5060, tcp: 5060, tls: 5061 } as const

export const HOST_PATTERN = /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\d{1,5})?$/

/**
 * The trunk of a configuration. Changed settings make a different trunk, which registers beside the old one until the old one's
 * calls have ended.
 */
export function trunkOf(configurationId: number, credentials: Credentials): SipTrunk {
  const text = (name: string) => textField(credentials, name).trim()
  const transport = text('transport') as SipTrunk['transport']
  const [host = '', port] = text('sip_host').split(':')
  const user = text('username')
  const settings = {
    host,
    port: port === undefined ? DEFAULT_PORTS[transport] : Number(port),
    transport,
    user,
    authUser: text('auth_username') || user,
    password: textField(credentials, 'password'),
    registers: credentials.register !== false,
    contactUser: text('own_number') || user,
    callerIn: text('caller_number_in') as SipTrunk['callerIn'],
    srtp: credentials.srtp === true,
    probed: credentials.probe !== false,
  }
  const digest = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 10)
  return { name: `trunk-${configurationId}-${digest}`, ...settings }
}
