import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { wallClock } from '../ui/time.ts'
import { useNow } from '../ui/use-now.ts'
import { DAYS, SHORT_DAYS } from '../ui/weekdays.ts'
import { formWords as w } from '../words/forms.ts'
import {
  DAY_MINUTES,
  formatMinute,
  mergeSlots,
  openingWords,
  openMinutes,
  SLOT_STEP_MINUTES,
  type Slot,
  WEEKDAYS_9_TO_18,
} from './week.ts'

interface WeekGridProps {
  slots: readonly Slot[]
  zone: string
  onChange(slots: Slot[]): void
  disabled?: boolean
  /** The hours that the organization allows; other hours are shown striped. */
  allowed?: readonly Slot[] | null
}

const percent = (minute: number) => `${(minute / DAY_MINUTES) * 100}%`
const snap = (minute: number) =>
  Math.min(DAY_MINUTES, Math.max(0, Math.round(minute / SLOT_STEP_MINUTES) * SLOT_STEP_MINUTES))

/** A row per day: drag to draw a slot, drag an edge to move it. Every edge is also a slider for the arrow keys. */
export function WeekGrid({ slots, zone, onChange, disabled = false, allowed = null }: WeekGridProps) {
  const now = useNow(60_000)
  const monday = slots.filter((slot) => slot.day === 0)
  const hours = Math.round((openMinutes(slots) / 60) * 10) / 10
  return (
    <div>
      {!disabled && (
        <div className="row wrap mb-3">
          <button type="button" className="chip" onClick={() => onChange(WEEKDAYS_9_TO_18)}>
            {w.nineToSix}
          </button>
          <button
            type="button"
            className="chip"
            onClick={() => onChange(DAYS.flatMap((_, day) => monday.map((slot) => ({ ...slot, day }))))}
          >
            {w.copyMonday}
          </button>
          <button type="button" className="chip" onClick={() => onChange([])}>
            {w.clear}
          </button>
        </div>
      )}
      <fieldset className="week m-0 border-0 p-0" aria-label={w.callingHours}>
        {DAYS.map((name, day) => (
          <Lane key={name} {...{ name, day, slots, onChange, disabled, allowed }} now={wallClock(now, zone)} />
        ))}
        <span />
        <div className="axis" aria-hidden="true">
          {[0, 6, 12, 18, 24].map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </div>
      </fieldset>
      <p className="small soft mt-2" role="status">
        {w.hoursAWeek(hours)} {openingWords(slots, now, zone)}
      </p>
    </div>
  )
}

interface LaneProps {
  name: string
  day: number
  slots: readonly Slot[]
  now: { day: number; minute: number }
  onChange(slots: Slot[]): void
  disabled: boolean
  allowed: readonly Slot[] | null
}

function Lane({ name, day, slots, now, onChange, disabled, allowed }: LaneProps) {
  const lane = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<{ from: number; to: number } | null>(null)
  const minuteAt = (event: PointerEvent) => {
    const box = (lane.current as HTMLDivElement).getBoundingClientRect()
    return snap(((event.clientX - box.left) / box.width) * DAY_MINUTES)
  }
  const yesterday = slots.filter((slot) => slot.day === (day + 6) % 7 && slot.end > DAY_MINUTES)
  const replace = (index: number, slot: Slot) => onChange(slots.map((one, at) => (at === index ? slot : one)))
  const begin = (event: PointerEvent) => {
    if (disabled || event.target !== event.currentTarget || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const from = minuteAt(event)
    setDrawn({ from, to: from })
  }
  const end = () => {
    if (!drawn) return
    const [start, stop] = [Math.min(drawn.from, drawn.to), Math.max(drawn.from, drawn.to)]
    setDrawn(null)
    if (stop - start >= SLOT_STEP_MINUTES) onChange(mergeSlots([...slots, { day, start, end: stop }]))
  }
  return (
    <>
      <span>{SHORT_DAYS[day]}</span>
      <div className="lane-row">
        <div
          className={`lane ${disabled ? '' : 'drawable'}`}
          ref={lane}
          onPointerDown={begin}
          onPointerMove={(event) => drawn && setDrawn({ ...drawn, to: minuteAt(event) })}
          onPointerUp={end}
          onPointerCancel={() => setDrawn(null)}
        >
          {closedOn(allowed, day).map(({ start, end }) => (
            <i
              key={`rule ${start}`}
              className="rule-closed"
              title={w.rulesForbid}
              style={{ left: percent(start), width: percent(end - start) }}
            />
          ))}
          {yesterday.map((slot) => (
            <span key={slot.start} className="slot tail" style={{ left: 0, width: percent(slot.end - DAY_MINUTES) }}>
              <span />
              <span>{formatMinute(slot.end)}</span>
            </span>
          ))}
          {slots.map(
            (slot, index) =>
              slot.day === day && (
                <SlotBox
                  key={`${day}-${index}`}
                  {...{ name, slot, disabled, minuteAt }}
                  onChange={(changed) => replace(index, changed)}
                  onDone={() => onChange(mergeSlots(slots))}
                  onRemove={() => onChange(slots.filter((_, at) => at !== index))}
                />
              ),
          )}
          {drawn && (
            <span
              className="slot ghost-slot"
              style={{ left: percent(Math.min(drawn.from, drawn.to)), width: percent(Math.abs(drawn.to - drawn.from)) }}
            />
          )}
          {now.day === day && <i className="nowline" style={{ left: percent(now.minute) }} />}
        </div>
        {!disabled && (
          <Button
            kind="quiet"
            small
            icon="plus"
            aria-label={w.addHours(name)}
            onClick={() => onChange(mergeSlots([...slots, { day, start: 9 * 60, end: 18 * 60 }]))}
          />
        )}
      </div>
    </>
  )
}

/** The parts of a day that the organization's rule excludes. */
function closedOn(allowed: readonly Slot[] | null, day: number): { start: number; end: number }[] {
  if (!allowed) return []
  const open = mergeSlots(allowed.filter((slot) => slot.day === day))
  const edges = [0, ...open.flatMap(({ start, end }) => [start, Math.min(end, DAY_MINUTES)]), DAY_MINUTES]
  return Array.from({ length: edges.length / 2 }, (_, at) => ({
    start: edges[at * 2] as number,
    end: edges[at * 2 + 1] as number,
  })).filter(({ start, end }) => end > start)
}

interface SlotBoxProps {
  name: string
  slot: Slot
  disabled: boolean
  minuteAt(event: PointerEvent): number
  onChange(slot: Slot): void
  onDone(): void
  onRemove(): void
}

function SlotBox({ name, slot, disabled, minuteAt, onChange, onDone, onRemove }: SlotBoxProps) {
  const start = (minute: number) =>
    onChange({
      ...slot,
      start: Math.max(0, Math.min(minute, slot.end - SLOT_STEP_MINUTES, DAY_MINUTES - SLOT_STEP_MINUTES)),
    })
  const end = (minute: number) =>
    onChange({
      ...slot,
      end: Math.max(slot.start + SLOT_STEP_MINUTES, Math.min(minute, slot.start + DAY_MINUTES - SLOT_STEP_MINUTES)),
    })
  const edge = (which: 'start' | 'end') => {
    const value = slot[which]
    const move = which === 'start' ? start : end
    const onKeyDown = (event: KeyboardEvent) => {
      const by = {
        ArrowLeft: -SLOT_STEP_MINUTES,
        ArrowDown: -SLOT_STEP_MINUTES,
        ArrowRight: SLOT_STEP_MINUTES,
        ArrowUp: SLOT_STEP_MINUTES,
        PageDown: -60,
        PageUp: 60,
      }[event.key]
      if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
      else if (by === undefined) return
      else move(value + by)
      event.preventDefault()
    }
    return (
      <button
        type="button"
        role="slider"
        className={`edge ${which}`}
        aria-label={which === 'start' ? w.edgeOpens(name) : w.edgeCloses(name)}
        aria-valuemin={0}
        aria-valuemax={which === 'start' ? DAY_MINUTES : slot.start + DAY_MINUTES}
        aria-valuenow={value}
        aria-valuetext={formatMinute(value)}
        disabled={disabled}
        onKeyDown={onKeyDown}
        onBlur={onDone}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && move(minuteAt(event))}
      />
    )
  }
  return (
    <span
      className="slot"
      style={{ left: percent(slot.start), width: percent(Math.min(slot.end, DAY_MINUTES) - slot.start) }}
    >
      {edge('start')}
      <span>{formatMinute(slot.start)}</span>
      {!disabled && (
        <button
          type="button"
          className="gone"
          aria-label={w.removeHours(name, formatMinute(slot.start), formatMinute(slot.end))}
          onClick={onRemove}
        >
          ×
        </button>
      )}
      <span>{slot.end > DAY_MINUTES ? '→' : formatMinute(slot.end)}</span>
      {edge('end')}
    </span>
  )
}
