import type { Clock } from '../../kernel/clock.ts'
import type { StandardSentences } from '../../language/rules/sentences.ts'
import { readDigits } from '../../language/rules/spoken-digits.ts'
import { isGreeting, utteranceKind } from '../../language/rules/utterance-kind.ts'
import type { ToolOutcome } from '../../tools/call-tool.ts'
import {
  type Collect,
  collectOf,
  isSensitive,
  keysToSend,
  type NodeOfType,
  type SpokenPart,
  spokenParts,
  startNodeOf,
  transitionRecordingOf,
  type WorkflowEdge,
  type WorkflowNode,
} from '../../workflows/rules/definition.ts'
import { exitsOf, scriptListens, toolExitsOf } from '../../workflows/rules/exits.ts'
import type { Conversation, TextBrain } from '../brain.ts'
import { type Choice, chooseEdge } from '../rules/choose-edge.ts'
import { type AnswerInput, collectValue } from '../rules/collect-values.ts'
import { DISPOSITIONS } from '../rules/dispositions.ts'
import type { BrainAction, EdgeReason, EdgeTaken, HeardTurn, Turn, UnclearReason } from '../rules/turn.ts'
import { TURN_TAKING_LIMITS } from '../rules/turn-taking.ts'
import { Utterance } from '../rules/utterance.ts'
import { type AnswerProposal, isSameAnswer } from '../rules/walk-state.ts'
import { ToolUse, toolEdgeTaken } from './tool-use.ts'
import { WorkflowWalk } from './workflow-walk.ts'

export const SCRIPT_LIMITS = {
  /** Maximum number of steps: a workflow may contain cycles, and no conversation needs more. */
  mostSteps: 60,
  /** How often a step is repeated after interruptions that were not understood. */
  mostRepeats: 3,
} as const

export interface ScriptOptions {
  clock: Clock
  sentences?: StandardSentences
  /** UTC offset of the person's zone, for "tomorrow". */
  timezoneOffsetMinutes?: number
  /** The step at which this brain takes over from another; by default the workflow's start. */
  beginAt?: string | null
}

/** Output of the script's rules: acts, and waiting for a tool, whose result is the value of `yield`. */
type ScriptAct = BrainAction | { kind: 'await_tool'; result: Promise<ToolOutcome> }

/**
 * Follows the workflow by fixed rules: says the texts, listens, and takes the edge whose key was pressed or whose examples
 * resemble the words. It understands neither free wording nor conditions; those need a language model. `rules/walk-state.ts`
 * decides what counts as an answer.
 */
export class ScriptBrain implements TextBrain {
  readonly kind = 'words'
  readonly #sentences: StandardSentences
  readonly #walk: WorkflowWalk
  readonly #tools: ToolUse
  #steps = 0

  constructor(conversation: Conversation, options: ScriptOptions) {
    this.#walk = new WorkflowWalk(conversation, options)
    this.#tools = new ToolUse(this.#walk)
    this.#sentences = options.sentences ?? this.#walk.pack.sentences
  }

  async *answer(turn: Turn, signal: AbortSignal): AsyncGenerator<BrainAction> {
    const { conversation, node, state } = this.#walk
    const isAfterEnd = state.ending !== null
    const begun = conversation.turns?.recordTurn(turn, { isSensitive: isSensitive(node), isAfterEnd })
    const acts = this.#acts(turn)
    let outcome: ToolOutcome | undefined
    let wasGiven = false
    try {
      for (;;) {
        const next = acts.next(outcome)
        if (next.done || signal.aborted) return
        outcome = next.value.kind === 'await_tool' ? await next.value.result : undefined
        if (signal.aborted) return
        if (next.value.kind === 'await_tool') continue
        wasGiven = true
        yield next.value
      }
    } finally {
      // Not called for an answer whose first act was dropped.
      if (wasGiven) begun?.()
    }
  }

  close(): void {}

