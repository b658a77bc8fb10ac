/** Assembly: the only file that knows every room and every provider. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { AgentLink } from './calls/agent-link.ts'
import { callbackUrls } from './calls/callback-urls.ts'
import { openMediaSockets } from './calls/media-sockets.ts'
import { webhookRoutes } from './calls/provider-webhooks.ts'
import { receiveInbound } from './calls/receive-inbound.ts'
import { callRoutes } from './calls/routes.ts'
import { campaignRoutes } from './campaigns/routes.ts'
import { viewRoutes } from './campaigns/view-routes.ts'
import type { Config } from './config.ts'
import { contactRoutes } from './contacts/routes.ts'
import { Dialer } from './dialer/dialer.ts'
import { openDialerPool } from './dialer/dialer-pool.ts'
import { bothMetrics, type DialerMetrics } from './dialer/metrics.ts'
import { postgresSignals } from './dialer/signals-postgres.ts'
import { PostgresDialerStore } from './dialer/store-postgres.ts'
import { dropOldEvents } from './events/drop-old-events.ts'
import { eventRoutes } from './events/routes.ts'
import { openEventStreams } from './events/streams.ts'
import { tellReaders } from './events/tell-readers.ts'
import { registerDocs } from './http/docs-page.ts'
import { registerHomePage } from './http/home-page.ts'
import { openApiDocument } from './http/openapi.ts'
import type { Route } from './http/route.ts'
import { openServer } from './http/server.ts'
import type { Clock } from './kernel/clock.ts'
import { startDuty } from './kernel/duty.ts'
import type { Log } from './kernel/log.ts'
import type { Rng } from './kernel/rng.ts'
import { openSecretBox, type SecretBox } from './kernel/secret-box.ts'
import { modelRoutes } from './models/routes.ts'
import { housekeeping } from './operations/housekeeping.ts'
import { openMetrics } from './operations/metrics.ts'
import { operationRoutes } from './operations/routes.ts'
import { openAuthenticator } from './organizations/authenticate.ts'
import { installationKey } from './organizations/installation.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { type Database, openDatabase } from './storage/database.ts'
import { openNotifications } from './storage/notifications.ts'
import { AccountPool, type StoredConfiguration } from './telephony/account-pool.ts'
import { openCredentials } from './telephony/configurations/credentials.ts'
import { findConfigurationById } from './telephony/configurations/queries.ts'
import { configurationRoutes } from './telephony/configurations/routes.ts'
import { keepLinesOpen } from './telephony/numbers/keep-lines-open.ts'
import { numberRoutes } from './telephony/numbers/routes.ts'
import {
  type AccountContext,
  AccountUnusable,
  type CallRef,
  type Credentials,
  type ProviderSpec,
} from './telephony/provider.ts'
import { providersOf } from './telephony/providers.ts'
import { workflowRoutes } from './workflows/routes.ts'
import type { WorkflowDefinition } from './workflows/rules/definition.ts'

export const VERSION = '0.1.0'
/** The same from the sources and from the build, which lies one folder deeper. */
const HOME_PAGE = new URL(
  `${import.meta.url.endsWith('.ts') ? '../..' : '../../..'}/web/src/index.html`,
  import.meta.url,
)

export interface World {
  config: Config
  pool: pg.Pool
  clock: Clock
  rng: Rng
  log: Log
  /** Sees what the dialer does, beside Prometheus; for benchmarks. */
  watch?: DialerMetrics
}

export interface App {
  server: FastifyInstance
  dialer: Dialer
  db: Database
  secrets: SecretBox
  routes: readonly Route[]
  /** Listens and dials. */
  start(): Promise<void>
  /** No new dials; conversations may finish within the grace period; then everything is let go. */
  stop(graceMs: number): Promise<void>
}

