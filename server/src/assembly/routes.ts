/** All routes of the API. */
import { join } from 'node:path'
import { afterCallRoutes } from '../after-calls/routes.ts'
import { parseCarrierBill } from '../calls/ask-prices.ts'
import { clientCallRoutes } from '../calls/client-routes.ts'
import { liveCallRoutes } from '../calls/live-routes.ts'
import { ownPhoneRoutes } from '../calls/own-phones.ts'
import { phraseRoutes } from '../calls/phrase-routes.ts'
import { checkCallbacks } from '../calls/probe-public-url.ts'
import { webhookRoutes as carrierRoutes } from '../calls/provider-webhooks.ts'
import { receiptRoute } from '../calls/receipt-route.ts'
import { callRoutes } from '../calls/routes.ts'
import { abandonmentRoutes } from '../campaigns/abandonment-routes.ts'
import { requireUsableArms } from '../campaigns/check-arms.ts'
import { checkStartRoutes } from '../campaigns/check-start-routes.ts'
import { enrolRoutes } from '../campaigns/enrol-routes.ts'
import { experimentRoutes } from '../campaigns/experiment-routes.ts'
import { explainRoutes } from '../campaigns/explain-routes.ts'
import { forecastRoutes } from '../campaigns/forecast-routes.ts'
import { numberHistoryRoute } from '../campaigns/number-routes.ts'
import { previewRoute } from '../campaigns/preview-routes.ts'
import {
  campaignsHaveLimits,
  forgetCampaignSpending,
  forgetConfiguration,
  isConfigurationUsed,
  isListUsed,
  listsInUse,
} from '../campaigns/queries.ts'
import { resultRoutes } from '../campaigns/result-routes.ts'
import { routeRoutes } from '../campaigns/route-routes.ts'
import { campaignRoutes } from '../campaigns/routes.ts'
import { spendLimitRoute } from '../campaigns/spend-routes.ts'
import { viewRoutes } from '../campaigns/view-routes.ts'
import { checkNumberBeforeCall } from '../checks/check-numbers.ts'
import { consentRoutes } from '../consents/routes.ts'
import { openImportLimiter } from '../contacts/import-limiter.ts'
import { listProofRoutes } from '../contacts/list-proof-routes.ts'
import { countUnchecked } from '../contacts/list-proofs.ts'
import { contactRoutes } from '../contacts/routes.ts'
import { suppressionImportRoute } from '../contacts/suppression-import-route.ts'
import { costRoutes } from '../costs/routes.ts'
import { credentialRoutes } from '../credentials/routes.ts'
import { releaseNumbersWithConsent } from '../dialer/apply-policy-change.ts'
import { applyCarrierPrice } from '../dialer/apply-price.ts'
import { hasLiveCalls } from '../dialer/queue.ts'
import { storeAttestation } from '../dialer/store-attestation.ts'
import { eventRoutes } from '../events/routes.ts'
import type { Route } from '../http/route.ts'
import { FileReaders } from '../kernel/file-readers.ts'
import { knowledgeRoutes } from '../knowledge/routes.ts'
import { ledgerRoutes } from '../ledger/routes.ts'
import { modelRoutes } from '../models/routes.ts'
import { speechModelRoutes } from '../models/speech-model-routes.ts'
import { voiceRoutes } from '../models/voice-routes.ts'
import { operationRoutes } from '../operations/routes.ts'
import { organizationRoutes } from '../organizations/routes.ts'
import { checksWithCredential } from '../policies/queries.ts'
import { recordedScrubs, requiredRegistries, withdrawScrub } from '../policies/record-scrubs.ts'
import { policyRoutes } from '../policies/routes.ts'
import { privacyRoutes } from '../privacy/routes.ts'
import { RecordingLoader } from '../recorded-audio/load-recordings.ts'
import { recordingRoutes } from '../recorded-audio/routes.ts'
import { referencedRecordings } from '../recorded-audio/rules/recorded-steps.ts'
import { checkAgainstRegistries } from '../registries/check-registries.ts'
import { type RegistryRouteDeps, registryRoutes } from '../registries/routes.ts'
import { rehearsalRoutes } from '../rehearsal/routes.ts'
import { dryRunRoutes } from '../replay/routes.ts'
import { searchRoutes } from '../search/routes.ts'
import { statisticsRoutes } from '../statistics/routes.ts'
import { trafficRoutes } from '../statistics/traffic-routes.ts'
import { usageRoute } from '../statistics/usage.ts'
import { suppressionRoutes } from '../suppressions/routes.ts'
import { configurationRoutes } from '../telephony/configurations/routes.ts'
import { numberRoutes } from '../telephony/numbers/routes.ts'
import { toolsWithCredential } from '../tools/queries.ts'
import { toolRoutes } from '../tools/routes.ts'
import { fetchProblems, toolProblems } from '../tools/tools-of-workflow.ts'
import { evaluationRoutes } from '../tryouts/evaluation-routes.ts'
import { tryRoutes } from '../tryouts/routes.ts'
import { webhookRoutes } from '../webhooks/routes.ts'
import {
  campaignsWithDocument,
  campaignsWithRecording,
  fetchesWithCredential,
  findWorkflow,
  workflowsWithDocument,
  workflowsWithRecording,
} from '../workflows/queries.ts'
import { workflowRoutes } from '../workflows/routes.ts'
import type { Problem } from '../workflows/rules/problems.ts'
import type { AppParts } from './parts.ts'
import { workflowAssetProblems } from './workflow-asset-problems.ts'

