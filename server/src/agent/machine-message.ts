import type { Timer } from '../kernel/clock.ts'
import { spokenText, startNodeOf } from '../workflows/rules/definition.ts'
import { exitsOf } from '../workflows/rules/exits.ts'
import type { Brain, Conversation, TextBrain } from './brain.ts'
import { ScriptBrain } from './brains/script.ts'
import type { DialogContext } from './dialog.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'
import type { BrainAction } from './rules/turn.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'

/** The message for a mailbox: spoken after the beep, or after a silence that is so long that no beep will follow. */
export class MachineMessage {
  readonly #context: DialogContext
  readonly #speaker: TextBrain | null
  #stop = new AbortController()
  #silence: Timer | undefined
  #giveUp: Timer | undefined
  #state: 'waiting' | 'begun_without_beep' | 'begun' = 'waiting'

  constructor(conversation: Conversation, brain: Brain, context: DialogContext) {
    this.#context = context
    this.#speaker = speakerOf(conversation, brain, context)
  }

  /** Whether the workflow has a message for machines. */
  get exists(): boolean {
    return this.#speaker !== null
  }

  wait(beeped: boolean): void {
    // One deadline for the whole message, never extended: otherwise hold music would keep the call open.
    const giveUp = () => this.#context.leave(DISPOSITIONS.voicemail)
    this.#giveUp = this.#context.clock.after(TURN_TAKING_LIMITS.mailboxMs, giveUp)
    if (beeped) return void this.#leaveMessage('begun')
    this.speechEnded()
  }

  speechStarted(): void {
    this.#silence?.cancel()
  }

  /** The greeting had only paused: the words so far are not on the recording, so the message starts again after it. */
  speaking(lengthMs: number): void {
    if (this.#state !== 'begun_without_beep' || lengthMs < TURN_TAKING_LIMITS.machineSpeaksOnMs) return
    this.#stop.abort(new Error('The machine continues to speak.'))
    this.#context.speaker.clear()
    this.#state = 'waiting'
  }

  speechEnded(): void {
    this.#silence?.cancel()
    if (this.#state !== 'waiting' || this.#context.input.someoneSpeaks) return
    const begin = () => void this.#leaveMessage('begun_without_beep')
    this.#silence = this.#context.clock.after(TURN_TAKING_LIMITS.machineSilenceMs, begin)
  }

  /** A beep came after the message had begun: the words before it are not on the recording. */
  beep(): void {
    if (this.#state === 'begun') return
    this.#context.speaker.clear()
    void this.#leaveMessage('begun')
  }

  /** Called when all audio has been played. */
  quiet(): void {
    if (this.#state === 'begun_without_beep') this.#context.leave(DISPOSITIONS.messageLeft)
  }

  stop(): void {
    this.#stop.abort(new Error('The conversation is over.'))
    this.#silence?.cancel()
    this.#giveUp?.cancel()
  }

  async #leaveMessage(state: 'begun' | 'begun_without_beep'): Promise<void> {
    const { speaker } = this.#context
    if (this.#speaker === null) return this.#context.leave(DISPOSITIONS.voicemail)
    this.#stop.abort(new Error('The message starts again.'))
    this.#stop = new AbortController()
    this.#silence?.cancel()
    this.#state = state
    const { signal } = this.#stop
    try {
      for await (const act of this.#acts(signal)) {
        if (signal.aborted) return
        if (act.kind === 'say') speaker.say(act.text, false, { recordingId: act.recordingId })
        else if (act.kind === 'enter' || act.kind === 'gather') this.#context.act(act)
        else break
      }
    } catch {
      return signal.aborted ? undefined : this.#context.fail('machine')
    }
    if (signal.aborted) return
    if (!speaker.isSpeaking) return this.#context.leave(DISPOSITIONS.voicemail)
    // Hanging up is final. Without a beep, the greeting may continue or the beep may come until the last word.
    if (state === 'begun') this.#context.leave(DISPOSITIONS.messageLeft)
  }

  #acts(signal: AbortSignal): AsyncIterable<BrainAction> {
    return (this.#speaker as TextBrain).answer({ kind: 'machine', afterBeep: true }, signal)
  }
}

/** Chooses who says the message: a fixed text is said word for word, whichever brain leads. */
function speakerOf(conversation: Conversation, brain: Brain, context: DialogContext): TextBrain | null {
  const { definition } = conversation
  const start = startNodeOf(definition)
  const edge = start === undefined ? null : exitsOf(definition, start.id).voicemail
  const target = definition.nodes.find((node) => node.id === edge?.target)
  if (target === undefined) return null
  if (spokenText(target) !== '') return new ScriptBrain(conversation, { clock: context.clock })
  return brain.kind === 'words' ? brain : null
}