export async function openApp(world: World): Promise<App> {
  const { config, pool, clock, rng, log } = world
  const db = openDatabase(pool)
  const secrets = openSecretBox(config.secretKeys)
  const providers = providersOf({ simulated: config.simulator })
  const installation = await installationKey(db)
  const nodeId = `node-${randomBytes(5).toString('hex')}`
  const refer = (callId: number, providerCallId: string | null): CallRef => ({
    callId,
    callKey: `od-${installation}-${callId}`,
    providerCallId,
  })
  const notifications = openNotifications({ pool, clock, log })
  const authenticator = openAuthenticator({ db, clock, log })
  const streams = openEventStreams({ db, clock, log, notifications })
  /** Configurations whose answered calls carry audio. */
  const speaking = new Set<number>()
  const metrics = openMetrics({ ...figuresOf(pool), talking: () => agents.conversations })

  const accounts = new AccountPool({
    clock,
    log,
    providers,
    load: (configurationId) => loadConfiguration({ db, secrets, providers }, configurationId),
    contextFor: (configuration) => contextFor(configuration),
  })
  const dialerPool = openDialerPool(pool)
  const dialer = new Dialer({
    store: new PostgresDialerStore(dialerPool),
    signals: postgresSignals(notifications),
    clock,
    log,
    metrics: world.watch ? bothMetrics(metrics, world.watch) : metrics,
    nodeId,
    accounts,
    remembersEndedCalls: (provider) => providers.get(provider)?.capabilities.remembersEndedCalls ?? false,
    agentExpected: (call) => speaking.has(call.configurationId),
    isTalking: (callId) => agents.isTalking(callId),
    refer,
    eventsAppended: tellReaders({ notifications, clock, log }),
  })
  const recordingsDirectory = join(config.dataDir, 'recordings')
  const agents = new AgentLink({
    db,
    clock,
    log,
    secrets,
    accounts,
    recordingsDirectory,
    cacheDirectory: join(config.dataDir, 'speech'),
    report: (callId, settlement) => dialer.report(callId, settlement),
  })
  const inboundDeps = { db, log, refer, dialer }

  function contextFor(configuration: StoredConfiguration): AccountContext {
    const { id: configurationId, provider, credentials } = configuration
    const speaks = providers.get(provider)?.speaks?.(credentials) ?? true
    if (speaks) speaking.add(configurationId)
    else speaking.delete(configurationId)
    return {
      configurationId,
      credentials,
      nodeName: nodeId,
      clock,
      rng,
      log: log.child({ provider, configuration_id: configurationId }),
      fetch: globalThis.fetch,
      urls: callbackUrls({ publicUrl: config.publicUrl, secrets, now: () => clock.now() }, configurationId),
      async report({ call, atMs, ...news }) {
        metrics.webhook(provider, atMs === null ? null : clock.now() - atMs)
        if (speaks) agents.news(call, news)
        await dialer.report(call.callId, news, call.providerCallId)
      },
      receive: (call) => receiveInbound(inboundDeps, { configurationId }, call),
      attachMedia: (call, media) => agents.attach(call, media),
    }
  }

  const routes = [
    ...organizationRoutes({ db, clock, authenticator }),
    ...configurationRoutes({ db, clock, secrets, providers, accounts, changed: (id) => accounts.forget(id) }),
    ...numberRoutes({ db, clock, accounts }),
    ...contactRoutes({
      db,
      pool,
      clock,
      secrets,
      publicUrl: config.publicUrl,
      uploadDir: join(config.dataDir, 'uploads'),
    }),
    ...workflowRoutes({ db, clock }),
    ...campaignRoutes({
      db,
      clock,
      providers,
      dialer,
      hasModel: (organizationId, definition) => hasModel(db, organizationId, definition),
    }),
    ...modelRoutes({ db, clock, secrets }),
    ...viewRoutes({ db, clock, secrets }),
    ...callRoutes({
      db,
      clock,
      providers,
      secrets,
      recordingsDirectory,
      dialer,
      hasModel: (organizationId, definition) => hasModel(db, organizationId, definition),
    }),
    ...eventRoutes({ db, streams }),
    ...webhookRoutes({
      db,
      log,
      secrets,
      publicUrl: config.publicUrl,
      accounts,
      refer,
      report(callId, { call: _call, providerCallId, atMs: _at, ...news }) {
        agents.news(refer(callId, providerCallId), news)
        return dialer.report(callId, news, providerCallId)
      },
      receive: (account, inbound) => receiveInbound(inboundDeps, account, inbound),
    }),
    ...operationRoutes({ pool, metrics }),
  ]
  const server = await openServer({
    log,
    routes,
    authenticate: (key) => authenticator.authenticate(key),
    rateLimitPerMinute: config.rateLimitPerMinute,
  })
  registerHomePage(server, HOME_PAGE)
  registerDocs(server, () =>
    openApiDocument(routes, { title: 'Outdial', version: VERSION, serverUrl: config.publicUrl }),
  )
  const sockets = openMediaSockets(server.server, {
    db,
    clock,
    log,
    secrets,
    accounts,
    refer,
    attach: (call, media) => agents.attach(call, media),
  })
  const duties = [
    housekeeping({ db, clock }),
    dropOldEvents({ db, clock, retentionDays: config.eventRetentionDays }),
    keepLinesOpen({ db, log, providers, accounts }),
  ]
  let running: Array<{ stop(): Promise<void> }> = []

  let stopping: Promise<void> | null = null
  async function stop(graceMs: number): Promise<void> {
    await dialer.drain()
    await agents.drain(graceMs)
    await streams.close()
    await server.close()
    sockets.close()
    await Promise.all(running.map((duty) => duty.stop()))
    await dialer.stop()
    await accounts.closeAll()
    await authenticator.close()
    await notifications.close()
    await dialerPool.end()
  }

  return {
    server,
    dialer,
    db,
    secrets,
    routes,
    async start() {
      await dialer.start()
      running = duties.map((duty) => startDuty(duty, { clock, log }))
      await server.listen({ host: config.host, port: config.port })
      agents.open().catch((error: unknown) => log.error({ err: error }, 'the voice agents could not be loaded'))
    },
    stop(graceMs) {
      stopping ??= stop(graceMs)
      return stopping
    },
  }
}

