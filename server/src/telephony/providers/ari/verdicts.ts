/** The meaning of Asterisk's answer to `POST /channels/{id}`. Statuses and bodies were measured with 22.10. */
import { type CarrierAnswer, textAtPath } from '../../carrier-kit/http.ts'
import { defaultVerdict } from '../../carrier-kit/verdicts.ts'
import type { PlaceResult } from '../../provider.ts'

/**
 * Two answers need another request. `unallocated`: no channel was created, so there is no call, but the cause is unknown.
 * `exists`: Asterisk reports a channel with this id, which is not always true.
 */
export type OriginateVerdict = PlaceResult | { kind: 'unallocated' } | { kind: 'exists' }

export function originateVerdict(answer: CarrierAnswer, channelId: string): OriginateVerdict {
  if (answer.kind === 'unsent') return { kind: 'later', reason: `Asterisk cannot be reached (${answer.reason})` }
  if (answer.kind === 'lost') return { kind: 'unknown', reason: `Asterisk did not answer the dial (${answer.reason})` }
  switch (answer.status) {
    case 200:
      if (textAtPath(answer.json, 'id') === channelId) return { kind: 'placed', providerCallId: channelId }
      return { kind: 'unknown', reason: 'Asterisk answered the dial with another channel' }
    case 409:
      return { kind: 'exists' }
    case 400: // "Invalid endpoint specified"
    case 404:
    case 422:
      return { kind: 'rejected', reason: 'Asterisk does not accept the dial string' }
    case 401:
      return { kind: 'halt', reason: 'Asterisk refuses the login: check app_name and app_password against ari.conf' }
    case 403:
      return { kind: 'halt', reason: 'the ARI login may only read: set read_only = no in ari.conf' }
    case 500:
      // Any other 500 may have occurred after the channel was created.
      if (textAtPath(answer.json, 'error') === 'Allocation failed') return { kind: 'unallocated' }
      return { kind: 'unknown', reason: 'Asterisk answered the dial with an internal error' }
    default:
      return defaultVerdict(answer)
  }
}
