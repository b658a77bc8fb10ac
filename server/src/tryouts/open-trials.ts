/** All try-out conversations of this node: limited in number, and dropped after some time without input. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { WebSocket } from 'ws'
import type { Brain, Conversation } from '../agent/brain.ts'
import { openBrainFor, standardSentencesOf } from '../agent/brains/open-brain.ts'
import { ConversationTools } from '../agent/conversation-tools.ts'
import type { TranscriptLine } from '../agent/journal.ts'
import type { CallAudioParts } from '../agent/open-agents.ts'
import type { SocketHandler } from '../http/socket-endpoints.ts'
import type { Clock, Timer } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import { seededRng } from '../kernel/rng.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { AgentKnowledge } from '../knowledge/agent-knowledge.ts'
import type { ChatEndpoint } from '../models/chat-model.ts'
import { chatEndpoint, chooseBrain } from '../models/choose-model.ts'
import { isBrainSetUp, openSettings } from '../models/settings.ts'
import type { RecordedAudio } from '../recorded-audio/load-recordings.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { type Dialogue, type DialogueFailure, endFailures, stepFailures } from '../workflows/rules/dialogue.ts'
import { scriptProblems } from '../workflows/rules/script-problems.ts'
import { TrialConversation, type TrialUpdate } from './conversation.ts'
import { listenToSimulatedPerson, talkByMicrophone } from './microphone.ts'
import { type TrialInput, trialInputOf } from './person-input.ts'
import type { SimulatedPeople } from './simulated-people.ts'

export const OPEN_TRIAL_LIMITS = {
  perOrganizationMax: 10,
  perNodeMax: 100,
  /** Limit of conversations by microphone, which cost as much as calls. */
  talkingMax: 4,
  idleMs: 15 * 60_000,
  /** A microphone must connect within this time. */
  microphoneWithinMs: 60_000,
  longestTalkMs: 10 * 60_000,
} as const

export interface OpenTrialsDeps {
  clock: Clock
  log: Log
  secrets: SecretBox
  egress: Egress
  people: SimulatedPeople
  audio(): Promise<CallAudioParts>
}

/** The workflow to try, and its organization. */
export interface TrialWorkflow {
  organizationId: number
  modelSettings: unknown
  definition: WorkflowDefinition
  variables: Readonly<Record<string, string>>
  timezone: string
  /** Tools that send nothing: their answers are the examples. */
  tools?: readonly AgentTool[]
  /** Documents for look-ups by the model. */
  knowledge?: AgentKnowledge
  /** Recordings that replace spoken texts. */
  recorded?: RecordedAudio
  /** The simulated person who answers, if there is one. */
  person?: string | undefined
}

/** A fixed seed: the same person says the same words each time, so that two wordings of a workflow can be compared. */
const SAME_PERSON = 14

export interface DialogueResult {
  passed: boolean
  failures: DialogueFailure[]
  transcript: Pick<TranscriptLine, 'who' | 'text' | 'heard' | 'node'>[]
  disposition: string | null
  gathered: Record<string, string>
}

interface Entry {
  organizationId: number
  attempted: TrialWorkflow
  conversation: TrialConversation | null
  /** Single-use token that opens the microphone. */
  token: string | null
  talking: boolean
  /** Queue that processes inputs one after the other. */
  inOrder: Promise<unknown>
  expiry: Timer
  expiresAtMs: number
}

export class OpenTrials {
  readonly #deps: OpenTrialsDeps
  readonly #entries = new Map<string, Entry>()

  constructor(deps: OpenTrialsDeps) {
    this.#deps = deps
  }

  /** Begins a conversation by text. */
  async open(
    attempted: TrialWorkflow,
    hello: string | null,
  ): Promise<{ id: string; expiresAtMs: number; news: TrialUpdate }> {
    this.#requireRoom(attempted.organizationId)
    const conversation = this.#converse(attempted)
    const id = this.#keep(attempted, { conversation, token: null, aliveMs: OPEN_TRIAL_LIMITS.idleMs })
    const entry = this.#entries.get(id) as Entry
    const beginning = conversation.begin(hello)
    entry.inOrder = beginning
    return { id, expiresAtMs: entry.expiresAtMs, news: await beginning }
  }

