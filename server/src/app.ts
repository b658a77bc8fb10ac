/** The whole program: opens its parts, starts and stops them in order. */
import type { FastifyInstance } from 'fastify'
import type { AfterCalls } from './after-calls/after-calls.ts'
import type { AppEnvironment } from './assembly/app-environment.ts'
import { MACHINE_VERDICTS_CHANNEL } from './assembly/call-parts.ts'
import { type AppParts, openAppParts } from './assembly/parts.ts'
import { allRecurringJobs } from './assembly/recurring-jobs.ts'
import { allRoutes } from './assembly/routes.ts'
import { listenInEndpoint } from './calls/listen-in.ts'
import { loadAgentsAtStart } from './calls/load-agents.ts'
import { openMediaSockets } from './calls/media-sockets.ts'
import type { Dialer } from './dialer/dialer.ts'
import { hasRingingCalls } from './dialer/queue.ts'
import { registerDocs } from './http/docs-page.ts'
import { registerHomePage } from './http/home-page.ts'
import { type Idempotency, openIdempotency } from './http/idempotency.ts'
import { InFlightRequests } from './http/in-flight-requests.ts'
import { openApiDocument } from './http/openapi.ts'
import type { Route } from './http/route.ts'
import { openServer } from './http/server.ts'
import { openSocketEndpoints, type SocketEndpoints } from './http/socket-endpoints.ts'
import { PROJECT_ROOT } from './kernel/project-paths.ts'
import { type RecurringJob, type RunningJob, startRecurringJob } from './kernel/recurring-job.ts'
import type { SecretBox } from './kernel/secret-box.ts'
import { VERSION } from './kernel/version.ts'
import { accessLog } from './operations/access-log.ts'
import { warnUnknownOrganization } from './organizations/user-queries.ts'
import type { Database } from './storage/database.ts'
import { warnStaleBindings } from './telephony/numbers/stale-bindings.ts'
import { microphoneEndpoint } from './tryouts/routes.ts'
import type { WebhookSender } from './webhooks/sender.ts'

const HOME_PAGE = new URL('web/src/index.html', PROJECT_ROOT)

export interface App {
  server: FastifyInstance
  dialer: Dialer
  sender: WebhookSender
  afterCalls: AfterCalls
  db: Database
  secrets: SecretBox
  routes: readonly Route[]
  /** Recurring jobs; `start` runs them at their intervals. */
  jobs: readonly RecurringJob[]
  /** Names of all websocket endpoints. */
  socketDoors: readonly string[]
  /** Starts listening and dialing. `prepare` runs once the port is open; until it has finished, the node is not ready. */
  start(): Promise<void>
  start<T>(prepare: () => Promise<T>): Promise<T>
  /** Stops new dials, lets conversations finish within the grace period, then closes everything. */
  stop(graceMs: number): Promise<void>
}

/** Time limit for requests in progress after the server stops accepting connections; then they are aborted. */
const REQUESTS_MS_MAX = 10_000

export async function openApp(world: AppEnvironment): Promise<App> {
  const parts = await openAppParts(world)
  const state = { isLeaving: false, isPreparing: false, isLoading: false }
  const whyNotReady = () => {
    if (state.isLeaving) return 'The program is stopping.'
    if (state.isPreparing) return 'The first start is still creating the first key and the samples.'
    return state.isLoading ? 'Voices are being loaded.' : null
  }
  const routes = allRoutes(parts, whyNotReady)
  const { db, clock, secrets, log, dialer, sender, afterCalls } = parts
  const idempotency = openIdempotency({ db, clock, secrets, log })
  const underWay = new InFlightRequests()
  const server = await serverOf(parts, routes, { idempotency, underWay })
  const sockets = socketsOf(parts, server)
  const jobs = allRecurringJobs(parts, idempotency)
  let running: RunningJob[] = []
  let stopping: Promise<void> | null = null

  async function stop(graceMs: number): Promise<void> {
    state.isLeaving = true
    await finishCalls(parts, { server, sockets }, graceMs)
    await parts.streams.close()
    if (server.server.listening) server.server.close()
    await underWay.finish(Math.min(graceMs, REQUESTS_MS_MAX), clock)
    await server.close()
    sockets.close()
    await Promise.all(running.map((job) => job.stop()))
    await closeParts(parts)
  }

  return {
    server,
    dialer,
    sender,
    afterCalls,
    db,
    secrets,
    routes,
    jobs,
    socketDoors: sockets.names,
    async start<T>(prepare?: () => Promise<T>): Promise<T> {
      state.isPreparing = true
      await startParts(parts)
      running = jobs.map((job) => startRecurringJob(job, { clock, log, watch: parts.metrics.jobs }))
      const near = await agentsAtStart(parts)
      state.isLoading = near !== null
      void near?.loaded.finally(() => {
        state.isLoading = false
      })
      await listen(parts, server)
      const prepared = (await prepare?.()) as T
      await warnUnknownOrganization(db, parts.config.signIn, log)
      state.isPreparing = false
      return prepared
    },
    stop(graceMs) {
      stopping ??= stop(graceMs)
      return stopping
    },
  }
}

