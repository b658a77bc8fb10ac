/** The API by resource: `outdial.campaigns.start(7)`. Every method sends one request and returns its answer. */
import type { Client } from 'openapi-fetch'
import type { components, paths } from './generated/schema.ts'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type Operation<P extends keyof paths, M extends Method> = M extends keyof paths[P] ? paths[P][M] : never
/** The body type of a request. */
export type BodyOf<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody?: infer Sent } ? Json<NonNullable<Sent>> : never
/** The query type of a request. */
export type QueryOf<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never

/** Returns the data of an answer; errors are thrown, so data is present. */
async function dataOf<T>(answer: Promise<{ data?: T }>): Promise<T> {
  return (await answer).data as T
}

const CONFIGS = '/api/v1/organizations/telephony-configs'
const CONFIG = '/api/v1/organizations/telephony-configs/{config_id}'
const NUMBERS = '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers'
const NUMBER = '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}'
const EVALUATIONS = '/api/v1/workflow/{workflow_id}/evaluations'
const MODEL = '/api/v1/organizations/model-configuration'

/** `patient` waits longer for an answer than other requests: for uploads and long lists. */
export function resourcesOf(client: Client<paths>, patient: (request: Request) => Promise<Response>) {
  return {
    campaigns: campaignsOf(client, patient),
    calls: {
      list: (query: QueryOf<'/api/v1/calls', 'get'> = {}) => dataOf(client.GET('/api/v1/calls', { params: { query } })),
      get: (call_id: number) => dataOf(client.GET('/api/v1/calls/{call_id}', { params: { path: { call_id } } })),
      start: (body: BodyOf<'/api/v1/telephony/initiate-call', 'post'>) =>
        dataOf(client.POST('/api/v1/telephony/initiate-call', { body })),
      /** Asks the carrier to end the call; the call has ended when its state is `ended`. */
      hangUp: (call_id: number) =>
        dataOf(client.POST('/api/v1/calls/{call_id}/hang-up', { params: { path: { call_id } } })),
      /** The address of a websocket with the audio of a live call; it can be opened once, within a minute. */
      listen: (call_id: number) =>
        dataOf(client.POST('/api/v1/calls/{call_id}/listen', { params: { path: { call_id } } })),
      /** Calls your phone while the conversation continues; the result is in the timeline of the call. */
      takeOver: (call_id: number, body: BodyOf<'/api/v1/calls/{call_id}/take-over', 'post'>) =>
        dataOf(client.POST('/api/v1/calls/{call_id}/take-over', { params: { path: { call_id } }, body })),
      recording: (call_id: number) =>
        dataOf(client.GET('/api/v1/calls/{call_id}/recording', { params: { path: { call_id } } })),
    },
    contactLists: {
      list: () => dataOf(client.GET('/api/v1/contact-lists')),
      get: (source_id: string) =>
        dataOf(client.GET('/api/v1/contact-lists/{source_id}', { params: { path: { source_id } } })),
      delete: (source_id: string) =>
        dataOf(client.DELETE('/api/v1/contact-lists/{source_id}', { params: { path: { source_id } } })),
      /** Sets the priority of the rows without one of their own. */
      update: (source_id: string, body: BodyOf<'/api/v1/contact-lists/{source_id}', 'patch'>) =>
        dataOf(client.PATCH('/api/v1/contact-lists/{source_id}', { params: { path: { source_id } }, body })),
      preview: (source_id: string, query: QueryOf<'/api/v1/contact-lists/{source_id}/preview', 'get'> = {}) =>
        dataOf(client.GET('/api/v1/contact-lists/{source_id}/preview', { params: { path: { source_id }, query } })),
      /** Computes the possible time zones of the contacts again. */
      place: (source_id: string, body: BodyOf<'/api/v1/contact-lists/{source_id}/zones', 'post'> = {}) =>
        dataOf(client.POST('/api/v1/contact-lists/{source_id}/zones', { params: { path: { source_id } }, body })),
    },
    policies: {
      packs: () => dataOf(client.GET('/api/v1/policies')),
      pack: (pack_id: string) => dataOf(client.GET('/api/v1/policies/{pack_id}', { params: { path: { pack_id } } })),
      get: () => dataOf(client.GET('/api/v1/organizations/policy')),
      set: (body: BodyOf<'/api/v1/organizations/policy', 'put'>) =>
        dataOf(client.PUT('/api/v1/organizations/policy', { body, fetch: patient })),
      preview: (body: BodyOf<'/api/v1/organizations/policy/preview', 'post'>) =>
        dataOf(client.POST('/api/v1/organizations/policy/preview', { body })),
      /** Progress of a dry run, which finds the dials of the last days that a policy would have refused. */
      dryRunProgress: () => dataOf(client.GET('/api/v1/organizations/policy/dry-run')),
      dryRun: (body: BodyOf<'/api/v1/organizations/policy/dry-run', 'post'>) =>
        dataOf(client.POST('/api/v1/organizations/policy/dry-run', { body, fetch: patient })),
      confirm: (body: BodyOf<'/api/v1/organizations/policy/confirmations', 'post'>) =>
        dataOf(client.POST('/api/v1/organizations/policy/confirmations', { body })),
      numberHistory: (address: string) =>
        dataOf(client.GET('/api/v1/numbers/{address}/history', { params: { path: { address } } })),
      verifyLedger: () => dataOf(client.GET('/api/v1/ledger/verify')),
      ownPhones: () => dataOf(client.GET('/api/v1/organizations/own-phones')),
      setOwnPhones: (body: BodyOf<'/api/v1/organizations/own-phones', 'put'>) =>
        dataOf(client.PUT('/api/v1/organizations/own-phones', { body })),
      listProofs: (source_id: string) =>
        dataOf(client.GET('/api/v1/contact-lists/{source_id}/proofs', { params: { path: { source_id } } })),
      addRegistryCheck: (
        source_id: string,
        body: BodyOf<'/api/v1/contact-lists/{source_id}/registry-checks', 'post'>,
      ) =>
        dataOf(
          client.POST('/api/v1/contact-lists/{source_id}/registry-checks', { params: { path: { source_id } }, body }),
        ),
      confirmListDuty: (source_id: string, body: BodyOf<'/api/v1/contact-lists/{source_id}/confirmations', 'post'>) =>
        dataOf(
          client.POST('/api/v1/contact-lists/{source_id}/confirmations', { params: { path: { source_id } }, body }),
        ),
      abandonment: (campaign_id: number) =>
        dataOf(client.GET('/api/v1/campaign/{campaign_id}/abandonment', { params: { path: { campaign_id } } })),
      abandonmentOfAll: (query: QueryOf<'/api/v1/statistics/abandonment', 'get'> = {}) =>
        dataOf(client.GET('/api/v1/statistics/abandonment', { params: { query } })),
      setAbandonmentLimits: (body: BodyOf<'/api/v1/organizations/abandonment', 'put'>) =>
        dataOf(client.PUT('/api/v1/organizations/abandonment', { body })),
      callReceipt: (call_id: number) =>
        dataOf(client.GET('/api/v1/calls/{call_id}/receipt', { params: { path: { call_id } } })),
    },
    workflows: {
      list: (query: QueryOf<'/api/v1/workflow/fetch', 'get'> = {}) =>
        dataOf(client.GET('/api/v1/workflow/fetch', { params: { query } })),
      get: (workflow_id: number) =>
        dataOf(client.GET('/api/v1/workflow/fetch/{workflow_id}', { params: { path: { workflow_id } } })),
      create: (body: BodyOf<'/api/v1/workflow/create/definition', 'post'>) =>
        dataOf(client.POST('/api/v1/workflow/create/definition', { body })),
      /** Opens a test conversation; continue it with `say`. */
      try: (body: BodyOf<'/api/v1/workflow/try', 'post'>) => dataOf(client.POST('/api/v1/workflow/try', { body })),
      say: (try_id: string, body: BodyOf<'/api/v1/workflow/try/{try_id}/say', 'post'>) =>
        dataOf(client.POST('/api/v1/workflow/try/{try_id}/say', { params: { path: { try_id } }, body })),
      endTry: (try_id: string) =>
        dataOf(client.DELETE('/api/v1/workflow/try/{try_id}', { params: { path: { try_id } } })),
      /** The simulated people who can answer in a test conversation: `try({ workflow_id, person: 'interrupts' })`. */
      simulatedPeople: () => dataOf(client.GET('/api/v1/workflow/try/people')),
      /** Phrases that at least five people said and no exit expects. */
      unexpectedPhrases: (workflow_id: number) =>
        dataOf(client.GET('/api/v1/workflow/{workflow_id}/unexpected-phrases', { params: { path: { workflow_id } } })),
      versions: (workflow_id: number, query: QueryOf<'/api/v1/workflow/{workflow_id}/versions', 'get'> = {}) =>
        dataOf(client.GET('/api/v1/workflow/{workflow_id}/versions', { params: { path: { workflow_id }, query } })),
      version: (workflow_id: number, version_number: number) =>
        dataOf(
          client.GET('/api/v1/workflow/{workflow_id}/versions/{version_number}', {
            params: { path: { workflow_id, version_number } },
          }),
        ),
      compareVersions: (workflow_id: number, version_number: number, before?: number) =>
        dataOf(
          client.GET('/api/v1/workflow/{workflow_id}/versions/{version_number}/compare', {
            params: { path: { workflow_id, version_number }, query: before === undefined ? {} : { with: before } },
          }),
        ),
      restoreVersion: (workflow_id: number, version_number: number) =>
        dataOf(
          client.POST('/api/v1/workflow/{workflow_id}/versions/{version_number}/restore', {
            params: { path: { workflow_id, version_number } },
          }),
        ),
      dialogues: (workflow_id: number) =>
        dataOf(client.GET('/api/v1/workflow/{workflow_id}/dialogues', { params: { path: { workflow_id } } })),
      createDialogue: (workflow_id: number, body: BodyOf<'/api/v1/workflow/{workflow_id}/dialogues', 'post'>) =>
        dataOf(client.POST('/api/v1/workflow/{workflow_id}/dialogues', { params: { path: { workflow_id } }, body })),
      updateDialogue: (
        workflow_id: number,
        dialogue_id: number,
        body: BodyOf<'/api/v1/workflow/{workflow_id}/dialogues/{dialogue_id}', 'put'>,
      ) =>
        dataOf(
          client.PUT('/api/v1/workflow/{workflow_id}/dialogues/{dialogue_id}', {
            params: { path: { workflow_id, dialogue_id } },
            body,
          }),
        ),
      deleteDialogue: (workflow_id: number, dialogue_id: number) =>
        dataOf(
          client.DELETE('/api/v1/workflow/{workflow_id}/dialogues/{dialogue_id}', {
            params: { path: { workflow_id, dialogue_id } },
          }),
        ),
      runDialogues: (workflow_id: number, body: BodyOf<'/api/v1/workflow/{workflow_id}/dialogues/run', 'post'> = {}) =>
        dataOf(
          client.POST('/api/v1/workflow/{workflow_id}/dialogues/run', { params: { path: { workflow_id } }, body }),
        ),
      count: () => dataOf(client.GET('/api/v1/workflow/count')),
      setStatus: (workflow_id: number, status: 'active' | 'archived') =>
        dataOf(
          client.PUT('/api/v1/workflow/{workflow_id}/status', { params: { path: { workflow_id } }, body: { status } }),
        ),
      /** Imports a workflow of Dograh, Vapi or Retell; `dropped` in the answer lists the parts that were lost. */
      import: (body: BodyOf<'/api/v1/workflow/import', 'post'>) =>
        dataOf(client.POST('/api/v1/workflow/import', { body })),
      /** Creates a first draft from a description; edit it before using it for calls. */
      createFromTemplate: (body: BodyOf<'/api/v1/workflow/create/template', 'post'>) =>
        dataOf(client.POST('/api/v1/workflow/create/template', { body })),
      /** Prepares one call; `calls.start` with its id as `workflow_run_id` places it, once. */
      prepareRun: (workflow_id: number, body: BodyOf<'/api/v1/workflow/{workflow_id}/runs', 'post'>) =>
        dataOf(client.POST('/api/v1/workflow/{workflow_id}/runs', { params: { path: { workflow_id } }, body })),
      runs: (workflow_id: number, query: QueryOf<'/api/v1/workflow/{workflow_id}/runs', 'get'> = {}) =>
        dataOf(client.GET('/api/v1/workflow/{workflow_id}/runs', { params: { path: { workflow_id }, query } })),
      /** Runs many test conversations; the answer comes when all have ended. */
      evaluate: (workflow_id: number, body: BodyOf<typeof EVALUATIONS, 'post'> = {}) =>
        dataOf(client.POST(EVALUATIONS, { params: { path: { workflow_id } }, body, fetch: patient })),
      evaluations: (workflow_id: number, query: QueryOf<typeof EVALUATIONS, 'get'> = {}) =>
        dataOf(client.GET(EVALUATIONS, { params: { path: { workflow_id }, query } })),
      evaluation: (workflow_id: number, evaluation_id: number) =>
        dataOf(client.GET(`${EVALUATIONS}/{evaluation_id}`, { params: { path: { workflow_id, evaluation_id } } })),
      /** Replays past calls with another version. */
      replay: (workflow_id: number, body: BodyOf<'/api/v1/workflow/{workflow_id}/replay', 'post'> = {}) =>
        dataOf(
          client.POST('/api/v1/workflow/{workflow_id}/replay', {
            params: { path: { workflow_id } },
            body,
            fetch: patient,
          }),
        ),
      update: (workflow_id: number, body: BodyOf<'/api/v1/workflow/{workflow_id}', 'put'>) =>
        dataOf(client.PUT('/api/v1/workflow/{workflow_id}', { params: { path: { workflow_id } }, body })),
      nodeTypes: () => dataOf(client.GET('/api/v1/node-types')),
    },
    telephony: telephonyOf(client),
    suppressions: {
      list: (query: QueryOf<'/api/v1/suppressions', 'get'> = {}) =>
        dataOf(client.GET('/api/v1/suppressions', { params: { query } })),
      add: (body: BodyOf<'/api/v1/suppressions', 'post'>) => dataOf(client.POST('/api/v1/suppressions', { body })),
      remove: (suppression_id: number) =>
        dataOf(client.DELETE('/api/v1/suppressions/{suppression_id}', { params: { path: { suppression_id } } })),
      candidates: (query: QueryOf<'/api/v1/suppressions/candidates', 'get'> = {}) =>
        dataOf(client.GET('/api/v1/suppressions/candidates', { params: { query } })),
      acceptCandidate: (candidate_id: number) =>
        dataOf(
          client.POST('/api/v1/suppressions/candidates/{candidate_id}/accept', { params: { path: { candidate_id } } }),
        ),
      dismissCandidate: (candidate_id: number) =>
        dataOf(
          client.POST('/api/v1/suppressions/candidates/{candidate_id}/dismiss', { params: { path: { candidate_id } } }),
        ),
    },
    registries: registriesOf(client, patient),
    consents: {
      list: (address: string, query: QueryOf<'/api/v1/numbers/{address}/consents', 'get'> = {}) =>
        dataOf(client.GET('/api/v1/numbers/{address}/consents', { params: { path: { address }, query } })),
      record: (body: BodyOf<'/api/v1/consents', 'post'>) => dataOf(client.POST('/api/v1/consents', { body })),
      revoke: (body: BodyOf<'/api/v1/consents/revoke', 'post'>) =>
        dataOf(client.POST('/api/v1/consents/revoke', { body })),
    },
    webhooks: webhooksOf(client),
    credentials: credentialsOf(client),
    tools: toolsOf(client),
    recordings: recordingsOf(client, patient),
    documents: documentsOf(client, patient),
    models: {
      get: () => dataOf(client.GET(MODEL)),
      update: (body: BodyOf<typeof MODEL, 'put'>) => dataOf(client.PUT(MODEL, { body })),
      test: () => dataOf(client.POST(`${MODEL}/test`)),
      /** Voices of this machine and of every speech service with a key. */
      voices: () => dataOf(client.GET(`${MODEL}/voices`)),
      /** Voices and recognizers that can be added to the machine of the server, with the progress of downloads. */
      speechModels: () => dataOf(client.GET('/api/v1/speech-models')),
      installSpeechModel: (name: string, body: BodyOf<'/api/v1/speech-models/{name}/install', 'post'> = {}) =>
        dataOf(client.POST('/api/v1/speech-models/{name}/install', { params: { path: { name } }, body })),
      /** A sample of a voice as a WAV file. */
      sampleVoice: (body: BodyOf<'/api/v1/organizations/model-configuration/voices/sample', 'post'>) =>
        // A busy machine may need more than the usual time to load its voices.
        dataOf(
          client.POST(`${MODEL}/voices/sample`, { body, parseAs: 'blob', fetch: patient }),
        ) as Promise<unknown> as Promise<Blob>,
    },
    apiKeys: {
      list: (query: QueryOf<'/api/v1/user/api-keys', 'get'> = {}) =>
        dataOf(client.GET('/api/v1/user/api-keys', { params: { query } })),
      create: (body: BodyOf<'/api/v1/user/api-keys', 'post'>) => dataOf(client.POST('/api/v1/user/api-keys', { body })),
      archive: (api_key_id: number) =>
        dataOf(client.DELETE('/api/v1/user/api-keys/{api_key_id}', { params: { path: { api_key_id } } })),
      reactivate: (api_key_id: number) =>
        dataOf(client.PUT('/api/v1/user/api-keys/{api_key_id}/reactivate', { params: { path: { api_key_id } } })),
    },
    users: {
      list: () => dataOf(client.GET('/api/v1/users')),
      get: (user_id: number) => dataOf(client.GET('/api/v1/users/{user_id}', { params: { path: { user_id } } })),
      /** Changes the role, or deactivates the user. */
      update: (user_id: number, body: BodyOf<'/api/v1/users/{user_id}', 'patch'>) =>
        dataOf(client.PATCH('/api/v1/users/{user_id}', { params: { path: { user_id } }, body })),
    },
    invitations: {
      list: () => dataOf(client.GET('/api/v1/invitations')),
      /** The answer contains the link, which is shown only once. */
      create: (body: BodyOf<'/api/v1/invitations', 'post'>) => dataOf(client.POST('/api/v1/invitations', { body })),
      withdraw: (invitation_id: number) =>
        dataOf(client.DELETE('/api/v1/invitations/{invitation_id}', { params: { path: { invitation_id } } })),
    },
    organization: {
      get: () => dataOf(client.GET('/api/v1/organization')),
      update: (body: BodyOf<'/api/v1/organization', 'patch'>) => dataOf(client.PATCH('/api/v1/organization', { body })),
      usage: (query: QueryOf<'/api/v1/organization/usage', 'get'> = {}) =>
        dataOf(client.GET('/api/v1/organization/usage', { params: { query } })),
      audit: (query: QueryOf<'/api/v1/audit-events', 'get'> = {}) =>
        dataOf(client.GET('/api/v1/audit-events', { params: { query } })),
      /** Currency, daily spend limit, and today's spending. */
      spending: () => dataOf(client.GET('/api/v1/organizations/spending')),
      setSpending: (body: BodyOf<'/api/v1/organizations/spending', 'put'>) =>
        dataOf(client.PUT('/api/v1/organizations/spending', { body })),
      /** Costs of calls by day and campaign. */
      spendingByDay: (query: QueryOf<'/api/v1/spending', 'get'> = {}) =>
        dataOf(client.GET('/api/v1/spending', { params: { query } })),
      retention: () => dataOf(client.GET('/api/v1/organizations/retention')),
      setRetention: (body: BodyOf<'/api/v1/organizations/retention', 'put'>) =>
        dataOf(client.PUT('/api/v1/organizations/retention', { body })),
      erasures: () => dataOf(client.GET('/api/v1/erasures')),
      erasePerson: (body: BodyOf<'/api/v1/erasures', 'post'>) => dataOf(client.POST('/api/v1/erasures', { body })),
    },
    session: {
      signIn: (api_key: string) => dataOf(client.POST('/api/v1/session', { body: { api_key } })),
      signOut: () => dataOf(client.DELETE('/api/v1/session')),
      methods: () => dataOf(client.GET('/api/v1/sign-in')),
      list: () => dataOf(client.GET('/api/v1/sessions')),
      end: (session_id: number) =>
        dataOf(client.DELETE('/api/v1/sessions/{session_id}', { params: { path: { session_id } } })),
    },
  }
}

