import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeSpeech, FakeSynthesizer, fakeGate, fakeResampler } from '../../test/agent/fake-speech.ts'
import { l16 } from '../../test/agent/formats.ts'
import { question } from '../../test/agent/harness.ts'
import { ScriptedPerson } from '../../test/agent/scripted-person.ts'
import { silentLog } from '../kernel/log.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import { WARM_EVERY_MS } from '../models/model-warmer.ts'
import type { CallRef } from '../telephony/provider.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { AGENT_HOST_LIMITS, AgentHost, type AgentHostOptions } from './agent-host.ts'
import { ScriptBrain } from './brains/script.ts'
import type { CallRecord } from './journal.ts'
import type { CallContext } from './queries.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'outdial-host-'))
})

afterEach(() => rm(directory, { recursive: true, force: true }))

const ref = (callId: number): CallRef => ({ callId, callKey: `key-${callId}`, providerCallId: null })

function context(callId: number, definition: WorkflowDefinition = question): CallContext {
  return {
    callId,
    organizationId: 5,
    campaignId: null,
    contactId: null,
    direction: 'outbound',
    definition,
    workflowId: 1,
    variables: { first_name: 'Ann' },
    phoneNumber: '+15550123',
    timezone: 'UTC',
    modelSettings: null,
    dialedAtMs: Date.UTC(2026, 10, 16, 9, 29, 50),
    answeredAtMs: null,
  }
}

function openHost(options: Partial<AgentHostOptions> = {}) {
  const clock = new VirtualClock()
  const speech = new FakeSpeech()
  const synthesizer = new FakeSynthesizer()
  const records = new Map<number, CallRecord>()
  const log = { reports: [] as [number, unknown][], hangUps: [] as number[], suppressed: [] as string[] }
  const host = new AgentHost({
    clock,
    log: silentLog,
    loadCall: async (callId) => context(callId),
    openBrain: (conversation) => new ScriptBrain(conversation, { clock }),
    speechOf: () => ({ synthesizer, recognizer: speech.recognizer(clock) }),
    openGate: fakeGate,
    openResampler: fakeResampler,
    journalStore: { save: async (_, callId, record) => void records.set(callId, record) },
    report: async (call, news) => void log.reports.push([call.callId, news]),
    hangUp: async (call) => void log.hangUps.push(call.callId),
    transfer: async () => ({ ok: true, message: '' }),
    suppress: async ({ phoneNumber }) => void log.suppressed.push(phoneNumber),
    recordingsDirectory: directory,
    ...options,
  })
  const person = () => new ScriptedPerson({ clock, voice: speech.voice, openResampler: fakeResampler, format: l16 })
  const idle = async () => {
    while (host.liveSessions > 0) await clock.pass(100)
  }
  return Object.assign(log, { clock, host, synthesizer, records, person, idle })
}

test('a call is loaded, conversed with, reported, recorded in the journal and hung up', async () => {
  const setup = openHost()
  const { host, clock } = setup
  const person = setup.person()
  host.prepare(ref(7))
  await clock.pass(1000)
  host.news(ref(7), { kind: 'ringing' })
  await clock.pass(2000)
  host.attach(ref(7), person)
  expect(host.isTalking(7)).toBe(true)
  await clock.until(person.untilAgentWaits())
  expect(setup.reports).toEqual([[7, { kind: 'agent' }]])
  await clock.until(person.press('1'))
  await setup.idle()
  expect(host.isTalking(7)).toBe(false)
  expect(setup.hangUps).toEqual([7])
  const record = setup.records.get(7)
  expect(record).toMatchObject({ disposition: 'coming', gathered: {} })
  expect(record?.timeline.map(({ event }) => event)).toEqual([
    'dialed',
    'ringing',
    'answered',
    'agent_started',
    'node_entered',
    'agent_spoke',
    'keys_pressed',
    'node_entered',
    'agent_spoke',
    'ended',
  ])
  expect(record?.timeline[1]?.at).toBe('2026-11-16T09:30:01.000Z')
})

test('whoever looks on is told of each step, and of all of them at the end', async () => {
  const entered: string[] = []
  const finished: Array<[number, number]> = []
  const setup = openHost({
    entered: (call, node) => entered.push(`${call.callId} ${node.id}`),
    finished: async (call, record) => {
      finished.push([call.callId, record.timeline.filter(({ event }) => event === 'node_entered').length])
    },
  })
  const person = setup.person()
  setup.host.attach(ref(8), person)
  await setup.clock.until(person.untilAgentWaits())
  expect(entered).toHaveLength(1)
  expect(finished).toEqual([])
  await setup.clock.until(person.press('1'))
  await setup.idle()
  expect(entered).toHaveLength(2)
  expect(finished).toEqual([[8, 2]])
})

test('what will be said first is made while it rings', async () => {
  const { host, synthesizer, clock } = openHost()
  host.prepare(ref(7))
  await clock.pass(10)
  expect(synthesizer.warmed.join(' ')).toBe('Hello, this is the clinic calling. Will you come to your appointment?')
})

