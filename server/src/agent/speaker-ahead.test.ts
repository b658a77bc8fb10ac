/** What may be said next is made while the person speaks, where that costs nobody anything. */
import { expect, test } from 'vitest'
import { FakeSynthesizer } from '../../test/agent/fake-speech.ts'
import { telephone } from '../../test/agent/formats.ts'
import { question, testCall } from '../../test/agent/harness.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import type { MediaStream } from '../telephony/media.ts'
import { Playout } from './playout.ts'
import { Speaker } from './speaker.ts'

class Watched extends FakeSynthesizer {
  readonly makesAhead: boolean
  constructor(makesAhead: boolean) {
    super()
    this.makesAhead = makesAhead
  }
}

test.each([true, false])('the first words behind every answer; makes ahead: %s', async (makesAhead) => {
  const synthesizer = new Watched(makesAhead)
  const definition = structuredClone(question)
  const [, coming] = definition.nodes
  if (coming?.type === 'endCall') coming.data.say = 'Very good, {{first_name}}. See you then.'
  const call = testCall({ definition, synthesizer, variables: { first_name: 'Ada' } })
  await call.play(async (person) => {
    await person.untilAgentWaits()
    expect(synthesizer.warmed.includes('Very good,')).toBe(makesAhead)
    expect(synthesizer.warmed.includes('See you then.')).toBe(false)
    await person.say('yes')
  })
})

/** A speaker with a voice that costs money. */
function paid(staysHere = (_: string) => false) {
  const clock = new VirtualClock()
  const voice = new FakeSynthesizer()
  let sentBytes = 0
  const send = (audio: Uint8Array) => {
    sentBytes += audio.length
  }
  const media = { format: telephone, send, mark() {}, clear() {} }
  const playout = new Playout(media as unknown as MediaStream, clock, { played() {}, quiet() {} }, null)
  const listener = { onPlaybackStarted() {}, failed() {}, quiet() {} }
  const options = { playout, synthesizer: voice, format: telephone, voice: undefined, clock, listener, staysHere }
  return { speaker: new Speaker(options), voice, clock, sentMs: () => sentBytes / 8 }
}

test('a paid voice makes one clause of an answer ahead, nothing is sent before it is said, and then without a second request', async () => {
  const { speaker, voice, clock, sentMs } = paid()
  speaker.prepareReply('Behind the house. Anything else?', true)
  speaker.prepareReply('Behind the house. Anything else?', true)
  await clock.pass(1000)
  expect([voice.said, sentMs()]).toEqual([['Behind the house.'], 0])
  speaker.say('Behind the house.', true)
  await clock.pass(10)
  expect(voice.said).toEqual(['Behind the house.'])
  expect(sentMs()).toBeGreaterThan(500)
})

test('a paid voice makes nothing ahead while the person speaks, and nothing that must not leave', async () => {
  const { speaker, voice, clock } = paid((text) => text.includes('4111'))
  speaker.prepareReply('Behind the house.', false)
  speaker.prepareReply('Your number is 4111.', true)
  await clock.pass(1000)
  expect(voice.said).toEqual([])
})

test('a clause that was made ahead and fails is made again when it is said', async () => {
  const { speaker, voice, clock, sentMs } = paid()
  voice.trouble = () => (voice.said.length === 1 ? 'throws' : 'none')
  speaker.prepareReply('Behind the house.', true)
  speaker.say('Behind the house.', true)
  await clock.pass(10)
  expect(voice.said).toEqual(['Behind the house.', 'Behind the house.'])
  expect(sentMs()).toBeGreaterThan(500)
})

test('another sentence than the one that was made ahead is said whole', async () => {
  const { speaker, voice, clock } = paid()
  speaker.prepareReply('Behind the house.', true)
  speaker.say('Where?', true)
  await clock.pass(10)
  speaker.say('Behind the house.', true)
  await clock.pass(2000)
  expect(voice.said).toEqual(['Behind the house.', 'Where?', 'Behind the house.'])
})
