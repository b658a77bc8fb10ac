/** What the operations on campaigns ask of the simulated database; the operations themselves are the product's. */
import type { NewCampaign, StoredCampaign } from '../src/campaigns/queries.ts'
import type { CampaignStore, CampaignTransaction, OutcomesToCopy } from '../src/campaigns/store.ts'
import { ARM_HOLDS } from '../src/dialer/rules/experiment.ts'
import { CAMPAIGN_FINISHED, NO_ROUTE } from '../src/dialer/rules/may-dial.ts'
import { lasting } from '../src/dialer/rules/numbers-of-contact.ts'
import { readRoute, type StoredStep } from '../src/dialer/rules/route.ts'
import { countFinished } from '../src/dialer/rules/tally.ts'
import type { CampaignRow } from '../src/dialer/store.ts'
import type { CampaignsRoom } from './campaigns-room.ts'
import { type DatabaseLink, NOTHING } from './database-link.ts'
import { newCampaignRow } from './memory-rows.ts'
import type { MemoryTables } from './memory-tables.ts'
import type { Staged } from './staged-transaction.ts'

/** Rows removed in one portion. */
const AT_ONCE = 20

/** Whoever gave it up was sure that nobody makes a campaign of it any more. */
export class CopyGivenUp extends Error {}

export interface MemoryCampaignsOptions {
  link: DatabaseLink
  tables: MemoryTables
  room: CampaignsRoom
  /** Something has been committed. */
  committed(): void
}

export class MemoryCampaigns implements CampaignStore {
  readonly #options: MemoryCampaignsOptions

  constructor(options: MemoryCampaignsOptions) {
    this.#options = options
  }