  /** Runs a whole conversation with a simulated person; nothing is kept. */
  async watch(attempted: TrialWorkflow & { person: string }): Promise<TrialUpdate> {
    this.#requireRoom(attempted.organizationId)
    const conversation = this.#converse(attempted)
    const id = this.#keep(attempted, { conversation, token: null, aliveMs: OPEN_TRIAL_LIMITS.longestTalkMs })
    try {
      return await conversation.meet(this.#deps.people.script(attempted.person, seededRng(SAME_PERSON)))
    } finally {
      this.#forget(id)
    }
  }

  /** Prepares a conversation and waits for a microphone, or for a listener. */
  openForMicrophone(attempted: TrialWorkflow): { id: string; expiresAtMs: number; token: string } {
    this.#requireRoom(attempted.organizationId)
    this.#requireSpeakable(attempted)
    const token = randomBytes(24).toString('base64url')
    const id = this.#keep(attempted, { conversation: null, token, aliveMs: OPEN_TRIAL_LIMITS.microphoneWithinMs })
    return { id, token, expiresAtMs: (this.#entries.get(id) as Entry).expiresAtMs }
  }

  async say(
    organizationId: number,
    id: string,
    input: TrialInput,
  ): Promise<{ expiresAtMs: number; news: TrialUpdate }> {
    const entry = this.#find(organizationId, id)
    const { conversation } = entry
    if (conversation === null) throw new ApiError('try_not_found')
    this.#stayAlive(id, entry, OPEN_TRIAL_LIMITS.idleMs)
    const news = entry.inOrder.then(() => conversation.take(input))
    entry.inOrder = news.catch(() => {})
    return { expiresAtMs: entry.expiresAtMs, news: await news }
  }

  end(organizationId: number, id: string): void {
    this.#find(organizationId, id)
    this.#forget(id)
  }

  /** Handler for a connection with the right token; null if none is expected. */
  microphone(id: string, token: string): SocketHandler | null {
    const entry = this.#entries.get(id)
    if (!entry?.token || !sameText(entry.token, token)) return null
    const talking = [...this.#entries.values()].filter((each) => each.talking).length
    if (talking >= OPEN_TRIAL_LIMITS.talkingMax) return null
    entry.token = null
    entry.talking = true
    this.#stayAlive(id, entry, OPEN_TRIAL_LIMITS.longestTalkMs + OPEN_TRIAL_LIMITS.microphoneWithinMs)
    return (socket) => this.#talk(id, entry, socket)
  }

  /** Runs a stored dialogue from beginning to end. */
  async hold(attempted: TrialWorkflow, dialogue: Dialogue): Promise<DialogueResult> {
    const conversation = this.#converse(attempted)
    try {
      let news = await conversation.begin(dialogue.answers_with)
      const failures: DialogueFailure[] = []
      for (const [index, step] of dialogue.steps.entries()) {
        if (conversation.isOver) {
          failures.push({ step: index + 1, message: 'The conversation was over before this step.' })
          break
        }
        news = await conversation.take(trialInputOf(step))
        const said = news.said.filter(({ who }) => who === 'agent').map(({ text }) => text)
        failures.push(...stepFailures(step, index + 1, { node: news.node, said: said.join(' ') }))
      }
      failures.push(...endFailures(dialogue, news))
      const { disposition, gathered } = news
      const transcript = conversation.transcript.map(({ who, text, heard, node }) => ({ who, text, heard, node }))
      return { passed: failures.length === 0, failures, transcript, disposition, gathered }
    } finally {
      conversation.close()
    }
  }

  /** Runs a whole conversation that `drive` leads, for internal use. */
  async talk<T>(attempted: TrialWorkflow, drive: (conversation: TrialConversation) => Promise<T>): Promise<T> {
    const conversation = this.#converse(attempted)
    try {
      return await drive(conversation)
    } finally {
      conversation.close()
    }
  }

  /** The simulated people who can be chosen. */
  get people(): SimulatedPeople {
    return this.#deps.people
  }

  /** Whether a model leads the conversation, and the organization's chat model, if it has one. */
  modelsFor(attempted: TrialWorkflow): { isLedByModel: boolean; chat: ChatEndpoint | null } {
    const { organizationId, definition, modelSettings } = attempted
    const settings = openSettings(modelSettings, this.#deps.secrets, organizationId)
    const { brain, model } = chooseBrain(settings, definition)
    const named = brain === 'pipeline' ? model : null
    const isThere = isBrainSetUp(settings, 'pipeline', named)
    const chat = isThere ? chatEndpoint(settings, named, this.#deps.egress.of(organizationId)) : null
    return { isLedByModel: brain !== 'script', chat }
  }

  close(): void {
    for (const id of [...this.#entries.keys()]) this.#forget(id)
  }

  #converse(attempted: TrialWorkflow): TrialConversation {
    const { organizationId, definition, variables, modelSettings } = attempted
    this.#requireSpeakable(attempted)
    const { clock, log, secrets } = this.#deps
    const sentences = standardSentencesOf(
      openSettings(modelSettings, secrets, organizationId),
      definition.settings?.language,
    )
    const openBrain = (conversation: Conversation) => {
      const brain = this.#brain(attempted, conversation)
      if (brain.kind === 'words') return brain
      brain.close()
      throw new ApiError('try_needs_a_microphone')
    }
    return new TrialConversation({ definition, variables, nowMs: clock.now(), log, sentences, openBrain })
  }

  #brain(
    { organizationId, modelSettings, timezone, tools, knowledge }: TrialWorkflow,
    conversation: Conversation,
  ): Brain {
    const withTools = {
      ...conversation,
      tools: new ConversationTools(tools ?? [], () => {}),
      ...(knowledge ? { knowledge } : {}),
    }
    return openBrainFor(this.#deps)(withTools, { organizationId, modelSettings, timezone })
  }

  /** Throws for a workflow with which no campaign could start. */
  #requireSpeakable(attempted: TrialWorkflow): void {
    const problems = scriptProblems(attempted.definition)
    if (problems.length === 0) return
    const settings = openSettings(attempted.modelSettings, this.#deps.secrets, attempted.organizationId)
    if (chooseBrain(settings, attempted.definition).brain !== 'script') return
    const nodes = problems.map((problem) => problem.id).join(', ')
    const { message } = new ApiError('workflow_needs_a_model')
    throw new ApiError('workflow_needs_a_model', { message: `${message} Nodes: ${nodes}.` })
  }

  async #talk(id: string, { attempted }: Entry, socket: WebSocket): Promise<void> {
    const { clock, log } = this.#deps
    try {
      const { speechOf, openGate, openResampler } = await this.#deps.audio()
      // Loading speech takes seconds. A browser that left in the meantime would keep its slot until the longest conversation is
      // over.
      if (socket.readyState !== socket.OPEN) return
      const options = {
        clock,
        log,
        definition: attempted.definition,
        variables: attempted.variables,
        recorded: attempted.recorded,
        brain: (conversation: Conversation) => this.#brain(attempted, conversation),
        speech: speechOf(attempted),
        openGate,
        openResampler,
        longestMs: OPEN_TRIAL_LIMITS.longestTalkMs,
      }
      const { person } = attempted
      if (person === undefined) await talkByMicrophone(socket, options)
      else await listenToSimulatedPerson(socket, options, (moment) => this.#deps.people.meet(person, moment))
    } catch (error) {
      log.warn({ err: error, organization_id: attempted.organizationId }, 'failed to run a trial conversation by voice')
      socket.close(1011)
    } finally {
      this.#forget(id)
    }
  }

  #requireRoom(organizationId: number): void {
    const own = [...this.#entries.values()].filter((entry) => entry.organizationId === organizationId)
    if (own.length >= OPEN_TRIAL_LIMITS.perOrganizationMax || this.#entries.size >= OPEN_TRIAL_LIMITS.perNodeMax) {
      throw new ApiError('too_many_tries')
    }
  }

  #keep(
    attempted: TrialWorkflow,
    { conversation, token, aliveMs }: Pick<Entry, 'conversation' | 'token'> & { aliveMs: number },
  ): string {
    const id = randomBytes(18).toString('base64url')
    const { clock } = this.#deps
    const entry: Entry = {
      organizationId: attempted.organizationId,
      attempted,
      conversation,
      token,
      talking: false,
      inOrder: Promise.resolve(),
      expiry: clock.after(aliveMs, () => this.#forget(id)),
      expiresAtMs: clock.now() + aliveMs,
    }
    this.#entries.set(id, entry)
    return id
  }

  #stayAlive(id: string, entry: Entry, aliveMs: number): void {
    const { clock } = this.#deps
    entry.expiry.cancel()
    entry.expiry = clock.after(aliveMs, () => this.#forget(id))
    entry.expiresAtMs = clock.now() + aliveMs
  }

  #find(organizationId: number, id: string): Entry {
    const entry = this.#entries.get(id)
    if (entry?.organizationId !== organizationId) throw new ApiError('try_not_found')
    return entry
  }

  #forget(id: string): void {
    const entry = this.#entries.get(id)
    this.#entries.delete(id)
    entry?.expiry.cancel()
    entry?.conversation?.close()
  }
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
