/** Calls without a campaign: somebody tries a workflow on a phone, and people call in. By the engine's own entry points. */
import { pickRandom, type Rng, randomChance, seededRng } from '../src/kernel/rng.ts'
import type { CallUpdate } from '../src/telephony/provider.ts'
import type { CarrierSettings, SimulatedCarrier } from '../src/telephony/providers/simulator/carrier.ts'
import type { Machine } from './disasters.ts'
import type { Answer } from './facts.ts'
import { type MemoryTables, suppressionKey } from './memory-tables.ts'
import { callKey, type SimulatedNode } from './node.ts'
import type { VirtualTime } from './virtual-time.ts'

/** A carrier waits no longer for an answer about somebody who calls. */
const CARRIER_WAITS_MS = 12_000
const TOLD_TWICE = 0.3
/** Share of callers whose number is in a campaign. */
const KNOWN_CALLERS = 0.6

export interface CallersOptions {
  rng: Rng
  time: VirtualTime
  tables: MemoryTables
  carrier: SimulatedCarrier
  settings(): CarrierSettings
  /** A node that takes requests right now, if there is one. */
  reach(): Machine | null
  hear(node: SimulatedNode, callId: number, configurationId: number, news: CallUpdate): void
  answered(answer: Answer): void
  carriedOut(kind: string): void
  /** Refused, the database was away, or something is broken. */
  refused(kind: string, error: unknown): void
  tell(text: string): void
}

export class Callers {
  readonly #options: CallersOptions
  #count = 0

  constructor(options: CallersOptions) {
    this.#options = options
  }

  /** Somebody orders one call: to a phone of their own, or to somebody whom a campaign may be calling right now. */
  order(): void {
    const { rng, tables, reach } = this.#options
    const way = reach()
    const account = this.#account()
    if (!account) return
    const { organizationId, configurationId } = account
    const contacts = [...tables.contacts.values()].filter((contact) => contact.organizationId === organizationId)
    const own = `+1777${String(++this.#count).padStart(5, '0')}${String(Math.floor(rng.next() * 100)).padStart(2, '0')}`
    const phoneNumber = randomChance(rng, 0.5) && contacts.length > 0 ? pickRandom(rng, contacts).phoneNumber : own
    if (!way) return
    const ordered = this.#orderOne(way, organizationId, configurationId, phoneNumber)
    ordered.catch((error: unknown) => this.#options.refused('a single call', error))
  }

  async #orderOne(
    { node, database }: Machine,
    organizationId: number,
    configurationId: number,
    phoneNumber: string,
  ): Promise<void> {
    const { tables, answered, tell } = this.#options
    const isListed = await database.ask(async () =>
      tables.suppressions.has(suppressionKey(organizationId, phoneNumber)),
    )
    if (isListed) return
    const result = await node.dialer.callOne({
      organizationId,
      configurationId,
      workflowId: 1,
      definitionId: 1,
      phoneNumber,
      addressType: 'pstn',
      needsCallerId: false,
      variables: {},
      override: null,
    })
    if (result === null || !node.gate.isAlive) return
    tell(`a single call of organization ${organizationId}: ${JSON.stringify(result)}`)
    if ('callId' in result) {
      this.#options.carriedOut('a single call')
      answered({ kind: 'single', organizationId, callId: result.callId })
    } else if (result.code === 'no_free_slot') answered({ kind: 'no_free_slot', organizationId })
    else if (result.code === 'number_in_another_call') this.#options.carriedOut('a single call to somebody on the line')
  }

  /** Somebody calls one of our numbers; the carrier tells us, now and then twice, and perhaps two nodes. */
  callIn(): void {
    const { rng, time } = this.#options
    const account = this.#account()
    if (!account) return
    const { organizationId, configurationId } = account
    const inboundId = `in-${++this.#count}`
    const from = this.#caller(organizationId)
    this.#ask(organizationId, configurationId, inboundId, from)
    if (randomChance(rng, TOLD_TWICE)) {
      time.after(rng.next() * 400, () => this.#ask(organizationId, configurationId, inboundId, from))
    }
  }

  /** Somebody unknown, or somebody whom a campaign may be calling right now; by chance of its own. */
  #caller(organizationId: number): string {
    const rng = seededRng(this.#count)
    const contacts = [...this.#options.tables.contacts.values()].filter((one) => one.organizationId === organizationId)
    return randomChance(rng, KNOWN_CALLERS) && contacts.length > 0
      ? pickRandom(rng, contacts).phoneNumber
      : '+18885550100'
  }

  #ask(organizationId: number, configurationId: number, inboundId: string, from: string): void {
    const { rng, time, reach } = this.#options
    const way = reach()
    if (!way) return
    const { node } = way
    const askedMs = time.monotonic()
    const order = { organizationId, configurationId, workflowId: 1, definitionId: 1, inboundId }
    node.gate.deliver(1 + rng.next() * 20, () => {
      const answer = node.dialer.receiveOne({
        ...order,
        from,
        to: '+18885550199',
        numberId: 1,
        variables: {},
      })
      answer.then(
        (callId) => {
          if (!node.gate.isAlive) return
          this.#options.answered({ kind: 'inbound', organizationId, inboundId, callId })
          if (callId === null || time.monotonic() - askedMs > CARRIER_WAITS_MS) return
          this.#options.carriedOut('a caller is taken')
          time.after(5 + rng.next() * 25, () => this.#connect(node, callId, configurationId, inboundId, from))
        },
        (error: unknown) => this.#options.refused('a caller', error),
      )
    })
  }

  #connect(node: SimulatedNode, callId: number, configurationId: number, inboundId: string, from: string): void {
    const { carrier, settings, tables, hear } = this.#options
    const configuration = tables.configurations.get(configurationId)
    if (!configuration) return
    carrier.connect({
      key: callKey(callId),
      providerCallId: inboundId,
      to: '+18885550199',
      from,
      ringTimeoutMs: configuration.ringTimeoutSeconds * 1000,
      maxDurationMs: configuration.maxCallSeconds * 1000,
      settings: settings(),
      tell: (news) => hear(node, callId, configurationId, news),
    })
  }

  #account(): { organizationId: number; configurationId: number } | null {
    const { rng, tables } = this.#options
    const campaigns = [...tables.campaigns.values()]
    if (campaigns.length === 0) return null
    const campaign = pickRandom(rng, campaigns)
    return { organizationId: campaign.organizationId, configurationId: campaign.configurationId as number }
  }
}
