import type { Clock } from '../../kernel/clock.ts'
import type { LanguagePack } from '../../language/packs/pack.ts'
import { packOf } from '../../language/packs/packs.ts'
import type { Sentences } from '../../language/rules/sentences.ts'
import { readDigits } from '../../language/rules/spoken-digits.ts'
import { greets, utteranceKind } from '../../language/rules/utterance-kind.ts'
import { readYesNo } from '../../language/rules/yes-no.ts'
import {
  type Collect,
  collectOf,
  isSensitive,
  keysToSend,
  mayInterrupt,
  spokenText,
  startNodeOf,
  type WorkflowEdge,
  type WorkflowNode,
} from '../../workflows/rules/definition.ts'
import { scriptListens, type WaysOut, waysOut } from '../../workflows/rules/ways-out.ts'
import type { Conversation, WordBrain } from '../brain.ts'
import { type Choice, chooseEdge } from '../rules/choose-edge.ts'
import { collectValue, type Heard } from '../rules/collect-values.ts'
import { DISPOSITIONS, dispositionOf } from '../rules/dispositions.ts'
import { expectationOf } from '../rules/expectation.ts'
import { fromQuestionOn } from '../rules/question-heard.ts'
import { saidIn } from '../rules/said-in.ts'
import type { Act, EdgeReason, EdgeTaken, HeardTurn, Turn, Unclear } from '../rules/turn.ts'
import { TURN_TAKING } from '../rules/turn-taking.ts'

export const SCRIPT = {
  /** A workflow may lead in circles; no conversation needs so many steps. */
  mostSteps: 60,
  /** A person is asked again so often before `no_match` is taken. */
  askAgainTimes: 2,
  /** A step is repeated so often because it was interrupted by nothing that could be understood. */
  mostRepeats: 3,
} as const

export interface ScriptOptions {
  clock: Clock
  sentences?: Sentences
  /** Of the conversation's language; by default the workflow's. */
  pack?: LanguagePack
  /** Of the person's place, for "tomorrow". */
  timezoneOffsetMinutes?: number
  /** The step a conversation goes on at which somebody else had begun; by default the workflow's start. */
  beginAt?: string | null
}

/** What words or keys mean at a step. */
interface Meaning {
  edge: WorkflowEdge | null
  value: { variable: string; value: string } | null
  because: EdgeReason
  score: number | null
}

/** Where the script stands. Kept as a whole, so that words which turn out to go on can take a step back. */
interface Position {
  node: WorkflowNode | undefined
  gathered: Readonly<Record<string, string>>
  misses: number
  repeats: number
  /** Taken only if the person says yes to it. */
  unconfirmed: Meaning | null
  /** Digits of which more must come. */
  partial: string
}

const NOWHERE: Position = { node: undefined, gathered: {}, misses: 0, repeats: 0, unconfirmed: null, partial: '' }

/**
 * Follows the workflow by rote: says what is written, listens, and goes on by the edge whose key was pressed or whose
 * examples the words resemble. It understands no free wording and follows no conditions; those need a language model.
 */
export class ScriptBrain implements WordBrain {
  readonly kind = 'words'
  readonly #conversation: Conversation
  readonly #options: ScriptOptions
  readonly #sentences: Sentences
  readonly #pack: LanguagePack
  #at: Position = NOWHERE
  /** Before the last words were taken, and what they were taken for. */
  #before: { at: Position; meant: Meaning } | null = null
  #steps = 0

  constructor(conversation: Conversation, options: ScriptOptions) {
    this.#conversation = conversation
    this.#options = options
    this.#pack = options.pack ?? packOf(conversation.definition.settings?.language)
    this.#sentences = options.sentences ?? this.#pack.sentences
  }

  async *answer(turn: Turn, signal: AbortSignal): AsyncGenerator<Act> {
    for (const act of this.#acts(turn)) {
      if (signal.aborted) return
      yield act
    }
  }

  close(): void {}

