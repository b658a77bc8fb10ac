/** What agents are given by their organization: recordings to play. Over the interface, with files that are not what they seem. */
import { beforeAll, describe, expect, test } from 'vitest'
import { RecordingLoader } from '../../src/recorded-audio/load-recordings.ts'
import { whatIsMissing } from '../../src/speech/availability.ts'
import { FliteSynthesizer } from '../../src/speech/synthesizer.ts'
import { writeWav } from '../../src/speech/wav.ts'
import { littleEndianSamples } from '../../src/speech/wire-audio.ts'
import { openDatabase } from '../../src/storage/database.ts'
import type { WorkflowDefinition } from '../../src/workflows/rules/definition.ts'
import { type Json, type Member, memberWith, requester, type TestApp, testApp } from './app.ts'
import { DEFINITION, fresh, made, newCampaign } from './things.ts'

let world: TestApp

beforeAll(async () => {
  world = await testApp()
})

const RECORDINGS = '/api/v1/workflow-recordings/'
const TONE = Buffer.from(
  writeWav({
    samples: Int16Array.from({ length: 8000 }, (_, at) => 2000 * Math.sin(at / 3)),
    sampleRateHz: 8000,
  }),
)

const upload = (member: Member, raw: Buffer, query = '', type = 'audio/wav') =>
  member.request<Json & { recording_id: string }>('POST', `${RECORDINGS}${query}`, undefined, {
    raw,
    headers: { 'content-type': type },
  })
const newRecording = async (transcript = 'Hello, this is Anna.') =>
  (await made(upload(world.a, TONE, `?transcript=${encodeURIComponent(transcript)}`))) as unknown as {
    recording_id: string
  }
const greetingBy = (recordingId: string, settings: Json = {}) => ({
  ...DEFINITION,
  nodes: [
    {
      ...DEFINITION.nodes[0],
      data: { name: 'Greeting', greeting_type: 'audio', greeting_recording_id: recordingId },
    },
    { ...DEFINITION.nodes[1], data: { name: 'End', say_recording_id: recordingId } },
  ],
  settings,
})
const create = (definition: unknown) =>
  world.a.request('POST', '/api/v1/workflow/create/definition', {
    name: fresh('recorded'),
    workflow_definition: definition,
  })

