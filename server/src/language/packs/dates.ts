/**
 * How days and hours are said, as data. Every phrase is turned into a mark that is the same in all languages ("next" is
 * `NEXT`, "Friday" is `W5`); one grammar in `rules/spoken-dates.ts` reads the marks. What is not listed was not understood.
 */

export interface DateWords {
  /** Monday first; other ways behind a `|`. */
  weekdays: readonly string[]
  months: readonly string[]
  /** First to thirty-first. Missing ones are said as plain numbers. */
  ordinals: readonly string[]
  /** Phrases by their marks. */
  marks: Readonly<Record<string, string>>
  /** Phrases that say nothing about the day. */
  noise: string
  /** Days that also stand for one or two weeks: "dans quinze jours". Asked again. */
  unclearDays: readonly number[]
  /** 3/4 is the third of April. Null: either, and only a day above twelve tells. */
  dayBeforeMonth: boolean | null
  /** Patterns over marks that are rewritten first. */
  rewrites: readonly (readonly [pattern: string, written: string])[]
}
