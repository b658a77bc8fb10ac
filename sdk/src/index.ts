/** Typed client of the Outdial HTTP API. Works in browsers and in Node 20 and newer. */
import createFetchClient, { type Client } from 'openapi-fetch'
import { resumedMessages } from './event-stream.ts'
import { POSTS_WITHOUT_KEY } from './generated/operations.ts'
import type { components, paths } from './generated/schema.ts'
import {
  createSender,
  type InputOf,
  type ItemOf,
  itemsOf,
  type ListName,
  type Operations,
  operationsOf,
  type RequestOptions,
  type RequestParts,
} from './operations.ts'
import { errorOf } from './outdial-error.ts'
import { type Resources, resourcesOf } from './resources.ts'
import { type RetryOptions, sleepFor, withRetries } from './retries.ts'

export type { ErrorCode } from './generated/operations.ts'
export type { components, operations, paths } from './generated/schema.ts'
export type { AnswerOf, InputOf, ItemOf, ListName, OperationName, Operations, RequestOptions } from './operations.ts'
export { OutdialError, type ValidationFault } from './outdial-error.ts'
export type { BodyOf, QueryOf, Resources } from './resources.ts'
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookMessage,
  WebhookVerificationError,
} from './webhooks.ts'

/** The named schemas of the API: `Schemas['Campaign']`. */
export type Schemas = components['schemas']
export type OutdialEvent = Schemas['Event']
/** A change of a live call; sent only to clients that are connected at that moment. */
export type OutdialLiveEvent = Schemas['LiveEvent']

type UploadQuery = NonNullable<paths['/api/v1/contact-lists']['post']['parameters']['query']>
export type UploadedContacts = paths['/api/v1/contact-lists']['post']['responses'][200]['content']['application/json']

export interface ClientOptions {
  /** Address of the server: `https://calls.example.com`. */
  baseUrl: string
  /** API key; left out if something else, such as a session cookie, authenticates the caller. */
  apiKey?: string
  fetch?: typeof globalThis.fetch
  /** Number of retries of idempotent requests after a lost connection, 429, 502, 503 or 504; the default is 3. */
  retries?: number
  /** Time limit of a request in milliseconds; the default is 30 seconds, 0 means no limit. */
  timeoutMs?: number
  /** Replaces the delay function, for tests. */
  sleep?: RetryOptions['sleep']
}

export interface EventOptions {
  /** Only events after this id; if left out, only new events. */
  after?: number
  campaignId?: number
  /** Includes changes of live calls. */
  live?: boolean
  /** Called whenever the stream opens, also after each loss, with the number of past events that come first. */
  onReady?: (ready: StreamReady) => void
  signal?: AbortSignal
}

export interface StreamReady {
  cursor: number
  /** Number of past events; 10,001 means more than 10,000. */
  behind: number
}

/** CSV as text, bytes or a file. A stream requires Node, or a browser that can send streams. */
export type Csv = string | Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | ReadableStream<Uint8Array>

export interface UploadOptions {
  /** Name of the list; a `File` has its own name. */
  filename?: string
  /** The column with phone numbers, if it does not have a usual name. */
  phoneColumn?: string
  /** The country of numbers without a country code: `GB`. */
  countryCode?: string
  /** Whether short digits and names are extensions of your PBX; otherwise they are rejected. */
  allowExtensions?: boolean
  /** The column with each person's time zone; together with the other location columns it decides the hours of calls. */
  timezoneColumn?: string
  stateColumn?: string
  postalCodeColumn?: string
  /** Columns to rename: `{ Vorname: 'first_name' }`. */
  rename?: Record<string, string>
  /** The sheet to read, if a spreadsheet has several. */
  sheet?: string
  /** The `source_id` of the list that this one replaces. */
  replaces?: string
  signal?: AbortSignal
}

type Contact = Awaited<ReturnType<Resources['campaigns']['contacts']>>['contacts'][number]
type ContactQuery = NonNullable<Parameters<Resources['campaigns']['contacts']>[1]>
type Run = Awaited<ReturnType<Resources['campaigns']['runs']>>['runs'][number]
type Progress = Awaited<ReturnType<Resources['campaigns']['progress']>>

