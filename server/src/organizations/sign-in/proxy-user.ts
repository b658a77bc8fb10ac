/** Who a trusted proxy (such as oauth2-proxy) says is signed in. Headers count only on connections of TRUST_PROXY. */
import type { FastifyRequest } from 'fastify'
import { openNetworkList } from '../../kernel/network-list.ts'
import { type Identity, shortText } from './identity.ts'
import type { ProxySettings } from './settings.ts'

export const PROXY_ISSUER = 'proxy'

export interface ProxyUsers {
  /** The name that the proxy gives; null: not from the proxy, or not signed in there. */
  userOf(request: FastifyRequest): string | null
  identityOf(request: FastifyRequest): Identity | null
}

const NONE: ProxyUsers = { userOf: () => null, identityOf: () => null }

export function openProxyUsers(settings: ProxySettings | null, trustProxy: readonly string[]): ProxyUsers {
  if (settings === null) return NONE
  const trusted = openNetworkList(trustProxy)
  const header = (request: FastifyRequest, name: string) => {
    const value = request.headers[name]
    // A header that was sent twice is a header that a client smuggled past the proxy.
    return typeof value === 'string' && value.trim() !== '' ? shortText(value) : null
  }
  const userOf = (request: FastifyRequest) =>
    trusted.has(request.socket.remoteAddress) ? header(request, settings.userHeader) : null
  return {
    userOf,
    identityOf(request) {
      const user = userOf(request)
      if (user === null) return null
      const groups = header(request, settings.groupsHeader)?.split(',') ?? []
      return {
        issuer: PROXY_ISSUER,
        subject: user,
        name: header(request, settings.nameHeader) ?? user,
        email: header(request, settings.emailHeader),
        groups: groups.map((group) => group.trim()),
      }
    },
  }
}
