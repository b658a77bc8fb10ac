/**
 * The interface to the phone network. A provider is one folder with one spec object; the rest of the program knows a carrier
 * only through the types below.
 */
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { Clock } from '../kernel/clock.ts'
import type { SocketOptions } from '../kernel/egress.ts'
import type { Log } from '../kernel/log.ts'
import type { Rng } from '../kernel/rng.ts'
import type { AudioSocketFrame, FrameReader } from './carrier-kit/audio-socket-frames.ts'
import type { MediaStream } from './media.ts'

export interface ProviderSpec {
  /** The identifier in the API, equal to the folder's name. */
  readonly name: string
  readonly displayName: string
  readonly docsUrl: string
  /** The provider's own credential fields. The fields common to all are added by `fieldsOf`. */
  readonly fields: readonly CredentialField[]
  readonly defaultCallsPerSecond: number
  readonly capabilities: Capabilities
  /** Distinguishes two accounts of this carrier; part of the key of a phone number. */
  accountId(credentials: Credentials): string
  /** Whether answered calls of this configuration carry audio, so that an agent is needed. Absent: always. */
  speaks?(credentials: Credentials): boolean
  /** Faults between fields that no single field shows (for example a template without its placeholder). */
  inspect?(credentials: Credentials): CredentialFault[]
  /** Creates the live object of one configuration. Must neither fail nor wait: connects in the background. */
  open(context: AccountContext): CarrierAccount
}

export interface CredentialField {
  name: string
  label: string
  type: 'string' | 'password' | 'text' | 'number' | 'integer' | 'boolean' | 'url'
  required: boolean
  sensitive: boolean
  description: string
  placeholder: string
  /** Value of an optional field that was left out. */
  default?: string | number | boolean
  minimum?: number
  maximum?: number
  pattern?: string
  /** The only values that are accepted. Empty is accepted too if the field is optional. */
  options?: readonly FieldOption[]
}

export interface FieldOption {
  value: string
  label: string
}

export interface CredentialFault {
  field: string
  message: string
}

/** Parsed and decrypted; every field of the provider and the common ones are present, or absent if optional without default. */
export type Credentials = Readonly<Record<string, string | number | boolean | undefined>>

export interface Capabilities {
  /**
   * `absent` means that the call never existed, not only that it does not exist now. Without this an absent call may have rung.
   */
  remembersEndedCalls?: boolean
  /** A call cannot be placed without a caller ID. */
  needsCallerId: boolean
  /** The carrier's own answering-machine detection, on calls of a configuration with `amd_enabled`. */
  machineDetection: boolean
  /** A PBX: short digits and names are its extensions. All other carriers dial only phone numbers and SIP URIs. */
  dialsExtensions?: boolean
  /** How the carrier reports the price of a call: on request (`priceOf`), or only in a webhook. Absent: never. */
  tellsPrice?: 'when_asked' | 'in_webhooks'
  /** The API cannot end a call: `hangUp` closes its audio, if this account has it (`holds`). */
  endsByAudio?: boolean
  /** False: the carrier cannot join two calls, so a transfer is refused before anybody's phone rings. Absent: it can. */
  joinsCalls?: boolean
  /** Events come by webhooks to PUBLIC_URL (true), or over a connection that we open (false). */
  webhooks: boolean
}

/** This configuration is unusable until an operator fixes it: unknown provider, or a secret that cannot be read. */
export class AccountUnusable extends Error {}

/** What a live configuration receives. Only `assembly` creates one. */
export interface AccountContext {
  configurationId: number
  credentials: Credentials
  /** Differs between nodes and between starts; for names that must be unique at a PBX. */
  nodeName: string
  clock: Clock
  rng: Rng
  log: Log
  /** Restricted to addresses that tenants of this installation may reach; answers are limited in size. */
  fetch: typeof fetch
  /** The same for our websockets to an address of the configuration. */
  socketOptions?: (url: string) => SocketOptions
  /** Why tenants of this installation may not reach this host, for connections that are not ours; null if they may. */
  whyRefused?: (host: string) => Promise<string | null>
  urls: CallbackUrls
  /** Receives audio by AudioSocket; without it this node does not listen for it. */
  audioSockets?: AudioSockets | null
  /** This node's Asterisk, for SIP trunks; without it this node runs none. */
  pbx?: OwnPbxPort | null
  /** Reports an event that did not come by webhook. Resolves when it has been applied and is durable. */
  report(event: CarrierEvent): Promise<void>
  /** An inbound call arrived on our connection: returns what to do with it. */
  receive(call: InboundCall): Promise<InboundDecision>
  /** The audio of an answered call has arrived. `call` as in the order or the decision. */
  attachMedia(call: CallRef, media: MediaStream): void
}

