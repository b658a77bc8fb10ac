/** Conversations with recognizers that understand while somebody speaks, and with those that fail at it. */
import { expect, test } from 'vitest'
import { FakeSynthesizer, MS_PER_CHARACTER } from '../../test/agent/fake-speech.ts'
import { end, question, start, step, type TestCall, testCall, workflow } from '../../test/agent/harness.ts'
import type { ScriptedPerson } from '../../test/agent/scripted-person.ts'
import { type ScriptedService, scriptedService } from '../../test/agent/speech-services/scripted-service.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import type { Recognition, Recognizer } from '../speech/recognizer.ts'
import { ChainRecognizer, ChainSynthesizer, ServiceHealth } from '../speech/service-chain.ts'
import { refusedKeyError } from '../speech/services/service-error.ts'
import { type RecognitionService, SERVICE_CHAIN_LIMITS } from '../speech/streaming.ts'
import { TURN_DETECTION_TUNING } from '../speech/turns.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'

/** This machine, which understands the same every time and counts how often it was asked. */
function local(text: string): Recognizer & { asked: number } {
  const recognizer = {
    asked: 0,
    async recognize(): Promise<Recognition> {
      recognizer.asked++
      return { text, confidence: 0.9, ms: 0 }
    },
    close: async () => {},
  }
  return recognizer
}

function callWith(
  services: (clock: VirtualClock) => RecognitionService[],
  here: Recognizer | null,
  definition: WorkflowDefinition = question,
) {
  const clock = new VirtualClock()
  const asked = services(clock)
  const recognizer = new ChainRecognizer(clock, asked, here, new ServiceHealth(clock))
  return { ...testCall({ clock, recognizer, definition }), services: asked as ScriptedService[] }
}

async function answer(person: ScriptedPerson): Promise<void> {
  await person.untilAgentWaits()
  await person.say('some words')
}

/** What the timeline says of speech services. */
function troubles(call: Pick<TestCall, 'journal'>) {
  return call.journal.record.timeline.filter(({ event }) => event === 'speech_service')
}

test('a service that streams leads the conversation; this machine is not asked', async () => {
  const here = local('no')
  const call = callWith((clock) => [scriptedService(clock, 'one', [{ partly: 'yeah', finally: 'yes' }])], here)
  expect((await call.play(answer)).disposition).toBe('coming')
  expect(here.asked).toBe(0)
  expect(troubles(call)).toEqual([])
})

test('what is heard in part agrees to nothing: only the final words do', async () => {
  const says = [{ partly: 'yes', finally: 'yesterday I was ill' }, { finally: 'no' }]
  const call = callWith((clock) => [scriptedService(clock, 'one', says)], null)
  const result = await call.play(async (person) => {
    await answer(person)
    await answer(person)
  })
  expect(result.disposition).toBe('cancelled')
})

test('words over ours silence us before the voice alone would', async () => {
  const silencedAfter = async (says: { finally: string }[]) => {
    const call = callWith((clock) => [scriptedService(clock, 'one', says)], null)
    await call.play(async (person) => {
      await person.untilAgentSpeaks()
      await person.pause(500)
      await person.interrupt('no wait I cannot come at all')
      await person.pause(20_000)
      if (!person.isOver) person.hangUp()
    })
    return call.person.silencedAfterMs[0] as number
  }
  const byWords = await silencedAfter([{ finally: 'no I cannot come' }, { finally: 'no' }])
  const byVoice = await silencedAfter([{ finally: '' }, { finally: 'no' }])
  expect(byWords).toBeLessThan(byVoice)
})

test('"do not call me again" counts although its final words are lost', async () => {
  const says = [{ partly: 'please do not call me again', finally: '' }]
  const call = callWith((clock) => [scriptedService(clock, 'one', says)], null)
  await call.play(async (person) => {
    await answer(person)
    await person.pause(30_000)
    if (!person.isOver) person.hangUp()
  })
  expect(call.journal.record.timeline.map(({ event }) => event)).toContain('do_not_call')
})

