/**
 * Finds numbers whose carrier has a different address than this server's: their inbound calls do not arrive, without any error
 * here.
 */
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../storage/database.ts'
import { boundNumbers, type StoredNumber } from './queries.ts'

export interface BindingDeps {
  db: Database
  inboundUrl(configurationId: number): string
  callsBack(provider: string): boolean
}

export function isStale(
  deps: Pick<BindingDeps, 'inboundUrl' | 'callsBack'>,
  number: Pick<StoredNumber, 'provider' | 'inbound_workflow_id' | 'inbound_url' | 'telephony_configuration_id'>,
): boolean {
  if (number.inbound_workflow_id === null || !deps.callsBack(number.provider)) return false
  return number.inbound_url !== deps.inboundUrl(number.telephony_configuration_id)
}

/** Warns at start-up, because PUBLIC_URL or the key may have changed since the carriers were configured. */
export async function warnStaleBindings(deps: BindingDeps & { log: Log; providers: readonly string[] }): Promise<void> {
  const bound = await boundNumbers(
    deps.db,
    deps.providers.filter((name) => deps.callsBack(name)),
  )
  const stale = bound.filter((number) => number.inbound_url !== deps.inboundUrl(number.telephony_configuration_id))
  if (stale.length === 0) return
  const configurations = [...new Set(stale.map((number) => number.telephony_configuration_id))]
  deps.log.warn(
    { numbers: stale.length, configurations },
    'the carrier sends inbound calls of these numbers to another address: sync them (POST …/phone-numbers/{id}/sync)',
  )
}
