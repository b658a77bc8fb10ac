/** Checks whether a definition can be saved: its outline, its fields, its graph. Reports all problems together. */
import { readDefinition, type WorkflowDefinition } from './definition.ts'
import { edgeErrors, edgeWarnings } from './edge-checks.ts'
import type { Fault } from './faults.ts'
import { toOwnNames } from './foreign-names.ts'
import { graphChecks } from './graph-checks.ts'
import { nodeChecks } from './node-checks.ts'
import {
  faultOfProblem,
  type LocatedProblem,
  type Problem,
  problemOfFault,
  withLocation,
  withoutLocation,
} from './problems.ts'
import { scriptProblems } from './script-problems.ts'
import { settingsChecks } from './settings-checks.ts'
import { unknownFields } from './unknown-fields.ts'

export interface Validation {
  is_valid: boolean
  errors: Problem[]
  warnings: Problem[]
}

export function validateDefinition(input: unknown): Validation {
  const steps = validationSteps(input)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * The same validation in steps. Each step is short also for the largest definition; a caller on the main thread lets other work
 * run in between.
 */
export function* validationSteps(input: unknown): Generator<void, Validation> {
  const { judged, ...read } = inspect(input)
  yield
  const errors = [...read.faults.map((fault) => problemOfFault(fault, input)), ...read.errors]
  const warnings = judged === null ? [] : yield* warningsOf(judged)
  const isTrusted = trustedOwner(read.faults)
  return {
    is_valid: errors.length === 0,
    errors: errors.map(withoutLocation),
    warnings: warnings.filter(isTrusted).map(withoutLocation),
  }
}

export type CheckedDefinition = { definition: WorkflowDefinition; faults: [] } | { definition: null; faults: Fault[] }

/** The errors alone, in the format of a 422: paths in the definition, pydantic's wording. */
export function checkDefinition(input: unknown): CheckedDefinition {
  const { definition, faults, errors } = inspect(input)
  const all = [...faults, ...errors.map(faultOfProblem)]
  if (definition !== null && all.length === 0) return { definition, faults: [] }
  return { definition: null, faults: all }
}

interface Inspection {
  definition: WorkflowDefinition | null
  /** What can be checked further: the definition, or what is left of it without its faulty fields. */
  judged: WorkflowDefinition | null
  faults: Fault[]
  errors: LocatedProblem[]
}

function inspect(input: unknown): Inspection {
  const read = readDefinition(toOwnNames(input))
  const { definition, faults } = read
  const judged = read.definition ?? read.remainder
  if (judged === null) return { definition: null, judged, faults, errors: [] }
  const own = [...nodeChecks(judged).errors, ...edgeErrors(judged)].filter(trustedOwner(faults))
  return { definition, judged, faults, errors: [...own, ...graphChecks(judged).errors, ...settingsChecks(judged)] }
}

function* warningsOf(judged: WorkflowDefinition): Generator<void, LocatedProblem[]> {
  const ofNodes = nodeChecks(judged).warnings
  yield
  const ofEdges = yield* edgeWarnings(judged)
  const ofGraph = graphChecks(judged).warnings
  yield
  const ofScript = scriptProblems(judged).map((problem) => withLocation(judged, problem))
  yield
  return [...ofNodes, ...ofEdges, ...ofGraph, ...ofScript, ...unknownFields(judged)]
}

/**
 * Whether a problem is reliable: an invalid field was removed before the other checks, so problems caused by its absence would
 * mislead.
 */
function trustedOwner(faults: readonly Fault[]): (problem: LocatedProblem) => boolean {
  const faulty = new Set(faults.map((fault) => fault.path.slice(0, 2).join('/')))
  return ({ path }) => (path[2] !== undefined && path[2] !== 'data') || !faulty.has(path.slice(0, 2).join('/'))
}