async function serverOf(
  parts: AppParts,
  routes: readonly Route[],
  { idempotency, underWay }: { idempotency: Idempotency; underWay: InFlightRequests },
): Promise<FastifyInstance> {
  const { config, clock, log, audit, authenticator, proxyUsers, metrics, tracing } = parts
  const watchers = [
    metrics.request,
    ...(config.accessLog ? [accessLog(log)] : []),
    ...(tracing ? [tracing.request] : []),
  ]
  const server = await openServer({
    log,
    routes,
    authenticate: (credential, caller) => authenticator.authenticate(credential, caller),
    proxyUser: (request) => proxyUsers.userOf(request),
    rateLimitPerMinute: config.rateLimitPerMinute,
    trustProxy: config.trustProxy,
    cookies: { publicHttps: config.publicUrl.startsWith('https:'), allowInsecure: config.cookieInsecure },
    idempotency,
    underWay,
    audit,
    finished: (request) => {
      for (const watcher of watchers) watcher(request)
    },
    clock,
  })
  registerHomePage(server, HOME_PAGE)
  registerDocs(server, () =>
    openApiDocument(routes, { title: 'Outdial', version: VERSION, serverUrl: config.publicUrl }),
  )
  return server
}

interface Sockets extends SocketEndpoints {
  /** Number of media sockets whose calls are not answered yet. */
  readonly waiting: number
  readonly names: readonly string[]
}

function socketsOf(
  { ingressDb, clock, log, secrets, accounts, refer, agents, calls }: AppParts,
  server: FastifyInstance,
): Sockets {
  const media = openMediaSockets({
    db: ingressDb,
    clock,
    secrets,
    accounts,
    refer,
    attach: (call, stream) => agents.attach(call, stream),
  })
  const microphone = microphoneEndpoint((tryId, token) => calls.tries?.microphone(tryId, token) ?? null)
  const listen = listenInEndpoint({ db: ingressDb, clock, secrets, live: calls.live })
  const doors = [...media.doors, microphone, listen]
  const { close } = openSocketEndpoints(server.server, doors, log)
  return {
    names: doors.map(({ name }) => name),
    get waiting() {
      return media.waiting
    },
    close,
  }
}

async function startParts(parts: AppParts): Promise<void> {
  const { liveCalls, notifications, agents, calls, dialer, sender, afterCalls, metrics } = parts
  await liveCalls.start()
  await notifications.subscribe(MACHINE_VERDICTS_CHANNEL, (payload) => agents.onRemoteVerdict(payload))
  await calls.live.start()
  await dialer.start()
  await sender.start(metrics.jobs)
  afterCalls.start(metrics.jobs)
}

function agentsAtStart({ db, dialer, agents, calls }: AppParts) {
  return loadAgentsAtStart({
    db,
    now: () => dialer.now(),
    open: () => agents.open(),
    ready: (configurationId) => calls.conversationReady(configurationId),
  })
}

async function listen(
  { config, calls, db, log, providers, bindings }: AppParts,
  server: FastifyInstance,
): Promise<void> {
  await calls.audioSockets?.listen()
  await server.listen({ host: config.host, port: config.port })
  warnStaleBindings({ db, log, providers: [...providers.keys()], ...bindings }).catch((error: unknown) =>
    log.warn({ err: error }, 'failed to check the numbers of inbound calls'),
  )
}

/** Stops new dials. Running conversations, and calls that may still be answered, get the grace period. */
async function finishCalls(
  { dialer, calls, agents, ingressDb, nodeId, log }: AppParts,
  { server, sockets }: { server: FastifyInstance; sockets: Sockets },
  graceMs: number,
): Promise<void> {
  /** If the database cannot say whether a call may still be answered, shutdown waits for the whole grace period. */
  const stillExpected = (error: unknown) => {
    log.warn({ err: error }, 'failed to check whether calls are still ringing; it is retried')
    return true
  }
  await dialer.drain()
  calls.tries?.close()
  await agents.drain(graceMs, {
    isExpected: async () =>
      sockets.waiting > 0 || (await hasRingingCalls(ingressDb, nodeId, calls.speaking.known()).catch(stillExpected)),
    closeDoor: () => void server.server.close(),
  })
}

/** Closes the parts in reverse order of opening. */
async function closeParts(parts: AppParts): Promise<void> {
  await parts.modelInstaller.stop()
  await parts.afterCalls.stop()
  await parts.sender.stop()
  await parts.dialer.stop()
  await parts.releases.stop()
  await parts.accounts.closeAll()
  await parts.calls.audioSockets?.close()
  await parts.calls.ownPbx?.close()
  parts.calls.live.stop()
  await parts.liveCalls.close()
  await parts.authenticator.close()
  await parts.notifications.close()
  await parts.egress.close()
  await parts.connections.close()
}
