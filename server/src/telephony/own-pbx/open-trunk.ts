/** Opens a trunk of this node's Asterisk as an account: that of the provider `ari` with all settings filled in. */
import type { AccountContext, OpenTrunk, OwnPbxPort, SipTrunk, TrunkState } from '../provider.ts'
import { openAri } from '../providers/ari/account.ts'
import { type OwnPbx, waitForTrunkState } from './own-pbx.ts'

export function trunksOf(pbx: OwnPbx): OwnPbxPort {
  return {
    openTrunk(context: AccountContext, trunk: SipTrunk, dials: 'number' | 'digits'): OpenTrunk {
      const { endpoint, password } = pbx.ari
      const credentials = {
        ...context.credentials,
        ari_endpoint: endpoint,
        app_name: trunk.name,
        app_password: password,
        endpoint_template: `PJSIP/{${dials}}@${trunk.name}`,
      }
      // The Asterisk runs on this machine and belongs to this program, so the egress limits for tenants do not apply.
      const { socketOptions: _tenants, ...rest } = context
      const admission = admit(pbx, trunk, context.whyRefused?.(trunk.host))
      return {
        account: openAri({ ...rest, credentials, fetch: globalThis.fetch }),
        state: () => admission.refused() ?? pbx.stateOf(trunk.name),
        async settled(timeoutMs) {
          await admission.decided
          return admission.refused() ?? waitForTrunkState(pbx, trunk.name, context.clock, timeoutMs)
        },
        close: () => admission.end(),
      }
    },
  }
}

/** Adds a trunk only if tenants may reach its host, because Asterisk itself connects to any host. */
function admit(pbx: OwnPbx, trunk: SipTrunk, refusal: Promise<string | null> = Promise.resolve(null)) {
  let reason: string | null = null
  let state: 'undecided' | 'added' | 'ended' = 'undecided'
  const decided = refusal.then((why) => {
    reason = why
    if (why !== null || state === 'ended') return
    state = 'added'
    pbx.add(trunk)
  })
  return {
    decided,
    refused: (): TrunkState | null => (reason === null ? null : { kind: 'refused', reason }),
    end(): void {
      if (state === 'added') pbx.remove(trunk.name)
      state = 'ended'
    },
  }
}
