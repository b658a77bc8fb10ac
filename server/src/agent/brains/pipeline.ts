/**
 * A text brain over a chat endpoint with OpenAI's interface. The workflow's prompts are its instructions, the edges its tools;
 * fixed texts of a node are said without asking the model.
 *
 * A person is on the line, so after a failure of the endpoint there is at most one retry, then a sentence instead of an answer,
 * and after a few such answers the brain gives up.
 */
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { wordsOf } from '../../language/rules/spoken-words.ts'
import { readYesNo } from '../../language/rules/yes-no.ts'
import type { ChatMessage } from '../../models/chat-attempt.ts'
import { PIPELINE } from '../../models/chat-limits.ts'
import type { ChatEndpoint } from '../../models/chat-model.ts'
import { withEndpointMessage } from '../../models/endpoint-message.ts'
import type { ModelWarmer } from '../../models/model-warmer.ts'
import { clauses } from '../../speech/clauses.ts'
import {
  collectOf,
  isSensitive,
  keysToSend,
  type NodeOfType,
  promptOf,
  type SpokenPart,
  startNodeOf,
  type WorkflowEdge,
  type WorkflowNode,
} from '../../workflows/rules/definition.ts'
import { canAnyBrainListen } from '../../workflows/rules/exits.ts'
import { BrainFailed, type Conversation, type WordBrain } from '../brain.ts'
import { chooseEdge } from '../rules/choose-edge.ts'
import { collectValue } from '../rules/collect-values.ts'
import { DISPOSITIONS } from '../rules/dispositions.ts'
import type { Act, EdgeReason, EdgeTaken, HeardTurn, Turn } from '../rules/turn.ts'
import { TURN_TAKING } from '../rules/turn-taking.ts'
import { type Hearing, isPlain, type Proposal, type ProposedValue } from '../rules/walk-state.ts'
import { instructionsFor } from './instructions.ts'
import { meaningOfKeys } from './meaning-of-keys.ts'
import { ModelAsker, type ModelCall, type ModelReply, type StepRequest } from './model-asker.ts'
import {
  CONFIRMED,
  DOUBTFUL,
  NOT_CONFIRMED,
  NOT_HEARD,
  notDone,
  TAKEN_BACK,
  VALUE_WITHHELD,
  WITHHELD_VALUE_MISSING,
} from './model-cues.ts'
import { type ToolAction, toolsFor } from './model-tools.ts'
import { History } from './pipeline-history.ts'
import { recordedValues } from './recorded-values.ts'
import { ToolUse, takenByTool } from './tool-use.ts'
import { Walk } from './walk.ts'

export interface PipelineSentences {
  /** Said instead of an answer. */
  fallback: string
  /** Said before hanging up for a reason of our own. */
  farewell: string
}

export interface PipelineOptions {
  chat: ChatEndpoint
  clock: Clock
  log: Log
  sentences: PipelineSentences
  /** UTC offset of the person's zone, for "tomorrow". */
  timezoneOffsetMinutes?: number
  /** Keeps the connection to the endpoint open. */
  warmer?: ModelWarmer | undefined
}

export function openPipelineBrain(conversation: Conversation, options: PipelineOptions): WordBrain {
  return new PipelineBrain(conversation, options)
}

/** State for answering one turn. */
interface Answering {
  signal: AbortSignal
  startedAtMs: number
  turn: Turn['kind']
  spoke: boolean
  nodes: number
}

type Acts<T = void> = AsyncGenerator<Act, T>

class PipelineBrain implements WordBrain {
  readonly kind = 'words'
  readonly #options: PipelineOptions
  readonly #walk: Walk
  #history = new History()
  readonly #closing = new AbortController()
  readonly #asker: ModelAsker
  readonly #tools: ToolUse
  /** The sensitive step of the person's last words or keys; null if it was not sensitive. */
  #secretStep: WorkflowNode | null = null
  #failures = 0
  #trouble: string | null = null

  constructor(conversation: Conversation, options: PipelineOptions) {
    this.#options = options
    this.#walk = new Walk(conversation, options)
    this.#tools = new ToolUse(this.#walk)
    this.#asker = new ModelAsker({ ...options, callId: conversation.callId })
  }

