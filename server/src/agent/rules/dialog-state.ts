/**
 * Turn-taking in a conversation with a text brain, as a pure state machine. Each event brings the facts of the line (what is
 * audible, whether the person speaks); actions are returned as effects; the state alone determines which timers run.
 *
 *              begun answered
 *   (new) ────────────▶ answering ───────────────────────▶ listening
 *                         ▲ │ ▲ │
 *                         │ └─┘ newer words or keys │ words, keys, silence
 *                         └─────────────────────────────────┘
 *   any ──stop──▶ stopped
 *
 * Barge-in: a voice over ours pauses our speech, and words decide. Signs of listening, greetings and noise let it continue from
 * the interrupted clause; words go to the brain, which lets it continue (`go_on`) or says something else. "Hold on" keeps us
 * silent until the person is back. An act that ends the call waits until its words were heard: a person who objects before that
 * has not agreed.
 */
import type { LanguagePack } from '../../language/packs/pack.ts'
import { canBackchannelBeAnswer, utteranceKind } from '../../language/rules/utterance-kind.ts'
import {
  type ActiveDialogState,
  type AnsweringState,
  DEFAULT_ANSWER_EXPECTATION,
  type DialogEffect,
  type DialogEvent,
  type DialogState,
  type DialogStepResult,
  type DialogTimer,
  type LineFacts,
  type ListeningState,
  NO_PENDING_SPEECH,
  type PendingSpeech,
  type Prompt,
  type UtteranceHeard,
} from './dialog-types.ts'
import { DISPOSITIONS } from './dispositions.ts'
import { isEcho } from './echo.ts'
import { areKeysComplete, NO_KEYS, pressKey } from './keypad.ts'
import { countLetters, hasHeardQuestion } from './question-heard.ts'
import type { AnswerExpectation, BrainAction, HeardTurn, Turn } from './turn.ts'
import { interruptionOf, TURN_TAKING_LIMITS } from './turn-taking.ts'

export function dialogStep(
  state: DialogState,
  event: DialogEvent,
  line: LineFacts,
  pack: LanguagePack,
): DialogStepResult {
  if (state.kind === 'stopped') return same(state)
  const step = react(state, event, line, pack)
  return event.kind === 'acted' ? step : endIfHeard(step, line)
}

function react(state: ActiveDialogState, event: DialogEvent, line: LineFacts, pack: LanguagePack): DialogStepResult {
  switch (event.kind) {
    case 'begun':
      return ask(state, { kind: 'started' })
    case 'speech_started': {
      const heard = promptHeard(state, line)
      const speech = { questionHeard: heard, overOurs: isBusy(state, line) }
      return same({ ...state, prompt: { ...state.prompt, heard }, speech })
    }
    case 'speaking':
      return speaking(state, event.lengthMs, line)
    case 'speech_ended':
      return speechEnded(state, event.lastVoiceAtMs, line)
    case 'understood':
      return understood(state, event, line, pack)
    case 'key':
      return key(state, event.digit, line)
    case 'acted':
      return acted(state, event.turn, event.act, line)
    case 'answered':
      return event.turn === state.turn ? answered(state, line) : same(state)
    case 'quiet':
      return quiet(state)
    case 'time_up':
      return timeUp(state, event.timer, line)
    case 'stop':
      return same({ kind: 'stopped' })
  }
}

function same(state: DialogState): DialogStepResult {
  return { state, effects: [] }
}

/** Ends the call if its last words were heard and the person says nothing more. */
function endIfHeard(step: DialogStepResult, line: LineFacts): DialogStepResult {
  const { state } = step
  if (state.kind !== 'listening' || state.ending === null || state.unclear.length > 0) return step
  if (line.speaking || line.paused || line.someoneSpeaks || step.effects.length > 0) return step
  return { state: { ...state, ending: null, farewell: null }, effects: [{ do: 'act', act: state.ending }] }
}

function listening(state: ActiveDialogState): ListeningState {
  if (state.kind === 'listening') return state
  const { reacted: _reacted, cutShort: _cutShort, ...open } = state
  return { ...open, kind: 'listening' }
}

function promptHeard({ prompt }: ActiveDialogState, line: LineFacts): boolean {
  return prompt.heard || hasHeardQuestion(prompt.text, countLetters(line.heardText) - prompt.lettersBefore)
}

