/** An end is final, and every phase has one deadline: whatever plays in the room, no call stays open for it. On the virtual clock. */
import { describe, expect, test } from 'vitest'
import { NOISE_LEVEL, steady } from '../../test/agent/fake-speech.ts'
import { end, start, type TestCall, testCall, workflow } from '../../test/agent/harness.ts'
import { oneIn } from '../../test/drawn.ts'
import { ENGLISH_SENTENCES } from '../language/rules/sentences.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'
import { TALK_PROGRESS_LIMITS } from './rules/talk-progress.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'

const farewells = (call: TestCall) =>
  call.agentSaid().filter((text) => text.includes(ENGLISH_SENTENCES.farewell)).length
const SECONDS = 1000

describe('a room that never falls silent', () => {
  test.each([700, 1500, 3000])('a television with gaps of %d ms is taken leave of once', async (gapMs) => {
    const call = testCall()
    let dueAtMs = 0
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      while (!person.isOver) {
        await person.say('and now the weather for the coming days')
        await person.pause(gapMs)
        if (dueAtMs === 0 && farewells(call) > 0) dueAtMs = call.clock.monotonic()
      }
    })
    expect(farewells(call)).toBe(1)
    expect(call.clock.monotonic() - dueAtMs).toBeLessThan(90 * SECONDS)
    expect(result.endedBy).toBe('agent')
  })

  const NOISES = [
    [1700, 1500],
    [1000, 800],
    [500, 500],
    [450, 2000],
  ] as const
  test.each(oneIn(2, NOISES))('noise of %d ms with gaps of %d ms ends the call', async (noiseMs, gapMs) => {
    const call = testCall()
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      while (!person.isOver) {
        await person.play(steady(NOISE_LEVEL, noiseMs))
        await person.pause(gapMs)
      }
    })
    expect(farewells(call)).toBe(1)
    expect(result.endedBy).toBe('agent')
    expect(call.clock.monotonic()).toBeLessThan(180 * SECONDS)
  })

  test('hold music makes no moment longer than its deadline', async () => {
    const call = testCall()
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('hold on a second')
      while (!person.isOver) {
        await person.play(steady(NOISE_LEVEL, 1400))
        await person.pause(600)
      }
    })
    expect(call.clock.monotonic()).toBeLessThan(TURN_TAKING_LIMITS.longestHoldMs + 180 * SECONDS)
  })

  test('a mailbox that plays music after its pause is left at its one deadline', async () => {
    const definition = workflow(
      [
        start('Hello, this is the clinic calling. Will you come?'),
        end('coming'),
        end('msg', 'Please call the clinic.'),
      ],
      [
        { source: 'start', target: 'coming', examples: ['yes'] },
        { source: 'start', target: 'msg', label: 'voicemail' },
      ],
    )
    const call = testCall({ definition })
    const result = await call.play(async (person) => {
      await person.say('please hold the line you have reached the voicemail of the company')
      call.session.machineVerdict('machine')
      await person.pause(3200)
      while (!person.isOver)
        await person.say('la la la la la la la la la la la la la la la la la la la la la la la la la la')
    })
    expect(result.disposition).toBe(DISPOSITIONS.voicemail)
    expect(call.clock.monotonic()).toBeLessThan(TURN_TAKING_LIMITS.mailboxMs + 30 * SECONDS)
  })
})