/** All routes, in the order of the documentation. `whyNotReady`: why a load balancer should not use this node now. */
export function allRoutes(parts: AppParts, whyNotReady: () => string | null): Route[] {
  const { db, ingressPool, clock, metrics, authenticator, audit, log, secrets, config } = parts
  const readers = new FileReaders()
  return [
    ...organizationRoutes({
      db,
      clock,
      log,
      audit,
      secrets,
      authenticator,
      publicUrl: config.publicUrl,
      settings: config.signIn,
      provider: parts.identityProvider,
      proxy: parts.proxyUsers,
      onDeck: (organizationId) => parts.dialer.onDeck(organizationId),
    }),
    ...telephonyRoutes(parts),
    ...listRoutes(parts, readers),
    ...conversationRoutes(parts, readers),
    ...campaignAndRuleRoutes(parts),
    ...readingRoutes(parts),
    ...routesOfCalls(parts),
    ...operationRoutes({ pool: ingressPool, metrics, clock, whyNotReady }),
  ]
}

function telephonyRoutes(parts: AppParts): Route[] {
  const { db, reads, clock, secrets, providers, accounts, config, releases, bindings, dialer, calls } = parts
  return [
    ...configurationRoutes({
      db,
      clock,
      secrets,
      providers,
      accounts,
      releases,
      isInUse: async (tx, id) => (await isConfigurationUsed(tx, id)) || (await hasLiveCalls(tx, id)),
      releasing: forgetConfiguration,
      changed: (id) => accounts.forget(id),
      checkCallbacks: (carrierUrls) => checkCallbacks(config, carrierUrls),
    }),
    ...numberRoutes({ db, clock, accounts, ...bindings, bound: () => calls.numberBound() }),
    ...costRoutes({
      db,
      reads,
      clock,
      providers,
      campaignsHaveLimits,
      forgetCampaignSpending,
      changed: (organizationId) => dialer.wake(organizationId),
    }),
  ]
}

function listRoutes(parts: AppParts, readers: FileReaders): Route[] {
  const {
    db,
    pool,
    importPool,
    clock,
    log,
    secrets,
    config,
    ledgerKeys: keys,
    dialer,
    zonesChanged,
    consentsImported,
  } = parts
  const imports = { pool: importPool, gate: openImportLimiter() }
  const { publicUrl } = config
  const uploadDir = join(config.dataDir, 'uploads')
  const listed = (organizationId: number) => dialer.listed(organizationId)
  return [
    ...contactRoutes({
      db,
      pool,
      imports,
      readers,
      clock,
      secrets,
      publicUrl,
      uploadDir,
      isListUsed: isListUsed,
      zonesChanged,
      keys,
      consentsImported,
      async listImported(organizationId, listId) {
        await parts.checkList(organizationId, listId).catch((error: unknown) => {
          const fields = { organization_id: organizationId, list_id: listId, err: error }
          log.error(
            fields,
            'failed to check a new contact list against the registries; its campaigns check it at their start',
          )
        })
      },
    }),
    ...consentRoutes({
      db,
      clock,
      keys,
      release: releaseNumbersWithConsent,
      wake: (organizationId) => dialer.wake(organizationId),
    }),
    ...suppressionRoutes({ db, clock, keys, listed }),
    suppressionImportRoute({ db, imports, clock, keys, listed, uploadDir }),
    ...registryRoutes({ db, clock, keys, directory: uploadDir, ...registryStanding(parts) }),
  ]
}

