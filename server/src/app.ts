/** Assembly: the only file that knows every room and every provider. */
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { AfterCalls } from './agent/after-call/after-calls.ts'
import { noteDelivery } from './agent/after-call/note-delivery.ts'
import { countDebts } from './agent/after-call/queries.ts'
import { afterCallRoutes } from './agent/after-call/routes.ts'
import { sessionsMax } from './agent/rules/room.ts'
import { tellSteps } from './agent/tell-steps.ts'
import type { AudioParts, OpenTries } from './agent/try/open-tries.ts'
import { microphoneTicket, tryRoutes } from './agent/try/routes.ts'
import { AgentLink, type AgentRequests, type Agents } from './calls/agent-link.ts'
import { callbackUrls } from './calls/callback-urls.ts'
import { carrierReports } from './calls/carrier-reports.ts'
import { dropMediaTokens } from './calls/drop-media-tokens.ts'
import { endJoinedCalls } from './calls/end-joined-calls.ts'
import { keepRecording, keepRecordings } from './calls/keep-recordings.ts'
import { loadAgentsAtStart, loadAgentsWhenNear } from './calls/load-agents.ts'
import { openMediaSockets } from './calls/media-sockets.ts'
import { phraseRoutes } from './calls/phrase-routes.ts'
import { checkCallbacks } from './calls/probe-public-url.ts'
import { webhookRoutes as carrierRoutes } from './calls/provider-webhooks.ts'
import { whyNobodyTalks } from './calls/ready-to-dial.ts'
import { receiveInbound } from './calls/receive-inbound.ts'
import { callRoutes } from './calls/routes.ts'
import { sweepRecordings } from './calls/sweep-recordings.ts'
import { longestAtCarrier, transferCall } from './calls/transfer.ts'
import { finishDeletions } from './campaigns/delete-campaign.ts'
import { explainRoutes } from './campaigns/explain-routes.ts'
import { forecastRoutes } from './campaigns/forecast-routes.ts'
import { numberHistoryRoute } from './campaigns/number-routes.ts'
import { placeQueues } from './campaigns/place-queues.ts'
import { forgetConfiguration, usesConfiguration, usesList } from './campaigns/queries.ts'
import { campaignRoutes } from './campaigns/routes.ts'
import { postgresCampaigns } from './campaigns/store-postgres.ts'
import { viewRoutes } from './campaigns/view-routes.ts'
import type { Config } from './config.ts'
import { finishListDeletions } from './contacts/delete-list.ts'
import { dropAwaitingLists } from './contacts/drop-awaiting-lists.ts'
import { placeOldLists } from './contacts/place-list.ts'
import { contactRoutes } from './contacts/routes.ts'
import { suppressionImportRoute } from './contacts/suppression-import-route.ts'
import { applyPolicyChange } from './dialer/apply-policy-change.ts'
import { Dialer } from './dialer/dialer.ts'
import { openDialerPool } from './dialer/dialer-pool.ts'
import { dropBreakerSeconds } from './dialer/duties/drop-breaker-seconds.ts'
import { finishUpgrade } from './dialer/duties/finish-upgrade.ts'
import { dialerFigures } from './dialer/figures.ts'
import { bothMetrics, type DialerMetrics, noMetrics } from './dialer/metrics.ts'
import { hasLiveCalls, hasRingingCalls } from './dialer/queue.ts'
import { postgresSignals } from './dialer/signals-postgres.ts'
import { PostgresDialerStore } from './dialer/store-postgres.ts'
import { tellMoves } from './dialer/tell-moves.ts'
import { dropOldEvents } from './events/drop-old-events.ts'
import { openLiveCalls } from './events/live-calls.ts'
import { eventRoutes } from './events/routes.ts'
import { openEventStreams } from './events/streams.ts'
import { tellReaders } from './events/tell-readers.ts'
import { registerDocs } from './http/docs-page.ts'
import { dropRequests } from './http/drop-requests.ts'
import { registerHomePage } from './http/home-page.ts'
import { openIdempotency } from './http/idempotency.ts'
import { openApiDocument } from './http/openapi.ts'
import type { Route } from './http/route.ts'
import { openServer } from './http/server.ts'
import type { Clock } from './kernel/clock.ts'
import { startDuty } from './kernel/duty.ts'
import { openEgress } from './kernel/egress.ts'
import type { Log } from './kernel/log.ts'
import { ROOT } from './kernel/places.ts'
import type { Rng } from './kernel/rng.ts'
import { openSecretBox, type SecretBox } from './kernel/secret-box.ts'
import { VERSION } from './kernel/version.ts'
import { checkpointLedgers } from './ledger/checkpoint-ledger.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import { openLedgerKeys } from './ledger/signing.ts'
import { hasModel, whyMute } from './models/choose-model.ts'
import { modelRoutes } from './models/routes.ts'
import { speechProblemsWith } from './models/speech-problems.ts'
import { accessLog } from './operations/access-log.ts'
import { openMetrics } from './operations/metrics.ts'
import { operationRoutes } from './operations/routes.ts'
import type { Tracing } from './operations/tracing.ts'
import { openAuditTrail } from './organizations/audit-queries.ts'
import { openAuthenticator } from './organizations/authenticate.ts'
import { dropSessions } from './organizations/drop-sessions.ts'
import { installationKey } from './organizations/installation.ts'
import { hasOneOrganization } from './organizations/queries.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { policyRoutes } from './policies/routes.ts'
import { applyRetention } from './privacy/apply-retention.ts'
import { recordingsDroppedUntil } from './privacy/queries.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { installedModels } from './speech/installed-models.ts'
import { dropOldFigures } from './statistics/drop-old-figures.ts'
import { statisticsRoutes } from './statistics/routes.ts'
import { sumUpMinutesDuty } from './statistics/sum-up-minutes.ts'
import { trafficRoutes } from './statistics/traffic-routes.ts'
import { openIndexBuilder } from './storage/build-indexes.ts'
import { type Database, openDatabase } from './storage/database.ts'
import { openFileStore } from './storage/files/open-file-store.ts'
import { missingIndexes } from './storage/large-indexes.ts'
import { openNotifications } from './storage/notifications.ts'
import { READ_CONNECTIONS, READ_MS_MAX } from './storage/reads.ts'
import { openSidePool } from './storage/side-pool.ts'
import { suppressionRoutes } from './suppressions/routes.ts'
import { AccountPool, type StoredConfiguration } from './telephony/account-pool.ts'
import { loadConfiguration } from './telephony/configurations/load-configuration.ts'
import { openReleases } from './telephony/configurations/release-numbers.ts'
import { configurationRoutes } from './telephony/configurations/routes.ts'
import { keepLinesOpen } from './telephony/numbers/keep-lines-open.ts'
import { numberRoutes } from './telephony/numbers/routes.ts'
import { tellStaleBindings } from './telephony/numbers/stale-bindings.ts'
import type { AccountContext, CallRef } from './telephony/provider.ts'
import { simulatedPeople } from './telephony/providers/simulator/conversation.ts'
import { providersOf } from './telephony/providers.ts'
import { dropDeliveries } from './webhooks/drop-deliveries.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { WebhookSender } from './webhooks/sender.ts'
import { workflowRoutes } from './workflows/routes.ts'
import { sealStoredHeaders } from './workflows/seal-stored-headers.ts'

