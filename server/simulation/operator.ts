/** Somebody at the console who starts, pauses, resumes, edits, redials and deletes, at good moments and bad ones. */
import { changeCampaign } from '../src/campaigns/change-campaign.ts'
import { stopExperiment } from '../src/campaigns/change-experiment.ts'
import { type Actor, type OperationDeps, pauseCampaign, startCampaign } from '../src/campaigns/change-state.ts'
import { deleteCampaign } from '../src/campaigns/delete-campaign.ts'
import type { CampaignEdit } from '../src/campaigns/queries.ts'
import { redialCampaign } from '../src/campaigns/redial-campaign.ts'
import { restoreRoute } from '../src/campaigns/restore-route.ts'
import type { CampaignRow } from '../src/dialer/store.ts'
import { pickRandom, type Rng, randomChance, randomIntBetween } from '../src/kernel/rng.ts'
import { policyInput } from '../src/policies/rules/policy.ts'
import type { CampaignsRoom } from './campaigns-room.ts'
import type { Machine } from './disasters.ts'
import { drawPolicy } from './drawn-rules.ts'
import type { Facts } from './facts.ts'
import { MemoryCampaigns } from './memory-campaigns.ts'
import { type MemoryTables, suppressionKey } from './memory-tables.ts'
import type { SimulatedNode } from './node.ts'
import { drawBreaker, drawRetry, drawSchedule, type RulesOfDay } from './weather.ts'

export const NO_RULES = policyInput.parse({})

export interface OperatorOptions {
  rng: Rng
  rules: RulesOfDay
  room: CampaignsRoom
  tables: MemoryTables
  facts: Facts
  now(): number
  /** A node that answers requests right now, if there is one. */
  reach(): Machine | null
  committed(): void
  carriedOut(kind: string): void
  /** Refused, the database was away, or something is broken; they try again some other time. */
  refused(kind: string, error: unknown): void
  tell(text: string): void
  after(delayMs: number, work: () => void): void
}

/** The limit that the operator sets when the weather has cleared, so that a long list finishes within the day. */
export const LIFTED_LIMIT = 20

/** How often an order of the operator to a campaign with an open experiment ends the experiment. */
const STOP_SHARE = 0.1

/** Longer than the time before a change of the hours at which no deck is built: only the change of the rules returns the deck. */
const SUSPENDED_MS = [35_000, 60_000] as const

/** How long an order that was given while people were on deck lasts. */
const AWHILE_MS = [500, 6000] as const

export class Operator {
  readonly #options: OperatorOptions
  /** Counts orders to a campaign, so that the answer to an old pause is not taken for one to a new. */
  readonly #orders = new Map<number, number>()

  constructor(options: OperatorOptions) {
    this.#options = options
  }

  /** One whim. */
  act(): void {
    const { rng, tables } = this.#options
    const campaigns = [...tables.campaigns.values()]
    if (campaigns.length === 0) return
    const campaign = pickRandom(rng, campaigns)
    const isTrying = campaign.experiment && !campaign.experiment.stopped
    if (isTrying && randomChance(rng, STOP_SHARE)) return this.stopExperiment(campaign.id)
    switch (randomIntBetween(rng, 0, this.#options.rules === 'none' ? 12 : 15)) {
      case 0:
      case 1:
      case 2:
        return this.pause(campaign.id)
      case 3:
      case 4:
      case 5:
        return this.start(campaign.id)
      case 6:
        return this.#edit(campaign)
      case 7:
        return this.#limit(campaign.organizationId)
      case 8:
        return this.#suppress(campaign)
      case 9:
        return this.#removeNumber(campaign.organizationId)
      case 10:
        return this.#redial(pickRandom(rng, campaigns.filter(isCompleted).concat(campaign)))
      case 11:
        return this.#pauseAndDelete(campaign)
      case 12:
        return this.#delete(campaign)
      case 13:
        return this.#setCampaignPolicy(campaign)
      default:
        return this.#setPolicy(campaign.organizationId)
    }
  }

  /** One order while people of the campaign are on deck: each of them must make the deck give them back. */
  actAtDeck(campaign: CampaignRow): void {
    const { rng } = this.#options
    const isUnderRules = this.#options.facts.rules.has(campaign.organizationId)
    const orders = ['suppress', 'suppress', 'limit', 'pause'] as const
    const order = pickRandom(rng, isUnderRules ? ([...orders, 'rules', 'rules', 'revoke', 'revoke'] as const) : orders)
    if (order === 'suppress') this.#suppress(campaign)
    else if (order === 'rules') this.#suspendForAWhile(campaign.organizationId)
    else if (order === 'revoke') this.#revokeConsents(campaign)
    else if (order === 'limit') this.#limitForAWhile(campaign)
    else {
      this.pause(campaign.id)
      this.#options.after(randomIntBetween(rng, ...AWHILE_MS), () => this.start(campaign.id))
    }
  }

  start(campaignId: number): void {
    const { tables, rng } = this.#options
    this.#bump(campaignId)
    const resumes = tables.campaigns.get(campaignId)?.state === 'paused' && randomChance(rng, 0.5)
    this.#order(campaignId, 'starts', (deps, actor) =>
      startCampaign(deps, actor, campaignId, resumes ? 'resume' : 'start'),
    )
  }

