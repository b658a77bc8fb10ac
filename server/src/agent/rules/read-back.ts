/**
 * Reads back a spoken value before it is stored, and interprets the person's answer: "yes, Tuesday" repeats it, "no, Wednesday"
 * corrects it.
 */
import type { LanguagePack } from '../../language/packs/pack.ts'
import { readBackStatement } from '../../language/rules/read-back.ts'
import { readYesNo, type YesNo } from '../../language/rules/yes-no.ts'
import {
  type Collect,
  collectOf,
  mustReadBack,
  READ_BACK_KINDS,
  type WorkflowNode,
} from '../../workflows/rules/definition.ts'
import { parseTemplate } from '../../workflows/rules/templates.ts'
import { variableKey } from '../../workflows/rules/variable-names.ts'
import { collectValue, type DateReference } from './collect-values.ts'
import { type ProposedValue, WORKFLOW_WALK_LIMITS } from './walk-state.ts'

export interface ReadBackValue {
  collect: Collect
  value: string
}

/**
 * The value of this step among the proposed ones, if it has to be read back. A value that was confirmed before is not read back
 * again.
 */
export function valueToReadBack(
  node: WorkflowNode,
  values: readonly ProposedValue[],
  gathered: Readonly<Record<string, string>>,
  confidence: number,
): ReadBackValue | null {
  const collect = collectOf(node)
  const given = values.find(({ name }) => name === collect?.variable)
  if (collect === null || given === undefined || gathered[given.name] === given.value) return null
  return mustReadBack(collect) || isDoubtful(collect, confidence) ? { collect, value: given.value } : null
}

/** Whether a value is uncertain: digits and numbers are accepted as heard, unless the recognizer was unsure of them. */
function isDoubtful({ kind, sensitive, read_back: wanted }: Collect, confidence: number): boolean {
  if (sensitive || wanted === false || !READ_BACK_KINDS.includes(kind)) return false
  return confidence < WORKFLOW_WALK_LIMITS.sureConfidence
}

/** The whole question: the value, then the edge's own confirmation (`confirm` as written, `asked` as spoken) if it has one. */
export function readBackQuestion(
  { collect, value }: ReadBackValue,
  { confirm, asked }: { confirm: string; asked: string },
  pack: LanguagePack,
  now: Date,
): string {
  if (asked !== '' && namesVariable(confirm, collect.variable)) return asked
  const statement = readBackStatement(collect.kind, value, pack, now)
  if (statement === null) return asked
  return `${statement} ${asked || pack.sentences.readBack.question}`
}

function namesVariable(template: string, variable: string): boolean {
  return parseTemplate(template).parts.some(
    (part) => part.kind === 'variable' && variableKey(part.name) === variableKey(variable),
  )
}

/**
 * Whether the person repeats the value: "Yes, Tuesday the seventeenth" is a yes word followed only by the value that was read
 * back.
 */
export function isYesWithReadBackValue(
  text: string,
  { collect, value }: ReadBackValue,
  reference: DateReference,
): boolean {
  if (QUESTION_MARK.test(text)) return false
  const rest = behindFirstWord(text, 'yes', reference)
  return rest !== null && valueIn(rest, collect, reference) === value
}

/** The corrected value in words such as "No, Wednesday"; null if the words contain no other value. */
export function correctedValueIn(
  text: string,
  { collect, value }: ReadBackValue,
  reference: DateReference,
): string | null {
  if (QUESTION_MARK.test(text)) return null
  const rest = behindFirstWord(text, 'no', reference) ?? text
  const corrected = valueIn(rest, collect, reference) ?? valueIn(text, collect, reference)
  return corrected === value ? null : corrected
}

const QUESTION_MARK = /[?？؟]/u

/** The text after an initial yes or no; null if the words begin otherwise. */
function behindFirstWord(text: string, meaning: YesNo, { pack }: DateReference): string | null {
  const [, first = '', rest = ''] = /^[^\p{L}]*([\p{L}']+)[\s\p{P}]+(.+)$/su.exec(text) ?? []
  return first !== '' && readYesNo(first, pack) === meaning ? rest : null
}

function valueIn(text: string, collect: Collect, reference: DateReference): string | null {
  const value = text === '' ? null : collectValue(collect, { transcript: text }, reference)
  return value === null ? null : String(value)
}
