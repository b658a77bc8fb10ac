/**
 * A loopback stand-in of a carrier, written from its documentation: it answers the API calls a provider makes, and
 * makes the calls that carrier would make. One per provider, in `test/carriers/<name>.ts`; the conformance suite
 * drives every provider through it.
 */
import type { CallRef, CarrierEndReason, Verdict } from '../../src/telephony/provider.ts'

export interface StandIn {
  start(): Promise<RunningStandIn>
}

export interface RunningStandIn {
  /** What an operator would paste into the form, pointing at this stand-in. `config` without `provider`. */
  readonly credentials: Record<string, unknown>
  /** Every request received, oldest first. */
  readonly requests: RecordedRequest[]
  /** One case per documented refusal; `arm` makes the next dial meet it. `time-out after accepting` and `connection lost` included. */
  readonly refusals: ReadonlyArray<{ name: string; verdict: Verdict; arm(): void }>
  /** The carrier can be asked for the account's calls, so that one it never named can be found. */
  readonly listsCalls: boolean
  /** False: its dial takes no longest duration. */
  readonly limitsDuration?: boolean
  /** `audio`: the API cannot end a call; closing its audio socket does. Absent: by a request. */
  readonly endsCallsBy?: 'audio'
  /** The address that a bound number gets, where it is not one of ours: the carrier's own flow leads here. */
  readonly bindsTo?: string
  /** Seen before each dial is answered, with its body: the moment to `arm` what this very dial shall meet. */
  beforeDial: ((body: string) => void) | null
  /** Webhooks as the carrier sends them; null if this carrier has none for it. Signed for `url`. */
  statusWebhook(urls: StandInUrls, call: CallRef, news: StandInNews): SignedWebhook | null
  /** The question "what shall I do with this answered call"; null if the carrier is told when dialing. */
  answerWebhook(urls: StandInUrls, call: CallRef): SignedWebhook | null
  inboundWebhook(urls: StandInUrls, from: string, to: string): SignedWebhook
  /** The far end of a media socket: connects to `url` as the carrier does and speaks its protocol. */
  connectMedia(url: string, call: CallRef): Promise<MediaPeer>
  /** A webhook of this carrier with these fields, for reports that `statusWebhook` does not make. */
  sign?(url: string, fields: Record<string, string>): SignedWebhook
  stop(): Promise<void>
}

export interface StandInUrls {
  call(call: CallRef, hook: string): string
  configuration(hook: string): string
}

export type StandInNews =
  /** Accepted and under way; nothing is known of the far side. */
  | { kind: 'dialing' }
  | { kind: 'ringing' }
  | { kind: 'answered' }
  | { kind: 'machine'; verdict: 'human' | 'machine' }
  /** With a fault: `failed`, for the reason that the same carrier also refuses a dial with. */
  | { kind: 'ended'; as: PlainEnd; fault?: StandInFault }
  /** The person answered, and the carrier could not fetch what to do from our answer address. */
  | { kind: 'unreached' }

/** Whose fault the end of an accepted call can be; `unwanted` is SIP 607, `unexplained` a word that no page explains. */
export type StandInFault =
  | 'account'
  | 'account_or_number'
  | 'network'
  | 'caller'
  | 'number'
  | 'unwanted'
  | 'unexplained'

/** Ends for which each carrier has a word. */
export type PlainEnd = Exclude<CarrierEndReason, 'hung_up'>

export interface RecordedRequest {
  method: string
  /** Path and query. */
  path: string
  headers: Record<string, string | undefined>
  body: string
}

export interface SignedWebhook {
  method: 'GET' | 'POST'
  /** Absolute. */
  url: string
  headers: Record<string, string>
  body: string
}

export interface MediaPeer {
  /** Plays audio to us, in the stream's own format, cut into the carrier's frames. */
  speak(audio: Uint8Array): void
  press(digit: string): void
  /** All audio received so far, joined. */
  heard(): Uint8Array
  /** Resolves once `heard()` has at least so many bytes. */
  hears(bytes: number): Promise<void>
  /** Reports every waiting mark as played, as the carrier does when its queue has run dry. */
  finishPlaying(): void
  /** How many times we asked for the queue to be dropped; a clear also empties `heard()` of what was not "played". */
  clears(): number
  /** Any text down the socket. */
  send(text: string): void
  hangUp(): void
  closed: Promise<void>
}