describe('a recording', () => {
  test('is stored with its words, listed, played back, corrected and deleted', async () => {
    const answer = await upload(world.a, TONE, '?name=anna.wav&transcript=Hello.')
    expect(answer.body).toMatchObject({
      transcript: 'Hello.',
      transcript_source: 'given',
      metadata: { name: 'anna.wav', format: 'wav', duration_ms: 1000 },
    })
    const one = `${RECORDINGS}${answer.body.recording_id}`
    const listed = await made<{ recordings: Json[]; total: number }>(world.a.request('GET', RECORDINGS))
    expect(listed.recordings).toContainEqual(answer.body)
    const audio = await world.a.request('GET', `${one}/audio`)
    expect([audio.status, audio.headers['content-type']]).toEqual([200, 'audio/wav'])
    const changed = await made(world.a.request('PATCH', one, { transcript: ' Hello, this is Anna. ' }))
    expect(changed).toMatchObject({ transcript: 'Hello, this is Anna.', metadata: { name: 'anna.wav' } })
    await made(world.a.request('DELETE', one))
    expect((await world.a.request('GET', one)).status).toBe(404)
  })

  test('comes as a form too, and without words where this machine understands none', async () => {
    const boundary = 'xyz'
    const form = Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`),
      TONE,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const { body } = await upload(world.a, form, '', `multipart/form-data; boundary=${boundary}`)
    expect(body).toMatchObject({ transcript: '', transcript_source: 'none', metadata: { name: 'a.wav' } })
    const refused = await create(greetingBy(body.recording_id))
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('has no transcript')])
  })

  test.each([
    ['another kind of file', Buffer.from('%PDF-1.7'), /neither WAV nor MP3/],
    ['nothing', Buffer.alloc(0), /empty/],
    ['silence', Buffer.from(writeWav({ samples: new Int16Array(8000), sampleRateHz: 8000 })), /silent/],
  ])('that is %s is refused with what to do, and nothing is kept', async (_name, raw, reason) => {
    const before = await made<{ total: number }>(world.a.request('GET', RECORDINGS))
    const answer = await upload(world.a, raw)
    expect([answer.status, answer.text]).toEqual([422, expect.stringMatching(reason)])
    expect(await made(world.a.request('GET', RECORDINGS))).toMatchObject({ total: before.total })
  })

  test('that a workflow plays cannot be deleted; the answer names the workflow. It can once the workflow is changed', async () => {
    const { recording_id } = await newRecording()
    const workflow = await made<{ id: number; name: string }>(create(greetingBy(recording_id)))
    const one = `${RECORDINGS}${recording_id}`
    const refused = await world.a.request('DELETE', one)
    expect(refused).toMatchObject({ status: 409, body: { code: 'workflow_recording_in_use' } })
    expect(refused.text).toContain(workflow.name)
    const url = `/api/v1/workflow/${workflow.id}`
    const { id } = await newCampaign(world.a, { workflow_id: workflow.id })
    await world.pool.query(
      `update campaigns set definition_id = (select current_definition_id from workflows where id = $2) where id = $1`,
      [id, workflow.id],
    )
    await made(world.a.request('PUT', url, { workflow_definition: DEFINITION }))
    expect((await world.a.request('DELETE', one)).status).toBe(409)
    await world.pool.query(`update campaigns set state = 'completed' where id = $1`, [id])
    expect((await world.a.request('DELETE', one)).status).toBe(200)
  })

  test('is known by its words and its audio to a conversation, in the format of the line', async () => {
    const { recording_id } = await newRecording('Hello, this is Anna. Good-bye.')
    const loader = new RecordingLoader(openDatabase(world.pool))
    const given = greetingBy(recording_id) as unknown as WorkflowDefinition
    for (const _time of ['from the database', 'from memory']) {
      const { definition, recorded, missing } = await loader.load(world.a.organizationId, given)
      expect(
        definition.nodes.map(({ data }) => ('greeting' in data ? data.greeting : 'say' in data && data.say)),
      ).toEqual(['Hello, this is Anna. Good-bye.', 'Hello, this is Anna. Good-bye.'])
      const bytesIn = (format: Parameters<typeof recorded>[1]) =>
        recorded(recording_id, format)?.reduce((sum, { audio }) => sum + audio.length, 0)
      expect([bytesIn({ encoding: 'mulaw', sampleRateHz: 8000 }), missing]).toEqual([8000, []])
      expect(bytesIn({ encoding: 'l16', sampleRateHz: 16_000 })).toBe(32_000)
    }
    const stranger = await loader.load(world.b.organizationId, given)
    expect([stranger.missing, stranger.recorded(recording_id, { encoding: 'mulaw', sampleRateHz: 8000 })]).toEqual([
      [recording_id],
      null,
    ])
  })

  test('is tried with its words', async () => {
    const { recording_id } = await newRecording('Hello, this is Anna.')
    const tried = await made<{ said: Json[] }>(
      world.a.request('POST', '/api/v1/workflow/try', { workflow_definition: greetingBy(recording_id) }),
    )
    expect(tried.said[0]).toMatchObject({ who: 'agent', text: 'Hello, this is Anna. Hello, this is Anna.' })
  })
})

test('what is said in a recording is written down by the recognizer of this machine', async ({ skip }) => {
  if (whatIsMissing('recognizer') ?? whatIsMissing('synthesizer')) return skip()
  const voice = new FliteSynthesizer()
  const pieces: Uint8Array[] = []
  for await (const piece of voice.speak('Please leave a message after the tone.', {
    format: { encoding: 'l16', sampleRateHz: 16_000 },
  }))
    pieces.push(piece)
  await voice.close()
  const raw = Buffer.from(writeWav({ samples: littleEndianSamples(Buffer.concat(pieces)), sampleRateHz: 16_000 }))
  const real = memberWith(world.a, requester(await world.again({ openAgents: 'real' })))
  const headers = { 'content-type': 'audio/wav' }
  const heard = await made<{ transcript: string }>(
    real.request('POST', `${RECORDINGS}transcribe`, undefined, { raw, headers }),
  )
  expect(heard.transcript.toLowerCase()).toMatch(/leave a message after the tone/)
  expect(await made(real.request('POST', RECORDINGS, undefined, { raw, headers }))).toMatchObject({
    transcript_source: 'recognized',
  })
  const french = await real.request('POST', `${RECORDINGS}transcribe?language=fr`, undefined, { raw, headers })
  expect(french).toMatchObject({ status: 409, body: { code: 'transcription_unavailable' } })
}, 60_000)

describe('a workflow', () => {
  test('that names a recording of another organization, or none, is refused at the field', async () => {
    const theirs = (await upload(world.b, TONE, '?transcript=Hello.')).body.recording_id
    for (const definition of [greetingBy(theirs), greetingBy('')]) {
      const { status, body } = await create(definition)
      const at = (body.detail as unknown as Array<{ loc: string[] }>).map(({ loc }) => loc.join('.'))
      expect([status, at]).toEqual([
        422,
        expect.arrayContaining(['body.workflow_definition.nodes.0.data.greeting_recording_id']),
      ])
    }
  })

  test('for a speech-to-speech model cannot play recordings', async () => {
    const { recording_id } = await newRecording()
    const refused = await create(greetingBy(recording_id, { brain: 'realtime' }))
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('cannot play recordings')])
  })
})
