/** Checks the public address from outside: whether PUBLIC_URL leads to this server and lets websockets through. */
import { WebSocket } from 'ws'
import type { ProxySettings } from '../kernel/proxy-rules.ts'
import { operatorFetch, operatorSocketOptions } from '../kernel/tunnel.ts'
import { publicUrlFault } from '../telephony/rules/public-url.ts'
import { CARRIER_CALLBACK_PATH } from './callback-urls.ts'

/** A socket at this path sends this word and closes: a client that receives it has reached this server. */
export const PROBE_PATH = `${CARRIER_CALLBACK_PATH}/media/probe`
export const PROBE_ANSWER = 'outdial'
const TIMEOUT_MS = 5_000

export interface ProbeResult {
  ok: boolean
  message: string
}

const UPGRADE =
  'but does not let websockets through, so callers would hear silence: the proxy must pass the Upgrade headers (docs/going-public.md).'

/** Checks the address itself, unless such checks are off; then the connection through it. */
export async function checkCallbacks(
  { publicUrl, publicUrlCheck, proxies }: { publicUrl: string; publicUrlCheck: boolean; proxies: ProxySettings | null },
  carrierUrls: readonly string[],
): Promise<ProbeResult> {
  const fault = publicUrlCheck ? publicUrlFault(publicUrl, carrierUrls) : null
  return fault === null ? probePublicUrl(publicUrl, proxies) : { ok: false, message: fault }
}

async function probePublicUrl(publicUrl: string, proxies: ProxySettings | null): Promise<ProbeResult> {
  const web = await askHealth(publicUrl, operatorFetch(proxies))
  // Many routers do not route a public address back into its own network, so a failed check from this machine proves nothing.
  if (web === 'unreachable') {
    return { ok: true, message: `${publicUrl} could not be reached from this machine itself; try it from outside.` }
  }
  if (web !== 'ours') return { ok: false, message: `${publicUrl} does not lead to this program (${web}).` }
  if (!(await hearsProbe(publicUrl, proxies))) return { ok: false, message: `${publicUrl} leads here, ${UPGRADE}` }
  return { ok: true, message: `${publicUrl} leads here, websockets too.` }
}

async function askHealth(publicUrl: string, fetcher: typeof fetch): Promise<string> {
  try {
    const response = await fetcher(`${publicUrl}/api/v1/health`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const body: unknown = await response.json().catch(() => null)
    return response.status === 200 && body !== null ? 'ours' : `it answered ${response.status}`
  } catch (error) {
    const code = (error as { cause?: { code?: string } }).cause?.code
    return code === 'ENOTFOUND' ? 'there is no such name' : 'unreachable'
  }
}

function hearsProbe(publicUrl: string, proxies: ProxySettings | null): Promise<boolean> {
  return new Promise((resolve) => {
    const url = publicUrl.replace(/^http/, 'ws') + PROBE_PATH
    const socket = new WebSocket(url, { handshakeTimeout: TIMEOUT_MS, ...operatorSocketOptions(url, proxies) })
    const settle = (heard: boolean) => {
      resolve(heard)
      socket.terminate()
    }
    socket.on('message', (data) => settle(String(data) === PROBE_ANSWER))
    socket.on('close', () => settle(false))
    socket.on('unexpected-response', () => settle(false))
    socket.on('error', () => settle(false))
  })
}