/** Whether the person now speaks before hearing the reply to their previous words. */
export function mayContinuePreviousTurn(state: DialogState, line: LineFacts): boolean {
  return state.kind !== 'stopped' && isBusy(state, line) && !promptHeard(state, line)
}

function isBusy(state: ActiveDialogState, line: LineFacts): boolean {
  return line.audible || line.paused || state.kind === 'answering'
}

function ask(
  state: ActiveDialogState,
  turn: Turn,
  effects: DialogEffect[] = [],
  cutShort: AnsweringState['cutShort'] = null,
): DialogStepResult {
  const number = state.turn + 1
  const next: AnsweringState = {
    ...state,
    kind: 'answering',
    turn: number,
    expect: DEFAULT_ANSWER_EXPECTATION,
    prompt: { text: '', lettersBefore: 0, heard: state.prompt.heard },
    ending: null,
    lastHeard: turn.kind === 'heard' && !turn.words.isEmpty ? turn.words : null,
    early: null,
    hold: false,
    mumbles: 0,
    noises: 0,
    fillers: turn.kind === 'heard' ? state.fillers : 0,
    reacted: false,
    cutShort,
  }
  return { state: next, effects: [...effects, { do: 'new_line' }, { do: 'ask', turn, number }] }
}

function speaking(state: ActiveDialogState, lengthMs: number, line: LineFacts): DialogStepResult {
  const { afterMs } = line.interruption ?? interruptionOf(null)
  if (state.talkOver || line.paused || lengthMs < afterMs) return same(state)
  if (state.echoes >= TURN_TAKING_LIMITS.mostEchoes) return same(state)
  if (!isBusy(state, line) || !line.interruptible || state.noises >= TURN_TAKING_LIMITS.mostNoises) return same(state)
  return { state, effects: [{ do: 'pause' }] }
}

function speechEnded(state: ActiveDialogState, lastVoiceAtMs: number, line: LineFacts): DialogStepResult {
  const overOurs = isBusy(state, line)
  const { questionHeard, overOurs: begunOverOurs } = state.speech
  const unclear = [...state.unclear, { overOurs, begunOverOurs, turn: state.turn, questionHeard }]
  if (overOurs) return same({ ...state, unclear })
  return {
    state: { ...state, unclear, fillers: 0 },
    effects: [{ do: 'new_line' }, { do: 'reply_to', lastVoiceAtMs }],
  }
}

function understood(
  before: ActiveDialogState,
  said: UtteranceHeard,
  line: LineFacts,
  pack: LanguagePack,
): DialogStepResult {
  const [first, ...others] = before.unclear
  const unclear = first ?? { ...NO_PENDING_SPEECH, turn: before.turn }
  const state: ActiveDialogState = { ...before, unclear: others }
  if (said.onlyKeys) return goOn(state, line)
  if (said.echo) return ownVoice(state, line)
  const kind = said.words.judge((text) => utteranceKind(text, pack))
  if (kind === 'empty') return nothingUnderstood(state, said, line)
  if (state.hold && kind !== 'hold_on') return backAgain(state, kind, said, line, unclear)
  // Over the last words of the call, "hold on" withdraws the decision.
  if (kind === 'hold_on' && state.kind === 'listening' && state.ending === null) return holdOn(state, line)
  const isOwnVoice = said.words.judge((text) => isEcho(text, line.heardText, state.prompt.text))
  if (unclear.begunOverOurs && isOwnVoice) return echoed(state, line)
  const busy = isBusy(state, line)
  const slight = kind === 'listening' || kind === 'opening' || (kind === 'closing' && state.ending !== null)
  // If any voice may interrupt, even "okay" takes the turn; it still does not answer a question that was not heard.
  const floorTaken = line.interruption?.byVoice === true && line.paused
  if (slight && (busy || unclear.begunOverOurs) && !floorTaken) {
    const mayAnswer = said.words.judge((text) => canBackchannelBeAnswer(text, pack))
    const early = unclear.questionHeard && mayAnswer ? said : state.early
    return goOn({ ...state, early: state.ending === null ? early : null }, line)
  }
  // Speech that began before the question and ended after it is not an answer, and the person may not have heard the question.
  if (slight && !unclear.questionHeard && hasPrompt(state) && !floorTaken) return same(state)
  if (busy && !line.interruptible && !line.paused && state.kind === 'listening') {
    return same({ ...state, early: unclear.questionHeard ? said : state.early })
  }
  return answerTo(state, said, unclear, line)
}

