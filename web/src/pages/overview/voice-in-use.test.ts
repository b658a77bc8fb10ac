import { expect, test } from 'vitest'
import { voiceInUse } from './voice-in-use.ts'

const voice = (id: string, language = 'en', engine = 'local') => ({ engine, id, name: id, language, is_local: true })
const model = (name: string, language: string, megabytes: number, is_installed = false) => ({
  name,
  language,
  description: '',
  megabytes,
  licence: '',
  is_installed,
})
const LIST = {
  voices: [voice('slt'), voice('rms'), voice('kokoro')],
  installable: [model('piper', 'en', 82), model('kokoro', 'en', 320, true), model('thorsten', 'de', 50)],
}
const inUse = (speech: object, list: object = LIST, brain = 'script') =>
  voiceInUse({ brain, speech: { engine: 'local', voice: null, ...speech } } as never, list as never)

test('without a choice the first voice of this machine speaks; a natural one of its language costs the smallest size', () => {
  expect(inUse({})).toEqual({ name: 'slt', isLocal: true, natural: { megabytes: 82 } })
  expect(inUse({ voice: 'rms' })).toMatchObject({ name: 'rms' })
})

test('a natural voice needs no other, also with the number of a speaker', () => {
  expect(inUse({ voice: 'kokoro:3' })).toEqual({ name: 'kokoro', isLocal: true, natural: null })
})

test('a service speaks with its own voice', () => {
  expect(inUse({ engine: 'elevenlabs', voice: 'x' })).toEqual({ name: 'x', isLocal: false, natural: null })
  const list = { ...LIST, voices: [{ ...voice('x', 'en', 'elevenlabs'), name: 'Rachel' }] }
  expect(inUse({ engine: 'elevenlabs', voice: 'x' }, list)).toMatchObject({ name: 'Rachel' })
})

test('nothing is claimed where this machine has no voice, or one model listens and speaks', () => {
  expect(inUse({}, { ...LIST, voices: [] })).toBeNull()
  expect(inUse({}, LIST, 'realtime')).toBeNull()
})
