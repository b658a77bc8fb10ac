import { withTimeLimit } from '../kernel/time-limit.ts'
import type { DialogContext } from './dialog.ts'
import { RingBack } from './ring-back.ts'
import { announcementOf } from './rules/announcement.ts'
import { spokenTextOf } from './rules/fixed-phrases.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'
import type { SessionOptions, TransferRequest } from './session-options.ts'

/** Transfers the person, who hears a ringing tone until the calls are connected or the transfer has failed. */
export class CallTransfer {
  readonly #options: SessionOptions
  readonly #context: DialogContext
  #waiting: AbortController | undefined

  constructor(options: SessionOptions, context: DialogContext) {
    this.#options = options
    this.#context = context
  }

  /** Starts the transfer. `nodeId`: the transfer step. */
  async start(destination: string, nodeId: string | null): Promise<{ ok: boolean; message: string }> {
    const { hooks, media } = this.#options
    const { clock, playout } = this.#context
    const ringing = new RingBack(playout, media.format, clock)
    const waiting = new AbortController()
    this.#waiting = waiting
    waiting.signal.addEventListener('abort', () => ringing.stop(), { once: true })
    const request = {
      destination,
      announcement: this.#announcement(nodeId),
      ...this.#settings(nodeId),
      signal: waiting.signal,
    }
    ringing.start()
    const failed = { ok: false, message: 'The carrier did not answer.' }
    return withTimeLimit(clock, TURN_TAKING_LIMITS.transferMs, hooks.transfer(request)).catch(() => failed)
  }

  /** Stops the ringing tone and the transfer, because the person is no longer waiting. */
  stop(): void {
    this.#waiting?.abort(new Error('The person no longer waits to be connected.'))
    this.#waiting = undefined
  }

  #settings(nodeId: string | null): Pick<TransferRequest, 'keys' | 'ringSeconds'> {
    const node = this.#options.conversation.definition.nodes.find(({ id }) => id === nodeId)
    if (node?.type !== 'transfer') return {}
    return { keys: node.data.keys ?? undefined, ringSeconds: node.data.ring_seconds ?? undefined }
  }

  #announcement(nodeId: string | null): string {
    const { conversation } = this.#options
    const { journal, sentences } = this.#context
    const node = conversation.definition.nodes.find(({ id }) => id === nodeId)
    const written = node?.type === 'transfer' ? (node.data.announce ?? '') : ''
    const { gathered } = journal
    return announcementOf({
      written: spokenTextOf(conversation, gathered, written),
      ...sentences.takeOver,
      gathered,
      said: journal.personsWords,
    })
  }
}
