/** One of everything that has an id, for tests made from the routes. */
import type { Pool } from 'pg'
import { writeWav } from '../../src/speech/wav.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { insertCandidate, listCandidates } from '../../src/suppressions/queries.ts'
import type { Json, Member } from './app.ts'
import {
  CONFIGURATIONS,
  completedCampaign,
  FAST,
  greeting,
  made,
  newConfiguration,
  newList,
  newWorkflow,
} from './things.ts'

/** Stands in every name of A. */
export const MARK = 'belongs-to-A'

/** By the name of the path parameter. */
export type Ids = Record<string, string>

/** A call offers a number for the do-not-call list; no route does. */
export async function newCandidate(pool: Pool, { organizationId }: Member, phoneNumber: string): Promise<number> {
  const db = openDatabase(pool)
  await insertCandidate(db, { organizationId, phoneNumber, source: 'carrier', reason: null, callId: 1 }, new Date())
  const [newest] = (await listCandidates(db, organizationId, { state: 'open' })).rows.slice(-1)
  return newest?.id as number
}

export async function furnish(member: Member, mark: string, pool: Pool): Promise<Ids> {
  const campaign = await completedCampaign(member, ['60'], {
    name: `campaign ${mark}`,
    retry_config: { enabled: false },
  })
  const { contacts } = await made<{ contacts: Json[] }>(
    member.request('GET', `/api/v1/campaign/${campaign.id}/contacts`),
  )
  const { runs } = await made<{ runs: Json[] }>(member.request('GET', `/api/v1/campaign/${campaign.id}/runs`))
  const config_id = await newConfiguration(member, { ...FAST, account: mark }, { name: `configuration ${mark}` })
  const number = await made(
    member.request('POST', `${CONFIGURATIONS}/${config_id}/phone-numbers`, { address: '+12025550143', label: mark }),
  )
  const suppression = await made(
    member.request('POST', '/api/v1/suppressions', { phone_number: '+12025550144', reason: mark }),
  )
  const range = await made(member.request('POST', '/api/v1/suppressed-ranges', { prefix: '+1900', reason: mark }))
  const key = await made(member.request('POST', '/api/v1/user/api-keys', { name: `key ${mark}` }))
  const { session_id } = await made<{ session_id: number }>(
    member.request('POST', '/api/v1/session', { api_key: member.key }),
  )
  const invitation = await made<{ id: number; link: string }>(
    member.request('POST', '/api/v1/invitations', { role: 'viewer', name: `invitation ${mark}` }),
  )
  const accepted = await made<{ link: string }>(member.request('POST', '/api/v1/invitations', { role: 'viewer' }))
  const { user_id } = await made<{ user_id: number }>(
    member.request('POST', '/api/v1/sign-in/invitation', {
      invitation: accepted.link.split('#')[1],
      name: `user ${mark}`,
    }),
  )
  const webhook = await made(
    member.request('POST', '/api/v1/webhooks', { url: 'http://127.0.0.1:1/', description: mark, is_active: false }),
  )
  const delivery = await made(member.request('POST', `/api/v1/webhooks/${webhook.id}/test`))
  const workflow_id = await newWorkflow(member)
  await made(member.request('PUT', `/api/v1/workflow/${workflow_id}`, { name: `workflow ${mark}` }))
  // A has a second version, which B has not.
  const version_number = mark === MARK ? 2 : 1
  const definition = greeting(`Hello, version ${version_number}.`)
  if (mark === MARK)
    await made(member.request('PUT', `/api/v1/workflow/${workflow_id}`, { workflow_definition: definition }))
  const { try_id } = await made<{ try_id: string }>(member.request('POST', '/api/v1/workflow/try', { workflow_id }))
  const dialogue = await made(
    member.request('POST', `/api/v1/workflow/${workflow_id}/dialogues`, { name: `dialogue ${mark}`, steps: [] }),
  )
  const { workflow_uuid } = await made<{ workflow_uuid: string }>(
    member.request('GET', `/api/v1/workflow/fetch/${workflow_id}`),
  )
  const evaluation = await made(member.request('POST', `/api/v1/workflow/${workflow_id}/evaluations`, {}))
  const { uuid: credential_uuid } = await made<{ uuid: string }>(
    member.request('POST', '/api/v1/credentials/', {
      name: `credential ${mark}`,
      credential_type: 'bearer_token',
      credential_data: { token: 'x' },
    }),
  )
  const { tool_uuid } = await made<{ tool_uuid: string }>(
    member.request('POST', '/api/v1/tools/', {
      name: `tool ${mark}`,
      definition: { type: 'http_api', config: { method: 'GET', url: 'http://127.0.0.1:1/' } },
    }),
  )
  const tone = Int16Array.from({ length: 8000 }, (_, at) => 2000 * Math.sin(at / 3))
  const { recording_id } = await made<{ recording_id: string }>(
    member.request('POST', `/api/v1/workflow-recordings/?transcript=${encodeURIComponent(mark)}`, undefined, {
      raw: Buffer.from(writeWav({ samples: tone, sampleRateHz: 8000 })),
      headers: { 'content-type': 'audio/wav' },
    }),
  )
  const { document_uuid } = await made<{ document_uuid: string }>(
    member.request('POST', '/api/v1/knowledge-base/documents', undefined, {
      raw: mark,
      headers: { 'content-type': 'text/plain' },
    }),
  )
  return texts({
    document_uuid,
    recording_id,
    credential_uuid,
    tool_uuid,
    version_number,
    try_id,
    dialogue_id: dialogue.id,
    evaluation_id: evaluation.id,
    api_key_id: key.id,
    invitation_id: invitation.id,
    user_id,
    session_id,
    config_id,
    phone_number_id: number.id,
    source_id: await newList(member),
    suppression_id: suppression.id,
    candidate_id: await newCandidate(pool, member, '+12025550145'),
    range_id: range.id,
    webhook_id: webhook.id,
    delivery_id: delivery.id,
    workflow_id,
    campaign_id: campaign.id,
    contact_id: contacts[0]?.id,
    call_id: runs[0]?.id,
    run_id: runs[0]?.id,
    workflow_uuid,
  })
}

const texts = (values: Record<string, unknown>): Ids =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
