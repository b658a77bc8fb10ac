/**
 * One conversation's path through its workflow, for every brain: the state of `rules/walk-state.ts`, the rendered texts of the
 * step, and the part of them that a model may see.
 */
import type { Clock } from '../../kernel/clock.ts'
import type { LanguagePack } from '../../language/packs/pack.ts'
import { packOf } from '../../language/packs/packs.ts'
import { languageOfAnswer } from '../../language/rules/answered-language.ts'
import { readLanguageRequest } from '../../language/rules/language-request.ts'
import { isGreeting, utteranceKind } from '../../language/rules/utterance-kind.ts'
import { readYesNo } from '../../language/rules/yes-no.ts'
import type { AgentTool } from '../../tools/agent-tool.ts'
import type { ToolValues } from '../../tools/rules/tool-request.ts'
import { knownValues } from '../../workflows/rules/computed.ts'
import {
  collectOf,
  isSensitive,
  mayInterrupt,
  type SpokenPart,
  spokenParts,
  spokenText,
  startNodeOf,
  transitionRecordingOf,
  type WorkflowEdge,
  type WorkflowNode,
} from '../../workflows/rules/definition.ts'
import { type Exits, exitsOf, keysOf } from '../../workflows/rules/exits.ts'
import { render } from '../../workflows/rules/templates.ts'
import type { Conversation } from '../brain.ts'
import { answerExpectationOf } from '../rules/answer-expectation.ts'
import { chooseEdge } from '../rules/choose-edge.ts'
import { type DateReference, localTime } from '../rules/collect-values.ts'
import { dispositionOf } from '../rules/dispositions.ts'
import { spokenTextOf } from '../rules/fixed-phrases.ts'
import { quoteAsData } from '../rules/prompt-quoting.ts'
import { textFromQuestion } from '../rules/question-heard.ts'
import {
  correctedValueIn,
  isYesWithReadBackValue,
  type ReadBackValue,
  readBackQuestion,
  valueToReadBack,
} from '../rules/read-back.ts'
import type { AnswerExpectation, EdgeTaken, HeardTurn, WorkflowAction } from '../rules/turn.ts'
import { Utterance, WITHHELD } from '../rules/utterance.ts'
import {
  type AnswerProposal,
  type AnswerProposalContext,
  type AnswerProposalRefusal,
  type AnswerProposalVerdict,
  awaitAnswer,
  beginWorkflowWalk,
  type CallEndingAction,
  type Confirmation,
  confirmPending,
  countMissedAnswer,
  dropPendingConfirmation,
  enterStep,
  gatherValues,
  giveUpStep,
  interpretSpeech,
  isLowConfidence,
  isSameAnswer,
  judgeAnswerProposal,
  makeAnswerFinal,
  markDoubtful,
  type ProposedValue,
  planCallEnding,
  pressKeys,
  repeatQuestion,
  type SpeechInterpretation,
  sayQuestion,
  stepBack,
  type WorkflowWalkState,
} from '../rules/walk-state.ts'
import { WithheldValues } from '../rules/withheld-values.ts'

export interface WorkflowWalkOptions {
  clock: Clock
  /** UTC offset of the person's time zone, for "tomorrow". */
  timezoneOffsetMinutes?: number | undefined
  /** The step at which another brain had stopped; by default the workflow's start. */
  beginAt?: string | null | undefined
}

export class WorkflowWalk {
  readonly conversation: Conversation
  readonly pack: LanguagePack
  #state: WorkflowWalkState
  /** Confirmation questions as first asked, so that a repetition uses the same words. */
  readonly #asked = new WeakMap<AnswerProposal, string>()
  readonly #visited = new Set<WorkflowNode>()
  /** Whether an answer of the person led to the current step. */
  #agreed = false
  /** Whether the person's last words were a greeting or a question: a model may talk about them, but they have no effect. */
  #evaded = false

  readonly #options: WorkflowWalkOptions

  constructor(conversation: Conversation, options: WorkflowWalkOptions) {
    const { nodes } = conversation.definition
    const { beginAt } = options
    const first = nodes.find(({ id }) => id === beginAt) ?? startNodeOf(conversation.definition)
    if (first === undefined) throw new Error('the workflow has no start node')
    this.conversation = conversation
    this.#options = options
    this.pack = packOf(conversation.definition.settings?.language)
    this.#state = beginWorkflowWalk(first)
  }