describe('machines that talk to each other', () => {
  test('our own voice that comes back is not taken for an answer, and does not interrupt us for long', async () => {
    const question = 'This is the clinic calling to ask whether you will come to your appointment tomorrow morning?'
    const definition = workflow(
      [start(question), end('coming', 'Good, you are booked.')],
      [{ source: 'start', target: 'coming', examples: ['yes'], keys: ['1'] }],
    )
    const call = testCall({ definition })
    await call.play(async (person) => {
      for (let time = 0; time < 3; time += 1) {
        await person.pause(1800)
        await person.say('this is the')
      }
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(call.journal.record.timeline.filter(({ event }) => event === 'echo').length).toBeGreaterThan(1)
    expect(call.events()).not.toContain('not_understood')
    expect(call.journal.record.disposition).toBe('coming')
    // Cut twice at most: from then on only keys interrupt.
    expect(call.synthesizer.said.filter((text) => text === question).length).toBeLessThanOrEqual(3)
  })
})

describe('two agents that talk to each other', () => {
  /** An agent whose model always has an answer. */
  const talker = (answers: (number: number) => string) => {
    let number = 0
    return () => ({
      kind: 'words' as const,
      async *answer() {
        yield { kind: 'say' as const, text: answers(number++), interruptible: true }
      },
      close() {},
    })
  }

  async function between(ours: (number: number) => string, theirs: (number: number) => string) {
    const call = testCall({ brain: talker(ours), direction: 'inbound' })
    let turns = 0
    const result = await call.play(async (person) => {
      while (!person.isOver) {
        await person.untilAgentWaits()
        if (!person.isOver) await person.say(theirs(turns++))
      }
    })
    return { call, result, turns }
  }

  const SAYINGS = [
    'How may I help you with your account today',
    'I am sorry I did not quite get that',
    'Let me check that for you',
  ]

  test('the other side repeats its sentences: the call ends as a loop', async () => {
    const { call, result, turns } = await between(
      (number) => `This is answer number ${number}.`,
      (number) => SAYINGS[number % SAYINGS.length] as string,
    )
    expect(result).toMatchObject({ endedBy: 'agent', disposition: DISPOSITIONS.loop })
    expect(turns).toBe(SAYINGS.length + TALK_PROGRESS_LIMITS.repeatsMax)
    expect(call.journal.record.timeline).toContainEqual(
      expect.objectContaining({ event: 'no_progress', because: 'repetition' }),
    )
    expect(call.agentSaid().at(-1)).toBe(ENGLISH_SENTENCES.farewell)
  })

  test('it always says something new, and no step is reached: the call ends as a loop', async () => {
    const { result, turns } = await between(
      (number) => `This is answer number ${number}.`,
      (number) => `I would like to know ${'more '.repeat(number % 7)}about number ${number}`,
    )
    expect(result.disposition).toBe(DISPOSITIONS.loop)
    expect(turns).toBe(TALK_PROGRESS_LIMITS.turnsMax)
  })
})

describe('over the last sentence', () => {
  const definition = workflow(
    [
      start('Hello, this is the clinic. Will you come?'),
      end('coming', 'Wonderful, we look forward to seeing you on Tuesday at nine in the morning.'),
      end('cancelled', 'It is cancelled. Good-bye.'),
    ],
    [
      { source: 'start', target: 'coming', examples: ['yes'], keys: ['1'] },
      { source: 'start', target: 'cancelled', examples: ['no', 'cancel'], keys: ['2'] },
    ],
  )

  async function during(afterMs: number, words: string) {
    const call = testCall({ definition })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
      await person.until(() => call.agentSaid().length > 1)
      await person.pause(afterMs)
      if (/^\d$/u.test(words)) await person.press(words)
      else await person.say(words)
    })
    return { call, result }
  }

  const FRIENDLY = [
    'see you then',
    'great thanks a lot',
    'okay bye bye',
    'lovely my wife will be happy',
    'all right then',
  ]
  const FRIENDLY_WORDS = FRIENDLY.flatMap((words) => [900, 2500, 4800].map((afterMs) => [words, afterMs] as const))
  test.each(oneIn(4, FRIENDLY_WORDS))('"%s" after %d ms keeps what was decided', async (words, afterMs) => {
    const { call, result } = await during(afterMs, words)
    expect(result.disposition).toBe('coming')
    expect(call.agentSaid().join(' ')).not.toContain(ENGLISH_SENTENCES.notUnderstood)
  })

  test.each(['no wait', 'no cancel it', 'no I do not want that'])('"%s" leads back', async (words) => {
    const { result } = await during(2500, words)
    expect(result.disposition).not.toBe('coming')
  })

  test('another key leads back, one of no meaning does not', async () => {
    expect((await during(2500, '2')).result.disposition).toBe('cancelled')
    expect((await during(2500, '7')).result.disposition).toBe('coming')
  })

  test('who answers after all, when nothing was understood before, is heard', async () => {
    const call = testCall({ definition })
    const result = await call.play(async (person) => {
      for (let time = 0; time < 3; time += 1) {
        await person.untilAgentWaits()
        await person.say('purple elephants')
        await person.until(() => call.agentSaid().length > time + 1)
      }
      await person.pause(500)
      await person.say('cancel it please')
      await person.pause(20_000)
    })
    expect(result.disposition).toBe('cancelled')
  })
})