export interface AudioSockets {
  /** Announces one connection. Call before asking Asterisk: it connects before it answers. */
  expect(timeoutMs: number): ExpectedAudio
}

export interface ExpectedAudio {
  /** The UUID that the connection must send; its only authentication. */
  id: string
  /** Where Asterisk connects to, `host:port`. */
  address: string
  /** Null: no connection in time, or cancelled. */
  arrived: Promise<AudioConnection | null>
  cancel(): void
}

/** A connection that has sent its id. Paused; `early` arrived together with the id. */
export interface AudioConnection {
  socket: Socket
  reader: FrameReader
  early: AudioSocketFrame[]
}

/** The settings of a trunk in our own Asterisk. Texts contain no control characters. */
export interface SipTrunk {
  /** Prefix of all its objects: `[a-z0-9-]`, unique in this Asterisk. */
  name: string
  host: string
  port: number
  transport: 'udp' | 'tcp' | 'tls'
  user: string
  authUser: string
  password: string
  registers: boolean
  /** The user part of our Contact, to which inbound calls are addressed. */
  contactUser: string
  /** Where the caller ID is: in a separate header, or in From. */
  callerIn: 'pai' | 'from' | 'rpid'
  srtp: boolean
  /** The carrier answers OPTIONS, so that a lost trunk is noticed early. */
  probed: boolean
}

/**
 * `refused`: the registrar does not know us, and waiting does not change that. `registered` includes trunks that need no
 * registration.
 */
export type TrunkState = { kind: 'starting' | 'registered' } | { kind: 'refused' | 'unreachable'; reason: string }

export interface OwnPbxPort {
  openTrunk(context: AccountContext, trunk: SipTrunk, dials: 'number' | 'digits'): OpenTrunk
}

export interface OpenTrunk {
  /** The account on the PBX; it does not check whether the trunk is registered. */
  account: CarrierAccount
  state(): TrunkState
  /** The final state, or the current one when the time is over. */
  settled(timeoutMs: number): Promise<TrunkState>
  close(): void
}

/** Absolute URLs below PUBLIC_URL, signed per call or per configuration, without query strings (Twilio drops them). */
export interface CallbackUrls {
  /**
   * Where the carrier reports or asks about one call; `hook` is the provider's own name ('answer', 'status', 'machine' ...).
   */
  call(call: CallRef, hook: string): string
  /** Where the carrier reports about a configuration as a whole: inbound calls ('inbound'), account-wide CDRs. */
  configuration(hook: string): string
  /**
   * Single-use `ws:` or `wss:` address for this call's audio. Valid for a short time; or, if sent with the dial, as long as the
   * call is live: a carrier may keep a dial in its queue for longer than any fixed time.
   */
  media(call: CallRef, given?: 'with_dial'): string
}

export interface CallRef {
  /** Our id of the call. */
  callId: number
  /** The same id in the form that carriers get: `[a-z0-9-]{1,48}`, unique across installations. */
  callKey: string
  /** The carrier's id, once known. */
  providerCallId: string | null
  /**
   * When the call was stored. Callback addresses are signed for this time and the id: after a restore, or a failover that lost
   * the last moments, another call may get the same id. Left out if no address is made from the reference.
   */
  claimedAtMs?: number
}

export interface DialOrder {
  call: CallRef
  /** E.164 with `+`, a SIP URI, or a SIP extension. */
  to: string
  toType: AddressType
  /** The caller ID, in the same forms; null if the configuration has none. */
  from: string | null
  ringTimeoutSeconds: number
  maxDurationSeconds: number
}

export type AddressType = 'pstn' | 'sip_uri' | 'sip_extension'

