import { describe, expect, test } from 'vitest'
import { NOISE_LEVEL, steady } from '../../test/agent/fake-speech.ts'
import { end, start, testCall, workflow } from '../../test/agent/harness.ts'
import { ENGLISH_SENTENCES } from '../language/rules/sentences.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'

const GREETING = 'Hello, this is the clinic calling. Will you come to your appointment?'

describe('interruption', () => {
  test('after half a second of speech the agent is silent, and knows the words that were heard', async () => {
    const text = 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen'
    const heard: unknown[] = []
    const call = testCall({
      brain: () => ({
        kind: 'words',
        async *answer(turn) {
          if (turn.kind === 'started') yield { kind: 'say', text, interruptible: true }
          if (turn.kind !== 'heard') return
          heard.push(turn.interrupted)
          yield { kind: 'hang_up', disposition: 'interrupted' }
        },
        close() {},
      }),
    })
    await call.play(async (person) => {
      await person.pause(1000)
      await person.interrupt('there is something else')
    })
    // Spoken at 66 ms a character from the first frame; stopped at 1,000 + 500 ms: 22 characters.
    expect(heard).toEqual([{ heardText: 'One two three four' }])
    expect(call.person.clears).toBe(1)
    expect(call.person.silencedAfterMs[0]).toBeLessThanOrEqual(560)
    expect(call.journal.record.transcript[0]).toMatchObject({ text, heard: 'One two three four' })
    expect(call.events()).toContain('interrupted')
  })

  test('marks put the reckoning right when the line plays later than it was sent', async () => {
    const heard: unknown[] = []
    const call = testCall({
      brain: () => ({
        kind: 'words',
        async *answer(turn) {
          if (turn.kind === 'started')
            yield { kind: 'say', text: 'First of all, here is the second clause of it.', interruptible: true }
          if (turn.kind === 'heard') {
            heard.push(turn.interrupted?.heardText)
            yield { kind: 'hang_up', disposition: 'done' }
          }
        },
        close() {},
      }),
    })
    await call.play(async (person) => {
      await person.until(() => person.marks.length === 1)
      await person.interrupt('excuse me for a moment')
    })
    expect(heard[0]).toMatch(/^First of all, here/)
    expect(heard[0]).not.toContain('clause')
  })

  test('"hello?" and "mm-hm" over our words neither stop us nor count as an answer', async () => {
    const call = testCall()
    const result = await call.play(async (person) => {
      await person.say('hello')
      await person.pause(800)
      await person.say('okay')
      await person.untilAgentWaits()
      await person.say('no')
    })
    expect(call.person.clears).toBe(0)
    expect(call.agentSaid()).toEqual([GREETING, 'Good-bye.'])
    expect(result.disposition).toBe('cancelled')
  })

  test('a short word that is an answer is taken although we still speak, once the question was heard', async () => {
    const call = testCall()
    const result = await call.play(async (person) => {
      await person.untilAgentSpeaks()
      await person.pause(3600)
      await person.say('never')
    })
    expect(call.person.clears).toBe(1)
    expect(result.disposition).toBe('cancelled')
  })

  test('what may not be interrupted is said to its end', async () => {
    const definition = workflow(
      [start(GREETING, { allow_interrupt: false }), end('coming')],
      [{ source: 'start', target: 'coming', examples: ['yes'], keys: ['1'] }],
    )
    const call = testCall({ definition })
    await call.play(async (person) => {
      await person.untilAgentSpeaks()
      await person.say('but I want to say something now')
      await person.untilAgentWaits()
      await person.press('1')
    })
    expect(call.person.clears).toBe(0)
  })

  test('a noise that made us stop: we go on where we were', async () => {
    const call = testCall()
    const result = await call.play(async (person) => {
      await person.pause(1500)
      await person.play(steady(NOISE_LEVEL, 900))
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(call.agentSaid()).toEqual([GREETING, 'Good-bye.'])
    expect(result.disposition).toBe('coming')
  })

  test('a brain that is thinking is told both halves of what was said', async () => {
    const asked: string[] = []
    const call = testCall({
      brain: () => ({
        kind: 'words',
        async *answer(turn, signal) {
          if (turn.kind !== 'heard') return
          asked.push(turn.words.shown)
          await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        },
        close() {},
      }),
    })
    await call.play(async (person) => {
      await person.say('I would like')
      await person.pause(1600)
      await person.say('to move my appointment')
      await person.pause(1500)
      person.hangUp()
    })
    expect(asked).toEqual(['I would like', 'I would like to move my appointment'])
  })
})

describe('keys', () => {
  test.each(['event', 'audio', 'both'] as const)('told by %s are counted once', async (how) => {
    const definition = workflow(
      [
        start('Please enter your number.', { collect: { variable: 'account', kind: 'digits', max_length: 5 } }),
        end('thanks'),
      ],
      [{ source: 'start', target: 'thanks' }],
    )
    const call = testCall({ definition })
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.press('11223', how)
    })
    expect(call.journal.record.gathered).toEqual({ account: '11223' })
    expect(call.agentSaid()).toEqual(['Please enter your number.', 'Good-bye.'])
  })

  test.each([
    ['a hash', async (press: (keys: string) => Promise<void>) => press('42#')],
    ['a pause', async (press: (keys: string) => Promise<void>) => press('42')],
  ])('end by %s', async (_, type) => {
    const definition = workflow(
      [start('How many?', { collect: { variable: 'count', kind: 'number' } }), end('thanks')],
      [{ source: 'start', target: 'thanks' }],
    )
    const call = testCall({ definition })
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await type((keys) => person.press(keys))
    })
    expect(call.journal.record.gathered).toEqual({ count: '42' })
  })

  test('interrupt our words, and may be typed before the question has been asked', async () => {
    const call = testCall()
    const result = await call.play(async (person) => {
      await person.pause(300)
      await person.press('2')
    })
    expect(call.person.clears).toBe(1)
    expect(result.disposition).toBe('cancelled')
  })

  test('pressed during what may not be interrupted wait for its end', async () => {
    const definition = workflow(
      [start(GREETING, { allow_interrupt: false }), end('coming')],
      [{ source: 'start', target: 'coming', keys: ['1'] }],
    )
    const call = testCall({ definition })
    const result = await call.play(async (person) => {
      await person.pause(300)
      await person.press('1')
    })
    expect(call.person.clears).toBe(0)
    expect(result.disposition).toBe('coming')
  })

  test('that are no keys are ignored', async () => {
    const call = testCall()
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.press('€x')
      await person.press('1')
    })
    expect(result.disposition).toBe('coming')
  })
})