export interface OutdialClient extends Client<paths>, Resources {
  /** All operations by their name in the OpenAPI document, with options per request. */
  operations: Operations
  /** All items of any list, page by page: `for await (const call of outdial.all('listCalls', { query: { live: true } }))`. */
  all<Name extends ListName>(
    name: Name,
    input?: Omit<InputOf<Name>, 'body'>,
    options?: RequestOptions,
  ): AsyncGenerator<ItemOf<Name>, void>
  /** All contacts of a campaign, page by page. */
  allContacts(campaignId: number, query?: ContactQuery): AsyncGenerator<Contact, void>
  /** All calls of a campaign, page by page. */
  allRuns(campaignId: number): AsyncGenerator<Run, void>
  /** Resolves with the progress of a campaign once it is completed; throws if the campaign fails or is paused. */
  waitUntilCompleted(campaignId: number, options?: { signal?: AbortSignal }): Promise<Progress>
  /** Downloads a file, such as a campaign's report or a recording. Takes a path, or a URL from an answer of the API. */
  download(path: string, options?: { signal?: AbortSignal }): Promise<Response>
  /** Events as they happen. A lost connection is reopened after the last event, without a gap. */
  events(options: EventOptions & { live: true }): AsyncGenerator<OutdialEvent | OutdialLiveEvent, void>
  events(options?: EventOptions & { live?: false }): AsyncGenerator<OutdialEvent, void>
  /** Uploads a contact list; its `source_id` is needed to create a campaign. */
  uploadContacts(csv: Csv, options?: UploadOptions): Promise<UploadedContacts>
}

/**
 * A client with every operation of the API, typed: `client.GET('/api/v1/campaign/{campaign_id}', { params: { path: { campaign_id:
 * 7 } } })`. An error answer is thrown as an `OutdialError`, so `data` is always present.
 */
export function createClient(options: ClientOptions): OutdialClient {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const send = options.fetch ?? ((input: RequestInfo | URL, init?: RequestInit) => globalThis.fetch(input, init))
  const { retries = 3, timeoutMs = 30_000, sleep = sleepFor } = options
  const patient = (wanted: Partial<RetryOptions> = {}) =>
    withRetries((request) => send(request), { retries, timeoutMs, sleep, ...wanted })
  const credentials: Record<string, string> = options.apiKey === undefined ? {} : { 'X-API-Key': options.apiKey }
  const client = createFetchClient<paths>({ baseUrl, headers: credentials, fetch: patient() })
  client.use({
    onRequest({ request }) {
      // Only a request with an Idempotency-Key is retried; a POST to these paths takes none and is sent once.
      const takesKey = request.method === 'POST' && !POSTS_WITHOUT_KEY.some((path) => request.url.endsWith(path))
      if (takesKey && !request.headers.has('idempotency-key')) request.headers.set('idempotency-key', newKey())
      return request
    },
    async onResponse({ response }) {
      if (!response.ok) throw await errorOf(response)
    },
  })
  const target = { baseUrl, credentials, send }
  const patientTimeoutMs = timeoutMs === 0 ? 0 : Math.max(timeoutMs, PATIENT_TIMEOUT_MS)
  const resources = resourcesOf(client, patient({ timeoutMs: patientTimeoutMs }))
  const sendOperation = createSender(client, patient as (wanted: Partial<RetryOptions>) => typeof globalThis.fetch)
  const all: OutdialClient['all'] = (name, input = {} as never, wanted = {}) =>
    itemsOf(sendOperation, name, input as RequestParts, wanted)
  return {
    ...client,
    ...resources,
    operations: operationsOf(sendOperation),
    all,
    allContacts: (campaign_id, query = {}) => all('listCampaignContacts', { path: { campaign_id }, query }),
    allRuns: (campaign_id) => all('listCampaignRuns', { path: { campaign_id } }),
    waitUntilCompleted: (campaignId, wanted = {}) => waitUntilCompleted(target, resources, campaignId, wanted),
    download: (path, wanted = {}) => download(target, path, wanted),
    events: ((wanted: EventOptions = {}) => events(target, wanted)) as OutdialClient['events'],
    uploadContacts: (csv, wanted = {}) => uploadContacts(target, csv, wanted),
  }
}

/**
 * Time limit for long requests: a document of 20 MB over a slow line, the transcription of two minutes of speech, or a list of a
 * million people.
 */
const PATIENT_TIMEOUT_MS = 10 * 60_000

/**
 * A new idempotency key. Browsers have `randomUUID` only over HTTPS and on localhost; without a fallback, a console on plain HTTP
 * could send no POST.
 */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // Sets version 4 and variant 1 as in RFC 9562, section 5.4.
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Waits for the end of a campaign. Events only trigger a read of its state, so that an end before the stream opened is not
 * missed.
 */
