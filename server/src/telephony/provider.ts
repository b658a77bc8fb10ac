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

/**
 * Parsed and decrypted values of a configuration: the provider's own and the common fields. An optional field without default may
 * be missing.
 */
export type Credentials = Readonly<Record<string, string | number | boolean | undefined>>

export interface Capabilities {
  /**
   * A look-up with the result `absent` means that the call never existed. Without this capability, an absent call may have rung.
   */
  remembersEndedCalls?: boolean
  /** A call cannot be placed without a caller ID. */
  needsCallerId: boolean
  /** The carrier has its own answering-machine detection, which a configuration enables with `amd_enabled`. */
  machineDetection: boolean
  /** The carrier is a PBX: short digits and names are its extensions. All other carriers dial only phone numbers and SIP URIs. */
  dialsExtensions?: boolean
  /** How the carrier reports the price of a call: on request (`priceOf`), or only in a webhook. Absent: never. */
  tellsPrice?: 'when_asked' | 'in_webhooks'
  /** The API cannot end a call: `hangUp` closes its audio, if this account has it (`holds`). */
  endsByAudio?: boolean
  /** False: the carrier cannot join two calls, so a transfer is refused before any phone rings. Absent: it can. */
  joinsCalls?: boolean
  /** True: events come by webhooks to PUBLIC_URL. False: they come over a connection that this program opens. */
  webhooks: boolean
}

/** This configuration is unusable until an operator fixes it: unknown provider, or a secret that cannot be read. */
export class AccountUnusable extends Error {}

/** The functions and settings that a live configuration receives. Only `assembly` creates one. */
export interface AccountContext {
  configurationId: number
  credentials: Credentials
  /** A name that differs between nodes and between starts, for names that must be unique at a PBX. */
  nodeName: string
  clock: Clock
  rng: Rng
  log: Log
  /** Restricted to addresses that tenants of this installation may reach; answers are limited in size. */
  fetch: typeof fetch
  /** Options for websockets to an address of the configuration, with the same restriction. */
  socketOptions?: (url: string) => SocketOptions
  /** Why tenants of this installation may not reach a host, for connections of other programs; null if they may. */
  whyRefused?: (host: string) => Promise<string | null>
  urls: CallbackUrls
  /** Receives audio by AudioSocket; if absent, this node does not listen for it. */
  audioSockets?: AudioSockets | null
  /** This node's Asterisk, for SIP trunks; if absent, this node runs none. */
  pbx?: OwnPbxPort | null
  /** Reports an event that did not come by webhook. Resolves when it has been applied and is durable. */
  report(event: CarrierEvent): Promise<void>
  /** Handles an inbound call that arrived on the account's own connection; returns what to do with it. */
  receive(call: InboundCall): Promise<InboundDecision>
  /** Passes on the audio of an answered call. `call` is the reference from the order or the decision. */
  attachMedia(call: CallRef, media: MediaStream): void
}

export interface AudioSockets {
  /** Announces one connection. Must be called before the request to Asterisk, which connects before it answers. */
  expect(timeoutMs: number): ExpectedAudio
}

export interface ExpectedAudio {
  /** The UUID that the connection must send; this is its only authentication. */
  id: string
  /** The address that Asterisk connects to, `host:port`. */
  address: string
  /** Resolves with the connection; null: none in time, or cancelled. */
  arrived: Promise<AudioConnection | null>
  cancel(): void
}

/** A connection that has sent its id. The socket is paused; `early` is data that arrived together with the id. */
export interface AudioConnection {
  socket: Socket
  reader: FrameReader
  early: AudioSocketFrame[]
}

