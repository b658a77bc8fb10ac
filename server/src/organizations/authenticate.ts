import type { Caller, Principal } from '../http/route.ts'
import type { Clock, Timer } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import { openNetworkList } from '../kernel/network-list.ts'
import type { Database } from '../storage/database.ts'
import { API_KEY_PATTERN, hashApiKey } from './api-key.ts'
import { findKeyByHash, saveKeyUse } from './queries.ts'
import { hashToken, looksLikeSession } from './session.ts'
import { findSessionByHash, saveSessionUse } from './session-queries.ts'
import { narrowerScope, scopeOfRole } from './user-roles.ts'

/** How long the result for a credential is cached: an archived key works for at most this long on other nodes. */
const TRUST_MS = 1000
const REMEMBER_USE_EVERY_MS = 5000
/**
 * Maximum number of cached results; beyond it the oldest are dropped. Wrong keys are cached too, so that a flood of them costs no
 * queries.
 */
const KEPT_ANSWERS = 10_000

export interface Authenticator {
  /** Authenticates an API key or the id of a console session. */
  authenticate(credential: string, caller: Caller): Promise<Principal | null>
  /** Clears the cache, because a key, a session or a user has changed on this node. */
  forget(): void
  close(): Promise<void>
}

/** Cached data of a credential; whether the caller may use it is decided at each request. */
interface Known {
  principal: Principal
  /** Whether the credential is valid for this caller; may throw a more specific error. */
  admits(caller: Caller): boolean
}

export function openAuthenticator({ db, clock, log }: { db: Database; clock: Clock; log: Log }): Authenticator {
  const answers = new Map<string, { known: Promise<Known | null>; until: number }>()
  const uses = new Map<number, Date>()
  const sessionUses = new Map<number, Date>()
  let timer: Timer | null = null

  async function writeUses(): Promise<void> {
    timer = null
    const [keys, sessions] = [taken(uses), taken(sessionUses)]
    try {
      await saveKeyUse(db, keys)
      await saveSessionUse(db, sessions)
    } catch (error) {
      log.warn({ err: error }, 'failed to store the last use of API keys and sessions')
    }
  }

  /** Looks up a credential; text that cannot be one costs no query. */
  async function look(credential: string): Promise<Known | null> {
    if (looksLikeSession(credential)) {
      const session = await findSessionByHash(db, hashToken(credential), clock.now())
      if (!session) return null
      const { proxy_user: proxyUser } = session
      return known(
        { ...session, sessionId: session.id },
        (caller) => proxyUser === null || caller.proxyUser === proxyUser,
      )
    }
    if (!API_KEY_PATTERN.test(credential)) return null
    const key = await findKeyByHash(db, hashApiKey(credential), new Date(clock.now()))
    return key ? known({ ...key, api_key_id: key.id, sessionId: null }, () => true) : null
  }

  return {
    async authenticate(credential, caller) {
      const now = clock.monotonic()
      let answer = answers.get(credential)
      if (!answer || answer.until <= now) {
        answer = { known: look(credential), until: now + TRUST_MS }
        answer.known.catch(() => answers.delete(credential))
        answers.delete(credential)
        answers.set(credential, answer)
        if (answers.size > KEPT_ANSWERS) answers.delete(answers.keys().next().value as string)
      }
      const found = await answer.known
      if (!found?.admits(caller)) return null
      const { principal } = found
      const at = new Date(clock.now())
      if (principal.apiKeyId !== null) uses.set(principal.apiKeyId, at)
      if (principal.sessionId !== null) sessionUses.set(principal.sessionId, at)
      timer ??= clock.after(REMEMBER_USE_EVERY_MS, () => void writeUses())
      return principal
    },
    forget: () => answers.clear(),
    async close() {
      timer?.cancel()
      if (uses.size > 0 || sessionUses.size > 0) await writeUses()
    },
  }
}

export interface CredentialOwner {
  organization_id: number
  api_key_id: number | null
  key_scope: Principal['scope'] | null
  /** Addresses from which the key may be used; null: from anywhere. */
  addresses: string[] | null
  user: { id: number; name: string; role: 'viewer' | 'operator' | 'administrator' } | null
  suspended: boolean
  sessionId: number | null
}

function known(owner: CredentialOwner, isRightCaller: (caller: Caller) => boolean): Known {
  const { user, addresses } = owner
  const scopes = [owner.key_scope, user && scopeOfRole(user.role)].filter((scope) => scope !== null)
  const principal: Principal = {
    organizationId: owner.organization_id,
    apiKeyId: owner.api_key_id,
    userId: user?.id ?? null,
    author: user ? authorOfUser(user) : `API key ${owner.api_key_id}`,
    scope: scopes.reduce(narrowerScope),
    sessionId: owner.sessionId,
  }
  const networks = addresses === null ? null : openNetworkList(addresses)
  return {
    principal,
    admits(caller) {
      if (!isRightCaller(caller)) return false
      if (owner.suspended) throw new ApiError('organization_suspended')
      if (networks !== null && !networks.has(caller.address)) throw new ApiError('address_not_allowed')
      return true
    },
  }
}

/** The author's name for logs; contains the id, because names are not unique. */
export const authorOfUser = ({ id, name }: { id: number; name: string }) => `${name} (user ${id})`

function taken(uses: Map<number, Date>): Array<{ id: number; at: Date }> {
  const batch = [...uses].map(([id, at]) => ({ id, at }))
  uses.clear()
  return batch
}
