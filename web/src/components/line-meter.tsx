import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { count } from '../ui/format.ts'
import { useLines } from './use-lines.ts'

/** Talking solid, ringing outlined, on every page. */
export function LineMeter() {
  const { live, talking, lines } = useLines()
  const percent = (part: number) => `${Math.min(100, (part / Math.max(1, lines)) * 100)}%`
  return (
    <Link
      className="meter"
      to={paths.overview}
      title={`${count(live)} of ${count(lines)} lines in use: ${count(talking)} talking`}
    >
      <span className="top">
        <span>
          <b>{count(live)}</b> of {count(lines)} lines
        </span>
        <span className="wide-only">{count(Math.max(0, lines - live))} free</span>
      </span>
      <span className="track">
        {talking > 0 && <i style={{ width: percent(talking) }} />}
        {live > talking && <i className="ringing" style={{ width: percent(live - talking) }} />}
      </span>
    </Link>
  )
}
