/** How to provoke, route by route, the answers that are particular to it. */
import { recordingUrl } from '../../src/calls/recordings.ts'
import { listDownloadUrl } from '../../src/contacts/list-download.ts'
import { writeWav } from '../../src/speech/wav.ts'
import type { Answer, Json, Member, TestApp } from './app.ts'
import {
  ARI,
  CONFIGURATIONS,
  completedCampaign,
  DEFINITION,
  FAST,
  fresh,
  greeting,
  made,
  newCampaign,
  newConfiguration,
  newList,
  newWorkflow,
  PROMPTS_ONLY,
  TWILIO,
} from './things.ts'

export interface Flow {
  operation: string
  status: number
  ask(world: TestApp): Promise<Answer>
}

const flow = (operation: string, status: number, ask: Flow['ask']): Flow => ({ operation, status, ask })
const EXPERIMENT = {
  name: 'Two',
  arms: [{ name: 'A' }, { name: 'B', hours: { start_time: '09:00', end_time: '17:00' } }],
  goal: { outcomes: ['answered'] },
}
const campaign = (id: number, path = '') => `/api/v1/campaign/${id}${path}`
const csv = { 'content-type': 'text/csv' }

/** A configuration with a number; its account is its own unless named. */
async function withNumber(
  { a }: TestApp,
  config: Json = {},
  number: Json = {},
): Promise<{ one: string; number: string }> {
  const id = await newConfiguration(a, { ...FAST, account: fresh('account'), ...config })
  const one = `${CONFIGURATIONS}/${id}`
  const { id: numberId } = await made(a.request('POST', `${one}/phone-numbers`, { address: '+12025550143', ...number }))
  return { one, number: `${one}/phone-numbers/${numberId}` }
}

async function paused({ a, pool }: TestApp, input: Json = {}): Promise<number> {
  const { id } = await newCampaign(a, input)
  await pool.query(`update campaigns set state = 'paused' where id = $1`, [id])
  return id
}

let rung = 0

