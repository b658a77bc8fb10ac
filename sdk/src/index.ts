/** Typed client of the Outdial HTTP interface. Works in browsers and in Node 20 and newer. */
import createFetchClient, { type Client } from 'openapi-fetch'
import { resumedMessages } from './event-stream.ts'
import { POSTS_WITHOUT_KEY } from './generated/operations.ts'
import type { components, paths } from './generated/schema.ts'
import {
  type Given,
  type InputOf,
  type ItemOf,
  itemsOf,
  type ListName,
  type Operations,
  operationsOf,
  type RequestOptions,
  senderOf,
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

/** The named shapes of the interface: `Schemas['Campaign']`. */
export type Schemas = components['schemas']
export type OutdialEvent = Schemas['Event']
/** A change of a call in progress; sent only to clients that are connected at that moment. */
export type OutdialLiveEvent = Schemas['LiveEvent']

type UploadQuery = NonNullable<paths['/api/v1/contact-lists']['post']['parameters']['query']>
export type UploadedContacts = paths['/api/v1/contact-lists']['post']['responses'][200]['content']['application/json']

export interface ClientOptions {
  /** Where the server is: `https://calls.example.com`. */
  baseUrl: string
  /** Left out where something else, such as a session cookie, speaks for the caller. */
  apiKey?: string
  fetch?: typeof globalThis.fetch
  /** How often what may be repeated is sent again after a lost connection, 429, 502, 503 or 504; 3 if left out. */
  retries?: number
  /** How long a request may take; 30 seconds if left out, 0 for no limit. */
  timeoutMs?: number
  /** For tests. */
  sleep?: RetryOptions['sleep']
}

export interface EventOptions {
  /** Only events after this id; from now on if left out. */
  after?: number
  campaignId?: number
  /** Also send changes of calls in progress. */
  live?: boolean
  /** Called whenever the stream is open, again after each loss, with how many events of the past come first. */
  onReady?: (ready: StreamReady) => void
  signal?: AbortSignal
}

export interface StreamReady {
  cursor: number
  /** 10,001 stands for more than 10,000. */
  behind: number
}

/** CSV as text, bytes or a file. A stream needs Node, or a browser that can send one. */
export type Csv = string | Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | ReadableStream<Uint8Array>

export interface UploadOptions {
  /** What the list is called; a `File` brings its own name. */
  filename?: string
  /** The column of phone numbers, where its name does not say so. */
  phoneColumn?: string
  /** The country of numbers that are written without one: `GB`. */
  countryCode?: string
  /** Short digits and names are extensions of your PBX; otherwise they are rejected. */
  allowExtensions?: boolean
  /** The columns that say where a person is; they decide in which hours the person may be called. */
  timezoneColumn?: string
  stateColumn?: string
  postalCodeColumn?: string
  /** Names of columns, and what they are called instead: `{ Vorname: 'first_name' }`. */
  rename?: Record<string, string>
  /** The sheet to read, where a spreadsheet has several. */
  sheet?: string
  /** The `source_id` of the list that this one replaces. */
  replaces?: string
  signal?: AbortSignal
}

type Contact = Awaited<ReturnType<Resources['campaigns']['contacts']>>['contacts'][number]
type Run = Awaited<ReturnType<Resources['campaigns']['runs']>>['runs'][number]
type Progress = Awaited<ReturnType<Resources['campaigns']['progress']>>

export interface OutdialClient extends Client<paths>, Resources {
  /** Every operation by its name in the OpenAPI document, with options for the one request. */
  operations: Operations
  /** Every item of any list, page by page: `for await (const call of outdial.all('listCalls', { query: { live: true } }))`. */
  all<Name extends ListName>(
    name: Name,
    input?: Omit<InputOf<Name>, 'body'>,
    options?: RequestOptions,
  ): AsyncGenerator<ItemOf<Name>, void>
  /** Every contact of a campaign, page by page. */
  allContacts(campaignId: number, query?: ContactQuery): AsyncGenerator<Contact, void>
  /** Every call of a campaign, page by page. */
  allRuns(campaignId: number): AsyncGenerator<Run, void>
  /** The progress of a campaign once it is completed; throws if it fails or is paused. */
  waitUntilCompleted(campaignId: number, options?: { signal?: AbortSignal }): Promise<Progress>
  /** A file of the interface: the report of a campaign, a recording. Takes a path or an address that the interface gave. */
  download(path: string, options?: { signal?: AbortSignal }): Promise<Response>
  /** Events as they happen. A lost connection is opened again at the last event, without a gap. */
  events(options: EventOptions & { live: true }): AsyncGenerator<OutdialEvent | OutdialLiveEvent, void>
  events(options?: EventOptions & { live?: false }): AsyncGenerator<OutdialEvent, void>
  /** Uploads a contact list; its `source_id` is what a campaign is created with. */
  uploadContacts(csv: Csv, options?: UploadOptions): Promise<UploadedContacts>
}

/**
 * Every operation of the interface, typed: `client.GET('/api/v1/campaign/{campaign_id}', { params: { path: { campaign_id: 7 } } })`.
 * An answer other than success is thrown as an `OutdialError`, so `data` is there whenever a call returns.
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
      // A request that is retried needs an Idempotency-Key. Without the header it is sent once.
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
  const sendOperation = senderOf(client, patient as (wanted: Partial<RetryOptions>) => typeof globalThis.fetch)
  return {
    ...client,
    ...resources,
    operations: operationsOf(sendOperation),
    all: (name, input = {} as never, wanted = {}) => itemsOf(sendOperation, name, input as Given, wanted),
    allContacts: (campaignId, query = {}) => allContacts(resources, campaignId, query),
    allRuns: (campaignId) => allRuns(resources, campaignId),
    waitUntilCompleted: (campaignId, wanted = {}) => waitUntilCompleted(target, resources, campaignId, wanted),
    download: (path, wanted = {}) => download(target, path, wanted),
    events: ((wanted: EventOptions = {}) => events(target, wanted)) as OutdialClient['events'],
    uploadContacts: (csv, wanted = {}) => uploadContacts(target, csv, wanted),
  }
}

/** A document of 20 MB over a slow line, two minutes of speech that the server writes down, or a list of a million people. */
const PATIENT_TIMEOUT_MS = 10 * 60_000

/** Browsers have `randomUUID` only over HTTPS and on localhost; without a fallback no POST would leave a console on plain HTTP. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // Version 4, variant 1: RFC 9562, section 5.4.
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

type ContactQuery = NonNullable<Parameters<Resources['campaigns']['contacts']>[1]>

async function* allContacts(
  { campaigns }: Resources,
  campaignId: number,
  query: ContactQuery,
): AsyncGenerator<Contact, void> {
  let cursor: ContactQuery['cursor'] | null
  do {
    const page = await campaigns.contacts(campaignId, { ...query, ...(cursor ? { cursor } : {}) })
    yield* page.contacts
    cursor = page.next_cursor as ContactQuery['cursor'] | null
  } while (cursor)
}

async function* allRuns({ campaigns }: Resources, campaignId: number): AsyncGenerator<Run, void> {
  for (let page = 1; ; page++) {
    const { runs, total_pages } = await campaigns.runs(campaignId, { page })
    yield* runs
    if (page >= (total_pages ?? 1)) return
  }
}

/** Events hasten it; what the campaign says of itself decides, so that nothing is missed before the stream opened. */
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
    // The stream must be open before we look, or the end could fall in between.
    let next = news.next()
    next.catch(() => {})
    for (;;) {
      const progress = await campaigns.progress(campaignId)
      if (progress.state === 'completed') return progress
      if (progress.state !== 'running')
        throw new Error(`The campaign is ${progress.state}; it does not go on by itself.`)
      signal?.throwIfAborted()
      await Promise.race([next, sleepFor(LOOK_AGAIN_MS, ended)])
      next = news.next()
      next.catch(() => {})
    }
  } finally {
    leave.abort()
  }
}

/** In case an event was lost on the way. */
const LOOK_AGAIN_MS = 5000

async function download({ baseUrl, credentials, send }: Target, path: string, { signal }: { signal?: AbortSignal }) {
  const url = new URL(path, `${baseUrl}/`)
  // A key is for our own server alone.
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
    // Without it neither Node nor a browser sends a stream.
    ...(csv instanceof ReadableStream ? { duplex: 'half' } : {}),
  }
  const response = await send(`${baseUrl}/api/v1/contact-lists${query && `?${query}`}`, init)
  if (!response.ok) throw await errorOf(response)
  return (await response.json()) as UploadedContacts
}
