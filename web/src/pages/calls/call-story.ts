/** The content of a call in reading order: words, steps, values, events. */
import type { Call, TimelineEntry, TranscriptLine } from '../../api/calls.ts'
import { plural } from '../../ui/format.ts'

export interface Flag {
  at: number
  label: string
}

export type StoryRow =
  | { kind: 'say'; at: number; line: TranscriptLine; gapMs: number | null }
  | { kind: 'step'; at: number; title: string; detail: string }

/** The recording begins when the agent takes the call. */
export function soundStart(call: Call): number {
  const started = call.timeline.find(({ event }) => event === 'agent_started')?.at ?? call.answered_at
  return Date.parse(started ?? call.created_at)
}

const secondsOf = (at: string, startMs: number): number => Math.max(0, (Date.parse(at) - startMs) / 1000)

/** From the end of the person's speech to the agent's first audio, for each reply. Prompts after silence do not count. */
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

/** Words in the order they were said, with steps and gathered values between them. */
export function storyOf(call: Call): StoryRow[] {
  const start = soundStart(call)
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
    return [{ kind: 'step', at, title: name, detail: value === undefined ? 'gathered' : `is now ${String(value)}` }]
  })
  // At the same time the step comes before its words.
  return [...steps, ...says].sort((one, other) => one.at - other.at)
}

export function flagsOf(call: Call): Flag[] {
  const start = soundStart(call)
  const words: Record<string, (entry: TimelineEntry) => string> = {
    interrupted: () => 'interrupted',
    transfer: () => 'transfer',
    beep: () => 'beep',
    machine: () => 'a machine',
    keys_pressed: () => 'key pressed',
    do_not_call: () => 'asked not to be called',
    value_gathered: ({ name }) => `${String(name)} gathered`,
  }
  return call.timeline.flatMap((entry) => {
    const label = words[entry.event]?.(entry)
    return label ? [{ at: secondsOf(entry.at, start), label }] : []
  })
}

export interface Moment {
  at: string
  title: string
  detail?: string
  key?: boolean
}

const unheard = (call: Call, heard: unknown): string | undefined => {
  const line = call.transcript.find((candidate) => candidate.heard !== null && candidate.heard === heard)
  if (!line) return undefined
  const words = line.text.slice(line.heard?.length ?? 0).trim()
  return words === ''
    ? undefined
    : `${plural(words.split(/\s+/).length, 'word')} were not heard`.replace('1 word were', '1 word was')
}

const BECAUSE: Record<string, string> = {
  carrier: 'the carrier said so',
  words: 'by its words',
  length: 'it spoke on and on',
  beep: 'by its tone',
  fax: 'a fax',
}

const ENDED_BY: Record<string, string> = {
  us: 'The agent hung up',
  agent: 'The agent hung up',
  callee: 'The person hung up',
  person: 'The person hung up',
  caller: 'The caller hung up',
  carrier: 'The carrier ended the call',
}

/** Timeline events worth a line; words are in the transcript. */
export function momentsOf(call: Call): Moment[] {
  const told = new Map<string, (entry: TimelineEntry) => Omit<Moment, 'at'> | null>([
    ['dialed', () => ({ title: call.caller_number ? `Dialed from ${call.caller_number}` : 'Dialed' })],
    ['ringing', () => ({ title: 'Ringing' })],
    [
      'answered',
      () => ({ title: 'Answered', key: true, ...(call.machine ? { detail: `by a ${person(call.machine)}` } : {}) }),
    ],
    ['missing_variables', ({ names }) => ({ title: 'Columns were missing', detail: String(names) })],
    ['interrupted', ({ heard }) => withDetail('Interrupted the agent', unheard(call, heard))],
    ['keys_pressed', () => ({ title: 'Pressed a key' })],
    ['no_input', () => ({ title: 'Said nothing' })],
    ['machine', ({ because }) => withDetail('A machine answered', BECAUSE[String(because)])],
    ['beep', () => ({ title: 'Heard the beep' })],
    ['value_gathered', ({ name }) => ({ title: `${String(name)} gathered` })],
    ['do_not_call', () => ({ title: 'Asked not to be called again', key: true })],
    ['suppressed', () => ({ title: 'The number is never called again' })],
    ['suppression_simulated', () => ({ title: 'Not put on the do-not-call list: the call was simulated' })],
    ['suppression_failed', () => ({ title: 'The number could not be put on the do-not-call list', key: true })],
    ['take_over', ({ by }) => withDetail('An operator takes over', by)],
    ['listened_in', ({ by }) => withDetail('Somebody listened in', by)],
    ['transfer', ({ ok, message }) => withDetail(ok ? 'Put through' : 'Could not be put through', message)],
    ['filler', () => ({ title: 'The model took long; a filler was said' })],
    ['brain_failed', ({ reason }) => withDetail('The model did not answer', reason)],
    ['speech_failed', () => ({ title: 'Words could not be spoken' })],
    ['recognition_failed', () => ({ title: 'Words could not be recognized' })],
    ['no_progress', () => ({ title: 'The conversation got nowhere: probably another machine' })],
    [
      'speech_service',
      ({ service, because, next }) =>
        withDetail(
          `${String(service)} failed (${String(because)})`,
          next ? `${String(next)} was used instead` : undefined,
        ),
    ],
    [
      'webhook',
      ({ ok, status }) => withDetail(ok ? 'Webhook answered' : 'Webhook failed', status && `status ${String(status)}`),
    ],
  ])
  let agentSpoke = false
  const moments = call.timeline.flatMap((entry): Moment[] => {
    if (entry.event === 'agent_spoke' && !agentSpoke) {
      agentSpoke = true
      const { first_audio_ms: ms } = call.latencies
      const detail =
        ms === undefined ? {} : { detail: ms < 100 ? 'at once' : `${(ms / 1000).toFixed(1)} s after the answer` }
      return [{ at: entry.at, title: 'First word of the agent', ...detail }]
    }
    const words = told.get(entry.event)?.(entry)
    return words ? [{ at: entry.at, ...words }] : []
  })
  if (moments.length === 0) moments.push({ at: call.placed_at ?? call.created_at, title: 'Dialed' })
  if (call.ended_at) {
    const lastStep = call.timeline.findLast(({ event }) => event === 'node_entered')?.name
    const title = ENDED_BY[call.ended_by ?? ''] ?? 'Ended'
    const detail =
      call.cause && call.outcome !== 'answered' ? `carrier: ${call.cause}` : lastStep && `after “${String(lastStep)}”`
    moments.push({ at: call.ended_at, key: true, ...withDetail(title, detail) })
  }
  return moments
}

const person = (machine: string): string => (machine === 'human' ? 'person' : machine)

function withDetail(title: string, detail: unknown): Omit<Moment, 'at'> {
  return detail ? { title, detail: String(detail) } : { title }
}