export type Resources = ReturnType<typeof resourcesOf>

const WEBHOOK = '/api/v1/webhooks/{webhook_id}'
const DELIVERY = '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}'

function webhooksOf(client: Client<paths>) {
  const at = (webhook_id: number) => ({ params: { path: { webhook_id } } })
  const one = (webhook_id: number, delivery_id: number) => ({ params: { path: { webhook_id, delivery_id } } })
  return {
    list: () => dataOf(client.GET('/api/v1/webhooks')),
    get: (id: number) => dataOf(client.GET(WEBHOOK, at(id))),
    create: (body: BodyOf<'/api/v1/webhooks', 'post'>) => dataOf(client.POST('/api/v1/webhooks', { body })),
    update: (id: number, body: BodyOf<typeof WEBHOOK, 'patch'>) => dataOf(client.PATCH(WEBHOOK, { ...at(id), body })),
    delete: (id: number) => dataOf(client.DELETE(WEBHOOK, at(id))),
    test: (id: number) => dataOf(client.POST(`${WEBHOOK}/test`, at(id))),
    rotateSecret: (id: number) => dataOf(client.POST(`${WEBHOOK}/rotate-secret`, at(id))),
    replay: (id: number, after: number) => dataOf(client.POST(`${WEBHOOK}/replay`, { ...at(id), body: { after } })),
    deliveries: (webhook_id: number, query: QueryOf<`${typeof WEBHOOK}/deliveries`, 'get'> = {}) =>
      dataOf(client.GET(`${WEBHOOK}/deliveries`, { params: { path: { webhook_id }, query } })),
    delivery: (id: number, deliveryId: number) => dataOf(client.GET(DELIVERY, one(id, deliveryId))),
    redeliver: (id: number, deliveryId: number) => dataOf(client.POST(`${DELIVERY}/redeliver`, one(id, deliveryId))),
  }
}