/**
 * Result of requesting a call. `placed` means that the carrier accepted the request; it is no evidence that a call gets
 * through. Anything else says whose fault it was and whether a call may exist:
 *   halt the account cannot dial: bad credentials, no credit, suspended.
 *             `perhapsNumber`: or it may not call this destination; only calls to other people show which
 *   caller the carrier does not accept the caller ID of this call: not the account's, withdrawn, or flagged as spam.
 *             Another number of ours may still be accepted
 *   later refused before a call could exist: rate limit, trunk full, connection refused. A 503 only if the carrier
 *             documents that no call was made
 *   never this number does not exist or is blocked. `unwanted`: its owner asks not to be called (SIP 607)
 *   rejected this one call was refused for another reason
 *   unknown it may be ringing: timeout or lost connection after the request was sent
 */
export type PlaceResult = { kind: 'placed'; providerCallId: string | null } | Refused

export interface Refused {
  kind: Verdict
  reason: string
  retryAfterMs?: number
  /** With `halt`. */
  perhapsNumber?: boolean
  /** With `never`. */
  unwanted?: boolean
  /** With `unknown`: the carrier answered with an error of its own (5xx). If a look-up finds no call, there was none. */
  errorAnswer?: boolean
}

export type Verdict = 'halt' | 'caller' | 'later' | 'never' | 'rejected' | 'unknown'

/**
 * How the carrier reports the end of a call. `completed` = it had been answered, and the carrier is sure of it. `hung_up` = a
 * normal end without information about an answer (`normal_clearing`): answered if an answer was reported, otherwise no answer.
 * A call that was answered but could not reach our answer URL is `completed` and ended by the carrier: no agent of ours was
 * there.
 */
export type EndedAs = 'completed' | 'hung_up' | 'busy' | 'no_answer' | 'declined' | 'failed' | 'canceled'

/** Whose fault a `failed` end is, if not the number's: the account, a network that is full or down, or the caller ID. */
export type CarrierFault = 'account' | 'network' | 'caller'

export type CarrierEvent = {
  call: CallRef
  /** The carrier's own time of the event, if it has one; for the timeline, never for ordering. */
  atMs: number | null
} & CallUpdate

export type CallUpdate =
  /** The carrier processes the call; nothing is known about the far side. It is no evidence of anything. */
  | { kind: 'dialing' }
  | { kind: 'ringing' }
  | { kind: 'answered' }
  | { kind: 'machine'; verdict: 'human' | 'machine' | 'fax' | 'unknown' }
  | {
      kind: 'ended'
      as: EndedAs
      /** With `failed`: the number itself is dead, so no retry can help. */
      permanent: boolean
      /** With `failed`, whenever known. The same refusal as an answer to a dial has the same consequence. */
      fault?: CarrierFault | undefined
      /** The callee marked calls of this caller as unwanted (SIP 607): never called again. */
      unwanted?: boolean | undefined
      /** With a fault of the account: or it may not call this destination; only calls to other people show which. */
      perhapsNumber?: boolean | undefined
      /** Whole seconds. */
      durationSeconds: number | null
      /** The carrier's own text, for the timeline: `busy`, `17 User busy`, `user_busy` ... */
      cause: string
      endedBy: 'callee' | 'us' | 'carrier' | null
    }

/** What is known about a call without a carrier id: its destination and when it was requested. */
export interface CallTrace {
  to: string
  askedAtMs: number
}

export type LookUp =
  | { kind: 'live'; providerCallId: string | null; news: 'queued' | 'ringing' | 'answered' }
  | { kind: 'ended'; providerCallId: string | null; news: Extract<CallUpdate, { kind: 'ended' }> }
  /** The carrier is sure that the call does not exist. */
  | { kind: 'absent' }
  /** The carrier was not reachable, or does not know. */
  | { kind: 'unsure'; reason: string }

export interface InboundCall {
  providerCallId: string
  from: string
  to: string
  /** Further data from the carrier, for the record. */
  details: Record<string, string>
}

export type InboundDecision = { kind: 'accept'; call: CallRef } | { kind: 'refuse'; reason: string }

export interface WebhookRequest {
  hook: string
  /** The call the URL was made for; null for configuration-wide hooks. */
  call: CallRef | null
  method: string
  /** Exactly as the carrier requested it: PUBLIC_URL + path + query. */
  url: string
  headers: Readonly<Record<string, string | undefined>>
  query: URLSearchParams
  rawBody: Buffer
}