  async *answer(turn: Turn, signal: AbortSignal): Acts {
    const answering: Answering = {
      signal: AbortSignal.any([signal, this.#closing.signal]),
      startedAtMs: this.#options.clock.monotonic(),
      turn: turn.kind,
      spoke: false,
      nodes: 0,
    }
    try {
      const cut = turn.kind === 'heard' ? turn.interrupted : null
      this.#history.settle(cut === null ? null : this.#walk.withheldIn(cut.heardText))
      yield* this.#turn(turn, answering)
    } catch (error) {
      if (answering.signal.aborted) return
      if (error instanceof BrainFailed) throw error
      this.#options.log.error({ err: error }, 'the pipeline brain failed with an internal error')
      yield* this.#failed(answering, 'an internal error')
    }
  }

  /** Sends a speculative request for these words; its answer is used only if the turn has the same words. */
  prepare(text: string, firstWords?: (text: string) => void): void {
    // Nothing said at a sensitive step is sent to a model.
    if (isSensitive(this.#walk.node) || this.#walk.pending !== null) return
    if (this.#failures > 0 || this.#walk.state.ending !== null || text.trim() === '') return
    this.#asker.askAhead(this.#request(this.#history.messagesIf(text.trim()), true), firstWords)
  }

  warm(): void {
    void this.#options.warmer?.warm(this.#options.chat)
  }

  get trouble(): string | null {
    return this.#trouble
  }

  close(): void {
    this.#asker.forget()
    this.#closing.abort(new Error('The conversation is over.'))
  }

  async *#turn(turn: Turn, answering: Answering): Acts {
    // The person has said nothing since: what comes next does not belong to it.
    if (turn.kind !== 'heard' && turn.kind !== 'digits') this.#secretStep = null
    const { node } = this.#walk
    if (turn.kind !== 'started' && turn.kind !== 'machine') {
      if (node.type === 'http') return yield* this.#meanwhile(node, turn, answering)
      yield* this.#takeOpenResults(answering)
      if (answering.signal.aborted) return
    }
    switch (turn.kind) {
      case 'started':
        return yield* this.#begin(answering)
      case 'heard':
        return yield* this.#heard(turn, answering)
      case 'back':
        return yield* this.#think(answering, '(The person is back on the line. Go on where you were.)')
      case 'digits':
        return yield* this.#pressed(turn.digits, answering)
      case 'no_input':
        return yield* this.#silence(turn.times, answering)
      case 'transfer_failed':
        return yield* this.#transferFailed(answering)
      case 'machine':
        return yield* this.#machine(turn.afterBeep, answering)
    }
  }

  async *#heard(turn: HeardTurn, answering: Answering): Acts {
    const walk = this.#walk
    const hearing = walk.hear(turn)
    if (hearing === 'last_words') return yield* this.#lastWords(turn, answering)
    if (isSensitive(walk.node)) return yield* this.#heardInSecret(turn, hearing, answering)
    if (this.#secretStep !== null && !turn.questionHeard) return yield* this.#spokeOn(turn, this.#secretStep, answering)
    this.#secretStep = null
    if (hearing === 'continuation') {
      walk.stepBack(turn.confidence)
      yield* walk.arrive()
    } else if (walk.pending !== null) return yield* this.#confirmation(turn, hearing, answering)
    this.#history.person(turn.text.trim() || '(unintelligible)')
    yield* this.#think(answering, hearing === 'not_an_answer' ? NOT_HEARD : null)
  }

  /**
   * The person speaks over the last words of the call: a no, or another answer, returns to the step; everything else lets them
   * finish.
   */
  async *#lastWords({ added, confidence }: HeardTurn, answering: Answering): Acts {
    const walk = this.#walk
    const { undo, ending } = walk.state
    const stay = walk.stepBack(confidence)
    const { edge, reason } = chooseEdge(walk.ways.choices, { transcript: added }, walk.pack, walk.question)
    const isOther = edge !== null && edge.id !== undo?.taken?.edge?.id
    if (!isOther && !(undo?.taken && walk.takesBack(added))) {
      stay()
      yield { kind: 'go_on' }
      return ending === null ? undefined : yield ending
    }
    walk.dropPending()
    yield* walk.arrive()
    this.#history.person(added)
    if (isOther) {
      walk.hear({ questionHeard: true, continues: false, confidence })
      return yield* this.#takeByRule({ edge, values: [], because: reason, score: null }, answering)
    }
    // After an answer was taken back, only another answer decides.
    walk.awaitAnswer()
    yield* this.#think(answering, TAKEN_BACK)
  }

  /** Asked and judged by rule: the model does not decide whether the person agreed. */
  async *#confirmation(turn: HeardTurn, hearing: Hearing, answering: Answering): Acts {
    const walk = this.#walk
    const { pending, question } = walk
    if (hearing === 'not_an_answer') {
      if (turn.interrupted !== null) return yield { kind: 'go_on' }
      return yield* this.#askInOurWords(question, answering)
    }
    this.#history.person(turn.text.trim() || '(unintelligible)')
    const answer = walk.readConsent(turn.text)
    const corrected = answer !== 'yes' ? walk.correction(turn.text) : null
    if (corrected !== null) return yield* this.#takeByRule(corrected, answering)
    const result = walk.confirm(answer)
    yield* walk.answeringConsent(pending, result, turn.text)
    switch (result.kind) {
      case 'take':
        return yield* this.#take(result.proposal, answering)
      case 'ask_again':
        return yield* this.#askInOurWords(`${walk.pack.sentences.notUnderstood} ${question}`, answering)
      case 'rejected':
        yield { kind: 'new_question' }
        return yield* this.#think(answering, NOT_CONFIRMED)
      case 'give_up': {
        const { noMatch } = walk.ways
        walk.giveUp()
        if (noMatch !== null) return yield* this.#follow(noMatch, answering, 'no_match')
        return yield* this.#leave(DISPOSITIONS.noMatch, answering)
      }
    }
  }

  async *#askInOurWords(question: string, answering: Answering): Acts {
    for (const clause of clauses(question)) yield this.#say(clause, answering)
    yield this.#listen()
  }

  /** Also when a person answers behind a screening service: nothing was said to them yet. */
  async *#begin(answering: Answering): Acts {
    this.#history = new History()
    yield* this.#enter(startNodeOf(this.#walk.conversation.definition) ?? this.#walk.node, answering)
  }

