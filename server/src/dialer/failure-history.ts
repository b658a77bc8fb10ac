/**
 * A node's memory of recent faults, to distinguish faults of one contact from faults of the account or the campaign. Not stored:
 * after a restart the node learns again, which costs a few more refused dials and no attempt of a contact. Series of calls that
 * failed in the same way could finish contacts wrongly, so they are stored in the database (`rules/repeated-failures.ts`).
 */
import {
  AGENT_FAULTS_IN_A_ROW_MAX,
  type CallFault,
  isCongested,
  NETWORK_WINDOW,
  type RefusalHistory,
} from './rules/fault-consequences.ts'

interface OfContact {
  refusals: number
  lastCallId: number
  /** The configuration's `successes` at the first refusal that no later call has contradicted. */
  successes: number
  /** The configuration's `successes` at the last refusal; `successesBefore` at the one before. */
  successesLast: number
  successesBefore: number
}

interface OfConfiguration {
  /** Number of calls that rang, were answered, or ended as busy or no answer. */
  successes: number
  refusedInARow: Set<number>
  /** The most recent ends of calls: true if the network was at fault. */
  ends: boolean[]
  /** The configuration's `successes` at the last network fault. */
  successesAtFault: number | null
}

export interface CallEndAssessment {
  /** Whether the configuration should back off. */
  congested: boolean
  /** Whether several consecutive answered calls had no agent, so that the campaign must stop. */
  agentMissing: boolean
}

const CONTACTS_MAX = 20_000
const CAMPAIGNS_MAX = 5_000

export class FailureHistory {
  /** Refusals by configuration and contact: a refusal by one configuration of a route says nothing about the others. */
  readonly #contacts = new Map<string, OfContact>()
  readonly #configurations = new Map<number, OfConfiguration>()
  /** Number of consecutive answered calls without an agent, by campaign. */
  readonly #agentFaults = new Map<number, number>()
  /** Calls whose end was already counted, in case their transaction is retried. */
  readonly #counted = new Map<number, CallEndAssessment>()

  /** Records that a call of this configuration rang, was answered, or ended as busy or no answer. */
  gotThrough(configurationId: number): void {
    const configuration = this.#configuration(configurationId)
    configuration.successes++
    configuration.refusedInARow.clear()
  }

  /** Counts a refusal once, even if its transaction is retried. */
  refused(call: { id: number; contactId: number; configurationId: number }): RefusalHistory {
    const configuration = this.#configuration(call.configurationId)
    configuration.refusedInARow.add(call.contactId)
    const othersInARow = configuration.refusedInARow.size - 1
    const key = `${call.configurationId} ${call.contactId}`
    const known = this.#contacts.get(key)
    const again = known?.lastCallId === call.id
    const refusals = known ? known.refusals - (again ? 1 : 0) : 0
    const contradicted = known !== undefined && configuration.successes > known.successes
    const before = again ? known?.successesBefore : known?.successesLast
    const contradictedLately = before !== undefined && configuration.successes > before
    if (!again) {
      if (this.#contacts.size >= CONTACTS_MAX) this.#contacts.clear()
      const { successes } = configuration
      this.#contacts.set(key, {
        refusals: refusals + 1,
        lastCallId: call.id,
        successes: contradicted && known ? known.successes : successes,
        successesLast: successes,
        successesBefore: known?.successesLast ?? successes,
      })
    }
    return { refusals, contradicted, contradictedLately, othersInARow }
  }

  /** Records the end of a call. It is counted once, even if its transaction is retried; the result stays the same. */
  ended(
    call: { id: number; configurationId: number; campaignId: number | null },
    fault: CallFault | null,
  ): CallEndAssessment {
    const known = this.#counted.get(call.id)
    if (known) return known
    if (this.#counted.size >= CONTACTS_MAX) this.#counted.clear()
    const meaning = {
      congested: this.#congested(call.configurationId, fault === 'network'),
      agentMissing: call.campaignId !== null && this.#agentMissing(call.campaignId, fault),
    }
    this.#counted.set(call.id, meaning)
    return meaning
  }

  #congested(configurationId: number, network: boolean): boolean {
    const configuration = this.#configuration(configurationId)
    const { ends, successes } = configuration
    ends.push(network)
    if (ends.length > NETWORK_WINDOW) ends.shift()
    if (!network) return false
    const nobodyBetween = configuration.successesAtFault === successes
    configuration.successesAtFault = successes
    return isCongested(ends, nobodyBetween)
  }

  #agentMissing(campaignId: number, fault: CallFault | null): boolean {
    if (fault === null) this.#agentFaults.delete(campaignId)
    if (fault !== 'agent') return false
    if (this.#agentFaults.size >= CAMPAIGNS_MAX) this.#agentFaults.clear()
    const inARow = (this.#agentFaults.get(campaignId) ?? 0) + 1
    this.#agentFaults.set(campaignId, inARow % AGENT_FAULTS_IN_A_ROW_MAX)
    return inARow >= AGENT_FAULTS_IN_A_ROW_MAX
  }

  #configuration(id: number): OfConfiguration {
    const known = this.#configurations.get(id) ?? {
      successes: 0,
      refusedInARow: new Set<number>(),
      ends: [],
      successesAtFault: null,
    }
    this.#configurations.set(id, known)
    return known
  }
}
