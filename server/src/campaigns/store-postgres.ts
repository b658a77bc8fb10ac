import { type ReadinessDeps, requireSpeakableDefinition, requireUsableConfiguration } from '../calls/ready-to-dial.ts'
import { findListById } from '../contacts/queries.ts'
import { applyPolicyChange, ensureContactZones, releaseVouchedContacts } from '../dialer/apply-policy-change.ts'
import { copyEndedCallsToAttempts } from '../dialer/copy-calls-to-attempts.ts'
import { hasOlderNodes } from '../dialer/queries.ts'
import {
  type CopiedContacts,
  cancelWaitingContacts,
  copyContactsByOutcome,
  createQueue,
  releaseArms,
  releaseRoute,
  resetBreakerCounts,
} from '../dialer/queue.ts'
import { beginReviews } from '../dialer/review-queues.ts'
import type { Experiment } from '../dialer/rules/experiment.ts'
import { ApiError } from '../kernel/errors.ts'
import { appendRecords } from '../ledger/append-records.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import { findPolicy, insertPolicy } from '../policies/queries.ts'
import type { Policy } from '../policies/rules/policy.ts'
import { checkPolicyAhead, setPolicy } from '../policies/set-policy.ts'
import type { Database, Queries } from '../storage/database.ts'
import { copyThenCreate } from './copy-contacts.ts'
import { abandonStaleCopies } from './copy-queries.ts'
import * as queries from './queries.ts'
import { removeCampaignRows } from './remove-rows.ts'
import { dutiesOfPolicy, loadOpenDuties } from './require-duties.ts'
import { requireMandatorySentences } from './require-sentences.ts'
import type { CampaignKey, CampaignStore, CampaignTransaction, ReadyCampaign, RemovalStore } from './store.ts'

/** Nodes that do not know it treat all people of a campaign alike. */
const EXPERIMENTS_MIGRATION = '0098-experiments'

export interface PostgresCampaignsDeps extends ReadinessDeps {
  db: Database
  ledgerKeys: LedgerKeys
  /** Removes the campaign's simulated calls from the organization's figures, in the same transaction. */
  forgetSimulated?: (tx: Queries, campaignId: number) => Promise<void>
}

export function postgresCampaignStore(deps: PostgresCampaignsDeps): CampaignStore {
  const { db } = deps
  return {
    async transaction(work) {
      const changed = new Set<number>()
      const answer = await db.transaction().execute((tx) => work(transactionOf(deps, tx, { copied: null, changed })))
      for (const organizationId of changed) await beginReviews(db, organizationId)
      return answer
    },
    async copyThenCreate({ listId, parent, outcomes, rules }, make) {
      const changed = new Set<number>()
      const id = await copyThenCreate(db, {
        organizationId: parent.organizationId,
        listId,
        copy: (campaignId, stillWanted) =>
          copyContactsByOutcome(db, campaignId, parent, { outcomes, rules }, stillWanted),
        make: (tx, campaignId, copied) => make(transactionOf(deps, tx, { copied, changed }), campaignId, copied.count),
      })
      await beginReviews(db, parent.organizationId)
      return id
    },
    find: (organizationId, id) => queries.findCampaign(db, organizationId, id),
    ...postgresRemovalStore(db),
  }
}

export function postgresRemovalStore(db: Database): RemovalStore {
  return {
    removeRows: (id) => removeCampaignRows(db, id),
    async unfinishedRemovals() {
      await abandonStaleCopies(db)
      return queries.unfinishedRemovals(db)
    },
  }
}

