/** Somebody at the console who starts, pauses, resumes and edits, at good moments and bad ones. */
import { between, chance, pick, type Rng } from '../src/kernel/rng.ts'
import type { CampaignsRoom } from './campaigns-room.ts'
import type { DatabaseLink } from './database-link.ts'
import type { Facts } from './facts.ts'
import type { MemoryTables } from './memory-tables.ts'
import type { SimulatedNode } from './node.ts'
import { drawRetry, drawSchedule } from './weather.ts'

export interface OperatorOptions {
  rng: Rng
  room: CampaignsRoom
  tables: MemoryTables
  facts: Facts
  now(): number
  /** A node that answers requests right now, if there is one. */
  reach(): { node: SimulatedNode; database: DatabaseLink } | null
  committed(): void
  tell(text: string): void
}

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
    const campaign = pick(rng, [...tables.campaigns.values()])
    const contacts = [...tables.contacts.values()].filter((contact) => contact.campaignId === campaign.id)
    switch (between(rng, 0, 9)) {
      case 0:
      case 1:
      case 2:
        return this.pause(campaign.id)
      case 3:
      case 4:
      case 5:
        return this.start(campaign.id)
      case 6:
        return this.#edit(campaign.id)
      case 7:
        return this.#limit(campaign.organizationId)
      case 8: {
        const { phoneNumber } = pick(rng, contacts)
        return this.#order(campaign.organizationId, `suppresses a contact of campaign ${campaign.id}`, (room) => {
          room.suppress(campaign.organizationId, phoneNumber)
          return true
        })
      }
      default: {
        const numbers = [...tables.numbers.keys()]
        if (numbers.length === 0) return
        const id = pick(rng, numbers)
        return this.#order(campaign.organizationId, `removes number ${id}`, (room) => {
          room.removeNumber(id)
          return true
        })
      }
    }
  }

  start(campaignId: number): void {
    this.#bump(campaignId)
    const organizationId = this.#organizationOf(campaignId)
    this.#order(
      organizationId,
      `starts campaign ${campaignId}`,
      (room) => room.start(campaignId),
      (node) => node.dialer.wake(organizationId),
    )
  }

  pause(campaignId: number): void {
    const order = this.#bump(campaignId)
    this.#order(
      this.#organizationOf(campaignId),
      `pauses campaign ${campaignId}`,
      (room) => room.pause(campaignId),
      (node) => {
        node.dialer.awaitNoUnplaced(campaignId).then(
          () => this.#answered(campaignId, order),
          () => {},
        )
      },
    )
  }

  /** Lets calling hours be, so that the rest of a list need not wait for next week. */
  openHours(campaignId: number): void {
    this.#order(this.#organizationOf(campaignId), `lifts the hours of campaign ${campaignId}`, (room) => {
      room.pause(campaignId)
      return room.edit(campaignId, { schedule: null })
    })
  }

  #answered(campaignId: number, order: number): void {
    const { facts, tables, tell } = this.#options
    if (this.#orders.get(campaignId) !== order || tables.campaigns.get(campaignId)?.state !== 'paused') return
    facts.held.add(campaignId)
    tell(`pause of campaign ${campaignId} is answered`)
  }

  #edit(campaignId: number): void {
    const { rng, tables, now } = this.#options
    const zone = tables.campaigns.get(campaignId)?.schedule?.timezone ?? 'Europe/Berlin'
    const edit = {
      ...(chance(rng, 0.5) ? { maxConcurrency: between(rng, 1, 10) } : {}),
      ...(chance(rng, 0.4) ? { retry: drawRetry(rng) } : {}),
      ...(chance(rng, 0.4) ? { schedule: drawSchedule(rng, zone, now()) } : {}),
    }
    this.#order(this.#organizationOf(campaignId), `edits campaign ${campaignId}`, (room) => room.edit(campaignId, edit))
  }

  #limit(organizationId: number): void {
    const most = between(this.#options.rng, 1, 10)
    this.#order(
      organizationId,
      `limits organization ${organizationId} to ${most}`,
      (room) => {
        room.limitOrganization(organizationId, most)
        return true
      },
      (node) => node.dialer.wake(organizationId),
    )
  }

  #organizationOf(campaignId: number): number {
    return this.#options.tables.campaigns.get(campaignId)?.organizationId as number
  }

  #bump(campaignId: number): number {
    const order = (this.#orders.get(campaignId) ?? 0) + 1
    this.#orders.set(campaignId, order)
    return order
  }

  /** Through a node to the database and, if it was allowed, on to that node's engine. */
  #order(
    organizationId: number,
    text: string,
    change: (room: CampaignsRoom) => boolean,
    then?: (node: SimulatedNode) => void,
  ): void {
    const { reach, room, committed, tell } = this.#options
    const way = reach()
    if (!way) return
    const request = way.database.locked(organizationId, () => {
      const done = change(room)
      if (done) {
        tell(`operator ${text}`)
        committed()
      }
      return done
    })
    request.then(
      (done) => {
        if (done) then?.(way.node)
      },
      () => {},
    )
  }
}
