/** Writes the calls that a claim takes: the call, its record in the ledger, the numbers used, and the counters. */
import { deadlineOf } from '../workflows/rules/call-duration.ts'
import type { ClaimArms } from './claim-arms.ts'
import type { ClaimNumbers } from './claim-numbers.ts'
import type { ClaimRoutes } from './claim-routes.ts'
import { isSimulatedProvider } from './policy-cache.ts'
import type { PolicyGate } from './policy-gate.ts'
import type { ChosenCaller } from './rules/choose-caller.ts'
import { dialRecord, NO_POLICY } from './rules/dial-record.ts'
import { consumeDialTokens } from './rules/may-dial.ts'
import { whenDialed } from './rules/numbers-of-contact.ts'
import type { CampaignRow, ConfigurationRow, ContactRow, DueContactWithHistory, NewCall } from './store.ts'
import type { UnitOfWork } from './unit-of-work.ts'

export interface WrittenClaim {
  callId: number
  call: NewCall
  /** The configuration with the ring timeout of this call, which calling rules may shorten. */
  ringing: ConfigurationRow
}

export class ClaimWriter {
  readonly #work: UnitOfWork
  readonly #organizationId: number
  readonly #nodeId: string
  readonly #parts: { arms: ClaimArms; numbers: ClaimNumbers; routes: ClaimRoutes }

  constructor(
    work: UnitOfWork,
    organizationId: number,
    nodeId: string,
    parts: { arms: ClaimArms; numbers: ClaimNumbers; routes: ClaimRoutes },
  ) {
    this.#work = work
    this.#organizationId = organizationId
    this.#nodeId = nodeId
    this.#parts = parts
  }

  /** `gate`: applies the calling rules; null: no policy is set. */
  async write(
    campaign: CampaignRow,
    configuration: ConfigurationRow,
    contacts: readonly ContactRow[],
    gate: PolicyGate | null,
  ): Promise<WrittenClaim[]> {
    const { numbers } = this.#parts
    const usedNow = new Map<number, number>()
    const callers = numbers.choose(campaign, configuration, contacts, usedNow)
    const drafts = contacts.map((contact) => {
      const ringing = gate?.ringing(campaign, configuration, contact as DueContactWithHistory) ?? configuration
      return { ringing, call: this.#newCall(campaign, ringing, contact, callers.get(contact.id) ?? null) }
    })
    const ids = await this.#work.tx.insertCalls(drafts.map(({ call }) => call))
    const written = drafts.map((draft, index) => ({ ...draft, callId: ids[index] as number }))
    const dialed = written.map(({ callId, call: { attempt, callerNumber } }, index) => ({
      callId,
      attempt,
      callerNumber,
      contact: contacts[index] as DueContactWithHistory,
    }))
    if (gate) await gate.taken(campaign, configuration, dialed)
    else for (const one of dialed) this.#recordDial(campaign, configuration, one)
    await numbers.markUsed(usedNow)
    for (const [index, { call }] of written.entries()) {
      const { contactId, phoneNumber, callerNumberId } = call
      this.#work.changeContact({ id: contactId, kind: 'in_call', callerNumberId })
      if (call.numbers && call.numbers !== contacts[index]?.numbers)
        this.#work.moveNumber({ contactId, phoneNumber, passed: call.numbers.passed })
    }
    this.#count(campaign, configuration, written.length)
    return written
  }

  #count(campaign: CampaignRow, configuration: ConfigurationRow, calls: number): void {
    const { nowMs } = this.#work
    this.#work.changeOrganization(this.#organizationId, (row) => {
      row.liveCalls += calls
    })
    this.#work.changeCampaign(campaign.id, (row) => {
      row.liveCalls += calls
      row.lastClaimedAtMs = nowMs
    })
    this.#work.changeConfiguration(configuration.id, (row) => consumeDialTokens(row, nowMs, calls))
  }

  /** Records a dial for which no policy is set, because the ledger contains every dial. */
  #recordDial(
    campaign: CampaignRow,
    { ringTimeoutSeconds, provider }: ConfigurationRow,
    dialed: { callId: number; attempt: number; callerNumber: string | null; contact: ContactRow },
  ): void {
    const { callId, attempt, callerNumber, contact } = dialed
    const facts = {
      nowMs: this.#work.nowMs,
      callId,
      campaignId: campaign.id,
      contactId: contact.id,
      attempt,
      phoneNumber: contact.phoneNumber,
      callerNumber,
      set: null,
      policyVersion: NO_POLICY,
      verdicts: [],
      ringSeconds: ringTimeoutSeconds,
      simulated: isSimulatedProvider(provider),
    }
    this.#work.record(this.#organizationId, dialRecord(facts))
  }

  #newCall(
    campaign: CampaignRow,
    configuration: ConfigurationRow,
    contact: ContactRow,
    caller: ChosenCaller | null,
  ): NewCall {
    const { nowMs } = this.#work
    const route = this.#parts.routes.takenBy(contact.id)
    const arm = this.#parts.arms.of(campaign, contact)
    return {
      ...(route ? { route } : {}),
      ...(contact.numbers ? { numbers: whenDialed(contact.numbers, contact.phoneNumber) } : {}),
      ...(arm ? { arm: arm.name } : {}),
      organizationId: this.#organizationId,
      campaignId: campaign.id,
      contactId: contact.id,
      attempt: contact.dials + 1,
      workflowId: campaign.workflowId,
      definitionId: arm?.definition_id ?? (campaign.definitionId as number),
      configurationId: configuration.id,
      provider: configuration.provider,
      phoneNumber: contact.phoneNumber,
      addressType: contact.addressType,
      callerNumber: caller?.address ?? null,
      callerNumberId: caller?.id ?? null,
      callerReason: caller?.reason ?? null,
      nodeId: this.#nodeId,
      claimedAtMs: nowMs,
      deadlineAtMs: deadlineOf(nowMs, configuration),
    }
  }
}