  transaction<T>(work: (tx: CampaignTransaction) => Promise<T>): Promise<T> {
    return this.#options.link.run(async (staged) => {
      const result = await work(transactionOf(this.#options, staged))
      staged.writes.push(async () => this.#options.committed())
      return result
    })
  }

  find(organizationId: number, id: number): Promise<StoredCampaign | undefined> {
    const { link, tables } = this.#options
    return link.ask(async () => storedCampaign(tables, organizationId, id))
  }

  /** The copy is there before its campaign is; where that is not made, the copy goes again. */
  async copyThenCreate(
    { parent, outcomes, rules }: OutcomesToCopy,
    make: (tx: CampaignTransaction, id: number, count: number) => Promise<void>,
  ): Promise<number> {
    const { link, tables, room } = this.#options
    const id = room.nextId()
    const count = await link.ask(async () => {
      const chosen = [...tables.contacts.of(parent.id).values()].filter(
        (contact) =>
          contact.state === 'done' &&
          (outcomes.includes(String(contact.outcome)) ||
            (contact.outcome === 'canceled' && rules.includes(String(contact.heldBy)))),
      )
      const { configurationId } = tables.campaigns.get(parent.id) ?? {}
      const people = chosen.map(({ phoneNumber, numbers, personId }) => ({
        phoneNumber: numbers?.all.find((number) => !(number in lasting(numbers.passed))) ?? phoneNumber,
        ...(numbers ? { numbers: { all: numbers.all, passed: lasting(numbers.passed) } } : {}),
        ...(personId ? { personId } : {}),
      }))
      tables.copies.add(id)
      room.enqueue({ id, organizationId: parent.organizationId, configurationId: configurationId as number }, people)
      return chosen.length
    })
    try {
      await this.#make(id, (tx) => make(tx, id, count))
    } catch (error) {
      const givenUp = await link.ask(async () => tables.copies.delete(id) && tables.removals.add(id)).catch(() => false)
      if (givenUp) await this.removeRows(id).catch(() => {})
      throw error
    }
    return id
  }

  /** Whoever gives the copy up and whoever makes the campaign of it: only one of them finds it. */
  #make(id: number, make: (tx: CampaignTransaction) => Promise<void>): Promise<void> {
    const { link, tables, committed } = this.#options
    return link.run(async (staged) => {
      staged.writes.push(async () => {
        if (!tables.copies.delete(id)) throw new CopyGivenUp('the copy was given up')
      })
      await make(transactionOf(this.#options, staged))
      staged.writes.push(async () => committed())
    })
  }

  async removeRows(id: number): Promise<void> {
    const { link } = this.#options
    while ((await link.ask(async () => this.#removePortion(id))) > 0);
    await link.ask(async () => this.#options.tables.removals.delete(id))
  }

  unfinishedRemovals(): Promise<number[]> {
    return this.#options.link.ask(async () => [...this.#options.tables.removals])
  }

  /** Calls first, then the contacts. */
  #removePortion(campaignId: number): number {
    const { tables } = this.#options
    const calls = [...tables.calls.values()].filter((call) => call.campaignId === campaignId).slice(0, AT_ONCE)
    for (const { id } of calls) {
      tables.dropCall(id)
      tables.erasedCalls.add(id)
    }
    if (calls.length > 0) return calls.length
    const contacts = [...tables.contacts.of(campaignId).keys()].slice(0, AT_ONCE)
    for (const id of contacts) tables.contacts.delete(id)
    return contacts.length
  }
}

function transactionOf({ tables, room }: MemoryCampaignsOptions, { tx, writes }: Staged): CampaignTransaction {
  const write = async (change: () => unknown) => {
    writes.push(async () => change())
  }
  const change = (id: number, fields: (row: CampaignRow) => Partial<CampaignRow>) =>
    write(() => {
      const row = tables.campaigns.get(id)
      if (row) tables.campaigns.set(id, { ...row, ...fields(row) })
    })
  const releaseHeldBy = (id: number, rules: readonly string[], now: Date) => {
    for (const contact of tables.contacts.pendingOf(id).values()) {
      const { heldBy, numbers } = contact
      const lacksRoute = heldBy === 'consent' && Object.values(numbers?.passed ?? {}).includes(NO_ROUTE)
      const isMeant = rules.includes(heldBy ?? '') || (rules.includes(NO_ROUTE) && lacksRoute)
      if (!isMeant || contact.heldUntilMs !== contact.nextAttemptAtMs) continue
      tables.contacts.set(contact.id, { ...contact, nextAttemptAtMs: now.getTime(), heldUntilMs: null })
    }
  }
  const releaseRoute = (id: number, now: Date) => {
    const row = tables.campaigns.get(id)
    if (!row?.route) return
    tables.campaigns.set(id, { ...row, nextDueAtMs: null, route: { ...row.route, stops: {} } })
    releaseHeldBy(id, [NO_ROUTE], now)
  }
  return {
    async lock(organizationId, id) {
      await tx.open({ ...NOTHING, organizationIds: [organizationId], wait: true })
      return storedCampaign(tables, organizationId, id)
    },
    requireReady: async (campaign) => ({
      telephonyConfigurationId: campaign.telephony_configuration_id as number,
      definitionId: campaign.definition_id ?? 1,
    }),
    // Nobody has to vouch for anything in this world.
    openDuties: async () => [],
    acceptDuties: async () => {},
    keepDuties: async () => {},
    resetBreakerCounts: ({ id }) =>
      write(() => {
        for (const [key, second] of tables.breakerSeconds) {
          if (second.campaignId === id) tables.breakerSeconds.delete(key)
        }
      }),
    async setRunning({ id }, { now, telephonyConfigurationId, definitionId }) {
      await change(id, (row) => ({
        state: 'running',
        configurationId: telephonyConfigurationId,
        definitionId,
        totalQueuedCount: tables.story(id).startedAt === null ? row.totalRows : row.totalQueuedCount,
        windowSaid: null,
        nextDueAtMs: null,
      }))
      await write(() => releaseRoute(id, now))
      await write(() => {
        tables.tell(id, { startedAt: tables.story(id).startedAt ?? now })
        room.started(id)
      })
    },
    restoreRoute: ({ id }, now) => write(() => releaseRoute(id, now)),
    async releaseArms({ id }, now) {
      await change(id, () => ({ nextDueAtMs: null }))
      await write(() => releaseHeldBy(id, ARM_HOLDS, now))
    },
    async setPaused(id) {
      await change(id, () => ({ state: 'paused' }))
      await write(() => room.paused(id))
    },
    setClosed: (id) => change(id, () => ({ keepOpen: false, nextDueAtMs: null })),
    async cancelWaiting({ id }, most, now) {
      const waiting = [...tables.contacts.values()]
        .filter(({ campaignId, state }) => campaignId === id && state === 'pending')
        .slice(0, most)
      await change(id, (before) => {
        const row = { ...before }
        for (const { dials } of waiting) countFinished(row, 'canceled', dials)
        const { processedRows, outcomes, attempts } = row
        const failedRows = row.failedRows + waiting.length
        const totalQueuedCount = row.totalQueuedCount - waiting.length
        return { processedRows, outcomes, attempts, failedRows, totalQueuedCount }
      })
      await write(() => {
        for (const contact of waiting) {
          const finishedAtMs = now.getTime()
          const done = { state: 'done', outcome: 'canceled', heldBy: CAMPAIGN_FINISHED, nextAttemptAtMs: null } as const
          tables.contacts.set(contact.id, { ...contact, ...done, finishedAtMs })
        }
      })
      return waiting.length
    },
    setCompleted: (id, now) => change(id, () => ({ state: 'completed', completedAtMs: now.getTime() })),
    async saveEdit(id, edit) {
      await change(id, (row) => ({
        name: edit.name ?? row.name,
        maxConcurrency: edit.maxConcurrency ?? row.maxConcurrency,
        retry: edit.retry ?? row.retry,
        schedule: edit.schedule === undefined ? row.schedule : edit.schedule,
        breaker: edit.breaker ?? row.breaker,
        keepOpen: edit.keepOpen ?? row.keepOpen,
        finishOnInbound: edit.finishOnInbound ?? row.finishOnInbound,
        ...(edit.callerPool ? { callerPool: edit.callerPool } : {}),
        ...(edit.experiment ? { experiment: edit.experiment } : {}),
      }))
      await write(() => room.edited(id))
    },
    async setPolicy({ id, organizationId }, policy) {
      room.requirePolicy(organizationId, id, policy)
      await write(() => room.setPolicy(organizationId, id, policy))
    },
    copyPolicy: (parentId, { id, organizationId }) =>
      write(() => {
        const own = tables.policies.get(organizationId)?.campaigns.get(parentId)
        if (own) room.setPolicy(organizationId, id, own.policy)
      }),
    insert: (id, campaign) =>
      write(() => {
        tables.campaigns.set(id, draft(id, campaign))
        tables.tell(id, { parentId: campaign.parentCampaignId })
        room.edited(id)
      }),
    setRedialed: (id, redialedId) => write(() => tables.tell(id, { redialedId })),
    noteRemoval: ({ id }) => write(() => tables.removals.add(id)),
    remove: (id) =>
      write(() => {
        tables.campaigns.delete(id)
        tables.forgetStory(id)
      }),
    log: ({ id: campaignId, organizationId }, { now, ...entry }) =>
      write(() => tables.logs.push({ organizationId, campaignId, atMs: now.getTime(), ...entry })),
  }
}

function draft(id: number, campaign: NewCampaign): CampaignRow {
  const { organizationId, name, workflowId, telephonyConfigurationId: configurationId, totalRows } = campaign
  const { maxConcurrency, retry, schedule, breaker, keepOpen, finishOnInbound } = campaign
  const settings = { maxConcurrency, retry, schedule, breaker, keepOpen, finishOnInbound, definitionId: null }
  const row = newCampaignRow(id, { organizationId, name, workflowId, configurationId, totalRows, ...settings })
  const route = readRoute(campaign.route, null)
  const callerPool = campaign.callerPool ? { callerPool: campaign.callerPool } : {}
  return {
    ...row,
    ...(route ? { route } : {}),
    ...callerPool,
    spending: { max: campaign.maxSpend, spent: 0, calls: 0 },
  }
}

function storedRoute({ route }: CampaignRow): StoredStep[] | null {
  if (!route) return null
  return route.steps.map(({ configurationId, prefixes }) => ({
    telephony_configuration_id: configurationId,
    prefixes: [...prefixes],
    countries: [],
    takes: [...prefixes],
  }))
}

function storedCampaign(tables: MemoryTables, organizationId: number, id: number): StoredCampaign | undefined {
  const row = tables.campaigns.get(id)
  if (!row || row.organizationId !== organizationId) return undefined
  const { startedAt, parentId, redialedId } = tables.story(id)
  return {
    id,
    organization_id: organizationId,
    name: row.name,
    workflow_id: row.workflowId,
    workflow_name: 'workflow',
    workflow_version_number: null,
    workflow_current_version_number: 1,
    definition_id: row.definitionId,
    state: row.state,
    source_type: 'csv',
    source_id: 'list',
    list_id: 1,
    enrolled_list_id: null,
    keep_open: row.keepOpen,
    finish_on_inbound: row.finishOnInbound,
    accepted_duties: null,
    max_spend: row.spending?.max ?? null,
    spent: row.spending?.spent ?? 0,
    currency: null,
    total_rows: row.totalRows,
    processed_rows: row.processedRows,
    failed_rows: row.failedRows,
    outcomes: row.outcomes,
    attempts: row.attempts,
    created_at: new Date(0),
    started_at: startedAt,
    completed_at: row.completedAtMs === null ? null : new Date(row.completedAtMs),
    retry_config: row.retry,
    max_concurrency: row.maxConcurrency,
    schedule_config: row.schedule,
    circuit_breaker: row.breaker,
    policy: tables.policies.get(organizationId)?.campaigns.get(id) ?? null,
    executed_count: row.executedCount,
    total_queued_count: row.totalQueuedCount,
    live_calls: row.liveCalls,
    parent_campaign_id: parentId,
    redialed_campaign_id: redialedId,
    telephony_configuration_id: row.configurationId,
    telephony_configuration_name: null,
    telephony_provider: 'simulator',
    route: storedRoute(row),
    route_stops: row.route?.stops ?? null,
    caller_pool: row.callerPool ?? null,
    experiment: row.experiment ?? null,
    logs: [],
  }
}
