/// <reference path="./oidc-provider.d.ts" />
/** A real OpenID Connect provider on loopback. `person` is who sits at its login page. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterFile } from './after-file.ts'

export interface Person {
  sub: string
  name: string
  email?: string
  email_verified?: boolean
  groups?: string[] | string
}

export interface TestProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  person: Person
}

export interface ProviderRequest {
  redirectUri: string
  /** Whether names and groups are in the id token; otherwise only at the userinfo endpoint. Real providers differ. */
  claimsInToken: boolean
}

const CLIENT = { clientId: 'outdial', clientSecret: 'a secret of the tests' }

export async function startIdentityProvider({ redirectUri, claimsInToken }: ProviderRequest): Promise<TestProvider> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  afterFile(() => server.close())
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const self: TestProvider = { issuer, ...CLIENT, person: { sub: 'nobody', name: 'Nobody' } }
  const people = new Map<string, Person>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    conformIdTokenClaims: !claimsInToken,
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['of the tests'] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => people.get(id) }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  })
  const answer = provider.callback()
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login') {
      people.set(self.person.sub, self.person)
      return provider.interactionFinished(request, response, { login: { accountId: self.person.sub } })
    }
    const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: params.client_id })
    grant.addOIDCScope(params.scope)
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    interact(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  return self
}

/** Follows the provider's redirects as a browser does, until one leads elsewhere; answers that address. */
export async function walkThrough(provider: TestProvider, start: string): Promise<string> {
  const jar = new Map<string, string>()
  let url = start
  for (let hop = 0; hop < 10; hop++) {
    if (!url.startsWith(provider.issuer)) return url
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const each of response.headers.getSetCookie()) {
      const [pair = ''] = each.split(';')
      const at = pair.indexOf('=')
      jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`the provider stopped at ${url}: ${await response.text()}`)
    url = new URL(location, url).href
  }
  throw new Error('the provider redirects without end')
}
