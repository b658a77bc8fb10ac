/** Sign-in at an OpenID Connect provider: authorization code with PKCE, state and nonce. */
import type { Configuration, CustomFetch } from 'openid-client'
import type { Clock } from '../../kernel/clock.ts'
import { ApiError } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import { type Identity, sanitizeIdentityText } from './identity.ts'
import type { ProviderSettings } from './settings.ts'

/** After this time the provider's addresses and keys are fetched again. */
const DISCOVERY_MS = 60 * 60_000
const REQUEST_SECONDS_MAX = 10

/** Values that are kept while the browser is at the provider and must come back unchanged. */
export interface SignInAttempt {
  state: string
  nonce: string
  verifier: string
  invitation: string | null
}

export interface IdentityProvider {
  readonly name: string
  readonly issuer: string
  /** Starts a sign-in: returns the provider's URL for the browser, and the values to keep until it comes back. */
  leave(invitation: string | null): Promise<{ url: string; flight: SignInAttempt }>
  /** Completes a sign-in. `search`: the query string with which the browser came back. */
  arrive(search: string, flight: SignInAttempt): Promise<Identity>
}

export interface ProviderDeps {
  settings: ProviderSettings
  /** Redirect address as registered at the provider. */
  redirectUri: string
  clock: Clock
  log: Log
  fetcher?: typeof fetch
}

export function openIdentityProvider({
  settings,
  redirectUri,
  clock,
  log,
  fetcher = fetch,
}: ProviderDeps): IdentityProvider {
  let found: { configuration: Promise<Configuration>; untilMs: number } | null = null
  const configuration = () => {
    if (found === null || clock.monotonic() >= found.untilMs) {
      found = { configuration: discover(settings, fetcher), untilMs: clock.monotonic() + DISCOVERY_MS }
      found.configuration.catch(() => {
        found = null
      })
    }
    return found.configuration
  }
  const failed = (error: unknown): never => {
    log.warn({ err: error, issuer: settings.issuer }, 'failed to reach the identity provider')
    throw new ApiError('provider_unavailable')
  }
  return {
    name: settings.name,
    issuer: settings.issuer,
    async leave(invitation) {
      const client = await import('openid-client')
      const known = await configuration().catch(failed)
      const verifier = client.randomPKCECodeVerifier()
      const flight = { state: client.randomState(), nonce: client.randomNonce(), verifier, invitation }
      const url = client.buildAuthorizationUrl(known, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: flight.state,
        nonce: flight.nonce,
      })
      return { url: url.href, flight }
    },
    async arrive(search, flight) {
      const known = await configuration().catch(failed)
      try {
        return await exchange(known, new URL(`${redirectUri}${search}`), flight, settings)
      } catch (error) {
        log.warn(
          { err: error, issuer: settings.issuer },
          'refusing a sign-in that the identity provider did not confirm',
        )
        throw new ApiError('sign_in_failed')
      }
    },
  }
}

async function discover(
  { issuer, clientId, clientSecret }: ProviderSettings,
  fetcher: typeof fetch,
): Promise<Configuration> {
  const client = await import('openid-client')
  // The settings accept plain http only on loopback addresses.
  const execute = issuer.startsWith('http:') ? [client.allowInsecureRequests] : []
  return client.discovery(
    new URL(issuer),
    clientId,
    clientSecret ?? undefined,
    clientSecret === null ? client.None() : undefined,
    { execute, timeout: REQUEST_SECONDS_MAX, [client.customFetch]: fetcher as CustomFetch },
  )
}

async function exchange(
  known: Configuration,
  url: URL,
  { state, nonce, verifier }: SignInAttempt,
  settings: ProviderSettings,
): Promise<Identity> {
  const client = await import('openid-client')
  const tokens = await client.authorizationCodeGrant(known, url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('the provider sent no id token')
  // Some providers put names and groups into the id token, others only into the userinfo answer.
  const more = known.serverMetadata().userinfo_endpoint
    ? await client.fetchUserInfo(known, tokens.access_token, claims.sub)
    : {}
  return identityOf(claims, more, settings)
}

type Claims = Readonly<Record<string, unknown>>

/** `more`: the claims of the userinfo endpoint, which override the id token. */
export function identityOf(
  token: Claims & { sub: string },
  more: Claims,
  { issuer, groupsClaim, emailTrusted }: Pick<ProviderSettings, 'issuer' | 'groupsClaim' | 'emailTrusted'>,
): Identity {
  const claims: Claims = { ...token, ...more }
  const given = claims[groupsClaim]
  const groups = (Array.isArray(given) ? given : [given]).filter((group) => typeof group === 'string')
  const email = verifiedEmail(more.email === undefined ? token : more, emailTrusted)
  return {
    issuer,
    subject: token.sub,
    name: textOf(claims.name) ?? textOf(claims.preferred_username) ?? email ?? token.sub,
    email,
    groups,
  }
}

/** Address and verification must come from the same source: `email_verified` of one says nothing about the `email` of another. */
function verifiedEmail({ email, email_verified: verified }: Claims, emailTrusted: boolean): string | null {
  const isVerified = verified === true || (emailTrusted && verified !== false && verified !== 'false')
  return isVerified ? textOf(email) : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? sanitizeIdentityText(value) : null
}