  *#acts(turn: Turn): Generator<Act> {
    switch (turn.kind) {
      case 'started':
        return yield* this.#enter(this.#first())
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

  #first(): WorkflowNode | undefined {
    const { definition } = this.#conversation
    return definition.nodes.find((node) => node.id === this.#options.beginAt) ?? startNodeOf(definition)
  }

  /** Speaks at this node and goes on until somebody has to answer or the call ends. */
  *#enter(first: WorkflowNode | undefined, through?: EdgeTaken): Generator<Act> {
    let via = through
    for (let node = first; node !== undefined; ) {
      if (++this.#steps > SCRIPT.mostSteps) return yield* this.#end(this.#sentences.farewell, DISPOSITIONS.loop)
      this.#at = { ...NOWHERE, node, gathered: this.#at.gathered }
      yield entering(node, via)
      if (node.type === 'endCall' && node.data.do_not_call === true) yield { kind: 'do_not_call', ends: false }
      if (node.type === 'endCall' && node.data.call_back) {
        yield { kind: 'call_back', at: this.#rendered(node.data.call_back) }
      }
      yield* this.#transition(node, via)
      const keys = this.#rendered(keysToSend(node))
      if (keys !== '') yield { kind: 'send_keys', keys }
      yield* this.#say(node)
      if (node.type === 'endCall') return yield { kind: 'hang_up', disposition: dispositionOf(node.data.name ?? '') }
      if (node.type === 'transfer') {
        return yield { kind: 'transfer', destination: this.#rendered(node.data.destination) }
      }
      const ways = this.#ways(node)
      if (scriptListens(node, ways)) return yield this.#listen(node)
      via = ways.plain === null ? undefined : taken(ways.plain, 'only_way')
      node = this.#target(ways.plain)
    }
    yield { kind: 'hang_up', disposition: DISPOSITIONS.completed }
  }

  *#transition(node: WorkflowNode, via: EdgeTaken | undefined): Generator<Act> {
    const edge = this.#conversation.definition.edges.find(({ id }) => id === via?.edgeId)
    const text = this.#rendered(edge?.data.transition_speech ?? '')
    if (text !== '') yield { kind: 'say', text, interruptible: this.#mayInterrupt(node) }
  }

  *#say(node: WorkflowNode): Generator<Act> {
    const text = this.#rendered(spokenText(node))
    if (text !== '') yield { kind: 'say', text, interruptible: this.#mayInterrupt(node) }
  }

  *#heard(turn: HeardTurn): Generator<Act> {
    if (turn.continues && this.#before !== null) return yield* this.#heardOn(turn.text, this.#before)
    // Whoever has not heard the question has not answered it: it is put to them.
    if (!turn.questionHeard) {
      if (turn.interrupted !== null) return yield { kind: 'go_on' }
      return yield* this.#repeat('question')
    }
    const text = `${this.#at.partial} ${turn.text}`.trim()
    const kind = utteranceKind(text, this.#pack)
    const meant = this.#meaning({ transcript: text })
    if (meant !== null) return yield* this.#take(meant)
    if (this.#at.unconfirmed !== null) return yield* this.#notConfirmed(text)
    // "Hello?" and "who is this?": nobody failed to understand anybody.
    if (kind === 'opening' || kind === 'asks_back') return yield* this.#repeat(kind === 'opening' ? 'question' : 'all')
    if (this.#isPartial(text)) return yield* this.#waitForMore(text)
    yield* this.#miss(this.#whyUnclear({ transcript: text }), text)
  }

  /** Words that went on before what followed from them was heard: taken together they may mean something else. */
  *#heardOn(text: string, before: { at: Position; meant: Meaning }): Generator<Act> {
    const here = this.#at
    this.#at = before.at
    const meant = this.#meaning({ transcript: text })
    if (meant !== null && sameMeaning(meant, before.meant)) {
      this.#at = here
      return yield { kind: 'go_on' }
    }
    // Back at that step, also for those who keep nothing of what is said there.
    if (this.#at.node !== undefined && this.#at.node !== here.node) yield entering(this.#at.node, undefined)
    if (meant !== null) return yield* this.#take(meant)
    this.#before = null
    yield* this.#miss(this.#whyUnclear({ transcript: text }), text)
  }

  *#pressed(digits: string): Generator<Act> {
    this.#before = null
    const meant = this.#choice({ digits })
    if (meant === null) return yield* this.#miss(this.#whyUnclear({ digits }))
    yield* this.#follow(meant)
  }

  /** Follows what was meant, or first asks whether it was. */
  *#take(meant: Meaning): Generator<Act> {
    const { node, unconfirmed } = this.#at
    this.#before = { at: this.#at, meant }
    const confirm = this.#rendered(meant.edge?.data.confirm ?? '')
    if (confirm === '' || unconfirmed !== null || node === undefined) return yield* this.#follow(meant)
    this.#at = { ...this.#at, unconfirmed: meant, partial: '' }
    yield { kind: 'new_question' }
    yield { kind: 'say', text: confirm, interruptible: this.#mayInterrupt(node) }
    yield this.#listen(node)
  }

  *#follow({ edge, value, because, score }: Meaning): Generator<Act> {
    if (value !== null) {
      this.#at = { ...this.#at, gathered: { ...this.#at.gathered, [value.variable]: value.value } }
      const sensitive = isSensitive(this.#at.node)
      yield { kind: 'gather', name: value.variable, value: value.value, ...(sensitive ? { sensitive } : {}) }
    }
    const target = this.#target(edge)
    if (target === undefined) return yield { kind: 'hang_up', disposition: DISPOSITIONS.completed }
    yield* this.#enter(target, edge === null ? undefined : { edgeId: edge.id, because, score })
  }

  /** Words at this step; null if they decide nothing. A greeting or a question of theirs never says yes. */
  #meaning(heard: { transcript: string }): Meaning | null {
    const { transcript } = heard
    const { unconfirmed, node } = this.#at
    const evades = greets(transcript, this.#pack) || utteranceKind(transcript, this.#pack) === 'asks_back'
    if (unconfirmed !== null)
      return !evades && readYesNo(transcript, this.#pack, this.#question()) === 'yes' ? confirmed(unconfirmed) : null
    const collect = node === undefined ? null : collectOf(node)
    if (evades && collect?.kind === 'yes_no') return null
    return this.#choice(heard, evades)
  }

  *#notConfirmed(text: string): Generator<Act> {
    const { unconfirmed, node } = this.#at
    const question = this.#rendered(unconfirmed?.edge?.data.confirm ?? '')
    if (readYesNo(text, this.#pack) === 'no' || ++this.#steps > SCRIPT.mostSteps || node === undefined) {
      this.#at = { ...this.#at, unconfirmed: null }
      yield { kind: 'new_question' }
      return yield* this.#askAgain('', 'question')
    }
    const misses = this.#at.misses + 1
    this.#at = { ...this.#at, misses }
    if (misses > SCRIPT.askAgainTimes) return yield* this.#giveUp()
    yield { kind: 'say', text: `${this.#sentences.notUnderstood} ${question}`, interruptible: this.#mayInterrupt(node) }
    yield this.#listen(node)
  }

  /** `evades`: what was said can be no plain yes or no. */
  #choice(heard: Heard, evades = false): Meaning | null {
    const { node } = this.#at
    if (node === undefined) return null
    const ways = this.#ways(node)
    const collect = collectOf(node)
    const chosen = chooseEdge(ways.choices, heard, this.#pack, this.#question())
    const meant = evades && chosen.reason === 'yes_no' ? null : chosen.edge
    const chosenAlone = meaningOf(meant, chosen)
    if (collect === null) return chosenAlone
    const value = this.#collected(collect, heard)
    if (value === null) return chosenAlone
    const only = ways.choices.length === 1 ? (ways.choices[0] ?? null) : null
    const byValue = chooseEdge(ways.choices, { digits: value }).edge
    const edge = byValue ?? meant ?? ways.plain ?? only
    // Edges are there, and none of them is for this value: it was not what was asked for.
    if (edge === null && ways.choices.length > 0) return null
    const named = { variable: collect.variable, value }
    if (chosenAlone !== null && edge === meant && byValue === null) return { ...chosenAlone, value: named }
    return { edge, value: named, because: 'value', score: null }
  }

  #isPartial(text: string): boolean {
    const collect = this.#at.node === undefined ? null : collectOf(this.#at.node)
    if (collect?.kind !== 'digits' || !collect.exact_length) return false
    const { length } = readDigits(text, this.#pack).digits
    return length > 0 && length < collect.exact_length
  }

  /** Some digits are missing: nothing is said, they may be looking for the rest. */
  *#waitForMore(text: string): Generator<Act> {
    const { node } = this.#at
    if (node === undefined) return
    this.#at = { ...this.#at, partial: text }
    yield this.#listen(node)
  }

  #listen(node: WorkflowNode): Act {
    const { settings } = this.#conversation.definition
    const decides = (text: string) => this.#meaning({ transcript: `${this.#at.partial} ${text}` }) !== null
    const ahead = this.#ahead(node)
    return { kind: 'listen', expect: { ...expectationOf(node, this.#ways(node), settings), decides }, ahead }
  }

  /** The first words of whatever their answer may lead to. */
  #ahead(node: WorkflowNode): string[] {
    const { choices, plain } = this.#ways(node)
    const edges = plain === null ? choices : [...choices, plain]
    return edges.map((edge) => {
      const target = this.#target(edge)
      const { confirm, transition_speech: transition } = edge.data
      return this.#rendered(confirm || transition || (target === undefined ? '' : spokenText(target)))
    })
  }

  #collected(collect: Collect, heard: Heard): string | null {
    const reference = {
      instant: new Date(this.#options.clock.now()),
      timezoneOffsetMinutes: this.#options.timezoneOffsetMinutes ?? 0,
      pack: this.#pack,
      question: this.#question(),
    }
    const value = collectValue(collect, heard, reference)
    return value === null ? null : String(value)
  }

  #whyUnclear(heard: Heard): Unclear {
    const { node } = this.#at
    if (node === undefined) return 'no_match'
    const { reason } = chooseEdge(this.#ways(node).choices, heard, this.#pack)
    if (reason === 'ambiguous' || reason === 'nothing_heard') return reason
    return collectOf(node) === null ? 'no_match' : 'no_value'
  }

  /** `said`: the words that were missed, if it was words. */
  *#miss(because: Unclear, said?: string): Generator<Act> {
    yield { kind: 'not_understood', because, ...(because === 'no_match' && said ? { said } : {}) }
    const misses = this.#at.misses + 1
    this.#at = { ...this.#at, misses, partial: '' }
    if (misses <= SCRIPT.askAgainTimes) return yield* this.#askAgain(this.#sentences.notUnderstood, 'all')
    yield* this.#giveUp()
  }

  *#giveUp(): Generator<Act> {
    const ways = this.#waysHere()
    const edge = ways?.noMatch ?? ways?.plain
    if (edge) return yield* this.#enter(this.#target(edge), taken(edge, 'no_match'))
    yield* this.#end(this.#sentences.farewell, DISPOSITIONS.noMatch)
  }

  *#noInput(times: number): Generator<Act> {
    this.#at = { ...this.#at, partial: '', unconfirmed: null }
    if (times <= TURN_TAKING.noInputTimes) {
      // Who is asked a second time may have missed the beginning.
      return yield* this.#askAgain(this.#sentences.stillThere, times === 1 ? 'question' : 'all')
    }
    const ways = this.#waysHere()
    const edge = ways?.noInput ?? ways?.noMatch
    if (edge) return yield* this.#enter(this.#target(edge), taken(edge, 'no_input'))
    yield* this.#end(this.#sentences.farewell, DISPOSITIONS.noInput)
  }

  *#transferFailed(): Generator<Act> {
    // It may be the first turn of a script that goes on after somebody else.
    const here = this.#at.node ?? this.#first()
    const { plain, choices } = here ? this.#ways(here) : { plain: null, choices: [] }
    const edge = plain ?? choices[0]
    if (edge) return yield* this.#enter(this.#target(edge), taken(edge, 'only_way'))
    yield* this.#end(this.#sentences.transferFailed, DISPOSITIONS.transferFailed)
  }

  /** Asks again without blame, though not for ever. */
  *#repeat(what: 'all' | 'question'): Generator<Act> {
    const repeats = this.#at.repeats + 1
    this.#at = { ...this.#at, repeats }
    if (repeats > SCRIPT.mostRepeats) return yield* this.#miss('no_match')
    yield* this.#askAgain('', what)
  }

  *#askAgain(opening: string, what: 'all' | 'question'): Generator<Act> {
    const { node } = this.#at
    if (node === undefined) return
    const again = 'say_again' in node.data ? this.#rendered(node.data.say_again ?? '') : ''
    const said = this.#rendered(spokenText(node))
    const text = again || (what === 'question' ? fromQuestionOn(said) : said)
    for (const part of [opening, text])
      if (part !== '') yield { kind: 'say', text: part, interruptible: this.#mayInterrupt(node) }
    yield this.#listen(node)
  }

  /** A recording answers nothing: whatever is written for it is said, then the call ends. */
  *#machine(): Generator<Act> {
    const start = startNodeOf(this.#conversation.definition)
    let edge = start === undefined ? null : this.#ways(start).voicemail
    let because: EdgeReason = 'voicemail'
    for (let node = this.#target(edge); node !== undefined && ++this.#steps <= SCRIPT.mostSteps; ) {
      yield entering(node, edge === null ? undefined : taken(edge, because))
      yield* this.#say(node)
      edge = this.#ways(node).plain
      because = 'only_way'
      node = this.#target(edge)
    }
    yield { kind: 'hang_up', disposition: DISPOSITIONS.messageLeft }
  }

  *#end(text: string, disposition: string): Generator<Act> {
    yield { kind: 'say', text, interruptible: true }
    yield { kind: 'hang_up', disposition }
  }

  /** What the person was asked last, as spoken. */
  #question(): string {
    const { node, unconfirmed } = this.#at
    return this.#rendered(unconfirmed?.edge?.data.confirm ?? (node === undefined ? '' : spokenText(node)))
  }

