/**
 * The meaning of Plivo's answer to a dial. Sources: "API overview" (plivo.com/docs/voice/api/overview: status codes with their
 * common causes), "API responses" (plivo.com/docs/voice/api/response) and the article "If Plivo encounters an error during a
 * call, will I be charged?" (support.plivo.com).
 */
import { type CarrierAnswer, succeeded, textAtPath } from '../../carrier-kit/http.ts'
import { defaultVerdict, type RefusalVerdict, refusal, retryAfterMs } from '../../carrier-kit/verdicts.ts'
import type { PlaceResult } from '../../provider.ts'

/**
 * Plivo has no error codes, only undocumented texts in `error`, so words are matched loosely. "Insufficient Credit" is a text of
 * the messaging API (support.plivo.com, article 17000088423).
 */
const CREDIT = /credit|balance|payment/i
const COUNTRY = /geo|country|destination|region|permission/i
const ACCOUNT = /account|verif|suspend/i
/** Matches the field `to` or the destination by name; the word "to" alone occurs in any text. */
const DESTINATION = /^\W*(to|dst)\b|\b(to|dst|destination)\W+(parameter|field|number|address)\b/i

/** Matches the field `from` or the caller ID by name. */
const CALLER = /^\W*(from|src)\b|\b(from|src|caller)\W+(parameter|field|number|address|id)\b/i
/** A trial account may call only numbers that were verified with it. */
const TRIAL = /\btrial\b|\bverified (number|destination)/i

/** Verdict per status, decided by the error text where necessary. */
const VERDICTS: Readonly<Record<number, (sentence: string) => [RefusalVerdict, string]>> = {
  // "A parameter is missing or is invalid ... invalid phone number format".
  400: (sentence) =>
    CREDIT.test(sentence)
      ? ['halt', 'the account has no credit']
      : TRIAL.test(sentence)
        ? ['halt', 'a trial account may call only numbers verified with it']
        : CALLER.test(sentence)
          ? ['caller', 'Plivo does not accept the caller ID']
          : DESTINATION.test(sentence)
            ? ['never', 'Plivo does not accept the number called']
            : ['halt or number', 'Plivo does not accept the request'],
  // "Authentication failed".
  401: () => ['halt', 'Plivo does not accept the Auth ID and token'],
  // 402 is not documented, but can only mean this.
  402: () => ['halt', 'the account has no credit'],
  // "Geo permissions disabled, account not verified, India calling not enabled": the first and last concern one country.
  403: (sentence) =>
    ACCOUNT.test(sentence) && !COUNTRY.test(sentence)
      ? ['halt', 'Plivo does not let this account call']
      : ['halt or number', 'the account may not call this destination'],
  // "Typo in endpoint URL": the path of a dial contains only the account, so the next dial would fail too.
  404: () => ['halt', 'Plivo does not know this account'],
  405: () => ['halt', 'the API address is not Plivo’s'],
  // "API rate limit exceeded (300 requests/5 sec), CPS limit reached".
  429: () => ['later', 'the calls per second of the account are used up'],
}

export function placeResult(answer: CarrierAnswer): PlaceResult {
  if (answer.kind !== 'answered') return defaultVerdict(answer)
  if (succeeded(answer)) {
    const providerCallId = textAtPath(answer.json, 'request_uuid')
    if (providerCallId) return { kind: 'placed', providerCallId }
    return { kind: 'unknown', reason: 'Plivo accepted the call without naming it' }
  }
  const verdict = VERDICTS[answer.status]
  // 500 stays `unknown`: the article states that such a call is not queued, but the answer may come from a gateway.
  if (!verdict) return defaultVerdict(answer)
  const [kind, reason] = verdict(textAtPath(answer.json, 'error') ?? answer.text)
  return refusal(kind, `${reason} (${answer.status})`, retryAfterMs(answer))
}
