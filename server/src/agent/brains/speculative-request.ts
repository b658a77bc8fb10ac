/** A speculative request to a language model, sent before the turn is known to have ended. */
import type { Clock } from '../../kernel/clock.ts'
import { wordsOf } from '../../language/rules/spoken-words.ts'
import { EventQueue, type ModelEvent, type ModelRequest, streamChatAttempt } from '../../models/chat-attempt.ts'
import { PIPELINE_LIMITS } from '../../models/chat-limits.ts'
import { ClauseStream } from './pipeline-clauses.ts'

interface Asked {
  key: string
  stop: AbortController
  answer: EventQueue
}

export class SpeculativeRequest {
  readonly #clock: Clock
  #asked: Asked | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Sends a speculative request in place of the previous one, unless it is the same. `firstWords` receives the first clause of
   * the answer.
   */
  ask(request: ModelRequest, firstWords?: (text: string) => void): void {
    const key = keyOf(request)
    if (this.#asked?.key === key) return
    this.forget()
    const stop = new AbortController()
    const events = streamChatAttempt(request, {
      clock: this.#clock,
      signal: stop.signal,
      giveUpAfterMs: PIPELINE_LIMITS.totalMs,
    })
    const answer = new EventQueue()
    this.#asked = { key, stop, answer }
    void read(events, answer, firstWords)
  }

  /** The answer, if this request was sent speculatively; else null, and the speculative request is dropped. */
  take(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> | null {
    const asked = this.#asked
    if (asked === null || asked.key !== keyOf(request)) {
      this.forget()
      return null
    }
    this.#asked = null
    return follow(asked, signal)
  }

  /** Cancels the request: its answer is neither needed nor billed. */
  forget(): void {
    this.#asked?.stop.abort(new Error('The final transcript differs.'))
    this.#asked = null
  }
}

/** Reads the answer as it arrives, whether or not it is needed yet. */
async function read(events: AsyncGenerator<ModelEvent>, answer: EventQueue, firstWords?: (text: string) => void) {
  const clauses = new ClauseStream()
  let untold = firstWords
  for await (const event of events) {
    answer.push(event)
    const [first] = event.kind === 'text' ? clauses.push(event.text) : event.kind === 'ended' ? clauses.end() : []
    if (first === undefined) continue
    untold?.(first)
    untold = undefined
  }
}

/** Yields the answer; ends like `streamChatAttempt` with `ended`, `aborted` or `failed`. */
async function* follow({ stop, answer }: Asked, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const abort = () => stop.abort(new Error('The answer is no longer needed.'))
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    for (;;) {
      const event = await answer.next()
      yield event
      if (event.kind === 'ended' || event.kind === 'aborted' || event.kind === 'failed') return
    }
  } finally {
    signal.removeEventListener('abort', abort)
    abort()
  }
}

/** A key of the request that compares the last words by content: a different comma or spelling is the same request. */
function keyOf({ instructions, messages, tools }: ModelRequest): string {
  const last = messages.at(-1)
  const said = last === undefined ? '' : wordsOf(last.content).join(' ')
  return JSON.stringify([instructions, messages.slice(0, -1), said, tools.map(({ name }) => name)])
}
