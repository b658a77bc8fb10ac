/** The content of a call in reading order: words, steps, values, events. */
import type { Call, TimelineEntry, TranscriptLine } from '../../api/calls.ts'
import { causeWords } from '../../components/result-words.ts'
import { tenthsOfSeconds } from '../../ui/format.ts'
import { callStoryWords as w } from '../../words/call-story.ts'

export interface WaveformFlag {
  at: number
  label: string
}

export type StoryRow =
  | { kind: 'say'; at: number; line: TranscriptLine; gapMs: number | null }
  | { kind: 'step'; at: number; title: string; detail: string }

/** When the recording begins, which is when the agent takes the call. */
export function recordingStartMs(call: Call): number {
  const started = call.timeline.find(({ event }) => event === 'agent_started')?.at ?? call.answered_at
  return Date.parse(started ?? call.created_at)
}

const secondsOf = (at: string, startMs: number): number => Math.max(0, (Date.parse(at) - startMs) / 1000)

/**
 * For each reply, the time from the end of the person's speech to the agent's first audio. Prompts after silence do not count.
 */
function replyGaps(call: Call): Map<TranscriptLine, number> {
  const gaps = new Map<TranscriptLine, number>()
  const spoken = call.timeline.filter(({ event }) => event === 'person_spoke')
  const silences = call.timeline.filter(({ event }) => event === 'no_input').map(({ at }) => Date.parse(at))
  let turn = 0
  let lastEnd: number | null = null
  for (const line of call.transcript) {
    if (line.who === 'person') {
      const lengthMs = spoken[turn]?.length_ms
      turn += 1
      lastEnd = typeof lengthMs === 'number' ? Date.parse(line.at) + lengthMs : null
    } else if (lastEnd !== null) {
      const [from, to] = [lastEnd, Date.parse(line.at)]
      if (to >= from && !silences.some((at) => at >= from && at <= to)) gaps.set(line, to - from)
      lastEnd = null
    }
  }
  return gaps
}

/** Words in the order in which they were said, with steps and gathered values between them. */
/** Whether the agent is talking on this call; false after a transfer. */
export const isTalking = ({ is_completed, timeline }: Pick<Call, 'is_completed' | 'timeline'>): boolean =>
  !is_completed &&
  timeline.some(({ event }) => event === 'agent_started') &&
  !timeline.some(({ event, ok }) => event === 'transfer' && ok === true)

export function callStoryOf(call: Call): StoryRow[] {
  const start = recordingStartMs(call)
  const gaps = replyGaps(call)
  const says: StoryRow[] = call.transcript.map((line) => ({
    kind: 'say',
    at: secondsOf(line.at, start),
    line,
    gapMs: gaps.get(line) ?? null,
  }))
  const steps = call.timeline.flatMap((entry): StoryRow[] => {
    const at = secondsOf(entry.at, start)
    if (entry.event === 'node_entered')
      return [{ kind: 'step', at, title: String(entry.name ?? entry.node), detail: '' }]
    if (entry.event !== 'value_gathered') return []
    const name = String(entry.name)
    const value = call.gathered_context[name]
    return [{ kind: 'step', at, title: name, detail: value === undefined ? w.gathered : w.isNow(String(value)) }]
  })
  // At the same time, the step comes before its words.
  return [...steps, ...says].sort((one, other) => one.at - other.at)
}

export function waveformFlagsOf(call: Call): WaveformFlag[] {
  const start = recordingStartMs(call)
  const words: Record<string, (entry: TimelineEntry) => string> = {
    interrupted: () => w.flags.interrupted,
    transfer: () => w.flags.transfer,
    beep: () => w.flags.beep,
    machine: () => w.flags.machine,
    keys_pressed: () => w.flags.keys_pressed,
    do_not_call: () => w.flags.do_not_call,
    value_gathered: ({ name }) => w.valueGathered(String(name)),
  }
  return call.timeline.flatMap((entry) => {
    const label = words[entry.event]?.(entry)
    return label ? [{ at: secondsOf(entry.at, start), label }] : []
  })
}

export interface TimelineMoment {
  at: string
  title: string
  detail?: string
  key?: boolean
}

const unheard = (call: Call, heard: unknown): string | undefined => {
  const line = call.transcript.find((candidate) => candidate.heard !== null && candidate.heard === heard)
  if (!line) return undefined
  const words = line.text.slice(line.heard?.length ?? 0).trim()
  return words === '' ? undefined : w.notHeard(words.split(/\s+/).length)
}

