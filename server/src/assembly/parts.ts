/** Everything that routes and recurring jobs need. */
import { callbackUrls } from '../calls/callback-urls.ts'
import { releaseImportedContacts } from '../campaigns/release-imported.ts'
import { StartCheckCounts } from '../campaigns/start-counts.ts'
import { postgresCampaignStore } from '../campaigns/store-postgres.ts'
import { updateQueueZones } from '../campaigns/update-queue-zones.ts'
import { openWaitingCounts } from '../campaigns/waiting-counts.ts'
import { checkList } from '../contacts/check-lists.ts'
import { applyPolicyChange, releaseCheckedNumbers } from '../dialer/apply-policy-change.ts'
import { copyEndedCallsToAttempts } from '../dialer/copy-calls-to-attempts.ts'
import { beginReviews } from '../dialer/review-queues.ts'
import { hasModel, speechUnavailableReason } from '../models/choose-model.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { recordScrubs } from '../policies/record-scrubs.ts'
import { isGenerationReady, type RegistryGeneration } from '../registries/queries.ts'
import { forgetSimulatedCampaign } from '../statistics/queries.ts'
import type { Queries } from '../storage/database.ts'
import type { AppEnvironment } from './app-environment.ts'
import { CallParts } from './call-parts.ts'
import { openConnections } from './connections.ts'
import { openCoreServices } from './core-services.ts'
import { workflowAssetProblems } from './workflow-asset-problems.ts'

export type AppParts = Awaited<ReturnType<typeof openAppParts>>

export async function openAppParts(world: AppEnvironment) {
  const { config, pool, clock, log, tracing = null } = world
  const connections = openConnections(world)
  const { db, reads, ingressDb, ingressPool, importPool } = connections
  const basics = await openCoreServices(world, connections)
  const { providers, secrets, ledgerKeys, speechProblems } = basics
  const calls = await CallParts.open({ world, connections, basics })
  const { dialer, accounts, agents, metrics, recordings } = calls
  const checkedPublicUrl = config.publicUrlCheck ? config.publicUrl : null
  const readiness = {
    providers,
    hasModel,
    speechUnavailableReason,
    speechProblems,
    materialProblems: workflowAssetProblems,
    checkedPublicUrl,
  }
  const registryDeps = {
    db,
    clock,
    keys: ledgerKeys,
    listed: (organizationId: number) => dialer.listed(organizationId),
  }
  const policyChange = {
    db,
    clock,
    keys: ledgerKeys,
    prepare: (organizationId: number) => copyEndedCallsToAttempts(db, organizationId),
    applied: applyPolicyChange,
    async changed(organizationId: number): Promise<void> {
      // Claims ahead of free slots were decided by the rules before; the reviews may take seconds.
      dialer.wake(organizationId)
      await beginReviews(db, organizationId)
      dialer.wake(organizationId)
    },
  }
  return {
    config,
    pool,
    direct: world.direct ?? null,
    clock,
    log,
    tracing,
    connections,
    db,
    reads,
    ingressDb,
    ingressPool,
    importPool,
    ...basics,
    calls,
    dialer,
    accounts,
    agents,
    metrics,
    recordings,
    readiness,
    waitingCounts: openWaitingCounts({ clock, log }),
    startCounts: new StartCheckCounts(reads, { clock, log }),
    campaigns: postgresCampaignStore({ db, ledgerKeys, forgetSimulated: forgetSimulatedCampaign, ...readiness }),
    bindings: {
      inboundUrl: (configurationId: number) =>
        callbackUrls({ publicUrl: config.publicUrl, secrets, now: () => clock.now() }, configurationId).configuration(
          'inbound',
        ),
      callsBack: (provider: string) => providers.get(provider)?.capabilities.webhooks ?? false,
    },
    registryDeps,
    policyChange,
    /**
     * All people on the lists in use were compared with these registry files: stores the date, which a rule checks at each dial.
     */
    async allChecked(organizationId: number, generations: readonly RegistryGeneration[]): Promise<void> {
      const scrubs = generations.map(({ id, registry, asOf }) => ({
        registry,
        asOf,
        isInForce: (tx: Queries) => isGenerationReady(tx, id),
      }))
      const recorded = await recordScrubs(policyChange, organizationId, scrubs)
      if (recorded.length > 0) log.info({ organization_id: organizationId, registries: recorded }, 'recorded the check')
    },
    /** Compares all people on the list with the registries. */
    checkList: (organizationId: number, listId: number) => checkList(registryDeps, organizationId, listId),
    async consentsImported(organizationId: number, listId: number): Promise<void> {
      await releaseImportedContacts(db, organizationId, listId)
      dialer.wake(organizationId)
    },
    async numbersChecked(organizationId: number, numbers: readonly string[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await lockOrganization(tx, organizationId)
        await releaseCheckedNumbers(tx, organizationId, numbers)
      })
      dialer.wake(organizationId)
    },
    async zonesChanged(organizationId: number, listId: number): Promise<void> {
      await updateQueueZones(db, organizationId, listId)
      dialer.wake(organizationId)
    },
  }
}
