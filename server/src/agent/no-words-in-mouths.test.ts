/**
 * What a person says counts as the answer to a question only if they can have heard the question; noise pauses, words
 * decide; nobody who did not agree is recorded as agreeing. On the virtual clock, to the word.
 */
import { describe, expect, test } from 'vitest'
import { appointmentQuestion } from '../../test/agent/appointment.ts'
import { NOISE_LEVEL, steady } from '../../test/agent/fake-speech.ts'
import { end, question, start, step, testCall, workflow } from '../../test/agent/harness.ts'
import { ENGLISH_SENTENCES } from '../language/rules/sentences.ts'
import { paymentReminder } from '../samples/payment-reminder.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'

const GREETING = 'Hello, this is the clinic calling. Will you come to your appointment?'

describe('words before the question was heard', () => {
  test.each(['Yes, hello?', 'Okay', 'uh huh', 'yes, who is this?', 'Yeah', 'hello yes speaking', 'yes I am listening'])(
    '"%s" on picking up confirms nothing',
    async (words) => {
      const call = testCall({ definition: appointmentQuestion })
      const result = await call.play(async (person) => {
        await person.pause(300)
        await person.say(words)
      })
      expect(result.disposition).not.toBe('confirmed')
      expect(call.agentSaid().join(' ')).not.toContain('look forward to seeing you')
    },
  )

  test('the agent goes on from where it was, not from the beginning', async () => {
    const call = testCall({ definition: appointmentQuestion })
    const result = await call.play(async (person) => {
      await person.pause(1500)
      await person.say('Yes, hello, good morning')
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(result.disposition).toBe('confirmed')
    expect(call.synthesizer.said.filter((text) => text.startsWith('Hello there')).length).toBe(1)
  })

  test('nothing is told to whoever picks up with "Yeah, hello"', async () => {
    const call = testCall({ definition: paymentReminder, variables: { amount_due: 'ninety dollars' } })
    await call.play(async (person) => {
      await person.pause(300)
      await person.say('Yeah hello')
      await person.pause(3000)
      person.hangUp()
    })
    expect(call.agentSaid().join(' ')).not.toContain('ninety')
  })

  test('keys count at once, and so does "do not call me"', async () => {
    const keyed = testCall()
    expect(
      await keyed.play(async (person) => {
        await person.pause(300)
        await person.press('2')
      }),
    ).toMatchObject({ disposition: 'cancelled' })
    const asked = testCall()
    await asked.play(async (person) => {
      await person.pause(300)
      await person.say('stop calling me')
    })
    expect(asked.suppressions).toBe(1)
  })

  test('a question heard for the most part is heard; its answer interrupts', async () => {
    const call = testCall()
    const result = await call.play(async (person) => {
      await person.pause(4200)
      await person.say('no I can not come cancel my appointment')
    })
    expect(result.disposition).toBe('cancelled')
    expect(call.agentSaid()).toEqual([GREETING, 'Good-bye.'])
  })

  test('"hello?" after the question: it is asked again, the greeting is not begun anew', async () => {
    const call = testCall()
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('hello?')
      await person.untilAgentSpeaks()
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(call.agentSaid()).toEqual([GREETING, 'Will you come to your appointment?', 'Good-bye.'])
    expect(result.disposition).toBe('coming')
  })

  test('somebody who takes it back before we have said good-bye has not agreed', async () => {
    const call = testCall({
      definition: workflow(
        [
          start('Will you come?'),
          end('coming', 'Wonderful, we look forward to seeing you then. Good-bye.'),
          end('cancelled'),
        ],
        [
          { source: 'start', target: 'coming', examples: ['yes'] },
          { source: 'start', target: 'cancelled', examples: ['no', 'I can not come'] },
        ],
      ),
    })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
      await person.pause(900)
      await person.say('wait no I can not come')
      await person.untilAgentWaits()
      await person.say('no')
    })
    expect(result.disposition).toBe('cancelled')
  })
})

