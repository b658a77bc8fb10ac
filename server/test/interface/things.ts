/** What tests need before they can begin: each made through the interface itself. */
import type { Json, Member } from './app.ts'

export const CONFIGURATIONS = '/api/v1/organizations/telephony-configs'

/** Says all it has to say without a model, and needs no column. */
export const DEFINITION = {
  nodes: [
    { id: 'start', type: 'startCall', position: { x: 0, y: 0 }, data: { name: 'Greeting', greeting: 'Hello.' } },
    { id: 'end', type: 'endCall', position: { x: 0, y: 200 }, data: { name: 'End', say: 'Good-bye.' } },
  ],
  edges: [{ id: 'start-end', source: 'start', target: 'end', data: { label: 'Then' } }],
}

export function greeting(words: string) {
  const [start, end] = DEFINITION.nodes
  return { ...DEFINITION, nodes: [{ ...start, data: { name: 'Greeting', greeting: words } }, end] }
}

/** Prompts alone: valid, but nothing the script brain could say. */
export const PROMPTS_ONLY = {
  nodes: [
    { id: 'start', type: 'startCall', position: { x: 0, y: 0 }, data: { name: 'Greeting', prompt: 'Greet them.' } },
    { id: 'end', type: 'endCall', position: { x: 0, y: 200 }, data: { name: 'End', prompt: 'Say good-bye.' } },
  ],
  edges: [{ id: 'start-end', source: 'start', target: 'end', data: { label: 'done', condition: 'They are done.' } }],
}

/** Nobody rings or talks for any time. */
export const FAST = {
  provider: 'simulator',
  shortest_ring_seconds: 0,
  longest_ring_seconds: 0,
  shortest_talk_seconds: 0,
  longest_talk_seconds: 0,
  speed: 100_000,
  calls_per_second: 10_000,
  people_speak: false,
}

export const ARI = {
  provider: 'ari',
  ari_endpoint: 'http://pbx.example.com:8088',
  app_name: 'outdial',
  app_password: 'a long secret',
}

export const TWILIO = {
  provider: 'twilio',
  account_sid: `AC${'0123456789abcdef'.repeat(2)}`,
  auth_token: 'fedcba9876543210fedcba9876543210',
}

let names = 0
export const fresh = (word: string) => `${word} ${++names}`

/** What a request answered, which must have worked. */
export async function made<T extends Json = Json & { id: number }>(
  asking: Promise<{ status: number; body: unknown; text: string }>,
): Promise<T> {
  const { status, body, text } = await asking
  if (status !== 200) throw new Error(`${status} ${text}`)
  return body as T
}

export async function newWorkflow(member: Member, definition: unknown = DEFINITION): Promise<number> {
  const body = { name: fresh('workflow'), workflow_definition: definition }
  return (await made(member.request('POST', '/api/v1/workflow/create/definition', body))).id
}

/** A list with these last two digits, which the simulated carrier goes by. */
export async function newList(member: Member, endings: readonly string[] = ['00']): Promise<string> {
  const rows = endings.map((ending, index) => `+1202555${String(index).padStart(2, '0')}${ending},Person ${index}`)
  return uploadCsv(member, `phone_number,first_name\n${rows.join('\n')}\n`)
}

export async function uploadCsv(member: Member, csv: string, query = ''): Promise<string> {
  const extra = { headers: { 'content-type': 'text/csv' }, raw: csv }
  const { source_id } = await made<{ source_id: string }>(
    member.request('POST', `/api/v1/contact-lists?filename=people.csv${query}`, undefined, extra),
  )
  return source_id
}

export async function newConfiguration(member: Member, config: Json = FAST, more: Json = {}): Promise<number> {
  const body = { name: fresh('configuration'), config, ...more }
  return (await made(member.request('POST', CONFIGURATIONS, body))).id
}

export interface CampaignBody extends Json {
  id: number
  state: string
  name: string
  logs: Array<{ ts: string; level: string; event: string; message: string; details: Json }>
}

/** A draft with a workflow, a list and a fast configuration of its own, unless `input` names others. */
export async function newCampaign(
  member: Member,
  input: Json & { endings?: readonly string[] } = {},
): Promise<CampaignBody> {
  const { endings, ...given } = input
  const body = {
    name: fresh('campaign'),
    source_type: 'csv',
    workflow_id: given.workflow_id ?? (await newWorkflow(member)),
    source_id: given.source_id ?? (await newList(member, endings)),
    telephony_configuration_id: 'telephony_configuration_id' in given ? undefined : await newConfiguration(member),
    ...given,
  }
  return made<CampaignBody>(member.request('POST', '/api/v1/campaign/create', body))
}

export async function campaignOf(member: Member, id: number): Promise<CampaignBody> {
  return made<CampaignBody>(member.request('GET', `/api/v1/campaign/${id}`))
}

export interface ContactBody extends Json {
  id: number
  phone_number: string
  state: string
  outcome: string | null
  held_by: string | null
}

export async function contactsOf<T extends ContactBody = ContactBody>(
  member: Member,
  campaignId: number,
): Promise<T[]> {
  return (await made<{ contacts: T[] }>(member.request('GET', `/api/v1/campaign/${campaignId}/contacts`))).contacts
}

export const putPolicy = (member: Member, policy: Json) =>
  made(member.request('PUT', '/api/v1/organizations/policy', { policy }))

/** Asks the event log until the campaign has an event of this type: the signal that something has happened. */
export async function untilEvent(member: Member, campaignId: number, type: string): Promise<void> {
  for (;;) {
    const { body } = await member.request<{ events: Array<{ type: string }> }>(
      'GET',
      `/api/v1/events?limit=1000&campaign_id=${campaignId}`,
    )
    if (body.events.some((event) => event.type === type)) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The call as it is after its end. The dialer of the app must run. */
export async function untilCallEnds(member: Member, id: number) {
  for (;;) {
    const call = await made<Json & { is_completed: boolean; timeline: Json[] }>(
      member.request('GET', `/api/v1/calls/${id}`),
    )
    if (call.is_completed) return call
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Started, dialled to the end on the simulated carrier. The dialer of the app must run. */
export async function completedCampaign(
  member: Member,
  endings: readonly string[],
  input: Json = { retry_config: { enabled: false } },
): Promise<CampaignBody> {
  const { id } = await newCampaign(member, { endings, ...input })
  await made(member.request('POST', `/api/v1/campaign/${id}/start`))
  await untilEvent(member, id, 'campaign_completed')
  return campaignOf(member, id)
}
