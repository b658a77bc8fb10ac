/** Registration states of trunks: Asterisk's list has the state, but only its log has the reason. */
import type { TrunkState } from '../provider.ts'

/** Why a registration failed: a SIP status such as `401`, or no answer at all. */
export type RegistrationFault = number | 'no answer'

/** Log lines of `res_pjsip_outbound_registration`, each with the address of record of its trunk. */
const SAID =
  /(?:response '(\d{3})'|(403) Forbidden fatal response|'(\d{3})' fatal response|(No response)) received from/
const ABOUT = /registration attempt to '(sip:[^']+)'/

export function readRegistrationFault(line: string): { clientUri: string; fault: RegistrationFault } | null {
  const said = SAID.exec(line)
  const clientUri = ABOUT.exec(line.slice(said?.index ?? 0))?.[1]
  if (!said || !clientUri) return null
  const status = said[1] ?? said[2] ?? said[3]
  return { clientUri, fault: status === undefined ? 'no answer' : Number(status) }
}

export function registrationStateOf(status: string | undefined, fault: RegistrationFault | undefined): TrunkState {
  if (status === 'Registered') return { kind: 'registered' }
  // A rejection whose reason is not in the log yet may be a wrong password as well as a lost connection.
  if (status !== 'Rejected' || fault === undefined) return { kind: 'starting' }
  if (fault === 'no answer') {
    return { kind: 'unreachable', reason: 'the registrar does not answer: check host, port and transport' }
  }
  const refusal = REFUSALS[fault]
  if (refusal) return { kind: 'refused', reason: `${refusal} (SIP ${fault})` }
  return { kind: 'unreachable', reason: `the registrar answers SIP ${fault}` }
}

/** SIP statuses of refusals that do not resolve by waiting. */
const REFUSALS: Readonly<Record<number, string>> = {
  401: 'the registrar refuses the user name or the password',
  403: 'the registrar refuses the user name or the password',
  407: 'the registrar refuses the user name or the password',
  404: 'the registrar does not know this user',
  423: 'the registrar does not accept the time of registration',
}