/** Loaded when first asked: it brings the brains along. */
async function hasModel(db: Database, organizationId: number, definition: WorkflowDefinition): Promise<boolean> {
  const models = await import('./agent/brains/open-brain.ts')
  return models.hasModel(db, organizationId, definition)
}

async function loadConfiguration(
  { db, secrets, providers }: { db: Database; secrets: SecretBox; providers: ReadonlyMap<string, ProviderSpec> },
  configurationId: number,
): Promise<StoredConfiguration | null> {
  const row = await findConfigurationById(db, configurationId)
  const spec = row && providers.get(row.provider)
  if (!row || !spec) return null
  return {
    id: row.id,
    organizationId: row.organization_id,
    provider: row.provider,
    credentials: readCredentials(spec, row.credentials, secrets),
    version: row.updated_at.toISOString(),
  }
}

/** A secret that cannot be opened will not open a moment later either. */
function readCredentials(spec: ProviderSpec, stored: unknown, secrets: SecretBox): Credentials {
  try {
    return openCredentials(spec, stored, secrets)
  } catch (error) {
    throw new AccountUnusable((error as Error).message, { cause: error })
  }
}

function figuresOf(pool: pg.Pool) {
  const one = async (text: string) => Number((await pool.query<{ value: number }>(text)).rows[0]?.value ?? 0)
  return {
    liveCalls: () => one('select coalesce(sum(live_calls), 0) as value from organizations'),
    queueDepth: () =>
      one(
        `select coalesce(sum(total_rows - processed_rows - live_calls), 0) as value from campaigns where state = 'running'`,
      ),
  }
}
