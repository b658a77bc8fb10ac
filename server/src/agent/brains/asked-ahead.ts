/** A request to a language model that is sent before it is certain that this is what will be asked. */
import type { Clock } from '../../kernel/clock.ts'
import { attempt, type ModelEvent, type ModelRequest } from '../../models/chat-attempt.ts'
import { PIPELINE } from '../../models/chat-limits.ts'

interface Asked {
  key: string
  stop: AbortController
  events: AsyncGenerator<ModelEvent>
  first: Promise<IteratorResult<ModelEvent>>
}

export class AskedAhead {
  readonly #clock: Clock
  #asked: Asked | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** In place of what was asked ahead before, unless it is the same. */
  ask(request: ModelRequest): void {
    const key = keyOf(request)
    if (this.#asked?.key === key) return
    this.forget()
    const stop = new AbortController()
    const events = attempt(request, { clock: this.#clock, signal: stop.signal, giveUpAfterMs: PIPELINE.totalMs })
    this.#asked = { key, stop, events, first: events.next() }
  }

  /** Its answer, if this was asked; else null, and what was asked is dropped. */
  take(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> | null {
    const asked = this.#asked
    if (asked === null || asked.key !== keyOf(request)) {
      this.forget()
      return null
    }
    this.#asked = null
    return follow(asked, signal)
  }

  /** What is still coming is not wanted, nor paid for. */
  forget(): void {
    const asked = this.#asked
    this.#asked = null
    if (asked === null) return
    asked.stop.abort(new Error('They said something else.'))
    void asked.first.then(() => asked.events.return(undefined))
  }
}

async function* follow({ stop, first, events }: Asked, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const abort = () => stop.abort(new Error('The answer is not wanted any more.'))
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    const begun = await first
    if (!begun.done) yield begun.value
    yield* events
  } finally {
    signal.removeEventListener('abort', abort)
    await events.return(undefined)
  }
}

function keyOf({ instructions, messages, tools }: ModelRequest): string {
  return JSON.stringify([instructions, messages, tools.map(({ name }) => name)])
}