const HOME_PAGE = new URL('web/src/index.html', ROOT)

/** Who somebody is, and what carriers say, must not wait behind requests. */
const DOOR_CONNECTIONS = 4
/** Sending holds none of them; they take what is due and note what was answered. */
const WEBHOOK_CONNECTIONS = 3
/** What carriers say of who answered, for the node that holds the conversation. */
const VERDICTS = 'outdial_verdicts'

export interface World {
  config: Config
  pool: pg.Pool
  /** The database server itself, where the pool leads to a pooler. */
  direct?: pg.ClientConfig | null
  clock: Clock
  rng: Rng
  log: Log
  /** Sees what the dialer does, beside Prometheus; for benchmarks. */
  watch?: DialerMetrics
  tracing?: Tracing | null
  /** Instead of the real agents; for tests of what waits for them. */
  openAgents?(requests: AgentRequests): Promise<Agents>
  /** For tests: other connections than the program's own, another limit of reads. */
  openSidePool?: typeof openSidePool
  readMsMax?: number
}

export interface App {
  server: FastifyInstance
  dialer: Dialer
  sender: WebhookSender
  afterCalls: AfterCalls
  db: Database
  secrets: SecretBox
  routes: readonly Route[]
  /** Listens and dials. */
  start(): Promise<void>
  /** No new dials; conversations may finish within the grace period; then everything is let go. */
  stop(graceMs: number): Promise<void>
}