function transactionOf(
  deps: PostgresCampaignsDeps,
  tx: Parameters<typeof setPolicy>[0],
  /** `changed`: organizations whose queues have to be reviewed after the transaction. */
  { copied, changed }: { copied: CopiedContacts | null; changed: Set<number> },
): CampaignTransaction {
  return {
    lock: (organizationId, id) => queries.lockCampaign(tx, organizationId, id),
    async requireReady(campaign, takesCurrentVersion, now) {
      const ready = await requireReady(deps, tx, campaign, takesCurrentVersion, now)
      changed.add(campaign.organization_id)
      return ready
    },
    async openDuties({ id: campaignId, organization_id: organizationId, list_id, enrolled_list_id }, now) {
      const found = await Promise.all(
        [list_id, ...(enrolled_list_id === null ? [] : [enrolled_list_id])].map(
          async (id) => (await findListById(tx, organizationId, id)) ?? { id, created_at: now, grown_at: null },
        ),
      )
      return loadOpenDuties(tx, { organizationId, campaignId, lists: found }, now)
    },
    async acceptDuties({ id, organization_id, list_id, total_rows }, duties, author, now) {
      const body = { campaign_id: id, list_id, rows: total_rows, duties: duties.map((duty) => duty.id) }
      const record = { kind: 'duties_accepted', atMs: now.getTime(), actor: author, body }
      await appendRecords(tx, deps.ledgerKeys, organization_id, [record])
    },
    async keepDuties({ id, organization_id }, accepted) {
      const vouched = await dutiesOfPolicy(tx, organization_id, id)
      await queries.saveDuties(tx, id, { vouched, accepted: accepted.map((duty) => duty.id) })
      if (vouched.length > 0) await releaseVouchedContacts(tx, id)
    },
    resetBreakerCounts: (campaign) => resetBreakerCounts(tx, campaign),
    async setRunning({ id, organizationId }, start) {
      await queries.setRunning(tx, id, start)
      await releaseRoute(tx, id)
      changed.add(organizationId)
    },
    async restoreRoute({ id, organizationId }) {
      await queries.clearRouteStops(tx, id)
      await releaseRoute(tx, id)
      changed.add(organizationId)
    },
    async releaseArms({ id, organizationId }) {
      await queries.makeDue(tx, id)
      await releaseArms(tx, id)
      changed.add(organizationId)
    },
    setPaused: (id, now) => queries.setPaused(tx, id, now),
    setClosed: (id, now) => queries.setClosed(tx, id, now),
    async cancelWaiting({ id }, most, now) {
      const byDials = await cancelWaitingContacts(tx, id, most, now)
      await queries.addCanceledCount(tx, id, byDials)
      return byDials.reduce((sum, { count }) => sum + count, 0)
    },
    setCompleted: (id, now) => queries.setCompleted(tx, id, now),
    saveEdit: (id, edit, now) => queries.saveEdit(tx, id, edit, now),
    async setPolicy(campaign, policy, author, now) {
      await setCampaignPolicy(deps.ledgerKeys, tx, { campaign, policy, author, now })
      changed.add(campaign.organizationId)
    },
    async copyPolicy(parentId, { id: campaignId, organizationId }, author, now) {
      const { policy } = (await findPolicy(tx, organizationId, parentId)) ?? {}
      if (!policy) return
      const { version } = await insertPolicy(tx, { organizationId, campaignId, policy, author, now })
      const body = {
        campaign_id: campaignId,
        version,
        policy: JSON.parse(JSON.stringify(policy)),
        copied_from: parentId,
      }
      await appendRecords(tx, deps.ledgerKeys, organizationId, [
        { kind: 'policy_changed', atMs: now.getTime(), actor: author, body },
      ])
      await applyPolicyChange(tx, organizationId, campaignId)
    },
    async insert(id, campaign) {
      await queries.insertCampaign(tx, id, campaign)
      if (copied) await createQueue(tx, { id, organizationId: campaign.organizationId }, copied)
    },
    setRedialed: (id, redialedId) => queries.setRedialed(tx, id, redialedId),
    noteRemoval: (campaign) => queries.scheduleRemoval(tx, campaign),
    async remove(id) {
      await deps.forgetSimulated?.(tx, id)
      await queries.removeCampaign(tx, id)
    },
    log: (campaign, entry) => queries.appendLog(tx, campaign, entry),
  }
}

const POLICY_PATH = ['body', 'policy']

/** Called before the transaction that sets the policy of a campaign: does what takes long without the organization's lock. */
export async function prepareCampaignPolicy(
  db: Database,
  organizationId: number,
  policy: Policy,
  now: Date,
): Promise<void> {
  await copyEndedCallsToAttempts(db, organizationId)
  await checkPolicyAhead(db, 'campaign', { organizationId, policy, where: POLICY_PATH, now })
}

/** Sets the policy of one campaign and applies it to the queues. */
export async function setCampaignPolicy(
  keys: LedgerKeys,
  tx: Parameters<typeof setPolicy>[0],
  { campaign, policy, author, now }: { campaign: CampaignKey; policy: Policy; author: string; now: Date },
): Promise<void> {
  const { id: campaignId, organizationId } = campaign
  await setPolicy(tx, { keys, organizationId, campaignId, policy, where: POLICY_PATH, author, now })
  await applyPolicyChange(tx, organizationId, campaignId)
}

/** Each arm must be able to speak, and say what the law requires. Older nodes would call people of control groups. */
async function requireReadyArms(
  deps: PostgresCampaignsDeps,
  tx: Queries,
  { id, organization_id: organizationId, workflow_id }: queries.StoredCampaign,
  { arms }: Experiment,
  now: Date,
): Promise<void> {
  if (await hasOlderNodes(tx, EXPERIMENTS_MIGRATION)) throw new ApiError('nodes_too_old')
  for (const { definition_id: definitionId } of arms) {
    if (definitionId === undefined) continue
    await requireSpeakableDefinition(deps, tx, organizationId, { id: workflow_id, pinnedDefinitionId: definitionId })
    await requireMandatorySentences(tx, { id, organizationId, definitionId }, now.getTime())
  }
}

async function requireReady(
  deps: PostgresCampaignsDeps,
  tx: Queries,
  campaign: queries.StoredCampaign,
  takesCurrentVersion: boolean,
  now: Date,
): Promise<ReadyCampaign> {
  const { id, organization_id: organizationId } = campaign
  const first = campaign.telephony_configuration_id
  const configuration = await requireUsableConfiguration(deps, tx, organizationId, first)
  for (const { telephony_configuration_id: step } of campaign.route ?? []) {
    if (step !== first) await requireUsableConfiguration(deps, tx, organizationId, step)
  }
  // A campaign keeps the workflow version of its first start, unless the request asks for the current one.
  const pinnedDefinitionId = takesCurrentVersion ? null : campaign.definition_id
  const workflow = { id: campaign.workflow_id, pinnedDefinitionId }
  const { definitionId } = await requireSpeakableDefinition(deps, tx, organizationId, workflow)
  await ensureContactZones(tx, organizationId, id)
  await requireMandatorySentences(tx, { id, organizationId, definitionId }, now.getTime())
  if (campaign.experiment) await requireReadyArms(deps, tx, campaign, campaign.experiment, now)
  return { telephonyConfigurationId: configuration.id, definitionId }
}
