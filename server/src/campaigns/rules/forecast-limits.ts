/** How many dials concurrency limits, number limits and spend limits allow a campaign, as far as this can be predicted. Pure. */
import { localDate } from '../../costs/rules/spend-limits.ts'
import type { DialLimits } from './forecast-input.ts'

export interface LimitFacts {
  organizationSlots: number
  timeZone: string
  /** In millionths of the organization's currency; null: no limit. */
  maxSpendPerDay: number | null
  spentOn: string | null
  spentToday: number
  maxSpend: number | null
  spent: number
  spentCalls: number
  /** Other running campaigns. */
  others: { campaigns: number; slots: number }
  /** Active caller IDs of the configuration that are not resting. Null: at least one of them has no such limit. */
  numbers: { count: number; atOnce: number | null; perDay: number | null; usedToday: number }
  /** Totals of the last 30 days. */
  month: { calls: number; amount: number }
}

export interface ForecastLimits extends DialLimits {
  /** Maximum number of concurrent calls, besides the campaign's own setting. */
  slots: number
  /** The assumptions of the forecast as sentences for operators. */
  assumptions: string[]
}

export function forecastLimits(facts: LimitFacts, nowMs: number): ForecastLimits {
  const assumptions: string[] = []
  const daily: Array<{ zone: string; today: number; perDay: number }> = []
  const slots = slotsOf(facts, assumptions)
  const { count, perDay, usedToday } = facts.numbers
  if (count > 0 && perDay !== null) {
    daily.push({ zone: facts.timeZone, today: Math.max(0, perDay - usedToday), perDay })
    assumptions.push(`The caller numbers allow ${perDay} calls a day.`)
  }
  const cost = costPerCall(facts)
  const hasLimit = facts.maxSpend !== null || facts.maxSpendPerDay !== null
  if (hasLimit && cost === null)
    assumptions.push('No call has had a cost yet, so spend limits are not part of the forecast.')
  if (facts.maxSpendPerDay !== null && cost !== null) {
    const isToday = facts.spentOn === localDate(facts.timeZone, nowMs)
    const left = Math.max(0, facts.maxSpendPerDay - (isToday ? facts.spentToday : 0))
    const calls = Math.floor(facts.maxSpendPerDay / cost)
    daily.push({ zone: facts.timeZone, today: Math.floor(left / cost), perDay: calls })
    assumptions.push(`The spend limit of the day pays for ${calls} calls at the average cost so far.`)
  }
  let total: number | null = null
  if (facts.maxSpend !== null && cost !== null) {
    total = Math.max(0, Math.floor((facts.maxSpend - facts.spent) / cost))
    assumptions.push(`The spend limit of the campaign pays for ${total} more calls at the average cost so far.`)
  }
  return { slots, total, daily, assumptions }
}

/** Other running campaigns keep their slots, but never more than their fair share. */
function slotsOf({ organizationSlots, others, numbers }: LimitFacts, assumptions: string[]): number {
  const left = Math.max(organizationSlots - others.slots, Math.floor(organizationSlots / (others.campaigns + 1)), 1)
  if (others.campaigns > 0) {
    assumptions.push(
      `${others.campaigns} other running campaigns use their lines: ${left} of the organization's ${organizationSlots} are left.`,
    )
  }
  if (numbers.count === 0 || numbers.atOnce === null) return left
  assumptions.push(`The caller numbers allow ${numbers.atOnce} calls at the same time.`)
  return Math.min(left, numbers.atOnce)
}

/** Average cost of a call, from the campaign itself or from the organization; null: nothing was spent yet. */
function costPerCall({ spent, spentCalls, month }: LimitFacts): number | null {
  if (spent > 0 && spentCalls > 0) return spent / spentCalls
  return month.amount > 0 && month.calls > 0 ? month.amount / month.calls : null
}
