/**
 * The phone network through one window. A provider is one folder with one spec object; everything the rest of
 * the program knows of a carrier, it knows through the types below.
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
  /** The identifier in the interface, equal to the folder's name. */
  readonly name: string
  readonly displayName: string
  readonly docsUrl: string
  /** The provider's own credential fields. The fields common to all are added by `fieldsOf`. */
  readonly fields: readonly CredentialField[]
  readonly defaultCallsPerSecond: number
  readonly capabilities: Capabilities
  /** What tells two accounts of this carrier apart; part of what makes a phone number unique. */
  accountId(credentials: Credentials): string
  /** Whether answered calls of this configuration carry audio, so that an agent is expected. Absent: always. */
  speaks?(credentials: Credentials): boolean
  /** Faults between fields that no single field shows (a template without its placeholder, say). */
  inspect?(credentials: Credentials): CredentialFault[]
  /** Makes the live object of one configuration. Must not fail and must not wait: connect in the background. */
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
}

export interface CredentialFault {
  field: string
  message: string
}

/** Parsed and decrypted; every field of the provider and the common ones are present, or absent if optional without default. */
export type Credentials = Readonly<Record<string, string | number | boolean | undefined>>

export interface Capabilities {
  /** `absent` means that there never was such a call, not only that there is none now. Without it an absent call may have rung. */
  remembersEndedCalls?: boolean
  /** A call cannot be placed without a caller ID. */
  needsCallerId: boolean
  /** The carrier itself tells person from machine, on calls of a configuration whose `amd_enabled` is set. */
  machineDetection: boolean
  /** It is a PBX: short digits and names are its extensions. Every other carrier dials phone numbers and SIP URIs only. */
  dialsExtensions?: boolean
  /** How the carrier tells what a call cost: when it is asked afterwards (`priceOf`), or only in a webhook. Absent: never. */
  tellsPrice?: 'when_asked' | 'in_webhooks'
  /** News comes by webhooks to PUBLIC_URL (true), or over a connection of ours (false). */
  webhooks: boolean
}

/** This configuration cannot be used until somebody mends it: no such provider here, a secret that cannot be read. */
export class AccountUnusable extends Error {}

/** What a live configuration is given. Only the assembly makes one. */
export interface AccountContext {
  configurationId: number
  credentials: Credentials
  /** Differs between nodes and between starts; for names that must not clash at a PBX. */
  nodeName: string
  clock: Clock
  rng: Rng
  log: Log
  /** Leads only to where this installation lets its tenants; answers are capped. */
  fetch: typeof fetch
  /** The same for websockets of ours to an address of the configuration. */
  socketOptions?: (url: string) => SocketOptions
  urls: CallbackUrls
  /** Where Asterisk can bring audio by AudioSocket; without it this node does not listen for it. */
  audioSockets?: AudioSockets | null
  /** The Asterisk of this node, for SIP trunks; without it this node runs none. */
  pbx?: OwnPbxPort | null
  /** News that did not come by webhook. Resolves when it has been applied and is durable. */
  report(event: CarrierEvent): Promise<void>
  /** A call came in on a connection of ours: what shall become of it? */
  receive(call: InboundCall): Promise<InboundDecision>
  /** The audio of an answered call is there. `call` as in the order or the decision. */
  attachMedia(call: CallRef, media: MediaStream): void
}

export interface AudioSockets {
  /** Announces one connection. Begin before Asterisk is asked: it connects before it answers. */
  expect(timeoutMs: number): ExpectedAudio
}

export interface ExpectedAudio {
  /** The UUID that the connection must bring; its only proof. */
  id: string
  /** Where Asterisk connects to, `host:port`. */
  address: string
  /** Null: nobody came in time, or it was cancelled. */
  arrived: Promise<AudioConnection | null>
  cancel(): void
}

/** A connection that has named itself. Paused; `early` came together with the name. */
export interface AudioConnection {
  socket: Socket
  reader: FrameReader
  early: AudioSocketFrame[]
}

/** A trunk as an Asterisk of our own is configured for it. Texts hold no control characters. */
export interface SipTrunk {
  /** Of all its objects: `[a-z0-9-]`, unique in this Asterisk. */
  name: string
  host: string
  port: number
  transport: 'udp' | 'tcp' | 'tls'
  user: string
  authUser: string
  password: string
  registers: boolean
  /** What calls that come in are called for: the user part of our Contact. */
  contactUser: string
  /** Where the caller ID is: a header of its own, or From. */
  callerIn: 'pai' | 'from' | 'rpid'
  srtp: boolean
  /** The carrier answers OPTIONS, by which a trunk that is gone is noticed early. */
  probed: boolean
}

/** `refused`: the registrar knows us not, and no time will mend that. `registered` also stands for a trunk that needs no registration. */
export type TrunkState = { kind: 'starting' | 'registered' } | { kind: 'refused' | 'unreachable'; reason: string }

export interface OwnPbxPort {
  openTrunk(context: AccountContext, trunk: SipTrunk, dials: 'number' | 'digits'): OpenTrunk
}

