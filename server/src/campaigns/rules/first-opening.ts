/** The first time at which several windows are open together. */
import type { WindowState } from '../../policies/rules/wall-clock.ts'

export const ALWAYS_OPEN: WindowState = { open: true, changesAtMs: null }

/**
 * Maximum number of search steps. Each step skips a time in which some window is closed; hours repeat weekly, packs change
 * yearly.
 */
const STEPS_MAX = 1000
const AHEAD_MS = 400 * 86_400_000

/**
 * `closed`: one of the windows does not open without intervention. `never`: each opens repeatedly, but never all at the same time
 * within a year.
 */
export function firstCommonOpening(
  windows: ReadonlyArray<(atMs: number) => WindowState>,
  nowMs: number,
): number | 'closed' | 'never' {
  let atMs = nowMs
  for (let step = 0; step < STEPS_MAX && atMs < nowMs + AHEAD_MS; step++) {
    const closed = windows.map((window) => window(atMs)).filter(({ open }) => !open)
    if (closed.length === 0) return atMs
    const opens = closed.map(({ changesAtMs }) => changesAtMs)
    if (opens.includes(null)) return 'closed'
    atMs = Math.max(...(opens as number[]))
  }
  return 'never'
}