/** The settings of a trunk in this node's Asterisk. The texts contain no control characters. */
export interface SipTrunk {
  /** Prefix of the names of all its objects: `[a-z0-9-]`, unique in this Asterisk. */
  name: string
  host: string
  port: number
  transport: 'udp' | 'tcp' | 'tls'
  user: string
  authUser: string
  password: string
  registers: boolean
  /** The user part of the Contact header, to which inbound calls are addressed. */
  contactUser: string
  /** The header that carries the caller ID: a separate one, or From. */
  callerIn: 'pai' | 'from' | 'rpid'
  srtp: boolean
  /** Whether the carrier answers OPTIONS, so that a lost trunk is noticed early. */
  probed: boolean
}

/**
 * `refused`: the registrar does not accept the account, and waiting does not change that. `registered` includes trunks that need
 * no registration.
 */
export type TrunkState = { kind: 'starting' | 'registered' } | { kind: 'refused' | 'unreachable'; reason: string }

export interface OwnPbxPort {
  openTrunk(context: AccountContext, trunk: SipTrunk, dials: 'number' | 'digits'): OpenTrunk
}

export interface OpenTrunk {
  /** The account on the PBX. It does not check whether the trunk is registered. */
  account: CarrierAccount
  state(): TrunkState
  /** Resolves with the final state, or with the current one at the time limit. */
  settled(timeoutMs: number): Promise<TrunkState>
  close(): void
}

/** Absolute URLs below PUBLIC_URL, signed per call or per configuration, without query strings (Twilio drops them). */
export interface CallbackUrls {
  /**
   * Address at which the carrier reports or asks about one call; `hook` is the provider's own name ('answer', 'status', 'machine'
   * ...).
   */
  call(call: CallRef, hook: string): string
  /**
   * Address at which the carrier reports about a configuration as a whole: inbound calls ('inbound'), account-wide call records.
   */
  configuration(hook: string): string
  /**
   * Single-use `ws:` or `wss:` address for this call's audio. It is valid for a short time; or, if sent with the dial, as long as
   * the call is live: a carrier may keep a dial in its queue for longer than any fixed time.
   */
  media(call: CallRef, given?: 'with_dial'): string
}

export interface CallRef {
  /** The program's own id of the call. */
  callId: number
  /** The call id in the form that carriers get: `[a-z0-9-]{1,48}`, unique across installations. */
  callKey: string
  /** The carrier's id, once known. */
  providerCallId: string | null
  /**
   * When the call was claimed. Callback addresses are signed for this time and the id: after a restore, or a failover that lost
   * the last moments, another call may get the same id. It may be left out if no address is made from the reference.
   */
  claimedAtMs?: number
}

export interface DialRequest {
  call: CallRef
  /** Destination: E.164 with `+`, a SIP URI, or a SIP extension. */
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
  /** Only with `halt`: or the account may not call this destination. */
  perhapsNumber?: boolean
  /** Only with `never`: the owner of the number asks not to be called. */
  unwanted?: boolean
  /** Only with `unknown`: the carrier answered with an error of its own (5xx). If a look-up finds no call, there was none. */
  errorAnswer?: boolean
}

export type Verdict = 'halt' | 'caller' | 'later' | 'never' | 'rejected' | 'unknown'

/**
 * How the carrier reports the end of a call. `completed`: the call was certainly answered. `hung_up`: a normal end without
 * information about an answer (`normal_clearing`): answered if an answer was reported, otherwise no answer. A call that was
 * answered but could not reach this server is `completed` and ended by the carrier: no agent was present.
 */
export type CarrierEndReason = 'completed' | 'hung_up' | 'busy' | 'no_answer' | 'declined' | 'failed' | 'canceled'

/** Whose fault a `failed` end is, if not the number's: the account, a network that is full or down, or the caller ID. */
export type CarrierFault = 'account' | 'network' | 'caller'

export type CarrierEvent = {
  call: CallRef
  /** The carrier's own time of the event, if it has one; for the timeline, never for ordering. */
  atMs: number | null
} & CallUpdate

