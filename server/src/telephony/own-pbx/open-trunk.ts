/** A trunk of our own Asterisk as an account: the one of provider `ari`, with all settings filled in. */
import type { AccountContext, OpenTrunk, OwnPbxPort, SipTrunk } from '../provider.ts'
import { openAri } from '../providers/ari/account.ts'
import { type OwnPbx, settledState } from './own-pbx.ts'

export function trunksOf(pbx: OwnPbx): OwnPbxPort {
  return {
    openTrunk(context: AccountContext, trunk: SipTrunk, dials: 'number' | 'digits'): OpenTrunk {
      pbx.add(trunk)
      const { endpoint, password } = pbx.ari
      const credentials = {
        ...context.credentials,
        ari_endpoint: endpoint,
        app_name: trunk.name,
        app_password: password,
        endpoint_template: `PJSIP/{${dials}}@${trunk.name}`,
      }
      // It is on this machine and ours: the egress limits for tenants do not apply.
      const { socketOptions: _tenants, ...rest } = context
      return {
        account: openAri({ ...rest, credentials, fetch: globalThis.fetch }),
        state: () => pbx.stateOf(trunk.name),
        settled: (timeoutMs) => settledState(pbx, trunk.name, context.clock, timeoutMs),
        close: () => pbx.remove(trunk.name),
      }
    },
  }
}