describe('noise and early answers', () => {
  test('noise every five seconds: the greeting is said once, clause by clause, and the answer is heard', async () => {
    const call = testCall({ definition: appointmentQuestion })
    const result = await call.play(async (person) => {
      for (let time = 0; time < 3; time += 1) {
        await person.pause(2500)
        await person.play(steady(NOISE_LEVEL, 450))
        await person.pause(2000)
      }
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(result.disposition).toBe('confirmed')
    expect(call.agentSaid()).toHaveLength(2)
    expect(call.synthesizer.said.filter((text) => text.startsWith('Hello there')).length).toBeLessThanOrEqual(1)
  })

  test('a cough while we wait is not blamed on anybody', async () => {
    const call = testCall()
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.play(steady(NOISE_LEVEL, 450))
      await person.pause(1000)
      await person.say('yes')
    })
    expect(call.agentSaid()).toEqual([GREETING, 'Good-bye.'])
    expect(result.disposition).toBe('coming')
  })

  test('"yes" while the menu plays on is kept, and counts when silence follows', async () => {
    const call = testCall({ definition: appointmentQuestion })
    const result = await call.play(async (person) => {
      await person.until(() => call.synthesizer.said.some((text) => text.includes('Please say yes')))
      await person.untilAgentSpeaks()
      // 7.9 s of greeting, then the question.
      await person.pause(9500)
      await person.say('Yes')
    })
    expect(result.disposition).toBe('confirmed')
  })

  test('"mm-hm" while the menu plays on is no answer, even if silence follows', async () => {
    const call = testCall({ definition: appointmentQuestion })
    const result = await call.play(async (person) => {
      await person.pause(9500)
      await person.say('mm hm')
      await person.pause(5000)
      person.hangUp()
    })
    expect(result.disposition).toBe(DISPOSITIONS.hungUp)
  })

  test('"hold on a second" is waited for; "okay" afterwards answers nothing', async () => {
    const call = testCall()
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('hold on a second')
      await person.pause(15_000)
      await person.say('okay')
      await person.untilAgentSpeaks()
      await person.untilAgentWaits()
      await person.say('no')
    })
    expect(result.disposition).toBe('cancelled')
    expect(call.agentSaid()).toEqual([
      GREETING,
      ENGLISH_SENTENCES.takeYourTime,
      'Will you come to your appointment?',
      'Good-bye.',
    ])
  })

  test('"hold on" over our words: we are silent until they are back, then go on', async () => {
    const call = testCall()
    const result = await call.play(async (person) => {
      await person.pause(1000)
      await person.say('hold on a second please')
      await person.pause(12_000)
      await person.say('okay')
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(result.disposition).toBe('coming')
    expect(call.agentSaid().join(' ')).not.toContain(ENGLISH_SENTENCES.stillThere)
  })
})

describe('the end of a turn follows from what is expected', () => {
  const account = (exact_length?: number) =>
    workflow(
      [
        start('What is your account number?', {
          collect: { variable: 'account', kind: 'digits', ...(exact_length ? { exact_length } : { max_length: 8 }) },
        }),
        step('pin', 'Thank you. And what is your pin?', {
          collect: { variable: 'pin', kind: 'digits', max_length: 4 },
        }),
        end('thanks'),
      ],
      [
        { source: 'start', target: 'pin' },
        { source: 'pin', target: 'thanks' },
      ],
    )

  test.each([
    [1000, 8],
    [1000, undefined],
    [1700, 8],
    [1700, undefined],
    [2200, 8],
  ])('digits with a pause of %d ms within them are one number (exact length %s)', async (pauseMs, exact) => {
    const call = testCall({ definition: account(exact) })
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('four two seven nine')
      await person.pause(pauseMs)
      await person.say('one one five six')
      await person.until(() => call.agentSaid().length > 1)
      await person.untilAgentWaits()
      await person.say('one two three four')
    })
    expect(call.journal.record.gathered).toEqual({ account: '42791156', pin: '1234' })
  })

  test('digits that are all there end the turn at once', async () => {
    const call = testCall({ definition: account(8) })
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('four two seven nine one one five six')
      await person.until(() => call.agentSaid().length > 1)
      await person.untilAgentWaits()
      person.hangUp()
    })
    expect(call.person.replyGapsMs[0]).toBeLessThan(500)
  })

  test('"well" is no answer to an open question', async () => {
    const call = testCall({
      definition: workflow(
        [start('What could we do better?', { collect: { variable: 'feedback', kind: 'text' } }), end('thanks')],
        [{ source: 'start', target: 'thanks' }],
      ),
    })
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('Well')
      await person.pause(1000)
      await person.say('the food was cold')
    })
    expect(call.journal.record.gathered.feedback).toContain('the food was cold')
  })

  test('a plain yes is answered in less than half a second', async () => {
    const call = testCall()
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(call.person.replyGapsMs[0]).toBeLessThan(500)
  })
})

