import { relativeTime, shortMoment, utcTitle } from './time.ts'
import { useNow } from './use-now.ts'

/** A time in its own zone, with the exact UTC time as the tooltip. */
export function TimeText({ at, zone, ago = false }: { at: string; zone: string; ago?: boolean }) {
  const now = useNow(ago ? 10_000 : 60_000)
  return (
    <time dateTime={at} title={utcTitle(Date.parse(at))}>
      {shortMoment(Date.parse(at), zone, now)}
      {ago && `, ${relativeTime(Date.parse(at), now)}`}
    </time>
  )
}
