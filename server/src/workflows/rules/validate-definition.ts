/** Checks whether a definition can be saved: its outline, its fields, its graph. Reports all problems together. */
import { readDefinition, type WorkflowDefinition } from './definition.ts'
import { edgeChecks } from './edge-checks.ts'
import type { Fault } from './faults.ts'
import { toOwnNames } from './foreign-names.ts'
import { graphChecks } from './graph-checks.ts'
import { nodeChecks } from './node-checks.ts'
import {
  faultOfProblem,
  type LocatedProblem,
  type Problem,
  problemOfFault,
  type ValidationFindings,
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
  const { faults, errors, warnings } = inspect(input)
  const all = [...faults.map((fault) => problemOfFault(fault, input)), ...errors]
  return { is_valid: all.length === 0, errors: all.map(withoutLocation), warnings: warnings.map(withoutLocation) }
}

export type CheckedDefinition =
  | { definition: WorkflowDefinition; faults: []; warnings: Problem[] }
  | { definition: null; faults: Fault[]; warnings: Problem[] }

/** The same result in the format of a 422: paths in the definition, pydantic's wording. */
export function checkDefinition(input: unknown): CheckedDefinition {
  const { definition, faults, errors, warnings } = inspect(input)
  const all = [...faults, ...errors.map(faultOfProblem)]
  if (definition !== null && all.length === 0)
    return { definition, faults: [], warnings: warnings.map(withoutLocation) }
  return { definition: null, faults: all, warnings: warnings.map(withoutLocation) }
}

function inspect(input: unknown): ValidationFindings & { definition: WorkflowDefinition | null; faults: Fault[] } {
  const read = readDefinition(toOwnNames(input))
  const judged = read.definition ?? read.remainder
  if (judged === null) return { definition: null, faults: read.faults, errors: [], warnings: [] }
  const isTrusted = trustedOwner(read.faults)
  const own = [nodeChecks(judged), edgeChecks(judged)]
  const graph = graphChecks(judged)
  const script = scriptProblems(judged).map((problem) => withLocation(judged, problem))
  return {
    definition: read.definition,
    faults: read.faults,
    errors: [...own.flatMap((found) => found.errors).filter(isTrusted), ...graph.errors, ...settingsChecks(judged)],
    warnings: [
      ...own.flatMap((found) => found.warnings),
      ...graph.warnings,
      ...script,
      ...unknownFields(judged),
    ].filter(isTrusted),
  }
}

/**
 * Whether a problem is reliable: an invalid field was removed before the other checks, so problems caused by its absence would
 * mislead.
 */
function trustedOwner(faults: readonly Fault[]): (problem: LocatedProblem) => boolean {
  const faulty = new Set(faults.map((fault) => fault.path.slice(0, 2).join('/')))
  return ({ path }) => (path[2] !== undefined && path[2] !== 'data') || !faulty.has(path.slice(0, 2).join('/'))
}
