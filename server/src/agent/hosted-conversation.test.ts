/** A conversation through the settings of an organization and over real connections, with services that fail on the way. */
import { afterEach, expect, test } from 'vitest'
import { FakeSpeech, FakeSynthesizer, fakeGate, fakeResampler } from '../../test/agent/fake-speech.ts'
import { telephone } from '../../test/agent/formats.ts'
import { end, start, workflow } from '../../test/agent/harness.ts'
import { ScriptedPerson } from '../../test/agent/scripted-person.ts'
import { openCartesia } from '../../test/agent/speech-services/cartesia.ts'
import { openDeepgram } from '../../test/agent/speech-services/deepgram.ts'
import { openElevenLabs } from '../../test/agent/speech-services/elevenlabs.ts'
import { KEY, type StandIn } from '../../test/agent/speech-services/stand-in.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { DEFAULT_SETTINGS, type ModelSettings, sealSettings } from '../models/settings.ts'
import { ScriptBrain } from './brains/script.ts'
import { openSpeechChooser } from './choose-speech.ts'
import { Journal } from './journal.ts'
import { Session } from './session.ts'

const secrets = openSecretBox([Buffer.alloc(32, 1)])
const open: StandIn[] = []
afterEach(async () => {
  for (const standIn of open.splice(0)) await standIn.close()
})

const definition = workflow(
  [start('Will you come?'), end('coming', 'Good-bye, and thank you.'), end('cancelled', 'Good-bye.')],
  [
    { source: 'start', target: 'coming', examples: ['yes'] },
    { source: 'start', target: 'cancelled', examples: ['no'] },
  ],
)

/** A call of an organization with these settings. */
function converse(settings: ModelSettings) {
  const localVoice = new FakeSynthesizer()
  const speech = openSpeechChooser({
    clock: systemClock,
    log: silentLog,
    secrets,
    local: { voice: () => ({ synthesizer: localVoice, letters: 'ascii' }), recognizer: () => null },
  })({ organizationId: 1, modelSettings: JSON.parse(sealSettings(settings, secrets, 1)), definition })
  const journal = new Journal(
    systemClock,
    async () => {},
    () => {},
  )
  const conversation = {
    callId: 7,
    direction: 'outbound' as const,
    definition,
    variables: {},
    gathered: journal.gathered,
  }
  const person = new ScriptedPerson({
    clock: systemClock,
    voice: new FakeSpeech().voice,
    openResampler: fakeResampler,
    format: telephone,
  })
  const session = new Session({
    clock: systemClock,
    log: silentLog,
    media: person,
    conversation,
    journal,
    brain: new ScriptBrain(conversation, { clock: systemClock }),
    ...speech,
    openGate: fakeGate,
    openResampler: fakeResampler,
    hooks: {
      report() {},
      hangUp: async () => {},
      transfer: async () => ({ ok: false, message: '' }),
      suppress: async () => {},
    },
  })
  return { session, person, journal, localVoice }
}

test('services that drop in mid-word and refuse the key: the person is asked, understood and taken leave of', async () => {
  const deepgram = await openDeepgram({ says: ['yes', 'yes'] })
  const elevenlabs = await openElevenLabs({})
  const cartesia = await openCartesia({ says: ['yes'] })
  open.push(deepgram, elevenlabs, cartesia)
  const { services } = DEFAULT_SETTINGS
  const settings: ModelSettings = {
    ...DEFAULT_SETTINGS,
    speech: { ...DEFAULT_SETTINGS.speech, engine: 'elevenlabs', fallback: ['deepgram'] },
    recognition: { ...DEFAULT_SETTINGS.recognition, engine: 'deepgram', fallback: ['cartesia'] },
    services: {
      ...services,
      deepgram: { ...services.deepgram, api_key: KEY, base_url: deepgram.url },
      cartesia: { ...services.cartesia, api_key: KEY, base_url: cartesia.url },
      elevenlabs: { ...services.elevenlabs, api_key: 'an-old-key', base_url: elevenlabs.url, voice: 'v' },
    },
  }
  const { session, person, journal, localVoice } = converse(settings)
  const result = session.run()
  await person.untilAgentWaits()
  // From here on nothing of Deepgram's reaches its end.
  deepgram.trouble = 'drops'
  await person.say('yes')
  expect((await result).disposition).toBe('coming')
  const troubles = journal.record.timeline
    .filter(({ event }) => event === 'speech_service')
    .map((entry) => `${entry.part} ${entry.service} ${entry.because} ${entry.next}`)
  expect(troubles).toEqual([
    'voice elevenlabs refused deepgram',
    'recognition deepgram dropped deepgram',
    'recognition deepgram dropped cartesia',
    expect.stringMatching(/^voice deepgram dropped local$/),
  ])
  expect(deepgram.spoken).toContain('Will you come?')
  // The clause that broke off was said again, whole.
  expect(localVoice.said.join(' ')).toBe('and thank you.')
  expect(cartesia.stretches).toBe(1)
})

test('what services were sent is counted: the text of the voice, and the audio of the turns', async () => {
  const deepgram = await openDeepgram({ says: ['yes'] })
  open.push(deepgram)
  const own = { ...DEFAULT_SETTINGS.services.deepgram, api_key: KEY, base_url: deepgram.url }
  const { session, person, journal } = converse({
    ...DEFAULT_SETTINGS,
    speech: { ...DEFAULT_SETTINGS.speech, engine: 'deepgram' },
    recognition: { ...DEFAULT_SETTINGS.recognition, engine: 'deepgram' },
    services: { ...DEFAULT_SETTINGS.services, deepgram: own },
  })
  const result = session.run()
  await person.untilAgentWaits()
  await person.say('yes')
  expect((await result).disposition).toBe('coming')
  const used = journal.record.usage?.speech ?? []
  const amountOf = (part: string) => used.find((each) => each.part === part)?.amount
  expect(used.map(({ service, part }) => `${service} ${part}`).sort()).toEqual([
    'deepgram recognition',
    'deepgram voice',
  ])
  await expect.poll(() => deepgram.spoken.join('').length).toBe(amountOf('voice'))
  expect(deepgram.heardMs).toBeGreaterThan(0)
  expect(amountOf('recognition')).toBe(deepgram.heardMs)
})
