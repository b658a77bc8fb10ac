import { describe, expect, test } from 'vitest'
import { NOISE_LEVEL, steady } from '../../test/agent/fake-speech.ts'
import { end, question, start, step, testCall, workflow } from '../../test/agent/harness.ts'
import { tone } from '../../test/agent/tones.ts'
import { ENGLISH_SENTENCES } from '../language/rules/sentences.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'
import type { TransferRequest } from './session-options.ts'

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
    expect(call.agentSaid().at(-1)).toBe(ENGLISH_SENTENCES.transferFailed)
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
    const hooks = { report() {}, hangUp: async () => {}, suppress: async () => undefined, transfer }
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
    const transfer = ({ signal }: TransferRequest) =>
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
    expect(call.announcements).toEqual([
      `${ENGLISH_SENTENCES.takeOver.opening} "yes". ${ENGLISH_SENTENCES.takeOver.connecting}`,
    ])
  })

  test.each([
    ['pressed', false],
    ['said in secret', true],
  ])('what was %s is not read to them as words', async (_how, sensitive) => {
    const collect = { variable: 'number', kind: 'digits', exact_length: 4, sensitive }
    const call = testCall({
      definition: workflow(
        [
          start('Hello. What is it about?'),
          step('number', 'And your number?', { collect }),
          { id: 'desk', type: 'transfer', data: { name: 'Desk', destination: '+12025550111' } },
        ],
        [
          { source: 'start', target: 'number', examples: ['it is broken'] },
          { source: 'number', target: 'desk' },
        ],
      ),
    })
    await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('it is broken')
      await person.untilAgentWaits()
      if (sensitive) await person.say('four two seven nine')
      else await person.press('4279')
    })
    const { opening, connecting } = ENGLISH_SENTENCES.takeOver
    const number = sensitive ? '****' : '4279'
    expect(call.announcements).toEqual([`${opening} number: ${number}. "it is broken". ${connecting}`])
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
      await person.pause(TURN_TAKING_LIMITS.machineSilenceMs + 1500)
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

  test('a sound without words is no person; the words after it are', async () => {
    const call = testCall()
    const verdicts = () => call.reports.filter(({ kind }) => kind === 'agent_verdict')
    await call.play(async (person) => {
      await person.play(steady(NOISE_LEVEL, 1200))
      await person.untilAgentWaits()
      expect(verdicts()).toEqual([])
      await person.say('yes')
    })
    expect(verdicts()).toEqual([{ kind: 'agent_verdict', verdict: 'human' }])
  })

  test('where recognition fails, a short voice is a person', async () => {
    const recognizer = {
      recognize: async () => Promise.reject(new Error('overloaded')),
      close: async () => {},
    }
    const call = testCall({ recognizer })
    await call.play(async (person) => {
      await person.say('hello')
      await person.untilAgentWaits()
      person.hangUp()
    })
    expect(call.reports).toContainEqual({ kind: 'agent_verdict', verdict: 'human' })
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

test('who hangs up in mid-sentence has heard what was played of it, and the transcript says so', async () => {
  const call = testCall()
  await call.play(async (person) => {
    await person.untilAgentSpeaks()
    await person.pause(1500)
    person.hangUp()
  })
  const [line] = call.journal.record.transcript
  expect(line?.text).toContain('Will you come')
  expect(line?.heard).toMatch(/^Hello, this is/)
  expect(line?.heard).not.toContain('Will you come')
  const whole = testCall()
  await whole.play(async (person) => {
    await person.untilAgentWaits()
    person.hangUp()
  })
  expect(whole.journal.record.transcript[0]?.heard).toBe(null)
})

describe('the network speaks in place of a person', () => {
  const definition = workflow(
    [start('Hello, this is the clinic. Will you be there?'), end('yes'), step('message', 'Please call us.')],
    [
      { source: 'start', target: 'yes', examples: ['yes'] },
      { source: 'start', target: 'message', label: 'voicemail' },
    ],
  )

  test.each([
    ['The number you have dialed is not in service. Please check the number and try again.', 'no_such_number'],
    ['Your call cannot be completed as dialed.', 'unreachable'],
    ['The person you are calling is not available.', 'unreachable'],
  ] as const)('"%s"', async (said, announcement) => {
    const call = testCall({ definition })
    const result = await call.play(async (person) => {
      await person.pause(300)
      await person.say(said)
      await person.pause(20_000)
      if (!person.isOver) person.hangUp()
    })
    expect(result.disposition).toBe(announcement)
    expect(call.reports).toContainEqual({ kind: 'announcement', announcement })
    expect(call.agentSaid().join(' ')).not.toContain('Please call us')
  })

  test.each([
    ['words', 'Please leave a message.', false],
    ['a beep', '', true],
  ])('"is not available", followed by %s, is a mailbox', async (_name, words, beeps) => {
    const call = testCall({ definition })
    const result = await call.play(async (person) => {
      await person.pause(300)
      await person.say('The person you are calling is not available.')
      await person.pause(1500)
      if (words !== '') await person.say(words)
      if (beeps) await person.beep()
      await person.pause(30_000)
      if (!person.isOver) person.hangUp()
    })
    expect(result.machine).toBe(true)
    expect(call.reports).toContainEqual({ kind: 'agent_verdict', verdict: 'machine' })
    expect(call.agentSaid().join(' ')).toContain('Please call us')
  })

  test('is believed only in place of an answer: a person who quotes it is talked to', async () => {
    const call = testCall({ definition })
    const result = await call.play(async (person) => {
      await person.untilAgentWaits()
      await person.say('I heard the number you have dialed is not in service')
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(result.disposition).toBe('yes')
  })

  test('a follow-me service is waited for', async () => {
    const call = testCall({ definition })
    const result = await call.play(async (person) => {
      await person.pause(300)
      await person.say('Please hold while I try to locate the person you are calling.')
      await person.pause(9000)
      await person.say('Hello?')
      await person.untilAgentSpeaks()
      await person.untilAgentWaits()
      await person.say('yes')
    })
    expect(call.events()).toContain('gate')
    expect(result.disposition).toBe('yes')
  })
})