const CREDENTIAL = '/api/v1/credentials/{credential_uuid}'
const TOOL = '/api/v1/tools/{tool_uuid}'

function credentialsOf(client: Client<paths>) {
  const at = (credential_uuid: string) => ({ params: { path: { credential_uuid } } })
  return {
    list: () => dataOf(client.GET('/api/v1/credentials/')),
    get: (uuid: string) => dataOf(client.GET(CREDENTIAL, at(uuid))),
    create: (body: BodyOf<'/api/v1/credentials/', 'post'>) => dataOf(client.POST('/api/v1/credentials/', { body })),
    update: (uuid: string, body: BodyOf<typeof CREDENTIAL, 'put'>) =>
      dataOf(client.PUT(CREDENTIAL, { ...at(uuid), body })),
    delete: (uuid: string) => dataOf(client.DELETE(CREDENTIAL, at(uuid))),
  }
}

function toolsOf(client: Client<paths>) {
  const at = (tool_uuid: string) => ({ params: { path: { tool_uuid } } })
  return {
    list: (query: QueryOf<'/api/v1/tools/', 'get'> = {}) => dataOf(client.GET('/api/v1/tools/', { params: { query } })),
    get: (uuid: string) => dataOf(client.GET(TOOL, at(uuid))),
    create: (body: BodyOf<'/api/v1/tools/', 'post'>) => dataOf(client.POST('/api/v1/tools/', { body })),
    update: (uuid: string, body: BodyOf<typeof TOOL, 'put'>) => dataOf(client.PUT(TOOL, { ...at(uuid), body })),
    archive: (uuid: string) => dataOf(client.DELETE(TOOL, at(uuid))),
    unarchive: (uuid: string) => dataOf(client.POST(`${TOOL}/unarchive`, at(uuid))),
    /** Asks an MCP server for its current tools. */
    refreshMcp: (uuid: string) => dataOf(client.POST(`${TOOL}/mcp/refresh`, at(uuid))),
    /** Calls the tool with a real request, outside of a conversation. */
    test: (uuid: string, body: BodyOf<`${typeof TOOL}/test`, 'post'> = {}) =>
      dataOf(client.POST(`${TOOL}/test`, { ...at(uuid), body })),
  }
}

