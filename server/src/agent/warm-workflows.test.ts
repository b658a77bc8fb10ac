import { expect, test } from 'vitest'
import { FakeSynthesizer } from '../../test/agent/fake-speech.ts'
import { end, start, workflow } from '../../test/agent/harness.ts'
import { capturedLog } from '../../test/interface/log.ts'
import { packOf } from '../language/packs/packs.ts'
import { NormalizingSynthesizer } from '../speech/normalizing-synthesizer.ts'
import { firstSpokenClauses, WorkflowWarmer } from './warm-workflows.ts'

const greeting = (text: string, settings = {}) => ({
  ...workflow([start(text), end('done')], [{ source: 'start', target: 'done', label: 'done' }]),
  settings,
})

test.each([
  ['all of it', greeting('Hello there. How are you?'), ['Hello there.', 'How are you?']],
  ['until a value of the person', greeting('Good morning to you. Is this {{name}}? Fine.'), ['Good morning to you.']],
  ['nothing where the first clause has one', greeting('Hello {{name}}, how are you?'), []],
  [
    'the notice of a recorded call first',
    greeting('Hello there.', { recording: true, recording_consent: 'This call is recorded.' }),
    ['This call is recorded.', 'Hello there.'],
  ],
])('what everybody hears first: %s', (_name, definition, expected) => {
  expect(firstSpokenClauses(definition)).toEqual(expected)
})

test('a workflow is made ready once, in its language; one that fails does not keep the next from it', async () => {
  const behind = Object.assign(new FakeSynthesizer(), { makesAhead: true })
  const ready: unknown[] = []
  const log = capturedLog()
  const definition = greeting('Guten Tag.', { language: 'de', voice: 'anna' })
  const warmer = new WorkflowWarmer({
    log,
    local: { readyFor: async (...given) => void ready.push(given) },
    speechOf: () => ({
      synthesizer: new NormalizingSynthesizer(behind, { pack: packOf('de'), letters: 'any', pronunciations: [] }),
      voice: 'anna',
    }),
    recordings: { load: async (_organizationId, given) => ({ definition: given, recorded: () => null, missing: [] }) },
    async load(definitionId) {
      if (definitionId === 1) throw new Error('the database is away')
      return { definitionId, organizationId: 5, definition, modelSettings: null }
    },
  })
  const format = { encoding: 'mulaw', sampleRateHz: 8000 } as const
  await warmer.warm([1, 2], format)
  await warmer.warm([2], format)
  expect([ready, behind.warmed]).toEqual([[['de', 'anna']], ['Guten Tag.']])
  expect(log.lines.join()).toContain('failed to prepare a workflow for its first call')
})
