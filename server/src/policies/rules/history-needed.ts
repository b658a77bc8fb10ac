/** How long the call attempts of a number are needed, in any zone: retention must keep them for the caps. */
import type { CompiledPolicy } from './merge.ts'
import { COOLDOWN_CAUSES, type CooldownCause } from './policy.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export interface HistoryNeeded {
  /** Period for caps and the minimum gap, which count every attempt. */
  attemptsMs: number
  /** Period for cooldowns, by the cause that started them; `POSITIVE_INFINITY`: forever. */
  afterMs: Readonly<Record<CooldownCause, number>>
}

export function historyNeeded(policies: readonly CompiledPolicy[]): HistoryNeeded {
  let attemptsMs = 0
  const afterMs = Object.fromEntries(COOLDOWN_CAUSES.map((cause) => [cause, 0])) as Record<CooldownCause, number>
  for (const { rules } of policies.flatMap(({ sources }) => sources)) {
    const { caps, least_gap_minutes: gap, cooldowns } = rules
    attemptsMs = Math.max(attemptsMs, (gap ?? 0) * MINUTE_MS, ...(caps ?? []).map(({ hours }) => hours * HOUR_MS))
    for (const { after, hours } of cooldowns ?? []) {
      afterMs[after] = Math.max(afterMs[after], hours === 'forever' ? Number.POSITIVE_INFINITY : hours * HOUR_MS)
    }
  }
  return { attemptsMs, afterMs }
}