describe('who answered', () => {
  test('a late verdict of the carrier does not undo a proven person', async () => {
    const definition = workflow(
      [...question.nodes, step('more', 'Shall we call you before?'), end('message', 'Please call us back.')],
      [
        { source: 'start', target: 'more', examples: ['yes'] },
        { source: 'more', target: 'coming', examples: ['yes'] },
        { source: 'start', target: 'message', label: 'voicemail' },
      ],
    )
    const call = testCall({ definition })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('yes')
      await person.until(() => call.agentSaid().length > 1)
      call.session.machineVerdict('machine')
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(result).toMatchObject({ machine: false, disposition: 'coming' })
    expect(call.agentSaid().join(' ')).not.toContain('call us back')
    expect(call.reports).not.toContainEqual({ kind: 'agent_verdict', verdict: 'machine' })
  })

  const withMessage = workflow(
    [...question.nodes, end('message', 'This is the clinic. Please call us back. Good-bye.')],
    [
      { source: 'start', target: 'coming', examples: ['yes'] },
      { source: 'start', target: 'message', label: 'voicemail' },
    ],
  )

  test('a greeting with a pause in it is not talked over', async () => {
    const call = testCall({ definition: withMessage })
    let spokeOnAtMs = 0
    let beepAtMs = 0
    const result = await call.play(async (person) => {
      await person.say('you have reached the voice mail of John Smith I can not answer right now')
      await person.pause(3000)
      spokeOnAtMs = call.clock.monotonic()
      await person.say('please leave a message after the tone and I will call you back as soon as I can')
      await person.pause(300)
      beepAtMs = call.clock.monotonic()
      await person.beep()
    })
    expect(result).toMatchObject({ machine: true, disposition: DISPOSITIONS.messageLeft })
    // What had been begun stops while the machine speaks on.
    const during = call.person.sounds.filter(({ startMs, endMs }) => endMs > spokeOnAtMs + 1200 && startMs < beepAtMs)
    expect(during).toEqual([])
    expect(call.agentSaid().at(-1)).toBe('This is the clinic. Please call us back. Good-bye.')
  })

  test('a person taken for a machine is heard when they ask not to be called', async () => {
    const call = testCall({ definition: withMessage })
    const result = await call.play(async (person) => {
      await person.say(
        'listen to me for a moment I have told you people so many times and I am telling you once more now stop calling me',
      )
      await person.pause(500)
    })
    expect(call.suppressions).toBe(1)
    expect(result.disposition).toBe(DISPOSITIONS.doNotCall)
  })
})

describe('edges with consequences', () => {
  const definition = workflow(
    [start('Will you come?'), end('coming'), end('cancelled', 'It is cancelled.'), end('removed', 'You are removed.')],
    [
      { source: 'start', target: 'coming', examples: ['yes'], keys: ['1'] },
      {
        source: 'start',
        target: 'cancelled',
        examples: ['no', 'cancel'],
        keys: ['3'],
        confirm: 'You want to cancel, is that right?',
      },
      { source: 'start', target: 'removed', keys: ['9'] },
    ],
  )
  const removed = definition.nodes.find(({ id }) => id === 'removed')
  if (removed?.type === 'endCall') removed.data.do_not_call = true

  test('are asked about before they are taken by words', async () => {
    const call = testCall({ definition })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('no')
      await person.until(() => call.agentSaid().length > 1)
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(call.agentSaid()).toEqual(['Will you come?', 'You want to cancel, is that right?', 'It is cancelled.'])
    expect(result.disposition).toBe('cancelled')
  })

  test('and not taken if the person says no, or says yes before hearing what is asked', async () => {
    const call = testCall({ definition })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('no')
      await person.until(() => call.agentSaid().length > 1)
      await person.say('yes')
      await person.untilAgentWaits()
      await person.say('no')
      await person.until(() => call.agentSaid().length > 2)
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(call.agentSaid()).toEqual([
      'Will you come?',
      'You want to cancel, is that right?',
      'Will you come?',
      'Good-bye.',
    ])
    expect(result.disposition).toBe('coming')
  })

  test('a key needs no confirmation', async () => {
    const call = testCall({ definition })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.press('3')
    })
    expect(result.disposition).toBe('cancelled')
  })

  test('an end may put the number on the list: "press 9 to be removed"', async () => {
    const call = testCall({ definition })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.press('9')
    })
    expect(call.suppressions).toBe(1)
    expect(result.disposition).toBe('removed')
    expect(call.agentSaid().at(-1)).toBe('You are removed.')
  })
})

describe('asking again', () => {
  test('is done in the words written for it', async () => {
    const call = testCall({
      definition: workflow(
        [start('Hello, this is the clinic. Will you come?', { say_again: 'Are you coming?' }), end('coming')],
        [{ source: 'start', target: 'coming', examples: ['yes'] }],
      ),
    })
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('purple elephants')
      await person.until(() => call.agentSaid().length > 1)
      await person.untilAgentWaits()
      await person.say('hello?')
      await person.until(() => call.agentSaid().length > 2)
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(call.agentSaid()).toEqual([
      'Hello, this is the clinic. Will you come?',
      `${ENGLISH_SENTENCES.notUnderstood} Are you coming?`,
      'Are you coming?',
      'Good-bye.',
    ])
  })
})
