import { useEffect, useRef } from 'react'
import type { TranscriptLine } from '../../api/calls.ts'
import { clockDuration, tenthsOfSeconds } from '../../ui/format.ts'
import { callWords as w } from '../../words/call.ts'
import type { StoryRow } from './call-story.ts'

const SURE = 0.75

interface TranscriptProps {
  rows: readonly StoryRow[]
  person: string
  live: boolean
  /** Position in the recording; null if there is none. */
  at: number | null
  playing: boolean
  onPlay?: ((from: number) => void) | undefined
}

/** The row being played: the last one that has begun. */
function currentRow(rows: readonly StoryRow[], at: number | null): number {
  if (at === null || at === 0) return -1
  return rows.findLastIndex((row) => row.kind === 'say' && row.at <= at + 0.05)
}

export function Transcript({ rows, person, live, at, playing, onPlay }: TranscriptProps) {
  const current = currentRow(rows, at)
  const end = useRef<HTMLDivElement>(null)
  const lines = rows.length
  useEffect(() => {
    if (live && lines > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [live, lines])
  return (
    <section className="sheet pb-2" aria-label={w.transcript}>
      <header className="sh">
        <h2 className="strong">{w.transcript}</h2>
        <span className="small mute wide-only ml-auto">
          {onPlay ? w.clickLine : ''}
          {w.struck}
        </span>
      </header>
      {rows.map((row, index) =>
        row.kind === 'step' ? (
          <div className="step" key={index}>
            <b>{row.title}</b> {row.detail}
          </div>
        ) : (
          <Say
            key={index}
            row={row}
            person={person}
            on={index === current && (playing || at !== 0)}
            onPlay={onPlay && (() => onPlay(row.at))}
          />
        ),
      )}
      <div ref={end} />
    </section>
  )
}

interface SayProps {
  row: Extract<StoryRow, { kind: 'say' }>
  person: string
  on: boolean
  onPlay: (() => void) | undefined
}

function Say({ row: { at, line, gapMs }, person, on, onPlay }: SayProps) {
  const who = line.who === 'agent' ? w.agent : person
  const unsure = line.who === 'person' && line.confidence !== null && line.confidence < SURE
  const time = clockDuration(at)
  const heardIt = () => {
    // Selecting words to copy them must not start playback.
    if (String(document.getSelection() ?? '') === '') onPlay?.()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the time is the button; the words only lead to it
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      className={`say ${line.who === 'agent' ? 'ag' : 'pe'} ${on ? 'on' : ''} ${onPlay ? 'plays' : ''}`}
      aria-current={on || undefined}
      onClick={onPlay && heardIt}
    >
      {onPlay ? (
        <button
          type="button"
          className="as-text at"
          aria-label={w.playFrom(time, who)}
          onClick={(event) => {
            event.stopPropagation()
            onPlay()
          }}
        >
          {time}
        </button>
      ) : (
        <time>{time}</time>
      )}
      <span className="who">{who}</span>
      <p>
        <Words line={line} unsure={unsure} />
        {line.sources && <span className="small mute block">{w.from(line.sources.join('; '))}</span>}
      </p>
      <span className="gap" title={gapMs === null ? undefined : w.silence}>
        {gapMs !== null && `${tenthsOfSeconds(gapMs)} s`}
        {unsure && w.sure(Math.round((line.confidence ?? 0) * 100))}
      </span>
    </div>
  )
}

function Words({ line, unsure }: { line: TranscriptLine; unsure: boolean }) {
  if (unsure) return <mark title={w.sure(Math.round((line.confidence ?? 0) * 100))}>{line.text}</mark>
  if (line.heard === null || !line.text.startsWith(line.heard) || line.heard === line.text) return line.text
  return (
    <>
      {line.heard}
      <del title={w.notHeard}>{line.text.slice(line.heard.length)}</del>
    </>
  )
}
