/** How people sign in, as the operator of the installation sets it. */
import { USER_ROLES, type UserRole } from '../user-roles.ts'

export interface ProviderSettings {
  issuer: string
  clientId: string
  clientSecret: string | null
  /** On the button: "Sign in with …". */
  name: string
  scopes: string
  groupsClaim: string
}

/** Header names in lower case. */
export interface ProxySettings {
  userHeader: string
  nameHeader: string
  emailHeader: string
  groupsHeader: string
}

export interface SignInSettings {
  provider: ProviderSettings | null
  proxy: ProxySettings | null
  /** A group of the provider or proxy, and the role it gives. Empty: only invited people come in. */
  roles: ReadonlyMap<string, UserRole>
  /** Where people come in by their group; null: the oldest organization. */
  organization: string | null
}

type Environment = Readonly<Record<string, string | undefined>>

const LOOPBACK = /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?(\/|$)/

export function readSignIn(environment: Environment, trustProxy: readonly string[], faults: string[]): SignInSettings {
  const text = (name: string) => environment[name]?.trim() || null
  return {
    provider: readProvider(text, faults),
    proxy: readProxy(text, trustProxy, faults),
    roles: readRoles(text('SIGN_IN_ROLES'), faults),
    organization: text('SIGN_IN_ORGANIZATION'),
  }
}

type Text = (name: string) => string | null

function readProvider(text: Text, faults: string[]): ProviderSettings | null {
  const [issuer, clientId] = [text('OIDC_ISSUER'), text('OIDC_CLIENT_ID')]
  const others = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME', 'OIDC_SCOPES', 'OIDC_GROUPS_CLAIM']
  if (issuer === null) {
    const alone = others.filter((name) => text(name) !== null)
    if (alone.length > 0) faults.push(`OIDC_ISSUER is missing; ${alone.join(', ')} need it.`)
    return null
  }
  const isSafe = URL.canParse(issuer) && (issuer.startsWith('https://') || LOOPBACK.test(issuer))
  if (!isSafe) faults.push('OIDC_ISSUER must be an https address; plain http is accepted on loopback only.')
  if (clientId === null) faults.push('OIDC_ISSUER needs OIDC_CLIENT_ID beside it.')
  const scopes = text('OIDC_SCOPES') ?? 'openid profile email'
  if (!scopes.split(/\s+/).includes('openid')) faults.push('OIDC_SCOPES must contain openid.')
  return {
    issuer,
    clientId: clientId ?? '',
    clientSecret: text('OIDC_CLIENT_SECRET'),
    name: text('OIDC_NAME') ?? (isSafe ? new URL(issuer).hostname : issuer),
    scopes,
    groupsClaim: text('OIDC_GROUPS_CLAIM') ?? 'groups',
  }
}

const HEADER = /^[A-Za-z0-9-]{1,100}$/

function readProxy(text: Text, trustProxy: readonly string[], faults: string[]): ProxySettings | null {
  const userHeader = text('PROXY_USER_HEADER')
  if (userHeader === null) return null
  const names = {
    PROXY_USER_HEADER: userHeader,
    PROXY_NAME_HEADER: text('PROXY_NAME_HEADER') ?? 'X-Forwarded-Preferred-Username',
    PROXY_EMAIL_HEADER: text('PROXY_EMAIL_HEADER') ?? 'X-Forwarded-Email',
    PROXY_GROUPS_HEADER: text('PROXY_GROUPS_HEADER') ?? 'X-Forwarded-Groups',
  }
  for (const [name, header] of Object.entries(names))
    if (!HEADER.test(header)) faults.push(`${name} must be the name of a header.`)
  if (trustProxy.length === 0)
    faults.push('PROXY_USER_HEADER needs TRUST_PROXY: without it every client could send the header.')
  return {
    userHeader: names.PROXY_USER_HEADER.toLowerCase(),
    nameHeader: names.PROXY_NAME_HEADER.toLowerCase(),
    emailHeader: names.PROXY_EMAIL_HEADER.toLowerCase(),
    groupsHeader: names.PROXY_GROUPS_HEADER.toLowerCase(),
  }
}

/** `it-staff=administrator,agents=operator`. */
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
