import { expect, test } from 'vitest'
import type { InstalledModel, InstalledModels } from '../speech/installed-models.ts'
import { checkVoiceHere } from './check-voice.ts'
import { DEFAULT_SETTINGS, type ModelSettings } from './settings.ts'

const installed = (language: string, name: string): InstalledModel => ({
  use: 'voice',
  language,
  name,
  directory: name,
  kind: 'vits',
  files: {},
})
const MODELS: InstalledModels = { usable: [installed('es', 'lola'), installed('es', 'ana')], unusable: [] }

const check = (voice: string | null, language: string, settings: Partial<ModelSettings> = {}) =>
  checkVoiceHere({ ...DEFAULT_SETTINGS, ...settings }, MODELS, { settings: { voice, language } })

test('the check names the voice that a call would use in place of an unknown one', () => {
  expect(check('lola', 'es')).toEqual({ used: 'lola', fault: null, unchecked: null })
  expect(check('ana:3', 'es-MX')).toEqual({ used: 'ana:3', fault: null, unchecked: null })
  expect(check('ana:0', 'es')).toMatchObject({ used: 'ana', fault: null })
  expect(check(null, 'es')).toEqual({ used: 'lola', fault: null, unchecked: null })
  expect(check('lolla', 'es')).toEqual({
    used: 'lola',
    fault: 'This machine has no voice "lolla" for Spanish. Did you mean lola?',
    unchecked: null,
  })
  // A voice of another language does not speak this one.
  expect(check('slt', 'es')).toMatchObject({ used: 'lola', fault: expect.stringContaining('"slt" for Spanish') })
  expect(check('lola', 'en')).toMatchObject({ used: 'slt', fault: expect.stringContaining('"lola" for English') })
  // The bundled voices have one speaker each.
  expect(check('rms', 'en')).toMatchObject({ used: 'rms', fault: null })
  expect(check('rms:1', 'en')).toMatchObject({ used: 'slt', fault: expect.stringContaining('Did you mean rms?') })
})

test('nothing is said against the voice of a service that has to be asked', () => {
  const speech = { ...DEFAULT_SETTINGS.speech, engine: 'elevenlabs' as const, voice: 'org' }
  expect(check(null, 'en', { speech })).toEqual({ used: 'org', fault: null, unchecked: null })
  expect(check('x', 'en', { speech })).toEqual({
    used: 'x',
    fault: null,
    unchecked: 'It is not known whether elevenlabs has the voice "x".',
  })
})