export interface OpenTrunk {
  /** Over the PBX; it does not ask whether the trunk is registered. */
  account: CarrierAccount
  state(): TrunkState
  /** The state once it is known, or what it is when the time is over. */
  settled(timeoutMs: number): Promise<TrunkState>
  close(): void
}

/** Absolute URLs below PUBLIC_URL, signed per call or per configuration, without query strings (Twilio drops them). */
export interface CallbackUrls {
  /** Where the carrier reports or asks about one call; `hook` is the provider's own word ('answer', 'status', 'machine' ...). */
  call(call: CallRef, hook: string): string
  /** Where the carrier reports about a configuration as a whole: inbound calls ('inbound'), account-wide CDRs. */
  configuration(hook: string): string
  /**
   * `ws:` or `wss:` address for this call's audio, good once. For a short time; or, given out with the dial, as long as the
   * call is live: a carrier may keep a dial in its queue for longer than any fixed time.
   */
  media(call: CallRef, given?: 'with_dial'): string
}

export interface CallRef {
  /** Our number for the call. */
  callId: number
  /** The same in the form sent to carriers as our own id: `[a-z0-9-]{1,48}`, unique across installations. */
  callKey: string
  /** The carrier's id, once known. */
  providerCallId: string | null
  /**
   * When the call was written down. Callback addresses are signed for it besides the id: after a restore, or a failover that
   * lost the last moments, another call may get the same id. Left out where no address is made from the reference.
   */
  claimedAtMs?: number
}

export interface DialOrder {
  call: CallRef
  /** E.164 with `+`, a SIP URI, or a SIP extension. */
  to: string
  toType: AddressType
  /** The number shown, in the same forms; null where the configuration has none. */
  from: string | null
  ringTimeoutSeconds: number
  maxDurationSeconds: number
}

export type AddressType = 'pstn' | 'sip_uri' | 'sip_extension'

/**
 * How asking for a call ended. `placed` means that the carrier accepted the request; it is no evidence that a call gets
 * through. Anything else says whose fault it was and whether a call may exist:
 *   halt      the account cannot dial: bad credentials, no credit, suspended.
 *             `perhapsNumber`: or it may not call this destination; only other people's calls can tell which
 *   caller    the carrier does not accept the caller ID of this call: not the account's, withdrawn, or flagged as spam.
 *             Another number of ours may still be accepted
 *   later     refused before a call could exist: rate limit, trunk full, connection refused. A 503 only where the carrier
 *             documents that no call was made
 *   never     this number does not exist or is blocked. `unwanted`: its owner asks not to be called (SIP 607)
 *   rejected  this one call was refused for another reason
 *   unknown   it may be ringing: time-out or lost connection after the request left
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
  /** With `unknown`: the carrier did answer, with an error of its own (5xx). If a look-up finds no call, there was none. */
  errorAnswer?: boolean
}

export type Verdict = 'halt' | 'caller' | 'later' | 'never' | 'rejected' | 'unknown'

/**
 * How the carrier says a call ended. `completed` = it had been answered, and the carrier is sure of it. `hung_up` = a normal
 * end that says nothing about an answer (`normal_clearing`): answered if an answer was reported, otherwise no answer. A call
 * that was answered but could not reach our answer URL is `completed` and ended by the carrier: nobody of ours was there.
 */
export type EndedAs = 'completed' | 'hung_up' | 'busy' | 'no_answer' | 'declined' | 'failed' | 'canceled'

/**
 * Whose fault a `failed` end is, where it is not the number's: the account's, that of a network that is full or down, or that
 * of the caller ID that was shown.
 */
export type CarrierFault = 'account' | 'network' | 'caller'

export type CarrierEvent = {
  call: CallRef
  /** The carrier's own time of the event, if it gives one; for the timeline, never for order. */
  atMs: number | null
} & CarrierNews

export type CarrierNews =
  /** The carrier works on the call; nothing is known of the far side. It is no evidence of anything. */
  | { kind: 'dialing' }
  | { kind: 'ringing' }
  | { kind: 'answered' }
  | { kind: 'machine'; verdict: 'human' | 'machine' | 'fax' | 'unknown' }
  | {
      kind: 'ended'
      as: EndedAs
      /** With `failed`: the number itself is dead, so that no retry can help. */
      permanent: boolean
      /** With `failed`, whenever it is known. The same refusal as the answer to a dial has the same consequence. */
      fault?: CarrierFault | undefined
      /** The called person marked calls of this caller as unwanted (SIP 607): never called again. */
      unwanted?: boolean | undefined
      /** With the account's fault: or it may not call this destination; only other people's calls can tell which. */
      perhapsNumber?: boolean | undefined
      /** Whole. */
      durationSeconds: number | null
      /** The carrier's word for it, for the timeline: `busy`, `17 User busy`, `user_busy` ... */
      cause: string
      endedBy: 'callee' | 'us' | 'carrier' | null
    }

/** What is known of a call whose id is not: whom it went to, and when it was asked for. */
export interface CallTrace {
  to: string
  askedAtMs: number
}

