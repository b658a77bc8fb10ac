import type { Principal } from '../http/route.ts'
import type { Clock, Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import { hashApiKey } from './api-key.ts'
import { findKeyByHash, rememberUse } from './queries.ts'

/** How long an answer is believed without asking again: an archived key lives at most so long on other nodes. */
const TRUST_MS = 1000
const REMEMBER_USE_EVERY_MS = 5000
/** Answers kept; beyond it the oldest go. Wrong keys are kept too, so that a flood of them costs no queries. */
const KEPT_ANSWERS = 10_000

export interface Authenticator {
  authenticate(key: string): Promise<Principal | null>
  /** Forgets what it believes, because a key has changed here. */
  forget(): void
  close(): Promise<void>
}

export function openAuthenticator({ db, clock, log }: { db: Database; clock: Clock; log: Log }): Authenticator {
  const answers = new Map<string, { principal: Promise<Principal | null>; until: number }>()
  const uses = new Map<number, Date>()
  let timer: Timer | null = null

  async function writeUses(): Promise<void> {
    timer = null
    const batch = [...uses].map(([id, at]) => ({ id, at }))
    uses.clear()
    try {
      await rememberUse(db, batch)
    } catch (error) {
      log.warn({ err: error }, 'the last use of API keys could not be noted')
    }
  }

  async function look(key: string): Promise<Principal | null> {
    const found = await findKeyByHash(db, hashApiKey(key))
    return found ? { organizationId: found.organization_id, apiKeyId: found.id } : null
  }

  return {
    async authenticate(key) {
      const now = clock.monotonic()
      let answer = answers.get(key)
      if (!answer || answer.until <= now) {
        answer = { principal: look(key), until: now + TRUST_MS }
        answer.principal.catch(() => answers.delete(key))
        answers.delete(key)
        answers.set(key, answer)
        if (answers.size > KEPT_ANSWERS) answers.delete(answers.keys().next().value as string)
      }
      const principal = await answer.principal
      if (principal) {
        uses.set(principal.apiKeyId, new Date(clock.now()))
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
