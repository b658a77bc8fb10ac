/** What counts as an answer to a step, for every brain: how many keys, and how long silence is tolerated. */
import type { DigitCount } from '../../language/rules/spoken-digits.ts'
import { type Collect, collectOf, type WorkflowNode, type WorkflowSettings } from '../../workflows/rules/definition.ts'
import { type Exits, keysOf } from '../../workflows/rules/exits.ts'
import { DIGITS_LENGTH_DEFAULT_MAX } from '../../workflows/rules/limits.ts'
import type { AnswerExpectation } from './turn.ts'
import { TURN_TAKING_LIMITS } from './turn-taking.ts'

/** Digits of a date: YYYYMMDD */
const DATE_DIGITS = 8

export function answerExpectationOf(
  node: WorkflowNode,
  ways: Exits,
  settings?: WorkflowSettings | null,
): AnswerExpectation {
  const collect = collectOf(node)
  const { patience_seconds: patience, end_of_turn_ms: endOfTurnMs } = settings ?? {}
  const noInputAfterMs = patience ? patience * 1000 : TURN_TAKING_LIMITS.noInputAfterMs
  // A spelled code is said with pauses, like free text.
  const kind = collect?.kind === 'code' ? 'text' : collect?.kind
  const answer = kind ?? (ways.choices.length > 0 ? 'choice' : 'open')
  const spokenDigits = collect?.kind === 'digits' ? digitCountOf(collect) : undefined
  const maxDigits = maxDigitsOf(node, ways)
  return { answer, maxDigits, spokenDigits, noInputAfterMs, ...(endOfTurnMs ? { endOfTurnMs } : {}) }
}

function digitCountOf({ exact_length: exact, max_length: most }: Collect): DigitCount {
  return exact ? { least: exact, most: exact } : { least: 1, most: most ?? DIGITS_LENGTH_DEFAULT_MAX }
}

/** Maximum number of keys; null: any number, until a pause or `#`. */
function maxDigitsOf(node: WorkflowNode, ways: Exits): number | null {
  const collect = collectOf(node)
  const collected = collect === null ? 0 : collectedDigits(collect)
  const most =
    collected === null ? null : Math.max(collected, ...ways.choices.flatMap(keysOf).map((keys) => keys.length))
  // The workflow defines no keys here, but a model may have asked for some in its own words.
  return most === 0 ? null : most
}

function collectedDigits(collect: Collect): number | null {
  switch (collect.kind) {
    case 'digits':
    case 'code':
      return collect.exact_length ?? collect.max_length ?? DIGITS_LENGTH_DEFAULT_MAX
    case 'yes_no':
      return 1
    case 'date':
      return DATE_DIGITS
    case 'number':
    case 'text':
      return null
  }
}