const RECORDINGS = '/api/v1/workflow-recordings/'
const RECORDING = '/api/v1/workflow-recordings/{recording_id}'

/** Recordings that an agent plays; recordings of calls are separate. */
function recordingsOf(client: Client<paths>, patient: (request: Request) => Promise<Response>) {
  const at = (recording_id: string) => ({ params: { path: { recording_id } } })
  const file = (bytes: Blob | Uint8Array) => ({
    body: bytes as never,
    bodySerializer: (body: unknown) => body as never,
    headers: { 'content-type': 'application/octet-stream' },
    fetch: patient,
  })
  return {
    list: (query: QueryOf<typeof RECORDINGS, 'get'> = {}) => dataOf(client.GET(RECORDINGS, { params: { query } })),
    get: (id: string) => dataOf(client.GET(RECORDING, at(id))),
    /** Uploads a WAV or MP3 file. Without `transcript` the server transcribes it. */
    upload: (bytes: Blob | Uint8Array, query: QueryOf<typeof RECORDINGS, 'post'> = {}) =>
      dataOf(client.POST(RECORDINGS, { params: { query }, ...file(bytes) })),
    update: (id: string, body: BodyOf<typeof RECORDING, 'patch'>) =>
      dataOf(client.PATCH(RECORDING, { ...at(id), body })),
    delete: (id: string) => dataOf(client.DELETE(RECORDING, at(id))),
    transcribe: (bytes: Blob | Uint8Array, language = 'en') =>
      dataOf(client.POST(`${RECORDINGS}transcribe`, { params: { query: { language } }, ...file(bytes) })),
  }
}

