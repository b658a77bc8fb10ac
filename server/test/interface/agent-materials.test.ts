/** What agents are given by their organization: recordings to play, documents to look things up in. With files that are not what they seem. */
import { beforeAll, describe, expect, test } from 'vitest'
import { workflowAssetProblems } from '../../src/assembly/workflow-asset-problems.ts'
import { noAgentReason } from '../../src/calls/ready-to-dial.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { FileReaders } from '../../src/kernel/file-readers.ts'
import { loadKnowledge } from '../../src/knowledge/agent-knowledge.ts'
import { parseDocument } from '../../src/knowledge/parse-document.ts'
import { RecordingLoader } from '../../src/recorded-audio/load-recordings.ts'
import { missingPartMessage, packageDirectory } from '../../src/speech/availability.ts'
import { FliteSynthesizer } from '../../src/speech/synthesizer.ts'
import { writeWav } from '../../src/speech/wav.ts'
import { littleEndianSamples } from '../../src/speech/wire-audio.ts'
import { openDatabase } from '../../src/storage/database.ts'
import type { WorkflowDefinition } from '../../src/workflows/rules/definition.ts'
import { leftOut } from '../drawn.ts'
import { type Json, type Member, memberWith, requester, type TestApp, testApp } from './app.ts'
import { docxOf, encryptedPdf, pdfOf, zipOf } from './document-files.ts'
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
/** As a start does. */
const pin = (campaignId: number, workflowId: number) =>
  world.pool.query(
    `update campaigns set definition_id = (select current_definition_id from workflows where id = $2) where id = $1`,
    [campaignId, workflowId],
  )
const create = (definition: unknown) =>
  world.a.request('POST', '/api/v1/workflow/create/definition', {
    name: fresh('recorded'),
    workflow_definition: definition,
  })

