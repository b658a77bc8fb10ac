/**
 * Removes objects that a dead node has left at the PBX: bridges, possibly with a person who hears nothing, and audio channels
 * without a connection. Every node checks periodically.
 */

import { z } from 'zod'
import type { Clock, Timer } from '../../../kernel/clock.ts'
import { succeeded } from '../../carrier-kit/http.ts'
import { type AriConnection, bridgeId, sideChannelIds } from './ari-connection.ts'
import { readChannels } from './events.ts'
import { bridgeName } from './media-leg.ts'

const SWEEP_INTERVAL_MS = 30_000

const bridges = z.array(z.object({ id: z.string(), name: z.string().default(''), channels: z.array(z.string()) }))

export class LeftoverSweeper {
  readonly #link: AriConnection
  readonly #clock: Clock
  /**
   * Objects found abandoned once. They are removed only if still abandoned at the next check: another node may just be creating
   * them.
   */
  #suspects = new Set<string>()
  #timer: Timer | null = null
  #closed = false

  constructor(link: AriConnection) {
    this.#link = link
    this.#clock = link.context.clock
  }

  start(): void {
    this.#timer = this.#clock.after(SWEEP_INTERVAL_MS, () => {
      void this.sweep().then(() => {
        if (!this.#closed) this.start()
      })
    })
  }

  close(): void {
    this.#closed = true
    this.#timer?.cancel()
  }

  /** Returns the number of objects removed. */
  async sweep(): Promise<number> {
    const abandoned = new Map([...(await this.#abandonedBridges()), ...(await this.#abandonedChannels())])
    const certain = [...abandoned].filter(([id]) => this.#suspects.has(id))
    this.#suspects = new Set(abandoned.keys())
    for (const [, remove] of certain) await remove()
    if (certain.length > 0) {
      this.#link.context.log.warn(
        { count: certain.length },
        'removed leftover channels and bridges of an ended node at the PBX',
      )
    }
    return certain.length
  }

  /**
   * Abandoned bridges: a conversation has at least two channels in its bridge, the person and the audio or the transfer target.
   */
  async #abandonedBridges(): Promise<Array<[string, () => Promise<unknown>]>> {
    const answer = await this.#link.rest.ask('GET', 'bridges')
    const parsed = succeeded(answer) ? bridges.safeParse(answer.json) : null
    if (!parsed?.success) return []
    const own = new Set(this.#link.book.all().map((call) => bridgeId(call.channelId)))
    return parsed.data
      .filter((bridge) => bridge.name === bridgeName(this.#link) && bridge.channels.length < 2 && !own.has(bridge.id))
      .map((bridge) => [
        bridge.id,
        async () => {
          await Promise.all(bridge.channels.map((channelId) => this.#link.rest.hangUp(channelId)))
          await this.#link.rest.ask('DELETE', `bridges/${encodeURIComponent(bridge.id)}`)
        },
      ])
  }

  /** Abandoned channels: Asterisk waits forever for a connection to an audio channel. */
  async #abandonedChannels(): Promise<Array<[string, () => Promise<unknown>]>> {
    const answer = await this.#link.rest.ask('GET', 'channels')
    if (!succeeded(answer)) return []
    return readChannels(answer.json)
      .filter((channel) => channel.id.startsWith(sideChannelIds.media('')) && channel.state === 'Down')
      .filter((channel) => !this.#link.book.withChannel(channel.id.slice(sideChannelIds.media('').length)))
      .map((channel) => [channel.id, () => this.#link.rest.hangUp(channel.id)])
  }
}
