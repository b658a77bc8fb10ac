/** Looks at our own front door from outside in: does PUBLIC_URL lead here, and does it let websockets through? */
import { WebSocket } from 'ws'
import type { ProxySettings } from '../kernel/proxy-rules.ts'
import { operatorFetch, operatorSocketOptions } from '../kernel/tunnel.ts'
import { publicUrlFault } from '../telephony/rules/public-url.ts'
import { HOOK_BASE } from './callback-urls.ts'

/** The path of a socket that says this word and closes: whoever hears it has come through to us. */
export const PROBE_PATH = `${HOOK_BASE}/media/probe`
export const PROBE_WORD = 'outdial'
const TIMEOUT_MS = 5_000

export interface Probe {
  ok: boolean
  message: string
}

const UPGRADE =
  'but does not let websockets through, so callers would hear silence: the proxy must pass the Upgrade headers (docs/going-public.md).'

/** The address itself, unless nobody looks at it; then the way through it. */
export async function checkCallbacks(
  { publicUrl, publicUrlCheck, proxies }: { publicUrl: string; publicUrlCheck: boolean; proxies: ProxySettings | null },
  carrierUrls: readonly string[],
): Promise<Probe> {
  const fault = publicUrlCheck ? publicUrlFault(publicUrl, carrierUrls) : null
  return fault === null ? probePublicUrl(publicUrl, proxies) : { ok: false, message: fault }
}

async function probePublicUrl(publicUrl: string, proxies: ProxySettings | null): Promise<Probe> {
  const web = await askHealth(publicUrl, operatorFetch(proxies))
  // Many routers do not lead an address back to the network it belongs to: from here nothing can be said.
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
    socket.on('message', (data) => settle(String(data) === PROBE_WORD))
    socket.on('close', () => settle(false))
    socket.on('unexpected-response', () => settle(false))
    socket.on('error', () => settle(false))
  })
}
