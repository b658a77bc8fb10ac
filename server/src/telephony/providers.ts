/** The list of carriers, in display order. A test compares it with the folders. */
import type { ProviderSpec } from './provider.ts'
import { ari } from './providers/ari/spec.ts'
import { cloudonix } from './providers/cloudonix/spec.ts'
import { exotel } from './providers/exotel/spec.ts'
import { plivo } from './providers/plivo/spec.ts'
import { signalwire } from './providers/signalwire/spec.ts'
import { simulator } from './providers/simulator/spec.ts'
import { sip } from './providers/sip/spec.ts'
import { telnyx } from './providers/telnyx/spec.ts'
import { twilio } from './providers/twilio/spec.ts'
import { vobiz } from './providers/vobiz/spec.ts'
import { vonage } from './providers/vonage/spec.ts'

const ALL: readonly ProviderSpec[] = [
  ari,
  cloudonix,
  exotel,
  plivo,
  signalwire,
  simulator,
  sip,
  telnyx,
  twilio,
  vobiz,
  vonage,
]

/** Field that a tenant must not set: the simulated carrier at that address would receive all data of the configuration. */
const REMOTE_FIELD = 'carrier_url'
const simulatorHere: ProviderSpec = {
  ...simulator,
  fields: simulator.fields.filter(({ name }) => name !== REMOTE_FIELD),
}

/** `remote`: the simulated carrier may run in another process; for tests. */
export function providersOf({
  simulated,
  remote = false,
}: {
  simulated: boolean
  remote?: boolean
}): ReadonlyMap<string, ProviderSpec> {
  const wanted = ALL.filter((spec) => simulated || spec !== simulator)
  return new Map(wanted.map((spec) => [spec.name, spec === simulator && !remote ? simulatorHere : spec]))
}