export type LookUp =
  | { kind: 'live'; providerCallId: string | null; news: 'queued' | 'ringing' | 'answered' }
  | { kind: 'ended'; providerCallId: string | null; news: Extract<CarrierNews, { kind: 'ended' }> }
  /** The carrier is sure that it has no such call. */
  | { kind: 'absent' }
  /** The carrier could not be asked, or cannot tell. */
  | { kind: 'unsure'; reason: string }

export interface InboundCall {
  providerCallId: string
  from: string
  to: string
  /** What the carrier told besides, for the record. */
  details: Record<string, string>
}

export type InboundDecision = { kind: 'accept'; call: CallRef } | { kind: 'refuse'; reason: string }

export interface WebhookRequest {
  hook: string
  /** The call the URL was made for; null for configuration-wide hooks. */
  call: CallRef | null
  method: string
  /** As the carrier called it: PUBLIC_URL + path + query, exactly. */
  url: string
  headers: Readonly<Record<string, string | undefined>>
  query: URLSearchParams
  rawBody: Buffer
}

export type WebhookReading =
  /** Not signed, wrongly signed, replayed or unreadable: 403 (or `status`), and nothing changes. */
  | { kind: 'refused'; reason: string; status?: number }
  /** News of calls; `reply` goes back once the news is durable. Events whose call is null are matched by providerCallId. */
  | { kind: 'news'; events: WebhookEvent[]; billed?: CarrierBill | null; reply: HttpReply }
  /** The carrier asks what to do with an answered outbound call; the reply is `answer(...)`. */
  | { kind: 'answer'; call: CallRef; events: WebhookEvent[] }
  /** A call comes in; the reply is `answer(...)` or `refuse(...)`. */
  | { kind: 'inbound'; inbound: InboundCall }

/** `call` null: the carrier named only its own id. */
export type WebhookEvent = { call: CallRef | null; providerCallId: string | null; atMs: number | null } & CarrierNews

/** What the carrier charges for one call. */
export interface CarrierBill {
  call: CallRef
  price: BilledPrice
}

export interface BilledPrice {
  /** As the carrier wrote it: signed, any number of places. */
  amount: string
  /** ISO 4217. */
  currency: string
}

export type PriceLookUp =
  | ({ kind: 'known' } & BilledPrice)
  /** Not rated yet, or the carrier could not be asked. */
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

/** The account's own numbers, which it may show as caller ID. Absent: the carrier cannot be asked. */
export type OwnNumbers =
  | { ok: true; numbers: OwnNumber[] /** There are more than were looked at. */; more: boolean }
  | { ok: false; message: string }

export interface OwnNumber {
  /** E.164. */
  address: string
  label: string | null
}

/** A configuration come alive. Methods never throw for what the outside world does; they answer with a verdict. */
export interface CarrierAccount {
  /** One request, never repeated by itself. `signal` aborts after PLACE_TIMEOUT_MS, which is `unknown`. */
  place(order: DialOrder, signal: AbortSignal): Promise<PlaceResult>
  /** Ends a call, ringing or answered. An already ended call is fine. */
  hangUp(call: CallRef): Promise<void>
  /**
   * What has become of a call. Where the carrier never named it, `trace` helps to find it among the account's calls; one
   * that is not found there is `absent` only once it can no longer be on its way.
   */
  lookUp(call: CallRef, trace?: CallTrace): Promise<LookUp>
  /**
   * Joins two answered calls of this account, the person's and that of whoever takes over; our audio leaves both. From then
   * on they belong together: when either side hangs up, the other's call ends too. Refused, both stay as they were.
   */
  join(call: CallRef, other: CallRef): Promise<SyncResult>
  /** Points the number's inbound calls here (`bind`) or stops it. */
  bindInbound(address: string, bind: boolean): Promise<SyncResult>
  check(): Promise<CheckResult>
  /** What an ended call cost. Only where the carrier can be asked. */
  priceOf?(call: CallRef): Promise<PriceLookUp>
  /** Not where any caller ID may be shown (a PBX), or the carrier does not list them. */
  ownNumbers?(): Promise<OwnNumbers>
  /** Verify first, then translate. */
  readWebhook(request: WebhookRequest): Promise<WebhookReading>
  /** The document (or command) that opens the audio of `call`. */
  answer(call: CallRef): Promise<HttpReply>
  /** Turns an inbound call away in the carrier's own words. */
  refuse(inbound: InboundCall): Promise<HttpReply>
  /**
   * A carrier's audio socket has reached us with this call's token. Media means answered audio: resolves when a person
   * can hear us, which may be long after the socket opened, or with null when the socket closed before that.
   */
  openMedia(socket: WebSocket, call: CallRef): Promise<MediaStream | null>
  /**
   * Numbers of this configuration answer inbound calls: keep open what they need. Said again and again; not needed where
   * inbound calls come by webhook. Who is only checked is not told, and takes nobody's calls.
   */
  takeInbound?(): void
  /** Another account of the same configuration takes over: nothing new begins here, what has begun goes on to its end. */
  retire?(): Promise<void>
  /** While retiring: this call is still in its hands. */
  holds?(call: CallRef): boolean
  /** Lets go of connections and timers. */
  close(): Promise<void>
}
