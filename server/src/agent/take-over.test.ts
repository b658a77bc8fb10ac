/** An operator takes a live call over. Until the calls are joined, nothing changes for the person. */
import { expect, test } from 'vitest'
import { FakeSynthesizer } from '../../test/agent/fake-speech.ts'
import { l16 } from '../../test/agent/formats.ts'
import { question, type TestCall, type TestCallOptions, testCall } from '../../test/agent/harness.ts'
import type { ScriptedPerson } from '../../test/agent/scripted-person.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import type { MediaListener, MediaStream } from '../telephony/media.ts'
import { announce } from './announce.ts'
import { keyAudio } from './key-audio.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'
import type { TransferRequest } from './session-options.ts'

const REQUEST = { destination: '+12025550188', announcement: '', keys: '1', ringSeconds: 20, by: 'Ada' }

test('keys for a menu of the destination are sent before the announcement', async () => {
  const clock = new VirtualClock()
  const sent: Uint8Array[] = []
  let listener: MediaListener | null = null
  const media: MediaStream = {
    format: l16,
    listen(given) {
      listener = given
    },
    send: (audio) => void sent.push(audio),
    mark: (name) => listener?.marked(name, true),
    clear() {},
    close() {},
  }
  const ready = async () => listener?.closed()
  const synthesizer = new FakeSynthesizer()
  const connected = announce({ clock, media, text: 'A call for you.', keys: '5w', synthesizer, ready })
  expect(await clock.until(connected, 60_000)).toBe(true)
  expect(sent[0]).toEqual(keyAudio('5w', l16))
  expect(synthesizer.said).toEqual(['A call for you.'])
})

interface Answer {
  ok: boolean
  message: string
}

/** A call whose transfers the test answers itself. */
function transferable(options: TestCallOptions = {}) {
  const asked: TransferRequest[] = []
  let answer: (answer: Answer) => void = () => {}
  let hangUps = 0
  const call = testCall({
    definition: question,
    ...options,
    hooks: {
      report() {},
      hangUp: async () => void hangUps++,
      suppress: async () => undefined,
      transfer: (input) => {
        asked.push(input)
        return new Promise((resolve) => {
          answer = resolve
        })
      },
    },
  })
  return { call, asked, answers: (given: Answer) => answer(given), hangUps: () => hangUps }
}

async function greeted(call: TestCall, person: ScriptedPerson): Promise<void> {
  await person.untilAgentWaits()
  expect(call.session.takeOver(REQUEST)).toBeNull()
}

const transferOf = (call: TestCall) => call.journal.record.timeline.filter(({ event }) => event === 'transfer')

test('nobody answers: the conversation has gone on to its own end, and a second request meanwhile is refused', async () => {
  const { call, asked, answers, hangUps } = transferable()
  const result = await call.play(async (person) => {
    await greeted(call, person)
    expect(call.session.takeOver(REQUEST)).toBe('already_under_way')
    answers({ ok: false, message: 'Not put through: the call was not answered.' })
    await person.say('yes')
  })
  expect(asked).toMatchObject([{ destination: '+12025550188', keys: '1', ringSeconds: 20 }])
  expect(asked[0]?.announcement).toBe('I am connecting you now.')
  expect(result).toMatchObject({ disposition: 'coming', transferred: false })
  expect(transferOf(call)).toMatchObject([
    { ok: false, by: 'Ada', message: 'Not put through: the call was not answered.' },
  ])
  expect(call.events()).toContain('take_over')
  expect(hangUps()).toBe(1)
})

test.each([
  ['confirms before it closes the audio', false],
  ['closes the audio before it confirms', true],
])('they are joined by a carrier that %s: nobody of ours hangs up', async (_what, closesFirst) => {
  const { call, asked, answers, hangUps } = transferable()
  const result = await call.play(async (person) => {
    await greeted(call, person)
    expect(asked[0]?.joining?.()).toBe(true)
    if (closesFirst) person.hangUp()
    await person.pause(500)
    answers({ ok: true, message: 'joined' })
    await person.pause(1000)
    if (!closesFirst) person.hangUp()
  })
  expect(result).toMatchObject({ disposition: DISPOSITIONS.transferred, transferred: true })
  expect(hangUps()).toBe(0)
})

test('a join that the carrier refuses: the question is asked again, and the answer counts', async () => {
  const { call, asked, answers } = transferable()
  const result = await call.play(async (person) => {
    await greeted(call, person)
    expect(asked[0]?.joining?.()).toBe(true)
    answers({ ok: false, message: 'The calls could not be connected.' })
    await person.pause(100)
    await person.untilAgentWaits()
    await person.say('yes')
  })
  expect(result).toMatchObject({ disposition: 'coming', transferred: false })
  expect(call.agentSaid().filter((text) => text.includes('Will you come to your appointment?'))).toHaveLength(2)
})

test('the conversation ends before the operator answers: their phone stops ringing, and nothing is joined', async () => {
  const { call, asked, answers } = transferable()
  const result = await call.play(async (person) => {
    await greeted(call, person)
    await person.say('yes')
    await person.pause(20_000)
  })
  expect(asked[0]?.signal.aborted).toBe(true)
  expect(asked[0]?.joining?.()).toBe(false)
  answers({ ok: false, message: 'Not put through: the conversation is over.' })
  expect(result).toMatchObject({ disposition: 'coming', transferred: false })
  expect(call.session.takeOver(REQUEST)).not.toBeNull()
})