test('keys are a line of the person, and what follows from them comes behind it', async () => {
  const call = testCall()
  await call.play(async (person) => {
    await person.untilAgentWaits()
    await person.press('1')
  })
  const lines = call.journal.record.transcript.map(({ who, text }) => `${who}: ${text}`)
  expect(lines).toEqual([`agent: ${GREETING}`, 'person: (pressed 1)', 'agent: Good-bye.'])
})

describe('silence', () => {
  test('is asked about twice with the question alone, then the call ends', async () => {
    const call = testCall()
    const result = await call.play(async () => {})
    expect(result).toMatchObject({ endedBy: 'agent', disposition: DISPOSITIONS.noInput })
    expect(call.agentSaid()).toEqual([
      GREETING,
      `${ENGLISH_SENTENCES.stillThere} Will you come to your appointment?`,
      `${ENGLISH_SENTENCES.stillThere} Will you come to your appointment?`,
      ENGLISH_SENTENCES.farewell,
    ])
    expect(call.events().filter((event) => event === 'no_input')).toHaveLength(3)
  })

  test('ends a turn also when the carrier sends none', async () => {
    const call = testCall({ person: { sendsNoSilence: true } })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(result.disposition).toBe('coming')
  })

  test('a carrier that loses marks delays nothing for long', async () => {
    const call = testCall({ person: { losesMarks: true } })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(result).toMatchObject({ endedBy: 'agent', disposition: 'coming' })
  })

  test('a line from which nothing comes is given up', async () => {
    const call = testCall({
      brain: () => ({ kind: 'words', async *answer() {}, close() {} }),
      person: { sendsNoSilence: true, losesMarks: true },
    })
    const result = await call.clock.until(call.result, TURN_TAKING_LIMITS.lineDeadMs + 10_000)
    expect(result).toMatchObject({ endedBy: 'system', disposition: DISPOSITIONS.noAudio })
    expect(call.hangUps).toBe(1)
  })

  test('sockets opened and left idle all end, and are hung up', async () => {
    const calls = Array.from({ length: 20 }, () => testCall({ person: { sendsNoSilence: true, losesMarks: true } }))
    for (const call of calls) {
      await call.clock.until(call.result, 120_000)
      expect(call.hangUps).toBe(1)
    }
  })

  test('words that take minutes are not silence', async () => {
    const call = testCall({
      brain: () => ({
        kind: 'words',
        async *answer(turn) {
          if (turn.kind === 'started') yield { kind: 'say', text: 'word '.repeat(600), interruptible: true }
          else yield { kind: 'hang_up', disposition: 'done' }
        },
        close() {},
      }),
    })
    expect(await call.play(async () => {})).toMatchObject({ disposition: 'done' })
    expect(call.clock.monotonic()).toBeGreaterThan(TURN_TAKING_LIMITS.idleMs)
  })

  test('a brain that would ask for ever is stopped', async () => {
    const call = testCall({
      brain: () => ({
        kind: 'words',
        async *answer() {
          yield { kind: 'say', text: 'Hello?', interruptible: true }
        },
        close() {},
      }),
    })
    const result = await call.play(async () => {})
    expect(result.disposition).toBe(DISPOSITIONS.noInput)
  })
})

describe('somebody who never stops', () => {
  test('is cut off, answered, and left after the third time', async () => {
    const call = testCall({ direction: 'inbound' })
    const result = await call.play(async (person) => {
      while (!person.isOver) await person.play(await call.speech.voice('and another thing that I must tell you about'))
    })
    expect(result).toMatchObject({ endedBy: 'agent', disposition: DISPOSITIONS.neverStopped })
    // Only the greeting was interrupted: what answers a person who does not stop is said over them.
    expect(call.person.clears).toBe(1)
    expect(call.agentSaid()).toEqual([GREETING, 'Will you come to your appointment?', ENGLISH_SENTENCES.farewell])
  })

  test('noise without end is not understood, and ends politely', async () => {
    const call = testCall({ direction: 'inbound' })
    const result = await call.play(async (person) => {
      await person.play(steady(NOISE_LEVEL, 20 * 60_000))
    })
    expect(result.endedBy).toBe('agent')
    expect(call.agentSaid().at(-1)).toBe(ENGLISH_SENTENCES.farewell)
    expect(call.clock.monotonic()).toBeLessThan(5 * 60_000)
  })
})
