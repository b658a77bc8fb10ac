/** Everything that routes and recurring jobs need. */
import { callbackUrls } from '../calls/callback-urls.ts'
import { releaseImported } from '../campaigns/release-imported.ts'
import { postgresCampaigns } from '../campaigns/store-postgres.ts'
import { updateQueueZones } from '../campaigns/update-queue-zones.ts'
import { checkList } from '../contacts/check-lists.ts'
import { applyPolicyChange, releaseChecked } from '../dialer/apply-policy-change.ts'
import { rememberCalls } from '../dialer/remember-calls.ts'
import { beginReviews } from '../dialer/review-queues.ts'
import { hasModel, speechUnavailableReason } from '../models/choose-model.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { recordScrubs } from '../policies/record-scrubs.ts'
import { type Generation, isReady } from '../registries/queries.ts'
import { forgetSimulatedCampaign } from '../statistics/queries.ts'
import type { Queries } from '../storage/database.ts'
import { openBasics } from './basics.ts'
import { CallParts } from './call-parts.ts'
import { openConnections } from './connections.ts'
import { materialProblems } from './material-problems.ts'
import type { World } from './world.ts'

export type Parts = Awaited<ReturnType<typeof openParts>>

export async function openParts(world: World) {
  const { config, pool, clock, log, tracing = null } = world
  const connections = openConnections(world)
  const { db, reads, ingressDb, ingressPool, importPool } = connections
  const basics = await openBasics(world, connections)
  const { providers, secrets, ledgerKeys, speechProblems } = basics
  const calls = await CallParts.open({ world, connections, basics })
  const { dialer, accounts, agents, metrics, recordings } = calls
  const checkedPublicUrl = config.publicUrlCheck ? config.publicUrl : null
  const readiness = { providers, hasModel, speechUnavailableReason, speechProblems, materialProblems, checkedPublicUrl }
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
    prepare: (organizationId: number) => rememberCalls(db, organizationId),
    applied: applyPolicyChange,
    async changed(organizationId: number): Promise<void> {
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
    campaigns: postgresCampaigns({ db, ledgerKeys, forgetSimulated: forgetSimulatedCampaign, ...readiness }),
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
    async allChecked(organizationId: number, generations: readonly Generation[]): Promise<void> {
      const scrubs = generations.map(({ id, registry, asOf }) => ({
        registry,
        asOf,
        isInForce: (tx: Queries) => isReady(tx, id),
      }))
      const recorded = await recordScrubs(policyChange, organizationId, scrubs)
      if (recorded.length > 0) log.info({ organization_id: organizationId, registries: recorded }, 'recorded the check')
    },
    /** Compares all people on the list with the registries. */
    checkList: (organizationId: number, listId: number) => checkList(registryDeps, organizationId, listId),
    async consentsImported(organizationId: number, listId: number): Promise<void> {
      await releaseImported(db, organizationId, listId)
      dialer.wake(organizationId)
    },
    async numbersChecked(organizationId: number, numbers: readonly string[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await lockOrganization(tx, organizationId)
        await releaseChecked(tx, organizationId, numbers)
      })
      dialer.wake(organizationId)
    },
    async zonesChanged(organizationId: number, listId: number): Promise<void> {
      await updateQueueZones(db, organizationId, listId)
      dialer.wake(organizationId)
    },
  }
}