const REGISTRIES = '/api/v1/registries'

/** Published do-not-call registries. */
function registriesOf(client: Client<paths>, patient: (request: Request) => Promise<Response>) {
  return {
    /** Registries, including the progress of an import. */
    list: () => dataOf(client.GET(REGISTRIES)),
    /** Imports the file as the registry publishes it. Resolves when it is in force. */
    import: (file: Blob | Uint8Array | ReadableStream, query: QueryOf<'/api/v1/registries/import', 'post'>) =>
      dataOf(
        client.POST('/api/v1/registries/import', {
          params: { query },
          body: file as never,
          bodySerializer: (body: unknown) => body as never,
          headers: { 'content-type': 'text/csv' },
          // Required for a stream as a body.
          duplex: 'half',
          fetch: patient,
        } as never),
      ) as Promise<unknown> as Promise<components['schemas']['Registry']>,
    delete: (registry: string) =>
      dataOf(client.DELETE('/api/v1/registries/{registry}', { params: { path: { registry } } })),
  }
}

const DOCUMENTS = '/api/v1/knowledge-base/documents'
const DOCUMENT = '/api/v1/knowledge-base/documents/{document_uuid}'

/** Documents for look-ups by agents. */
function documentsOf(client: Client<paths>, patient: (request: Request) => Promise<Response>) {
  const at = (document_uuid: string) => ({ params: { path: { document_uuid } } })
  return {
    list: (query: QueryOf<typeof DOCUMENTS, 'get'> = {}) => dataOf(client.GET(DOCUMENTS, { params: { query } })),
    get: (uuid: string) => dataOf(client.GET(DOCUMENT, at(uuid))),
    /** Uploads text, Markdown, HTML, PDF or DOCX. */
    upload: (bytes: Blob | Uint8Array, query: QueryOf<typeof DOCUMENTS, 'post'> = {}) =>
      dataOf(
        client.POST(DOCUMENTS, {
          params: { query },
          body: bytes as never,
          bodySerializer: (body: unknown) => body as never,
          headers: { 'content-type': 'application/octet-stream' },
          fetch: patient,
        }),
      ),
    update: (uuid: string, body: BodyOf<typeof DOCUMENT, 'patch'>) =>
      dataOf(client.PATCH(DOCUMENT, { ...at(uuid), body })),
    delete: (uuid: string) => dataOf(client.DELETE(DOCUMENT, at(uuid))),
    search: (body: BodyOf<'/api/v1/knowledge-base/search', 'post'>) =>
      dataOf(client.POST('/api/v1/knowledge-base/search', { body })),
  }
}