test('the wait for agents that are still being loaded counts as time to the first audio', async () => {
  const { host, clock, person, records, idle } = openHost()
  await clock.pass(3000)
  const answering = person()
  host.attach(ref(7), answering, clock.monotonic() - 2500)
  await clock.until(answering.untilAgentWaits().then(() => answering.press('1')))
  await idle()
  expect(records.get(7)?.latencies.first_audio_ms).toBeGreaterThanOrEqual(2500)
})

test('of a recorded call the notice is made too, before the greeting it is said before', async () => {
  const definition = { ...question, settings: { recording: true, recording_consent: 'This call is recorded.' } }
  const { host, synthesizer, clock } = openHost({ loadCall: async (callId) => context(callId, definition) })
  host.prepare(ref(7))
  await clock.pass(10)
  expect(synthesizer.warmed.join(' ')).toMatch(/^This call is recorded\. Hello,/)
})

test('the way to the model is kept open while it rings, until somebody answers', async () => {
  const warmed: number[] = []
  const setup = openHost({ warmModel: (_, { callId }) => void warmed.push(callId) })
  setup.host.prepare(ref(7))
  await setup.clock.pass(2 * WARM_EVERY_MS + 100)
  expect(warmed).toEqual([7, 7, 7])
  setup.host.attach(ref(7), setup.person())
  await setup.clock.pass(2 * WARM_EVERY_MS)
  expect(warmed).toHaveLength(3)
})

test('calls prepared and never answered are forgotten', async () => {
  const { host, clock } = openHost()
  host.prepare(ref(7))
  await clock.pass(AGENT_HOST_LIMITS.preparedMs + 1)
  expect(clock.timers).toBe(0)
})

test.each([
  ['a call that is not there', { loadCall: async () => null }],
  ['a database that is away', { loadCall: async () => Promise.reject(new Error('away')) }],
  ['a database that hangs', { loadCall: () => new Promise<never>(() => {}) }],
  [
    'a brain that cannot be opened',
    {
      openBrain: () => {
        throw new Error('no such brain')
      },
    },
  ],
  [
    'speech that is not installed',
    {
      speechOf: () => {
        throw new Error('not installed')
      },
    },
  ],
] satisfies [string, Partial<AgentHostOptions>][])('%s: the call is hung up', async (_, options) => {
  const setup = openHost(options)
  const person = setup.person()
  setup.host.attach(ref(7), person)
  await setup.idle()
  expect(setup.hangUps).toEqual([7])
  expect(person.isOver).toBe(true)
})

test('a session that goes wrong does not harm the others', async () => {
  const setup = openHost({
    openBrain: (conversation) => {
      const good = new ScriptBrain(conversation, { clock: setup.clock })
      if (conversation.callId !== 1) return good
      return {
        kind: 'words',
        answer: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve(null as never) }) }),
        close() {
          throw new Error('cannot even be closed')
        },
      }
    },
  })
  const people = [1, 2, 3].map((callId) => {
    const person = setup.person()
    setup.host.attach(ref(callId), person)
    return person
  })
  for (const person of people) void person.untilAgentWaits().then(() => person.press('2'))
  await setup.idle()
  expect([1, 2, 3].map((callId) => setup.records.get(callId)?.disposition)).toEqual([
    'agent_failed',
    'cancelled',
    'cancelled',
  ])
  expect(setup.hangUps.toSorted()).toEqual([1, 2, 3])
})

test('more calls than a node bears are turned away, and heard of', async () => {
  const setup = openHost({ mostSessions: 2 })
  const people = [1, 2, 3].map((callId) => {
    const person = setup.person()
    setup.host.attach(ref(callId), person)
    return person
  })
  expect(setup.host.liveSessions).toBe(2)
  await setup.clock.pass(100)
  expect(setup.hangUps).toEqual([3])
  expect(people.map((person) => person.isOver)).toEqual([false, false, true])
})

test('a line that is gone before its call is loaded ends as hung up', async () => {
  const setup = openHost({
    loadCall: async (callId) => {
      await new Promise<void>((resolve) => setup.clock.after(200, resolve))
      return context(callId)
    },
  })
  const person = setup.person()
  setup.host.attach(ref(1), person)
  await setup.clock.pass(50)
  person.hangUp()
  await setup.idle()
  expect(setup.records.get(1)).toMatchObject({ disposition: 'hung_up' })
  expect(setup.hangUps).toEqual([1])
})

test('a second audio of the same call is refused and leaves the first alone', async () => {
  const setup = openHost()
  const [first, second] = [setup.person(), setup.person()]
  setup.host.attach(ref(1), first)
  setup.host.attach(ref(1), second)
  await setup.clock.pass(100)
  expect([first.isOver, second.isOver]).toEqual([false, true])
  expect(setup.hangUps).toEqual([])
})

