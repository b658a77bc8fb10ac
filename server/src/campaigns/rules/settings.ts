/** Retry, schedule and breaker settings in requests: bounds, defaults, and one notation for times. */
import { z } from 'zod'
import type { Breaker } from '../../dialer/rules/breaker.ts'
import type { Schedule } from '../../dialer/rules/calling-window.ts'
import type { RetryRules } from '../../dialer/rules/outcomes.ts'
import { REACHED_DAYS_MAX, REACHED_HOUR_WAIT_MS_MAX } from '../../dialer/rules/reached-hours.ts'
import { bool, customIssue, decimal, integer, optional } from '../../http/schemas.ts'

export const DEFAULT_RETRY: RetryRules = {
  enabled: true,
  max_retries: 2,
  retry_delay_seconds: 120,
  retry_on_busy: true,
  retry_on_no_answer: true,
  retry_on_voicemail: true,
}

export const DEFAULT_BREAKER: Breaker = {
  enabled: false,
  failure_threshold: 0.5,
  window_seconds: 120,
  min_calls_in_window: 5,
}

export const MAX_CONCURRENCY_DEFAULT = 10
const SLOTS_MAX = 100

const delay = () => integer({ minimum: 0, maximum: 604_800 })

export const retryInput = z.object({
  enabled: optional(bool()),
  max_retries: optional(integer({ minimum: 0, maximum: 10 })),
  retry_delay_seconds: optional(integer({ minimum: 0, maximum: 604_800 })),
  retry_on_busy: optional(bool()),
  retry_on_no_answer: optional(bool()),
  retry_on_voicemail: optional(bool()),
  retry_after_message: optional(bool()),
  retry_delays: optional(
    z.object({ busy: optional(delay()), no_answer: optional(delay()), voicemail: optional(delay()) }),
  ).meta({
    description: 'Seconds until the next attempt, by how the call ended; `retry_delay_seconds` where one is left out.',
  }),
  retry_other_time_of_day: optional(bool()).meta({
    description: 'The next attempt is at least three hours earlier or later by the clock than the last.',
  }),
  prefer_reached_hours: optional(bool()).meta({
    description: `A retry waits for an hour of the person’s day in which your organization reached the person before: in conversations of the last ${REACHED_DAYS_MAX} days, with the number or the \`person_id\`. It waits at most ${REACHED_HOUR_WAIT_MS_MAX / 3_600_000} hours longer than without this, and only for an hour within the calling hours and before \`not_after\`. A call-back that was asked for keeps its time.`,
  }),
})

export const breakerInput = z.object({
  enabled: optional(bool()),
  failure_threshold: optional(decimal({ minimum: 0, maximum: 1 })),
  window_seconds: optional(integer({ minimum: 1, maximum: 86_400 })),
  min_calls_in_window: optional(integer({ minimum: 1, maximum: 10_000 })),
})

const CLOCK_TIME = /^([01]?\d|2[0-3]):([0-5]\d)$/

export function clockTime(mayBeMidnight: boolean) {
  return z.string().transform((value, context) => {
    if (mayBeMidnight && value === '24:00') return value
    if (!CLOCK_TIME.test(value)) {
      const example = mayBeMidnight ? '09:00, or 24:00 for the end of the day' : '09:00'
      context.addIssue(
        customIssue('value_error', `Value error, write a time as HH:MM, such as ${example}`, { error: 'not a time' }),
      )
      return z.NEVER
    }
    return value.padStart(5, '0')
  })
}

const slotInput = z
  .object({
    day_of_week: integer({ minimum: 0, maximum: 6 }),
    start_time: clockTime(false),
    end_time: clockTime(true),
  })
  .superRefine((slot, context) => {
    if (slot.start_time !== slot.end_time) return
    const message = 'Value error, start and end must differ; for the whole day use 00:00 to 24:00'
    context.addIssue({ ...customIssue('value_error', message, { error: 'start equals end' }), path: ['end_time'] })
  })

export const timezone = z.string().transform((value, context) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return value
  } catch {
    const message = 'Value error, not a known time zone; write it as Europe/Berlin or UTC'
    context.addIssue(customIssue('value_error', message, { error: 'unknown time zone' }))
    return z.NEVER
  }
})

export const scheduleInput = z.object({
  enabled: optional(bool()),
  timezone: optional(timezone),
  slots: optional(z.array(slotInput).max(SLOTS_MAX)),
})

/** Sent fields override the base; fields in neither have their default. */
export function mergeRetry(base: RetryRules, sent: z.output<typeof retryInput> | undefined): RetryRules {
  return { ...base, ...defined(sent) }
}

export function mergeBreaker(base: Breaker, sent: z.output<typeof breakerInput> | undefined): Breaker {
  return { ...base, ...defined(sent) }
}

export function mergeSchedule(
  base: Schedule | null,
  sent: z.output<typeof scheduleInput> | undefined,
): Schedule | null {
  if (!sent) return base
  return { ...(base ?? { enabled: true, timezone: 'UTC', slots: [] }), ...defined(sent) }
}

function defined<T extends object>(sent: T | undefined): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(sent ?? {}).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> }
}

export const retryShape = z.object({
  enabled: z.boolean(),
  max_retries: z.int(),
  retry_delay_seconds: z.int(),
  retry_on_busy: z.boolean(),
  retry_on_no_answer: z.boolean(),
  retry_on_voicemail: z.boolean(),
  retry_after_message: z.boolean().optional(),
  retry_delays: z
    .object({ busy: z.int().optional(), no_answer: z.int().optional(), voicemail: z.int().optional() })
    .optional(),
  retry_other_time_of_day: z.boolean().optional(),
  prefer_reached_hours: z.boolean().optional(),
})

export const breakerShape = z.object({
  enabled: z.boolean(),
  failure_threshold: z.number(),
  window_seconds: z.int(),
  min_calls_in_window: z.int(),
})

export const scheduleShape = z.object({
  enabled: z.boolean(),
  timezone: z.string(),
  slots: z.array(z.object({ day_of_week: z.int(), start_time: z.string(), end_time: z.string() })),
})
