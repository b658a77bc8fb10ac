import { memo, type PointerEvent, useRef } from 'react'
import { clockDuration } from '../../ui/format.ts'
import { shared } from '../../words/shared.ts'
import type { WaveformFlag } from './call-story.ts'
import type { Peaks } from './use-recording.ts'

const WIDTH = 1000
const MIDDLE = 45
const TALLEST = 40

/** Bars as one path: a hundred times cheaper to draw than separate elements. */
function bars(peaks: readonly number[], up: boolean): string {
  const step = WIDTH / peaks.length
  const width = step * 0.7
  return peaks
    .map((peak, index) => {
      const height = Math.max(0.8, Math.sqrt(peak) * TALLEST)
      const x = (index * step).toFixed(1)
      const y = up ? MIDDLE - 1 - height : MIDDLE + 1
      return `M${x} ${y.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h-${width.toFixed(1)}z`
    })
    .join('')
}

const Shape = memo(function Shape({ peaks }: { peaks: Peaks }) {
  return (
    <>
      <path className="ag" d={bars(peaks.agent, true)} />
      <path className="pe" d={bars(peaks.person, false)} />
    </>
  )
})

/** An interval that yields about six or seven labels. */
function ticks(seconds: number): number[] {
  const step = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600].find((candidate) => seconds / candidate <= 7) ?? 600
  return Array.from({ length: Math.floor(seconds / step) + 1 }, (_, index) => index * step)
}

/** Chooses which flags get a label; a flag without space for one is only a line. */
function labelled(flags: readonly WaveformFlag[], seconds: number): (WaveformFlag & { left: number; says: boolean })[] {
  let free = 0
  return flags.map((flag) => {
    const left = (flag.at / seconds) * 100
    const says = left >= free && left < 88
    if (says) free = left + 3 + flag.label.length * 1.1
    return { ...flag, left, says }
  })
}

interface WaveformProps {
  peaks: Peaks
  at: number
  seconds: number
  flags: readonly WaveformFlag[]
  onSeek(to: number): void
}

export function Waveform({ peaks, at, seconds, flags, onSeek }: WaveformProps) {
  const box = useRef<HTMLDivElement>(null)
  const seekTo = (event: PointerEvent) => {
    const area = box.current?.getBoundingClientRect()
    if (area) onSeek(Math.min(1, Math.max(0, (event.clientX - area.left) / area.width)) * seconds)
  }
  const played = seconds > 0 ? Math.min(100, (at / seconds) * 100) : 0
  return (
    <div
      className="wave"
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={shared.placeInRecording}
      aria-valuemin={0}
      aria-valuemax={Math.round(seconds)}
      aria-valuenow={Math.round(at)}
      aria-valuetext={`${clockDuration(at)} of ${clockDuration(seconds)}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        seekTo(event)
      }}
      onPointerMove={(event) => event.buttons === 1 && seekTo(event)}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -2, ArrowRight: 2, PageDown: -10, PageUp: 10 }[event.key]
        const to = event.key === 'Home' ? 0 : event.key === 'End' ? seconds : by === undefined ? null : at + by
        if (to === null) return
        event.preventDefault()
        onSeek(Math.min(seconds, Math.max(0, to)))
      }}
    >
      <svg viewBox={`0 0 ${WIDTH} 90`} preserveAspectRatio="none" aria-hidden="true">
        <g className="un">
          <Shape peaks={peaks} />
        </g>
        <g style={{ clipPath: `inset(0 ${100 - played}% 0 0)` }} className="played">
          <rect width={WIDTH} height="90" fill="none" />
          <Shape peaks={peaks} />
        </g>
        <line className="mid" x1="0" x2={WIDTH} y1={MIDDLE} y2={MIDDLE} />
      </svg>
      {labelled(flags, seconds).map((flag, index) => (
        <i key={index} className="flag" style={{ left: `${flag.left}%` }} title={flag.label}>
          {flag.says && <b>{flag.label}</b>}
        </i>
      ))}
      <i className="head-line" style={{ left: `${played}%` }} />
      <div className="marks" aria-hidden="true">
        {ticks(seconds).map((tick) => (
          <span key={tick} style={{ left: `${(tick / seconds) * 100}%` }}>
            {clockDuration(tick)}
          </span>
        ))}
      </div>
    </div>
  )
}
