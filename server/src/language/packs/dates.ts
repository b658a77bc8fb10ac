/**
 * How days and times are said, as data. Every phrase is converted to a mark that is the same in all languages ("next" is
 * `NEXT`, "Friday" is `W5`); one grammar in `rules/spoken-dates.ts` reads the marks. Unlisted words are not understood.
 */

export interface DateWords {
  /** Names of weekdays, Monday first; alternatives are separated by `|`. */
  weekdays: readonly string[]
  months: readonly string[]
  /** Ordinals from first to thirty-first; missing ones are said as plain numbers. */
  ordinals: readonly string[]
  /** Phrases by their marks. */
  marks: Readonly<Record<string, string>>
  /** Phrases that have no meaning for the date. */
  noise: string
  /** Numbers of days that also mean one or two weeks, so that the step asks again: "dans quinze jours". */
  unclearDays: readonly number[]
  /** Whether 3/4 is the third of April. Null: ambiguous, unless one number is above twelve. */
  dayBeforeMonth: boolean | null
  /** Patterns over marks that are rewritten first. */
  rewrites: readonly (readonly [pattern: string, written: string])[]
}
