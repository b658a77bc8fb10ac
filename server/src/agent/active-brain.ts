import { isSensitive } from '../workflows/rules/definition.ts'
import type { Brain, TextBrain } from './brain.ts'
import { CascadedDialog } from './cascaded-dialog.ts'
import type { Dialog, DialogContext } from './dialog.ts'
import { MachineMessage } from './machine-message.ts'
import { RealtimeDialog } from './realtime-dialog.ts'
import { ScreeningPhase } from './screening-phase.ts'
import type { LanguageDependentParts, SessionOptions } from './session-options.ts'

/** The active brain of a conversation, the dialog that fits it, and its message for a mailbox. If it fails, another brain may continue. */
export class ActiveBrain {
  #options: SessionOptions
  readonly #context: DialogContext
  #brain: Brain
  #dialog: Dialog
  #message: MachineMessage
  /** Handles a screening service or a menu. */
  readonly gate: ScreeningPhase
  #fellBack = false
  #nodeId: string | null = null
  /** Whether a sensitive step was just left: speech before the next step was heard still belongs to it. */
  #leftSecret = false
  /** Whether the current or last speech began at a sensitive step. */
  #speaksInSecret = false
  /** Start times of sensitive utterances that are not transcribed yet. */
  readonly #secretSpeech = new Set<number>()

  constructor(options: SessionOptions, context: DialogContext) {
    const { brain, conversation } = options
    this.#options = options
    this.#context = context
    this.#brain = brain
    this.#dialog =
      brain.kind === 'words' ? new CascadedDialog(brain, context) : new RealtimeDialog(brain, context, options)
    this.#message = new MachineMessage(conversation, brain, context)
    this.gate = new ScreeningPhase(conversation, context)
  }

  get dialog(): Dialog {
    return this.#dialog
  }

  get message(): MachineMessage {
    return this.#message
  }

  /** The step of the workflow that the conversation has reached. */
  get nodeId(): string | null {
    return this.#nodeId
  }

  enter(nodeId: string): void {
    this.#leftSecret = this.isSensitive
    this.#nodeId = nodeId
  }

  /** Whether speech at this moment is sensitive: then it is stored nowhere. */
  get isSensitive(): boolean {
    const speaksOn = this.#leftSecret && this.#speaksInSecret && this.#context.input.someoneSpeaks
    return speaksOn || this.#wouldBeSecret
  }

  /** Whether speech that begins now is sensitive. */
  get #wouldBeSecret(): boolean {
    const { nodes } = this.#options.conversation.definition
    if (isSensitive(nodes.find(({ id }) => id === this.#nodeId))) return true
    return this.#leftSecret && this.#dialog.mayContinue === true
  }

  speechStarted(startedAtMs: number): void {
    this.#speaksInSecret = this.#wouldBeSecret
    // The speech began after the next step was heard, so the sensitive step is over.
    if (!this.#speaksInSecret) this.#leftSecret = false
    else if (this.kind === 'words') this.#secretSpeech.add(startedAtMs)
  }

  /** Whether these words must not be stored; called once per utterance, when it is transcribed. */
  isSensitiveAt(startedAtMs: number): boolean {
    return this.#secretSpeech.delete(startedAtMs) || this.isSensitive
  }

  get kind(): Brain['kind'] {
    return this.#brain.kind
  }

  /** Why the brain's last answer was only a fallback; null if it was a real answer. */
  get trouble(): string | null {
    return (this.#brain.kind === 'words' ? this.#brain.trouble : null) ?? null
  }

  stop(): void {
    this.#message.stop()
    this.gate.stop()
    this.#dialog.stop()
  }

  close(): void {
    this.#context.safely(() => this.#brain.close())
  }

  /**
   * The brain has failed. Another one asks the question of the step again, because what the person said to the failed one had no
   * effect. False if there is no other brain.
   */
  fallBack(): boolean {
    const other = this.#fellBack ? null : this.#other()
    if (other === null) return false
    this.#dialog.stop()
    this.#context.speaker.clear()
    this.#changeTo(other)
    this.#converseWith(other)
    return true
  }

  /**
   * The transfer failed. A text brain continues. A speech-to-speech brain was notified that the call is over, so the script
   * continues, if it can. False if no brain can. `turn`: the turn for the brain; `back` if the workflow did not request the
   * transfer.
   */
  comeBack(turn: 'transfer_failed' | 'back'): boolean {
    const brain = this.#brain.kind === 'words' ? this.#brain : this.#other()
    if (brain === null) return false
    if (brain !== this.#brain) this.#changeTo(brain)
    this.#converseWith(continuing(brain, turn))
    return true
  }

  /**
   * A person has answered after a screening service or menu: the conversation begins again, because earlier words were not said
   * to this person.
   */
  beginAgain(): void {
    if (this.#brain.kind === 'words') this.#converseWith(this.#brain)
  }

  /** Continues at the same step in another language; its question has not been asked in that language yet. */
  changeLanguage({ conversation, brain, fallBack, recognizer }: LanguageDependentParts): void {
    const before = this.#brain
    this.#dialog.stop()
    this.#message.stop()
    this.#options = { ...this.#options, conversation, recognizer, ...(fallBack ? { fallBack } : {}) }
    this.#brain = brain
    this.#context.input.recognizeWith(recognizer)
    this.#message = new MachineMessage(conversation, brain, this.#context)
    this.#context.safely(() => before.close())
    this.#converseWith(continuing(brain, 'back'))
  }

  #other(): TextBrain | null {
    return this.#options.fallBack?.(this.#nodeId) ?? null
  }

  #converseWith(brain: TextBrain): void {
    this.#dialog = new CascadedDialog(brain, this.#context)
    this.#dialog.begin()
  }

  #changeTo(other: TextBrain): void {
    const before = this.#brain
    this.#fellBack = true
    this.#context.journal.note('fell_back')
    this.#message.stop()
    this.#brain = other
    this.#context.input.recognizeWith(this.#options.recognizer)
    this.#message = new MachineMessage(this.#options.conversation, other, this.#context)
    this.#context.safely(() => before.close())
  }
}

/** Wraps the same brain so that its first turn continues a conversation instead of beginning one. */
function continuing(brain: TextBrain, kind: 'transfer_failed' | 'back'): TextBrain {
  return {
    kind: 'words',
    get trouble() {
      return brain.trouble ?? null
    },
    // Copies only methods that exist: a dialog checks whether a brain prepares at all.
    ...(brain.warm ? { warm: () => brain.warm?.() } : {}),
    ...(brain.prepare ? { prepare: (text, firstWords) => brain.prepare?.(text, firstWords) } : {}),
    answer: (turn, signal) => brain.answer(turn.kind === 'started' ? { kind } : turn, signal),
    close: () => brain.close(),
  }
}
