/** The timers that run in a state of a dialog, and their durations. */
import type { ActiveDialogState, DialogState, DialogTimer, LineFacts } from './dialog-types.ts'
import { TURN_TAKING_LIMITS } from './turn-taking.ts'

/** A timer runs as long as its key stays the same, and restarts if the key changes. */
export interface TimerPlan {
  key: string
  afterMs: number
}

export type TimerPlans = Record<DialogTimer, TimerPlan | null>

const NO_TIMERS: TimerPlans = { patience: null, keys: null, cover: null, ending: null, farewell: null, hold: null }

export function dialogTimers(state: DialogState, line: LineFacts, fillers: number): TimerPlans {
  if (state.kind === 'stopped') return NO_TIMERS
  const thinking = state.kind === 'answering' || state.unclear.length > 0
  const typing = state.keys.presses > 0
  const sounding = line.speaking && !line.paused
  const waitingToGoOn = line.paused && !state.hold
  const theirTurn = !thinking && !sounding && !waitingToGoOn && !line.someoneSpeaks && !typing
  const plan = patienceOf(state)
  return {
    /** In the person's turn: silence is counted from here. */
    patience: theirTurn && state.ending === null ? { key: `${state.turn}/${plan.why}`, afterMs: plan.afterMs } : null,
    keys: typing ? { key: `${state.keys.presses}`, afterMs: TURN_TAKING_LIMITS.digitPauseMs } : null,
    /** While recognizer or brain are busy and nothing is heard: fillers, and finally the fallback sentence. */
    cover:
      thinking && !sounding && !state.hold
        ? {
            key: `${state.turn}/${state.unclear.length}/${state.fillers}`,
            afterMs: coverAfterMs(state.fillers, fillers),
          }
        : null,
    /** A person who still speaks at the end may finish, within limits. */
    ending:
      state.ending !== null && !sounding ? { key: `${state.turn}`, afterMs: TURN_TAKING_LIMITS.lastWordsMs } : null,
    /** The limit of a requested pause; hold music does not extend it. */
    hold: state.hold ? { key: `${state.turn}`, afterMs: TURN_TAKING_LIMITS.longestHoldMs } : null,
    /** The deadline of the end: a television never stops talking, but the call still ends. */
    farewell: state.farewell === null ? null : { key: `${state.farewell.turn}`, afterMs: TURN_TAKING_LIMITS.endingMs },
  }
}

function coverAfterMs(used: number, fillers: number): number {
  if (used === 0) return TURN_TAKING_LIMITS.fillerAfterMs
  return used < fillers ? TURN_TAKING_LIMITS.nextFillerAfterMs : TURN_TAKING_LIMITS.giveUpAfterMs
}

/** How long to wait for the person; a brain may ask for more or less, within limits. */
function patienceOf({ expect, hold, early, mumbles }: ActiveDialogState): { why: string; afterMs: number } {
  if (hold) return { why: 'hold', afterMs: TURN_TAKING_LIMITS.holdOnMs }
  if (early !== null) return { why: 'early', afterMs: TURN_TAKING_LIMITS.earlyAnswerMs }
  const { noInputAfterMs: usual, leastPatienceMs, mostPatienceMs, mumbledPatienceMs } = TURN_TAKING_LIMITS
  const requested = Number.isFinite(expect.noInputAfterMs) ? expect.noInputAfterMs : usual
  const afterMs = Math.min(mostPatienceMs, Math.max(leastPatienceMs, requested))
  return mumbles > 0 ? { why: 'mumbled', afterMs: Math.min(afterMs, mumbledPatienceMs) } : { why: '', afterMs }
}
