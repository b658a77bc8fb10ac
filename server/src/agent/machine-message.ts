import type { Timer } from '../kernel/clock.ts'
import { spokenText } from '../workflows/rules/definition.ts'
import { waysOut } from '../workflows/rules/ways-out.ts'
import type { Brain, Conversation, WordBrain } from './brain.ts'
import { ScriptBrain } from './brains/script.ts'
import type { DialogContext } from './dialog.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'
import type { Act } from './rules/turn.ts'
import { TURN_TAKING } from './rules/turn-taking.ts'

/** The message for a mailbox: after the beep, or after a silence in which no beep will come. */
export class MachineMessage {
  readonly #context: DialogContext
  readonly #speaker: WordBrain | null
  readonly #stop = new AbortController()
  #timers: Timer[] = []
  #silence: Timer | undefined
  #begunWithoutBeep = false
  #begun = false

  constructor(conversation: Conversation, brain: Brain, context: DialogContext) {
    this.#context = context
    this.#speaker = speakerOf(conversation, brain, context)
  }

  /** Whether the workflow has something to say to machines. */
  get exists(): boolean {
    return this.#speaker !== null
  }

  wait(beeped: boolean): void {
    if (beeped) return void this.#leaveMessage()
    this.machinePauses()
    // Never stopped and never beeped: nothing is there that records.
    const giveUp = () => this.#context.leave(DISPOSITIONS.voicemail)
    this.#timers.push(this.#context.clock.after(TURN_TAKING.machineWaitMs, giveUp))
  }

  machineSpeaks(): void {
    this.#silence?.cancel()
  }

  machinePauses(): void {
    this.#silence?.cancel()
    if (this.#begun || this.#context.input.someoneSpeaks) return
    this.#silence = this.#context.clock.after(TURN_TAKING.machineSilenceMs, () => {
      this.#begunWithoutBeep = true
      void this.#leaveMessage()
    })
  }

  /** A beep after we had begun: what was said until now is not on the tape. */
  beep(): void {
    if (this.#begun && !this.#begunWithoutBeep) return
    this.#begunWithoutBeep = false
    this.#context.speaker.clear()
    void this.#leaveMessage()
  }

  stop(): void {
    this.#stop.abort(new Error('The conversation is over.'))
    this.#silence?.cancel()
    for (const timer of this.#timers) timer.cancel()
    this.#timers = []
  }

  async #leaveMessage(): Promise<void> {
    const { speaker, clock } = this.#context
    this.#silence?.cancel()
    for (const timer of this.#timers) timer.cancel()
    this.#timers = []
    this.#begun = true
    try {
      for await (const act of this.#acts()) {
        if (this.#stop.signal.aborted) return
        if (act.kind === 'say') speaker.say(act.text, false)
        else if (act.kind === 'enter' || act.kind === 'gather') this.#context.act(act)
        else break
      }
    } catch {
      return this.#context.fail('machine')
    }
    if (this.#stop.signal.aborted) return
    if (!speaker.isSpeaking) return this.#context.leave(DISPOSITIONS.voicemail)
    const done = () => this.#context.leave(DISPOSITIONS.messageLeft)
    // Leaving is final; until a late beep has become unlikely the message may have to begin anew.
    if (this.#begunWithoutBeep) this.#timers.push(clock.after(TURN_TAKING.lateBeepMs, done))
    else done()
  }

  #acts(): AsyncIterable<Act> {
    return (this.#speaker as WordBrain).answer({ kind: 'machine', afterBeep: true }, this.#stop.signal)
  }
}

/** Words written for the mailbox are said as written, whichever brain holds the conversations. */
function speakerOf(conversation: Conversation, brain: Brain, context: DialogContext): WordBrain | null {
  const { definition } = conversation
  const start = definition.nodes.find((node) => node.type === 'startCall')
  const edge = start === undefined ? null : waysOut(definition, start.id).voicemail
  const target = definition.nodes.find((node) => node.id === edge?.target)
  if (target === undefined) return null
  if (spokenText(target) !== '') return new ScriptBrain(conversation, { clock: context.clock })
  return brain.kind === 'words' ? brain : null
}
