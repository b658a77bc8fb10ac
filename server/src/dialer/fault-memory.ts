/**
 * What a node remembers of recent faults, to tell a contact's own trouble from the account's and the campaign's. In memory
 * only: after a restart it learns anew, which costs a few more refused dials and nobody a call.
 */
import { AGENT_FAULTS_IN_A_ROW_MAX, ALIKE_MAX, type Fault, type Standing } from './rules/who-pays.ts'

interface OfContact {
  refusals: number
  lastCallId: number
  /** The configuration's count of successes at the last refusal. */
  successes: number
}

interface OfConfiguration {
  successes: number
  refusedInARow: Set<number>
}

interface OfCampaign {
  agentFaults: number
  /** Somebody was reached, or might have been: what fails alike is no longer the campaign's beginning. */
  proven: boolean
  alike: { cause: string; count: number }
}

const CONTACTS_MAX = 20_000
const CAMPAIGNS_MAX = 5_000

export class FaultMemory {
  readonly #contacts = new Map<number, OfContact>()
  readonly #configurations = new Map<number, OfConfiguration>()
  readonly #campaigns = new Map<number, OfCampaign>()
  /** Calls whose end was counted: a transaction that is tried again counts nothing twice. */
  readonly #counted = new Set<number>()

  /** A dial of this configuration was accepted. */
  gotThrough(configurationId: number): void {
    const configuration = this.#configuration(configurationId)
    configuration.successes++
    configuration.refusedInARow.clear()
  }

  /** Counts a refusal once, however often its transaction is tried. */
  refused(call: { id: number; contactId: number; configurationId: number }): Standing {
    const configuration = this.#configuration(call.configurationId)
    configuration.refusedInARow.add(call.contactId)
    const othersInARow = configuration.refusedInARow.size - 1
    const known = this.#contacts.get(call.contactId)
    const again = known?.lastCallId === call.id
    const refusals = known ? known.refusals - (again ? 1 : 0) : 0
    const contradicted = known !== undefined && configuration.successes > known.successes
    if (!again) {
      if (this.#contacts.size >= CONTACTS_MAX) this.#contacts.clear()
      const { successes } = configuration
      this.#contacts.set(call.contactId, {
        refusals: refusals + 1,
        lastCallId: call.id,
        successes: contradicted && known ? known.successes : successes,
      })
    }
    return { refusals, contradicted, othersInARow }
  }

  /** A call of a campaign has ended. Answers why the campaign must stop, or null. */
  ended(callId: number, campaignId: number, fault: Fault | null, cause: string): 'agent' | 'alike' | null {
    if (this.#counted.has(callId)) return null
    if (this.#counted.size >= CONTACTS_MAX) this.#counted.clear()
    this.#counted.add(callId)
    const campaign = this.#campaign(campaignId)
    if (fault === null) {
      campaign.proven = true
      campaign.agentFaults = 0
      return null
    }
    if (fault === 'agent' && ++campaign.agentFaults >= AGENT_FAULTS_IN_A_ROW_MAX) {
      campaign.agentFaults = 0
      return 'agent'
    }
    if (campaign.proven || (fault !== 'number' && fault !== 'unexplained')) return null
    campaign.alike = { cause, count: campaign.alike.cause === cause ? campaign.alike.count + 1 : 1 }
    if (campaign.alike.count < ALIKE_MAX) return null
    campaign.alike.count = 0
    return 'alike'
  }

  #configuration(id: number): OfConfiguration {
    const known = this.#configurations.get(id) ?? { successes: 0, refusedInARow: new Set<number>() }
    this.#configurations.set(id, known)
    return known
  }

  #campaign(id: number): OfCampaign {
    if (this.#campaigns.size >= CAMPAIGNS_MAX) this.#campaigns.clear()
    const known = this.#campaigns.get(id) ?? { agentFaults: 0, proven: false, alike: { cause: '', count: 0 } }
    this.#campaigns.set(id, known)
    return known
  }
}
