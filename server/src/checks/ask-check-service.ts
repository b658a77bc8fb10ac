/** One request to the organization's service. Never throws for errors of the service. */
import { credentialHeaders } from '../credentials/use-credential.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import { exchange } from '../kernel/exchange.ts'
import { mergeHeaders } from '../kernel/merge-headers.ts'
import { parseJsonObject } from '../kernel/parse-json.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { NumberCheck, NumberCheckRule } from '../policies/rules/number-check.ts'
import type { Queries } from '../storage/database.ts'

const ANSWER_BYTES_MAX = 16 * 1024
const REASON_CHARACTERS_MAX = 200

export interface CheckServiceDeps {
  db: Queries
  clock: Clock
  secrets: Pick<SecretBox, 'open'>
  egress: Pick<Egress, 'of'>
}

export async function requestNumberChecks(
  { db, clock, secrets, egress }: CheckServiceDeps,
  organizationId: number,
  rule: NumberCheckRule,
  phoneNumber: string,
): Promise<NumberCheck> {
  const failed = (reason: string): NumberCheck => ({ verdict: 'failed', atMs: clock.now(), reason })
  const credential = await credentialHeaders({ db, secrets }, organizationId, rule.credential_uuid)
  if (credential.kind === 'unusable') return { verdict: 'not_sent', atMs: clock.now(), reason: credential.reason }
  const sent = await exchange(
    { egress: egress.of(organizationId), clock },
    {
      url: rule.url,
      method: 'POST',
      headers: mergeHeaders(credential.headers, { 'content-type': 'application/json', accept: 'application/json' }),
      body: JSON.stringify({ phone_number: phoneNumber }),
      timeoutMs: rule.timeout_ms,
      answerBytesMax: ANSWER_BYTES_MAX,
    },
  )
  if (sent.reason === 'forbidden_address') return { verdict: 'not_sent', atMs: clock.now(), reason: sent.message }
  if (!sent.ok) return failed(sent.message ?? `The number check answered with status ${sent.status}.`)
  const answer = parseCheckAnswer(sent.answer.toString('utf8'))
  if (answer === null) return failed('The answer of the number check has no "may_call" that is true or false.')
  return { verdict: answer.mayCall ? 'allowed' : 'barred', atMs: clock.now(), reason: answer.reason }
}

/** Parses the service's answer. Null: invalid. Only the values `true` and `false` are valid, not a text such as "false". */
export function parseCheckAnswer(text: string): { mayCall: boolean; reason: string | null } | null {
  const { may_call: mayCall, reason } = parseJsonObject(text) ?? {}
  if (typeof mayCall !== 'boolean') return null
  return { mayCall, reason: typeof reason === 'string' ? reason.slice(0, REASON_CHARACTERS_MAX) : null }
}