async function waitUntilCompleted(
  target: Target,
  { campaigns }: Resources,
  campaignId: number,
  { signal }: { signal?: AbortSignal },
): Promise<Progress> {
  const leave = new AbortController()
  const ended = signal ? AbortSignal.any([signal, leave.signal]) : leave.signal
  const news = events(target, { campaignId, signal: ended })
  try {
    // The stream must be open before the state is read; otherwise the end could happen in between.
    let next = news.next()
    next.catch(() => {})
    for (;;) {
      const progress = await campaigns.progress(campaignId)
      if (progress.state === 'completed') return progress
      if (progress.state !== 'running')
        throw new Error(`The campaign is ${progress.state}; it does not continue without a change.`)
      signal?.throwIfAborted()
      await Promise.race([next, sleepFor(LOOK_AGAIN_MS, ended)])
      next = news.next()
      next.catch(() => {})
    }
  } finally {
    leave.abort()
  }
}

/** Polling interval, in case an event was lost. */
const LOOK_AGAIN_MS = 5000

async function download({ baseUrl, credentials, send }: Target, path: string, { signal }: { signal?: AbortSignal }) {
  const url = new URL(path, `${baseUrl}/`)
  // The API key is sent only to the configured server.
  const own = url.origin === new URL(baseUrl).origin
  const response = await send(url, { headers: own ? credentials : {}, signal: signal ?? null })
  if (!response.ok) throw await errorOf(response)
  return response
}

interface Target {
  baseUrl: string
  credentials: Record<string, string>
  send: typeof globalThis.fetch
}

async function* events(
  { baseUrl, credentials, send }: Target,
  { after, campaignId, live, onReady, signal }: EventOptions,
): AsyncGenerator<OutdialEvent | OutdialLiveEvent, void> {
  const wanted = {
    ...(campaignId === undefined ? {} : { campaign_id: `${campaignId}` }),
    ...(live ? { live: 'true' } : {}),
  }
  const query = new URLSearchParams(wanted).toString()
  const messages = resumedMessages({
    after: after === undefined ? null : String(after),
    signal: signal ?? null,
    connect: (lastId) =>
      send(`${baseUrl}/api/v1/events/stream${query && `?${query}`}`, {
        headers: {
          ...credentials,
          accept: 'text/event-stream',
          ...(lastId === null ? {} : { 'last-event-id': lastId }),
        },
        signal: signal ?? null,
      }),
  })
  for await (const message of messages) {
    if (message.event === 'ready') onReady?.(JSON.parse(message.data) as StreamReady)
    else yield JSON.parse(message.data) as OutdialEvent | OutdialLiveEvent
  }
}

async function uploadContacts(
  { baseUrl, credentials, send }: Target,
  csv: Csv,
  { filename, phoneColumn, countryCode, allowExtensions, signal, ...more }: UploadOptions,
): Promise<UploadedContacts> {
  const ownName = typeof File !== 'undefined' && csv instanceof File ? csv.name : undefined
  const wanted: UploadQuery = {}
  const name = filename ?? ownName
  if (name !== undefined) wanted.filename = name
  if (phoneColumn !== undefined) wanted.phone_column = phoneColumn
  if (countryCode !== undefined) wanted.country_code = countryCode
  if (allowExtensions !== undefined) wanted.allow_extensions = allowExtensions
  if (more.timezoneColumn !== undefined) wanted.timezone_column = more.timezoneColumn
  if (more.stateColumn !== undefined) wanted.state_column = more.stateColumn
  if (more.postalCodeColumn !== undefined) wanted.postal_code_column = more.postalCodeColumn
  if (more.rename !== undefined) wanted.rename = JSON.stringify(more.rename)
  if (more.sheet !== undefined) wanted.sheet = more.sheet
  if (more.replaces !== undefined) wanted.replaces = more.replaces
  const query = new URLSearchParams(wanted as Record<string, string>).toString()
  const init: RequestInit & { duplex?: 'half' } = {
    method: 'POST',
    headers: { ...credentials, 'content-type': 'text/csv' },
    body: csv,
    signal: signal ?? null,
    // Required by Node and browsers for sending a stream.
    ...(csv instanceof ReadableStream ? { duplex: 'half' } : {}),
  }
  const response = await send(`${baseUrl}/api/v1/contact-lists${query && `?${query}`}`, init)
  if (!response.ok) throw await errorOf(response)
  return (await response.json()) as UploadedContacts
}