test("the carrier's verdict and the carrier's end reach the session", async () => {
  const setup = openHost()
  const [machine, gone] = [setup.person(), setup.person()]
  setup.host.attach(ref(1), machine)
  setup.host.attach(ref(2), gone)
  await setup.clock.pass(500)
  setup.host.news(ref(1), { kind: 'machine', verdict: 'machine' })
  setup.host.news(ref(2), {
    kind: 'ended',
    as: 'completed',
    permanent: false,
    durationSeconds: 1,
    cause: '16',
    endedBy: 'callee',
  })
  setup.host.news(ref(99), { kind: 'machine', verdict: 'fax' })
  await setup.idle()
  expect(setup.reports).toContainEqual([1, { kind: 'agent_verdict', verdict: 'machine' }])
  expect(setup.records.get(1)?.disposition).toBe('voicemail')
  expect(setup.records.get(2)?.timeline.at(-1)).toMatchObject({ event: 'ended', by: 'person' })
})

test('do not call: the number of this call goes on the list', async () => {
  const setup = openHost()
  const person = setup.person()
  setup.host.attach(ref(1), person)
  await setup.clock.until(person.untilAgentWaits().then(() => person.say('stop calling me')))
  await setup.idle()
  expect(setup.suppressed).toEqual(['+15550123'])
})

test('a recording is made if the workflow asks for it', async () => {
  const definition = { ...question, settings: { recording: true } }
  const kept: unknown[] = []
  const setup = openHost({
    loadCall: async (callId) => context(callId, definition),
    // Its record is stored by then: without one there is nobody whom it belongs to.
    keepRecording: async (call) => void kept.push(call, setup.records.get(9)?.disposition),
  })
  const person = setup.person()
  setup.host.attach(ref(9), person)
  await setup.clock.until(person.untilAgentWaits().then(() => person.press('1')))
  await setup.idle()
  expect(kept).toEqual([{ organizationId: 5, callId: 9 }, 'coming'])
  expect((await stat(join(directory, '5', '9.wav'))).size).toBeGreaterThan(16_000)
})

test('draining lets conversations finish, ends those that do not, and afterwards takes no new ones', async () => {
  const setup = openHost()
  const [quick, slow, late] = [setup.person(), setup.person(), setup.person()]
  setup.host.attach(ref(1), quick)
  setup.host.attach(ref(2), slow)
  void quick.untilAgentWaits().then(() => quick.press('1'))
  await setup.clock.pass(200)
  expect(await setup.clock.until(setup.host.drain(10_000))).toEqual({ finished: 1, ended: 1 })
  setup.host.attach(ref(3), late)
  expect(late.isOver).toBe(true)
  expect(setup.records.get(1)?.disposition).toBe('coming')
  expect(setup.records.get(2)?.disposition).toBe('shutdown')
  expect(setup.hangUps.toSorted()).toEqual([1, 2, 3])
})

test('who picks up while the node leaves is talked with: it waits for phones that ring, then closes its door', async () => {
  const setup = openHost()
  const ringing = setup.person()
  let rings = true
  const door: number[] = []
  const drained = setup.host.drain(60_000, {
    isExpected: async () => rings,
    closeDoor: () => void door.push(setup.host.liveSessions),
  })
  await setup.clock.pass(3000)
  setup.host.attach(ref(1), ringing)
  rings = false
  void ringing.untilAgentWaits().then(() => ringing.press('1'))
  expect(await setup.clock.until(drained)).toEqual({ finished: 1, ended: 0 })
  expect(setup.records.get(1)?.disposition).toBe('coming')
  expect(door).toEqual([0])
})

test('a record that the database could not take at the end of the call is stored once the database is back', async () => {
  const outageMs = 5 * 60_000
  const stored: CallRecord[] = []
  const setup = openHost({
    journalStore: {
      async save(_organizationId, _callId, record) {
        if (setup.clock.monotonic() < outageMs) throw new Error('away')
        stored.push(record)
      },
    },
  })
  const person = setup.person()
  setup.host.attach(ref(1), person)
  await setup.clock.until(person.untilAgentWaits().then(() => person.press('2')))
  await setup.idle()
  expect([setup.clock.monotonic() < outageMs, stored]).toEqual([true, []])
  await setup.clock.pass(outageMs + 2 * AGENT_HOST_LIMITS.storeAgainMs)
  expect(stored).toMatchObject([{ disposition: 'cancelled' }])
})

test('a store or a carrier that fails does not keep a session alive', async () => {
  const setup = openHost({
    journalStore: { save: async () => Promise.reject(new Error('away')) },
    report: async () => Promise.reject(new Error('away')),
    hangUp: () => new Promise(() => {}),
  })
  const person = setup.person()
  setup.host.attach(ref(1), person)
  await setup.clock.until(person.untilAgentWaits().then(() => person.press('1')))
  await setup.idle()
  expect(setup.host.liveSessions).toBe(0)
})