  /** Everyone is treated as the first arm says, which has no hours of its own. */
  stopExperiment(campaignId: number): void {
    this.#order(campaignId, 'stops the experiment of', (deps, actor) =>
      stopExperiment(deps, actor, campaignId, 'arm 0'),
    )
  }

  restoreRoute(campaignId: number): void {
    this.#order(campaignId, 'restores the route of', (deps, actor) => restoreRoute(deps, actor, campaignId))
  }

  pause(campaignId: number): void {
    const order = this.#bump(campaignId)
    this.#order(campaignId, 'pauses', async (deps, actor) => {
      await pauseCampaign(deps, actor, campaignId)
      this.#answered(campaignId, order)
    })
  }

  /** Lets calling hours be, so that the rest of a list need not wait for next week. */
  openHours(campaignId: number): void {
    const { facts, tables } = this.#options
    const { organizationId = -1 } = tables.campaigns.get(campaignId) ?? {}
    const policy = facts.rules.get(organizationId)?.campaigns.has(campaignId) ? { policy: NO_RULES } : {}
    this.#order(campaignId, 'lifts the hours of', async (deps, actor) => {
      await pauseCampaign(deps, actor, campaignId).catch(() => {})
      await changeCampaign(deps, actor, campaignId, () => ({ schedule: null, ...policy }))
    })
  }

  /** Retries that are planned from now on wait for no hour of the day. */
  dropReachedHours(campaignId: number): void {
    this.#order(campaignId, 'drops the best hours of', async (deps, actor) => {
      await pauseCampaign(deps, actor, campaignId).catch(() => {})
      await changeCampaign(deps, actor, campaignId, ({ retry_config }) => ({
        retry: { ...retry_config, prefer_reached_hours: false },
      }))
    })
  }

  /** With one slot a long list would not finish within the day. */
  liftLimit(organizationId: number): void {
    const { room } = this.#options
    this.#change(organizationId, 'limits', `lifts the limit of organization ${organizationId}`, () =>
      room.limitOrganization(organizationId, LIFTED_LIMIT),
    )
  }

  /** Whoever was put off until tomorrow, or waits for the hours of their country, can be called. */
  liftRules(organizationId: number): void {
    const { room } = this.#options
    this.#change(organizationId, 'lifts rules', `lifts the rules of organization ${organizationId}`, () =>
      room.setPolicy(organizationId, null, NO_RULES),
    )
  }

  #setPolicy(organizationId: number): void {
    const { rng, rules, room, now } = this.#options
    const policy = drawPolicy(rng, now(), rules === 'none' ? 'own' : rules)
    this.#change(organizationId, 'sets rules', `sets other rules for organization ${organizationId}`, () => {
      room.requirePolicy(organizationId, null, policy)
      room.setPolicy(organizationId, null, policy)
    })
  }

  /** Of its own, beside the organization's: that is done while it stands still. */
  #setCampaignPolicy({ id }: CampaignRow): void {
    const { rng, rules, now } = this.#options
    const byPacks = (rules === 'packs' || rules === 'lifts') && randomChance(rng, 0.5)
    const policy = drawPolicy(rng, now(), byPacks ? rules : 'own')
    this.#order(id, 'sets rules for', async (deps, actor) => {
      await pauseCampaign(deps, actor, id).catch(() => {})
      await changeCampaign(deps, actor, id, () => ({ policy }))
      await startCampaign(deps, actor, id, 'start')
    })
  }

  #answered(campaignId: number, order: number): void {
    const { facts, tables, tell } = this.#options
    if (this.#orders.get(campaignId) !== order || tables.campaigns.get(campaignId)?.state !== 'paused') return
    facts.held.add(campaignId)
    tell(`pause of campaign ${campaignId} is answered`)
  }

  #edit({ id, schedule }: CampaignRow): void {
    const { rng, now } = this.#options
    const zone = schedule?.timezone ?? 'Europe/Berlin'
    const edit: CampaignEdit = {
      ...(randomChance(rng, 0.5) ? { maxConcurrency: randomIntBetween(rng, 1, 10) } : {}),
      ...(randomChance(rng, 0.4) ? { retry: drawRetry(rng) } : {}),
      ...(randomChance(rng, 0.4) ? { schedule: drawSchedule(rng, zone, now()) } : {}),
      ...(randomChance(rng, 0.3) ? { breaker: drawBreaker(rng) } : {}),
    }
    this.#order(id, 'edits', (deps, actor) => changeCampaign(deps, actor, id, () => edit))
  }

  #redial({ id }: CampaignRow): void {
    const { rng, facts } = this.#options
    const input = {
      onVoicemail: randomChance(rng, 0.5),
      onNoAnswer: randomChance(rng, 0.5),
      onBusy: randomChance(rng, 0.5),
      onFailed: randomChance(rng, 0.3),
    }
    facts.redialRequests.set(id, [...(facts.redialRequests.get(id) ?? []), input])
    this.#order(id, 'redials', async (deps, actor) => {
      const { id: redialId } = await redialCampaign(deps, actor, id, {
        name: undefined,
        rules: [],
        retry: undefined,
        ...input,
      })
      this.start(redialId)
    })
  }

  #delete({ id }: CampaignRow): void {
    this.#order(id, 'deletes', (deps, actor) => deleteCampaign(deps, actor, id))
  }

  /** As soon as the pause is answered, when calls are still going on. */
  #pauseAndDelete({ id }: CampaignRow): void {
    const order = this.#bump(id)
    this.#order(id, 'pauses and deletes', async (deps, actor) => {
      await pauseCampaign(deps, actor, id)
      this.#answered(id, order)
      await deleteCampaign(deps, actor, id)
    })
  }

  #limit(organizationId: number): void {
    const { rng, room } = this.#options
    const most = randomIntBetween(rng, 1, 10)
    this.#change(organizationId, 'limits', `limits organization ${organizationId} to ${most}`, () =>
      room.limitOrganization(organizationId, most),
    )
  }

  /** So low that calls in progress are more than it allows; those on deck are not in progress. */
  #limitForAWhile({ organizationId, liveCalls }: CampaignRow): void {
    const { rng, room, tables, after } = this.#options
    const { maxConcurrency } = tables.organizations.get(organizationId) ?? { maxConcurrency: 1 }
    const set = (most: number) =>
      this.#change(organizationId, 'limits', `limits organization ${organizationId} to ${most}`, () =>
        room.limitOrganization(organizationId, most),
      )
    set(randomIntBetween(rng, 1, Math.max(1, Math.min(maxConcurrency, Math.floor(liveCalls / 3)))))
    after(randomIntBetween(rng, ...AWHILE_MS), () => set(maxConcurrency))
  }

  /** From now on: each claim on deck was decided by the rules before. */
  #suspendForAWhile(organizationId: number): void {
    const { rng, room, tables, now } = this.#options
    const policy = tables.policies.get(organizationId)?.organization?.policy
    if (!policy) return
    const untilMs = now() + randomIntBetween(rng, ...SUSPENDED_MS)
    const at = (ms: number) => new Date(ms).toISOString()
    const suspensions = [{ from: at(now()), until: at(untilMs), reason: 'a storm has come' }]
    this.#change(organizationId, 'suspends', `suspends the calls of organization ${organizationId}`, () =>
      room.setPolicy(organizationId, null, policyInput.parse({ ...policy, suspensions })),
    )
  }

  /** Everybody who is claimed and not dialed yet takes back what they had agreed to. */
  #revokeConsents({ id, organizationId }: CampaignRow): void {
    const { room, tables } = this.#options
    const claimed = [...tables.liveCalls.values()].filter((call) => call.campaignId === id && call.state === 'claimed')
    const revoke = () => {
      for (const { phoneNumber } of claimed) room.revokeConsent(organizationId, phoneNumber)
    }
    // The product reports a revocation to no node: claims read the consents.
    this.#change(organizationId, 'revokes', `takes back consents of organization ${organizationId}`, revoke, () => {})
  }

  #suppress({ id, organizationId }: CampaignRow): void {
    const { rng, room, tables, facts } = this.#options
    const contacts = [...tables.contacts.of(id).values()]
    if (contacts.length === 0) return
    // People whose dial is already decided but not sent are the ones who must not be dialed any more.
    const claimed = new Set(
      [...tables.liveCalls.values()].flatMap((call) => (call.state === 'claimed' ? call.contactId : [])),
    )
    const decided = contacts.filter((contact) => claimed.has(contact.id))
    const { phoneNumber } = pickRandom(rng, decided.length > 0 ? decided : contacts)
    const text = `suppresses a contact of campaign ${id}`
    const suppress = () => room.suppress(organizationId, phoneNumber)
    this.#change(organizationId, 'suppresses', text, suppress, ({ nodeId, dialer }) => {
      dialer.listed(organizationId)
      const key = suppressionKey(organizationId, phoneNumber)
      facts.suppressedBy.set(key, (facts.suppressedBy.get(key) ?? new Set()).add(nodeId))
    })
  }

  #removeNumber(organizationId: number): void {
    const { rng, room, tables } = this.#options
    const numbers = [...tables.numbers.keys()]
    if (numbers.length === 0) return
    const id = pickRandom(rng, numbers)
    this.#change(organizationId, 'removes a number', `removes number ${id}`, () => room.removeNumber(id))
  }

  #bump(campaignId: number): number {
    const order = (this.#orders.get(campaignId) ?? 0) + 1
    this.#orders.set(campaignId, order)
    return order
  }

  /** One of the product's own operations on a campaign, as a node carries it out. */
  #order(campaignId: number, text: string, operate: (deps: OperationDeps, actor: Actor) => Promise<unknown>): void {
    const { reach, room, tables, committed, tell } = this.#options
    const way = reach()
    const organizationId = tables.campaigns.get(campaignId)?.organizationId
    if (!way || organizationId === undefined) return
    const { node, clock, database: link } = way
    const campaigns = new MemoryCampaigns({ link, tables, room, committed })
    operate({ campaigns, clock, dialer: node.dialer }, { organizationId, author: 'API key 1' }).then(
      () => {
        tell(`operator ${text} campaign ${campaignId}`)
        this.#options.carriedOut(text)
      },
      (error: unknown) => this.#options.refused(text, error),
    )
  }

  /** What other rooms do, in one step under the organization's lock. */
  #change(
    organizationId: number,
    kind: string,
    text: string,
    change: () => void,
    /** What the node does before it answers. */
    applied = ({ dialer }: SimulatedNode) => dialer.wake(organizationId),
  ): void {
    const { reach, committed, tell } = this.#options
    const way = reach()
    if (!way) return
    const request = way.database.locked(organizationId, () => {
      change()
      tell(`operator ${text}`)
      committed()
    })
    request.then(
      () => {
        this.#options.carriedOut(kind)
        applied(way.node)
      },
      (error: unknown) => this.#options.refused(kind, error),
    )
  }
}

function isCompleted({ state }: CampaignRow): boolean {
  return state === 'completed'
}
