/**
 * The user that a trusted proxy (such as oauth2-proxy) reports as signed in. Headers count only on connections from
 * TRUST_PROXY.
 */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../kernel/errors.ts'
import { openNetworkList } from '../../kernel/network-list.ts'
import { IDENTITY_TEXT_LENGTH_MAX, type Identity, sanitizeIdentityText } from './identity.ts'
import type { ProxySettings } from './settings.ts'

export const PROXY_ISSUER = 'proxy'

export interface ProxyUsers {
  /** The user name that the proxy reports; null: the request is not from the proxy, or the user is not signed in there. */
  userOf(request: FastifyRequest): string | null
  /** The person that the proxy's headers describe. Throws if a header occurs more than once. */
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
        name: sanitizeIdentityText(read(settings.nameHeader) ?? '') || user,
        email: whole(read(settings.emailHeader)),
        groups: groups.map(whole).filter((group) => group !== null),
      }
    },
  }
}

/** All values of a header as sent: Node joins repeated headers into one value, or keeps only one of them. */
function valuesOf({ raw: { rawHeaders } }: FastifyRequest, name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
}

/** Throws if a header occurs twice: one may be the client's own, which the proxy did not remove. */
function onlyValue(request: FastifyRequest, name: string): string | null {
  const values = valuesOf(request, name)
  if (values.length > 1)
    throw new ApiError('sign_in_failed', {
      message: `The header ${name} came more than once. The proxy must remove it from what clients send.`,
    })
  return values[0] ?? null
}

/**
 * A value that is compared is never cut off, because a part of a name can be another name. A value longer than any real one is
 * dropped.
 */
function whole(value: string | null | undefined): string | null {
  const text = value?.trim() ?? ''
  return text === '' || text.length > IDENTITY_TEXT_LENGTH_MAX ? null : text
}
