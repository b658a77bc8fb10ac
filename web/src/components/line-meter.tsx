import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { count, plural } from '../ui/format.ts'
import { useLines } from './use-lines.ts'

/** Talking solid, ringing outlined, on every page. Without a known limit it is only a figure. */
export function LineMeter() {
  const { live, talking, lines } = useLines()
  const percent = (part: number) => `${Math.min(100, (part / (lines ?? 1)) * 100)}%`
  return (
    <Link
      className="meter"
      to={paths.overview}
      title={lines === null ? plural(live, 'live call') : `${count(live)} of ${count(lines)} lines in use`}
    >
      <span className="top">
        <span>
          <b>{count(live)}</b> {lines === null ? (live === 1 ? 'live call' : 'live calls') : `of ${count(lines)} lines`}
        </span>
        {lines !== null && <span className="wide-only">{count(lines - live)} free</span>}
      </span>
      {lines !== null && (
        <span className="track">
          {talking > 0 && <i style={{ width: percent(talking) }} />}
          {live > talking && <i className="ringing" style={{ width: percent(live - talking) }} />}
        </span>
      )}
    </Link>
  )
}
