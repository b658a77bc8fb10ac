/**
 * Sends due messages. Every node runs one; a webhook's row lock and the state of a delivery keep two from sending the same. No
 * database connection is held during a request, so that receivers may be slow.
 */
import { appendEvent } from '../events/append.ts'
import { EVENTS_CHANNEL, readEvents } from '../events/queries.ts'
import type { Clock, Timer } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import type { Log } from '../kernel/log.ts'
import { mergeHeaders } from '../kernel/merge-headers.ts'
import { type JobWatch, type RunningJob, startRecurringJob } from '../kernel/recurring-job.ts'
import { openOrNull, type SecretBox } from '../kernel/secret-box.ts'
import type { Database } from '../storage/database.ts'
import type { Notifications } from '../storage/notifications.ts'
import {
  claimDeliveries,
  claimDirectDeliveries,
  countOpenDeliveries,
  type Delivery,
  type DeliveryState,
  insertDeliveries,
  releaseDelivery,
  sendPendingNow,
  settleDelivery,
} from './delivery-queries.ts'
import {
  disableWebhook,
  hasPendingWork,
  lockWebhook,
  moveWebhookCursor,
  pauseWebhook,
  recordDeliveryFailure,
  recordDeliverySuccess,
  type Webhook,
  webhooksWithWork,
} from './queries.ts'
import { backOffMs, nextAttemptMs, RETRY_PERIOD_MS } from './rules/back-off.ts'
import { signedHeaders, webhookSecretSealContext } from './rules/sign.ts'
import { type OutgoingWebhook, sendMessage, type WebhookSendResult } from './send-message.ts'

/**
 * Maximum number of open deliveries per webhook; further events wait in the log. So the table stays small however long a receiver
 * is unreachable.
 */
const OPEN_MAX = 1000
const EVENTS_AT_ONCE = 500
/** Concurrent requests to one webhook; a failing one gets only a single probe. */
const AT_ONCE = 16
/** Concurrent requests to one host of one organization, for deliveries with their own address. */
const DIRECT_AT_ONCE = 4
/** A node that has not reported on a message for this long has died; the message is sent again. */
const LEASE_MS = 60_000
const LOOK_EVERY_MS = 1000
/** Polling interval while there are no webhooks and no other messages. */
const LOOK_EVERY_MS_AT_REST = 3000
/** Events wake a sender without work at most this often: every transaction of a busy dialer appends some. */
const WAKE_EVERY_MS_AT_REST = 250

export interface SenderDeps {
  db: Database
  clock: Clock
  log: Log
  egress: Pick<Egress, 'of'>
  secrets: Pick<SecretBox, 'open'>
  notifications: Pick<Notifications, 'subscribe'>
  /** Called for every direct delivery that was delivered or given up. */
  settled?(delivery: Delivery, sent: WebhookSendResult): Promise<void>
}

/** The encrypted part of a direct delivery: headers may contain secrets of the receiver. */
export interface DirectRequest extends Pick<OutgoingWebhook, 'url' | 'method' | 'headers'> {
  /** Signing secrets, newest first; empty: the message is not signed. */
  signWith: readonly string[]
}

export class WebhookSender {
  readonly #deps: SenderDeps
  readonly #stop = new AbortController()
  readonly #underWay = new Set<Promise<void>>()
  /** The current round; resolves to whether it succeeded and never rejects. */
  #running: Promise<boolean> | null = null
  #again = false
  /** Number of results that could not be stored since the last run of the job. */
  #unstored = 0
  #job: RunningJob | null = null
  #atRest = false
  #wakingSoon: Timer | null = null
  #leave: (() => Promise<void>) | null = null

  constructor(deps: SenderDeps) {
    this.#deps = deps
  }

  async start(watch?: JobWatch): Promise<void> {
    const { notifications, clock, log } = this.#deps
    this.#leave = await notifications.subscribe(EVENTS_CHANNEL, () => this.#onEvents())
    const everyMs = () => (this.#atRest ? LOOK_EVERY_MS_AT_REST : LOOK_EVERY_MS)
    const look = {
      name: 'send-webhooks',
      get everyMs() {
        return everyMs()
      },
      runOnce: async () => this.#wakeAndWait(),
    }
    this.#job = startRecurringJob(look, { clock, log, watch })
  }

  /** Aborts messages in progress; another node or the next start sends them again. */
  async stop(): Promise<void> {
    this.#stop.abort()
    this.#wakingSoon?.cancel()
    await this.#leave?.()
    await this.#job?.stop()
    await this.#running
    await Promise.all(this.#underWay)
  }

  /** While there is no work, events that arrive together cause one poll, after a moment. */
  #onEvents(): void {
    if (!this.#atRest) return this.wake()
    this.#wakingSoon ??= this.#deps.clock.after(WAKE_EVERY_MS_AT_REST, () => {
      this.#wakingSoon = null
      this.wake()
    })
  }