export type CallUpdate =
  /** The carrier processes the call; this proves nothing about the far side. */
  | { kind: 'dialing' }
  | { kind: 'ringing' }
  | { kind: 'answered' }
  | { kind: 'machine'; verdict: 'human' | 'machine' | 'fax' | 'unknown' }
  | {
      kind: 'ended'
      as: CarrierEndReason
      /** With `failed`: the number itself is dead, so no retry can help. */
      permanent: boolean
      /** Cause of a `failed` call, if known. The same refusal as an answer to a dial has the same consequence. */
      fault?: CarrierFault | undefined
      /** The callee marked calls of this caller as unwanted (SIP 607) and is never called again. */
      unwanted?: boolean | undefined
      /** With a fault of the account: it may be that only this destination is not allowed; calls to other people show which. */
      perhapsNumber?: boolean | undefined
      /** Duration in whole seconds. */
      durationSeconds: number | null
      /** The carrier's own text, for the timeline: `busy`, `17 User busy`, `user_busy` ... */
      cause: string
      endedBy: 'callee' | 'us' | 'carrier' | null
    }

/** Known facts about a call without a carrier id: its destination and when it was requested. */
export interface CallTrace {
  to: string
  askedAtMs: number
}

export type LookUp =
  | { kind: 'live'; providerCallId: string | null; news: 'queued' | 'ringing' | 'answered' }
  | { kind: 'ended'; providerCallId: string | null; news: Extract<CallUpdate, { kind: 'ended' }> }
  /** The carrier reports for certain that the call does not exist. */
  | { kind: 'absent' }
  /** The carrier was not reachable, or does not know the call. */
  | { kind: 'unsure'; reason: string }

export interface InboundCall {
  providerCallId: string
  from: string
  to: string
  /** Further data from the carrier, for the record. */
  details: Record<string, string>
  /** The carrier's verification of the caller's signature; absent: not reported. */
  attestation?: Attestation | null
}

/** What a carrier reports about the signature of a caller ID (STIR/SHAKEN). */
export interface Attestation {
  /** Outbound: the level with which the carrier signed. Inbound: the level that the caller's carrier attests. Null: not reported. */
  level: AttestationLevel | null
  /** Whether the signature of an inbound call was verified. Null: an outbound call, or not reported. */
  isVerified: boolean | null
  /** The carrier's own word. */
  reported: string
}

export const ATTESTATION_LEVELS = ['A', 'B', 'C'] as const
export type AttestationLevel = (typeof ATTESTATION_LEVELS)[number]

export function attestationLevel(text: string | null): AttestationLevel | null {
  return ATTESTATION_LEVELS.find((level) => level === text) ?? null
}

export type InboundDecision = { kind: 'accept'; call: CallRef } | { kind: 'refuse'; reason: string }

export interface WebhookRequest {
  hook: string
  /** The call for which the URL was made; null for hooks of a whole configuration. */
  call: CallRef | null
  method: string
  /** The URL exactly as the carrier requested it: PUBLIC_URL + path + query. */
  url: string
  headers: Readonly<Record<string, string | undefined>>
  query: URLSearchParams
  rawBody: Buffer
}

export type WebhookResult =
  /** The webhook is not signed, wrongly signed, replayed or unreadable: answered with 403 (or `status`), and nothing changes. */
  | { kind: 'refused'; reason: string; status?: number }
  /** Events of calls; `reply` is sent once they are durable. Events without a call are matched by providerCallId. */
  | {
      kind: 'news'
      events: WebhookEvent[]
      billed?: CarrierBill | null
      attested?: CarrierAttestation | null
      reply: HttpReply
    }
  /** The carrier asks for instructions for an answered outbound call; the reply is `answer(...)`. */
  | { kind: 'answer'; call: CallRef; events: WebhookEvent[] }
  /** An inbound call; the reply is `answer(...)` or `refuse(...)`. */
  | { kind: 'inbound'; inbound: InboundCall }

/** `call` null: the event has only the carrier's call id. */
export type WebhookEvent = { call: CallRef | null; providerCallId: string | null; atMs: number | null } & CallUpdate

