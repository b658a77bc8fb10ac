import type { Principal } from '../http/route.ts'
import type { Clock, Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import { API_KEY_PATTERN, hashApiKey } from './api-key.ts'
import { findKeyByHash, rememberUse } from './queries.ts'
import { hashToken, looksLikeSession } from './session.ts'
import { findSessionByHash, rememberSessionUse } from './session-queries.ts'

/** How long an answer is believed without asking again: an archived key lives at most so long on other nodes. */
const TRUST_MS = 1000
const REMEMBER_USE_EVERY_MS = 5000
/** Answers kept; beyond it the oldest go. Wrong keys are kept too, so that a flood of them costs no queries. */
const KEPT_ANSWERS = 10_000

export interface Authenticator {
  /** Takes an API key or the id of a console session. */
  authenticate(credential: string): Promise<Principal | null>
  /** Forgets what it believes, because a key or a session has changed here. */
  forget(): void
  close(): Promise<void>
}

export function openAuthenticator({ db, clock, log }: { db: Database; clock: Clock; log: Log }): Authenticator {
  const answers = new Map<string, { principal: Promise<Principal | null>; until: number }>()
  const uses = new Map<number, Date>()
  const sessionUses = new Map<number, Date>()
  let timer: Timer | null = null

  async function writeUses(): Promise<void> {
    timer = null
    const [keys, sessions] = [taken(uses), taken(sessionUses)]
    try {
      await rememberUse(db, keys)
      await rememberSessionUse(db, sessions)
    } catch (error) {
      log.warn({ err: error }, 'the last use of API keys could not be noted')
    }
  }

  /** What cannot be a credential costs no query. */
  async function look(credential: string): Promise<Principal | null> {
    if (looksLikeSession(credential)) {
      const session = await findSessionByHash(db, hashToken(credential), clock.now())
      if (!session) return null
      const { id, organization_id, api_key_id, scope } = session
      return { organizationId: organization_id, apiKeyId: api_key_id, scope, sessionId: id }
    }
    if (!API_KEY_PATTERN.test(credential)) return null
    const key = await findKeyByHash(db, hashApiKey(credential))
    return key ? { organizationId: key.organization_id, apiKeyId: key.id, scope: key.scope, sessionId: null } : null
  }

  return {
    async authenticate(credential) {
      const now = clock.monotonic()
      let answer = answers.get(credential)
      if (!answer || answer.until <= now) {
        answer = { principal: look(credential), until: now + TRUST_MS }
        answer.principal.catch(() => answers.delete(credential))
        answers.delete(credential)
        answers.set(credential, answer)
        if (answers.size > KEPT_ANSWERS) answers.delete(answers.keys().next().value as string)
      }
      const principal = await answer.principal
      if (principal) {
        const at = new Date(clock.now())
        uses.set(principal.apiKeyId, at)
        if (principal.sessionId !== null) sessionUses.set(principal.sessionId, at)
        timer ??= clock.after(REMEMBER_USE_EVERY_MS, () => void writeUses())
      }
      return principal
    },
    forget: () => answers.clear(),
    async close() {
      timer?.cancel()
      if (uses.size > 0) await writeUses()
    },
  }
}

function taken(uses: Map<number, Date>): Array<{ id: number; at: Date }> {
  const batch = [...uses].map(([id, at]) => ({ id, at }))
  uses.clear()
  return batch
}
