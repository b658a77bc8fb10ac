import { describe, expect, test } from 'vitest'
import { end, start, step, testCall, workflow } from '../../test/agent/harness.ts'
import { ENGLISH_SENTENCES } from '../language/rules/sentences.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'

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
    expect(call.agentSaid()).toEqual([ENGLISH_SENTENCES.fillers.join(' '), ENGLISH_SENTENCES.fallback])
    expect(call.person.sounds[0]?.startMs).toBeLessThan(TURN_TAKING_LIMITS.fillerAfterMs + 100)
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
    expect(call.agentSaid()).toEqual([`${ENGLISH_SENTENCES.fillers[0]} Here I am.`])
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
    expect(call.agentSaid().at(-1)).toBe(ENGLISH_SENTENCES.fallback)
    expect(result).toMatchObject({ disposition: DISPOSITIONS.agentFailed, endedBy: 'agent' })
  })
})

describe('a synthesizer or ears in trouble', () => {
  test.each(['throws', 'silent', 'hangs'] as const)(
    'a synthesizer that %s for one text: an apology and a polite end',
    async (trouble) => {
      const call = testCall()
      call.synthesizer.trouble = (text) => (ENGLISH_SENTENCES.fallback.includes(text) ? 'none' : trouble)
      const result = await call.play(async () => {})
      expect(result.disposition).toBe(DISPOSITIONS.agentFailed)
      expect(call.agentSaid()).toEqual([ENGLISH_SENTENCES.fallback])
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
    expect(call.agentSaid()).toEqual([ENGLISH_SENTENCES.fallback])
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
    expect(call.agentSaid().slice(1).join(' ')).toBe(`${ENGLISH_SENTENCES.fillers[0]} Good-bye.`)
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
