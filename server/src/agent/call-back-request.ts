import type { DialogContext } from './dialog.ts'
import { callBackAtMs } from './rules/call-back.ts'
import type { SessionOptions } from './session-options.ts'

/**
 * When the person wants to be called again. Reported immediately: a person who hangs up during our last words has still asked
 * for it.
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

  /** A person who takes another path has withdrawn the request. */
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
