/** Remembers calling-window states, which are costly to compute, until they change. */
import { type Schedule, type WindowState, windowState } from './rules/calling-window.ts'

export type WindowStateCache = Map<string, WindowState & { sinceMs: number }>

const REMEMBERED_WINDOWS_MAX = 1000

export function rememberedWindow(
  memory: WindowStateCache,
  schedule: Schedule | null,
  nowMs: number,
  ringMs: number,
): WindowState {
  if (!schedule) return windowState(null, nowMs)
  const key = `${ringMs} ${JSON.stringify(schedule)}`
  return remembered(memory, key, nowMs, () => windowState(schedule, nowMs, ringMs))
}

export function remembered(
  memory: WindowStateCache,
  key: string,
  nowMs: number,
  compute: () => WindowState,
): WindowState {
  const known = memory.get(key)
  if (known && nowMs >= known.sinceMs && (known.changesAtMs === null || nowMs < known.changesAtMs)) return known
  const state = { ...compute(), sinceMs: nowMs }
  if (memory.size >= REMEMBERED_WINDOWS_MAX) memory.clear()
  memory.set(key, state)
  return state
}
