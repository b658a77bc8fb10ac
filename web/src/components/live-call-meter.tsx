import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { count } from '../ui/format.ts'
import { frameWords as w } from '../words/frame.ts'
import { useLineUsage } from './use-line-usage.ts'

/** Live calls, shown on every page: calls in conversation are solid, ringing ones outlined. */
export function LiveCallMeter() {
  const { live, talking, lines } = useLineUsage()
  const percent = (part: number) => `${Math.min(100, (part / Math.max(1, lines)) * 100)}%`
  return (
    <Link className="meter" to={paths.overview} title={w.linesInUse(count(live), count(lines), count(talking))}>
      <span className="top">
        <span>
          <b>{count(live)}</b> {w.ofLines(count(lines))}
        </span>
        <span className="wide-only">{w.free(count(Math.max(0, lines - live)))}</span>
      </span>
      <span className="track">
        {talking > 0 && <i style={{ width: percent(talking) }} />}
        {live > talking && <i className="ringing" style={{ width: percent(live - talking) }} />}
      </span>
    </Link>
  )
}