/** How the carrier signed the caller ID of an outbound call. */
export interface CarrierAttestation {
  call: CallRef
  attestation: Attestation
}

/** What the carrier charges for one call. */
export interface CarrierBill {
  call: CallRef
  price: BilledPrice
}

export interface BilledPrice {
  /** Amount as the carrier wrote it: signed, with any number of decimals. */
  amount: string
  /** ISO 4217 currency code. */
  currency: string
}

export type PriceLookUp =
  | ({ kind: 'known' } & BilledPrice)
  /** The call is not rated yet, or the carrier was not reachable. */
  | { kind: 'not_yet'; reason: string }

export interface HttpReply {
  status: number
  contentType: string
  body: string
}

export interface SyncResult {
  ok: boolean
  /** A sentence for the operator. */
  message: string
}

export interface CheckResult {
  ok: boolean
  message: string
  details: Record<string, string | number | boolean | null>
}

/** The account's own numbers, which it may use as caller ID. */
export type OwnNumbers =
  | { ok: true; numbers: OwnNumber[] /** The account has more numbers than were read. */; more: boolean }
  | { ok: false; message: string }

export interface OwnNumber {
  /** Number in E.164. */
  address: string
  label: string | null
}

/** A live configuration. Its methods never throw for errors of the carrier or network; they return a verdict. */
export interface CarrierAccount {
  /** Requests a call: one request, never retried. `signal` aborts after PLACE_TIMEOUT_MS; the result is then `unknown`. */
  place(order: DialRequest, signal: AbortSignal): Promise<PlaceResult>
  /** Ends a call, ringing or answered. An already ended call is not an error. */
  hangUp(call: CallRef): Promise<void>
  /**
   * The current state of a call. Without a carrier id, `trace` helps to find it among the account's calls. A call that is not
   * found is `absent` only once the dial request can no longer be in progress.
   */
  lookUp(call: CallRef, trace?: CallTrace): Promise<LookUp>
  /**
   * Joins two answered calls of this account, the person's and the transfer target's; the agent's audio leaves both. Afterwards,
   * when either side hangs up, the other call ends too. If refused, both calls stay unchanged.
   */
  join(call: CallRef, other: CallRef): Promise<SyncResult>
  /** Sends the number's inbound calls to this server (`bind`), or undoes that. */
  bindInbound(address: string, bind: boolean): Promise<SyncResult>
  check(): Promise<CheckResult>
  /** The price of an ended call; absent if the carrier cannot be asked. */
  priceOf?(call: CallRef): Promise<PriceLookUp>
  /** The account's numbers. Absent if any caller ID may be used (a PBX), or if the carrier does not list its numbers. */
  ownNumbers?(): Promise<OwnNumbers>
  /** Verifies the request, then translates it. */
  readWebhook(request: WebhookRequest): Promise<WebhookResult>
  /** The document (or command) that opens the audio of `call`. */
  answer(call: CallRef): Promise<HttpReply>
  /** Rejects an inbound call in the carrier's protocol. */
  refuse(inbound: InboundCall): Promise<HttpReply>
  /**
   * A carrier's audio socket has connected with this call's token. Resolves when the person can hear the agent, which may be long
   * after the socket opened, or with null if the socket closed before.
   */
  openMedia(socket: WebSocket, call: CallRef): Promise<MediaStream | null>
  /**
   * Numbers of this configuration answer inbound calls: keeps the needed connections open. It is called repeatedly, and is not
   * needed if inbound calls come by webhook. It is not called for an account that is only being checked, so that the check takes
   * no calls.
   */
  takeInbound?(): void
  /** Another account of the same configuration takes over: this one starts nothing new, and its calls continue to their end. */
  retire?(): Promise<void>
  /** Whether a retiring account still has this call. */
  holds?(call: CallRef): boolean
  /** Closes connections and timers. */
  close(): Promise<void>
}