function campaignsOf(client: Client<paths>, patient: (request: Request) => Promise<Response>) {
  const at = (campaign_id: number) => ({ params: { path: { campaign_id } } })
  return {
    list: (query: QueryOf<'/api/v1/campaign/', 'get'> = {}) =>
      dataOf(client.GET('/api/v1/campaign/', { params: { query } })),
    get: (id: number) => dataOf(client.GET('/api/v1/campaign/{campaign_id}', at(id))),
    create: (body: BodyOf<'/api/v1/campaign/create', 'post'>) =>
      dataOf(client.POST('/api/v1/campaign/create', { body })),
    update: (id: number, body: BodyOf<'/api/v1/campaign/{campaign_id}', 'patch'>) =>
      dataOf(client.PATCH('/api/v1/campaign/{campaign_id}', { ...at(id), body })),
    delete: (id: number) => dataOf(client.DELETE('/api/v1/campaign/{campaign_id}', at(id))),
    start: (id: number, body: BodyOf<'/api/v1/campaign/{campaign_id}/start', 'post'> = {}) =>
      dataOf(client.POST('/api/v1/campaign/{campaign_id}/start', { ...at(id), body, fetch: patient })),
    pause: (id: number) => dataOf(client.POST('/api/v1/campaign/{campaign_id}/pause', at(id))),
    checkStart: (id: number, query: QueryOf<'/api/v1/campaign/{campaign_id}/start-check', 'get'> = {}) =>
      dataOf(
        client.GET('/api/v1/campaign/{campaign_id}/start-check', {
          params: { path: { campaign_id: id }, query },
        }),
      ),
    /** Starts a search for cells that the agent would speak wrongly; `rehearsal` has the progress and the result. */
    rehearse: (id: number) => dataOf(client.POST('/api/v1/campaign/{campaign_id}/rehearsal', at(id))),
    rehearsal: (campaign_id: number, query: QueryOf<'/api/v1/campaign/{campaign_id}/rehearsal', 'get'> = {}) =>
      dataOf(client.GET('/api/v1/campaign/{campaign_id}/rehearsal', { params: { path: { campaign_id }, query } })),
    leftOut: (id: number) => dataOf(client.GET('/api/v1/campaign/{campaign_id}/left-out', at(id))),
    pauseAll: () => dataOf(client.POST('/api/v1/campaign/pause-all')),
    resume: (id: number, body: BodyOf<'/api/v1/campaign/{campaign_id}/resume', 'post'> = {}) =>
      dataOf(client.POST('/api/v1/campaign/{campaign_id}/resume', { ...at(id), body, fetch: patient })),
    redial: (id: number, body: BodyOf<'/api/v1/campaign/{campaign_id}/redial', 'post'>) =>
      dataOf(client.POST('/api/v1/campaign/{campaign_id}/redial', { ...at(id), body, fetch: patient })),
    progress: (id: number) => dataOf(client.GET('/api/v1/campaign/{campaign_id}/progress', at(id))),
    forecast: (id: number) => dataOf(client.GET('/api/v1/campaign/{campaign_id}/forecast', at(id))),
    forecasts: (id: number) => dataOf(client.GET('/api/v1/campaign/{campaign_id}/forecasts', at(id))),
    forecastNew: (body: BodyOf<'/api/v1/campaign/forecast', 'post'>) =>
      dataOf(client.POST('/api/v1/campaign/forecast', { body })),
    forecastWith: (id: number, body: BodyOf<'/api/v1/campaign/{campaign_id}/forecast', 'post'>) =>
      dataOf(client.POST('/api/v1/campaign/{campaign_id}/forecast', { ...at(id), body })),
    results: (campaign_id: number, query: QueryOf<'/api/v1/campaign/{campaign_id}/results', 'get'> = {}) =>
      dataOf(client.GET('/api/v1/campaign/{campaign_id}/results', { params: { path: { campaign_id }, query } })),
    explain: (id: number) => dataOf(client.GET('/api/v1/campaign/{campaign_id}/explain', at(id))),
    /** Sets how much the campaign may spend in total, in the currency of the organization; null: no limit. */
    setSpendLimit: (id: number, max_spend: string | null) =>
      dataOf(client.PUT('/api/v1/campaign/{campaign_id}/spend-limit', { ...at(id), body: { max_spend } })),
    explainContact: (campaign_id: number, contact_id: number) =>
      dataOf(
        client.GET('/api/v1/campaign/{campaign_id}/contacts/{contact_id}/explain', {
          params: { path: { campaign_id, contact_id } },
        }),
      ),
    contacts: (campaign_id: number, query: QueryOf<'/api/v1/campaign/{campaign_id}/contacts', 'get'> = {}) =>
      dataOf(client.GET('/api/v1/campaign/{campaign_id}/contacts', { params: { path: { campaign_id }, query } })),
    /** Adds people to a draft, running or paused campaign; a number that the campaign already has is not added again. */
    enrol: (id: number, body: BodyOf<'/api/v1/campaign/{campaign_id}/contacts', 'post'>) =>
      dataOf(client.POST('/api/v1/campaign/{campaign_id}/contacts', { ...at(id), body, fetch: patient })),
    /** The telephony configurations that the campaign dials through, with their state and their calls. */
    route: (id: number) => dataOf(client.GET('/api/v1/campaign/{campaign_id}/route', at(id))),
    /** Lets a running campaign use the stopped configurations of its route again. */
    restoreRoute: (id: number) => dataOf(client.POST('/api/v1/campaign/{campaign_id}/route/restore', at(id))),
    /** The experiment of a campaign with its results so far. */
    experiment: (id: number) => dataOf(client.GET('/api/v1/campaign/{campaign_id}/experiment', at(id))),
    /** Sets the experiment of a campaign that has not started. */
    setExperiment: (id: number, body: BodyOf<'/api/v1/campaign/{campaign_id}/experiment', 'put'>) =>
      dataOf(client.PUT('/api/v1/campaign/{campaign_id}/experiment', { ...at(id), body })),
    /** Removes the experiment of a campaign that has not started. */
    removeExperiment: (id: number) => dataOf(client.DELETE('/api/v1/campaign/{campaign_id}/experiment', at(id))),
    /** Ends the experiment: everyone is treated as this arm says from now on. */
    stopExperiment: (id: number, arm: string) =>
      dataOf(client.POST('/api/v1/campaign/{campaign_id}/experiment/stop', { ...at(id), body: { arm } })),
    /** Closes a campaign that was kept open: it completes when its contacts are finished. */
    close: (id: number) => dataOf(client.POST('/api/v1/campaign/{campaign_id}/close', at(id))),
    /** Ends a paused campaign: its waiting contacts are not called. */
    finish: (id: number) => dataOf(client.POST('/api/v1/campaign/{campaign_id}/finish', { ...at(id), fetch: patient })),
    runs: (campaign_id: number, query: QueryOf<'/api/v1/campaign/{campaign_id}/runs', 'get'> = {}) =>
      dataOf(client.GET('/api/v1/campaign/{campaign_id}/runs', { params: { path: { campaign_id }, query } })),
  }
}

