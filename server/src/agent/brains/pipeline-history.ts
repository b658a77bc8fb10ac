import type { ChatMessage } from '../../models/chat-attempt.ts'
import { PIPELINE_LIMITS } from '../../models/chat-limits.ts'
import type { Utterance } from '../rules/utterance.ts'
import { CUE_WITHHELD_VALUE_MISSING } from './model-cues.ts'

/**
 * The conversation as a model sees it; the agent's words are included only as far as they were heard. Two messages of one side
 * never follow each other, because the chat templates of some models refuse that.
 */
export class History {
  readonly #messages: ChatMessage[] = []
  /** The agent's words since the person's last turn; the next turn contains how much of them was heard. */
  #spoken = ''

  said(text: string): void {
    this.#spoken = `${this.#spoken} ${text}`.trim()
  }

  get hasSpoken(): boolean {
    return this.#spoken !== ''
  }

  /** Begins a new turn. `heardText` is null unless the person interrupted the agent. */
  settle(heardText: string | null): void {
    const heard = heardText === null ? this.#spoken : cutOff(this.#spoken, heardText)
    this.#spoken = ''
    if (heard !== '') this.#add('assistant', heard)
  }

  /** Adds words of the person. For sensitive words, the model only learns that there were some. */
  heard(words: Utterance): void {
    const text = words.isWithheld ? CUE_WITHHELD_VALUE_MISSING : words.shown.trim() || '(unintelligible)'
    this.note(text)
  }

  /** Adds a note for the model about the person besides their words. */
  note(text: string): void {
    const last = this.#messages.at(-1)
    // Words that came before the agent could answer are repeated in the next turn, together with those that followed.
    if (last?.role === 'user' && text.startsWith(last.content)) last.content = text
    else this.#add('user', text)
  }

  /** `cue` makes the model speak although the person has not spoken; it is not stored in the history. */
  messages(cue: string | null): ChatMessage[] {
    const messages = this.#messages.map((message) => ({ ...message }))
    if (this.#spoken !== '') join(messages, 'assistant', this.#spoken)
    if (messages.at(-1)?.role !== 'user') join(messages, 'user', cue ?? '(The person is waiting for you to go on.)')
    else if (cue !== null) join(messages, 'user', cue)
    return recent(messages)
  }

  /** The messages as if these words were the next turn. */
  messagesIf(heard: string): ChatMessage[] {
    const then = new History()
    then.#messages.push(...this.#messages.map((message) => ({ ...message })))
    then.#spoken = this.#spoken
    then.settle(null)
    then.note(heard)
    return then.messages(null)
  }

  #add(role: ChatMessage['role'], content: string): void {
    join(this.#messages, role, content)
    if (this.#messages.length > PIPELINE_LIMITS.historyMessages * 2)
      this.#messages.splice(0, this.#messages.length - PIPELINE_LIMITS.historyMessages)
  }
}

function join(messages: ChatMessage[], role: ChatMessage['role'], content: string): void {
  const last = messages.at(-1)
  if (last?.role === role) last.content = `${last.content} ${content}`
  else messages.push({ role, content })
}

function cutOff(spoken: string, heardText: string): string {
  const heard = heardText.trim()
  if (heard === '' || heard === spoken) return heard
  return `${heard} … (interrupted)`
}

function recent(messages: readonly ChatMessage[]): ChatMessage[] {
  const kept: ChatMessage[] = []
  let characters = 0
  for (const message of [...messages].reverse()) {
    characters += message.content.length
    if (
      kept.length > 0 &&
      (kept.length >= PIPELINE_LIMITS.historyMessages || characters > PIPELINE_LIMITS.historyCharacters)
    )
      break
    kept.unshift(message)
  }
  return kept
}
