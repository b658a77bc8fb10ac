/**
 * The share of people who answered and heard no agent. TSR 310.4(b)(4) and 47 CFR 64.1200(a)(7): at most 3 % of the calls that
 * a person answers, per campaign over 30 days; a call is abandoned if no agent speaks within two seconds.
 */
export const ABANDONMENT_DAYS = 30
export const FIRST_AUDIO_MS_MAX = 2_000
export const WARN_PERCENT = 3
/** Minimum number of answered calls for a rate: with fewer, one abandoned call would already be a high rate. */
export const ANSWERED_MIN = 30

export interface AbandonmentCounts {
  /** Outbound calls that a person answered, including abandoned ones. */
  answered: number
  no_agent: number
  agent_failed: number
  late_audio: number
}

export interface Abandonment extends AbandonmentCounts {
  abandoned: number
  /** In percent, with two decimals; null: no person has answered. */
  rate_percent: number | null
}

export function abandonmentOf(counts: AbandonmentCounts): Abandonment {
  const abandoned = counts.no_agent + counts.agent_failed + counts.late_audio
  const rate = counts.answered === 0 ? null : Math.round((abandoned / counts.answered) * 10_000) / 100
  return { ...counts, abandoned, rate_percent: rate }
}

export interface AbandonmentLimits {
  warn_percent: number
  /** Rate at which the campaign is paused; null: it is never paused because of abandonment. */
  pause_percent: number | null
}

export const DEFAULT_LIMITS: AbandonmentLimits = { warn_percent: WARN_PERCENT, pause_percent: null }

/** Whether the rate requires a warning or a pause. */
export function judgeAbandonment(
  { answered, abandoned }: Pick<Abandonment, 'answered' | 'abandoned'>,
  { warn_percent, pause_percent }: AbandonmentLimits,
): 'pause' | 'warn' | null {
  if (answered < ANSWERED_MIN) return null
  const percent = (abandoned / answered) * 100
  if (pause_percent !== null && percent > pause_percent) return 'pause'
  return percent > warn_percent ? 'warn' : null
}