  get state(): WorkflowWalkState {
    return this.#state
  }

  get node(): WorkflowNode {
    return this.#state.node
  }

  /** Steps in the order of their first visit. */
  get visited(): readonly WorkflowNode[] {
    return [...this.#visited]
  }

  get gathered(): Readonly<Record<string, string>> {
    return { ...this.conversation.gathered, ...this.#state.gathered }
  }

  enter(node: WorkflowNode): void {
    this.#state = enterStep(this.#state, node)
    this.#visited.add(node)
  }

  /** Yields the acts on reaching the current step, before its words. */
  *arrive(via?: EdgeTaken): Generator<WorkflowAction> {
    const { node } = this
    yield { kind: 'enter', nodeId: node.id, nodeName: this.name, ...(via ? { via } : {}) }
    if (node.type !== 'endCall') return
    if (node.data.do_not_call === true) yield { kind: 'do_not_call', ends: false }
    if (node.data.call_back) yield { kind: 'call_back', at: this.render(node.data.call_back) }
  }

  said(): void {
    this.#state = sayQuestion(this.#state)
  }

  awaitAnswer(): void {
    this.#state = awaitAnswer(this.#state)
  }

  /** Judges how the person's words are treated. `words`: if already known. */
  hear(
    turn: Pick<HeardTurn, 'questionHeard' | 'continues' | 'confidence'> & { words?: Utterance },
  ): SpeechInterpretation {
    const { state, hearing } = interpretSpeech(this.#state, turn)
    this.#state = state
    this.#evaded = turn.words?.judge((text) => this.#evades(text)) ?? this.#evades('')
    return hearing
  }

  pressed(): void {
    this.#evaded = false
    this.#state = pressKeys(this.#state)
  }

  /**
   * Judges a proposal. `confirmed`: the person's own act counts as a yes, like a key for any edge that is not marked as consent.
   */
  propose(proposal: AnswerProposal, confirmed = false): AnswerProposalVerdict {
    const isConsent = proposal.edge?.data.consent === true
    const question = !confirmed || isConsent ? this.confirmQuestion(proposal) : ''
    const asksBefore = question !== ''
    if (asksBefore) this.#asked.set(proposal, question)
    const verdict = judgeAnswerProposal(this.#state, proposal, this.#rules(asksBefore))
    this.#state = verdict.state
    if (verdict.kind === 'take') this.#agreed = verdict.state.question === 'answered' && !this.#evaded
    return verdict
  }

  #rules(asksBefore: boolean): AnswerProposalContext {
    const { definition, tools } = this.conversation
    const acts = (node: WorkflowNode) => node.type === 'http' && tools?.find(node.data.tool_uuid)?.acts === true
    return { definition, asksBefore, acts }
  }

  /** Why this proposal would be refused; null if it would be taken, or confirmed first. */
  refusal(proposal: AnswerProposal): AnswerProposalRefusal | null {
    const verdict = judgeAnswerProposal(this.#state, proposal, this.#rules(false))
    return verdict.kind === 'refuse' ? verdict.why : null
  }

  /** The confirmation question for this proposal; empty if it needs none. It may contain the value just given. */
  confirmQuestion(proposal: AnswerProposal): string {
    const asked = this.#asked.get(proposal)
    if (asked !== undefined) return asked
    const confirm = proposal.edge?.data.confirm ?? ''
    const given = Object.fromEntries(proposal.values.map(({ name, value }) => [name, value]))
    const ownQuestion = spokenTextOf(this.conversation, { ...this.gathered, ...given }, confirm)
    const saidBack = this.#saidBack(proposal)
    if (saidBack === null) return ownQuestion
    return readBackQuestion(saidBack, { confirm, asked: ownQuestion }, this.pack, localTime(this.today()))
  }

  #saidBack({ values }: AnswerProposal): ReadBackValue | null {
    return valueToReadBack(this.node, values, this.gathered, this.#state.confidence)
  }

  /**
   * A correction of the value that was read back, as a new proposal, which is read back again; null if the words do not correct
   * it.
   */
  correction(text: string): AnswerProposal | null {
    const { pending } = this
    const collect = collectOf(this.node)
    const given = pending?.values.find(({ name }) => name === collect?.variable)
    if (!pending || !collect || !given || pending.edge?.data.consent || this.#state.question !== 'answered') return null
    const value = correctedValueIn(text, { collect, value: given.value }, this.today())
    if (value === null) return null
    const { confidence } = this.#state
    this.dropPending()
    this.hear({ questionHeard: true, continues: false, confidence })
    const edge = chooseEdge(this.ways.choices, { digits: value }).edge ?? pending.edge
    return { edge, values: [{ name: given.name, value }], because: 'value', score: null }
  }

  /** The last question as spoken, because a yes may repeat its words. */
  get question(): string {
    return this.pending === null ? this.spoken : this.confirmQuestion(this.pending)
  }

  /** The reference date for words such as "tomorrow", and the repeated question. */
  today(): DateReference {
    const { clock, timezoneOffsetMinutes = 0 } = this.#options
    return { instant: new Date(clock.now()), timezoneOffsetMinutes, pack: this.pack, question: this.question }
  }

  get pending(): AnswerProposal | null {
    return this.#state.pending
  }

  confirm(answer: 'yes' | 'no' | null): Confirmation {
    const result = confirmPending(this.#state, answer)
    this.#state = result.state
    if (result.kind === 'take') this.#agreed = true
    return result
  }

  /** Comes before the question of a confirmation: its sensitive values are withheld, and consent for a marked edge is reported. */
  *askingConfirmation(): Generator<WorkflowAction> {
    const { pending } = this
    for (const { value } of this.#sensitivePending) yield { kind: 'withhold', value }
    if (pending?.edge?.data.consent !== true) return
    yield { kind: 'consent_asked', edgeId: pending.edge.id, question: this.confirmQuestion(pending) }
  }

  /** Reports how consent was answered; nothing while the question is still open. */
  *answeringConsent(asked: AnswerProposal | null, result: Confirmation, answer: Utterance): Generator<WorkflowAction> {
    if (asked?.edge?.data.consent !== true || result.kind === 'ask_again') return
    yield { kind: 'consent_answered', edgeId: asked.edge.id, given: result.kind === 'take', answer: answer.shown }
  }

  /** Keys as an answer: at a sensitive step they may be the number itself, typed once more. */
  pressedAnswer(digits: string): Utterance {
    return new Utterance(`(pressed ${digits})`, { isWithheld: isSensitive(this.node) })
  }

  /** Reads a yes or no; a greeting or a question by the person is never a yes. */
  readConsent(text: string): 'yes' | 'no' | null {
    const answer = readYesNo(text, this.pack, this.question)
    const evades = this.#evades(text)
    if (evades && answer === 'yes') return null
    return answer === null && !evades && this.#repeatsPending(text) ? 'yes' : answer
  }

  /**
   * The language that these words ask for, or in which they are said; null if they choose an edge of the step, or if there is no
   * such language among those offered.
   */
  languageRequestIn(text: string): { language: string; because: 'asked' | 'answered' } | null {
    const { otherLanguages = [] } = this.conversation
    if (otherLanguages.length === 0 || this.#state.ending !== null) return null
    const asked = readLanguageRequest(text, otherLanguages)
    const language = asked ?? this.#answeredLanguage(text, otherLanguages)
    if (language === null) return null
    if (chooseEdge(this.ways.choices, { transcript: text }, this.pack, this.question).edge !== null) return null
    return { language, because: asked === null ? 'answered' : 'asked' }
  }

  /** A step that collects free text is left out: names and addresses are in any language. */
  #answeredLanguage(text: string, offered: readonly string[]): string | null {
    if (this.conversation.detectsLanguage !== true || isSensitive(this.node)) return null
    if (collectOf(this.node)?.kind === 'text') return null
    return languageOfAnswer(text, { own: this.pack.tag, offered })
  }

  #evades(text: string): boolean {
    return isGreeting(text, this.pack) || utteranceKind(text, this.pack) === 'asks_back'
  }

  #repeatsPending(text: string): boolean {
    const collect = collectOf(this.node)
    const given = this.pending?.values.find(({ name }) => name === collect?.variable)
    return (
      collect !== null &&
      given !== undefined &&
      isYesWithReadBackValue(text, { collect, value: given.value }, this.today())
    )
  }

  /** Whether a key confirms the pending proposal: it does if it means the same, not if it gives another value. */
  keyConfirms(edge: WorkflowEdge | null, values: readonly ProposedValue[]): boolean {
    const { pending } = this
    if (pending === null || edge === null || edge.id !== pending.edge?.id) return false
    return isSameAnswer({ ...pending, values }, pending)
  }

  /** Whether these words, said over the last words of the call, withdraw the decision. */
  takesBack(text: string): boolean {
    return readYesNo(text, this.pack) === 'no' || utteranceKind(text, this.pack) === 'hold_on'
  }

  dropPending(): void {
    this.#state = dropPendingConfirmation(this.#state)
  }

  /** Counts an answer that was not understood; true if the step is to be given up. */
  miss(): boolean {
    const { state, giveUp } = countMissedAnswer(this.#state)
    this.#state = state
    return giveUp
  }

  /** Counts a repetition of the question at this step, and returns the count. */
  repeat(): number {
    this.#state = repeatQuestion(this.#state)
    return this.#state.repeats
  }

  /** Stores incomplete digits; more must come. */
  keepPartial(words: Utterance | null): void {
    this.#state = { ...this.#state, partial: words }
  }

  giveUp(): void {
    this.#agreed = false
    this.#state = giveUpStep(this.#state)
  }

  end(ending: CallEndingAction): CallEndingAction {
    this.#state = planCallEnding(this.#state, ending)
    return ending
  }

  /** Returns to the step whose answer led here, to judge words there. The returned function undoes that. */
  stepBack(confidence: number): () => void {
    const here = this.#state
    this.#state = stepBack(here, confidence)
    return () => {
      this.#state = here
    }
  }

  get ways(): Exits {
    return exitsOf(this.conversation.definition, this.node.id)
  }

  get mayInterrupt(): boolean {
    return mayInterrupt(this.node, this.conversation.definition.settings)
  }

  get name(): string {
    return stepNameOf(this.node)
  }

  get disposition(): string {
    return dispositionOf(this.name)
  }

  target(edge: WorkflowEdge): WorkflowNode | null {
    return this.conversation.definition.nodes.find((node) => node.id === edge.target) ?? null
  }

  /** Reports values that were accepted. Whether one is sensitive is decided by its variable, not by who asks. */
  *gathering(values: readonly ProposedValue[]): Generator<WorkflowAction> {
    const sensitive = this.#sensitive
    for (const { name, value } of values)
      yield { kind: 'gather', name, value, ...(sensitive.has(name) ? { sensitive: true } : {}) }
  }

  gather(name: string, value: string): void {
    this.#state = gatherValues(this.#state, [{ name, value }])
  }

  render(text: string): string {
    return spokenTextOf(this.conversation, this.gathered, text)
  }

  /** The text with sensitive values replaced, for a model. */
  withheldIn(heard: string): string {
    const withheld = new WithheldValues()
    for (const [name, value] of Object.entries(this.gathered)) {
      if (this.#sensitive.has(name)) withheld.add(value, WITHHELD)
    }
    for (const { value } of this.#sensitivePending) withheld.add(value, WITHHELD)
    return withheld.inHeard(heard)
  }

  /** Sensitive values that wait for their confirmation. */
  get #sensitivePending(): readonly ProposedValue[] {
    const sensitive = this.#sensitive
    return this.pending?.values.filter(({ name }) => sensitive.has(name)) ?? []
  }

  /** Why a tool that acts is not called at the current step; null if it may be. `byModel`: the model chose the moment. */
  toolRefusal(tool: Pick<AgentTool, 'acts' | 'uuid' | 'name'>, byModel: boolean): AnswerProposalRefusal | null {
    if (!tool.acts) return null
    if (!byModel) return this.#agreed ? null : this.#state.someoneActed ? 'not_answered' : 'nobody_spoke'
    const anything = [{ name: '', value: '' }]
    const refusal = this.refusal({ edge: null, values: anything, because: 'model', score: null })
    if (refusal !== null) return refusal
    if (this.#evaded) return 'not_answered'
    return isLowConfidence(this.#state, doubtIdOf(tool)) ? 'unsure' : null
  }

  /** Words with low confidence do not trigger this tool: the question is open again. */
  doubtTool(tool: Pick<AgentTool, 'uuid' | 'name'>): void {
    this.#state = markDoubtful(this.#state, doubtIdOf(tool))
  }

  /** Records that a tool that acts was called: going back before it would call it twice. */
  acted(): void {
    this.#state = makeAnswerFinal(this.#state)
  }

  /** The values that a tool may see: everything except sensitive values. */
  knownToTools(): Pick<ToolValues, 'variables' | 'gathered'> {
    const { definition, variables } = this.conversation
    const sensitive = this.#sensitive
    const gathered = Object.fromEntries(Object.entries(this.gathered).filter(([name]) => !sensitive.has(name)))
    return { variables: knownValues(definition, variables, gathered), gathered }
  }

  /** Renders a text for a model: line breaks are kept, and texts of third parties are marked as such. */
  renderPrompt(text: string): string {
    return render(text, this.#knownToModels, { written: quoteAsData, language: this.#language }).text.trim()
  }

  get #language(): string | null | undefined {
    return this.conversation.definition.settings?.language
  }

  get #knownToModels(): Record<string, string> {
    const { definition, variables } = this.conversation
    return knownValues(definition, variables, this.gatheredForModels)
  }

  /** Gathered values without those of sensitive steps. */
  get gatheredForModels(): Record<string, string> {
    const sensitive = this.#sensitive
    const entries = Object.entries(this.gathered)
    return Object.fromEntries(entries.map(([name, value]) => [name, sensitive.has(name) ? WITHHELD : value]))
  }

  get #sensitive(): Set<string | undefined> {
    const { nodes } = this.conversation.definition
    return new Set(nodes.filter(isSensitive).map((node) => collectOf(node)?.variable))
  }

  /** The fixed text of this step; empty if it has none. */
  get spoken(): string {
    return this.render(spokenText(this.node))
  }

  /** The fixed text in parts that are played or spoken. */
  get spokenParts(): SpokenPart[] {
    return spokenParts(this.node)
      .map((part) => ({ ...part, text: this.render(part.text) }))
      .filter(({ text }) => text !== '')
  }

  /** The parts that are repeated. A recording is played as a whole, because the position of its question is unknown. */
  get questionParts(): SpokenPart[] {
    const parts = this.spokenParts
    if (parts.some(({ recordingId }) => recordingId !== null)) return parts.slice(-1)
    const prompt = parts.map(({ text }) => text).join(' ')
    return [{ text: textFromQuestion(prompt, this.ways.choices.flatMap(keysOf), this.pack), recordingId: null }]
  }

  /** The fixed text as a model may see it. */
  get spokenToModels(): string {
    return this.#renderToModels(spokenText(this.node))
  }

  /** The text spoken when this edge is taken. */
  transition(edgeId: string | undefined): SpokenPart[] {
    const edge = this.conversation.definition.edges.find(({ id }) => id === edgeId)
    const text = this.render(this.#transitionOf(edgeId))
    return edge === undefined || text === '' ? [] : [{ text, recordingId: transitionRecordingOf(edge) }]
  }

  /** The text of `transition` as a model may see it. */
  transitionForModel(edgeId: string | undefined): string {
    return this.#renderToModels(this.#transitionOf(edgeId))
  }

  #transitionOf(edgeId: string | undefined): string {
    return this.conversation.definition.edges.find(({ id }) => id === edgeId)?.data.transition_speech ?? ''
  }

  #renderToModels(text: string): string {
    return spokenTextOf(this.conversation, this.gatheredForModels, text)
  }

  get expectation(): AnswerExpectation {
    const expected = answerExpectationOf(this.node, this.ways, this.conversation.definition.settings)
    return this.pending === null ? expected : { ...expected, answer: 'yes_no' }
  }
}

const doubtIdOf = ({ uuid, name }: Pick<AgentTool, 'uuid' | 'name'>) => `tool ${uuid} ${name}`

export function stepNameOf(node: WorkflowNode): string {
  return (node.data.name ?? '').trim() || node.id
}