/**
 * An echo that was detected by its sound does not interrupt again, so that people still can. It is noted once in the timeline.
 */
function ownVoice(state: ActiveDialogState, line: LineFacts): DialogStepResult {
  const step = goOn({ ...state, echoNoted: true }, line)
  if (state.echoNoted) return step
  return { ...step, effects: [{ do: 'note_echo', times: 1 }, ...step.effects] }
}

/** An echo that was detected by its words: the agent continues, and after a few times ignores speech while it speaks. */
function echoed(state: ActiveDialogState, line: LineFacts): DialogStepResult {
  const echoes = state.echoes + 1
  const step = goOn({ ...state, echoes }, line)
  return { ...step, effects: [{ do: 'note_echo', times: echoes }, ...step.effects] }
}

function hasPrompt({ prompt }: ActiveDialogState): boolean {
  return prompt.text !== ''
}

function goOn(state: ActiveDialogState, line: LineFacts): DialogStepResult {
  return { state, effects: line.paused && !state.hold ? [{ do: 'resume' }] : [] }
}

/**
 * Noise, or words that were not understood. The agent continues; in the person's turn the question is repeated a little sooner.
 */
function nothingUnderstood(state: ActiveDialogState, said: UtteranceHeard, line: LineFacts): DialogStepResult {
  if (line.paused) return goOn({ ...state, noises: state.noises + 1 }, line)
  if (isBusy(state, line) || said.lengthMs < TURN_TAKING_LIMITS.shortestUtteranceMs) return same(state)
  if (said.lengthMs < TURN_TAKING_LIMITS.surelySpeechMs) {
    const mumbles = state.mumbles + 1
    return mumbles < TURN_TAKING_LIMITS.mostMumbles || state.hold ? same({ ...state, mumbles }) : silence(state)
  }
  const unclear: PendingSpeech = { ...NO_PENDING_SPEECH, turn: state.turn, questionHeard: state.prompt.heard }
  return answerTo(state, said, unclear, line)
}

function holdOn(state: ListeningState, line: LineFacts): DialogStepResult {
  const held = { ...state, hold: true, silences: 0, early: null }
  if (line.paused) return same(held)
  if (line.audible) return { state: held, effects: [{ do: 'pause' }] }
  return { state: held, effects: [{ do: 'give_time' }] }
}

/** After "hold on", the words "okay", "hello" and "yes" mean that the person is back: the question is asked again. */
function backAgain(
  held: ActiveDialogState,
  kind: string,
  said: UtteranceHeard,
  line: LineFacts,
  unclear: PendingSpeech,
): DialogStepResult {
  const state = { ...held, hold: false }
  const slight = kind === 'listening' || kind === 'opening' || kind === 'closing'
  if (!slight) return answerTo(state, said, unclear, line)
  if (line.paused) return goOn(state, line)
  return ask(state, { kind: 'back' }, [{ do: 'reply_to', lastVoiceAtMs: said.lastVoiceAtMs }])
}

function answerTo(
  state: ActiveDialogState,
  said: UtteranceHeard,
  unclear: PendingSpeech,
  line: LineFacts,
): DialogStepResult {
  const cutUtterances = state.cutUtterances + (said.cut ? 1 : 0)
  if (said.cut && cutUtterances >= TURN_TAKING_LIMITS.longestUtterances) {
    return { state, effects: [{ do: 'leave', disposition: DISPOSITIONS.neverStopped }] }
  }
  if (state.turn >= TURN_TAKING_LIMITS.mostTurns) {
    return { state, effects: [{ do: 'leave', disposition: DISPOSITIONS.loop }] }
  }
  const busy = isBusy(state, line)
  const before = busy && !unclear.questionHeard ? state.lastHeard : null
  const heardText = line.heardText === '' && !line.audible && !line.paused ? null : line.heardText
  const turn: HeardTurn = {
    kind: 'heard',
    words: before === null ? said.words : before.followedBy(said.words),
    confidence: said.confidence,
    interrupted: busy && heardText !== null && hasPrompt(state) ? { heardText } : null,
    questionHeard: unclear.questionHeard,
    continues: before !== null,
    added: said.words,
  }
  const effects: DialogEffect[] = []
  if (busy && !line.paused) effects.push({ do: 'pause' })
  const theirTurn = !unclear.overOurs && unclear.turn === state.turn
  if (!theirTurn) effects.push({ do: 'reply_to', lastVoiceAtMs: said.lastVoiceAtMs })
  const { expect, prompt, ending } = state
  const cutShort = busy ? { expect, prompt, ending, heardText: hasPrompt(state) ? heardText : null } : null
  return ask({ ...state, cutUtterances, talkOver: said.cut, silences: 0 }, turn, effects, cutShort)
}