  async *#enter(node: WorkflowNode, answering: Answering, via?: EdgeTaken): Acts {
    if (++answering.nodes > PIPELINE.nodesPerTurn) return yield* this.#leave(DISPOSITIONS.loop, answering)
    this.#walk.enter(node)
    yield* this.#walk.arrive(via)
    const { spoken, ways } = this.#walk
    yield* this.#recite(this.#walk.transition(via?.edgeId), this.#walk.transitionForModel(via?.edgeId))
    if (node.type === 'http') {
      const words = this.#tools.waitingWords(node)
      yield* this.#recite([{ text: words, recordingId: null }], words)
      return yield* this.#leaveTool(node, answering)
    }
    const keys = this.#walk.render(keysToSend(node))
    if (keys !== '') yield { kind: 'send_keys', keys }
    yield* this.#recite(this.#walk.spokenParts, this.#walk.spokenToModels)
    answering.spoke ||= spoken !== ''
    switch (node.type) {
      case 'endCall':
        return yield* this.#end(spoken, answering)
      case 'transfer':
        return yield this.#walk.end({ kind: 'transfer', destination: this.#walk.render(node.data.destination) })
      case 'globalNode':
      case 'webhook':
      case 'trigger':
      case 'qa':
        return yield* this.#leave(DISPOSITIONS.completed, answering)
      default:
        if (spoken === '') return yield* this.#think(answering, cueFor(answering.turn))
        if (canAnyBrainListen(node, ways)) return yield this.#listen()
        if (ways.plain === null) return yield* this.#leave(DISPOSITIONS.completed, answering)
        return yield* this.#follow(ways.plain, answering, 'only_way')
    }
  }

  async *#follow(edge: WorkflowEdge, answering: Answering, because: EdgeReason): Acts {
    const target = this.#walk.target(edge)
    if (target === null) return yield* this.#leave(DISPOSITIONS.completed, answering)
    yield* this.#enter(target, answering, { edgeId: edge.id, because, score: null })
  }

  /** Asks the model until it has spoken, chosen an edge, or failed. */
  async *#think(answering: Answering, cue: string | null): Acts {
    let again = cue
    let toolRounds = 0
    for (let step = 0; step < PIPELINE.stepsPerTurn; step += 1) {
      const thought = yield* this.#ask(answering, again)
      if (thought.kind === 'aborted') return
      if (thought.kind === 'failed')
        return yield* this.#failed(answering, withEndpointMessage(thought.failure.reason, thought.failure.words))
      this.#failures = 0
      this.#trouble = null
      const used = thought.calls.filter(({ tool }) => tool.action.kind === 'tool')
      if (used.length > 0) {
        const records = thought.calls.filter(({ tool }) => tool.action.kind === 'record')
        if ((yield* this.#propose(records, null, answering)) === 'done') return
        yield* this.#useTools(used, answering)
        if (answering.signal.aborted) return
        // The model decides what follows once it has the results.
        again = null
        if (++toolRounds <= PIPELINE.toolRoundsPerTurn) step -= 1
        continue
      }
      const decisive = thought.calls.find(({ tool }) => tool.action.kind !== 'record')?.tool.action ?? null
      const refused = yield* this.#propose(thought.calls, decisive, answering)
      if (refused === 'done') return
      if (answering.spoke) return yield this.#listen()
      again = refused === null ? '(Recorded. Go on.)' : refused
    }
    yield* this.#failed(answering, 'The model only called tools and never spoke.')
  }

  /** Runs the model's tool calls one after the other and passes the results back. */
  async *#useTools(calls: readonly ModelCall[], answering: Answering): Acts {
    for (const { tool, input } of calls) {
      if (tool.action.kind !== 'tool') continue
      const run = this.#tools.call(tool.action.tool, input)
      if ('refused' in run) {
        this.#history.person(notDone(run.refused))
        continue
      }
      const words = this.#walk.render(run.tool.message)
      if (words !== '') yield this.#say(words, answering)
      const outcome = await run.result
      // The person spoke meanwhile: the next turn handles the result.
      if (answering.signal.aborted) return
      this.#history.person(yield* this.#tools.take(run, outcome))
    }
  }

  /** Results of calls that were running when the person spoke. */
  async *#takeOpenResults({ signal }: Answering): Acts {
    for (const run of this.#tools.open) {
      const outcome = await run.result
      if (signal.aborted) return
      this.#history.person(yield* this.#tools.take(run, outcome))
    }
  }

  /** Words during a tool call answer no question; the model sees them, and they may take back what led to the tool. */
  async *#meanwhile(node: NodeOfType<'http'>, turn: Turn, answering: Answering): Acts {
    if (turn.kind !== 'heard') return yield* this.#leaveTool(node, answering)
    const takesBack = this.#walk.takesBack(turn.added)
    yield { kind: 'said_meanwhile', takesBack }
    this.#history.person(this.#secretStep === null ? turn.text.trim() || '(unintelligible)' : WITHHELD_VALUE_MISSING)
    if (!takesBack || !this.#tools.takeBackStep(node)) return yield* this.#leaveTool(node, answering)
    yield* this.#walk.arrive()
    yield* this.#think(answering, TAKEN_BACK)
  }

  /** Waits for the tool of this step and continues by its result. */
  async *#leaveTool(node: NodeOfType<'http'>, answering: Answering): Acts {
    const outcome = await this.#tools.callStep(node)
    if (answering.signal.aborted) return
    const edge = yield* this.#tools.leaveStep(node, outcome)
    const target = edge === null ? null : this.#walk.target(edge)
    if (edge === null || target === null) return yield* this.#leave(DISPOSITIONS.completed, answering)
    yield* this.#enter(target, answering, takenByTool(edge, outcome.ok))
  }

  /**
   * Checks the model's proposal against the evidence. Returns the text for the model if it is refused; null: it may continue to
   * speak.
   */
  async *#propose(
    calls: readonly ModelCall[],
    decisive: ToolAction | null,
    answering: Answering,
  ): Acts<string | null | 'done'> {
    const walk = this.#walk
    const edge = decisive?.kind === 'edge' ? decisive.edge : null
    const values = calls
      .flatMap(({ input }) => recordedValues([walk.node], input, this.#walk.today()))
      .filter(({ name, value }) => walk.gathered[name] !== value)
    if (edge !== null || values.length > 0) {
      const verdict = walk.propose({ edge, values, because: 'model', score: null })
      if (verdict.kind === 'refuse') return notDone(verdict.why)
      if (verdict.kind === 'doubt') return DOUBTFUL
      if (verdict.kind === 'confirm') {
        yield { kind: 'new_question' }
        yield* walk.askingConsent()
        yield* this.#askInOurWords(walk.confirmQuestion(verdict.proposal), answering)
        return 'done'
      }
      yield* this.#gathered(values)
    }
    if (decisive === null || decisive.kind === 'record') return null
    if (decisive.kind !== 'do_not_call' && !walk.state.someoneActed && answering.turn !== 'no_input')
      return notDone('nobody_spoke')
    yield* this.#act(decisive, answering)
    return 'done'
  }

  /** Applies the values and the edge of a confirmed proposal. */
  async *#take({ edge, values, because }: Proposal, answering: Answering): Acts {
    yield* this.#gathered(values)
    if (edge !== null) return yield* this.#follow(edge, answering, because)
    yield* this.#think(answering, CONFIRMED)
  }

  async *#act(action: ToolAction, answering: Answering): Acts {
    switch (action.kind) {
      case 'edge':
        return yield* this.#follow(action.edge, answering, 'model')
      case 'transfer':
        return yield* this.#enter(action.node, answering)
      case 'hang_up':
        return yield* this.#leave(DISPOSITIONS.completed, answering)
      case 'do_not_call':
        return yield { kind: 'do_not_call', ends: true }
      case 'record':
      case 'tool':
        return
    }
  }

  /** One answer of the model, spoken as it arrives. */
  #ask(answering: Answering, cue: string | null): Acts<ModelReply> {
    const request = this.#request(this.#history.messages(cue), this.#walk.state.question === 'answered')
    const say = (found: readonly string[], first: boolean) => this.#utter(found, first, answering)
    return this.#asker.ask(request, { ...answering, say })
  }

  /**
   * Edges that need an answer are offered only once there is one; a model that takes them anyway gets the reason of the
   * refusal.
   */
  #request(messages: ChatMessage[], isAnswered: boolean): StepRequest {
    const walk = this.#walk
    const known = walk.node.type === 'endCall' ? [] : toolsFor(walk, this.#tools.offered)
    const tools = isAnswered ? known : known.filter(({ action }) => needsNoAnswer(walk, action))
    const { models: watch } = walk.conversation
    return { chat: this.#options.chat, instructions: instructionsFor(walk), messages, tools, known, watch }
  }

  /** Returns whether there was something to say. */
  *#utter(found: readonly string[], first: boolean, answering: Answering): Generator<Act, boolean> {
    // People press keys during a sentence, so the expected keys must be known before it.
    if (first && found.length > 0 && this.#walk.expectation.maxDigits !== null) yield this.#listen()
    for (const clause of found) yield this.#say(clause, answering)
    return found.length > 0
  }

  *#gathered(values: readonly ProposedValue[]): Generator<Act> {
    for (const { name, value } of values) yield { kind: 'gather', name, value }
  }

  /** The model learns that something was said, not what: the value is parsed by rule. */
  async *#heardInSecret({ text }: HeardTurn, hearing: Hearing, answering: Answering): Acts {
    const walk = this.#walk
    const collect = collectOf(walk.node)
    const isAnswer = hearing === 'answer' || hearing === 'continuation'
    const value = collect === null || !isAnswer ? null : collectValue(collect, { transcript: text }, this.#walk.today())
    if (collect === null || value === null) {
      this.#history.person(WITHHELD_VALUE_MISSING)
      return yield* this.#think(answering, null)
    }
    this.#secretStep = walk.node
    const values = [{ name: collect.variable, value: String(value) }]
    const edge = chooseEdge(walk.ways.choices, { digits: String(value) }).edge ?? walk.ways.plain
    this.#history.person(VALUE_WITHHELD)
    yield* this.#takeInSecret({ edge, values, because: 'value', score: null }, answering)
  }

  async *#takeInSecret(proposal: Proposal, answering: Answering): Acts {
    if (this.#walk.propose(proposal, true).kind !== 'take') return yield* this.#think(answering, null)
    for (const { name, value } of proposal.values) yield { kind: 'gather', name, value, sensitive: true }
    if (proposal.edge !== null) return yield* this.#follow(proposal.edge, answering, proposal.because)
    yield* this.#think(answering, null)
  }

  /** Until the next step has been heard, further words or keys still belong to the sensitive step. */
  async *#spokeOn(turn: HeardTurn, before: WorkflowNode, answering: Answering): Acts {
    if (turn.continues) {
      this.#walk.enter(before)
      this.#walk.hear({ ...turn, questionHeard: true, continues: false })
      yield { kind: 'enter', nodeId: before.id, nodeName: this.#walk.name }
      return yield* this.#heardInSecret(turn, 'continuation', answering)
    }
    this.#history.person(WITHHELD_VALUE_MISSING)
    yield* this.#think(answering, NOT_HEARD)
  }

  async *#pressed(digits: string, answering: Answering): Acts {
    const walk = this.#walk
    const { ending, pending } = walk.state
    const stay = ending === null ? () => {} : walk.stepBack(1)
    walk.pressed()
    const { value, edge } = meaningOfKeys(walk, digits, this.#walk.today())
    if (ending !== null && edge === null) {
      stay()
      return yield ending
    }
    if (ending !== null) yield* walk.arrive()
    if (walk.keyConfirms(edge, value === null ? [] : [value])) {
      const confirmed = walk.confirm('yes')
      yield* walk.answeringConsent(pending, confirmed, `(pressed ${digits})`)
      if (confirmed.kind === 'take') return yield* this.#take(confirmed.proposal, answering)
    }
    walk.dropPending()
    walk.pressed()
    // Keys without meaning here may be the rest of the entry at the previous sensitive step.
    const isRest = this.#secretStep !== null && value === null && edge === null
    const sensitive = isSensitive(walk.node) || isRest
    this.#secretStep = sensitive ? (this.#secretStep ?? walk.node) : null
    const withheld = value === null ? WITHHELD_VALUE_MISSING : VALUE_WITHHELD
    this.#history.person(sensitive ? withheld : `(The person pressed the keys ${digits}.)`)
    const proposal: Proposal = { edge, values: value === null ? [] : [value], because: 'key', score: null }
    if (sensitive) return yield* this.#takeInSecret(proposal, answering)
    if (edge === null && value === null) return yield* this.#think(answering, null)
    yield* this.#takeByRule(proposal, answering, true)
  }

  /** An answer that is understood without a model. */
  async *#takeByRule(proposal: Proposal, answering: Answering, byKey = false): Acts {
    const verdict = this.#walk.propose(proposal, byKey)
    if (verdict.kind === 'take') return yield* this.#take(proposal, answering)
    if (verdict.kind !== 'confirm') return yield* this.#think(answering, null)
    yield { kind: 'new_question' }
    yield* this.#walk.askingConsent()
    yield* this.#askInOurWords(this.#walk.confirmQuestion(proposal), answering)
  }

  async *#silence(times: number, answering: Answering): Acts {
    const { pending, question, pack } = this.#walk
    if (pending !== null && times <= TURN_TAKING.noInputTimes)
      return yield* this.#askInOurWords(`${pack.sentences.stillThere} ${question}`, answering)
    if (times <= TURN_TAKING.noInputTimes) return yield* this.#think(answering, '(The person says nothing. Ask again.)')
    const { noInput } = this.#walk.ways
    this.#walk.giveUp()
    if (noInput !== null) return yield* this.#follow(noInput, answering, 'no_input')
    yield* this.#leave(DISPOSITIONS.noInput, answering)
  }

  /** Continues by the edge that leaves the transfer; else returns to the previous step, which knows what can be offered. */
  async *#transferFailed(answering: Answering): Acts {
    const { plain, choices } = this.#walk.ways
    const edge = plain ?? choices[0]
    if (edge) return yield* this.#follow(edge, answering, 'only_way')
    const before = this.#walk.visited.filter((node) => node.type !== 'transfer').at(-1)
    if (before) this.#walk.enter(before)
    yield* this.#think(answering, '(Nobody took the call. Tell the person, and offer what else you can do.)')
  }

  async *#machine(afterBeep: boolean, answering: Answering): Acts {
    const start = startNodeOf(this.#walk.conversation.definition)
    if (start !== undefined && this.#walk.node !== start) this.#walk.enter(start)
    const { voicemail } = this.#walk.ways
    const target = voicemail === null ? null : this.#walk.target(voicemail)
    if (target === null) return yield { kind: 'hang_up', disposition: DISPOSITIONS.voicemail }
    if (!afterBeep) return
    this.#walk.enter(target)
    const via = voicemail && { edgeId: voicemail.id, because: 'voicemail' as const, score: null }
    yield { kind: 'enter', nodeId: target.id, nodeName: this.#walk.name, ...(via ? { via } : {}) }
    yield* this.#recite(this.#walk.spokenParts, this.#walk.spokenToModels)
    answering.spoke ||= this.#walk.spoken !== ''
    if (!answering.spoke) yield* this.#ask(answering, '(A machine records. Leave your message in a few sentences.)')
    const disposition = answering.spoke ? DISPOSITIONS.messageLeft : DISPOSITIONS.voicemail
    yield { kind: 'hang_up', disposition }
  }

  async *#end(spoken: string, answering: Answering): Acts {
    if (spoken === '' && promptOf(this.#walk.node) !== '') {
      const thought = yield* this.#ask(answering, '(Take your leave.)')
      if (thought.kind === 'aborted') return
    }
    yield* this.#leave(this.#walk.disposition, answering)
  }

  /** Says a farewell before hanging up. */
  async *#leave(disposition: string, answering: Answering): Acts {
    const mayBeSilent = this.#walk.node.type === 'endCall' && promptOf(this.#walk.node) === ''
    if (!answering.spoke && !mayBeSilent) yield this.#say(this.#options.sentences.farewell, answering)
    yield this.#walk.end({ kind: 'hang_up', disposition })
  }

  async *#failed(answering: Answering, reason: string): Acts {
    const { sentences } = this.#options
    this.#failures += 1
    this.#trouble = reason
    // At the start there is nothing the person could repeat.
    if (this.#failures >= PIPELINE.failuresBeforeHangUp || answering.turn === 'started') throw new BrainFailed(reason)
    yield this.#say(sentences.fallback, answering)
    yield this.#listen()
  }

  #say(text: string, answering: Answering): Act {
    answering.spoke = true
    this.#walk.said()
    this.#history.said(text)
    return { kind: 'say', text, interruptible: this.#walk.mayInterrupt }
  }

  /** Says a fixed text of the workflow; the model sees it without withheld values. */
  *#recite(parts: readonly SpokenPart[], toModels: string): Generator<Act> {
    const interruptible = this.#walk.mayInterrupt
    this.#history.said(toModels)
    if (parts.some(({ text }) => text !== '')) this.#walk.said()
    for (const { text, recordingId } of parts) {
      if (recordingId !== null) yield { kind: 'say', text, interruptible, recordingId }
      else for (const clause of clauses(text)) yield { kind: 'say', text: clause, interruptible }
    }
  }

  #listen(): Act {
    const walk = this.#walk
    walk.awaitAnswer()
    const decides = (text: string) =>
      wordsOf(text).length <= PLAIN_WORDS && readYesNo(text, walk.pack, walk.question) !== null
    return { kind: 'listen', expect: { ...walk.expectation, decides } }
  }
}

/** "Yes, please.": a short answer is not delayed for more words; what may still follow is joined to it. */
const PLAIN_WORDS = 3

/** Whether a tool may be offered before the question of the step was answered. */
function needsNoAnswer(walk: Walk, action: ToolAction): boolean {
  if (action.kind === 'record') return false
  if (action.kind === 'tool') return !action.tool.acts
  return action.kind !== 'edge' || isPlain(walk.node, action.edge, walk.conversation.definition)
}

function cueFor(turn: Turn['kind']): string {
  return turn === 'started' ? '(The person has answered the telephone. Begin.)' : '(Go on with this step.)'
}
