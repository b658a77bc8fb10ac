/** Client of the REST API that Twilio defined and others copied. */
import type { AccountContext, PlaceResult } from '../provider.ts'
import { askCarrier, basicAuth, type CarrierAnswer, textAt } from './http.ts'

/** Differences between the carriers with Twilio's API. */
export interface TwilioDialect {
  /** The carrier's name, for messages. */
  readonly carrier: string
  /** The carrier's name for its credentials, for messages. */
  readonly credentialNames: string
  /** The account's resources are below `<apiUrl>/Accounts/<accountSid>`. */
  readonly apiUrl: string
  readonly accountSid: string
  /** Authenticates to the API, together with the account. */
  readonly apiSecret: string
  /** Verifies the carrier's webhooks. */
  readonly signingKey: string
  /** In lower case. */
  readonly signatureHeader: string
  /** `inline`: the markup is part of the request (`Twiml`). `by_address`: the carrier fetches it from an address of ours. */
  readonly dialMarkup: Markup
  readonly joinMarkup: Markup
  /** The dial accepts a longest duration (`TimeLimit`). Without it the call ends with its markup, after our audio has ended. */
  readonly limitsDuration: boolean
  /** Where the SIP answer of the called side is: in status messages, and in the Call resource (null: nowhere). */
  readonly sipCodeIn: { readonly message: string; readonly resource: string | null }
  /** The API lists caller IDs that were verified without being bought. */
  readonly listsVerifiedNumbers: boolean
  /** Error codes with which the carrier refuses to end a call that is over. */
  readonly callIsOver: readonly string[]
  placeResult(answer: CarrierAnswer): PlaceResult
}

export type Markup = 'inline' | 'by_address'

export type Pairs = ReadonlyArray<readonly [string, string]>

/** One account of such a carrier, shared by the parts of this kit. */
export interface TwilioClient {
  readonly dialect: TwilioDialect
  readonly context: AccountContext
  /** Request below the account: GET without `form`, POST with it. */
  ask(path: string, form?: Pairs, signal?: AbortSignal): Promise<CarrierAnswer>
}

export function twilioClient(context: AccountContext, dialect: TwilioDialect): TwilioClient {
  const account = `${dialect.apiUrl}/Accounts/${encodeURIComponent(dialect.accountSid)}`
  const authorization = basicAuth(dialect.accountSid, dialect.apiSecret)
  return {
    dialect,
    context,
    ask: (path, form, signal) =>
      askCarrier(context.fetch, {
        method: form ? 'POST' : 'GET',
        url: account + path,
        headers: { authorization },
        ...(form ? { form } : {}),
        ...(signal ? { signal } : {}),
      }),
  }
}

/** For log lines and messages: only codes and our own words, because the carriers' sentences contain phone numbers. */
export function faultOf(answer: CarrierAnswer): string {
  if (answer.kind !== 'answered') return `no answer (${answer.reason})`
  const code = codeOf(answer)
  return code === null ? `answered ${answer.status}` : `answered ${answer.status}, code ${code}`
}

/** SignalWire also lists its errors: `{"errors": [{"code": "21211"}]}`. */
export function codeOf(answer: CarrierAnswer): string | null {
  return answer.kind === 'answered' ? (textAt(answer.json, 'code') ?? textAt(answer.json, 'errors.0.code')) : null
}

/** A 404 from anything but the carrier itself (a proxy, a wrong address) has no such code. */
export function isNotFound(answer: CarrierAnswer): boolean {
  return answer.kind === 'answered' && answer.status === 404 && codeOf(answer) === '20404'
}