/** Keys are intentional, so they stop the agent's speech immediately. */
function key(before: ActiveDialogState, digit: string, line: LineFacts): DialogStepResult {
  const sounding = line.audible || line.paused
  const silenced = sounding && line.interruptible
  const heardText = hasPrompt(before) ? line.heardText : null
  const effects: DialogEffect[] = silenced ? [{ do: 'fall_silent', heardText }] : []
  const { keys, complete } = pressKey(before.keys, digit, before.expect.maxDigits)
  const quieted = silenced ? { ...listening(before), ending: null, hold: false } : before
  const state: ActiveDialogState = { ...quieted, keys, silences: 0, early: null }
  if (complete === null) return { state, effects }
  return typed(state, complete, !silenced && (willFallQuiet(line) || line.paused), effects)
}

/** Whether a `quiet` event will follow: by the clock, audio may still be audible whose end was already reported. */
function willFallQuiet(line: LineFacts): boolean {
  return line.audible && line.speaking
}

/** `ahead`: the keys wait until the agent has finished a prompt that cannot be interrupted. */
function typed(state: ActiveDialogState, digits: string, ahead: boolean, before: DialogEffect[]): DialogStepResult {
  const note: DialogEffect = { do: 'note_keys', count: digits.length }
  const effects = [...before, note]
  const next = { ...state, keys: NO_KEYS }
  if (ahead) return { state: { ...next, typedAhead: [...next.typedAhead, digits] }, effects }
  return ask(next, { kind: 'digits', digits }, effects)
}

function acted(state: ActiveDialogState, turn: number, act: BrainAction, line: LineFacts): DialogStepResult {
  if (turn !== state.turn) return same(state)
  if (act.kind === 'listen') return expecting(state, act.expect, line)
  if (state.kind !== 'answering') return same(state)
  const next: AnsweringState = { ...state, reacted: true }
  switch (act.kind) {
    case 'go_on':
      return goOnWithWhatWasCut(next)
    case 'new_question':
      return same({ ...next, prompt: freshPrompt(next.prompt) })
    case 'enter':
      return { state: { ...next, prompt: freshPrompt(next.prompt), farewell: null }, effects: [{ do: 'act', act }] }
    case 'do_not_call':
    case 'not_understood':
    case 'said_meanwhile':
    case 'call_back':
    case 'consent_asked':
    case 'consent_answered':
    case 'send_keys':
    case 'gather':
    case 'withhold':
      return { state: next, effects: [{ do: 'act', act }] }
    case 'say': {
      const dropped = dropWhatWasCut(next)
      const prompt = { ...dropped.state.prompt, text: `${dropped.state.prompt.text} ${act.text}`.trim() }
      const interruptible = act.interruptible && !state.talkOver
      const recorded = act.recordingId ? { recordingId: act.recordingId } : {}
      const say: DialogEffect = { do: 'say', text: act.text, interruptible, ...recorded }
      return { state: { ...dropped.state, prompt }, effects: [...dropped.effects, say] }
    }
    default: {
      const dropped = dropWhatWasCut(next)
      const farewell = { act, turn: state.farewell?.turn ?? state.turn }
      return { state: { ...dropped.state, ending: act, farewell }, effects: dropped.effects }
    }
  }
}

