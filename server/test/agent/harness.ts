import { expect } from 'vitest'
import type { Brain, Conversation } from '../../src/agent/brain.ts'
import { ScriptBrain } from '../../src/agent/brains/script.ts'
import { type CallRecord, Journal } from '../../src/agent/journal.ts'
import { pathOf } from '../../src/agent/rules/recorded-turns.ts'
import { Session } from '../../src/agent/session.ts'
import type { SessionOptions, SessionReport, SessionResult } from '../../src/agent/session-options.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { VirtualClock } from '../../src/kernel/virtual-clock.ts'
import { packOf } from '../../src/language/packs/packs.ts'
import type { RecordedAudio } from '../../src/recorded-audio/load-recordings.ts'
import type { AgentTool } from '../../src/tools/agent-tool.ts'
import { canReplay, replayTurns } from '../../src/tryouts/replay-turns.ts'
import type { WorkflowDefinition, WorkflowEdge, WorkflowNode } from '../../src/workflows/rules/definition.ts'
import { FakeSpeech, FakeSynthesizer, fakeGate, fakeResampler } from './fake-speech.ts'
import { l16 } from './formats.ts'
import { type PersonOptions, ScriptedPerson } from './scripted-person.ts'

export function workflow(
  nodes: WorkflowNode[],
  edges: (Omit<WorkflowEdge, 'id' | 'data'> & WorkflowEdge['data'])[],
): WorkflowDefinition {
  return {
    nodes,
    edges: edges.map(({ source, target, ...data }, index) => ({ id: `edge-${index}`, source, target, data })),
  }
}

export function start(greeting: string, data: object = {}): WorkflowNode {
  return { id: 'start', type: 'startCall', data: { name: 'Start', greeting, ...data } }
}

export function step(id: string, say: string, data: object = {}): WorkflowNode {
  return { id, type: 'agentNode', data: { name: id, say, ...data } }
}

export function end(id: string, say = 'Good-bye.'): WorkflowNode {
  return { id, type: 'endCall', data: { name: id, say } }
}

/** One question, two answers: what most tests need. */
export const question = workflow(
  [start('Hello, this is the clinic calling. Will you come to your appointment?'), end('coming'), end('cancelled')],
  [
    { source: 'start', target: 'coming', examples: ['yes', 'I will be there'], keys: ['1'] },
    { source: 'start', target: 'cancelled', examples: ['no', 'cancel my appointment'], keys: ['2'] },
  ],
)

export interface TestCall {
  clock: VirtualClock
  person: ScriptedPerson
  speech: FakeSpeech
  synthesizer: FakeSynthesizer
  session: Session
  journal: Journal
  saved: CallRecord[]
  reports: SessionReport[]
  hangUps: number
  transfers: string[]
  announcements: string[]
  suppressions: number
  result: Promise<SessionResult>
  /** Runs the person's script and the conversation to its end. */
  play(script: (person: ScriptedPerson) => Promise<void>): Promise<SessionResult>
  agentSaid(): string[]
  events(): string[]
}

export interface TestCallOptions extends Partial<Omit<SessionOptions, 'brain' | 'conversation'>> {
  definition?: WorkflowDefinition
  variables?: Record<string, string>
  direction?: 'outbound' | 'inbound'
  recorded?: RecordedAudio
  brain?: (conversation: Conversation, clock: VirtualClock) => Brain
  person?: Partial<PersonOptions>
  /** What the brain was given, for the replay of the call. */
  tools?: readonly AgentTool[]
}

/** The same version, asked what the script was asked, takes the same way: up to words that are kept nowhere. */
async function expectReplay(
  { definition, direction, variables, timezone = 'UTC' }: Conversation,
  journal: Journal,
  tools: readonly AgentTool[],
) {
  const { turns, timeline } = journal.record
  if (!canReplay(turns)) return
  const { sentences } = packOf(definition.settings?.language)
  const told = structuredClone(turns)
  const replayed = await replayTurns({ definition, direction, variables, timezone, sentences, tools, turns: told })
  const was = pathOf(timeline)
  if (replayed.unknown === null) expect(replayed.path).toEqual(was)
  else expect(replayed.path).toEqual(was.slice(0, replayed.path.length))
}

/** A session on a virtual clock, with a person at the other end. */
export function testCall(options: TestCallOptions = {}): TestCall {
  const { definition = question, variables = {}, direction = 'outbound', brain: open, person: personOptions } = options
  const clock = options.clock instanceof VirtualClock ? options.clock : new VirtualClock()
  const speech = new FakeSpeech()
  const synthesizer = new FakeSynthesizer()
  const saved: CallRecord[] = []
  const journal = new Journal(
    clock,
    async (record) => void saved.push(record),
    () => {},
  )
  const { recorded } = options
  const conversation: Conversation = {
    callId: 7,
    direction,
    definition,
    variables,
    gathered: journal.gathered,
    turns: journal,
    ...(recorded ? { recorded } : {}),
  }
  const openResampler = fakeResampler
  const person = new ScriptedPerson({ clock, voice: speech.voice, openResampler, format: l16, ...personOptions })
  const call = {
    hangUps: 0,
    transfers: [] as string[],
    announcements: [] as string[],
    suppressions: 0,
    reports: [] as SessionReport[],
  }
  const session = new Session({
    clock,
    log: silentLog,
    media: person,
    synthesizer,
    recognizer: speech.recognizer(clock),
    openGate: fakeGate,
    openResampler,
    journal,
    hooks: {
      report: (news) => void call.reports.push(news),
      hangUp: async () => void call.hangUps++,
      transfer: async ({ destination, announcement }) => {
        call.transfers.push(destination)
        call.announcements.push(announcement)
        return { ok: true, message: 'done' }
      },
      suppress: async () => void call.suppressions++,
    },
    ...options,
    conversation,
    brain: open?.(conversation, clock) ?? new ScriptBrain(conversation, { clock }),
  })
  const result = session.run()
  return Object.assign(call, {
    clock,
    person,
    speech,
    synthesizer,
    session,
    journal,
    saved,
    result,
    play: async (script: (person: ScriptedPerson) => Promise<void>) => {
      const [ended] = await clock.until(Promise.all([result, script(person)]), 40 * 60_000)
      await expectReplay(conversation, journal, options.tools ?? [])
      return ended
    },
    agentSaid: () => journal.record.transcript.filter(({ who }) => who === 'agent').map(({ text }) => text),
    events: () => journal.record.timeline.map(({ event }) => event),
  })
}
