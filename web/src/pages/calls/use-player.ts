import { useCallback, useEffect, useRef, useState } from 'react'
import { useKey } from '../../keys/use-key.ts'
import { storedPreference, storePreference } from '../../ui/theme.ts'
import type { Peaks } from './use-recording.ts'

const QUIET = 0.015
/** Shorter pauses belong to speech and are not skipped. */
const PAUSE_SECONDS_MAX = 0.8

/** The position at which audio continues, if the silence here is long enough to skip; else null. */
export function endOfSilence({ agent, person, seconds }: Peaks, at: number): number | null {
  const each = seconds / agent.length
  const here = Math.floor(at / each)
  let next = here
  while (next < agent.length && (agent[next] ?? 0) < QUIET && (person[next] ?? 0) < QUIET) next += 1
  return (next - here) * each > PAUSE_SECONDS_MAX ? Math.max(at, next * each - 0.1) : null
}

export const SPEEDS = [1, 1.25, 1.5, 2]

/** Starts playback. Leaving the page meanwhile is not a fault; an unplayable file is reported by its `error` event. */
function startPlaying(element: HTMLAudioElement): void {
  element.play().catch(() => undefined)
}

export function usePlayer(peaks: Peaks | null) {
  const audio = useRef<HTMLAudioElement>(null)
  const [at, setAt] = useState(0)
  const [seconds, setSeconds] = useState(peaks?.seconds ?? 0)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState(Number(storedPreference('outdial-speed')) || 1)
  const [skips, setSkips] = useState(storedPreference('outdial-skip-silence') === 'on')

  useEffect(() => {
    if (audio.current) audio.current.playbackRate = speed
  }, [speed])
  useEffect(() => {
    if (!playing) return
    let frame = 0
    const look = () => {
      const element = audio.current
      if (element) {
        const jump = skips && peaks ? endOfSilence(peaks, element.currentTime) : null
        if (jump !== null) element.currentTime = jump
        setAt(element.currentTime)
      }
      frame = requestAnimationFrame(look)
    }
    frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [playing, skips, peaks])

  const toggle = useCallback(() => {
    const element = audio.current
    if (!element) return
    if (element.paused) startPlaying(element)
    else element.pause()
  }, [])
  const seek = useCallback((to: number, play = false) => {
    const element = audio.current
    if (!element) return
    element.currentTime = Math.max(0, to)
    setAt(element.currentTime)
    if (play) startPlaying(element)
  }, [])
  useKey(' ', toggle)

  return {
    audio,
    at,
    seconds: peaks?.seconds ?? seconds,
    playing,
    toggle,
    seek,
    speed,
    nextSpeed: () => {
      const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1
      setSpeed(next)
      storePreference('outdial-speed', String(next))
    },
    skips,
    toggleSkips: () => {
      setSkips(!skips)
      storePreference('outdial-skip-silence', skips ? 'off' : 'on')
    },
    events: {
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onEnded: () => setPlaying(false),
      onTimeUpdate: () => setAt(audio.current?.currentTime ?? 0),
      onLoadedMetadata: () => {
        const length = audio.current?.duration ?? 0
        if (Number.isFinite(length)) setSeconds(length)
        if (audio.current) audio.current.playbackRate = speed
      },
    },
  }
}

export type Player = ReturnType<typeof usePlayer>
