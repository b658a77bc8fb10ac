import { describe, expect, test } from 'vitest'
import { NOISE_LEVEL, steady } from '../../test/agent/fake-speech.ts'
import { end, question, start, step, testCall, workflow } from '../../test/agent/harness.ts'
import { SENTENCES } from '../language/rules/sentences.ts'
import { tone } from '../speech/tones.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'
import { TURN_TAKING } from './rules/turn-taking.ts'
import type { TransferWish } from './session-options.ts'

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
          asked.push(turn.text)
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

describe('silence', () => {
  test('is asked about twice, then the call ends', async () => {
    const call = testCall()
    const result = await call.play(async () => {})
    expect(result).toMatchObject({ endedBy: 'agent', disposition: DISPOSITIONS.noInput })
    expect(call.agentSaid()).toEqual([
      GREETING,
      `${SENTENCES.stillThere} ${GREETING}`,
      `${SENTENCES.stillThere} ${GREETING}`,
      SENTENCES.farewell,
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
    const result = await call.clock.until(call.result, TURN_TAKING.lineDeadMs + 10_000)
    expect(result).toMatchObject({ endedBy: 'system', disposition: DISPOSITIONS.noAudio })
    expect(call.hangUps).toBe(1)
  })

  test('two hundred sockets opened and left idle all end, and are hung up', async () => {
    const calls = Array.from({ length: 200 }, () => testCall({ person: { sendsNoSilence: true, losesMarks: true } }))
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
    expect(call.clock.monotonic()).toBeGreaterThan(TURN_TAKING.idleMs)
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
    expect(call.agentSaid()).toEqual([GREETING, 'Will you come to your appointment?', SENTENCES.farewell])
  })

  test('noise without end is not understood, and ends politely', async () => {
    const call = testCall({ direction: 'inbound' })
    const result = await call.play(async (person) => {
      await person.play(steady(NOISE_LEVEL, 20 * 60_000))
    })
    expect(result.endedBy).toBe('agent')
    expect(call.agentSaid().at(-1)).toBe(SENTENCES.farewell)
    expect(call.clock.monotonic()).toBeLessThan(5 * 60_000)
  })
})

describe('limits', () => {
  test('the longest duration ends a conversation with a word', async () => {
    const call = testCall({ longestMs: 3000 })
    const result = await call.play(async (person) => {
      await person.pause(2500)
    })
    expect(result.disposition).toBe(DISPOSITIONS.tooLong)
    expect(call.agentSaid().at(-1)).toBe(SENTENCES.timeIsUp)
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
    expect(characters).toBeLessThan(((10_000 + TURN_TAKING.leadMs) / 66) * 1.1 + 280)
    call.person.hangUp()
    await call.clock.until(call.result)
    const [line] = call.journal.record.transcript
    expect(line?.text.length).toBeLessThanOrEqual(TURN_TAKING.longestSayCharacters)
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
      expect(call.agentSaid().at(-1)).toBe(SENTENCES.doNotCall)
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
    expect(call.agentSaid().at(-1)).toBe(SENTENCES.doNotCall)
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

describe('transfer', () => {
  const definition = workflow(
    [
      start('Do you want to talk to a person?'),
      { id: 'desk', type: 'transfer', data: { name: 'desk', say: 'One moment.', destination: '{{desk | +15550100}}' } },
    ],
    [{ source: 'start', target: 'desk', examples: ['yes'] }],
  )

  test('comes after its words, and the call is not hung up', async () => {
    const call = testCall({ definition })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(call.transfers).toEqual(['+15550100'])
    expect(result).toMatchObject({ disposition: DISPOSITIONS.transferred, transferred: true })
    expect(call.hangUps).toBe(0)
    expect(call.agentSaid()).toEqual(['Do you want to talk to a person?', 'One moment.'])
  })

  test.each([
    [true, { transferred: true, disposition: DISPOSITIONS.transferred }, 0],
    [false, { transferred: false, disposition: DISPOSITIONS.transferFailed }, 1],
  ])('a carrier that takes the audio away first and then says %s', async (ok, expected, hungUp) => {
    let hangUps = 0
    const call = testCall({
      definition,
      hooks: {
        report() {},
        hangUp: async () => void hangUps++,
        suppress: async () => {},
        transfer: async () => {
          call.person.hangUp()
          await new Promise<void>((resolve) => call.clock.after(300, resolve))
          return { ok, message: '' }
        },
      },
    })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(result).toMatchObject(expected)
    expect(hangUps).toBe(hungUp)
  })

  test.each([
    ['refuses', async () => ({ ok: false, message: 'not allowed' })],
    ['breaks', async () => Promise.reject(new Error('broken'))],
    ['never answers', () => new Promise<never>(() => {})],
  ])('that %s, with nothing written for it: an apology and a polite end', async (_, transfer) => {
    const call = testCall({
      definition,
      hooks: { report() {}, hangUp: async () => {}, suppress: async () => {}, transfer },
    })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(result).toMatchObject({ disposition: DISPOSITIONS.transferFailed, transferred: false })
    expect(call.agentSaid().at(-1)).toBe(SENTENCES.transferFailed)
  })

  test('that fails goes on by the edge that leaves it, and the person can still answer', async () => {
    const goesOn = workflow(
      [...definition.nodes, step('later', 'Nobody is free. Shall we call you back?'), end('agreed')],
      [
        { source: 'start', target: 'desk', examples: ['yes'] },
        { source: 'desk', target: 'later' },
        { source: 'later', target: 'agreed', examples: ['please do'] },
      ],
    )
    const transfer = async () => ({ ok: false, message: 'busy' })
    const hooks = { report() {}, hangUp: async () => {}, suppress: async () => {}, transfer }
    const call = testCall({ definition: goesOn, hooks })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
      await person.untilAgentWaits()
      await person.say('please do')
    })
    expect(result).toMatchObject({ disposition: 'agreed', transferred: false })
    expect(call.agentSaid()).toContain('Nobody is free. Shall we call you back?')
  })

  test('lets the person hear ringing until it is decided, and nobody is called for who has hung up', async () => {
    let aborted = false
    let heardRinging = 0
    const transfer = ({ signal }: TransferWish) =>
      new Promise<never>(() => {
        signal.addEventListener('abort', () => {
          aborted = true
        })
        call.clock.after(5000, () => {
          heardRinging = call.person.marks.length - before
          call.session.end('person')
        })
      })
    let before = 0
    const call = testCall({
      definition,
      hooks: { report() {}, hangUp: async () => {}, suppress: async () => {}, transfer },
    })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
      before = person.marks.length
    })
    expect(heardRinging).toBeGreaterThan(0)
    expect(aborted).toBe(true)
    expect(result).toMatchObject({ transferred: false, endedBy: 'person' })
  })

  test('tells whoever takes over what was said', async () => {
    const call = testCall({ definition })
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(call.announcements).toEqual([`${SENTENCES.takeOver.opening} "yes". ${SENTENCES.takeOver.connecting}`])
  })
})

describe('person or machine', () => {
  const withMessage = workflow(
    [...question.nodes, end('message', 'This is the clinic. Please call us back. Good-bye.')],
    [
      { source: 'start', target: 'coming', examples: ['yes'] },
      { source: 'start', target: 'message', label: 'voicemail' },
    ],
  )
  const recording = 'you have reached the voice mail of John Smith please leave a message after the tone'

  test('without words for it, a machine is hung up on', async () => {
    const call = testCall()
    const result = await call.play((person) => person.say(recording))
    expect(result).toMatchObject({ machine: true, disposition: DISPOSITIONS.voicemail, endedBy: 'agent' })
    expect(call.reports).toContainEqual({ kind: 'agent_verdict', verdict: 'machine' })
  })

  test('the message is said after the beep, all of it', async () => {
    const call = testCall({ definition: withMessage })
    let beepedAtMs = 0
    const result = await call.play(async (person) => {
      await person.say(recording)
      await person.pause(700)
      await person.beep()
      beepedAtMs = call.clock.monotonic()
    })
    expect(result).toMatchObject({ machine: true, disposition: DISPOSITIONS.messageLeft })
    const last = call.person.sounds.at(-1)
    expect(last?.startMs).toBeGreaterThan(beepedAtMs)
    expect(call.agentSaid().at(-1)).toBe('This is the clinic. Please call us back. Good-bye.')
  })

  test('without a beep it is said after a silence', async () => {
    const call = testCall({ definition: withMessage })
    const result = await call.play((person) => person.say(recording))
    expect(result.disposition).toBe(DISPOSITIONS.messageLeft)
  })

  test('a beep that comes late makes it begin anew', async () => {
    const call = testCall({ definition: withMessage })
    const result = await call.play(async (person) => {
      await person.say(recording)
      await person.pause(TURN_TAKING.machineSilenceMs + 1500)
      await person.play(tone([1000], 500))
    })
    expect(result.disposition).toBe(DISPOSITIONS.messageLeft)
    expect(call.agentSaid().slice(-2)).toEqual([
      'This is the clinic. Please call us back. Good-bye.',
      'This is the clinic. Please call us back. Good-bye.',
    ])
  })

  test('a machine that cuts our message short has not got it', async () => {
    const call = testCall({ definition: withMessage })
    const result = await call.play(async (person) => {
      await person.say(recording)
      await person.beep()
      await person.untilAgentSpeaks()
      await person.pause(500)
      person.hangUp()
    })
    expect(result).toMatchObject({ machine: true, disposition: DISPOSITIONS.voicemail })
  })

  test('the carrier may know it first', async () => {
    const call = testCall()
    await call.clock.pass(500)
    call.session.machineVerdict('machine')
    expect(await call.clock.until(call.result)).toMatchObject({ machine: true })
  })

  test('a fax is hung up on', async () => {
    const call = testCall({ definition: withMessage })
    await call.clock.pass(500)
    call.session.machineVerdict('fax')
    expect(await call.clock.until(call.result)).toMatchObject({ machine: true, disposition: DISPOSITIONS.fax })
  })

  test('a person is told of once, while the greeting plays on', async () => {
    const call = testCall()
    await call.play(async (person) => {
      await person.say('hello')
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(call.reports.filter(({ kind }) => kind === 'agent_verdict')).toEqual([
      { kind: 'agent_verdict', verdict: 'human' },
    ])
  })

  test('a long answer to our question is no recording', async () => {
    const call = testCall()
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say(
        'well that is a good question I have been thinking about it all week long and it took me some time to decide',
      )
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(result).toMatchObject({ machine: false, disposition: 'coming' })
  })

  test('who calls us is never taken for a machine', async () => {
    const call = testCall({ direction: 'inbound' })
    const result = await call.play(async (person) => {
      await person.say(recording)
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(result).toMatchObject({ machine: false, disposition: 'coming' })
  })
})

describe('a brain in trouble', () => {
  test('is covered by fillers, then by an apology and a polite end', async () => {
    const call = testCall({
      brain: () => ({
        kind: 'words',
        async *answer() {
          await new Promise(() => {})
        },
        close() {},
      }),
    })
    const result = await call.play(async () => {})
    expect(call.agentSaid()).toEqual([SENTENCES.fillers.join(' '), SENTENCES.fallback])
    expect(call.person.sounds[0]?.startMs).toBeLessThan(TURN_TAKING.fillerAfterMs + 100)
    expect(result.disposition).toBe(DISPOSITIONS.agentFailed)
  })

  test('that is merely slow is covered once, then goes on', async () => {
    const call = testCall({
      brain: (_, clock) => ({
        kind: 'words',
        async *answer(turn) {
          if (turn.kind !== 'started') return
          await new Promise<void>((resolve) => clock.after(4000, resolve))
          yield { kind: 'say', text: 'Here I am.', interruptible: true }
          yield { kind: 'hang_up', disposition: 'done' }
        },
        close() {},
      }),
    })
    const result = await call.play(async () => {})
    expect(call.agentSaid()).toEqual([`${SENTENCES.fillers[0]} Here I am.`])
    expect(result.disposition).toBe('done')
  })

  test.each([
    [
      'throws',
      {
        kind: 'words',
        answer: () => {
          throw new Error('broken')
        },
        close() {},
      } as const,
    ],
    [
      'throws in the middle',
      {
        kind: 'words',
        async *answer() {
          yield { kind: 'say', text: 'I was about to', interruptible: true } as const
          throw new Error('broken')
        },
        close() {},
      } as const,
    ],
  ])('that %s: an apology and a polite end', async (_, brain) => {
    const call = testCall({ brain: () => brain })
    const result = await call.play(async () => {})
    expect(call.agentSaid().at(-1)).toBe(SENTENCES.fallback)
    expect(result).toMatchObject({ disposition: DISPOSITIONS.agentFailed, endedBy: 'agent' })
  })
})

describe('a synthesizer or ears in trouble', () => {
  test.each(['throws', 'silent', 'hangs'] as const)(
    'a synthesizer that %s for one text: an apology and a polite end',
    async (trouble) => {
      const call = testCall()
      call.synthesizer.trouble = (text) => (SENTENCES.fallback.includes(text) ? 'none' : trouble)
      const result = await call.play(async () => {})
      expect(result.disposition).toBe(DISPOSITIONS.agentFailed)
      expect(call.agentSaid()).toEqual([SENTENCES.fallback])
    },
  )

  test('a synthesizer that says nothing at all: the call ends all the same', async () => {
    const call = testCall()
    call.synthesizer.trouble = () => 'throws'
    const result = await call.play(async () => {})
    expect(result.disposition).toBe(DISPOSITIONS.agentFailed)
    expect(call.hangUps).toBe(1)
  })

  test('text from right to left, which the voice cannot say, leaves nobody in silence', async () => {
    const call = testCall({
      definition: workflow(
        [start('مرحبا، هل ستأتي؟'), end('done')],
        [{ source: 'start', target: 'done', keys: ['1'] }],
      ),
    })
    call.synthesizer.trouble = (text) => (/[a-z]/i.test(text) ? 'none' : 'silent')
    await call.play(async () => {})
    expect(call.agentSaid()).toEqual([SENTENCES.fallback])
  })

  test('text from right to left that can be said is kept as it was written', async () => {
    const call = testCall({
      definition: workflow(
        [start('مرحبا، هل ستأتي؟'), end('done')],
        [{ source: 'start', target: 'done', keys: ['1'] }],
      ),
    })
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.press('1')
    })
    expect(call.agentSaid()[0]).toBe('مرحبا، هل ستأتي؟')
  })

  test.each([
    ['fails', () => Promise.reject(new Error('overloaded'))],
    ['never answers', () => new Promise<never>(() => {})],
  ])('a recognizer that %s: keys still work', async (_, recognize) => {
    const call = testCall({ recognizer: { recognize, close: async () => {} } })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
      await person.untilAgentWaits()
      await person.press('1')
    })
    expect(call.events()).toContain('recognition_failed')
    expect(result.disposition).toBe('coming')
  })

  test('ears that take long are covered by a filler, and a short answer still counts', async () => {
    const call = testCall({
      recognizer: {
        recognize: async () => {
          await new Promise<void>((resolve) => call.clock.after(3500, resolve))
          return { text: 'yes', confidence: 0.9, ms: 3500 }
        },
        close: async () => {},
      },
    })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(result.disposition).toBe('coming')
    expect(call.agentSaid().slice(1).join(' ')).toBe(`${SENTENCES.fillers[0]} Good-bye.`)
  })

  test('a missing variable is empty text and stands in the timeline', async () => {
    const call = testCall({
      definition: workflow(
        [start('Hello {{first_name}}, are you well?'), end('done')],
        [{ source: 'start', target: 'done', keys: ['1'] }],
      ),
    })
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.press('1')
    })
    expect(call.agentSaid()[0]).toBe('Hello, are you well?')
    expect(call.journal.record.timeline).toContainEqual(
      expect.objectContaining({ event: 'missing_variables', names: ['first_name'] }),
    )
  })

  test('a workflow that leads in circles ends', async () => {
    const call = testCall({
      definition: workflow(
        [start('One.'), step('two', 'Two.'), step('three', 'Three.')],
        [
          { source: 'start', target: 'two' },
          { source: 'two', target: 'three' },
          { source: 'three', target: 'two' },
        ],
      ),
    })
    const result = await call.play(async () => {})
    expect(result.disposition).toBe(DISPOSITIONS.loop)
  })
})
