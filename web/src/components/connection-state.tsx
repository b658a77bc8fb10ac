import { useConnection } from '../live/connection.ts'
import { reconnectNow } from '../live/stream.ts'
import { Button } from '../ui/button.tsx'
import { count, duration } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { timeOfDay, zoneName } from '../ui/time.ts'
import { useNow } from '../ui/use-now.ts'
import { frameWords as w } from '../words/frame.ts'
import { useOrganization } from './use-organization.ts'

/** The connection state in one line at the bottom of the navigation. */
export function ConnectionState() {
  const { face, heardAt } = useConnection()
  const zone = useOrganization().time_zone
  const now = useNow(10_000)
  const fresh = face === 'live' || face === 'connecting'
  const words = {
    connecting: w.connecting,
    live: w.isLive,
    reconnecting: w.reconnecting,
    lost: w.lost,
    'catching-up': w.catchingUp,
  }
  return (
    <div className="conn" role="status" title={w.lastWord(timeOfDay(heardAt, zone, true))}>
      <i className={`dot ${face === 'live' ? '' : 'off'}`} />
      <span className={fresh ? '' : 'warn'}>{words[face]}</span>
      <span className="mute ml-auto">
        {fresh ? `${timeOfDay(now, zone)} ${zoneName(zone)}` : w.asOf(timeOfDay(heardAt, zone, true))}
      </span>
    </div>
  )
}

/** A banner about a lost connection, shown only if the interruption is long enough to matter. */
export function ConnectionBanner() {
  const { face, heardAt, caught, behind } = useConnection()
  const now = useNow(1_000)
  if (face === 'lost')
    return (
      <div className="banner warn live-banner" role="status">
        <Icon name="alert" />
        <span>{w.noConnection(duration((now - heardAt) / 1000))}</span>
        <Button small onClick={reconnectNow}>
          {w.tryNow}
        </Button>
      </div>
    )
  if (face === 'catching-up')
    return (
      <div className="banner sunk live-banner" role="status">
        <Icon name="refresh" />
        <span>{w.catchingUpWith(count(caught), count(behind))}</span>
      </div>
    )
  return null
}
