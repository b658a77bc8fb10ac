import type { DialogContext } from './dialog.ts'
import { callBackAtMs } from './rules/call-back.ts'
import type { SessionOptions } from './session-options.ts'

/**
 * The time at which the person wants to be called back. It is reported immediately, so that it counts even if the person hangs up
 * during the last words.
 */
export class CallBackRequest {
  readonly #options: SessionOptions
  readonly #context: Pick<DialogContext, 'clock' | 'pack'>
  #made = false

  constructor(options: SessionOptions, context: Pick<DialogContext, 'clock' | 'pack'>) {
    this.#options = options
    this.#context = context
  }

  make(text: string): void {
    const { clock, pack } = this.#context
    const { timezone = 'UTC' } = this.#options.conversation
    const atMs = callBackAtMs(text, { nowMs: clock.now(), timezone, pack })
    if (atMs === null) this.#options.journal.note('call_back', { understood: false })
    if (atMs === null && !this.#made) return
    this.#made = atMs !== null
    this.#tell(atMs === null ? null : new Date(atMs).toISOString())
  }

  /** Withdraws the request, because the person takes another path. */
  takeBack(): void {
    if (!this.#made) return
    this.#options.journal.note('call_back', { understood: true })
    this.#made = false
    this.#tell(null)
  }

  #tell(at: string | null): void {
    if (at !== null) this.#options.journal.note('call_back', { at })
    this.#options.hooks.report({ kind: 'call_back', at })
  }
}
