/** Promise 5: in calm weather, whoever may be dialed now is dialed now, not when some timer comes round. */
import { availableTokens, backoffEnd, nextTokenAt, paceOf } from '../../src/dialer/rules/pacing.ts'
import type { CampaignRow } from '../../src/dialer/store.ts'
import { type Checker, type CheckerContext, isMember } from '../facts.ts'
import { suppressionKey } from '../memory-tables.ts'
import { isOpenFor } from './limits.ts'

/** A few trips to the database; timers of the engine take a second and more. */
const PATIENCE_MS = 150
/** A clock that was put back comes to moments once more that had been passed over: the engine's duty of every minute finds them. */
const PATIENCE_AFTER_PUT_BACK_MS = 62_000
/** By then the leases, look-ups and back-offs that the faults of the first phase caused have ended. */
const CALM_FOR_MS = 10_000
/** From claim to dial there is one request to the carrier. */
const REQUEST_MS_MAX = 100

export function noWaiting(context: CheckerContext): Checker {
  const { tables, facts, now, after, fail } = context
  const waitingSince = new Map<number, number>()
  let nextLookMs = Number.POSITIVE_INFINITY

  const patienceMs = () => (facts.clockWasPutBack ? PATIENCE_AFTER_PUT_BACK_MS : PATIENCE_MS)

  function isCalm(): boolean {
    return facts.calmSinceMs !== null && now() - facts.calmSinceMs > CALM_FOR_MS
  }

  function lookAt(atMs: number): void {
    if (atMs >= nextLookMs) return
    nextLookMs = atMs
    after(atMs - now(), () => {
      if (nextLookMs !== atMs) return
      nextLookMs = Number.POSITIVE_INFINITY
      look()
    })
  }

  function look(): void {
    if (!isCalm()) {
      waitingSince.clear()
      if (facts.calmSinceMs !== null) lookAt(facts.calmSinceMs + CALM_FOR_MS + 1)
      return
    }
    for (const campaign of tables.campaigns.values()) {
      const mayDialAtMs = mayDialFrom(context, campaign)
      if (mayDialAtMs === null || mayDialAtMs > now()) {
        waitingSince.delete(campaign.id)
        if (mayDialAtMs !== null) lookAt(Math.max(mayDialAtMs, now() + 1))
        continue
      }
      const since = waitingSince.get(campaign.id)
      // Bad weather may have passed without a commit in it, and so without a look.
      if (since === undefined || since < (facts.calmSinceMs ?? 0)) waitingSince.set(campaign.id, now())
      else if (now() - since > patienceMs()) {
        fail(`campaign ${campaign.id} could have dialed ${Math.round(now() - since)} ms ago`)
      }
      lookAt(now() + patienceMs() + 1)
    }
  }

  return {
    began({ claim, atMs, call, person }) {
      // A single call waits for its turn by the pace after it was written down.
      if (!isMember(person)) return
      if (facts.requestsAreQuick && isCalm() && atMs - claim.atMs > REQUEST_MS_MAX + facts.onDeckMs)
        fail(`${call.key} waited between claim and dial`)
    },
    committed() {
      // Every claim and every freed slot begins a new wait.
      for (const campaign of tables.campaigns.values()) {
        if (campaign.lastClaimedAtMs !== null && campaign.lastClaimedAtMs > now() - PATIENCE_MS) {
          waitingSince.delete(campaign.id)
        }
      }
      look()
    },
  }
}

/** From when on this campaign may dial somebody, should nothing else change; null if something else must change first. */
function mayDialFrom({ tables, facts, now }: CheckerContext, campaign: CampaignRow): number | null {
  if (campaign.state !== 'running' || campaign.configurationId === null) return null
  // The number decides which configuration is asked; in the end every contact must be done.
  if (campaign.route) return null
  const organization = tables.organizations.get(campaign.organizationId)
  if (!organization) return null
  // Who may be called is then a matter of zones and numbers: held by the checker of the calling rules.
  if (organization.policyVersion > 0) return null
  if (organization.liveCalls >= organization.maxConcurrency || campaign.liveCalls >= campaign.maxConcurrency)
    return null
  let dueMs = Number.POSITIVE_INFINITY
  for (const contact of tables.contacts.pendingOf(campaign.id).values()) {
    // The contact is due when that call ends, not at its stored time. After the database clock was set back, the stored time
    // counts: a hold that had already expired is in the future again, and cannot be distinguished from one that has not.
    const isHeldByCall =
      !facts.clockWasPutBack && contact.heldBy === 'in_another_call' && contact.heldUntilMs === contact.nextAttemptAtMs
    const atMs = isHeldByCall ? 0 : (contact.nextAttemptAtMs ?? 0)
    if (atMs >= dueMs) continue
    if (tables.suppressions.has(suppressionKey(contact.organizationId, contact.phoneNumber))) continue
    // The end of the other call makes it due.
    if (tables.liveCalls.withNumber(contact.organizationId, contact.phoneNumber).size > 0) continue
    dueMs = atMs
    if (dueMs <= now()) break
  }
  if (dueMs === Number.POSITIVE_INFINITY) return null
  const configuration = tables.configurationOf(campaign.configurationId)
  if (!configuration) return null
  const tokenMs = [configuration, configuration.account].map(({ callsPerSecond, pacedUntilMs }) => {
    const pace = paceOf(callsPerSecond)
    return availableTokens(pace, pacedUntilMs ?? 0, now()) > 0 ? 0 : nextTokenAt(pace, pacedUntilMs ?? 0)
  })
  const earliestMs = Math.max(dueMs, ...tokenMs, backoffEnd(configuration.backoffUntilMs, now()) ?? 0, 0)
  // Windows have their edges at whole minutes.
  if (!isOpenFor(campaign.schedule, Math.max(earliestMs, now()), configuration.ringTimeoutSeconds * 1000)) {
    return (Math.floor(Math.max(earliestMs, now()) / 60_000) + 1) * 60_000
  }
  return earliestMs
}
