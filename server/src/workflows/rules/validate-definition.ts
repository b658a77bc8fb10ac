/** Checks whether a definition can be saved: its outline, its fields, its graph. Reports all problems together. */
import { readingSteps, type WorkflowDefinition } from './definition.ts'
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

export const validateDefinition = (input: unknown): Validation => inOne(validationSteps(input))

function inOne<T>(steps: Generator<void, T>): T {
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
  const { judged, ...read } = yield* inspectionSteps(input)
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
export const checkDefinition = (input: unknown): CheckedDefinition => inOne(checkingSteps(input))

/** The same in steps. */
export function* checkingSteps(input: unknown): Generator<void, CheckedDefinition> {
  const { definition, faults, errors } = yield* inspectionSteps(input)
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

function* inspectionSteps(input: unknown): Generator<void, Inspection> {
  const read = yield* readingSteps(toOwnNames(input))
  const { definition, faults } = read
  const judged = read.definition ?? read.remainder
  if (judged === null) return { definition: null, judged, faults, errors: [] }
  yield
  const ofNodes = nodeChecks(judged).errors
  yield
  const ofEdges = edgeErrors(judged)
  yield
  const own = [...ofNodes, ...ofEdges].filter(trustedOwner(faults))
  const ofGraph = graphChecks(judged).errors
  yield
  return { definition, judged, faults, errors: [...own, ...ofGraph, ...settingsChecks(judged)] }
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