describe.skipIf(leftOut(2))('a recording', () => {
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
    await pin(id, workflow.id)
    await made(world.a.request('PUT', url, { workflow_definition: DEFINITION }))
    expect((await world.a.request('DELETE', one)).status).toBe(409)
    await world.pool.query(`update campaigns set state = 'completed' where id = $1`, [id])
    expect((await world.a.request('DELETE', one)).status).toBe(200)
  })

  test('whose words a running campaign says keeps them; the same words can be confirmed, and the name changed', async () => {
    const { recording_id } = await newRecording('Hello.')
    const workflow = await made<{ id: number }>(create(greetingBy(recording_id)))
    const { id, name } = await newCampaign(world.a, { workflow_id: workflow.id })
    await pin(id, workflow.id)
    const one = `${RECORDINGS}${recording_id}`
    const refused = await world.a.request('PATCH', one, { transcript: 'Good evening.' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'workflow_recording_in_use' } })
    expect(refused.text).toContain(name)
    expect((await world.a.request('PATCH', one, { transcript: 'Hello.', name: 'anna' })).status).toBe(200)
    await world.pool.query(`update campaigns set state = 'completed' where id = $1`, [id])
    expect((await world.a.request('PATCH', one, { transcript: 'Good evening.' })).status).toBe(200)
  })

  test('whose words the recognizer wrote is used once a person has confirmed them', async () => {
    const { recording_id } = await newRecording('Hello.')
    await world.pool.query(`update workflow_recordings set transcript_source = 'recognized' where recording_id = $1`, [
      recording_id,
    ])
    const refused = await create(greetingBy(recording_id))
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('written by the recognizer')])
    await made(world.a.request('PATCH', `${RECORDINGS}${recording_id}`, { transcript: 'Hello.' }))
    expect((await create(greetingBy(recording_id))).status).toBe(200)
  })

  test('that is gone keeps an archived workflow from coming back, a campaign from starting and a caller from silence', async () => {
    const { recording_id } = await newRecording()
    const { id } = await made<{ id: number }>(create(greetingBy(recording_id)))
    const url = `/api/v1/workflow/${id}`
    const campaign = await newCampaign(world.a, { workflow_id: id })
    await made(world.a.request('PUT', url, { status: 'archived' }))
    await made(world.a.request('DELETE', `${RECORDINGS}${recording_id}`))
    const back = await world.a.request('PUT', url, { status: 'active' })
    expect(back).toMatchObject({ status: 409, body: { code: 'workflow_version_invalid' } })
    expect(back.text).toContain(recording_id)
    expect(await made(world.a.request('GET', `/api/v1/workflow/fetch/${id}`))).toMatchObject({ status: 'archived' })
    const start = await world.a.request('POST', `/api/v1/campaign/${campaign.id}/start`)
    expect(start).toMatchObject({ status: 409, body: { code: 'workflow_material_missing' } })
    const able = {
      hasModel: async () => true,
      speechUnavailableReason: async () => null,
      speechProblems: async () => [],
    }
    const { rows } = await world.pool.query('select current_definition_id as id from workflows where id = $1', [id])
    const db = openDatabase(world.pool)
    const why = await noAgentReason(
      { ...able, materialProblems: workflowAssetProblems },
      db,
      world.a.organizationId,
      rows[0].id,
    )
    expect(why).toMatch(/recording or document/)
    await made(world.a.request('PUT', url, { status: 'active', workflow_definition: DEFINITION }))
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

test.skipIf(leftOut())(
  'what is said in a recording is written down by the recognizer of this machine',
  async ({ skip }) => {
    if (missingPartMessage('recognizer') ?? missingPartMessage('synthesizer')) return skip()
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
  },
  60_000,
)

const DOCUMENTS = '/api/v1/knowledge-base/documents'
const PDF = pdfOf([
  'Opening hours are nine to five.',
  'Parking costs two euros per hour. The garage is behind the house.',
])

const uploadDocument = (member: Member, filename: string, raw: Buffer | string, query = '') =>
  member.request<Json & { document_uuid: string }>('POST', `${DOCUMENTS}?filename=${filename}${query}`, undefined, {
    raw: typeof raw === 'string' ? Buffer.from(raw) : raw,
    headers: { 'content-type': 'application/octet-stream' },
  })
const newDocument = async (filename: string, raw: Buffer | string, query = '') =>
  (await made(uploadDocument(world.a, filename, raw, query))) as unknown as {
    document_uuid: string
    total_chunks: number
  }
const search = async (query: string, ...document_uuids: string[]) =>
  (
    await made<{
      chunks: Array<{ filename: string; page: number | null; heading: string | null; chunk_text: string }>
    }>(world.a.request('POST', '/api/v1/knowledge-base/search', { query, document_uuids }))
  ).chunks

const definitionWith = (uuid: string) => ({
  ...DEFINITION,
  nodes: DEFINITION.nodes.map((node) =>
    node.type === 'startCall' ? { ...node, data: { ...node.data, document_uuids: [uuid] } } : node,
  ),
})
const manySections = (count: number) => Array.from({ length: count }, (_, at) => `# ${at}\n\nWords.\n`).join('\n')

describe.skipIf(leftOut(2))('a document', () => {
  test.each([
    ['plain text', 'a.txt', 'We are closed on Monday.\n\nParking costs two euros per hour.', { page: null }],
    ['Markdown', 'a.md', '# Costs\n\nParking costs **two euros** per hour.', { heading: 'Costs' }],
    [
      'HTML',
      'a.html',
      '<h1>Costs</h1><p>Parking costs two euros per hour.</p><script>x</script>',
      { heading: 'Costs' },
    ],
    ['PDF', 'a.pdf', PDF, { page: 2 }],
    ['DOCX', 'a.docx', docxOf('Costs', 'Parking costs two euros per hour.'), { heading: 'Costs' }],
  ])('of the kind %s is read, and found by a question', async (kind, filename, raw, place) => {
    if (kind === 'PDF' && packageDirectory('unpdf') === undefined) return
    const { document_uuid, total_chunks } = await newDocument(filename, raw)
    expect(total_chunks).toBeGreaterThan(0)
    const [found] = await search('How much does it cost to park here?', document_uuid)
    expect(found).toMatchObject({ filename, ...place })
    expect(found?.chunk_text).toContain('two euros per hour')
    expect(await search('Who is the mayor of Lisbon?', document_uuid)).toEqual([])
  })

  test('of 500 pages is read whole, and found by what is on its last page', async () => {
    if (packageDirectory('unpdf') === undefined) return
    const pages = Array.from({ length: 500 }, (_, at) => `Chapter ${at} is about the building and its rooms.`)
    const raw = pdfOf([...pages.slice(1), 'Parking costs two euros per hour.'])
    const { document_uuid } = await newDocument('handbook.pdf', raw)
    const [found] = await search('How much does it cost to park here?', document_uuid)
    expect(found).toMatchObject({ page: 500, chunk_text: expect.stringContaining('two euros per hour') })
  })

  test('is found in another language in all forms of its words', async () => {
    const { document_uuid } = await newDocument('a.txt', 'Die Praxen haben mittwochs geschlossen.', '&language=de')
    expect(await search('Ist die Praxis am Mittwoch geschlossen?', document_uuid)).toHaveLength(1)
  })

  test.each([
    ['empty', 'a.txt', '', /empty/],
    ['without text', 'a.txt', ' . \n\n - ', /no text/],
    ['damaged', 'a.pdf', '%PDF-1.7 nothing else', /PDF is damaged|cannot read PDF/],
    ['an archive of another kind', 'a.docx', zipOf('x.txt', Buffer.from('x')), /not a Word document/],
    ['a cut archive', 'a.docx', zipOf('word/document.xml', Buffer.from('x')).subarray(0, 30), /damaged|cut off/],
    ['protected by a password', 'a.pdf', encryptedPdf(), /password|cannot read PDF/],
    ['text with a NUL', 'a.md', 'Hello\0 there', /not text/],
    ['of too many sections', 'a.md', manySections(5_001), /passages/],
    ['a program', 'a.txt', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0xff, 0xfe]), /not text/],
    ['an archive that unpacks to 200 MB', 'a.docx', zipOf('word/document.xml', Buffer.alloc(200_000_000)), /more than/],
  ])('that is %s is refused with what to do, and nothing is kept', async (_name, filename, raw, reason) => {
    const before = await made<{ total: number }>(world.a.request('GET', DOCUMENTS))
    const answer = await uploadDocument(world.a, filename, raw)
    expect([answer.status, answer.text]).toEqual([422, expect.stringMatching(reason)])
    expect(await made(world.a.request('GET', DOCUMENTS))).toMatchObject({ total: before.total })
  })

  test.each([
    ['too long', Buffer.from('Hello.'), 'text', { msMax: 0, memoryMbMax: 512 }],
    [
      'too much memory, of whatever kind',
      // Held in buffers, not on the heap.
      zipOf('word/document.xml', Buffer.alloc(55_000_000, ' ')),
      'docx',
      { msMax: 60_000, memoryMbMax: 200 },
    ],
  ] as const)('that takes %s to read is given up', async (_name, bytes, kind, limits) => {
    const reading = parseDocument(new FileReaders(), 1, async () => ({ bytes, kind }), limits)
    await expect(reading).rejects.toThrow(/too much time or memory/)
  })

  test('is stored under a name without signs that cannot be stored', async () => {
    const form = Buffer.from(
      '--xyz\r\ncontent-disposition: form-data; name="file"; filename="a\0b.txt"\r\n\r\nHello.\r\n--xyz--\r\n',
    )
    const headers = { 'content-type': 'multipart/form-data; boundary=xyz' }
    const answer = await world.a.request('POST', DOCUMENTS, undefined, { raw: form, headers })
    expect(answer).toMatchObject({ status: 200, body: { filename: 'ab.txt' } })
  })

  test('that a campaign calls with keeps its mode until the campaign is finished', async () => {
    const { document_uuid } = await newDocument('a.txt', 'Parking is free on Sunday.')
    const workflow = await made<{ id: number }>(create(definitionWith(document_uuid)))
    const { id } = await newCampaign(world.a, { workflow_id: workflow.id })
    await pin(id, workflow.id)
    const change = () => world.a.request('PATCH', `${DOCUMENTS}/${document_uuid}`, { retrieval_mode: 'full_document' })
    expect(await change()).toMatchObject({ status: 409, body: { code: 'document_in_use' } })
    await world.pool.query(`update campaigns set state = 'completed' where id = $1`, [id])
    expect((await change()).status).toBe(200)
  })

  test('that a workflow uses cannot be deleted; one that does not exist cannot be used', async () => {
    const { document_uuid } = await newDocument('a.txt', 'Parking is free.')
    const workflow = await made<{ id: number; name: string }>(create(definitionWith(document_uuid)))
    const one = `${DOCUMENTS}/${document_uuid}`
    const refused = await world.a.request('DELETE', one)
    expect(refused).toMatchObject({ status: 409, body: { code: 'document_in_use' } })
    expect(refused.text).toContain(workflow.name)
    await made(world.a.request('PUT', `/api/v1/workflow/${workflow.id}`, { workflow_definition: DEFINITION }))
    expect((await world.a.request('DELETE', one)).status).toBe(200)
    expect(
      await world.pool.query('select from knowledge_passages where content = $1', ['Parking is free.']),
    ).toMatchObject({ rowCount: 0 })
    const missing = await create(definitionWith(document_uuid))
    expect([missing.status, missing.text]).toEqual([422, expect.stringContaining('document_uuids')])
  })

  test('is given to a conversation as a search or as a whole, and to nobody else', async () => {
    const { document_uuid } = await newDocument('prices.txt', 'Parking costs two euros per hour.')
    const deps = { db: openDatabase(world.pool), clock: systemClock }
    const searched = await loadKnowledge(deps, world.a.organizationId, [document_uuid])
    const lookUps: unknown[] = []
    const tool = searched.toolFor([document_uuid], (lookUp) => lookUps.push(lookUp))
    const ask = (question: string) => tool?.call({ arguments: { question }, variables: {}, gathered: {} })
    expect(JSON.stringify((await ask('What does parking cost?'))?.data)).toContain('two euros')
    expect(JSON.stringify((await ask('Who won the election?'))?.data)).toContain('you do not know')
    expect(lookUps).toMatchObject([
      { found: 1, sources: ['prices.txt'] },
      { found: 0, sources: [] },
    ])
    expect(searched.toolFor([], () => {})).toBeNull()
    await made(world.a.request('PATCH', `${DOCUMENTS}/${document_uuid}`, { retrieval_mode: 'full_document' }))
    const whole = await loadKnowledge(deps, world.a.organizationId, [document_uuid])
    expect(whole.wholeTexts([document_uuid])).toEqual([
      { filename: 'prices.txt', text: 'Parking costs two euros per hour.' },
    ])
    expect(whole.wholePassages).toEqual([{ source: 'prices.txt', text: 'Parking costs two euros per hour.' }])
    const theirs = await loadKnowledge(deps, world.b.organizationId, [document_uuid])
    expect([theirs.wholeTexts([document_uuid]), theirs.toolFor([document_uuid], () => {})]).toEqual([[], null])
  })
})

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
