/** How people sign in, as configured by the operator of the installation. */
import { USER_ROLES, type UserRole } from '../user-roles.ts'

export interface ProviderSettings {
  issuer: string
  clientId: string
  clientSecret: string | null
  /** Name on the button "Sign in with …". */
  name: string
  scopes: string
  groupsClaim: string
  /**
   * Treats every email address as verified unless the provider says otherwise, for providers that never send `email_verified`.
   */
  emailTrusted: boolean
}

/** Header names in lower case. Null: the header is ignored, because a proxy that does not know it passes on a client's own. */
export interface ProxySettings {
  userHeader: string
  nameHeader: string | null
  emailHeader: string | null
  groupsHeader: string | null
}

export interface SignInSettings {
  provider: ProviderSettings | null
  proxy: ProxySettings | null
  /** Roles by group of the provider or proxy. Empty: only invited people can sign in. */
  roles: ReadonlyMap<string, UserRole>
  /** The organization of people who sign in by their group; null: the oldest one, unless it was deleted. */
  organization: string | null
}

type Environment = Readonly<Record<string, string | undefined>>

const LOOPBACK = /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?(\/|$)/

export function readSignIn(environment: Environment, trustProxy: readonly string[], faults: string[]): SignInSettings {
  const text = (name: string) => environment[name]?.trim() || null
  const provider = readProvider(text, faults)
  const proxy = readProxy(text, trustProxy, faults)
  const roles = readRoles(text('SIGN_IN_ROLES'), faults)
  if (roles.size > 0 && provider === null && proxy !== null && proxy.groupsHeader === null)
    faults.push('SIGN_IN_ROLES needs PROXY_GROUPS_HEADER: the header in which your proxy sends the groups.')
  return { provider, proxy, roles, organization: text('SIGN_IN_ORGANIZATION') }
}

type Text = (name: string) => string | null

const WITH_ISSUER = [
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'OIDC_SCOPES',
  'OIDC_GROUPS_CLAIM',
  'OIDC_EMAIL_TRUSTED',
]

function readProvider(text: Text, faults: string[]): ProviderSettings | null {
  const [issuer, clientId] = [text('OIDC_ISSUER'), text('OIDC_CLIENT_ID')]
  if (issuer === null) {
    const alone = WITH_ISSUER.filter((name) => text(name) !== null)
    if (alone.length > 0) faults.push(`OIDC_ISSUER is missing; ${alone.join(', ')} need it.`)
    return null
  }
  const isSafe = URL.canParse(issuer) && (issuer.startsWith('https://') || LOOPBACK.test(issuer))
  if (!isSafe) faults.push('OIDC_ISSUER must be an https address; plain http is accepted on loopback only.')
  if (clientId === null) faults.push('OIDC_ISSUER also needs OIDC_CLIENT_ID.')
  const scopes = text('OIDC_SCOPES') ?? 'openid profile email'
  if (!scopes.split(/\s+/).includes('openid')) faults.push('OIDC_SCOPES must contain openid.')
  const emailTrusted = text('OIDC_EMAIL_TRUSTED') ?? 'off'
  if (emailTrusted !== 'on' && emailTrusted !== 'off') faults.push('OIDC_EMAIL_TRUSTED must be on or off.')
  return {
    issuer,
    clientId: clientId ?? '',
    clientSecret: text('OIDC_CLIENT_SECRET'),
    name: text('OIDC_NAME') ?? (isSafe ? new URL(issuer).hostname : issuer),
    scopes,
    groupsClaim: text('OIDC_GROUPS_CLAIM') ?? 'groups',
    emailTrusted: emailTrusted === 'on',
  }
}

const HEADER = /^[A-Za-z0-9-]{1,100}$/

const WITH_USER_HEADER = ['PROXY_NAME_HEADER', 'PROXY_EMAIL_HEADER', 'PROXY_GROUPS_HEADER']

function readProxy(text: Text, trustProxy: readonly string[], faults: string[]): ProxySettings | null {
  const header = (name: string) => {
    const given = text(name)
    if (given !== null && !HEADER.test(given)) faults.push(`${name} must be the name of a header.`)
    return given?.toLowerCase() ?? null
  }
  const userHeader = header('PROXY_USER_HEADER')
  if (userHeader === null) {
    const alone = WITH_USER_HEADER.filter((name) => text(name) !== null)
    if (alone.length > 0) faults.push(`PROXY_USER_HEADER is missing; ${alone.join(', ')} need it.`)
    return null
  }
  if (trustProxy.length === 0)
    faults.push('PROXY_USER_HEADER needs TRUST_PROXY: without it every client could send the header.')
  return {
    userHeader,
    nameHeader: header('PROXY_NAME_HEADER'),
    emailHeader: header('PROXY_EMAIL_HEADER'),
    groupsHeader: header('PROXY_GROUPS_HEADER'),
  }
}

/** Parses group roles: `it-staff=administrator,agents=operator`. */
function readRoles(given: string | null, faults: string[]): Map<string, UserRole> {
  const roles = new Map<string, UserRole>()
  for (const part of (given ?? '').split(',').filter((each) => each.trim() !== '')) {
    const at = part.lastIndexOf('=')
    const [group, role] = [part.slice(0, Math.max(at, 0)).trim(), part.slice(at + 1).trim() as UserRole]
    if (group !== '' && USER_ROLES.includes(role)) roles.set(group, role)
    else
      faults.push(`SIGN_IN_ROLES: write group=role, where role is ${USER_ROLES.join(', ')}; "${part.trim()}" is not.`)
  }
  return roles
}