/** Keys may be pressed before the expectation is known; once it is known, they may be complete. */
function expecting(state: ActiveDialogState, expect: AnswerExpectation, line: LineFacts): DialogStepResult {
  const next: ActiveDialogState =
    state.kind === 'answering' ? { ...state, expect, reacted: true } : { ...state, expect }
  const { digits } = state.keys
  return digits === '' || !areKeysComplete(digits, expect.maxDigits)
    ? same(next)
    : typed(next, digits, willFallQuiet(line), [])
}

function freshPrompt({ text, lettersBefore }: Prompt): Prompt {
  return { text: '', lettersBefore: lettersBefore + countLetters(text), heard: false }
}

function dropWhatWasCut(state: AnsweringState): { state: AnsweringState; effects: DialogEffect[] } {
  if (state.cutShort === null) return { state, effects: [] }
  const { heardText } = state.cutShort
  return { state: { ...state, cutShort: null }, effects: [{ do: 'fall_silent', heardText }] }
}

function goOnWithWhatWasCut(state: AnsweringState): DialogStepResult {
  if (state.cutShort === null) return same(state)
  const { expect, prompt, ending } = state.cutShort
  return { state: { ...state, expect, prompt, ending, cutShort: null }, effects: [{ do: 'resume' }] }
}

/** The brain has answered. If the answer is empty, the interrupted prompt is not resumed either. */
function answered(state: ActiveDialogState, line: LineFacts): DialogStepResult {
  if (state.kind !== 'answering') return same(state)
  const dropped = dropWhatWasCut(state)
  const effects: DialogEffect[] = line.paused && !line.someoneSpeaks ? [{ do: 'resume' }] : []
  return { state: listening(dropped.state), effects: dropped.effects.length > 0 ? dropped.effects : effects }
}

function quiet(before: ActiveDialogState): DialogStepResult {
  const heard = before.prompt.heard || before.kind === 'listening'
  const state: ActiveDialogState = { ...before, prompt: { ...before.prompt, heard } }
  const [digits, ...typedAhead] = state.typedAhead
  return digits === undefined ? same(state) : ask({ ...state, typedAhead }, { kind: 'digits', digits })
}

function timeUp(state: ActiveDialogState, timer: DialogTimer, line: LineFacts): DialogStepResult {
  switch (timer) {
    case 'keys':
      if (state.keys.digits === '') return same({ ...state, keys: NO_KEYS })
      return typed(state, state.keys.digits, willFallQuiet(line), [])
    case 'patience':
      return outOfPatience(state, line)
    case 'cover':
      if (line.someoneSpeaks) return same(state)
      return { state: { ...state, fillers: state.fillers + 1 }, effects: [{ do: 'fill', number: state.fillers }] }
    case 'ending': {
      if (state.ending === null) return same(state)
      return { state: { ...state, ending: null, farewell: null }, effects: [{ do: 'act', act: state.ending }] }
    }
    case 'hold':
      return state.hold ? outOfPatience(state, line) : same(state)
    case 'farewell': {
      if (state.farewell === null) return same(state)
      const { act } = state.farewell
      const over: ActiveDialogState = { ...state, ending: null, farewell: null }
      return {
        state: over,
        effects: [
          { do: 'fall_silent', heardText: null },
          { do: 'act', act },
        ],
      }
    }
  }
}

function outOfPatience(state: ActiveDialogState, line: LineFacts): DialogStepResult {
  if (state.hold && line.paused) return goOn({ ...state, hold: false }, line)
  if (state.hold) return silence({ ...state, hold: false })
  if (state.early === null) return silence(state)
  const { words, confidence, lastVoiceAtMs } = state.early
  const turn: HeardTurn = {
    kind: 'heard',
    words,
    confidence,
    interrupted: null,
    questionHeard: true,
    continues: false,
    added: words,
  }
  return ask({ ...state, silences: 0 }, turn, [{ do: 'reply_to', lastVoiceAtMs }])
}

function silence(state: ActiveDialogState): DialogStepResult {
  const times = state.silences + 1
  const note: DialogEffect = { do: 'note_silence', times }
  const next = { ...state, silences: times }
  if (times > TURN_TAKING_LIMITS.mostSilences) {
    return { state: next, effects: [note, { do: 'leave', disposition: DISPOSITIONS.noInput }] }
  }
  return ask(next, { kind: 'no_input', times }, [note])
}
