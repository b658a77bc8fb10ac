import type { AccountPool } from '../account-pool.ts'
import type { SyncResult } from '../provider.ts'
import type { InboundStep } from './rules/inbound-steps.ts'

/** A fixed message for the operator, because the text of an error may contain secrets of the account. */
const NOT_ASKED: SyncResult = {
  ok: false,
  message: 'The change is stored, but the carrier could not be updated. Check the configuration and its credentials.',
}

/** Updates the carrier after the commit. Null: nothing to do. Reports the first refusal, because that one has to be fixed. */
export async function syncInbound(
  accounts: Pick<AccountPool, 'get'>,
  configurationId: number,
  steps: readonly InboundStep[],
): Promise<SyncResult | null> {
  const results: SyncResult[] = []
  for (const step of steps) results.push(await tell(accounts, configurationId, step))
  return results.find((result) => !result.ok) ?? results.at(-1) ?? null
}

async function tell(
  accounts: Pick<AccountPool, 'get'>,
  configurationId: number,
  step: InboundStep,
): Promise<SyncResult> {
  try {
    const { account } = await accounts.get(configurationId)
    const { ok, message } = await account.bindInbound(step.address, step.bind)
    return { ok, message }
  } catch {
    return NOT_ASKED
  }
}