test('a service that hangs: this machine understands the same turn within a second, and the timeline says so', async () => {
  const here = local('yes')
  const call = callWith((clock) => [scriptedService(clock, 'one', [{ finally: 'yes' }], 'hangs')], here)
  let saidAtMs = 0
  let answeredAtMs = 0
  const result = await call.play(async (person) => {
    await answer(person)
    saidAtMs = call.clock.monotonic()
    await person.untilAgentSpeaks()
    answeredAtMs = call.clock.monotonic()
  })
  expect(result.disposition).toBe('coming')
  expect(troubles(call)).toMatchObject([{ part: 'recognition', service: 'one', because: 'late', next: 'local' }])
  expect(answeredAtMs - saidAtMs).toBeLessThan(TURN_DETECTION_TUNING.pauseMs + SERVICE_CHAIN_LIMITS.streamMs + 500)
})

test('a service that drops in mid-word: the next one hears the turn from its beginning', async () => {
  const here = local('no')
  const call = callWith(
    (clock) => [
      scriptedService(clock, 'one', [{ finally: 'yes' }], 'drops'),
      scriptedService(clock, 'two', [{ finally: 'yes' }]),
    ],
    here,
  )
  expect((await call.play(answer)).disposition).toBe('coming')
  // Once more with the same service, then with the next.
  expect(troubles(call)).toMatchObject([
    { service: 'one', because: 'dropped', next: 'one' },
    { service: 'one', because: 'dropped', next: 'two' },
  ])
  expect(call.services[1]?.heardMs).toBeGreaterThan('some words'.length * MS_PER_CHARACTER)
  expect(here.asked).toBe(0)
})

test('what is said at a sensitive step is not streamed', async () => {
  const definition = workflow(
    [
      start('Do you want to pay?'),
      step('card', 'What is your card number?', {
        collect: { variable: 'card', kind: 'digits', exact_length: 4, sensitive: true },
      }),
      end('paid'),
    ],
    [
      { source: 'start', target: 'card', examples: ['yes'] },
      { source: 'card', target: 'paid' },
    ],
  )
  const here = local('four two seven nine')
  const call = callWith((clock) => [scriptedService(clock, 'one', [{ finally: 'yes' }])], here, definition)
  let before = 0
  const result = await call.play(async (person) => {
    await answer(person)
    await person.until(() => call.agentSaid().length > 1)
    before = call.services[0]?.heardMs ?? 0
    await answer(person)
  })
  expect(result.disposition).toBe('paid')
  expect(before).toBeGreaterThan(0)
  expect(call.services[0]?.heardMs).toBe(before)
  expect(here.asked).toBeGreaterThan(0)
})

test('a service that failed in another call is not asked, and the timeline says once why', async () => {
  const clock = new VirtualClock()
  const health = new ServiceHealth(clock)
  const [one, two] = [scriptedService(clock, 'one', []), scriptedService(clock, 'two', [{ finally: 'yes' }])]
  const voice = { name: 'voice', key: 'voice', synthesizer: new FakeSynthesizer(), firstAudioMs: 1000 }
  health.failed('one', refusedKeyError())
  health.failed('voice', refusedKeyError())
  const recognizer = new ChainRecognizer(clock, [one, two], null, health)
  const synthesizer = new ChainSynthesizer(clock, [voice], new FakeSynthesizer(), health)
  const call = testCall({ clock, recognizer, synthesizer })
  expect((await call.play(answer)).disposition).toBe('coming')
  expect([one.opened, voice.synthesizer.said]).toEqual([0, []])
  expect(troubles(call).sort((a, b) => String(a.part).localeCompare(String(b.part)))).toMatchObject([
    { part: 'recognition', service: 'one', because: 'refused', next: 'two', resting: true },
    { part: 'voice', service: 'voice', because: 'refused', next: 'local', resting: true },
  ])
})