  /** Polls for due messages soon. */
  wake(): void {
    if (this.#stop.signal.aborted) return
    if (this.#running) {
      this.#again = true
      return
    }
    this.#running = this.#takeAll()
      .catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, 'failed to read pending webhook deliveries; it is retried')
        return false
      })
      .finally(() => {
        this.#running = null
        if (!this.#again) return
        this.#again = false
        this.wake()
      })
  }

  /** Sends this delivery now, outside the order, and returns the result. */
  async sendOne(webhook: Webhook, delivery: Delivery): Promise<Delivery> {
    const sent = await this.#exchange(delivery, webhook)
    return (await this.#settle(delivery, webhook, sent)) ?? delivery
  }

  async #wakeAndWait(): Promise<Record<string, number>> {
    this.wake()
    if ((await this.#running) === false) throw new Error('Some webhook deliveries could not be read; see the log.')
    const unstored = this.#unstored
    this.#unstored = 0
    if (unstored > 0) throw new Error(`The results of ${unstored} webhook deliveries could not be stored; see the log.`)
    return {}
  }

  /** Processes all webhooks; a failing one does not delay the others. False: at least one failed, and the log names it. */
  async #takeAll(): Promise<boolean> {
    const { db, clock, log } = this.#deps
    this.#atRest = !(await hasPendingWork(db))
    if (this.#atRest) return true
    let succeeded = true
    for (const { id } of await webhooksWithWork(db, new Date(clock.now()))) {
      if (this.#stop.signal.aborted) return succeeded
      await this.#takeOf(id).catch((error: unknown) => {
        succeeded = false
        log.warn({ err: error, webhook_id: id }, 'failed to read pending deliveries of a webhook; it is retried')
      })
    }
    const now = clock.now()
    const direct = await claimDirectDeliveries(db, {
      now: new Date(now),
      leaseUntil: new Date(now + LEASE_MS),
      most: DIRECT_AT_ONCE,
    })
    for (const delivery of direct) this.#launch(delivery, null)
    return succeeded
  }

  /** One short transaction that turns new events into deliveries, and claims the due ones. */
  async #takeOf(webhookId: number): Promise<void> {
    const { db, clock } = this.#deps
    const nowMs = clock.now()
    const now = new Date(nowMs)
    const taken = await db.transaction().execute(async (tx) => {
      const webhook = await lockWebhook(tx, webhookId, now)
      if (!webhook) return null
      const room = OPEN_MAX - (await countOpenDeliveries(tx, webhookId, OPEN_MAX))
      if (room > 0) await this.#readOn(tx, webhook, Math.min(room, EVENTS_AT_ONCE), nowMs)
      const most = webhook.failures > 0 ? 1 : AT_ONCE
      const deliveries = await claimDeliveries(tx, webhookId, { now, leaseUntil: new Date(nowMs + LEASE_MS), most })
      return { webhook, deliveries }
    })
    for (const delivery of taken?.deliveries ?? []) this.#launch(delivery, (taken as { webhook: Webhook }).webhook)
  }

  async #readOn(tx: Database, webhook: Webhook, limit: number, nowMs: number): Promise<void> {
    const { organization_id: organizationId, cursor, event_types: wanted } = webhook
    const events = await readEvents(tx, { organizationId, after: cursor, campaignId: null, limit })
    const last = events.at(-1)
    if (!last) return
    const times = { now: new Date(nowMs), expiresAt: new Date(nowMs + RETRY_PERIOD_MS) }
    await insertDeliveries(
      tx,
      webhook,
      events.filter(({ type }) => wanted === null || wanted.includes(type)),
      times,
    )
    await moveWebhookCursor(tx, webhook.id, last.id)
    if (events.length === limit) this.#again = true
  }

  #launch(delivery: Delivery, webhook: Webhook | null): void {
    const work = this.#carry(delivery, webhook)
      .catch((error: unknown) => {
        this.#unstored++
        this.#deps.log.warn(
          { err: error, delivery_id: delivery.id },
          'failed to store the result of a webhook delivery; it is sent again',
        )
      })
      .finally(() => {
        this.#underWay.delete(work)
        this.wake()
      })
    this.#underWay.add(work)
  }

  async #carry(delivery: Delivery, webhook: Webhook | null): Promise<void> {
    const { db, clock, settled } = this.#deps
    const sent = await this.#exchange(delivery, webhook, this.#stop.signal).catch((error: unknown) => {
      if (this.#stop.signal.aborted) return null
      throw error
    })
    if (sent === null) return releaseDelivery(db, delivery.id, new Date(clock.now()))
    const after = await this.#settle(delivery, webhook, sent)
    if (webhook === null && after && after.state !== 'pending') await settled?.(after, sent)
  }

  async #exchange(delivery: Delivery, webhook: Webhook | null, stop?: AbortSignal): Promise<WebhookSendResult> {
    let outgoing: OutgoingWebhook
    try {
      outgoing = webhook ? this.#signed(delivery, webhook) : this.#direct(delivery)
    } catch {
      const message = 'The secret was sealed with another SECRET_KEY; rotate it.'
      return { ok: false, status: null, reason: 'unreadable', message, retryAfterMs: null, answer: '', ms: 0 }
    }
    const { egress, clock } = this.#deps
    return sendMessage({ egress: egress.of(delivery.organization_id), clock }, outgoing, stop)
  }

  #signed({ message_id: id, payload: body }: Delivery, webhook: Webhook): OutgoingWebhook {
    const { clock, secrets } = this.#deps
    const atMs = clock.now()
    const place = webhookSecretSealContext(webhook.id)
    const known = [secrets.open(webhook.secret, place)]
    const { previous_secret: previous, previous_secret_until: until } = webhook
    if (previous !== null && until !== null && until.getTime() > atMs) {
      // A secret that was encrypted with a lost key is skipped: it signs nothing and blocks nothing.
      known.push(...[openOrNull(secrets, previous, place)].filter((before) => before !== null))
    }
    const headers = { 'content-type': 'application/json', ...signedHeaders({ id, atMs, body }, known) }
    return { url: webhook.url, method: 'POST', headers, body }
  }

  #direct({ request, payload, message_id }: Delivery): OutgoingWebhook {
    const kept = JSON.parse(this.#deps.secrets.open(request ?? '')) as DirectRequest
    const { url, method, signWith = [] } = kept
    const message = { id: message_id, atMs: this.#deps.clock.now(), body: payload }
    const ours = signWith.length === 0 ? { 'webhook-id': message_id } : signedHeaders(message, signWith)
    return { url, method, headers: mergeHeaders(kept.headers, ours), body: payload }
  }

  async #settle(delivery: Delivery, webhook: Webhook | null, sent: WebhookSendResult): Promise<Delivery | undefined> {
    const { db, clock } = this.#deps
    const nowMs = clock.now()
    const now = new Date(nowMs)
    const { status, reason, message, ms, answer } = sent
    const tried = { at: now.toISOString(), status, reason, message, ms, answer }
    let off: string | null = null
    const after = await db.transaction().execute(async (tx) => {
      if (webhook && sent.ok && (await recordDeliverySuccess(tx, webhook.id)))
        await sendPendingNow(tx, webhook.id, now, null)
      if (webhook && !sent.ok && delivery.kind !== 'test') off = await this.#noteFailure(tx, webhook.id, sent)
      const next = nextOf(delivery, sent, nowMs, off !== null)
      return settleDelivery(tx, delivery.id, { ...next, tried, now })
    })
    if (webhook && off !== null) await this.#reportSwitchedOff(webhook, off)
    return after
  }

  /** Returns why the webhook was disabled, if it was: the receiver answered 410, or accepted nothing for a whole day. */
  async #noteFailure(tx: Database, webhookId: number, { status, ms }: WebhookSendResult): Promise<string | null> {
    const nowMs = this.#deps.clock.now()
    const now = new Date(nowMs)
    const noted = await recordDeliveryFailure(tx, webhookId, { now, begunAt: new Date(nowMs - ms) })
    if (!noted) return null
    await pauseWebhook(tx, webhookId, new Date(nowMs + backOffMs(noted.failures)))
    const reason = status === 410 ? 'gone' : noted.failing_since.getTime() <= nowMs - RETRY_PERIOD_MS ? 'failing' : null
    return reason !== null && (await disableWebhook(tx, webhookId, reason, now)) ? reason : null
  }

  /** Uses a separate transaction, because the lock of the event log comes before all others. */
  async #reportSwitchedOff({ id, organization_id: organizationId }: Webhook, reason: string): Promise<void> {
    const { db, clock } = this.#deps
    const data = { webhook_id: id, reason }
    const event = { organizationId, at: new Date(clock.now()), type: 'webhook_disabled' as const, data }
    await db.transaction().execute((tx) => appendEvent(tx, event))
  }
}

/**
 * The time of the next attempt: a webhook's message is retried until its period ends, a direct one only while a retry may help.
 */
function nextOf(
  delivery: Delivery,
  sent: WebhookSendResult,
  nowMs: number,
  off: boolean,
): { state: DeliveryState; nextAttemptAt: Date } {
  const now = new Date(nowMs)
  if (sent.ok) return { state: 'delivered', nextAttemptAt: now }
  if (delivery.kind === 'test') return { state: 'failed', nextAttemptAt: now }
  if (off) return { state: 'pending', nextAttemptAt: now }
  if (delivery.kind === 'direct' && !mayHelp(sent)) return { state: 'failed', nextAttemptAt: now }
  const next = nextAttemptMs({
    nowMs,
    attempts: delivery.attempts + 1,
    expiresAtMs: delivery.expires_at.getTime(),
    retryAfterMs: sent.retryAfterMs,
  })
  return next === null ? { state: 'failed', nextAttemptAt: now } : { state: 'pending', nextAttemptAt: new Date(next) }
}

function mayHelp({ status, reason }: WebhookSendResult): boolean {
  if (status !== null) return status >= 500 || status === 429 || status === 408
  return reason === 'time_out' || reason === 'not_reached'
}
