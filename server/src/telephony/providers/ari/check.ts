/** Checks whether this PBX is usable, and says what is missing. */
import { succeeded, textAtPath } from '../../carrier-kit/http.ts'
import type { CheckResult } from '../../provider.ts'
import type { AriConnection } from './ari-connection.ts'
import { trunkOf } from './dial-string.ts'
import type { EventSocket } from './event-socket.ts'
import { AUDIOSOCKET_NOT_LISTENING } from './media-leg.ts'

export async function checkAsterisk(link: AriConnection, events: EventSocket): Promise<CheckResult> {
  const details: CheckResult['details'] = { connected: events.open, version: null }
  const faulty = (message: string): CheckResult => ({ ok: false, message, details })

  const info = await link.rest.ask('GET', 'asterisk/info')
  if (info.kind !== 'answered') return faulty(`Asterisk cannot be reached (${info.reason}).`)
  if (info.status === 401)
    return faulty('Asterisk refuses the login: check app_name and app_password against ari.conf.')
  if (!succeeded(info)) return faulty(`There is no ARI at this address (it answered ${info.status}).`)
  details.version = textAtPath(info.json, 'system.version')

  const overAudioSocket = link.settings.audioTransport === 'audiosocket'
  if (overAudioSocket && !link.context.audioSockets) return faulty(`${AUDIOSOCKET_NOT_LISTENING}.`)
  const overWebSocket = ['chan_websocket.so', ...(link.settings.wsClientName ? ['res_websocket_client.so'] : [])]
  for (const module of overAudioSocket ? ['chan_audiosocket.so'] : overWebSocket) {
    const answer = await link.rest.ask('GET', `asterisk/modules/${module}`)
    if (!succeeded(answer)) {
      return faulty(
        overAudioSocket
          ? `Asterisk has not loaded ${module}, which carries the audio. It comes with 18 and newer.`
          : `Asterisk has not loaded ${module}, which carries the audio. It comes with 20.16, 21.11, 22.6 and 23; older versions from 18 on can use audio_transport audiosocket.`,
      )
    }
  }
  const trunk = trunkOf(link.settings)
  if (trunk) {
    const answer = await link.rest.ask(
      'GET',
      `endpoints/${encodeURIComponent(trunk.technology)}/${encodeURIComponent(trunk.resource)}`,
    )
    if (!succeeded(answer)) return faulty(`Asterisk has no endpoint "${trunk.resource}": check endpoint_template.`)
    details.trunk = textAtPath(answer.json, 'state')
    if (details.trunk === 'offline') return faulty(`The trunk "${trunk.resource}" is offline.`)
  }
  if (!events.open) return faulty(`The events connection is not up: ${events.fault.reason}.`)
  return { ok: true, message: `Connected to Asterisk ${details.version ?? ''}`.trimEnd(), details }
}
