/** The meaning of an answer to a dial over Twilio's API, by its error code. Each carrier has its own table of codes. */
import type { PlaceResult } from '../provider.ts'
import { type CarrierAnswer, succeeded, textAtPath } from './http.ts'
import { codeOf } from './twilio-client.ts'
import { defaultVerdict, type RefusalVerdict, refusal, retryAfterMs } from './verdicts.ts'

export type CodeVerdict = readonly [RefusalVerdict, string]

export function placeResultReader(
  carrier: string,
  rulingOf: (code: string) => CodeVerdict | undefined,
): (answer: CarrierAnswer) => PlaceResult {
  return (answer) => {
    if (succeeded(answer)) {
      const providerCallId = textAtPath(answer.json, 'sid')
      if (providerCallId) return { kind: 'placed', providerCallId }
      return { kind: 'unknown', reason: `${carrier} accepted the call without naming it` }
    }
    if (answer.kind !== 'answered') return defaultVerdict(answer)
    const code = codeOf(answer)
    const known = code === null ? undefined : rulingOf(code)
    if (known) return refusal(known[0], `${known[1]} (${carrier} ${code})`, retryAfterMs(answer))
    const verdict = defaultVerdict(answer)
    return code === null ? verdict : { ...verdict, reason: `${verdict.reason} (${carrier} ${code})` }
  }
}