export async function openApp(world: World): Promise<App> {
  const { config, pool, clock, rng, log, tracing = null } = world
  const openSide = world.openSidePool ?? openSidePool
  const readMsMax = world.readMsMax ?? READ_MS_MAX
  const readPool = openSide(pool, { name: 'reads', max: READ_CONNECTIONS, statementMsMax: readMsMax })
  const doorPool = openSide(pool, { name: 'door', max: DOOR_CONNECTIONS })
  const db = openDatabase(pool, readPool)
  /** For what may read much, whoever asks for it. */
  const reads = openDatabase(readPool, readPool)
  const doorDb = openDatabase(doorPool)
  const secrets = openSecretBox(config.secretKeys)
  const ledgerKeys = openLedgerKeys(secrets)
  const providers = providersOf({ simulated: config.simulator, remote: config.simulatorElsewhere })
  const installation = await installationKey(db)
  const egress = await openEgress({ clock, allow: config.egressAllow, isAlone: () => hasOneOrganization(db) })
  const nodeId = `node-${randomBytes(5).toString('hex')}`
  const refer = (callId: number, providerCallId: string | null): CallRef => ({
    callId,
    callKey: `od-${installation}-${callId}`,
    providerCallId,
  })
  const notifications = openNotifications({ pool, direct: world.direct ?? null, clock, log })
  const authenticator = openAuthenticator({ db: doorDb, clock, log })
  const liveCalls = openLiveCalls({ notifications, clock, log })
  const streams = openEventStreams({ db, clock, log, notifications, liveCalls })
  /** Configurations whose answered calls carry audio. */
  const speaking = new Set<number>()
  const silent = new Set<number>()
  const metrics = openMetrics({
    ...dialerFigures(pool),
    owedAfterCalls: async () => {
      const { count, oldest } = await countDebts(db)
      return { count, oldestMs: oldest === null ? 0 : clock.now() - oldest.getTime() }
    },
    talking: () => agents.conversations,
    capacity: () => agents.capacity,
    recognizer: () => agents.recognizer,
  })

  const accounts = new AccountPool({
    clock,
    log,
    providers,
    load: (configurationId) => loadConfiguration({ db, secrets, providers }, configurationId),
    contextFor: (configuration) => contextFor(configuration),
  })
  const webhookPool = openSide(pool, { name: 'webhooks', max: WEBHOOK_CONNECTIONS })
  const webhookDb = openDatabase(webhookPool)
  const settled = noteDelivery({ db: webhookDb, clock })
  const sender = new WebhookSender({ db: webhookDb, clock, log, egress, secrets, notifications, settled })
  const afterCalls = new AfterCalls({
    db: webhookDb,
    clock,
    log,
    secrets,
    egress,
    publicUrl: config.publicUrl,
    wakeSender: () => sender.wake(),
  })
  const dialerPool = openDialerPool(pool)
  const queue = { byLanes: !(await missingIndexes(pool)).some((index) => index.name === 'contacts_of_lane') }
  const seen = tracing ? bothMetrics(metrics, { ...noMetrics, placed: tracing.placed }) : metrics
  const dialer = new Dialer({
    store: tellMoves(new PostgresDialerStore(dialerPool, clock, ledgerKeys.seal, queue), liveCalls, () => clock.now()),
    signals: postgresSignals(notifications),
    clock,
    log,
    metrics: world.watch ? bothMetrics(seen, world.watch) : seen,
    nodeId,
    accounts,
    remembersEndedCalls: (provider) => providers.get(provider)?.capabilities.remembersEndedCalls ?? false,
    agentExpected: (call) => speaking.has(call.configurationId),
    capacity: () => agents.room,
    capacityOnceLoaded: () => agents.capacity,
    conversationWanted,
    // One whose account was not opened yet may well speak.
    speaks: (configurationId) => !silent.has(configurationId),
    isTalking: (callId) => agents.isTalking(callId),
    longestSeconds: longestAtCarrier(db),
    refer,
    eventsAppended: tellReaders({ notifications, clock, log }),
  })
  const recordings = await openFileStore(config.recordings)
  /** Where calls lie while they are recorded, and until the store has taken them. */
  const recordingsDirectory = join(config.dataDir, 'recordings-unfinished')
  const keeping = { db, log, store: recordings, directory: recordingsDirectory }
  const speechModels = installedModels(config.speechDir)
  const speechProblems = speechProblemsWith(speechModels)
  let audio: AudioParts | null = null
  let tries: OpenTries | null = null
  const people = simulatedPeople({ clock, rng })
  async function openTries(): Promise<OpenTries> {
    const { OpenTries } = await import('./agent/try/open-tries.ts')
    tries ??= new OpenTries({
      clock,
      log,
      secrets,
      egress,
      people,
      async audio() {
        await agents.open()
        return audio as AudioParts
      },
    })
    return tries
  }
  const agents = new AgentLink({
    db,
    clock,
    log,
    accounts,
    report: (callId, callReport) => dialer.report(callId, callReport),
    tellOthers: (payload) => notifications.publish(VERDICTS, payload),
    transfer: (call, wish) => transferCall({ db, clock, log, dialer, accounts, refer }, call, wish),
    capacityBefore: config.conversationsMax ?? sessionsMax({ cores: availableParallelism(), localSpeech: true }),
    async openAgents(requests) {
      if (world.openAgents) return world.openAgents(requests)
      const { openAgents } = await import('./agent/open-agents.ts')
      const cacheDirectory = join(config.dataDir, 'speech')
      const opened = await openAgents({
        conversationsMax: config.conversationsMax,
        db,
        clock,
        log,
        secrets,
        egress,
        recordingsDirectory,
        keepRecording: (call) => keepRecording(keeping, call),
        cacheDirectory,
        speechModels,
        entered: tellSteps(liveCalls, clock),
        listed: (organizationId) => dialer.listed(organizationId),
        ...requests,
      })
      audio = opened.audio
      return opened
    },
  })
  /** Whether calls of a configuration carry audio is known once its account is open. */
  function conversationWanted(configurationId: number): void {
    if (silent.has(configurationId)) return
    // One that cannot be opened is left to the dialer, which says so where its user reads it.
    if (!speaking.has(configurationId)) accounts.get(configurationId).catch(() => silent.add(configurationId))
    else if (!agents.isLoaded) agents.prepare()
  }
  async function conversationReady(configurationId: number): Promise<void> {
    await accounts.get(configurationId).catch(() => {})
    if (speaking.has(configurationId)) await agents.open().catch(() => {})
  }
  const report = carrierReports({ clock, metrics, agents, dialer })
  const inboundDeps = {
    db: doorDb,
    log,
    refer,
    dialer,
    whyNobodyTalks: (organizationId: number, definitionId: number) =>
      whyNobodyTalks({ hasModel, whyMute, speechProblems }, db, organizationId, definitionId),
  }

  function contextFor(configuration: StoredConfiguration): AccountContext {
    const { id: configurationId, provider, credentials } = configuration
    const speaks = providers.get(provider)?.speaks?.(credentials) ?? true
    const [those, others] = speaks ? [speaking, silent] : [silent, speaking]
    those.add(configurationId)
    others.delete(configurationId)
    return {
      configurationId,
      credentials,
      nodeName: nodeId,
      clock,
      rng,
      log: log.child({ provider, configuration_id: configurationId }),
      fetch: egress.fetch,
      socketOptions: (url) => egress.socketOptions(url),
      urls: callbackUrls({ publicUrl: config.publicUrl, secrets, now: () => clock.now() }, configurationId),
      report: ({ call, atMs, ...news }) => report({ provider, speaks, call, news, atMs }),
      receive: (call) => receiveInbound(inboundDeps, { configurationId }, call),
      attachMedia: (call, media) => agents.attach(call, media),
    }
  }

  const zonesChanged = async (organizationId: number, listId: number) => {
    await placeQueues(db, organizationId, listId)
    dialer.wake(organizationId)
  }
  const bindings = {
    inboundUrl: (configurationId: number) =>
      callbackUrls({ publicUrl: config.publicUrl, secrets, now: () => clock.now() }, configurationId).configuration(
        'inbound',
      ),
    callsBack: (provider: string) => providers.get(provider)?.capabilities.webhooks ?? false,
  }
  const listed = (organizationId: number) => dialer.listed(organizationId)
  let isLeaving = false
  let isLoading = false
  const checkedPublicUrl = config.publicUrlCheck ? config.publicUrl : null
  const readiness = { providers, hasModel, whyMute, speechProblems, checkedPublicUrl }
  const campaigns = postgresCampaigns({ db, ledgerKeys, ...readiness })
  const releases = openReleases({ db, clock, log })
  const routes = [
    ...organizationRoutes({ db, clock, authenticator }),
    ...configurationRoutes({
      db,
      clock,
      secrets,
      providers,
      accounts,
      releases,
      isInUse: async (tx, id) => (await usesConfiguration(tx, id)) || (await hasLiveCalls(tx, id)),
      releasing: forgetConfiguration,
      changed: (id) => accounts.forget(id),
      checkCallbacks: (carrierUrls) => checkCallbacks(config, carrierUrls),
    }),
    ...numberRoutes({ db, clock, accounts, ...bindings }),
    ...contactRoutes({
      db,
      pool,
      clock,
      secrets,
      publicUrl: config.publicUrl,
      uploadDir: join(config.dataDir, 'uploads'),
      isListUsed: usesList,
      zonesChanged,
    }),
    ...suppressionRoutes({ db, clock, keys: ledgerKeys, listed }),
    suppressionImportRoute({ db, pool, clock, keys: ledgerKeys, listed, uploadDir: join(config.dataDir, 'uploads') }),
    ...workflowRoutes({ db, clock, secrets, speechProblems }),
    ...afterCallRoutes({ db, clock, secrets }),
    ...tryRoutes({ db, clock, publicUrl: config.publicUrl, people: people.list, tries: openTries }),
    ...campaignRoutes({ db, clock, dialer, ledgerKeys, campaigns, ...readiness }),
    ...modelRoutes({ db, clock, secrets, egress }),
    ...policyRoutes({
      db,
      clock,
      keys: ledgerKeys,
      applied: applyPolicyChange,
      changed: (organizationId) => dialer.wake(organizationId),
    }),
    ...ledgerRoutes({ db, clock, keys: ledgerKeys }),
    ...viewRoutes({ db: reads, clock, secrets, publicUrl: config.publicUrl, dialer }),
    ...explainRoutes({ db: reads, dialer }),
    numberHistoryRoute({ db, dialer }),
    ...forecastRoutes({ db: reads, now: () => dialer.now() }),
    ...statisticsRoutes({ db: reads, clock }),
    ...trafficRoutes({ db: reads, clock }),
    ...privacyRoutes({
      db,
      clock,
      keys: ledgerKeys,
      recordings,
      eventRetentionDays: config.eventRetentionDays,
    }),
    ...searchRoutes({ db: reads }),
    ...phraseRoutes({ db: reads }),
    ...callRoutes({
      db,
      log,
      clock,
      providers,
      secrets,
      hasModel,
      whyMute,
      speechProblems,
      checkedPublicUrl,
      publicUrl: config.publicUrl,
      recordings,
      dialer,
      conversationReady,
    }),
    ...eventRoutes({ db, streams }),
    ...webhookRoutes({ db, clock, secrets, sender }),
    ...carrierRoutes({
      db: doorDb,
      log,
      secrets,
      publicUrl: config.publicUrl,
      accounts,
      refer,
      report: ({ provider, configurationId }, callId, { call: _call, providerCallId, atMs, ...news }) =>
        report({
          provider,
          speaks: speaking.has(configurationId),
          call: refer(callId, providerCallId),
          news,
          atMs,
        }),
      receive: (account, inbound) => receiveInbound(inboundDeps, account, inbound),
    }),
    ...operationRoutes({
      pool,
      metrics,
      clock,
      whyNotReady: () => (isLeaving ? 'It was told to stop.' : isLoading ? 'Voices are being loaded.' : null),
    }),
  ]
  const idempotency = openIdempotency({ db, clock, secrets, log })
  const watchers = [
    metrics.request,
    ...(config.accessLog ? [accessLog(log)] : []),
    ...(tracing ? [tracing.request] : []),
  ]
  const server = await openServer({
    log,
    routes,
    authenticate: (key) => authenticator.authenticate(key),
    rateLimitPerMinute: config.rateLimitPerMinute,
    trustProxy: config.trustProxy,
    idempotency,
    audit: openAuditTrail({ db, now: () => new Date(clock.now()) }),
    finished: (request) => {
      for (const watcher of watchers) watcher(request)
    },
    clock,
  })
  registerHomePage(server, HOME_PAGE)
  registerDocs(server, () =>
    openApiDocument(routes, { title: 'Outdial', version: VERSION, serverUrl: config.publicUrl }),
  )
  const sockets = openMediaSockets(server.server, {
    db: doorDb,
    clock,
    log,
    secrets,
    accounts,
    refer,
    attach: (call, media) => agents.attach(call, media),
    otherSocket(url) {
      const ticket = microphoneTicket(url)
      return ticket && (tries?.microphone(ticket.tryId, ticket.token) ?? null)
    },
  })
  const duties = [
    dropMediaTokens({ db, clock }),
    endJoinedCalls({ db, clock, log, accounts, refer }),
    dropSessions({ db, clock }),
    dropRequests(idempotency),
    dropAwaitingLists({ db, clock }),
    placeOldLists({ db, pool, zonesChanged }),
    dropBreakerSeconds({ db, clock }),
    finishDeletions({ campaigns }),
    finishListDeletions({ db }),
    finishUpgrade({ pool, indexes: openIndexBuilder({ pool, direct: world.direct ?? null, log }), queue }),
    sumUpMinutesDuty({ db, clock }),
    checkpointLedgers({ db, clock, keys: ledgerKeys }),
    dropOldFigures({ db, clock }),
    dropOldEvents({ db, clock, retentionDays: config.eventRetentionDays }),
    dropDeliveries({ db, clock }),
    sealStoredHeaders({ db, secrets }),
    applyRetention({ db, clock, recordings }),
    keepRecordings({ clock, ...keeping }),
    sweepRecordings({
      db,
      clock,
      store: recordings,
      kind: config.recordings.kind,
      installation,
      droppedUntil: () => recordingsDroppedUntil(db),
    }),
    keepLinesOpen({ db, log, providers, accounts }),
    loadAgentsWhenNear({ db, agents, now: () => dialer.now(), wanted: conversationWanted }),
  ]
  let running: Array<{ stop(): Promise<void> }> = []

  let stopping: Promise<void> | null = null
  /** Whether somebody may still pick up could not be found out: the grace is waited for, which bounds it. */
  const stillExpected = (error: unknown) => {
    log.warn({ err: error }, 'whether calls are still ringing cannot be found out; it is asked again')
    return true
  }
  async function stop(graceMs: number): Promise<void> {
    isLeaving = true
    await dialer.drain()
    tries?.close()
    await agents.drain(graceMs, {
      isExpected: async () =>
        sockets.waiting > 0 || (await hasRingingCalls(doorDb, nodeId, [...speaking]).catch(stillExpected)),
      closeDoor: () => void server.server.close(),
    })
    await streams.close()
    await server.close()
    sockets.close()
    await Promise.all(running.map((duty) => duty.stop()))
    await afterCalls.stop()
    await sender.stop()
    await dialer.stop()
    await releases.stop()
    await accounts.closeAll()
    await liveCalls.close()
    await authenticator.close()
    await notifications.close()
    await egress.close()
    await Promise.all([dialerPool, webhookPool, readPool, doorPool].map((each) => each.end()))
  }

  return {
    server,
    dialer,
    sender,
    afterCalls,
    db,
    secrets,
    routes,
    async start() {
      await liveCalls.start()
      await notifications.subscribe(VERDICTS, (payload) => agents.verdictElsewhere(payload))
      await dialer.start()
      await sender.start()
      afterCalls.start()
      running = duties.map((duty) => startDuty(duty, { clock, log }))
      const near = await loadAgentsAtStart({
        db,
        now: () => dialer.now(),
        open: () => agents.open(),
        ready: conversationReady,
      })
      isLoading = near !== null
      void near?.loaded.finally(() => {
        isLoading = false
      })
      await server.listen({ host: config.host, port: config.port })
      tellStaleBindings({ db, log, providers: [...providers.keys()], ...bindings }).catch((error: unknown) =>
        log.warn({ err: error }, 'the numbers of inbound calls could not be looked at'),
      )
    },
    stop(graceMs) {
      stopping ??= stop(graceMs)
      return stopping
    },
  }
}