function registryStanding({
  db,
  policyChange,
}: AppParts): Pick<RegistryRouteDeps, 'standing' | 'withdraw' | 'withdrawn'> {
  return {
    async standing(organizationId) {
      const lists = await listsInUse(db, organizationId)
      return {
        required: await requiredRegistries(db, organizationId),
        scrubbedOn: await recordedScrubs(db, organizationId),
        listsInUse: lists.length,
        countUnchecked: (generationId) => countUnchecked(db, lists, generationId),
      }
    },
    withdraw: (tx, given) => withdrawScrub(tx, policyChange, given),
    withdrawn: (organizationId) => policyChange.changed(organizationId),
  }
}

function conversationRoutes(parts: AppParts, readers: FileReaders): Route[] {
  const { db, clock, log, secrets, config, speechProblems, voiceWarnings, calls, egress, meaning } = parts
  const { people } = calls
  const trying = {
    db,
    clock,
    log,
    recordings: new RecordingLoader(db),
    meaning,
    publicUrl: config.publicUrl,
    people: people.list,
    tries: () => calls.openTries(),
  }
  return [
    ...workflowRoutes({
      db,
      clock,
      secrets,
      async problemsHere(...given) {
        const problems: Problem[] = []
        // Runs the checks one after the other, because they may share the single connection of a transaction.
        for (const find of [speechProblems, toolProblems, fetchProblems, workflowAssetProblems])
          problems.push(...(await find(...given)))
        return problems
      },
      warningsHere: voiceWarnings,
    }),
    ...toolRoutes({ db, clock, secrets, egress }),
    ...knowledgeRoutes({
      db,
      clock,
      log,
      readers,
      uploadDir: join(config.dataDir, 'uploads'),
      usersOf: workflowsWithDocument,
      pinnedBy: campaignsWithDocument,
      secrets,
      meaning,
    }),
    ...recordingRoutes({
      db,
      clock,
      log,
      readers,
      uploadDir: join(config.dataDir, 'uploads'),
      transcribe: (...given) => calls.transcribe(...given),
      usersOf: workflowsWithRecording,
      pinnedBy: campaignsWithRecording,
      namedBy: async (organizationId, workflowId) => {
        const workflow = await findWorkflow(db, organizationId, workflowId)
        return workflow ? referencedRecordings(workflow.definition) : []
      },
    }),
    ...credentialRoutes({ db, clock, secrets, usersOf: usersOfCredential }),
    ...afterCallRoutes({ db, clock, secrets }),
    ...tryRoutes(trying),
    ...evaluationRoutes(trying),
  ]
}

/**
 * Finds everything that uses a credential. Without it a tool fails, a fetch fills nothing, and a number check holds every
 * contact.
 */
async function usersOfCredential(...given: Parameters<typeof toolsWithCredential>): Promise<string[]> {
  const tools = await toolsWithCredential(...given)
  const fetches = await fetchesWithCredential(...given)
  return [...tools, ...fetches, ...(await checksWithCredential(...given))]
}

