/** A workflow in a language that nobody here speaks is refused where it is written and where it is started, with what to do. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, type TestApp, testApp } from './app.ts'
import { made, newCampaign, newWorkflow } from './things.ts'

let world: TestApp
let speech: string

beforeAll(async () => {
  speech = await mkdtemp(join(tmpdir(), 'outdial-languages-'))
  const put = async (folder: string, ...files: string[]) => {
    await mkdir(join(speech, folder), { recursive: true })
    for (const file of files) await writeFile(join(speech, folder, file), '')
  }
  await put('voices/de/anna', 'model.onnx', 'tokens.txt', 'lexicon.txt')
  await put('recognizers/de/whisper', 'base-encoder.onnx', 'base-decoder.onnx', 'base-tokens.txt')
  world = await testApp({ environment: { SPEECH_DIR: speech } })
})
afterAll(() => rm(speech, { recursive: true }))

function speaking(language: string, greeting: string): Json {
  return {
    nodes: [
      { id: 'start', type: 'startCall', data: { name: 'Start', greeting } },
      { id: 'end', type: 'endCall', data: { name: 'End', say: 'OK.' } },
    ],
    edges: [{ id: 'yes', source: 'start', target: 'end', data: { label: 'yes', examples: ['ja', 'sí'] } }],
    settings: { language },
  }
}

const create = (definition: Json) =>
  world.a.request<{ detail: Json[] }>('POST', '/api/v1/workflow/create/definition', {
    name: 'Language',
    workflow_definition: definition,
  })
const models = (body: Json) => made(world.a.request('PUT', '/api/v1/organizations/model-configuration', body))
const SERVICE = { engine: 'openai', base_url: 'http://127.0.0.1:9/v1', model: 'm', voice: 'v' }

test('at save: 422 at the language, and validate says the same', async () => {
  const refused = await create(speaking('es', '¿Vendrá usted?'))
  expect(refused.status).toBe(422)
  expect(refused.body.detail).toMatchObject([
    {
      loc: ['body', 'workflow_definition', 'settings', 'language'],
      msg: expect.stringMatching(/no voice and no recognizer for Spanish/),
    },
  ])
  const judged = await made<Json>(
    world.a.request('POST', '/api/v1/workflow/validate', { workflow_definition: speaking('es', 'Hola.') }),
  )
  expect(judged).toMatchObject({ is_valid: false, errors: [{ kind: 'workflow', field: 'settings.language' }] })
})

test('validate warns of a voice that this machine does not have, and names the one that calls use', async () => {
  const warnings = async (language: string, voice: string) => {
    const definition = speaking(language, 'Hallo.')
    const workflow_definition = { ...definition, settings: { language, voice } }
    const judged = await made<Json & { warnings: Json[] }>(
      world.a.request('POST', '/api/v1/workflow/validate', { workflow_definition }),
    )
    expect(judged.is_valid).toBe(true)
    return judged.warnings.filter(({ field }) => field === 'settings.voice')
  }
  expect(await warnings('de', 'anna')).toEqual([])
  expect(await warnings('de', 'ana')).toMatchObject([
    { message: 'This machine has no voice "ana" for German. Did you mean anna? Calls use anna.' },
  ])
  expect(await warnings('en', 'anna')).toMatchObject([
    { message: expect.stringMatching(/"anna" for English.* Calls use slt\.$/) },
  ])
})

test('what the voice cannot say is refused with its place; signs and currencies it can', async () => {
  expect((await create(speaking('en', 'That is 5 € & 20 %, señor.'))).status).toBe(200)
  const refused = await create(speaking('en', 'Привет'))
  expect(refused.status).toBe(422)
  expect(refused.body.detail).toMatchObject([
    { loc: ['body', 'workflow_definition', 'nodes', '0', 'data', 'greeting'] },
  ])
})

test('with a voice and a recognizer of the language in their folders it is taken', async () => {
  expect((await create(speaking('de-CH', 'Grüezi. Kommen Sie?'))).status).toBe(200)
})

test('at start: 409 once the service that spoke it is gone, and a changed workflow is refused too', async () => {
  await models({ speech: SERVICE, recognition: { ...SERVICE, voice: undefined } })
  const workflowId = await newWorkflow(world.a, speaking('es', '¿Vendrá usted?'))
  const { id } = await newCampaign(world.a, { workflow_id: workflowId })
  await models({ speech: { engine: 'local' }, recognition: { engine: 'local' } })
  const started = await world.a.request<Json>('POST', `/api/v1/campaign/${id}/start`)
  expect([started.status, started.body]).toEqual([
    409,
    expect.objectContaining({
      code: 'language_unavailable',
      message: expect.stringMatching(/voices\/es and recognizers\/es/),
    }),
  ])
  const changed = await world.a.request('PUT', `/api/v1/workflow/${workflowId}`, {
    workflow_definition: speaking('es', 'Hola.'),
  })
  expect(changed.status).toBe(422)
})
