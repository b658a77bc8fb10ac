/** Uses everything that a dialer's store offers, for tests of its statements. */
import { liveCallFrom } from '../../src/dialer/claimed-call.ts'
import type { DialerStore, DialerTransaction, LiveCall, OpeningSnapshotRequest } from '../../src/dialer/store.ts'
import { newCall } from './store-fixture.ts'

const NOW = Date.now()

export interface UsedRows {
  organizationId: number
  configurationId: number
  campaignIds: readonly number[]
  /** Live calls. */
  callIds: readonly number[]
}

const requestOf = ({ organizationId, configurationId, campaignIds, callIds }: UsedRows): OpeningSnapshotRequest => ({
  organizationIds: [organizationId],
  wait: true,
  claim: { byMs: NOW, limit: 100, others: true },
  campaignIds,
  breakerByMs: NOW,
  configurationIds: [configurationId],
  callIds,
  claimedCalls: [liveCallFrom(1, newCall({ organizationId, campaignId: campaignIds[0] as number, contactId: 1 }))],
})

/** Calls every method of the store and of its transactions once, and undoes what the transaction wrote. */
export async function useEveryMethod(store: DialerStore, rows: UsedRows): Promise<{ asked: Set<string> }> {
  const { organizationId, configurationId, campaignIds, callIds } = rows
  const asked = new Set<string>()
  const undo = new Error('undone')
  const contactId = 7
  const work = async (real: DialerTransaction): Promise<never> => {
    const tx = noted(real, asked)
    const { campaigns, organizations, configurations, calls } = await tx.open(requestOf(rows))
    const call = calls[0] as LiveCall
    await tx.nextRetryAfter(campaignIds[0] as number, NOW)
    await tx.lockCampaignsOn(configurationId, callIds)
    await tx.numbersOn([configurationId])
    await tx.contactsOf(callIds)
    await tx.contactCalling(organizationId, '+15550100', 0)
    await tx.lockCampaignsOf([1, 2])
    await tx.contactsById([1, 2])
    await tx.noteTalk(1, { callId: 2, durationSeconds: 20, promisedAtMs: null })
    await tx.policiesOf(organizationId)
    await tx.zonesOf(campaignIds[0] as number)
    const zones = { zoneIds: [0], byMs: NOW, limit: 100, historySinceMs: 0, withConsents: true, withCheck: true }
    await tx.dueInZones([{ organizationId, campaignId: campaignIds[0] as number, ...zones }])
    await tx.nextRetryInZones(campaignIds[0] as number, [0], NOW)
    await tx.historyOf(organizationId, '+15550100')
    const reached = { organizationId, contactIds: [contactId], sinceMs: 0, isSimulated: false }
    for (const hasPolicy of [true, false]) await tx.reachedTimes({ ...reached, hasPolicy })
    await tx.callsWithNumber(organizationId, '+15550100')
    const fields = { organizationId, campaignId: campaignIds[0] as number, configurationId }
    const numbers = { all: ['+15550107', '+15550109'], passed: {} }
    const ids = await tx.insertCalls([newCall({ ...fields, contactId, phoneNumber: '+15550107', numbers })])
    await tx.moveNumbers([{ contactId, phoneNumber: '+15550109', passed: {} }])
    const {
      campaignId: _campaign,
      contactId: _contact,
      attempt: _attempt,
      ...single
    } = newCall({ ...fields, contactId: 1 })
    await tx.insertSingleCall({
      ...single,
      phoneNumber: '+15550108',
      direction: 'outbound',
      inboundId: null,
      variables: {},
    })
    await tx.insertAttempts([
      { callId: ids[0] as number, organizationId, phoneNumber: '+1', atMs: NOW, policyVersion: '1' },
    ])
    await tx.endAttempts([{ callId: ids[0] as number, what: 'conversation' }])
    await tx.removeAttempts(ids)
    await tx.awaitEnds([{ callId: call.id, contactId }])
    await tx.releaseAwaiting([contactId], NOW)
    await tx.releaseHeld(
      { campaignId: campaignIds[0] as number, rule: 'number_limits', prefixes: ['+1'], limit: 2 },
      NOW,
    )
    await tx.saveCalls([call])
    await tx.returnNumberUse([call.id])
    await tx.removeCalls([call.id])
    await tx.saveContacts([{ id: contactId, kind: 'aside', dials: 0, atMs: NOW, heldBy: 'in_another_call' }])
    const retry = { id: contactId, kind: 'retry', dials: 1, outcome: 'busy', atMs: NOW } as const
    await tx.saveContacts([{ ...retry, reachedAtMs: NOW }])
    await tx.saveCampaigns(campaigns, NOW)
    await tx.saveRouteStops(campaignIds[0] as number, {})
    await tx.saveOrganizations(organizations)
    await tx.saveConfigurations(configurations)
    await tx.markNumbersUsed([1], NOW, NOW)
    await tx.insertInboundConversations([{ callId: 1, organizationId: 1, phoneNumber: '+15550107', atMs: NOW }])
    await tx.restNumbers([{ id: 1, reason: 'refused' }], NOW)
    const offer = { organizationId, phoneNumber: '+15550107', source: 'carrier', reason: null, callId: 1 } as const
    await tx.offerSuppressions([offer], NOW)
    await tx.pricesOf([1])
    const cost = {
      callId: 1,
      organizationId,
      campaignId: campaignIds[0] as number,
      configurationId: 1,
      day: '2026-11-16',
    }
    await tx.addCosts([{ ...cost, currency: 'EUR', amount: 1, askAtMs: NOW }], NOW)
    await tx.addToBreaker(campaignIds[0] as number, NOW, 60, { finished: 1, failed: 0 })
    await tx.addToMinute(NOW, [])
    await tx.appendLogs([])
    await tx.appendEvents([])
    await tx.recountFinished(campaignIds[0] as number)
    await tx.lookAgain(campaignIds)
    await tx.lookAgainAtAll(organizationId)
    await tx.recountLiveCalls(organizationId)
    throw undo
  }
  await store.transaction(work).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  const outside = noted(store, asked)
  await outside.heartbeat('node', 5000, null)
  await outside.ownersOf([1])
  await outside.organizationsToServe(NOW)
  await outside.miscountedOrganizations()
  await outside.miscountedOutcomes()
  await outside.overlookedCampaigns(NOW)
  await outside.organizationsWithRunningCampaigns()
  await outside.staleCalls('node', NOW, NOW, 2000)
  await outside.adopt('node', [{ id: 1, organizationId }], NOW)
  await outside.unplacedCalls(organizationId, campaignIds[0] as number, 10_000)
  await outside.leave('node')
  return { asked }
}

function noted<T extends object>(target: T, asked: Set<string>): T {
  return new Proxy(target, {
    get(real, name) {
      const value = Reflect.get(real, name, real) as unknown
      if (typeof value !== 'function') return value
      asked.add(String(name))
      return value.bind(real)
    },
  })
}
