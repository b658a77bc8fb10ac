import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { FakeSpeech, FakeSynthesizer, fakeGate, fakeResampler } from '../../test/agent/fake-speech.ts'
import { question } from '../../test/agent/harness.ts'
import { ScriptBrain } from '../agent/brains/script.ts'
import { silentLog } from '../kernel/log.ts'
import { seededRng } from '../kernel/rng.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import { openPlainResampler } from '../speech/resample.ts'
import { encodeAudio } from '../speech/wire-audio.ts'
import { simulatedPeople } from '../telephony/providers/simulator/conversation.ts'
import { listenToSimulatedPerson, talkByMicrophone } from './microphone.ts'

class FakeSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  heardMs = 0
  readonly messages: Record<string, unknown>[] = []

  send(data: Uint8Array | string): void {
    if (typeof data === 'string') this.messages.push(JSON.parse(data) as Record<string, unknown>)
    else this.heardMs += data.length / 2 / 16
  }

  close(): void {
    if (this.readyState !== 1) return
    this.readyState = 3
    this.emit('close')
  }

  text(message: unknown): void {
    this.emit('message', Buffer.from(JSON.stringify(message)), false)
  }
}

function talk() {
  const [clock, socket, speech] = [new VirtualClock(), new FakeSocket(), new FakeSpeech()]
  const over = talkByMicrophone(socket as unknown as WebSocket, {
    clock,
    log: silentLog,
    definition: question,
    variables: {},
    brain: (conversation) => new ScriptBrain(conversation, { clock }),
    speech: { synthesizer: new FakeSynthesizer(), recognizer: speech.recognizer(clock) },
    openGate: fakeGate,
    openResampler: fakeResampler,
    longestMs: 600_000,
  })
  /** As a browser does: 20 ms at a time, wide, and half a sample too many now and then. */
  const speak = async (text: string) => {
    const narrow = await speech.voice(text)
    const wide = Int16Array.from({ length: narrow.length * 2 }, (_, at) => narrow[at >> 1] as number)
    const silence = new Int16Array(16 * 2000)
    for (const samples of [wide, silence]) {
      for (let at = 0; at < samples.length; at += 320) {
        const bytes = Buffer.from(encodeAudio(samples.slice(at, at + 320), 'l16'))
        socket.emit('message', at === 0 ? Buffer.concat([bytes, Buffer.alloc(1)]) : bytes, true)
        await clock.pass(20)
      }
    }
  }
  return { clock, socket, over, speak }
}

test('greets, hears an answer, tells every line and step, and ends', async () => {
  const { clock, socket, over, speak } = talk()
  await clock.pass(8000)
  expect(socket.heardMs).toBeGreaterThan(3000)
  expect(socket.messages.at(-1)).toMatchObject({ type: 'progress', said: [{ who: 'agent' }] })
  await speak('I will be there')
  await clock.until(over)
  expect(socket.messages.at(-1)).toMatchObject({
    type: 'ended',
    disposition: 'coming',
    ended_by: 'agent',
    said: [{ who: 'agent' }, { who: 'person', text: 'I will be there' }, { who: 'agent', text: 'Good-bye.' }],
    steps: [{ node: 'start' }, { node: 'coming', because: 'example' }],
  })
  expect(socket.readyState).toBe(3)
})

test('keys come as texts, drop what is not yet played, and choose', async () => {
  const { clock, socket, over } = talk()
  await clock.pass(1000)
  socket.text({ keys: '2' })
  await clock.until(over)
  expect(socket.messages).toContainEqual({ type: 'clear' })
  expect(socket.messages.at(-1)).toMatchObject({ type: 'ended', disposition: 'cancelled' })
})

test('a browser that goes away ends it, and rubbish does not', async () => {
  const { clock, socket, over } = talk()
  await clock.pass(1000)
  socket.emit('message', Buffer.from('{rubbish'), false)
  socket.text({ keys: 7 })
  await clock.pass(1000)
  expect(socket.readyState).toBe(1)
  socket.close()
  await clock.until(over)
})

test('who listens in hears both, and the one who is simulated answers', async () => {
  const [clock, socket, speech] = [new VirtualClock(), new FakeSocket(), new FakeSpeech()]
  const people = simulatedPeople({ clock, rng: seededRng(3) })
  const voices = { agent: 0, person: 0 }
  const over = listenToSimulatedPerson(
    socket as unknown as WebSocket,
    {
      clock,
      log: silentLog,
      definition: question,
      variables: {},
      brain: (conversation) => new ScriptBrain(conversation, { clock }),
      speech: { synthesizer: new FakeSynthesizer(), recognizer: speech.recognizer(clock) },
      openGate: fakeGate,
      openResampler: openPlainResampler,
      longestMs: 600_000,
    },
    (moment) =>
      people.meet('presses_keys', (agent, person) => {
        if (agent !== null) voices.agent += 20
        if (person !== null) voices.person += 20
        moment(agent, person)
      }),
  )
  await clock.until(over)
  expect(socket.messages.at(-1)).toMatchObject({
    type: 'ended',
    disposition: 'coming',
    steps: [{ node: 'start' }, { because: 'key' }],
  })
  expect(voices.agent).toBeGreaterThan(1000)
  expect(voices.person).toBeGreaterThan(200)
  // Silence is not sent; what both say at once is sent once.
  expect(socket.heardMs).toBeGreaterThan(Math.max(voices.agent, voices.person) - 100)
  expect(socket.heardMs).toBeLessThanOrEqual(voices.agent + voices.person)
})
