/** Parts that need only the settings and the database. */
import { randomBytes } from 'node:crypto'
import { AfterCalls } from '../after-calls/after-calls.ts'
import { recordDeliveryInTimeline } from '../after-calls/record-delivery.ts'
import { openLiveCalls } from '../events/live-calls.ts'
import { openEventStreams } from '../events/streams.ts'
import { openEgress } from '../kernel/egress.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { operatorFetch } from '../kernel/tunnel.ts'
import { SemanticSearch } from '../knowledge/semantic-search.ts'
import { openLedgerKeys } from '../ledger/signing.ts'
import { checkVoiceWith, voiceWarningsWith } from '../models/check-voice.ts'
import { speechProblemsWith } from '../models/speech-problems.ts'
import { openAuditTrail } from '../organizations/audit-queries.ts'
import { openAuthenticator } from '../organizations/authenticate.ts'
import { installationKey } from '../organizations/installation.ts'
import { egressState, insertEgressGrant } from '../organizations/queries.ts'
import { openIdentityProvider } from '../organizations/sign-in/provider.ts'
import { openProxyUsers } from '../organizations/sign-in/proxy-user.ts'
import { CALLBACK_PATH } from '../organizations/sign-in/routes.ts'
import { installedModels } from '../speech/installed-models.ts'
import { ModelInstaller } from '../speech/model-installer.ts'
import { openNotifications } from '../storage/notifications.ts'
import { openReleases } from '../telephony/configurations/release-numbers.ts'
import type { CallRef } from '../telephony/provider.ts'
import { providersOf } from '../telephony/providers.ts'
import { WebhookSender } from '../webhooks/sender.ts'
import type { AppEnvironment } from './app-environment.ts'
import type { Connections } from './connections.ts'

export type CoreServices = Awaited<ReturnType<typeof openCoreServices>>

export async function openCoreServices(world: AppEnvironment, { db, ingressDb, webhookDb }: Connections) {
  const { config, pool, clock, log } = world
  const secrets = openSecretBox(config.secretKeys)
  const installation = await installationKey(db)
  const egress = await openEgress({
    clock,
    allow: config.egressAllow,
    proxies: config.proxies,
    look: () => egressState(db),
    grant: (grant) => insertEgressGrant(db, grant, new Date(clock.now())),
  })
  const notifications = openNotifications({ pool, direct: world.direct ?? null, clock, log })
  const liveCalls = openLiveCalls({ notifications, clock, log })
  const speechModels = installedModels(config.speechDir)
  const modelInstaller = new ModelInstaller({
    directory: config.speechDir,
    fetch: operatorFetch(config.proxies),
    log,
  })
  const settled = recordDeliveryInTimeline({ db: webhookDb, clock })
  const sender = new WebhookSender({ db: webhookDb, clock, log, egress, secrets, notifications, settled })
  return {
    secrets,
    ledgerKeys: openLedgerKeys(secrets),
    providers: providersOf({ simulated: config.simulator, remote: config.simulatorElsewhere }),
    installation,
    nodeId: `node-${randomBytes(5).toString('hex')}`,
    refer: (callId: number, providerCallId: string | null, claimedAtMs?: number): CallRef => ({
      callId,
      callKey: `od-${installation}-${callId}`,
      providerCallId,
      ...(claimedAtMs === undefined ? {} : { claimedAtMs }),
    }),
    egress,
    meaning: new SemanticSearch({ db, clock, log, secrets, egress }),
    notifications,
    audit: openAuditTrail({ db, now: () => new Date(clock.now()) }),
    proxyUsers: openProxyUsers(config.signIn.proxy, config.trustProxy),
    identityProvider:
      config.signIn.provider &&
      openIdentityProvider({
        settings: config.signIn.provider,
        redirectUri: `${config.publicUrl}${CALLBACK_PATH}`,
        clock,
        log,
        fetcher: operatorFetch(config.proxies),
      }),
    authenticator: openAuthenticator({ db: ingressDb, clock, log }),
    liveCalls,
    streams: openEventStreams({ db, clock, log, notifications, liveCalls }),
    speechModels,
    modelInstaller,
    speechProblems: speechProblemsWith(speechModels),
    voiceWarnings: voiceWarningsWith(speechModels),
    checkVoice: checkVoiceWith({ db, clock, secrets, egress, models: speechModels }),
    sender,
    afterCalls: new AfterCalls({
      db: webhookDb,
      clock,
      log,
      secrets,
      egress,
      publicUrl: config.publicUrl,
      wakeSender: () => sender.wake(),
    }),
    releases: openReleases({ db, clock, log }),
  }
}
