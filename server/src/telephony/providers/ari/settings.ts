import { CALL_SECONDS_MAX, numberField, textField } from '../../fields.ts'
import type { Credentials } from '../../provider.ts'

/** A configuration's credentials in the form that this provider uses. */
export interface AriSettings {
  /** Base address of the REST interface: `http(s)://host:port[/prefix]/ari`, without a slash at the end. */
  restBase: string
  /** Base address of websockets: `ws(s)://host:port[/prefix]`; below it are `/ari/events` and `/media/<id>`. */
  socketBase: string
  /** Login in ari.conf and name of the Stasis application that inbound calls enter. */
  appName: string
  password: string
  wsClientName: string
  /** `audiosocket`: Asterisk opens a plain TCP connection to this node, for versions without chan_websocket. */
  audioTransport: 'websocket' | 'audiosocket'
  outboundContext: string
  endpointTemplate: string
  amdContext: string
  /** Maximum duration of inbound calls; an outbound call has its own limit. */
  maxCallSeconds: number
}

export const DEFAULT_ENDPOINT_TEMPLATE = 'PJSIP/{number}'

export function readSettings(credentials: Credentials): AriSettings {
  const base = serverBase(textField(credentials, 'ari_endpoint'))
  return {
    restBase: `${base}/ari`,
    socketBase: base.replace(/^http/, 'ws'),
    appName: textField(credentials, 'app_name'),
    password: textField(credentials, 'app_password'),
    wsClientName: textField(credentials, 'ws_client_name').trim(),
    audioTransport: textField(credentials, 'audio_transport') === 'audiosocket' ? 'audiosocket' : 'websocket',
    outboundContext: textField(credentials, 'outbound_context').trim(),
    endpointTemplate: textField(credentials, 'endpoint_template').trim() || DEFAULT_ENDPOINT_TEMPLATE,
    amdContext: textField(credentials, 'amd_context').trim(),
    maxCallSeconds: numberField(credentials, 'max_call_seconds') || CALL_SECONDS_MAX.default,
  }
}

/** The server's address as an http(s) URL without the `/ari` that users often append; null if it is invalid. */
export function parseEndpoint(endpoint: string): URL | null {
  if (!URL.canParse(endpoint.trim())) return null
  const url = new URL(endpoint.trim())
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  if (url.username || url.password || url.search || url.hash) return null
  url.pathname = url.pathname.replace(/\/+$/, '').replace(/\/ari$/, '')
  return url
}

function serverBase(endpoint: string): string {
  const url = parseEndpoint(endpoint)
  // The configuration was validated before it was stored; an invalid address fails as unreachable.
  return url ? `${url.origin}${url.pathname.replace(/\/+$/, '')}` : 'http://ari.invalid'
}
