/**
 * A speech-to-speech brain over a websocket with OpenAI's realtime interface: sends the person's audio, receives the model's, and
 * follows the workflow by tools. The endpoint detects turns. A connection that breaks during a call is not reopened, because a
 * new one would not know the conversation.
 */
import type { RealtimeSessionConfig, TransportToolCallEvent } from '@openai/agents-realtime'
import type { Clock, Timer } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { parseJson } from '../../kernel/parse-json.ts'
import { withTimeLimit } from '../../kernel/time-limit.ts'
import { cleanMessage, withEndpointMessage } from '../../models/endpoint-message.ts'
import type { RealtimeEndpoint, RealtimeLink } from '../../models/realtime-connection.ts'
import type { AudioFormat } from '../../telephony/media.ts'
import type { AgentTool } from '../../tools/agent-tool.ts'
import type { ToolOutcome } from '../../tools/call-tool.ts'
import {
  isSensitive,
  keysToSend,
  type NodeOfType,
  promptOf,
  type WorkflowEdge,
  type WorkflowNode,
} from '../../workflows/rules/definition.ts'
import { canAnyBrainListen } from '../../workflows/rules/exits.ts'
import { BrainFailed, type Conversation, type SpeechToSpeechBrain, type SpeechToSpeechPort } from '../brain.ts'
import { chooseEdge } from '../rules/choose-edge.ts'
import { DISPOSITIONS } from '../rules/dispositions.ts'
import { plainText } from '../rules/plain-text.ts'
import {
  type AfterSpeechAction,
  type CalledToolKind,
  isResponseCut,
  NEW_REALTIME,
  REALTIME_LIMITS,
  type RealtimeEffect,
  type RealtimeEvent,
  type RealtimeState,
  realtimeStep,
} from '../rules/realtime-state.ts'
import type { EdgeReason, EdgeTaken, WorkflowAction } from '../rules/turn.ts'
import { TURN_TAKING_LIMITS } from '../rules/turn-taking.ts'
import { Utterance } from '../rules/utterance.ts'
import type { AnswerProposal, AnswerProposalRefusal, CallEndingAction } from '../rules/walk-state.ts'
import { interpretKeyPresses } from './interpret-key-presses.ts'
import { CUE_CONFIRMED, CUE_DECISION_WITHDRAWN, CUE_NOT_CONFIRMED, TOOL_REFUSAL_MESSAGES } from './model-cues.ts'
import { type ModelTool, toolsFor } from './model-tools.ts'
import {
  type AudioEvent,
  copyAudioBuffer,
  type DoneEvent,
  errorCode,
  errorMessageOf,
  isEmptyResponse,
  tokenUsageOf,
} from './realtime-events.ts'
import { sessionSettings } from './realtime-settings.ts'
import { ModelUtterances } from './realtime-utterances.ts'
import { recordedValues } from './recorded-values.ts'
import { ToolUse, toolEdgeTaken } from './tool-use.ts'
import { WorkflowWalk } from './workflow-walk.ts'

export interface RealtimeOptions {
  endpoint: RealtimeEndpoint
  clock: Clock
  log: Log
  /** UTC offset of the person's zone, for "tomorrow". */
  timezoneOffsetMinutes?: number
  /** Opens the connection; by default a websocket to the endpoint. */
  openLink?: (endpoint: RealtimeEndpoint, unreadable: () => void) => RealtimeLink
}

export function openRealtimeBrain(conversation: Conversation, options: RealtimeOptions): SpeechToSpeechBrain {
  return new RealtimeBrain(conversation, options)
}

class RealtimeBrain implements SpeechToSpeechBrain {
  readonly kind = 'sound'
  readonly formats: readonly AudioFormat[] = [
    { encoding: 'mulaw', sampleRateHz: 8000 },
    { encoding: 'alaw', sampleRateHz: 8000 },
    { encoding: 'l16', sampleRateHz: 24_000 },
  ]
  readonly #options: RealtimeOptions
  readonly #walk: WorkflowWalk
  readonly #toolUse: ToolUse
  #state: RealtimeState = NEW_REALTIME
  /** Whether the endpoint reports when speech begins; not every endpoint does. */
  #endpointTells = false
  /** Text that the agent says before the words of the step. */
  #transition = ''
  /** Text that the agent says instead of the words of the step. */
  #ownWords = ''
  /** Waits for the transcript of the person's answer to a confirmation. */
  #awaitedWords: Timer | null = null
  #connection!: RealtimeLink
  #port!: SpeechToSpeechPort
  #format!: AudioFormat
  #utterances!: ModelUtterances
  #tools: ModelTool[] = []
  #keyPause: Timer | null = null

