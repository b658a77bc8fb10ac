import type { TakeOverRefusal, TakeOverRequest } from '../calls/live-requests.ts'
import { withTimeLimit } from '../kernel/time-limit.ts'
import type { DialogContext } from './dialog.ts'
import { canConnect, type SessionEvent, type SessionState } from './rules/session-state.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'
import type { SessionOptions } from './session-options.ts'

export interface TakeOverPort {
  readonly state: SessionState
  on(event: SessionEvent): void
}

/**
 * An operator takes the call over: their phone is called while the conversation continues, so that the person notices nothing
 * until the two calls are joined, and nothing at all if that fails before.
 */
export class TakeOver {
  readonly #options: SessionOptions
  readonly #context: DialogContext
  readonly #port: TakeOverPort
  #calling: AbortController | null = null

  constructor(options: SessionOptions, context: DialogContext, port: TakeOverPort) {
    this.#options = options
    this.#context = context
    this.#port = port
  }

  /** Starts the take-over: the operator's phone is called. Null: no refusal. */
  start(request: TakeOverRequest): TakeOverRefusal | null {
    if (this.#calling !== null) return 'already_under_way'
    if (!canConnect(this.#port.state)) return 'not_talking'
    this.#calling = new AbortController()
    void this.#connect(request, this.#calling.signal)
    return null
  }

  /** Stops the take-over, because the conversation is over. */
  stop(): void {
    this.#calling?.abort(new Error('The conversation is over.'))
  }

  async #connect({ by, announcement, ...to }: TakeOverRequest, signal: AbortSignal): Promise<void> {
    const { clock, journal, sentences, safely } = this.#context
    journal.note('take_over', { by })
    const text = announcement === '' ? sentences.takeOver.connecting : announcement
    const transfer = this.#options.hooks.transfer({ ...to, announcement: text, joining: () => this.#joining(), signal })
    const failed = { ok: false, message: 'The carrier did not answer.' }
    const { ok, message } = await withTimeLimit(clock, TURN_TAKING_LIMITS.transferMs, transfer).catch(() => failed)
    this.#calling = null
    safely(() => {
      journal.note('transfer', ok ? { ok, by } : { ok, by, message })
      const isOver = this.#port.state.phase.at === 'over'
      if (this.#isConnecting || (isOver && ok)) this.#port.on({ kind: 'transfer_answered', ok })
    })
  }

  /** From here on the carrier may close the agent's audio without ending the call. */
  #joining(): boolean {
    this.#context.safely(() => this.#port.on({ kind: 'operator_ready' }))
    return this.#isConnecting
  }

  get #isConnecting(): boolean {
    const { phase } = this.#port.state
    return phase.at === 'transferring' && phase.toOperator === true
  }
}
