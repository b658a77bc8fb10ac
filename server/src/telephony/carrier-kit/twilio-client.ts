/** Client of the REST API that Twilio defined and others copied. */
import type { AccountContext, PlaceResult } from '../provider.ts'
import { basicAuth, type CarrierAnswer, sendCarrierRequest, textAtPath } from './http.ts'

/** Differences between the carriers that use Twilio's API. */
export interface TwilioDialect {
  /** The carrier's name, for messages. */
  readonly carrier: string
  /** The carrier's name for its credentials, for messages. */
  readonly credentialNames: string
  /** The account's resources are below `<apiUrl>/Accounts/<accountSid>`. */
  readonly apiUrl: string
  readonly accountSid: string
  /** Secret for requests to the API, together with the account. */
  readonly apiSecret: string
  /** Key that verifies the carrier's webhooks. */
  readonly signingKey: string
  /** Name of the signature header, in lower case. */
  readonly signatureHeader: string
  /** `inline`: the markup is part of the request (`Twiml`). `by_address`: the carrier fetches it from this server. */
  readonly dialMarkup: MarkupDelivery
  readonly joinMarkup: MarkupDelivery
  /**
   * Whether a dial accepts a maximum duration (`TimeLimit`). Without it, the call ends with its markup, after the agent's audio
   * has ended.
   */
  readonly limitsDuration: boolean
  /** The field with the SIP response of the called side: in status messages, and in the Call resource (null: none). */
  readonly sipCodeIn: { readonly message: string; readonly resource: string | null }
  /** Whether the API lists caller IDs that were verified without being bought. */
  readonly listsVerifiedNumbers: boolean
  /** Error codes with which the carrier refuses to end a call that is over. */
  readonly callIsOver: readonly string[]
  placeResult(answer: CarrierAnswer): PlaceResult
}

export type MarkupDelivery = 'inline' | 'by_address'

export type FormPairs = ReadonlyArray<readonly [string, string]>

/** One account of such a carrier, shared by the parts of this kit. */
export interface TwilioClient {
  readonly dialect: TwilioDialect
  readonly context: AccountContext
  /** Sends a request below the account's path: GET without `form`, POST with it. */
  ask(path: string, form?: FormPairs, signal?: AbortSignal): Promise<CarrierAnswer>
}

export function twilioClient(context: AccountContext, dialect: TwilioDialect): TwilioClient {
  const account = `${dialect.apiUrl}/Accounts/${encodeURIComponent(dialect.accountSid)}`
  const authorization = basicAuth(dialect.accountSid, dialect.apiSecret)
  return {
    dialect,
    context,
    ask: (path, form, signal) =>
      sendCarrierRequest(context.fetch, {
        method: form ? 'POST' : 'GET',
        url: account + path,
        headers: { authorization },
        ...(form ? { form } : {}),
        ...(signal ? { signal } : {}),
      }),
  }
}

/**
 * Describes an answer for logs and messages: only codes and the program's own words, because the carriers' texts contain phone
 * numbers.
 */
export function faultOf(answer: CarrierAnswer): string {
  if (answer.kind !== 'answered') return `no answer (${answer.reason})`
  const code = codeOf(answer)
  return code === null ? `answered ${answer.status}` : `answered ${answer.status}, code ${code}`
}

/** The error code of an answer. SignalWire also lists errors: `{"errors": [{"code": "21211"}]}`. */
export function codeOf(answer: CarrierAnswer): string | null {
  return answer.kind === 'answered'
    ? (textAtPath(answer.json, 'code') ?? textAtPath(answer.json, 'errors.0.code'))
    : null
}

/** Whether the carrier itself answered "not found"; a 404 from a proxy or a wrong address has no such code. */
export function isNotFound(answer: CarrierAnswer): boolean {
  return answer.kind === 'answered' && answer.status === 404 && codeOf(answer) === '20404'
}
