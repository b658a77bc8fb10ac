/**
 * Dialer, carrier accounts and conversations. The dialer places calls through accounts and asks conversations for capacity;
 * accounts report to the dialer and pass audio to conversations; conversations report to the dialer. So they are created here
 * together, and call each other through functions that are used only when all exist.
 */
import { join } from 'node:path'
import { countTasks } from '../after-calls/queries.ts'
import type { CallAudioParts } from '../agent/open-agents.ts'
import { publishSteps } from '../agent/publish-steps.ts'
import { sessionsMax } from '../agent/rules/capacity.ts'
import { AgentLink, type AgentRequests, type Agents } from '../calls/agent-link.ts'
import { callbackUrls } from '../calls/callback-urls.ts'
import { type CarrierReport, carrierReports } from '../calls/carrier-reports.ts'
import { keepRecording } from '../calls/keep-recordings.ts'
import { LiveControl } from '../calls/live-control.ts'
import { definitionsDueSoon } from '../calls/load-agents.ts'
import { noAgentReason } from '../calls/ready-to-dial.ts'
import { type InboundAccount, receiveInbound } from '../calls/receive-inbound.ts'
import { carrierTimeLimits, transferCall } from '../calls/transfer.ts'
import { Dialer } from '../dialer/dialer.ts'
import { dialerFigures } from '../dialer/figures.ts'
import { bothMetrics, noMetrics } from '../dialer/metrics.ts'
import { publishCallStates } from '../dialer/publish-call-states.ts'
import { claimsAheadFrom } from '../dialer/rules/claims-ahead.ts'
import { postgresSignals } from '../dialer/signals-postgres.ts'
import { storeAttestation } from '../dialer/store-attestation.ts'
import { PostgresDialerStore } from '../dialer/store-postgres.ts'
import { notifySubscribers } from '../events/notify-subscribers.ts'
import { usableCores } from '../kernel/cores.ts'
import type { FileStore } from '../kernel/file-store.ts'
import { hasModel, speechUnavailableReason } from '../models/choose-model.ts'
import { diskSpace } from '../operations/disk-space.ts'
import { type Metrics, openMetrics } from '../operations/metrics.ts'
import { lastBackupAt } from '../organizations/installation.ts'
import { transcribeRecording } from '../recorded-audio/transcribe-recording.ts'
import type { Synthesizer } from '../speech/synthesizer.ts'
import { openRecordingStore } from '../storage/files/open-file-store.ts'
import { missingIndexes } from '../storage/large-indexes.ts'
import { AccountPool, type StoredConfiguration } from '../telephony/account-pool.ts'
import { AudioSocketServer } from '../telephony/audio-sockets.ts'
import { loadConfiguration } from '../telephony/configurations/load-configuration.ts'
import { trunksOf } from '../telephony/own-pbx/open-trunk.ts'
import { OwnPbx } from '../telephony/own-pbx/own-pbx.ts'
import type { AccountContext, Attestation, InboundCall, InboundDecision } from '../telephony/provider.ts'
import { simulatedPeople } from '../telephony/providers/simulator/conversation.ts'
import type { OpenTrials } from '../tryouts/open-trials.ts'
import { webhookStatistics } from '../webhooks/figures.ts'
import type { AppEnvironment } from './app-environment.ts'
import { AudioConfigurations } from './audio-configurations.ts'
import type { Connections } from './connections.ts'
import type { CoreServices } from './core-services.ts'
import { workflowAssetProblems } from './workflow-asset-problems.ts'

/** Carriers' verdicts on who answered, for the node with the conversation. */
export const MACHINE_VERDICTS_CHANNEL = 'outdial_verdicts'

interface Given {
  world: AppEnvironment
  connections: Connections
  basics: CoreServices
}

export class CallParts {
  readonly metrics: Metrics
  readonly accounts: AccountPool
  readonly dialer: Dialer
  readonly agents: AgentLink
  /** Lets operators listen in on live conversations and take them over, on any node. */
  readonly live: LiveControl
  readonly speaking = new AudioConfigurations()
  readonly audioSockets: AudioSocketServer | null
  readonly ownPbx: OwnPbx | null
  readonly people: ReturnType<typeof simulatedPeople>
  readonly recordings: FileStore
  /** Directory in which calls are recorded until the file store has accepted them. */
  readonly recordingsDirectory: string
  /** How the dialer finds due contacts; set when an upgrade has built the indexes for it. */
  readonly queue: { byLanes: boolean }
  readonly report: (report: CarrierReport) => Promise<void>
  readonly #given: Given
  #audio: CallAudioParts | null = null
  #tries: OpenTrials | null = null

  static async open(given: Given): Promise<CallParts> {
    const { config, pool } = given.world
    const missing = await missingIndexes(pool)
    const byLanes = !missing.some((index) => index.name === 'contacts_of_lane')
    const recordings = await openRecordingStore(config)
    const ownPbx = config.ownPbx && (await OwnPbx.open(config.ownPbx, given.world.clock, given.world.log))
    return new CallParts(given, recordings, { byLanes }, ownPbx)
  }

