/** All recurring jobs. */

import { requestCallPrices } from '../calls/ask-prices.ts'
import { dropMediaTokens } from '../calls/drop-media-tokens.ts'
import { endJoinedCalls } from '../calls/end-joined-calls.ts'
import { keepRecordings } from '../calls/keep-recordings.ts'
import { loadAgentsWhenDueSoon } from '../calls/load-agents.ts'
import { sweepRecordings } from '../calls/sweep-recordings.ts'
import { finishDeletions } from '../campaigns/delete-campaign.ts'
import { listsInUse } from '../campaigns/queries.ts'
import { watchAbandonment } from '../campaigns/watch-abandonment.ts'
import { checkNumbers, dropOldNumberChecks } from '../checks/check-numbers.ts'
import { checkLists } from '../contacts/check-lists.ts'
import { finishListDeletions } from '../contacts/delete-list.ts'
import { dropAwaitingLists } from '../contacts/drop-awaiting-lists.ts'
import { computeZonesOfOldLists } from '../contacts/list-zones.ts'
import { numbersWaitingForCheck } from '../dialer/apply-policy-change.ts'
import { applyCarrierPrice } from '../dialer/apply-price.ts'
import { dropBreakerSeconds } from '../dialer/jobs/drop-breaker-seconds.ts'
import { finishUpgrade } from '../dialer/jobs/finish-upgrade.ts'
import { reviewQueues } from '../dialer/review-queues.ts'
import { appendEvent } from '../events/append.ts'
import { dropOldEvents } from '../events/drop-old-events.ts'
import { makeEventRanges } from '../events/make-event-ranges.ts'
import { dropOldIdempotencyKeys } from '../http/drop-requests.ts'
import type { Idempotency } from '../http/idempotency.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import { embedDocuments } from '../knowledge/embed-documents.ts'
import { checkpointLedgers } from '../ledger/checkpoint-ledger.ts'
import { pinErasures } from '../ledger/pin-erasures.ts'
import { watchDisk } from '../operations/disk-space.ts'
import { dropSessions } from '../organizations/drop-sessions.ts'
import { recordPacks } from '../policies/record-packs.ts'
import { applyRetention } from '../privacy/apply-retention.ts'
import { clearErasedPersons } from '../privacy/clear-erased-persons.ts'
import { finishErasures } from '../privacy/finish-erasures.ts'
import { forgetErasedAttempts } from '../privacy/forget-erased-attempts.ts'
import { recordingsDroppedUntil } from '../privacy/queries.ts'
import { dropRegistries } from '../registries/drop-registries.ts'
import { dropOldStatistics } from '../statistics/drop-old-figures.ts'
import { sumUpMinutesJob } from '../statistics/sum-up-minutes.ts'
import { openIndexBuilder } from '../storage/build-indexes.ts'
import { keepInboundAccountsOpen } from '../telephony/numbers/keep-lines-open.ts'
import { restWeakNumbers } from '../telephony/numbers/rest-weak-numbers.ts'
import { dropDeliveries } from '../webhooks/drop-deliveries.ts'
import { sealStoredHeaders } from '../workflows/seal-stored-headers.ts'
import type { AppParts } from './parts.ts'

export function allRecurringJobs(parts: AppParts, idempotency: Idempotency): RecurringJob[] {
  const { db, pool, direct, clock, log, config, secrets, ledgerKeys, providers, refer, calls, campaigns } = parts
  const { accounts, agents, dialer, recordings, zonesChanged } = parts
  return [
    dropMediaTokens({ db, clock }),
    requestCallPrices({
      db,
      clock,
      log,
      accounts,
      refer,
      apply: (callId, price) => applyCarrierPrice(db, callId, price, new Date(clock.now())),
    }),
    endJoinedCalls({ db, clock, log, accounts, refer }),
    dropSessions({ db, clock }),
    dropOldIdempotencyKeys(idempotency),
    dropAwaitingLists({ db, clock }),
    computeZonesOfOldLists({ db, pool, log, zonesChanged }),
    dropBreakerSeconds({ db, clock }),
    reviewQueues({ db, log, wake: (organizationId) => dialer.wake(organizationId) }),
    finishDeletions({ campaigns, log }),
    finishListDeletions({ db, log }),
    watchAbandonment({ db, clock, log, campaigns }),
    restWeakNumbers({
      db,
      clock,
      log,
      rested: (tx, number) => appendEvent(tx, { ...number, type: 'caller_number_resting' }),
    }),
    finishUpgrade({ pool, indexes: openIndexBuilder({ pool, direct, log }), queue: calls.queue }),
    sumUpMinutesJob({ db, clock }),
    checkNumbers({
      db,
      clock,
      log,
      secrets,
      egress: parts.egress,
      waiting: (organizationId, limit, asked) => numbersWaitingForCheck(db, organizationId, limit, asked),
      answered: parts.numbersChecked,
    }),
    dropOldNumberChecks({ db, clock }),
    embedDocuments({ db, clock, log, secrets, egress: parts.egress }),
    checkLists({
      ...parts.registryDeps,
      log,
      listsInUse: (organizationId) => listsInUse(db, organizationId),
      allChecked: parts.allChecked,
    }),
    dropRegistries({ db, clock, log }),
    checkpointLedgers({ db, clock, log, keys: ledgerKeys }),
    pinErasures({ db, clock, log, keys: ledgerKeys }),
    recordPacks({ db, clock, log, keys: ledgerKeys }),
    dropOldStatistics({ db, clock }),
    makeEventRanges({ db, clock, log }),
    dropOldEvents({ db, clock, retentionDays: config.eventRetentionDays }),
    dropDeliveries({ db, clock }),
    sealStoredHeaders({ db, log, secrets }),
    applyRetention({
      db,
      clock,
      log,
      keys: ledgerKeys,
      recordings,
      failed: (kind, organizationId) => parts.metrics.retentionFailed(kind, organizationId),
    }),
    forgetErasedAttempts({ db, clock, log }),
    clearErasedPersons({ db }),
    finishErasures({ db, clock, keys: ledgerKeys, recordings, log }),
    keepRecordings({
      clock,
      db,
      log,
      store: recordings,
      directory: calls.recordingsDirectory,
      waiting: (count) => parts.metrics.recordingsWaiting(count),
    }),
    watchDisk({ directory: config.dataDir, log }),
    sweepRecordings({
      db,
      clock,
      log,
      store: recordings,
      kind: config.recordings.kind,
      installation: parts.installation,
      droppedUntil: () => recordingsDroppedUntil(db),
    }),
    keepInboundAccountsOpen({ db, log, providers, accounts }),
    loadAgentsWhenDueSoon({
      db,
      agents,
      now: () => dialer.now(),
      wanted: (configurationId) => calls.conversationWanted(configurationId),
    }),
  ]
}
