import { describe, expect, test } from 'vitest'
import { end, start, testCall, workflow } from '../../test/agent/harness.ts'
import { ENGLISH_SENTENCES } from '../language/rules/sentences.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'

const GREETING = 'Hello, this is the clinic calling. Will you come to your appointment?'

describe('a conversation', () => {
  test('greets, understands the answer, says good-bye and hangs up', async () => {
    const call = testCall()
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes I will be there')
    })
    expect(result).toEqual({ endedBy: 'agent', disposition: 'coming', machine: false, transferred: false })
    expect(call.journal.record.transcript.map(({ who, text }) => [who, text])).toEqual([
      ['agent', GREETING],
      ['person', 'yes I will be there'],
      ['agent', 'Good-bye.'],
    ])
    expect(call.hangUps).toBe(1)
    expect(call.person.isOver).toBe(true)
    expect(call.reports[0]).toEqual({ kind: 'agent' })
  })

  test('plays its last words to the end before hanging up', async () => {
    const call = testCall()
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.press('1')
    })
    const spoken = [GREETING, 'Good-bye.'].map((text) => call.synthesizer.said.filter((said) => text.includes(said)))
    expect(spoken.flat().join(' ')).toBe(`${GREETING} Good-bye.`)
    const characters = spoken.flat().reduce((sum, text) => sum + text.length, 0)
    expect(call.person.bytesHeard).toBe(characters * 66 * 8 * 2)
  })

  test('leaves no timer behind', async () => {
    const call = testCall()
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.press('2')
    })
    await call.journal.flush()
    await call.clock.pass(60_000)
    expect(call.clock.timers).toBe(0)
  })

  test('the greeting is on its way in the moment of the answer', async () => {
    const call = testCall()
    await call.clock.pass(20)
    expect(call.person.firstAudioMs).toBe(20)
    expect(call.journal.record.latencies.first_audio_ms).toBe(0)
    call.person.hangUp()
    await call.clock.until(call.result)
  })

  test('begins to recognise in the pause, and a clear answer need not wait for its end', async () => {
    const call = testCall()
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
    })
    const [gap] = call.person.replyGapsMs
    expect(gap).toBeGreaterThanOrEqual(300)
    expect(gap).toBeLessThanOrEqual(460)
    expect(call.journal.record.latencies.replies).toBe(1)
  })

  test('a pause within a sentence does not end it', async () => {
    const call = testCall()
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('well I thought about it')
      await person.pause(400)
      await person.say('yes')
    })
    expect(call.journal.record.transcript.filter(({ who }) => who === 'person')).toHaveLength(1)
  })

  test('hanging up in the middle is the person ending it', async () => {
    const call = testCall()
    const result = await call.play(async (person) => {
      await person.untilAgentSpeaks()
      person.hangUp()
    })
    expect(result).toMatchObject({ endedBy: 'person', disposition: DISPOSITIONS.hungUp })
    // The audio may have died while the call lives on: it is hung up in any case.
    expect(call.hangUps).toBe(1)
  })

  test.each([
    { encoding: 'mulaw', sampleRateHz: 8000 },
    { encoding: 'alaw', sampleRateHz: 8000 },
    { encoding: 'l16', sampleRateHz: 16000 },
    { encoding: 'l16', sampleRateHz: 24000 },
  ] as const)('is held over $encoding at $sampleRateHz Hz', async (format) => {
    const call = testCall({ person: { format } })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.press('2', 'audio')
    })
    expect(result.disposition).toBe('cancelled')
  })
})

