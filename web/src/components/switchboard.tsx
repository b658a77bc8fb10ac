/** One tick per concurrent call. A call keeps its tick from dial to end; ticks never move. */
import { memo, useMemo, useRef } from 'react'
import type { Run } from '../api/campaigns.ts'
import { count } from '../ui/format.ts'
import { overviewWords as w } from '../words/overview.ts'

type Tick = 'talk' | 'ringing' | 'mail' | ''

export type LineCall = Pick<Run, 'id' | 'state'> & { machine?: string | null }

const tickOf = (call: LineCall): Tick => (call.state !== 'answered' ? 'ringing' : call.machine ? 'mail' : 'talk')

/** Assigns calls to ticks and keeps the assignment over renders: a new call takes the first free tick. */
function useSeats(calls: readonly LineCall[], lines: number): (LineCall | null)[] {
  const seats = useRef(new Map<number, number>())
  return useMemo(() => {
    const alive = new Set(calls.map(({ id }) => id))
    for (const [id] of seats.current) if (!alive.has(id)) seats.current.delete(id)
    const taken = new Set(seats.current.values())
    let free = 0
    for (const { id } of calls) {
      if (seats.current.has(id)) continue
      while (taken.has(free)) free++
      seats.current.set(id, free)
      taken.add(free)
    }
    const length = Math.max(lines, ...[...taken].map((seat) => seat + 1), 0)
    const row: (LineCall | null)[] = Array.from({ length }, () => null)
    for (const call of calls) row[seats.current.get(call.id) as number] = call
    return row
  }, [calls, lines])
}

export const Switchboard = memo(function Switchboard({
  calls,
  lines,
  note,
}: {
  calls: readonly LineCall[]
  lines: number
  note?: string
}) {
  const seats = useSeats(calls, lines)
  const ticks = seats.map((call) => (call ? tickOf(call) : ''))
  const number = (tick: Tick) => ticks.filter((one) => one === tick).length
  const parts: [Tick, string][] = [
    ['talk', w.ticks.talk],
    ['ringing', w.ticks.ringing],
    ['mail', w.ticks.mail],
    ['', w.ticks.free],
  ]
  const shown = parts.filter(([tick]) => tick === 'talk' || tick === 'ringing' || number(tick) > 0)
  const words = shown.map(([tick, word]) => `${count(number(tick))} ${word}`)
  return (
    <div className="board">
      <div className="ticks" role="img" aria-label={w.lines(count(seats.length), words.join(', '))}>
        {ticks.map((tick, at) => (
          <i key={at} className={tick} />
        ))}
      </div>
      <div className="legend">
        {shown.map(([tick, word]) => (
          <span key={word}>
            <i className={`tk ${tick}`} />
            {count(number(tick))} {word}
          </span>
        ))}
        {note && <span className="mute">{note}</span>}
      </div>
    </div>
  )
})
