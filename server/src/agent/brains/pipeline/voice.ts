/** Speech of the pipeline brain, and the end of its turn. */
import { wordsOf } from '../../../language/rules/spoken-words.ts'
import { readYesNo } from '../../../language/rules/yes-no.ts'
import { splitIntoClauses } from '../../../speech/clauses.ts'
import type { SpokenPart } from '../../../workflows/rules/definition.ts'
import type { BrainAction } from '../../rules/turn.ts'
import type { BrainActionStream, PipelineContext, TurnBeingAnswered } from './context.ts'

/** An answer of up to this many words ("Yes, please.") is not delayed for more words; later words are joined to it. */
const PLAIN_WORDS = 3

export class PipelineVoice {
  readonly #context: PipelineContext

  constructor(context: PipelineContext) {
    this.#context = context
  }

  say(text: string, answering: TurnBeingAnswered): BrainAction {
    const { walk, history } = this.#context
    answering.spoke = true
    walk.said()
    history.said(text)
    return { kind: 'say', text, interruptible: walk.mayInterrupt }
  }

  /** Says a fixed text of the workflow; the model sees it without sensitive values. */
  *recite(parts: readonly SpokenPart[], toModels: string): Generator<BrainAction> {
    const { walk, history } = this.#context
    const interruptible = walk.mayInterrupt
    history.said(toModels)
    if (parts.some(({ text }) => text !== '')) walk.said()
    for (const { text, recordingId } of parts) {
      if (recordingId !== null) yield { kind: 'say', text, interruptible, recordingId }
      else for (const clause of splitIntoClauses(text)) yield { kind: 'say', text: clause, interruptible }
    }
  }

  /** Asks a question in the program's own words, without the model, which sees it without sensitive values. */
  async *askInOurWords(question: string, answering: TurnBeingAnswered): BrainActionStream {
    answering.spoke = true
    yield* this.recite([{ text: question, recordingId: null }], this.#context.walk.withheldIn(question))
    yield this.listen()
  }

  /** Says clauses of the model's answer. Returns whether there was something to say. */
  *utter(found: readonly string[], first: boolean, answering: TurnBeingAnswered): Generator<BrainAction, boolean> {
    // The expected keys are announced before the sentence, because people press keys during it.
    if (first && found.length > 0 && this.#context.walk.expectation.maxDigits !== null) yield this.listen()
    for (const clause of found) yield this.say(clause, answering)
    return found.length > 0
  }

  listen(): BrainAction {
    const { walk } = this.#context
    walk.awaitAnswer()
    const decides = (text: string) =>
      wordsOf(text).length <= PLAIN_WORDS && readYesNo(text, walk.pack, walk.question) !== null
    return { kind: 'listen', expect: { ...walk.expectation, decides } }
  }
}