  #rendered(text: string): string {
    return saidIn(this.#conversation, { ...this.#conversation.gathered, ...this.#at.gathered }, text)
  }

  #mayInterrupt(node: WorkflowNode): boolean {
    return mayInterrupt(node, this.#conversation.definition.settings)
  }

  #ways(node: WorkflowNode): WaysOut {
    return waysOut(this.#conversation.definition, node.id)
  }

  #waysHere(): WaysOut | undefined {
    return this.#at.node && this.#ways(this.#at.node)
  }

  #target(edge: WorkflowEdge | null | undefined): WorkflowNode | undefined {
    return this.#conversation.definition.nodes.find((node) => node.id === edge?.target)
  }
}

function entering(node: WorkflowNode, via: EdgeTaken | undefined): Act {
  return { kind: 'enter', nodeId: node.id, nodeName: node.data.name ?? '', ...(via === undefined ? {} : { via }) }
}

function taken(edge: WorkflowEdge, because: EdgeReason): EdgeTaken {
  return { edgeId: edge.id, because, score: null }
}

function meaningOf(edge: WorkflowEdge | null, choice: Choice): Meaning | null {
  if (edge === null || choice.edge === null) return null
  const { reason, score } = choice
  const byLikeness = reason === 'example' || reason === 'label'
  return { edge, value: null, because: reason, score: byLikeness ? Math.round(score * 100) / 100 : null }
}

function confirmed(meant: Meaning): Meaning {
  return { ...meant, because: 'confirmed', score: null }
}

function sameMeaning(one: Meaning, other: Meaning): boolean {
  return one.edge === other.edge && one.value?.value === other.value?.value
}