  constructor(conversation: Conversation, options: RealtimeOptions) {
    this.#options = options
    this.#walk = new WorkflowWalk(conversation, options)
    this.#toolUse = new ToolUse(this.#walk)
  }

  async open(port: SpeechToSpeechPort, format: AudioFormat): Promise<void> {
    this.#port = port
    this.#format = format
    this.#utterances = new ModelUtterances(this.#options.clock, format, (text) =>
      port.transcript({ who: 'agent', text }),
    )
    try {
      // The library takes a second and 50 MB to load, so it is loaded on first use.
      const open =
        this.#options.openLink ?? (await import('../../models/realtime-connection.ts')).openRealtimeConnection
      this.#connection = open(this.#options.endpoint, () => this.#erred())
      if (this.#state.kind === 'closed') throw new Error('closed')
      await withTimeLimit(this.#options.clock, REALTIME_LIMITS.connectMs, this.#connect())
    } catch (error) {
      this.close()
      const words = cleanMessage(errorMessageOf(error), this.#options.endpoint.apiKey)
      throw new BrainFailed(withEndpointMessage('The realtime endpoint could not be opened.', words))
    }
    this.#listen()
    this.#enter(this.#walk.node, true)
  }

  hear(audio: Uint8Array): void {
    if (this.#state.kind !== 'closed') this.#connection.sendAudio(copyAudioBuffer(audio))
  }

  personSpeaks(): void {
    // Both detectors report the same speech, and the endpoint may have interrupted the agent by now: its report counts first.
    if (!this.#endpointTells) this.#judgeSpeech()
  }

  /**
   * Judges whether speech can be an answer. Speech before the question was heard cannot: the model may talk about it, but chooses
   * no edge and records nothing.
   */
  #judgeSpeech(): void {
    const questionHeard = this.#utterances?.questionHeard ?? false
    const hearing = this.#walk.hear({ questionHeard, continues: false, confidence: 1 })
    if (this.#walk.pending === null || hearing !== 'answer') return
    this.#awaitedWords?.cancel()
    this.#awaitedWords = this.#options.clock.after(REALTIME_LIMITS.wordsMs, () =>
      this.heardWords(new Utterance('', { isWithheld: false })),
    )
  }

  /**
   * The program's own words are needed only where a rule judges them: for a confirmation, and over the last sentence of the call.
   */
  heardWords(words: Utterance): void {
    if (this.#state.kind === 'closed' || this.#utterances === undefined) return
    if (this.#walk.state.ending !== null) return words.judge((text) => this.#lastWords(text))
    if (this.#walk.pending === null || this.#walk.state.question !== 'answered') return
    this.#awaitedWords?.cancel()
    this.#confirmation(words)
  }

  personGone(): void {
    if (this.#state.kind !== 'closed') this.#connection?.sendEvent({ type: 'input_audio_buffer.commit' })
  }

  pressed(digit: string): void {
    this.#keyPause?.cancel()
    const { maxDigits } = this.#walk.expectation
    this.#on({ kind: 'key', digit, maxDigits, mayBePlaying: this.#mayBePlaying })
    if (this.#state.kind === 'closed' || this.#state.keys.presses === 0) return
    this.#keyPause = this.#options.clock.after(TURN_TAKING_LIMITS.digitPauseMs, () =>
      this.#on({ kind: 'key_pause_over', mayBePlaying: this.#mayBePlaying }),
    )
  }

  nudge(): void {
    this.#connection.requestResponse()
  }

  playedUntil(utteranceId: string, playedMs: number): void {
    const truncation = this.#utterances.cut(utteranceId, playedMs)
    if (truncation !== null) this.#connection.sendEvent({ type: 'conversation.item.truncate', ...truncation })
  }

  close(): void {
    this.#on({ kind: 'closed' })
    this.#release()
  }

  get #mayBePlaying(): boolean {
    return this.#utterances?.mayBePlaying ?? false
  }

  #release(): void {
    this.#keyPause?.cancel()
    this.#awaitedWords?.cancel()
    this.#utterances?.close()
    this.#connection?.close()
  }

  #on(event: RealtimeEvent): RealtimeEffect[] {
    const { state, effects } = realtimeStep(this.#state, event)
    this.#state = state
    for (const effect of effects) this.#do(effect)
    return effects
  }

  #do(effect: RealtimeEffect): void {
    switch (effect.do) {
      case 'interrupt':
        return this.#port.interrupt()
      case 'cancel_response':
        return this.#connection._cancelResponse()
      case 'typed':
        return this.#typed(effect.digits)
      case 'request_words':
        return this.#requestWords()
      case 'request_farewell':
        return this.#connection.requestResponse({
          instructions: 'Say good-bye in one short sentence.',
          tool_choice: 'none',
        })
      case 'go_on':
        return this.#goOn(effect.after)
      case 'fail':
        this.#release()
        return this.#port.failed(effect.reason)
      // The dialog handles these, because it has the audio and the call.
      case 'play':
      case 'answer_tool':
        return
    }
  }

  /** Resolves once the endpoint has confirmed the settings: a socket that opens and then stays silent is useless. */
  #connect(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#connection.once('session.updated', () => resolve())
      this.#connection.once('error', reject)
      this.#connection.once('disconnected', () => reject(new Error('disconnected')))
      const { model, apiKey } = this.#options.endpoint
      this.#connection
        .connect({ model, apiKey: apiKey || 'none', initialSessionConfig: this.#settings() })
        .catch(reject)
    })
  }

  #listen(): void {
    const connection = this.#connection
    connection.on('response.created', (event: DoneEvent) => {
      this.#walk.conversation.models?.asked(this.#options.endpoint.model)
      this.#on({ kind: 'response_created', id: event.response.id ?? null })
    })
    connection.on('response.output_audio.delta', (event: AudioEvent & { delta: string }) => this.#audio(event))
    connection.on('response.output_audio.done', (event: AudioEvent) => {
      const id = ModelUtterances.idOf(event)
      this.#utterances.complete(id)
      if (!isResponseCut(this.#state, event.response_id)) this.#port.spoken(id)
    })
    const words = (event: AudioEvent & { delta?: string; transcript?: string }) => {
      if (!isResponseCut(this.#state, event.response_id))
        this.#utterances.words(event, event.transcript ?? event.delta ?? '', event.transcript !== undefined)
    }
    connection.on('response.output_audio_transcript.delta', words)
    connection.on('response.output_audio_transcript.done', words)
    connection.on('input_audio_buffer.speech_started', () => {
      this.#port.hears()
      this.#endpointTells = true
      this.#judgeSpeech()
      const mayInterrupt = this.#walk.mayInterrupt && this.#walk.state.ending === null
      this.#on({ kind: 'speech_started', mayInterrupt, mayBePlaying: this.#mayBePlaying })
    })
    connection.on('conversation.item.input_audio_transcription.completed', ({ transcript }: { transcript: string }) => {
      const text = plainText(transcript, REALTIME_LIMITS.longestTranscript).trim()
      this.#port.transcript({ who: 'person', text })
      this.heardWords(new Utterance(text, { isWithheld: isSensitive(this.#walk.node) }))
    })
    connection.on('function_call', (call) => this.#called(call))
    connection.on('response.done', ({ response }: DoneEvent) => {
      const tokens = tokenUsageOf(response)
      const { model } = this.#options.endpoint
      if (tokens !== null) this.#walk.conversation.models?.used({ model, ...tokens })
      const failed = response.status === 'failed' || isEmptyResponse(response)
      this.#on({ kind: 'response_done', id: response.id ?? null, failed, code: errorCode(response.status_details) })
    })
    connection.on('error', ({ error }) => this.#erred(error))
    connection.on('disconnected', () => this.#on({ kind: 'disconnected' }))
  }

  #audio(event: AudioEvent & { delta: string }): void {
    const audio = Buffer.from(event.delta, 'base64')
    if (audio.length === 0 || this.#on({ kind: 'audio', responseId: event.response_id }).length === 0) return
    this.#utterances.audio(event, audio.length)
    this.#walk.said()
    this.#port.speak(ModelUtterances.idOf(event), audio)
  }

  #typed(digits: string): void {
    const walk = this.#walk
    const { ending, pending } = walk.state
    const stay = ending === null ? () => {} : walk.stepBack(1)
    walk.pressed()
    const { value, edge } = interpretKeyPresses(walk, digits, this.#walk.today())
    if (ending !== null && edge === null) return stay()
    if (walk.keyConfirms(edge, value === null ? [] : [value])) {
      const confirmed = walk.confirm('yes')
      this.#actAll(walk.answeringConsent(pending, confirmed, walk.pressedAnswer(digits)))
      if (confirmed.kind === 'take') return this.#take(confirmed.proposal)
    }
    walk.dropPending()
    walk.pressed()
    const sensitive = isSensitive(walk.node)
    const proposal: AnswerProposal = { edge, values: value === null ? [] : [value], because: 'key', score: null }
    const verdict = walk.propose(proposal, true)
    if (verdict.kind === 'confirm') return this.#askConfirmation()
    if (verdict.kind === 'take') this.#actAll(walk.gathering(proposal.values))
    if (edge !== null) return this.#follow(edge, 'key')
    const typed = sensitive ? 'typed something that is withheld' : `pressed the keys ${digits}`
    this.#connection.sendMessage(`(The person ${typed}.)`, {})
  }

  #enter(node: WorkflowNode, isSet = false, via?: EdgeTaken): void {
    this.#walk.enter(node)
    this.#utterances.beginStep()
    for (const act of this.#walk.arrive(via)) this.#port.act(act)
    const keys = this.#walk.render(keysToSend(node))
    if (keys !== '') this.#port.act({ kind: 'send_keys', keys })
    if (!isSet) this.#connection.updateSessionConfig(this.#settings())
    this.#transition = this.#walk.transitionForModel(via?.edgeId)
    if (node.type === 'http') return this.#callStep(node)
    const speaks = this.#walk.spoken !== '' || this.#transition !== '' || promptOf(node) !== ''
    this.#on({ kind: 'entered', speaks, after: this.#after(node) })
  }

  /** Speaks while the tool works, and continues by its result. */
  #callStep(node: NodeOfType<'http'>): void {
    this.#ownWords = [this.#transition, this.#toolUse.waitingWords(node)].filter((part) => part !== '').join(' ')
    this.#on({ kind: 'entered', speaks: this.#ownWords !== '', after: null })
    this.#continueWith(this.#toolUse.callStep(node), (outcome) => {
      this.#ownWords = ''
      if (this.#state.kind === 'closed' || this.#walk.node !== node) return
      const leaving = this.#toolUse.leaveStep(node, outcome)
      let next = leaving.next()
      for (; !next.done; next = leaving.next()) this.#port.act(next.value)
      const edge = next.value
      const target = edge === null ? null : this.#walk.target(edge)
      if (edge === null || target === null) return this.#goOn({ kind: 'end', disposition: DISPOSITIONS.completed })
      this.#enter(target, false, toolEdgeTaken(edge, outcome.ok))
    })
  }

  /** The action after the words of this step; null if the person is to answer. */
  #after(node: WorkflowNode): AfterSpeechAction | null {
    const { spoken, ways } = this.#walk
    switch (node.type) {
      case 'endCall':
        return { kind: 'end', disposition: this.#walk.disposition }
      case 'transfer':
        return { kind: 'transfer', destination: this.#walk.render(node.data.destination) }
      case 'http':
        return null
      case 'globalNode':
      case 'webhook':
      case 'trigger':
      case 'qa':
        return { kind: 'end', disposition: DISPOSITIONS.completed }
      default:
        if (spoken === '' || canAnyBrainListen(node, ways)) return null
        return ways.plain === null
          ? { kind: 'end', disposition: DISPOSITIONS.completed }
          : { kind: 'follow', edge: ways.plain }
    }
  }

  #goOn(after: Exclude<AfterSpeechAction, { kind: 'take_leave' }>): void {
    if (after.kind === 'follow') return this.#follow(after.edge, 'only_way')
    this.#utterances.tellAll()
    const { kind } = after
    const ending: CallEndingAction =
      kind === 'end'
        ? { kind: 'hang_up', disposition: after.disposition }
        : { kind: 'transfer', destination: after.destination }
    this.#port.act(this.#walk.end(ending))
  }

  #follow(edge: WorkflowEdge, because: EdgeReason): void {
    const target = this.#walk.target(edge)
    if (target === null) this.#goOn({ kind: 'end', disposition: DISPOSITIONS.completed })
    else this.#enter(target, false, { edgeId: edge.id, because, score: null })
  }

  #requestWords(): void {
    if (this.#ownWords !== '') return this.#sayExactly(this.#ownWords)
    const words = [this.#transition, this.#walk.spokenToModels].filter((part) => part !== '').join(' ')
    const modelGoesOn = this.#walk.spoken === '' && promptOf(this.#walk.node) !== ''
    this.#transition = ''
    if (words === '') return this.#connection.requestResponse()
    if (modelGoesOn) {
      const instructions = `Begin with exactly these words, then go on with this step: ${JSON.stringify(words)}`
      return this.#connection.requestResponse({ instructions })
    }
    this.#sayExactly(words)
  }

  #sayExactly(words: string): void {
    const instructions = `Say exactly these words and nothing else: ${JSON.stringify(words)}`
    this.#connection.requestResponse({ instructions, tool_choice: 'none' })
  }

  /** The program asks the question and judges the answer; the model only provides the voice. */
  #askConfirmation(opening = ''): void {
    const { pending } = this.#walk
    if (pending === null) return
    this.#utterances.beginStep()
    if (opening === '') this.#actAll(this.#walk.askingConfirmation())
    this.#connection.updateSessionConfig(this.#settings())
    this.#walk.said()
    this.#sayExactly(this.#walk.withheldIn(`${opening} ${this.#walk.confirmQuestion(pending)}`.trim()))
  }

  #confirmation(words: Utterance): void {
    const walk = this.#walk
    const { pending } = walk
    const answer = words.judge((text) => walk.readConsent(text))
    const corrected = answer !== 'yes' ? words.judge((text) => walk.correction(text)) : null
    if (corrected !== null && walk.propose(corrected).kind === 'confirm') return this.#askConfirmation()
    const result = walk.confirm(answer)
    this.#actAll(walk.answeringConsent(pending, result, words))
    switch (result.kind) {
      case 'take':
        return this.#take(result.proposal)
      case 'ask_again':
        return this.#askConfirmation(walk.pack.sentences.notUnderstood)
      case 'rejected':
        this.#connection.updateSessionConfig(this.#settings())
        return this.#connection.sendMessage(CUE_NOT_CONFIRMED, {})
      case 'give_up': {
        const { noMatch } = walk.ways
        walk.giveUp()
        if (noMatch !== null) return this.#follow(noMatch, 'no_match')
        this.#ownWords = walk.pack.sentences.farewell
        this.#on({ kind: 'entered', speaks: true, after: { kind: 'end', disposition: DISPOSITIONS.noMatch } })
      }
    }
  }

  #actAll(acts: Iterable<WorkflowAction>): void {
    for (const act of acts) this.#port.act(act)
  }

  #take({ edge, values, because }: AnswerProposal): void {
    this.#actAll(this.#walk.gathering(values))
    if (edge !== null) return this.#follow(edge, because)
    this.#connection.updateSessionConfig(this.#settings())
    this.#connection.sendMessage(CUE_CONFIRMED, {})
  }

  /**
   * The person speaks over the last words of the call: a no, or another answer, returns to the step; anything else lets the agent
   * finish.
   */
  #lastWords(text: string): void {
    const walk = this.#walk
    const { undo } = walk.state
    const stay = walk.stepBack(1)
    const choice = chooseEdge(walk.ways.choices, { transcript: text }, walk.pack, walk.question)
    const isOther = choice.edge !== null && choice.edge.id !== undo?.taken?.edge?.id
    if (!isOther && !(undo?.taken && walk.takesBack(text))) return stay()
    walk.dropPending()
    for (const act of walk.arrive()) this.#port.act(act)
    this.#port.interrupt()
    this.#utterances.beginStep()
    if (choice.edge !== null && isOther) return this.#takeOther(choice.edge, choice.reason)
    walk.awaitAnswer()
    this.#connection.updateSessionConfig(this.#settings())
    this.#connection.sendMessage(CUE_DECISION_WITHDRAWN, {})
  }

  #takeOther(edge: WorkflowEdge, because: EdgeReason): void {
    this.#walk.hear({ questionHeard: true, continues: false, confidence: 1 })
    const verdict = this.#walk.propose({ edge, values: [], because, score: null })
    if (verdict.kind === 'confirm') return this.#askConfirmation()
    this.#follow(edge, because)
  }

  #called(call: TransportToolCallEvent): void {
    const tool = this.#tools.find(({ name }) => name === call.name)
    const { callId, responseId } = call
    const proposal = this.#proposalOf(tool, call.arguments)
    const refusal = tool === undefined ? null : this.#refusalOf(tool, proposal)
    const kind = refusal === null ? (tool?.action.kind ?? 'unknown') : 'early'
    const effects = this.#on({ kind: 'called', callId, responseId, tool: kind })
    const answer = effects.find((effect) => effect.do === 'answer_tool')
    if (answer === undefined) return
    if (refusal !== null)
      return this.#connection.sendFunctionCallOutput(call, TOOL_REFUSAL_MESSAGES[refusal], answer.goOn)
    if (proposal !== null && this.#walk.propose(proposal).kind === 'confirm') {
      this.#connection.sendFunctionCallOutput(call, CONFIRMATION_ASKED, false)
      return this.#askConfirmation()
    }
    if (proposal !== null) this.#actAll(this.#walk.gathering(proposal.values))
    if (tool?.action.kind === 'tool') return this.#useTool(call, tool.action.tool, answer.goOn)
    this.#connection.sendFunctionCallOutput(call, TOOL_ANSWERS[answer.tool], answer.goOn)
    if (tool?.action.kind === 'edge') this.#follow(tool.action.edge, 'model')
    if (tool?.action.kind === 'transfer') this.#enter(tool.action.node)
    if (tool?.action.kind === 'do_not_call') this.#port.act({ kind: 'do_not_call', ends: true })
  }

  /** Calls a tool. The endpoint waits for the result and then continues to speak. */
  #useTool(call: TransportToolCallEvent, tool: AgentTool, goOn: boolean): void {
    const run = this.#toolUse.call(tool, parseJson(call.arguments))
    if ('refused' in run) return this.#connection.sendFunctionCallOutput(call, TOOL_REFUSAL_MESSAGES[run.refused], goOn)
    this.#continueWith(run.result, (outcome) => {
      if (this.#state.kind === 'closed') return
      const taking = this.#toolUse.take(run, outcome)
      let next = taking.next()
      for (; !next.done; next = taking.next()) this.#port.act(next.value)
      this.#connection.sendFunctionCallOutput(call, next.value, goOn)
    })
  }