  private constructor(
    given: Given,
    recordings: CallParts['recordings'],
    queue: CallParts['queue'],
    ownPbx: CallParts['ownPbx'],
  ) {
    const { clock, rng, config } = given.world
    this.#given = given
    this.recordings = recordings
    this.queue = queue
    this.ownPbx = ownPbx
    this.recordingsDirectory = join(config.dataDir, 'recordings-unfinished')
    this.people = simulatedPeople({ clock, rng })
    this.metrics = this.#openMetrics()
    this.audioSockets = config.audioSocket && new AudioSocketServer(config.audioSocket, clock, given.world.log)
    this.accounts = this.#openAccounts()
    this.dialer = this.#openDialer()
    this.agents = this.#openAgentLink()
    const { nodeId, notifications } = given.basics
    const conversations = this.agents.conversationsHere
    this.live = new LiveControl({ clock, log: given.world.log, nodeId, notifications, conversations })
    this.report = carrierReports({ clock, metrics: this.metrics, agents: this.agents, dialer: this.dialer })
  }

  /** Try-out conversations without a phone call; null until the first one starts. */
  get tries(): OpenTrials | null {
    return this.#tries
  }

  async openTries(): Promise<OpenTrials> {
    const { world, basics } = this.#given
    const { OpenTrials } = await import('../tryouts/open-trials.ts')
    this.#tries ??= new OpenTrials({
      clock: world.clock,
      log: world.log,
      secrets: basics.secrets,
      egress: basics.egress,
      people: this.people,
      audio: async () => {
        await this.agents.open()
        return this.#audio as CallAudioParts
      },
    })
    return this.#tries
  }

  /** The transcript of a recording by the local recognizer; null if it does not support the language. */
  async transcribe(language: string, samples: Int16Array): Promise<string | null> {
    await this.agents.open()
    const recognizer = this.#audio?.recognizerOf?.(language) ?? null
    return recognizer && transcribeRecording(recognizer, samples)
  }

  /** A synthesizer that runs on this machine, for samples; null if it does not support the language. */
  async localSynthesizer(organizationId: number, language: string, voice: string): Promise<Synthesizer | null> {
    await this.agents.open()
    const definition = { settings: { language, voice } }
    return this.#audio?.speechOf?.({ organizationId, modelSettings: null, definition }).synthesizer ?? null
  }

  async receive(account: InboundAccount, call: InboundCall): Promise<InboundDecision> {
    const { world, connections, basics } = this.#given
    const { speechProblems, refer } = basics
    const deps = {
      db: connections.ingressDb,
      log: world.log,
      refer,
      dialer: this.dialer,
      noAgentReason: (organizationId: number, definitionId: number) =>
        noAgentReason(
          { hasModel, speechUnavailableReason, speechProblems, materialProblems: workflowAssetProblems },
          connections.db,
          organizationId,
          definitionId,
        ),
      attested: (callId: number, attestation: Attestation) =>
        storeAttestation(connections.ingressDb, callId, attestation, new Date(world.clock.now())),
    }
    const decision = await receiveInbound(deps, account, call)
    if (decision.kind === 'accept' && this.speaking.isPossible(account.configurationId))
      this.agents.expect(decision.call)
    return decision
  }

  /** A phone number was bound to a workflow: an inbound call may arrive at any moment. */
  numberBound(): void {
    if (this.agents.isLoaded) void this.agents.warmNear()
    else this.agents.prepare()
  }

  /** A campaign has started. The dialer itself asks for the agents to be loaded. */
  campaignStarted(): void {
    void this.agents.warmNear()
  }

  /** A contact is due whose call may need a conversation: loads the agents. */
  conversationWanted(configurationId: number): void {
    const { speaking, accounts, agents } = this
    if (!speaking.isPossible(configurationId)) return
    // A configuration that cannot be opened is left to the dialer, which reports it to the user.
    if (!speaking.carriesAudio(configurationId)) {
      accounts.get(configurationId).catch(() => speaking.learn(configurationId, false))
    } else if (!agents.isLoaded) agents.prepare()
  }

  async conversationReady(configurationId: number): Promise<void> {
    await this.accounts.get(configurationId).catch(() => {})
    if (this.speaking.carriesAudio(configurationId)) await this.agents.open().catch(() => {})
  }

  #openMetrics(): Metrics {
    const { clock, pool, config } = this.#given.world
    const { db } = this.#given.connections
    return openMetrics({
      ...dialerFigures(pool, () => this.dialer.onDeck()),
      owedAfterCalls: async () => {
        const { count, oldest } = await countTasks(db)
        return { count, oldestMs: oldest === null ? 0 : clock.now() - oldest.getTime() }
      },
      talking: () => this.agents.conversations,
      capacity: () => this.agents.capacity,
      recognizer: () => this.agents.recognizer,
      disk: () => diskSpace(config.dataDir),
      lastBackup: () => lastBackupAt(db),
      webhooks: () => webhookStatistics({ db, clock }),
    })
  }

  #openAccounts(): AccountPool {
    const { clock, log } = this.#given.world
    const { db } = this.#given.connections
    const { secrets, providers } = this.#given.basics
    return new AccountPool({
      clock,
      log,
      providers,
      load: (configurationId) => loadConfiguration({ db, secrets, providers }, configurationId),
      contextFor: (configuration) => this.#contextFor(configuration),
    })
  }

  #contextFor({ id: configurationId, organizationId, provider, credentials }: StoredConfiguration): AccountContext {
    const { clock, rng, log, config } = this.#given.world
    const { providers, nodeId, secrets } = this.#given.basics
    const egress = this.#given.basics.egress.of(organizationId)
    const speaks = providers.get(provider)?.speaks?.(credentials) ?? true
    this.speaking.learn(configurationId, speaks)
    return {
      configurationId,
      credentials,
      nodeName: nodeId,
      clock,
      rng,
      log: log.child({ provider, configuration_id: configurationId }),
      fetch: egress.fetch,
      socketOptions: (url) => egress.socketOptions(url),
      whyRefused: (host) => egress.whyRefused(host),
      urls: callbackUrls({ publicUrl: config.publicUrl, secrets, now: () => clock.now() }, configurationId),
      audioSockets: this.audioSockets,
      pbx: this.ownPbx && trunksOf(this.ownPbx),
      report: ({ call, atMs, ...news }) => this.report({ provider, speaks, call, news, atMs }),
      receive: (call) => this.receive({ configurationId }, call),
      attachMedia: (call, media) => this.agents.attach(call, media),
    }
  }

  #openDialer(): Dialer {
    const { clock, log, watch, config, tracing = null } = this.#given.world
    const { dialerPool, db } = this.#given.connections
    const { ledgerKeys, liveCalls, notifications, nodeId, providers, refer } = this.#given.basics
    const store = new PostgresDialerStore(dialerPool, clock, ledgerKeys, this.queue)
    const seen = tracing ? bothMetrics(this.metrics, { ...noMetrics, placed: tracing.placed }) : this.metrics
    return new Dialer({
      store: publishCallStates(store, liveCalls, () => clock.now()),
      signals: postgresSignals(notifications),
      clock,
      log,
      metrics: watch ? bothMetrics(seen, watch) : seen,
      nodeId,
      accounts: this.accounts,
      remembersEndedCalls: (provider) => providers.get(provider)?.capabilities.remembersEndedCalls ?? false,
      agentExpected: (call) => this.speaking.carriesAudio(call.configurationId),
      capacity: () => this.agents.room,
      capacityOnceLoaded: () => this.agents.capacity,
      conversationWanted: (configurationId) => this.conversationWanted(configurationId),
      speaks: (configurationId) => this.speaking.isPossible(configurationId),
      isTalking: (callId) => this.agents.isTalking(callId),
      longestSeconds: carrierTimeLimits(db),
      claimsAhead: config.claimsAhead
        ? (this.#given.world.claimsAhead ?? claimsAheadFrom(config.claimsAheadRate))
        : null,
      refer,
      eventsAppended: notifySubscribers({ notifications, clock, log }),
    })
  }

  #openAgentLink(): AgentLink {
    const { clock, log, config } = this.#given.world
    const { db } = this.#given.connections
    const { notifications, refer } = this.#given.basics
    const { dialer, accounts } = this
    return new AgentLink({
      db,
      clock,
      log,
      accounts,
      report: (callId, callReport) => dialer.report(callId, callReport),
      notifyOtherNodes: (payload) => notifications.publish(MACHINE_VERDICTS_CHANNEL, payload),
      transfer: (call, request) => transferCall({ db, clock, log, dialer, accounts, refer }, call, request),
      capacityBefore: config.conversationsMax ?? sessionsMax({ cores: usableCores(), localSpeech: true }),
      openAgents: (requests) => this.#openAgents(requests),
      nearDefinitions: () => definitionsDueSoon(db),
    })
  }

  async #openAgents(requests: AgentRequests): Promise<Agents> {
    const { world, connections, basics } = this.#given
    if (world.openAgents) return world.openAgents(requests)
    const { config, clock, log } = world
    const { secrets, egress, meaning, speechModels, liveCalls } = basics
    const { openAgents } = await import('../agent/open-agents.ts')
    const { db } = connections
    const { recordings: store, recordingsDirectory } = this
    const opened = await openAgents({
      conversationsMax: config.conversationsMax,
      db,
      clock,
      log,
      secrets,
      egress,
      meaning,
      recordingsDirectory,
      keepRecording: (call) => keepRecording({ db, log, store, directory: recordingsDirectory }, call),
      cacheDirectory: join(config.dataDir, 'speech'),
      speechModels,
      entered: publishSteps(liveCalls, clock),
      listed: (organizationId) => this.dialer.listed(organizationId),
      ...requests,
    })
    this.#audio = opened.audio
    return opened
  }
}
