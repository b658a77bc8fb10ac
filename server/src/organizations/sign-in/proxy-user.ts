/**
 * The user that a trusted proxy (such as oauth2-proxy) reports as signed in. Headers count only on connections from
 * TRUST_PROXY.
 */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../kernel/errors.ts'
import { openNetworkList } from '../../kernel/network-list.ts'
import { type Identity, shortText, TEXT_MAX } from './identity.ts'
import type { ProxySettings } from './settings.ts'

export const PROXY_ISSUER = 'proxy'

export interface ProxyUsers {
  /** The name that the proxy reports; null: not from the proxy, or not signed in there. */
  userOf(request: FastifyRequest): string | null
  /** Throws if a header came more than once. */
  identityOf(request: FastifyRequest): Identity | null
}

const NONE: ProxyUsers = { userOf: () => null, identityOf: () => null }

export function openProxyUsers(settings: ProxySettings | null, trustProxy: readonly string[]): ProxyUsers {
  if (settings === null) return NONE
  const trusted = openNetworkList(trustProxy)
  const userOf = (request: FastifyRequest) => {
    if (!trusted.has(request.socket.remoteAddress)) return null
    const values = valuesOf(request, settings.userHeader)
    return values.length === 1 ? whole(values[0]) : null
  }
  return {
    userOf,
    identityOf(request) {
      if (!trusted.has(request.socket.remoteAddress)) return null
      const read = (header: string | null) => (header === null ? null : onlyValue(request, header))
      const user = whole(read(settings.userHeader))
      if (user === null) return null
      const groups = read(settings.groupsHeader)?.split(',') ?? []
      return {
        issuer: PROXY_ISSUER,
        subject: user,
        name: shortText(read(settings.nameHeader) ?? '') || user,
        email: whole(read(settings.emailHeader)),
        groups: groups.map(whole).filter((group) => group !== null),
      }
    },
  }
}

/** As they were sent: Node joins repeated headers into one value, or keeps one of them. */
function valuesOf({ raw: { rawHeaders } }: FastifyRequest, name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
}

/** One of two headers may be the client's own, which the proxy let pass. */
function onlyValue(request: FastifyRequest, name: string): string | null {
  const values = valuesOf(request, name)
  if (values.length > 1)
    throw new ApiError('sign_in_failed', {
      message: `The header ${name} came more than once. The proxy must remove it from what clients send.`,
    })
  return values[0] ?? null
}

/** A compared value is never cut off: a part of a name can be another name. Longer than any real one: none. */
function whole(value: string | null | undefined): string | null {
  const text = value?.trim() ?? ''
  return text === '' || text.length > TEXT_MAX ? null : text
}