/** A live call that rings for half a minute, each to another number: a number in a call is not called again. */
async function ringing({ a, pool }: TestApp): Promise<number> {
  const slow = { ...FAST, speed: 1, shortest_ring_seconds: 25, longest_ring_seconds: 25 }
  const telephony_configuration_id = await newConfiguration(a, slow)
  const { id } = await newCampaign(a, {
    endings: [`0${++rung}`],
    telephony_configuration_id,
    retry_config: { enabled: false },
  })
  await made(a.request('POST', campaign(id, '/start')))
  for (;;) {
    const { rows } = await pool.query(`select id from calls where campaign_id = $1 and state = 'ringing'`, [id])
    if (rows.length > 0) return rows[0].id
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function uploadUrl({ a }: TestApp, size: number): Promise<string> {
  const body = { file_name: 'x.csv', file_size: size }
  const { upload_url } = await made<{ upload_url: string }>(a.request('POST', '/api/v1/s3/presigned-upload-url', body))
  const { pathname, search } = new URL(upload_url)
  return pathname + search
}

const put = (world: TestApp, url: string, raw: string, headers: Record<string, string> = csv) =>
  world.request('PUT', url, undefined, { raw, headers })

const GOOD = 'phone\n+12025550100\n'

const configurations: Flow[] = [
  flow('createTelephonyConfiguration', 409, async ({ a }) => {
    const name = fresh('taken')
    await newConfiguration(a, ARI, { name })
    return a.request('POST', CONFIGURATIONS, { name, config: ARI })
  }),
  flow('updateTelephonyConfiguration', 400, async ({ a }) =>
    a.request('PUT', `${CONFIGURATIONS}/${await newConfiguration(a, ARI)}`, { config: TWILIO }),
  ),
  flow('updateTelephonyConfiguration', 409, async ({ a }) => {
    const name = fresh('taken')
    await newConfiguration(a, ARI, { name })
    return a.request('PUT', `${CONFIGURATIONS}/${await newConfiguration(a, ARI)}`, { name })
  }),
  flow('deleteTelephonyConfiguration', 409, async ({ a }) => {
    const { telephony_configuration_id } = await newCampaign(a)
    return a.request('DELETE', `${CONFIGURATIONS}/${telephony_configuration_id}`)
  }),
]

const VOICE_SAMPLE = '/api/v1/organizations/model-configuration/voices/sample'

const workflows: Flow[] = [
  flow('rehearseCampaign', 409, async ({ a, pool }) => {
    const { id } = await newCampaign(a)
    await made(a.request('POST', campaign(id, '/rehearsal')))
    await pool.query(`update campaign_rehearsals set state = 'running', run = 7 where campaign_id = $1`, [id])
    return a.request('POST', campaign(id, '/rehearsal'))
  }),
  flow('updateWorkflow', 409, async ({ a }) => {
    const id = await newWorkflow(a)
    return a.request('PUT', `/api/v1/workflow/${id}`, { name: 'x', base_version_number: 7 })
  }),
  flow('runDialogues', 400, async ({ a }) =>
    a.request('POST', `/api/v1/workflow/${await newWorkflow(a)}/dialogues/run`, { dialogue_ids: [987654321] }),
  ),
  flow('evaluateWorkflow', 409, async ({ a }) =>
    a.request('POST', `/api/v1/workflow/${await newWorkflow(a)}/evaluations`, {
      personas: [{ name: 'x', prompt: 'x' }],
    }),
  ),
  flow('replayWorkflow', 409, async ({ a }) =>
    a.request('POST', `/api/v1/workflow/${await newWorkflow(a)}/replay`, { workflow_definition: PROMPTS_ONLY }),
  ),
  flow('sampleVoice', 400, async ({ a }) => a.request('POST', VOICE_SAMPLE, { engine: 'local', voice: 'nobody' })),
  flow('sampleVoice', 502, async ({ a }) => a.request('POST', VOICE_SAMPLE, { engine: 'azure', voice: 'x' })),
  flow('listSpeechModels', 200, async ({ a }) => a.request('GET', '/api/v1/speech-models')),
  flow('installSpeechModel', 403, async ({ a }) =>
    a.request('POST', '/api/v1/speech-models/piper-thorsten/install', {}),
  ),
  flow('installSpeechModel', 404, async ({ a }) => a.request('POST', '/api/v1/speech-models/nobody/install', {})),
  flow('tryWorkflow', 400, async ({ a }) => a.request('POST', '/api/v1/workflow/try', { workflow_id: 987654321 })),
  flow('tryWorkflow', 409, async ({ a }) =>
    a.request('POST', '/api/v1/workflow/try', { workflow_definition: PROMPTS_ONLY }),
  ),
]

const TOOL = { type: 'http_api', config: { method: 'GET', url: 'http://127.0.0.1:1/' } }
const credentialBody = () => ({
  name: fresh('credential'),
  credential_type: 'bearer_token',
  credential_data: { token: 'x' },
})
const WITH_UNKNOWN = { ...TOOL, config: { ...TOOL.config, credential_uuid: 'unknown' } }

/** A second of sound. */
export const TONE = {
  raw: Buffer.from(
    writeWav({ samples: Int16Array.from({ length: 8000 }, (_, at) => 2000 * Math.sin(at / 3)), sampleRateHz: 8000 }),
  ),
  headers: { 'content-type': 'audio/wav' },
}
const BROKEN_FORM = { raw: 'x', headers: { 'content-type': 'multipart/form-data; boundary=y' } }
const AS_JSON = { raw: '{}', headers: { 'content-type': 'application/json' } }
const RECORDINGS = '/api/v1/workflow-recordings/'

const DOCUMENTS = '/api/v1/knowledge-base/documents'
export const WORDS = { raw: 'Parking costs two euros.', headers: { 'content-type': 'text/plain' } }

const documents: Flow[] = [
  flow('uploadDocument', 400, ({ a }) => a.request('POST', DOCUMENTS, undefined, BROKEN_FORM)),
  flow('uploadDocument', 415, ({ a }) => a.request('POST', DOCUMENTS, undefined, AS_JSON)),
  flow('uploadDocument', 409, async ({ b, pool }) => {
    const limit = (value: string) =>
      pool.query(`update organizations set quotas = $2::jsonb where id = $1`, [b.organizationId, value])
    await limit('{"documents": 0}')
    const answer = await b.request('POST', DOCUMENTS, undefined, WORDS)
    await limit('{}')
    return answer
  }),
  flow('searchDocuments', 400, ({ a }) =>
    a.request('POST', '/api/v1/knowledge-base/search', { query: 'x', document_uuids: ['unknown'] }),
  ),
  flow('deleteDocument', 409, async ({ a }) => {
    const { document_uuid } = await usedDocument(a)
    return a.request('DELETE', `${DOCUMENTS}/${document_uuid}`)
  }),
  flow('updateDocument', 409, async ({ a, pool }) => {
    const { document_uuid, workflowId } = await usedDocument(a)
    await pin(a, pool, workflowId)
    return a.request('PATCH', `${DOCUMENTS}/${document_uuid}`, { retrieval_mode: 'full_document' })
  }),
]

async function usedDocument(a: Member) {
  const { document_uuid } = await made<{ document_uuid: string }>(a.request('POST', DOCUMENTS, undefined, WORDS))
  const workflow_definition = {
    ...DEFINITION,
    nodes: DEFINITION.nodes.map((node) =>
      node.type === 'startCall' ? { ...node, data: { ...node.data, document_uuids: [document_uuid] } } : node,
    ),
  }
  const body = { name: fresh('reader'), workflow_definition }
  const { id } = await made<{ id: number }>(a.request('POST', '/api/v1/workflow/create/definition', body))
  return { document_uuid, workflowId: id }
}

async function usedRecording(a: Member) {
  const { recording_id } = await made<{ recording_id: string }>(
    a.request('POST', `${RECORDINGS}?transcript=Hello`, undefined, TONE),
  )
  const workflow_definition = {
    ...DEFINITION,
    nodes: DEFINITION.nodes.map((node) => ({ ...node, data: { ...node.data, say_recording_id: recording_id } })),
  }
  const body = { name: fresh('recorded'), workflow_definition }
  const { id } = await made<{ id: number }>(a.request('POST', '/api/v1/workflow/create/definition', body))
  return { recording_id, workflowId: id }
}

/** A campaign with the version that the workflow has now, as a start leaves it. */
async function pin(a: Member, pool: TestApp['pool'], workflowId: number): Promise<void> {
  const { id } = await newCampaign(a, { workflow_id: workflowId })
  await pool.query(
    `update campaigns set definition_id = (select current_definition_id from workflows where id = $2) where id = $1`,
    [id, workflowId],
  )
}

const recordings: Flow[] = [
  flow('uploadWorkflowRecording', 400, ({ a }) => a.request('POST', RECORDINGS, undefined, BROKEN_FORM)),
  flow('uploadWorkflowRecording', 415, ({ a }) => a.request('POST', RECORDINGS, undefined, AS_JSON)),
  flow('uploadWorkflowRecording', 409, async ({ b, pool }) => {
    const limit = (value: string) =>
      pool.query(`update organizations set quotas = $2::jsonb where id = $1`, [b.organizationId, value])
    await limit('{"workflow_recordings": 0}')
    const answer = await b.request('POST', RECORDINGS, undefined, TONE)
    await limit('{}')
    return answer
  }),
  flow('transcribeRecording', 400, ({ a }) => a.request('POST', `${RECORDINGS}transcribe`, undefined, BROKEN_FORM)),
  flow('transcribeRecording', 415, ({ a }) => a.request('POST', `${RECORDINGS}transcribe`, undefined, AS_JSON)),
  flow('transcribeRecording', 409, ({ a }) => a.request('POST', `${RECORDINGS}transcribe`, undefined, TONE)),
  flow('deleteWorkflowRecording', 409, async ({ a }) => {
    const { recording_id } = await usedRecording(a)
    return a.request('DELETE', `${RECORDINGS}${recording_id}`)
  }),
  flow('setWorkflowStatus', 409, async ({ a }) => {
    const { recording_id, workflowId } = await usedRecording(a)
    const url = `/api/v1/workflow/${workflowId}/status`
    await made(a.request('PUT', url, { status: 'archived' }))
    await made(a.request('DELETE', `${RECORDINGS}${recording_id}`))
    return a.request('PUT', url, { status: 'active' })
  }),
  flow('updateWorkflowRecording', 409, async ({ a, pool }) => {
    const { recording_id, workflowId } = await usedRecording(a)
    await pin(a, pool, workflowId)
    return a.request('PATCH', `${RECORDINGS}${recording_id}`, { transcript: 'Other words' })
  }),
]

const tools: Flow[] = [
  flow('createCredential', 409, async ({ a }) => {
    const body = credentialBody()
    await made(a.request('POST', '/api/v1/credentials/', body))
    return a.request('POST', '/api/v1/credentials/', body)
  }),
  flow('updateCredential', 409, async ({ a }) => {
    const { name } = await made<{ name: string }>(a.request('POST', '/api/v1/credentials/', credentialBody()))
    const { uuid } = await made<{ uuid: string }>(a.request('POST', '/api/v1/credentials/', credentialBody()))
    return a.request('PUT', `/api/v1/credentials/${uuid}`, { name })
  }),
  flow('deleteCredential', 409, async ({ a }) => {
    const { uuid } = await made<{ uuid: string }>(a.request('POST', '/api/v1/credentials/', credentialBody()))
    const definition = { ...TOOL, config: { ...TOOL.config, credential_uuid: uuid } }
    await made(a.request('POST', '/api/v1/tools/', { name: fresh('tool'), definition }))
    return a.request('DELETE', `/api/v1/credentials/${uuid}`)
  }),
  flow('createTool', 400, async ({ a }) =>
    a.request('POST', '/api/v1/tools/', { name: fresh('tool'), definition: WITH_UNKNOWN }),
  ),
  flow('testTool', 409, async ({ a }) => {
    const body = { name: fresh('server'), definition: { type: 'mcp', config: { url: 'http://127.0.0.1:1/' } } }
    const { tool_uuid } = await made<{ tool_uuid: string }>(a.request('POST', '/api/v1/tools/', body))
    return a.request('POST', `/api/v1/tools/${tool_uuid}/test`, {})
  }),
  flow('refreshMcpTools', 409, async ({ a }) => {
    const body = { name: fresh('tool'), definition: TOOL }
    const { tool_uuid } = await made<{ tool_uuid: string }>(a.request('POST', '/api/v1/tools/', body))
    return a.request('POST', `/api/v1/tools/${tool_uuid}/mcp/refresh`)
  }),
  flow('updateTool', 400, async ({ a }) => {
    const body = { name: fresh('tool'), definition: TOOL }
    const { tool_uuid } = await made<{ tool_uuid: string }>(a.request('POST', '/api/v1/tools/', body))
    return a.request('PUT', `/api/v1/tools/${tool_uuid}`, { definition: WITH_UNKNOWN })
  }),
]

const numbers: Flow[] = [
  flow('createPhoneNumber', 400, async (world) => {
    const { one } = await withNumber(world)
    return world.a.request('POST', `${one}/phone-numbers`, {
      address: '+12025550177',
      inbound_workflow_id: 987_654_321,
    })
  }),
  flow('createPhoneNumber', 409, async (world) => {
    const { one } = await withNumber(world)
    return world.a.request('POST', `${one}/phone-numbers`, { address: '+1 202 555 0143' })
  }),
  flow('updatePhoneNumber', 400, async (world) =>
    world.a.request('PUT', (await withNumber(world)).number, { address: '+12025550199' }),
  ),
  flow('updatePhoneNumber', 409, async (world) => {
    const national = { address: '020 7946 0018', country_code: 'GB' }
    const { one, number } = await withNumber(world, {}, national)
    await made(world.a.request('POST', `${one}/phone-numbers`, { address: '+492079460018' }))
    return world.a.request('PUT', number, { country_code: 'DE' })
  }),
  flow('setDefaultCaller', 409, async (world) => {
    const { number } = await withNumber(world, {}, { is_active: false })
    return world.a.request('POST', `${number}/set-default-caller`)
  }),
]

const lists: Flow[] = [
  flow('uploadContactList', 400, async ({ a }) =>
    a.request('POST', '/api/v1/contact-lists', undefined, { raw: 'name\nAda\n', headers: csv }),
  ),
  flow('uploadContactList', 415, async ({ a }) =>
    a.request('POST', '/api/v1/contact-lists', undefined, {
      raw: 'PK',
      headers: { 'content-type': 'application/zip' },
    }),
  ),
  flow('uploadContactList', 409, async ({ a }) => {
    const { source_id } = await newCampaign(a)
    const extra = { raw: GOOD, headers: csv }
    return a.request('POST', `/api/v1/contact-lists?replaces=${source_id}`, undefined, extra)
  }),
  flow('deleteContactList', 409, async ({ a }) =>
    a.request('DELETE', `/api/v1/contact-lists/${(await newCampaign(a)).source_id}`),
  ),
  flow('putUpload', 200, async (world) => put(world, await uploadUrl(world, GOOD.length), GOOD)),
  flow('putUpload', 400, async (world) => put(world, await uploadUrl(world, 100), 'name\nAda\n')),
  flow('putUpload', 403, async (world) =>
    put(
      world,
      (await uploadUrl(world, 100)).replace(/.$/, (last) => (last === '_' ? '-' : '_')),
      GOOD,
    ),
  ),
  flow('putUpload', 409, async (world) => {
    const url = await uploadUrl(world, GOOD.length)
    await put(world, url, GOOD)
    return put(world, url, GOOD)
  }),
  flow('putUpload', 413, async (world) => put(world, await uploadUrl(world, 5), GOOD)),
  flow('downloadContactList', 403, async ({ request }) =>
    request('GET', '/api/v1/contact-list-downloads/1.1.1.forged'),
  ),
  flow('downloadContactList', 404, async ({ app, request }) => {
    const nobodys = { organizationId: 1, listId: 987_654_321 }
    return request('GET', listDownloadUrl({ secrets: app.secrets, publicUrl: '' }, nobodys, Date.now()))
  }),
]

const campaigns: Flow[] = [
  flow('createCampaign', 400, async ({ a }) =>
    a.request('POST', '/api/v1/campaign/create', {
      name: 'x',
      source_type: 'csv',
      source_id: 'x',
      workflow_id: 987_654_321,
    }),
  ),
  flow('createCampaign', 409, async ({ a }) => {
    const workflow_id = await newWorkflow(a)
    await made(a.request('PUT', `/api/v1/workflow/${workflow_id}`, { status: 'archived' }))
    const body = { name: 'x', source_type: 'csv', source_id: await newList(a), workflow_id }
    return a.request('POST', '/api/v1/campaign/create', body)
  }),
  ...(
    [
      ['updateCampaign', 'PATCH', '', { name: 'x' }],
      ['startCampaign', 'POST', '/start', undefined],
      ['pauseCampaign', 'POST', '/pause', undefined],
      ['resumeCampaign', 'POST', '/resume', undefined],
      ['enrolContacts', 'POST', '/contacts', { contacts: [{ phone_number: '+12025550177' }] }],
      ['closeCampaign', 'POST', '/close', undefined],
      ['finishCampaign', 'POST', '/finish', undefined],
    ] as const
  ).map(([operation, method, path, body]) =>
    flow(operation, 409, async ({ a, pool }) => {
      const { id } = await newCampaign(a)
      await pool.query(`update campaigns set state = 'completed' where id = $1`, [id])
      return a.request(method, campaign(id, path), body)
    }),
  ),
  flow('enrolContacts', 200, async ({ a }) => {
    const body = { contacts: [{ phone_number: '+12025550177' }] }
    return a.request('POST', campaign((await newCampaign(a)).id, '/contacts'), body)
  }),
  flow('enrolContacts', 400, async ({ a }) =>
    a.request('POST', campaign((await newCampaign(a)).id, '/contacts'), { source_id: 'none' }),
  ),
  flow('hangUpCall', 200, async (world) => world.a.request('POST', `/api/v1/calls/${await ringing(world)}/hang-up`)),
  flow('listenToCall', 409, async (world) => world.a.request('POST', `/api/v1/calls/${await ringing(world)}/listen`)),
  flow('listenToCall', 200, async (world) => {
    await made(world.a.request('PATCH', '/api/v1/organization', { listening_allowed: true }))
    const id = await ringing(world)
    await world.pool.query('update calls set agent_at = now() where id = $1', [id])
    return world.a.request('POST', `/api/v1/calls/${id}/listen`)
  }),
  flow('takeOverCall', 409, async (world) =>
    world.a.request('POST', `/api/v1/calls/${await ringing(world)}/take-over`, { phone_number: '+12025550188' }),
  ),
  flow('getCampaignResults', 200, async ({ a }) => a.request('GET', campaign((await newCampaign(a)).id, '/results'))),
  flow('getCampaignResultsCsv', 200, async ({ a }) =>
    a.request('GET', campaign((await newCampaign(a)).id, '/results.csv')),
  ),
  flow('hangUpCall', 409, async ({ a }) => {
    const { id } = await completedCampaign(a, ['60'])
    const { runs } = await made<{ runs: Array<{ id: number }> }>(a.request('GET', campaign(id, '/runs')))
    return a.request('POST', `/api/v1/calls/${runs[0]?.id}/hang-up`)
  }),
  flow('getCampaignRoute', 200, async ({ a }) => a.request('GET', campaign((await newCampaign(a)).id, '/route'))),
  flow('restoreCampaignRoute', 200, async ({ a, pool }) => {
    const { id } = await newCampaign(a)
    await pool.query(`update campaigns set state = 'running', route = '[]' where id = $1`, [id])
    const answer = await a.request('POST', campaign(id, '/route/restore'))
    await pool.query(`update campaigns set state = 'paused', route = null where id = $1`, [id])
    return answer
  }),
  flow('restoreCampaignRoute', 409, async ({ a }) =>
    a.request('POST', campaign((await newCampaign(a)).id, '/route/restore')),
  ),
  flow('getCampaignExperiment', 200, async ({ a }) => {
    const { id } = await newCampaign(a)
    await made(a.request('PUT', campaign(id, '/experiment'), EXPERIMENT))
    return a.request('GET', campaign(id, '/experiment'))
  }),
  flow('setCampaignExperiment', 200, async ({ a }) =>
    a.request('PUT', campaign((await newCampaign(a)).id, '/experiment'), EXPERIMENT),
  ),
  flow('setCampaignExperiment', 400, async ({ a }) => {
    const { id, workflow_id } = await newCampaign(a)
    const workflow_definition = greeting('Hello {{unknown_column}}.')
    await made(a.request('PUT', `/api/v1/workflow/${workflow_id}`, { workflow_definition }))
    const arms = [{ name: 'A' }, { name: 'B', workflow_version_number: 2 }]
    return a.request('PUT', campaign(id, '/experiment'), { ...EXPERIMENT, arms })
  }),
  flow('setCampaignExperiment', 409, async ({ a, pool }) => {
    const { id } = await newCampaign(a)
    await pool.query('update campaigns set started_at = now() where id = $1', [id])
    return a.request('PUT', campaign(id, '/experiment'), EXPERIMENT)
  }),
  flow('deleteCampaignExperiment', 200, async ({ a }) => {
    const { id } = await newCampaign(a)
    await made(a.request('PUT', campaign(id, '/experiment'), EXPERIMENT))
    return a.request('DELETE', campaign(id, '/experiment'))
  }),
  flow('deleteCampaignExperiment', 409, async ({ a, pool }) => {
    const { id } = await newCampaign(a)
    await pool.query('update campaigns set started_at = now() where id = $1', [id])
    return a.request('DELETE', campaign(id, '/experiment'))
  }),
  flow('stopCampaignExperiment', 200, async ({ a, pool }) => {
    const { id } = await newCampaign(a)
    await made(a.request('PUT', campaign(id, '/experiment'), EXPERIMENT))
    await pool.query('update campaigns set started_at = now() where id = $1', [id])
    return a.request('POST', campaign(id, '/experiment/stop'), { arm: 'B' })
  }),
  flow('stopCampaignExperiment', 409, async ({ a }) => {
    const { id } = await newCampaign(a)
    await made(a.request('PUT', campaign(id, '/experiment'), EXPERIMENT))
    return a.request('POST', campaign(id, '/experiment/stop'), { arm: 'B' })
  }),
  flow('closeCampaign', 200, async ({ a }) => a.request('POST', campaign((await newCampaign(a)).id, '/close'))),
  flow('finishCampaign', 200, async ({ a, pool }) => {
    const { id } = await newCampaign(a)
    await pool.query(`update campaigns set state = 'paused' where id = $1`, [id])
    return a.request('POST', campaign(id, '/finish'))
  }),
  flow('deleteCampaign', 409, async ({ a, pool }) => {
    const { id } = await newCampaign(a)
    await pool.query('update campaigns set live_calls = 1 where id = $1', [id])
    return a.request('DELETE', campaign(id))
  }),
  flow('redialCampaign', 409, async ({ a }) => a.request('POST', campaign((await newCampaign(a)).id, '/redial'))),
  flow('redialCampaign', 400, async ({ a }) => {
    const { id } = await completedCampaign(a, ['60'])
    return a.request('POST', campaign(id, '/redial'), { retry_on_busy: false })
  }),
  flow('forecastNewCampaign', 400, async ({ a }) =>
    a.request('POST', '/api/v1/campaign/forecast', { source_id: 'no such list' }),
  ),
  flow('startCampaign', 400, async ({ b }) =>
    b.request('POST', campaign((await newCampaign(b, { telephony_configuration_id: undefined })).id, '/start')),
  ),
  flow('resumeCampaign', 400, async (world) => {
    const id = await paused({ ...world, a: world.b }, { telephony_configuration_id: undefined })
    return world.b.request('POST', campaign(id, '/resume'))
  }),
]

const byUuid = async (member: Member) => {
  const url = `/api/v1/workflow/fetch/${await newWorkflow(member)}`
  const { workflow_uuid } = await made<{ workflow_uuid: string }>(member.request('GET', url))
  return `/api/v1/public/agent/workflow/${workflow_uuid}`
}

const calls: Flow[] = [
  flow('downloadRecording', 403, async ({ request }) => request('GET', '/api/v1/recordings/1.1.1.forged')),
  flow('downloadRecording', 404, async ({ app, request }) => {
    const nobodys = { organizationId: 1, callId: 987_654_321 }
    return request('GET', recordingUrl({ secrets: app.secrets, publicUrl: '' }, nobodys, Date.now()))
  }),
  flow('callByWorkflowUuid', 400, async ({ a }) =>
    a.request('POST', await byUuid(a), { phone_number: '+12025550160', telephony_configuration_id: 987_654_321 }),
  ),
  flow('callByWorkflowUuid', 409, async ({ a }) => {
    await made(a.request('POST', '/api/v1/suppressions', { phone_number: '+12025550197' }))
    const telephony_configuration_id = await newConfiguration(a)
    return a.request('POST', await byUuid(a), { phone_number: '+12025550197', telephony_configuration_id })
  }),
  flow('initiateCall', 400, async ({ a }) =>
    a.request('POST', '/api/v1/telephony/initiate-call', { workflow_id: 987_654_321, phone_number: '+12025550160' }),
  ),
  flow('initiateCall', 409, async ({ a }) => {
    await made(a.request('POST', '/api/v1/suppressions', { phone_number: '+12025550198' }))
    const telephony_configuration_id = await newConfiguration(a)
    const body = { workflow_id: await newWorkflow(a), phone_number: '+12025550198', telephony_configuration_id }
    return a.request('POST', '/api/v1/telephony/initiate-call', body)
  }),
]

const keys: Flow[] = [
  flow('signIn', 401, ({ request }) => request('POST', '/api/v1/session', { api_key: `od_${'x'.repeat(43)}` })),
  flow('signIn', 403, ({ request, a }) =>
    request('POST', '/api/v1/session', { api_key: a.key }, { headers: { origin: 'https://elsewhere.example' } }),
  ),
  flow('setCampaignSpendLimit', 409, async ({ b }) =>
    b.request('PUT', campaign((await newCampaign(b)).id, '/spend-limit'), { max_spend: '5.00' }),
  ),
  flow('setSpending', 409, async ({ a }) => {
    const { currency } = await made<{ currency: string | null } & Json>(
      a.request('GET', '/api/v1/organizations/spending'),
    )
    const spending = { currency: currency ?? 'USD', max_spend_per_day: '9000.00' }
    await made(a.request('PUT', '/api/v1/organizations/spending', spending))
    const answer = await a.request('PUT', '/api/v1/organizations/spending', { ...spending, currency: 'XAF' })
    await made(a.request('PUT', '/api/v1/organizations/spending', { ...spending, max_spend_per_day: null }))
    return answer
  }),
  flow('archiveApiKey', 409, ({ b }) => b.request('DELETE', `/api/v1/user/api-keys/${b.apiKeyId}`)),
]

const foreign = { headers: { origin: 'https://elsewhere.example' } }
const people: Flow[] = [
  flow('beginProviderSignIn', 400, ({ request }) => request('POST', '/api/v1/sign-in/provider', {})),
  flow('signInByProxy', 400, ({ request }) => request('POST', '/api/v1/sign-in/proxy', {})),
  flow('acceptInvitation', 400, ({ request }) =>
    request('POST', '/api/v1/sign-in/invitation', { invitation: 'x', name: 'x' }),
  ),
  flow('beginProviderSignIn', 403, ({ request }) => request('POST', '/api/v1/sign-in/provider', {}, foreign)),
  flow('signInByProxy', 403, ({ request }) => request('POST', '/api/v1/sign-in/proxy', {}, foreign)),
  flow('acceptInvitation', 403, ({ request }) =>
    request('POST', '/api/v1/sign-in/invitation', { invitation: 'x', name: 'x' }, foreign),
  ),
  flow('finishProviderSignIn', 401, ({ request }) => request('GET', '/api/v1/sign-in/provider/callback')),
  flow('updateUser', 409, async ({ b, request, pool }) => {
    const { link } = await made<{ link: string }>(b.request('POST', '/api/v1/invitations', { role: 'administrator' }))
    const invitation = link.split('#')[1]
    const { user_id } = await made<{ user_id: number }>(
      request('POST', '/api/v1/sign-in/invitation', { invitation, name: 'Only' }),
    )
    // The key asks, but does not count as one that remains.
    await pool.query(`update api_keys set expires_at = now() + interval '1 day' where id = $1`, [b.apiKeyId])
    const answer = await b.request('PATCH', `/api/v1/users/${user_id}`, { role: 'viewer' })
    await pool.query('update api_keys set expires_at = null where id = $1', [b.apiKeyId])
    await made(b.request('PATCH', `/api/v1/users/${user_id}`, { role: 'viewer' }))
    return answer
  }),
]

const statistics: Flow[] = ['calls', 'answer-rates'].map((name) =>
  flow(name === 'calls' ? 'getCallStatistics' : 'getAnswerRates', 404, async ({ a }) =>
    a.request('GET', `/api/v1/statistics/${name}?campaign_id=987654321`),
  ),
)
const registry = (member: Member, raw: string, headers: Record<string, string> = csv) =>
  member.request('POST', '/api/v1/registries/import?registry=covered&country_code=US', undefined, { raw, headers })
const policies: Flow[] = [
  flow('importSuppressions', 400, ({ a }) =>
    a.request('POST', '/api/v1/suppressions/import', undefined, { raw: 'name\nAnna\n', headers: csv }),
  ),
  flow('importSuppressions', 415, ({ a }) =>
    a.request('POST', '/api/v1/suppressions/import', undefined, {
      raw: '{}',
      headers: { 'content-type': 'application/json' },
    }),
  ),
  flow('importSuppressions', 200, ({ a }) =>
    a.request('POST', '/api/v1/suppressions/import', undefined, { raw: 'phone\n+12025550177\n', headers: csv }),
  ),
  flow('importRegistry', 400, ({ a }) => registry(a, '\n')),
  flow('importRegistry', 409, async ({ a }) => {
    await made(registry(a, '2025550101\n2025550102\n'))
    return registry(a, '2025550101\n')
  }),
  flow('importRegistry', 415, ({ a }) => registry(a, '{}', { 'content-type': 'application/json' })),
  flow('importRegistry', 422, ({ a }) => registry(a, '2025550101\nnobody\n')),
  flow('importRegistry', 200, ({ a }) => registry(a, '2025550101\n2025550102\n')),
  flow('deleteRegistry', 200, ({ a }) => a.request('DELETE', '/api/v1/registries/covered')),
  flow('confirmDuty', 400, ({ a }) =>
    a.request('POST', '/api/v1/organizations/policy/confirmations', { duty_id: 'nobody-has-this' }),
  ),
  flow('getCallReceipt', 404, ({ a }) => a.request('GET', '/api/v1/calls/987654321/receipt')),
  flow('getCallReceipt', 409, async ({ b, pool }) => {
    const { id } = await completedCampaign(b, ['60'])
    const { runs } = await made<{ runs: Array<{ id: number }> }>(b.request('GET', `/api/v1/campaign/${id}/runs`))
    await pool.query('update ledger_heads set sequence = sequence + 1 where organization_id = $1', [b.organizationId])
    const answer = await b.request('GET', `/api/v1/calls/${runs[0]?.id}/receipt`)
    await pool.query('update ledger_heads set sequence = sequence - 1 where organization_id = $1', [b.organizationId])
    return answer
  }),
  flow('exportLedger', 409, async ({ b, pool }) => {
    await made(b.request('PUT', '/api/v1/organizations/policy', { policy: {} }))
    await pool.query('update ledger_heads set sequence = sequence + 1 where organization_id = $1', [b.organizationId])
    return b.request('GET', '/api/v1/ledger/export')
  }),
]

export const flows: readonly Flow[] = [
  ...keys,
  ...people,
  ...workflows,
  ...configurations,
  ...numbers,
  ...tools,
  ...recordings,
  ...documents,
  ...lists,
  ...campaigns,
  ...calls,
  ...statistics,
  ...policies,
]