const BECAUSE: Record<string, string> = w.because
const ENDED_BY: Record<string, string> = w.endedBy

/** Timeline events that are shown; words are in the transcript instead. */
export function timelineMomentsOf(call: Call): TimelineMoment[] {
  const told = new Map<string, (entry: TimelineEntry) => Omit<TimelineMoment, 'at'> | null>([
    ['dialed', () => ({ title: call.caller_number ? w.dialedFrom(call.caller_number) : w.dialed })],
    ['ringing', () => ({ title: w.ringing })],
    ['answered', () => ({ title: w.answered, key: true, ...(call.machine ? { detail: w.by(call.machine) } : {}) })],
    ['missing_variables', ({ names }) => ({ title: w.columnsMissing, detail: String(names) })],
    [
      'language_switched',
      ({ language, because, ok }) => {
        const switched = because === 'answered' ? w.languageNoticed : w.languageSwitched
        return { title: (ok ? switched : w.languageFailed)(String(language)) }
      },
    ],
    ['language_not_offered', ({ language }) => ({ title: w.languageNotOffered(String(language)) })],
    ['interrupted', ({ heard }) => withDetail(w.interruptedAgent, unheard(call, heard))],
    ['keys_pressed', () => ({ title: w.pressedKey })],
    ['no_input', () => ({ title: w.saidNothing })],
    ['machine', ({ because }) => withDetail(w.machineAnswered, BECAUSE[String(because)])],
    ['beep', () => ({ title: w.heardBeep })],
    ['value_gathered', ({ name }) => ({ title: w.valueGathered(String(name)) })],
    ['do_not_call', () => ({ title: w.askedNot, key: true })],
    ['suppressed', () => ({ title: w.neverAgain })],
    ['suppression_simulated', () => ({ title: w.notPut })],
    ['suppression_failed', () => ({ title: w.couldNotPut, key: true })],
    ['take_over', ({ by }) => withDetail(w.takesOver, by)],
    ['listened_in', ({ by }) => withDetail(w.listenedIn, by)],
    ['transfer', ({ ok, message }) => withDetail(ok ? w.putThrough : w.notPutThrough, message)],
    ['filler', () => ({ title: w.filler })],
    ['brain_failed', ({ reason }) => withDetail(w.noModel, reason)],
    ['speech_failed', () => ({ title: w.notSpoken })],
    ['recognition_failed', () => ({ title: w.notRecognized })],
    ['no_progress', () => ({ title: w.gotNowhere })],
    [
      'speech_service',
      ({ service, because, next }) =>
        withDetail(w.serviceFailed(String(service), String(because)), next ? w.usedInstead(String(next)) : undefined),
    ],
    [
      'model_endpoint',
      ({ from, because, to }) => withDetail(w.serviceFailed(String(from), String(because)), w.usedInstead(String(to))),
    ],
    [
      'webhook',
      ({ ok, status }) => withDetail(ok ? w.webhookAnswered : w.webhookFailed, status && w.status(String(status))),
    ],
  ])
  let agentSpoke = false
  const moments = call.timeline.flatMap((entry): TimelineMoment[] => {
    if (entry.event === 'agent_spoke' && !agentSpoke) {
      agentSpoke = true
      const { first_audio_ms: ms } = call.latencies
      const detail = ms === undefined ? {} : { detail: ms < 100 ? w.atOnce : w.afterAnswer(tenthsOfSeconds(ms)) }
      return [{ at: entry.at, title: w.firstWord, ...detail }]
    }
    const words = told.get(entry.event)?.(entry)
    return words ? [{ at: entry.at, ...words }] : []
  })
  if (moments.length === 0) moments.push({ at: call.placed_at ?? call.created_at, title: w.dialed })
  if (call.ended_at) {
    const lastStep = call.timeline.findLast(({ event }) => event === 'node_entered')?.name
    const title = ENDED_BY[call.ended_by ?? ''] ?? w.ended
    const detail =
      call.cause && call.outcome !== 'answered'
        ? w.carrier(causeWords(call.cause))
        : lastStep && w.after(String(lastStep))
    moments.push({ at: call.ended_at, key: true, ...withDetail(title, detail) })
  }
  return moments
}

function withDetail(title: string, detail: unknown): Omit<TimelineMoment, 'at'> {
  return detail ? { title, detail: String(detail) } : { title }
}
