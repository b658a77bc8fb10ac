import type { CSSProperties } from 'react'
import type { AnswerRates } from '../api/statistics.ts'
import { count } from '../ui/format.ts'
import { DAYS, SHORT_DAYS } from '../ui/weekdays.ts'
import { overviewWords as w } from '../words/overview.ts'

/** Minimum number of calls: with fewer, the rate of an hour is not meaningful. */
const ENOUGH = 30
const COLOURS = 6
/** Minimum range of rates for the whole color scale: rates that differ by less look almost alike. */
const SPREAD_MIN = 0.1

type Cell = AnswerRates['cells'][number]

const percent = (cell: Cell) => Math.round((cell.share ?? 0) * 100)

/** Index of the color for a rate, scaled between the lowest and the highest one: rates from 10 to 25 % use all colors too. */
export function heatColourIndex(share: number, lowest: number, highest: number): number {
  const spread = Math.max(SPREAD_MIN, highest - lowest)
  return Math.max(0, Math.min(COLOURS - 1, Math.floor(((share - lowest) / spread) * COLOURS)))
}

/** Answer rate by weekday and hour. Each cell shows its number; the best is outlined, and hours with few calls are empty. */
export function HeatMap({ rates }: { rates: AnswerRates }) {
  const known = new Map(rates.cells.map((cell) => [`${cell.day_of_week} ${cell.hour}`, cell]))
  const enough = rates.cells.filter((cell) => cell.calls >= ENOUGH)
  if (enough.length === 0)
    return <p className="mute">{w.tooFew(ENOUGH, count(rates.cells.reduce((sum, cell) => sum + cell.calls, 0)))}</p>
  const hours = rates.cells.map(({ hour }) => hour)
  const shownHours = hoursAround(Math.min(...hours), Math.max(...hours))
  const days = DAYS.map((name, day) => ({ name, day })).filter(
    ({ day }) => day < 5 || rates.cells.some((cell) => cell.day_of_week === day),
  )
  const best = enough.reduce((winner, cell) => ((cell.share ?? 0) > (winner.share ?? 0) ? cell : winner))
  const worst = enough.reduce((loser, cell) => ((cell.share ?? 0) < (loser.share ?? 0) ? cell : loser))
  const words = (cell: Cell) => w.rateOf(DAYS[cell.day_of_week] ?? '', cell.hour, percent(cell))
  return (
    <>
      <table className="heat" style={{ '--hours': shownHours.length } as CSSProperties} aria-label={w.shareByHour}>
        <thead className="contents">
          <tr className="contents">
            <td />
            {shownHours.map((hour) => (
              <th key={hour} scope="col" className="h">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="contents">
          {days.map(({ name, day }) => (
            <tr key={name} className="contents">
              <th scope="row" className="d">
                {SHORT_DAYS[day]}
              </th>
              {shownHours.map((hour) => (
                <HeatCell key={hour} cell={known.get(`${day} ${hour}`)} best={best} worst={worst} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small mute mt-2">
        {w.best(words(best))}
        {best !== worst && w.lowest(words(worst))}
      </p>
    </>
  )
}

/** Minimum number of hours that are drawn. */
const HOURS_MIN = 9

function hoursAround(first: number, last: number): number[] {
  const missing = Math.max(0, HOURS_MIN - (last - first + 1))
  const from = Math.max(0, Math.min(first - Math.floor(missing / 2), 24 - HOURS_MIN))
  return Array.from({ length: Math.max(HOURS_MIN, last - from + 1) }, (_, at) => from + at)
}

function HeatCell({ cell, best, worst }: { cell: Cell | undefined; best: Cell; worst: Cell }) {
  if (!cell || cell.calls < ENOUGH) return <td className="cell none" title={w.tooFewHere} />
  const step = heatColourIndex(cell.share ?? 0, worst.share ?? 0, best.share ?? 0)
  return (
    <td
      className={`cell v${step} ${cell === best ? 'best' : ''}`}
      title={w.answeredOf(percent(cell), count(cell.calls))}
    >
      {percent(cell)}
    </td>
  )
}
