/** Why a contact was finished without a conversation: a text for each rule that `held_by` can name. */
import { exclusionWords as w } from '../words/left-out.ts'

export interface LeftOutWords {
  /** Text after "Not called: ". */
  title: string
  reason: string
}

const BY_RULE: Record<string, LeftOutWords> = w.rules

/** An unknown rule is shown by its code rather than explained wrongly. */
export function leftOutWords(rule: string | null): LeftOutWords {
  if (rule === null) return w.canceled
  return BY_RULE[rule] ?? { title: rule.replaceAll('_', ' '), reason: w.unknown(rule) }
}

const FORECAST: Record<string, string> = {
  suppressed: w.rules.suppressed.title,
  no_open_hours: w.noOpenHours,
  beyond_horizon: w.beyondHorizon,
}

/** The text for a forecast's reason: all but three reasons are rules. */
export const forecastLeftOut = (reason: string): string => FORECAST[reason] ?? leftOutWords(reason).title
