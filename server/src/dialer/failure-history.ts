/**
 * A node's memory of recent faults, to distinguish faults of one contact from faults of the account or the campaign. Not stored:
 * after a restart the node learns again, which costs a few more refused dials and no attempt of a contact. Series of calls that
 * failed in the same way could finish contacts wrongly, so they are stored in the database (`rules/repeated-failures.ts`).
 */
import { CLOCK_JUMP_MS } from './jobs/keep-lease.ts'
import {
  type CallFault,
  DOUBT_ABOUT_AGENT_MAX,
  doubtAboutAgent,
  isCongested,
  NETWORK_WINDOW,
  type RefusalHistory,
} from './rules/fault-consequences.ts'
import type { LiveCall } from './store.ts'

/** The call of a contact that was refused last, and what was known of the contact then. */
interface LastRefusal {
  callId: number
  refusalsBefore: number
  contradicted: boolean
  contradictedLately: boolean
}

interface Success {
  callId: number
  reportedAtMs: number
}

interface OfConfiguration {
  /** Number of calls that rang, were answered, or ended as busy or no answer. */
  successes: number
  /** Such calls in the order of their reports, at most one for each `SUCCESS_SPACING_MS`. */
  spacedSuccesses: Success[]
  lastSuccessMs: number
  refusedInARow: Set<number>
  /** The most recent ends of calls: true if the network was at fault. */
  ends: boolean[]
  /** The configuration's `successes` at the last network fault. */
  successesAtFault: number | null
}

type EndedCall = Pick<LiveCall, 'id' | 'configurationId' | 'campaignId' | 'agentAtMs' | 'cause' | 'endedBy'>

export interface CallEndAssessment {
  /** Whether the configuration should back off. */
  congested: boolean
  /** Whether several consecutive answered calls had no agent, so that the campaign must stop. */
  agentMissing: boolean
}

const CONTACTS_MAX = 20_000
const CAMPAIGNS_MAX = 5_000
const SUCCESS_SPACING_MS = 5000
/** More than lie between two dials of a contact that was refused. */
const SPACED_SUCCESSES_MAX = 240

export class FailureHistory {
  /** Refusals by configuration and contact: a refusal by one configuration of a route says nothing about the others. */
  readonly #contacts = new Map<string, LastRefusal>()
  readonly #configurations = new Map<number, OfConfiguration>()
  /** Doubt about the agent since a call that one attended, by campaign. */
  readonly #agentDoubts = new Map<number, number>()
  /** Calls whose end was already counted, in case their transaction is retried. */
  readonly #counted = new Map<number, CallEndAssessment>()

  /** Records that a call of this configuration rang, was answered, or ended as busy or no answer. */
  gotThrough({ id: callId, configurationId }: { id: number; configurationId: number }, nowMs: number): void {
    const configuration = this.#configuration(configurationId)
    const { spacedSuccesses } = configuration
    configuration.successes++
    configuration.lastSuccessMs = nowMs
    configuration.refusedInARow.clear()
    const last = spacedSuccesses.at(-1)
    // The clock may have been put back.
    if (last && Math.abs(nowMs - last.reportedAtMs) < SUCCESS_SPACING_MS) return
    spacedSuccesses.push({ callId, reportedAtMs: nowMs })
    if (spacedSuccesses.length > SPACED_SUCCESSES_MAX) spacedSuccesses.shift()
  }

  /**
   * Counts a refusal once, even if its transaction is retried. A call that got through contradicts it only if it was dialed after
   * the refusal before and reported before this call was dialed: a success from before an outage may be reported in the middle of
   * it, and a refusal when the network has recovered. The order of dials is that of ids, which no step of the clock changes.
   */
  refused(
    call: { id: number; contactId: number; configurationId: number; claimedAtMs: number },
    nowMs: number,
  ): RefusalHistory {
    const { id: callId, claimedAtMs } = call
    const configuration = this.#configuration(call.configurationId)
    forgetAhead(configuration, nowMs)
    const { refusedInARow, spacedSuccesses, lastSuccessMs } = configuration
    refusedInARow.add(call.contactId)
    const key = `${call.configurationId} ${call.contactId}`
    const known = this.#contacts.get(key)
    const last = known?.callId === callId ? known : afterRefusal(known, { id: callId, claimedAtMs }, spacedSuccesses)
    if (last !== known) {
      if (this.#contacts.size >= CONTACTS_MAX) this.#contacts.clear()
      this.#contacts.set(key, last)
    }
    const { refusalsBefore, contradicted, contradictedLately } = last
    const overtaken = lastSuccessMs > claimedAtMs
    const othersInARow = refusedInARow.size - 1
    return { refusals: refusalsBefore, contradicted, contradictedLately, overtaken, othersInARow }
  }

  /** Records the end of a call. It is counted once, even if its transaction is retried; the result stays the same. */
  ended(call: EndedCall, fault: CallFault | null): CallEndAssessment {
    const known = this.#counted.get(call.id)
    if (known) return known
    if (this.#counted.size >= CONTACTS_MAX) this.#counted.clear()
    const meaning = {
      congested: this.#congested(call.configurationId, fault === 'network'),
      agentMissing: call.campaignId !== null && this.#agentMissing(call.campaignId, call, fault),
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

  /** Whether the campaign must stop. An unanswered call proves nothing about the agent, so it does not reset the count. */
  #agentMissing(campaignId: number, call: EndedCall, fault: CallFault | null): boolean {
    if (call.agentAtMs !== null && fault !== 'agent') this.#agentDoubts.delete(campaignId)
    const doubt = doubtAboutAgent(call, fault)
    if (doubt === 0) return false
    if (this.#agentDoubts.size >= CAMPAIGNS_MAX) this.#agentDoubts.clear()
    const sum = (this.#agentDoubts.get(campaignId) ?? 0) + doubt
    const isMissing = sum >= DOUBT_ABOUT_AGENT_MAX
    this.#agentDoubts.set(campaignId, isMissing ? 0 : sum)
    return isMissing
  }

  #configuration(id: number): OfConfiguration {
    const known = this.#configurations.get(id) ?? {
      successes: 0,
      spacedSuccesses: [],
      lastSuccessMs: Number.NEGATIVE_INFINITY,
      refusedInARow: new Set<number>(),
      ends: [],
      successesAtFault: null,
    }
    this.#configurations.set(id, known)
    return known
  }
}

/**
 * A time ahead of now is from before the database clock was put back. When it gets there again it would look recent, although
 * nothing has got through since.
 */
function forgetAhead(configuration: OfConfiguration, nowMs: number): void {
  if (configuration.lastSuccessMs > nowMs + CLOCK_JUMP_MS) configuration.lastSuccessMs = Number.NEGATIVE_INFINITY
}

function afterRefusal(
  before: LastRefusal | undefined,
  call: { id: number; claimedAtMs: number },
  successes: readonly Success[],
): LastRefusal {
  const { id: callId, claimedAtMs } = call
  if (!before) return { callId, refusalsBefore: 0, contradicted: false, contradictedLately: false }
  const isBetween = (one: Success) =>
    one.callId > before.callId && one.callId < callId && one.reportedAtMs <= claimedAtMs
  const lately = successes.some(isBetween)
  return {
    callId,
    refusalsBefore: before.refusalsBefore + 1,
    contradicted: before.contradicted || lately,
    contradictedLately: lately,
  }
}