function campaignAndRuleRoutes(parts: AppParts): Route[] {
  const { db, pool, clock, secrets, egress, speechModels, ledgerKeys, dialer, campaigns, readiness, calls } = parts
  const { checkVoice, waitingCounts, startCounts } = parts
  return [
    ...campaignRoutes({
      db,
      clock,
      dialer,
      ledgerKeys,
      campaigns,
      startCounts,
      ...readiness,
      async checkLists(organizationId, campaignId) {
        for (const listId of await listsInUse(db, organizationId, campaignId))
          await parts.checkList(organizationId, listId)
      },
      requireArms: (organizationId, campaignId) => requireUsableArms({ db, checkVoice }, organizationId, campaignId),
      started: () => calls.campaignStarted(),
    }),
    ...enrolRoutes({
      db,
      pool,
      clock,
      dialer,
      ledgerKeys,
      askRegistries: (organizationId, addresses) =>
        checkAgainstRegistries(parts.registryDeps, organizationId, addresses),
      checkList: parts.checkList,
    }),
    spendLimitRoute({ db, clock, dialer }),
    ...checkStartRoutes({
      db,
      clock,
      dialer,
      ledgerKeys,
      campaigns,
      checkVoice,
      waitingCounts,
      startCounts,
      ...readiness,
    }),
    ...modelRoutes({ db, clock, secrets, egress }),
    ...voiceRoutes({
      db,
      clock,
      secrets,
      egress,
      models: speechModels,
      localSynthesizer: (...given) => calls.localSynthesizer(...given),
    }),
    ...speechModelRoutes({ db, installer: parts.modelInstaller }),
    ...policyRoutes(parts.policyChange),
    ...ledgerRoutes({ db, clock, keys: ledgerKeys }),
    receiptRoute({ db, clock, keys: ledgerKeys }),
    ...ownPhoneRoutes({ db, clock, keys: ledgerKeys }),
    ...listProofRoutes({ db, clock, keys: ledgerKeys }),
  ]
}

/** Routes that may read much data use separate connections. */
function readingRoutes(parts: AppParts): Route[] {
  const { db, reads, clock, log, secrets, dialer, campaigns, config, ledgerKeys, recordings, waitingCounts } = parts
  const { publicUrl, eventRetentionDays } = config
  return [
    ...viewRoutes({ db: reads, clock, secrets, publicUrl, dialer, waitingCounts }),
    ...routeRoutes({ reads, campaigns, clock, dialer }),
    ...experimentRoutes({ db, reads, campaigns, clock, dialer, checkVoice: parts.checkVoice }),
    ...resultRoutes({ db: reads }),
    ...explainRoutes({ db: reads, dialer, waitingCounts }),
    numberHistoryRoute({ db, dialer }),
    previewRoute({ db: reads, dialer }),
    ...dryRunRoutes({ db: reads, dialer }),
    ...rehearsalRoutes({ db, reads, clock, log }),
    ...forecastRoutes({ db: reads, now: () => dialer.now() }),
    ...statisticsRoutes({ db: reads, clock }),
    usageRoute({ db: reads, clock }),
    ...abandonmentRoutes({ db, reads, clock }),
    ...trafficRoutes({ db: reads, clock }),
    ...privacyRoutes({ db, clock, keys: ledgerKeys, recordings, eventRetentionDays }),
    ...searchRoutes({ db: reads }),
    ...phraseRoutes({ db: reads }),
  ]
}

function routesOfCalls({ db, clock, log, secrets, config, dialer, recordings, calls, ...parts }: AppParts): Route[] {
  const { publicUrl } = config
  const { ingressDb, readiness, streams, sender, accounts, refer } = parts
  const ofCalls = {
    db,
    log,
    clock,
    secrets,
    ...readiness,
    publicUrl,
    recordings,
    dialer,
    accounts,
    refer,
    conversationReady: (configurationId: number) => calls.conversationReady(configurationId),
    async checkNumber(organizationId: number, phoneNumber: string) {
      await checkAgainstRegistries(parts.registryDeps, organizationId, [phoneNumber])
      await checkNumberBeforeCall({ db, clock, secrets, egress: parts.egress }, organizationId, phoneNumber)
    },
  }
  return [
    ...callRoutes(ofCalls),
    ...liveCallRoutes({ db, clock, secrets, publicUrl, live: calls.live }),
    ...clientCallRoutes(ofCalls),
    ...eventRoutes({ db, streams }),
    ...webhookRoutes({ db, clock, secrets, sender }),
    ...carrierRoutes({
      db: ingressDb,
      log,
      secrets,
      publicUrl,
      accounts,
      refer,
      report: ({ provider, configurationId }, callId, { call: _call, providerCallId, atMs, ...news }) =>
        calls.report({
          provider,
          speaks: calls.speaking.carriesAudio(configurationId),
          call: refer(callId, providerCallId),
          news,
          atMs,
        }),
      billed: async (callId, bill) => {
        const price = parseCarrierBill(bill)
        if (price) await applyCarrierPrice(db, callId, price, new Date(clock.now()))
      },
      attested: (callId, attestation) => storeAttestation(db, callId, attestation, new Date(clock.now())),
      receive: (account, inbound) => calls.receive(account, inbound),
    }),
  ]
}
