/** Whether a carrier can reach PUBLIC_URL, judged by the address alone. Pure. */
import { isAddress, kindOfAddress } from '../../kernel/egress-rules.ts'

const WHAT_TO_DO = 'Set PUBLIC_URL to the https address that leads here; docs/going-public.md shows how.'

/** Why carriers cannot call back, or null. `carrierUrls`: addresses of the carrier's API. */
export function publicUrlFault(publicUrl: string, carrierUrls: readonly string[]): string | null {
  // A carrier in the same private network, for example a simulator, may reach an address of that network.
  if (carrierUrls.length > 0 && carrierUrls.every((url) => !isPublicHost(hostOf(url)))) return null
  const host = hostOf(publicUrl)
  if (!isPublicHost(host)) return `Carriers cannot reach ${publicUrl}: it is an address of this network. ${WHAT_TO_DO}`
  if (!/^https:/i.test(publicUrl)) {
    return `Carriers carry audio over wss only, and PUBLIC_URL (${publicUrl}) is not https. ${WHAT_TO_DO}`
  }
  return null
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname
  } catch {
    return ''
  }
}

/** A name without a dot, or below one of these, exists only in a private network. */
function isPublicHost(host: string): boolean {
  if (isAddress(host)) return kindOfAddress(host) === 'public'
  return host.includes('.') && !/\.(localhost|local|internal|lan|home\.arpa)$/i.test(host)
}
