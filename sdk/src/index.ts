/** Typed client of the Outdial HTTP interface. Works in browsers and in Node 20 and newer. */
import createFetchClient, { type Client } from 'openapi-fetch'
import { resumedMessages } from './event-stream.ts'
import type { components, paths } from './generated/schema.ts'
import { errorOf } from './outdial-error.ts'

export type { components, operations, paths } from './generated/schema.ts'
export { OutdialError, type ValidationFault } from './outdial-error.ts'

/** The named shapes of the interface: `Schemas['Campaign']`. */
export type Schemas = components['schemas']
export type OutdialEvent = Schemas['Event']

type UploadQuery = NonNullable<paths['/api/v1/contact-lists']['post']['parameters']['query']>
export type UploadedContacts = paths['/api/v1/contact-lists']['post']['responses'][200]['content']['application/json']

export interface ClientOptions {
  /** Where the server is: `https://calls.example.com`. */
  baseUrl: string
  /** Left out where something else, such as a session cookie, speaks for the caller. */
  apiKey?: string
  fetch?: typeof globalThis.fetch
}

export interface EventOptions {
  /** Only events after this id; from now on if left out. */
  after?: number
  campaignId?: number
  signal?: AbortSignal
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
  signal?: AbortSignal
}

export interface OutdialClient extends Client<paths> {
  /** What happens, as it happens. A lost connection is opened again where it broke off, without a gap. */
  events(options?: EventOptions): AsyncGenerator<OutdialEvent, void>
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
  const credentials: Record<string, string> = options.apiKey === undefined ? {} : { 'X-API-Key': options.apiKey }
  const client = createFetchClient<paths>({ baseUrl, headers: credentials, fetch: (request) => send(request) })
  client.use({
    async onResponse({ response }) {
      if (!response.ok) throw await errorOf(response)
    },
  })
  const target = { baseUrl, credentials, send }
  return {
    ...client,
    events: (wanted = {}) => events(target, wanted),
    uploadContacts: (csv, wanted = {}) => uploadContacts(target, csv, wanted),
  }
}

interface Target {
  baseUrl: string
  credentials: Record<string, string>
  send: typeof globalThis.fetch
}

async function* events(
  { baseUrl, credentials, send }: Target,
  { after, campaignId, signal }: EventOptions,
): AsyncGenerator<OutdialEvent, void> {
  const query = campaignId === undefined ? '' : `?campaign_id=${campaignId}`
  const messages = resumedMessages({
    after: after === undefined ? null : String(after),
    signal: signal ?? null,
    connect: (lastId) =>
      send(`${baseUrl}/api/v1/events/stream${query}`, {
        headers: {
          ...credentials,
          accept: 'text/event-stream',
          ...(lastId === null ? {} : { 'last-event-id': lastId }),
        },
        signal: signal ?? null,
      }),
  })
  for await (const message of messages) {
    // `ready` only brings the cursor.
    if (message.event === null) yield JSON.parse(message.data) as OutdialEvent
  }
}

async function uploadContacts(
  { baseUrl, credentials, send }: Target,
  csv: Csv,
  { filename, phoneColumn, countryCode, signal }: UploadOptions,
): Promise<UploadedContacts> {
  const ownName = typeof File !== 'undefined' && csv instanceof File ? csv.name : undefined
  const wanted: UploadQuery = {}
  const name = filename ?? ownName
  if (name !== undefined) wanted.filename = name
  if (phoneColumn !== undefined) wanted.phone_column = phoneColumn
  if (countryCode !== undefined) wanted.country_code = countryCode
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