  /** Continues with a tool's result; a bug in that code ends only this conversation, not the program. */
  #continueWith(result: Promise<ToolOutcome>, goOn: (outcome: ToolOutcome) => void): void {
    result.then(goOn).catch((error: unknown) => {
      this.#options.log.error(
        { err: error, call_id: this.#walk.conversation.callId },
        'failed to continue after a tool',
      )
      this.#release()
      this.#port.failed('The conversation could not continue after a tool.')
    })
  }

  #proposalOf(tool: ModelTool | undefined, input: string): AnswerProposal | null {
    if (tool?.action.kind !== 'edge' && tool?.action.kind !== 'record') return null
    const edge = tool.action.kind === 'edge' ? tool.action.edge : null
    const values = recordedValues([this.#walk.node], parseJson(input), this.#walk.today())
    return { edge, values, because: 'model', score: null }
  }

  #refusalOf({ action }: ModelTool, proposal: AnswerProposal | null): AnswerProposalRefusal | null {
    if (action.kind === 'do_not_call') return null
    if (proposal !== null) return this.#walk.refusal(proposal)
    if (action.kind === 'tool') return this.#walk.toolRefusal(action.tool, true)
    return this.#walk.state.someoneActed ? null : 'nobody_spoke'
  }

  #erred(error?: unknown): void {
    const code = errorCode(error)
    this.#options.log.debug({ call_id: this.#walk.conversation.callId, code }, 'the realtime endpoint reports an error')
    this.#on({ kind: 'erred', code })
  }

  #settings(): Partial<RealtimeSessionConfig> {
    const { type } = this.#walk.node
    const silent = type === 'endCall' || type === 'http' || this.#walk.pending !== null
    this.#tools = silent ? [] : toolsFor(this.#walk, this.#toolUse.offered)
    return sessionSettings(this.#walk, this.#tools, this.#format, this.#options.endpoint.voice)
  }
}

const CONFIRMATION_ASKED = 'The person is being asked to confirm it. Say nothing until you are told what they answered.'

const TOOL_ANSWERS: Record<CalledToolKind, string> = {
  unknown: 'There is no such tool at this step.',
  early: TOOL_REFUSAL_MESSAGES.not_answered,
  record: 'Recorded.',
  edge: 'Done. Go on with the step you are at now.',
  transfer: 'Done.',
  hang_up: 'Done.',
  do_not_call: 'Done.',
  tool: 'Done.',
}