  *#acts(turn: Turn): Generator<ScriptAct> {
    const { node } = this.#walk
    if (node.type === 'http' && turn.kind !== 'started' && turn.kind !== 'machine')
      return yield* this.#meanwhile(node, turn)
    switch (turn.kind) {
      case 'started':
        return yield* this.#enter(this.#walk.node)
      case 'heard':
        return yield* this.#heard(turn)
      case 'digits':
        return yield* this.#pressed(turn.digits)
      case 'back':
        return yield* this.#askAgain('', 'question')
      case 'no_input':
        return yield* this.#noInput(turn.times)
      case 'transfer_failed':
        return yield* this.#transferFailed()
      case 'machine':
        return yield* this.#machine()
    }
  }

  /** Speaks at this step and continues until the person has to answer or the call ends. */
  *#enter(first: WorkflowNode | null, through?: EdgeTaken): Generator<ScriptAct> {
    const walk = this.#walk
    let via = through
    for (let node = first; node !== null; ) {
      if (++this.#steps > SCRIPT_LIMITS.mostSteps) return yield* this.#end(this.#sentences.farewell, DISPOSITIONS.loop)
      walk.enter(node)
      yield* walk.arrive(via)
      yield* this.#sayParts(walk.transition(via?.edgeId))
      if (node.type === 'http') {
        yield* this.#say(this.#tools.waitingWords(node))
        return yield* this.#leaveTool(node)
      }
      const keys = walk.render(keysToSend(node))
      if (keys !== '') yield { kind: 'send_keys', keys }
      yield* this.#sayParts(walk.spokenParts)
      if (node.type === 'endCall') return yield walk.end({ kind: 'hang_up', disposition: walk.disposition })
      if (node.type === 'transfer') {
        return yield walk.end({ kind: 'transfer', destination: walk.render(node.data.destination) })
      }
      const { ways } = walk
      if (scriptListens(node, ways)) return yield this.#listen()
      via = ways.plain === null ? undefined : taken(ways.plain, 'only_way')
      node = this.#target(ways.plain)
    }
    yield walk.end({ kind: 'hang_up', disposition: DISPOSITIONS.completed })
  }

  /** Words during a tool call answer no question. They are noted, and may withdraw the answer that led to the tool. */
  *#meanwhile(node: NodeOfType<'http'>, turn: Turn): Generator<ScriptAct> {
    const takesBack = turn.kind === 'heard' && turn.added.judge((text) => this.#walk.takesBack(text))
    if (turn.kind === 'heard') yield { kind: 'said_meanwhile', takesBack }
    if (!takesBack || !this.#tools.takeBackStep(node)) return yield* this.#leaveTool(node)
    yield* this.#walk.arrive()
    yield* this.#askAgain('', 'question')
  }

  /** Waits for the tool of this step and continues by its result. */
  *#leaveTool(node: NodeOfType<'http'>): Generator<ScriptAct> {
    const outcome: ToolOutcome = yield { kind: 'await_tool', result: this.#tools.callStep(node) }
    const edge = yield* this.#tools.leaveStep(node, outcome)
    yield* this.#enter(this.#target(edge), edge === null ? undefined : toolEdgeTaken(edge, outcome.ok))
  }

  *#say(text: string, recordingId: string | null = null): Generator<ScriptAct> {
    if (text === '') return
    this.#walk.said()
    const recorded = recordingId === null ? {} : { recordingId }
    yield { kind: 'say', text, interruptible: this.#walk.mayInterrupt, ...recorded }
  }

  /** Joins consecutive spoken parts into one sentence for the voice. */
  *#sayParts(parts: readonly SpokenPart[]): Generator<ScriptAct> {
    if (parts.every(({ recordingId }) => recordingId === null))
      return yield* this.#say(parts.map(({ text }) => text).join(' '))
    for (const { text, recordingId } of parts) yield* this.#say(text, recordingId)
  }

  *#heard(turn: HeardTurn): Generator<ScriptAct> {
    const walk = this.#walk
    const request = turn.added.judge((text) => walk.languageRequestIn(text))
    if (request !== null) return yield { kind: 'switch_language', ...request }
    switch (walk.hear(turn)) {
      case 'continuation':
        return yield* this.#continued(turn)
      case 'last_words':
        return yield* this.#lastWords(turn)
      case 'not_an_answer':
        // The person has not heard the question yet, so it is asked.
        return turn.interrupted !== null ? yield { kind: 'go_on' } : yield* this.#repeat('question')
      case 'answer':
        if (walk.pending !== null) return yield* this.#confirmation(turn.words)
        return yield* this.#answered(walk.state.partial?.followedBy(turn.words) ?? turn.words)
    }
  }

  *#answered(words: Utterance): Generator<ScriptAct> {
    const kind = words.judge((text) => utteranceKind(text, this.#walk.pack))
    const meant = words.judge((text) => this.#meaning(text))
    if (meant !== null) return yield* this.#take(meant)
    // "Hello?" and "who is this?" do not count as misunderstandings.
    if (kind === 'opening' || kind === 'asks_back') return yield* this.#repeat(kind === 'opening' ? 'question' : 'all')
    if (words.judge((text) => this.#isPartial(text))) return yield* this.#waitForMore(words)
    yield* this.#missWords(words)
  }

  /** The person continued a turn before hearing the reply to its first part: both parts are read as one answer. */
  *#continued({ words, confidence }: HeardTurn): Generator<ScriptAct> {
    const walk = this.#walk
    const { node, undo } = walk.state
    const stay = walk.stepBack(confidence)
    const meant = words.judge((text) => this.#meaning(text))
    if (meant !== null && isSameAnswer(meant, undo?.taken)) {
      stay()
      return yield { kind: 'go_on' }
    }
    if (walk.node !== node) yield* walk.arrive()
    if (meant !== null) return yield* this.#take(meant)
    if (walk.pending !== null) return yield* this.#confirmation(words)
    yield* this.#missWords(words)
  }

  /**
   * The person speaks over the last words of the call: another answer, or a no, returns to the step; anything else lets the agent
   * finish.
   */
  *#lastWords({ words, added, confidence }: HeardTurn): Generator<ScriptAct> {
    const walk = this.#walk
    const { undo, ending } = walk.state
    const stay = walk.stepBack(confidence)
    const meanings = [added, words].map((each) => each.judge((text) => this.#meaning(text)))
    const other = meanings.find((meant) => isOther(meant, undo?.taken))
    if (other) {
      yield* walk.arrive()
      return yield* this.#take(other)
    }
    if (undo?.taken && added.judge((text) => walk.takesBack(text))) {
      yield* walk.arrive()
      walk.dropPending()
      return yield* this.#askAgain('', 'question')
    }
    stay()
    yield { kind: 'go_on' }
    if (ending !== null) yield ending
  }

  *#pressed(digits: string): Generator<ScriptAct> {
    const walk = this.#walk
    const { ending } = walk.state
    const stay = ending === null ? () => {} : walk.stepBack(1)
    walk.pressed()
    const meant = walk.pending === null ? this.#choice({ digits }) : yield* this.#keyForPending(digits)
    if (meant !== null) {
      if (ending !== null) yield* walk.arrive()
      return yield* this.#take(meant, true)
    }
    if (ending !== null) {
      stay()
      return yield ending
    }
    yield* this.#miss(this.#whyUnclear({ digits }))
  }

  /** The key of the edge that waits for confirmation confirms it; other keys choose among the edges of the step. */
  *#keyForPending(digits: string): Generator<ScriptAct, AnswerProposal | null> {
    const walk = this.#walk
    const pending = walk.pending
    const chosen = this.#choice({ digits })
    if (!walk.keyConfirms(chosen?.edge ?? null, chosen?.values ?? [])) {
      walk.dropPending()
      walk.pressed()
      return chosen
    }
    const result = walk.confirm('yes')
    yield* walk.answeringConsent(pending, result, walk.pressedAnswer(digits))
    return result.kind === 'take' ? result.proposal : null
  }

  /** Takes the proposal, or asks for confirmation first. */
  *#take(meant: AnswerProposal, byKey = false): Generator<ScriptAct> {
    const walk = this.#walk
    if (meant.because === 'confirmed') return yield* this.#follow(meant)
    const verdict = walk.propose(meant, byKey)
    switch (verdict.kind) {
      case 'take':
        return yield* this.#follow(verdict.proposal)
      case 'confirm':
        yield { kind: 'new_question' }
        yield* walk.askingConfirmation()
        yield* this.#say(walk.confirmQuestion(verdict.proposal))
        return yield this.#listen()
      case 'doubt':
        return yield* this.#miss('unsure')
      case 'refuse':
        return yield* this.#repeat('question')
    }
  }

  *#follow({ edge, values, because, score }: AnswerProposal): Generator<ScriptAct> {
    const walk = this.#walk
    yield* walk.gathering(values)
    const target = this.#target(edge)
    if (target === null) return yield walk.end({ kind: 'hang_up', disposition: DISPOSITIONS.completed })
    yield* this.#enter(target, edge === null ? undefined : { edgeId: edge.id, because, score })
  }

  *#confirmation(words: Utterance): Generator<ScriptAct> {
    const walk = this.#walk
    const pending = walk.pending
    const answer = words.judge((text) => walk.readConsent(text))
    const corrected = answer !== 'yes' ? words.judge((text) => walk.correction(text)) : null
    if (corrected !== null) {
      if (++this.#steps > SCRIPT_LIMITS.mostSteps) return yield* this.#giveUp()
      return yield* this.#take(corrected)
    }
    const result = walk.confirm(answer)
    yield* walk.answeringConsent(pending, result, words)
    switch (result.kind) {
      case 'take':
        return yield* this.#follow(result.proposal)
      case 'rejected':
        if (++this.#steps > SCRIPT_LIMITS.mostSteps) return yield* this.#giveUp()
        yield { kind: 'new_question' }
        return yield* this.#askAgain('', 'question')
      case 'give_up':
        return yield* this.#giveUp()
      case 'ask_again':
        yield* this.#say(`${this.#sentences.notUnderstood} ${pending === null ? '' : walk.confirmQuestion(pending)}`)
        return yield this.#listen()
    }
  }

  /** The meaning of words at this step; null if they decide nothing. A greeting or a question by the person is never a yes. */
  #meaning(transcript: string): AnswerProposal | null {
    const { pending, node, pack } = this.#walk
    if (pending !== null) {
      return this.#walk.readConsent(transcript) === 'yes' ? { ...pending, because: 'confirmed', score: null } : null
    }
    const evades = isGreeting(transcript, pack) || utteranceKind(transcript, pack) === 'asks_back'
    if (evades && collectOf(node)?.kind === 'yes_no') return null
    return this.#choice({ transcript }, evades)
  }

  /** `evades`: the words cannot be a plain yes or no. */
  #choice(heard: AnswerInput, evades = false): AnswerProposal | null {
    const { node, ways, pack } = this.#walk
    const collect = collectOf(node)
    const chosen = chooseEdge(ways.choices, heard, pack, this.#walk.question)
    const meant = evades && chosen.reason === 'yes_no' ? null : chosen.edge
    const chosenAlone = proposalOf(meant, chosen)
    if (collect === null) return chosenAlone
    const value = this.#collected(collect, heard)
    if (value === null) return chosenAlone
    const only = ways.choices.length === 1 ? (ways.choices[0] ?? null) : null
    const byValue = chooseEdge(ways.choices, { digits: value }).edge
    const edge = byValue ?? meant ?? ways.plain ?? only
    // There are edges, but none for this value: it was not the requested one.
    if (edge === null && ways.choices.length > 0) return null
    const values = [{ name: collect.variable, value }]
    if (chosenAlone !== null && edge === meant && byValue === null) return { ...chosenAlone, values }
    return { edge, values, because: 'value', score: null }
  }

  #isPartial(text: string): boolean {
    const { node, pack } = this.#walk
    const collect = collectOf(node)
    if (collect?.kind !== 'digits' || !collect.exact_length) return false
    const { length } = readDigits(text, pack).digits
    return length > 0 && length < collect.exact_length
  }

  /** Some digits are missing: the agent stays silent, because the person may be looking for the rest. */
  *#waitForMore(words: Utterance): Generator<ScriptAct> {
    this.#walk.keepPartial(words)
    yield this.#listen()
  }

  #listen(): BrainAction {
    const walk = this.#walk
    walk.awaitAnswer()
    const decides = (text: string) => {
      if (walk.pending !== null) return walk.readConsent(text) !== null
      const words = new Utterance(text, { isWithheld: true })
      return (walk.state.partial?.followedBy(words) ?? words).judge((all) => this.#meaning(all) !== null)
    }
    return { kind: 'listen', expect: { ...walk.expectation, decides }, ahead: this.#ahead() }
  }

  /** The first words of every possible reply, to synthesize them in advance. */
  #ahead(): string[] {
    const walk = this.#walk
    const { choices, plain } = walk.ways
    const edges = plain === null ? choices : [...choices, plain]
    return edges.map((edge) => {
      const target = this.#target(edge)
      const { confirm, transition_speech: transition } = edge.data
      if (!confirm && transitionRecordingOf(edge) !== null) return ''
      const [first] = target === null ? [] : spokenParts(target)
      return walk.render(confirm || transition || (first?.recordingId === null ? first.text : ''))
    })
  }

  #collected(collect: Collect, heard: AnswerInput): string | null {
    const value = collectValue(collect, heard, this.#walk.today())
    return value === null ? null : String(value)
  }

  #whyUnclear(heard: AnswerInput): UnclearReason {
    const { node, ways, pack } = this.#walk
    const { reason } = chooseEdge(ways.choices, heard, pack)
    if (reason === 'ambiguous' || reason === 'nothing_heard') return reason
    return collectOf(node) === null ? 'no_match' : 'no_value'
  }

  *#missWords(words: Utterance): Generator<ScriptAct> {
    yield* this.#miss(
      words.judge((transcript) => this.#whyUnclear({ transcript })),
      words.shown,
    )
  }

  /** The answer was not understood. `said`: the words, if there were words. */
  *#miss(because: UnclearReason, said?: string): Generator<ScriptAct> {
    yield { kind: 'not_understood', because, ...(because === 'no_match' && said ? { said } : {}) }
    if (this.#walk.miss()) return yield* this.#giveUp()
    yield* this.#askAgain(this.#sentences.notUnderstood, 'question')
  }

  *#giveUp(): Generator<ScriptAct> {
    const { noMatch, plain } = this.#walk.ways
    this.#walk.giveUp()
    const edge = noMatch ?? plain
    if (edge) return yield* this.#enter(this.#target(edge), taken(edge, 'no_match'))
    yield* this.#end(this.#sentences.farewell, DISPOSITIONS.noMatch)
  }

  *#noInput(times: number): Generator<ScriptAct> {
    const walk = this.#walk
    walk.keepPartial(null)
    // Only the question is repeated: after "Are you still there?" a second greeting with name and company would sound like
    // another call.
    if (times <= TURN_TAKING_LIMITS.noInputTimes) return yield* this.#askAgain(this.#sentences.stillThere, 'question')
    const edge = walk.ways.noInput ?? walk.ways.noMatch
    walk.giveUp()
    if (edge) return yield* this.#enter(this.#target(edge), taken(edge, 'no_input'))
    yield* this.#end(this.#sentences.farewell, DISPOSITIONS.noInput)
  }

  *#transferFailed(): Generator<ScriptAct> {
    const { plain, choices } = this.#walk.ways
    const edge = plain ?? choices[0]
    if (edge) return yield* this.#enter(this.#target(edge), taken(edge, 'only_way'))
    yield* this.#end(this.#sentences.transferFailed, DISPOSITIONS.transferFailed)
  }

  /** Repeats the question without counting a miss, up to a limit. */
  *#repeat(what: 'all' | 'question'): Generator<ScriptAct> {
    if (this.#walk.repeat() > SCRIPT_LIMITS.mostRepeats) return yield* this.#miss('no_match')
    yield* this.#askAgain('', what)
  }

  *#askAgain(opening: string, what: 'all' | 'question'): Generator<ScriptAct> {
    const walk = this.#walk
    const { node, pending } = walk
    const again = 'say_again' in node.data ? walk.render(node.data.say_again ?? '') : ''
    yield* this.#say(opening)
    if (pending !== null) yield* this.#say(walk.confirmQuestion(pending))
    else if (again !== '') yield* this.#say(again)
    else yield* this.#sayParts(what === 'question' ? walk.questionParts : walk.spokenParts)
    yield this.#listen()
  }

  /** Handles an answering machine: says the text for machines, then ends the call. */
  *#machine(): Generator<ScriptAct> {
    const walk = this.#walk
    const { definition } = walk.conversation
    const start = startNodeOf(definition)
    let edge = start === undefined ? null : exitsOf(definition, start.id).voicemail
    let because: EdgeReason = 'voicemail'
    for (let node = this.#target(edge); node !== null && ++this.#steps <= SCRIPT_LIMITS.mostSteps; ) {
      // No person is on the line who could agree to anything, so tools are skipped.
      if (node.type === 'http') {
        edge = toolExitsOf(definition, node.id).failed
        node = this.#target(edge)
        continue
      }
      walk.enter(node)
      yield {
        kind: 'enter',
        nodeId: node.id,
        nodeName: walk.name,
        ...(edge === null ? {} : { via: taken(edge, because) }),
      }
      yield* this.#sayParts(walk.spokenParts)
      edge = walk.ways.plain
      because = 'only_way'
      node = this.#target(edge)
    }
    yield { kind: 'hang_up', disposition: DISPOSITIONS.messageLeft }
  }

  *#end(text: string, disposition: string): Generator<ScriptAct> {
    yield* this.#say(text)
    yield this.#walk.end({ kind: 'hang_up', disposition })
  }

  #target(edge: WorkflowEdge | null): WorkflowNode | null {
    return edge === null ? null : this.#walk.target(edge)
  }
}

function taken(edge: WorkflowEdge, because: EdgeReason): EdgeTaken {
  return { edgeId: edge.id, because, score: null }
}

function proposalOf(edge: WorkflowEdge | null, choice: Choice): AnswerProposal | null {
  if (edge === null || choice.edge === null) return null
  const { reason, score } = choice
  const byLikeness = reason === 'example' || reason === 'label'
  return { edge, values: [], because: reason, score: byLikeness ? Math.round(score * 100) / 100 : null }
}

function isOther(meant: AnswerProposal | null, before: AnswerProposal | null | undefined): boolean {
  return meant !== null && !isSameAnswer(meant, before)
}
