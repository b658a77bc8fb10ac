import { expect, test } from 'vitest'
import type { InstalledModel, InstalledModels } from '../speech/installed-models.ts'
import { NO_MODELS } from '../speech/installed-models.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { DEFAULT_SETTINGS, type ModelSettings } from './settings.ts'
import { speechProblems } from './speech-problems.ts'

const SERVICE: ModelSettings = {
  ...DEFAULT_SETTINGS,
  speech: { ...DEFAULT_SETTINGS.speech, engine: 'openai' },
  recognition: { ...DEFAULT_SETTINGS.recognition, engine: 'openai' },
}
const CHAT: ModelSettings = {
  ...SERVICE,
  brain: 'pipeline',
  chat: { ...SERVICE.chat, base_url: 'http://x', model: 'm' },
}
const SOUND: ModelSettings = {
  ...DEFAULT_SETTINGS,
  brain: 'realtime',
  realtime: { url: 'ws://x', api_key: null, model: 'm', voice: null },
}

function definition(greeting: string, settings: WorkflowDefinition['settings'] = {}): WorkflowDefinition {
  return {
    nodes: [
      { id: 'start', type: 'startCall', data: { greeting } },
      { id: 'end', type: 'endCall', data: { say: 'Adiós.' } },
    ],
    edges: [{ id: 'e', source: 'start', target: 'end', data: {} }],
    settings,
  }
}

function installed(...models: [InstalledModel['use'], string][]): InstalledModels {
  const usable = models.map(([use, language]) => ({ use, language, name: 'x', directory: '/x', kind: 'k', files: {} }))
  return { usable, unusable: [] }
}

const spanish = definition('Hola, señor.', { language: 'es-MX' })
const first = (...given: Parameters<typeof speechProblems>) => speechProblems(...given)[0]?.message ?? null

test('a language this machine does not speak is refused, with what to do', () => {
  expect(speechProblems(DEFAULT_SETTINGS, NO_MODELS, spanish)).toEqual([
    {
      kind: 'workflow',
      id: null,
      field: 'settings.language',
      message:
        'This machine has no voice and no recognizer for Spanish. Put one into voices/es and recognizers/es (docs/speech.md) and start again, or set up a speech service in the model configuration.',
    },
  ])
  expect(first(DEFAULT_SETTINGS, installed(['voice', 'es']), spanish)).toMatch(
    /has no recognizer for Spanish\. Put one into recognizers\/es \(/,
  )
})

test('with models put here, with a service, or with a brain of sound it is taken', () => {
  expect(first(DEFAULT_SETTINGS, installed(['voice', 'es'], ['recognizer', 'es']), spanish)).toBeNull()
  expect(first(SERVICE, NO_MODELS, spanish)).toBeNull()
  expect(first(SOUND, NO_MODELS, spanish)).toBeNull()
  expect(first({ ...SERVICE, recognition: DEFAULT_SETTINGS.recognition }, NO_MODELS, spanish)).toMatch(/no recognizer/)
})

test('a language without a pack needs a language model', () => {
  const italian = definition('Buongiorno.', { language: 'it' })
  expect(first(SERVICE, NO_MODELS, italian)).toMatch(/^The script brain does not support the language "it"/)
  expect(first(CHAT, NO_MODELS, italian)).toBeNull()
})

test('what the voice cannot say is refused where it is written', () => {
  expect(speechProblems(DEFAULT_SETTINGS, NO_MODELS, definition('Hello Иван, € 5 & more!'))).toEqual([
    {
      kind: 'node',
      id: 'start',
      field: 'greeting',
      message: 'The voice cannot say "И", "в", "а", "н"; write it in words.',
    },
  ])
  expect(first(SERVICE, NO_MODELS, definition('Hello Иван 😀'))).toBe('The voice cannot say "😀"; write it in words.')
  expect(first(DEFAULT_SETTINGS, NO_MODELS, definition('Hello {{name | 😀}}'))).toMatch(/😀/)
  const told = { pronunciations: [{ word: '😀', say: 'smile' }] }
  expect(first(DEFAULT_SETTINGS, NO_MODELS, definition('Hello 😀', told))).toBeNull()
})

test('edges are spoken too; prompts are not', () => {
  const given = definition('Hello.')
  const edges = [{ id: 'e', source: 'start', target: 'end', data: { confirm: 'Sure? ✓', condition: '✓' } }]
  expect(speechProblems(DEFAULT_SETTINGS, NO_MODELS, { ...given, edges })).toMatchObject([
    { kind: 'edge', id: 'e', field: 'confirm' },
  ])
})

test('noticing another language needs a recognizer that hears several', () => {
  const languages = [{ language: 'de', voice: null, texts: { 'Hello.': 'Hallo.' } }]
  const notices = definition('Hello.', { languages, detect_language: true })
  const withEngine = (engine: ModelSettings['recognition']['engine']) =>
    speechProblems({ ...SERVICE, recognition: { ...SERVICE.recognition, engine } }, NO_MODELS, notices)
  for (const engine of ['local', 'azure', 'google', 'cartesia'] as const)
    expect(withEngine(engine)).toMatchObject([{ field: 'settings.detect_language' }])
  for (const engine of ['deepgram', 'elevenlabs', 'openai', 'openai_realtime'] as const)
    expect(withEngine(engine)).toEqual([])
  expect(speechProblems(DEFAULT_SETTINGS, NO_MODELS, definition('Hello.', { detect_language: true }))).toEqual([])
})