function telephonyOf(client: Client<paths>) {
  const at = (config_id: number) => ({ params: { path: { config_id } } })
  const number = (config_id: number, phone_number_id: number) => ({ params: { path: { config_id, phone_number_id } } })
  return {
    providers: () => dataOf(client.GET('/api/v1/organizations/telephony-providers/metadata')),
    list: () => dataOf(client.GET(CONFIGS)),
    get: (id: number) => dataOf(client.GET(CONFIG, at(id))),
    create: (body: BodyOf<typeof CONFIGS, 'post'>) => dataOf(client.POST(CONFIGS, { body })),
    update: (id: number, body: BodyOf<typeof CONFIG, 'put'>) => dataOf(client.PUT(CONFIG, { ...at(id), body })),
    delete: (id: number) => dataOf(client.DELETE(CONFIG, at(id))),
    test: (id: number) => dataOf(client.POST(`${CONFIG}/test`, at(id))),
    prices: (id: number) => dataOf(client.GET(`${CONFIG}/prices`, at(id))),
    /** Replaces the whole price table. */
    setPrices: (id: number, body: BodyOf<`${typeof CONFIG}/prices`, 'put'>) =>
      dataOf(client.PUT(`${CONFIG}/prices`, { ...at(id), body })),
    deletePrices: (id: number) => dataOf(client.DELETE(`${CONFIG}/prices`, at(id))),
    setDefaultOutbound: (id: number) => dataOf(client.POST(`${CONFIG}/set-default-outbound`, at(id))),
    numbers: {
      list: (configId: number) => dataOf(client.GET(NUMBERS, at(configId))),
      /** Lists the numbers that the account has at its carrier. */
      ofAccount: (configId: number) => dataOf(client.GET(`${CONFIG}/account-numbers`, at(configId))),
      /** Adds all numbers of the account, or those given. */
      importAll: (configId: number, addresses?: string[]) =>
        dataOf(client.POST(`${NUMBERS}/import`, { ...at(configId), body: addresses ? { addresses } : {} })),
      sync: (configId: number, id: number) => dataOf(client.POST(`${NUMBER}/sync`, number(configId, id))),
      get: (configId: number, id: number) => dataOf(client.GET(NUMBER, number(configId, id))),
      create: (configId: number, body: BodyOf<typeof NUMBERS, 'post'>) =>
        dataOf(client.POST(NUMBERS, { ...at(configId), body })),
      update: (configId: number, id: number, body: BodyOf<typeof NUMBER, 'put'>) =>
        dataOf(client.PUT(NUMBER, { ...number(configId, id), body })),
      delete: (configId: number, id: number) => dataOf(client.DELETE(NUMBER, number(configId, id))),
      /** Lets a number be used as caller ID again that rests because the carrier did not accept it. */
      wake: (configId: number, id: number) => dataOf(client.POST(`${NUMBER}/wake`, number(configId, id))),
      setDefaultCaller: (configId: number, id: number) =>
        dataOf(client.POST(`${NUMBER}/set-default-caller`, number(configId, id))),
    },
  }
}