describe('limits', () => {
  test('the longest duration ends a conversation with a word', async () => {
    const call = testCall({ longestMs: 3000 })
    const result = await call.play(async (person) => {
      await person.pause(2500)
    })
    expect(result.disposition).toBe(DISPOSITIONS.tooLong)
    expect(call.agentSaid().at(-1)).toBe(ENGLISH_SENTENCES.timeIsUp)
  })

  test('ten thousand words are not made at once, nor spoken to their end', async () => {
    const call = testCall({
      brain: () => ({
        kind: 'words',
        async *answer(turn) {
          if (turn.kind === 'started') yield { kind: 'say', text: 'word '.repeat(10_000), interruptible: true }
        },
        close() {},
      }),
    })
    await call.clock.pass(10_000)
    const characters = call.synthesizer.said.reduce((sum, text) => sum + text.length, 0)
    expect(characters).toBeLessThan(((10_000 + TURN_TAKING_LIMITS.leadMs) / 66) * 1.1 + 280)
    call.person.hangUp()
    await call.clock.until(call.result)
    const [line] = call.journal.record.transcript
    expect(line?.text.length).toBeLessThanOrEqual(TURN_TAKING_LIMITS.longestSayCharacters)
  })

  test('a brain that streams without end is read no further than can be said', async () => {
    let yielded = 0
    const call = testCall({
      brain: () => ({
        kind: 'words',
        async *answer(turn) {
          if (turn.kind !== 'started') return
          for (;;) {
            yielded++
            yield { kind: 'say', text: `Rubbish number ${yielded}.`, interruptible: true }
          }
        },
        close() {},
      }),
    })
    await call.clock.pass(5000)
    expect(yielded).toBeLessThan(1000)
    call.person.hangUp()
    await call.clock.until(call.result)
  })
})

describe('do not call me again', () => {
  test.each(['stop calling me', 'take me off your list', 'please never call this number again'])(
    '"%s" goes on the list at once, is confirmed, and ends the call',
    async (words) => {
      const call = testCall()
      const result = await call.play(async (person) => {
        await person.untilAgentWaits()
        await person.say(words)
      })
      expect(result.disposition).toBe(DISPOSITIONS.doNotCall)
      expect(call.suppressions).toBe(1)
      expect(call.agentSaid().at(-1)).toBe(ENGLISH_SENTENCES.doNotCall)
      expect(call.events()).toContain('suppressed')
    },
  )

  test('said over our words, it is heard all the same', async () => {
    const call = testCall({
      definition: workflow(
        [start(GREETING, { allow_interrupt: false }), end('done')],
        [{ source: 'start', target: 'done', keys: ['1'] }],
      ),
    })
    const result = await call.play(async (person) => {
      await person.pause(300)
      await person.say('stop calling me')
    })
    expect(result.disposition).toBe(DISPOSITIONS.doNotCall)
    expect(call.suppressions).toBe(1)
  })

  test('said as the last words before hanging up, it still counts', async () => {
    const call = testCall()
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('stop calling me')
      person.hangUp()
    })
    expect(call.suppressions).toBe(1)
    expect(result).toMatchObject({ endedBy: 'person', disposition: DISPOSITIONS.doNotCall })
  })

  test('said while we take our leave, it still counts', async () => {
    const call = testCall({
      definition: workflow(
        [start('Are you well?'), end('fine', 'Thank you very much for your time and have a nice day.')],
        [{ source: 'start', target: 'fine', examples: ['yes'] }],
      ),
    })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
      await person.untilAgentSpeaks()
      await person.say('and do not call me again')
    })
    expect(call.suppressions).toBe(1)
    // They were heard out, not hung up on.
    expect(call.agentSaid().at(-1)).toBe(ENGLISH_SENTENCES.doNotCall)
    expect(result.disposition).toBe(DISPOSITIONS.doNotCall)
  })

  test('a list that cannot be written is tried again until it can', async () => {
    let tries = 0
    const call = testCall({
      hooks: {
        report() {},
        hangUp: async () => {},
        transfer: async () => ({ ok: true, message: '' }),
        suppress: async () => {
          tries++
          if (tries < 4) throw new Error('the database is away')
        },
      },
    })
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('stop calling me')
    })
    expect(tries).toBe(4)
    expect(call.events()).toContain('suppressed')
  })
})