export type WebhookReading =
  /** Not signed, wrongly signed, replayed or unreadable: 403 (or `status`), and nothing changes. */
  | { kind: 'refused'; reason: string; status?: number }
  /** Events of calls; `reply` is sent once they are durable. Events whose call is null are matched by providerCallId. */
  | { kind: 'news'; events: WebhookEvent[]; billed?: CarrierBill | null; reply: HttpReply }
  /** The carrier asks what to do with an answered outbound call; the reply is `answer(...)`. */
  | { kind: 'answer'; call: CallRef; events: WebhookEvent[] }
  /** An inbound call; the reply is `answer(...)` or `refuse(...)`. */
  | { kind: 'inbound'; inbound: InboundCall }

/** `call` null: the event has only the carrier's id. */
export type WebhookEvent = { call: CallRef | null; providerCallId: string | null; atMs: number | null } & CallUpdate

/** What the carrier charges for one call. */
export interface CarrierBill {
  call: CallRef
  price: BilledPrice
}

export interface BilledPrice {
  /** As the carrier wrote it: signed, with any number of decimals. */
  amount: string
  /** ISO 4217. */
  currency: string
}

export type PriceLookUp =
  | ({ kind: 'known' } & BilledPrice)
  /** Not rated yet, or the carrier was not reachable. */
  | { kind: 'not_yet'; reason: string }

export interface HttpReply {
  status: number
  contentType: string
  body: string
}

export interface SyncResult {
  ok: boolean
  /** A plain sentence for the operator. */
  message: string
}

export interface CheckResult {
  ok: boolean
  message: string
  details: Record<string, string | number | boolean | null>
}

/** The account's own numbers, which it may use as caller ID. Absent: the carrier cannot be asked. */
export type OwnNumbers =
  | { ok: true; numbers: OwnNumber[] /** There are more than were read. */; more: boolean }
  | { ok: false; message: string }

export interface OwnNumber {
  /** E.164. */
  address: string
  label: string | null
}

/** A live configuration. Methods never throw for errors of the outside world; they return a verdict. */
export interface CarrierAccount {
  /** One request, never retried. `signal` aborts after PLACE_TIMEOUT_MS, which is `unknown`. */
  place(order: DialOrder, signal: AbortSignal): Promise<PlaceResult>
  /** Ends a call, ringing or answered. An already ended call is not an error. */
  hangUp(call: CallRef): Promise<void>
  /**
   * The current state of a call. Without a carrier id, `trace` helps to find it among the account's calls; a call that is not
   * found is `absent` only once the request can no longer be under way.
   */
  lookUp(call: CallRef, trace?: CallTrace): Promise<LookUp>
  /**
   * Joins two answered calls of this account, the person's and the transfer target's; our audio leaves both. From then on, when
   * either side hangs up, the other call ends too. If refused, both stay as they were.
   */
  join(call: CallRef, other: CallRef): Promise<SyncResult>
  /** Points the number's inbound calls here (`bind`) or undoes it. */
  bindInbound(address: string, bind: boolean): Promise<SyncResult>
  check(): Promise<CheckResult>
  /** The price of an ended call. Only if the carrier can be asked. */
  priceOf?(call: CallRef): Promise<PriceLookUp>
  /** Absent if any caller ID may be used (a PBX), or if the carrier does not list its numbers. */
  ownNumbers?(): Promise<OwnNumbers>
  /** Verifies first, then translates. */
  readWebhook(request: WebhookRequest): Promise<WebhookReading>
  /** The document (or command) that opens the audio of `call`. */
  answer(call: CallRef): Promise<HttpReply>
  /** Rejects an inbound call in the carrier's protocol. */
  refuse(inbound: InboundCall): Promise<HttpReply>
  /**
   * A carrier's audio socket has connected with this call's token. Resolves when a person can hear us, which may be long after
   * the socket opened, or with null if the socket closed before.
   */
  openMedia(socket: WebSocket, call: CallRef): Promise<MediaStream | null>
  /**
   * Numbers of this configuration answer inbound calls: keeps the needed connections open. Called repeatedly; not needed if
   * inbound calls come by webhook. Not called for an account that is only being checked, so that it takes no calls.
   */
  takeInbound?(): void
  /**
   * Another account of the same configuration takes over: nothing new begins here, and calls in progress continue to their end.
   */
  retire?(): Promise<void>
  /** While retiring: this account still has the call. */
  holds?(call: CallRef): boolean
  /** Closes connections and timers. */
  close(): Promise<void>
}
