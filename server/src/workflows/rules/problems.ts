/** Problems of a definition, for people (`Problem`) and for the 422 answer (`Fault`). */
import type { WorkflowDefinition } from './definition.ts'
import type { Fault } from './faults.ts'

export interface Problem {
  kind: 'node' | 'edge' | 'workflow'
  id: string | null
  field: string | null
  message: string
}

export interface LocatedProblem extends Problem {
  /** Path in the definition; unambiguous even if two nodes have the same id. */
  path: string[]
}

export interface ValidationFindings {
  errors: LocatedProblem[]
  warnings: LocatedProblem[]
}

export function nodeProblem(index: number, id: string, field: string | null, message: string): LocatedProblem {
  return { kind: 'node', id, field, message, path: pathOf('nodes', index, field) }
}

export function edgeProblem(index: number, id: string, field: string | null, message: string): LocatedProblem {
  return { kind: 'edge', id, field, message, path: pathOf('edges', index, field) }
}

export function workflowProblem(field: string | null, message: string): LocatedProblem {
  return { kind: 'workflow', id: null, field, message, path: field === null ? [] : [field] }
}

/** Fields beside `data` instead of in it. */
const OUTER_FIELDS = new Set(['id', 'type', 'position', 'source', 'target'])

function pathOf(list: string, index: number, field: string | null): string[] {
  const owner = [list, String(index)]
  if (field === null) return owner
  return OUTER_FIELDS.has(field) ? [...owner, field] : [...owner, 'data', ...field.split('.')]
}

/** Adds the path to a problem that was found by id. */
export function withLocation(definition: WorkflowDefinition, problem: Problem): LocatedProblem {
  if (problem.kind === 'workflow') return { ...problem, path: problem.field?.split('.') ?? [] }
  const list = problem.kind === 'node' ? 'nodes' : 'edges'
  const index = definition[list].findIndex((one) => one.id === problem.id)
  return { ...problem, path: pathOf(list, index, problem.field) }
}

export function withoutLocation({ kind, id, field, message }: LocatedProblem): Problem {
  return { kind, id, field, message }
}

export function faultOfProblem(problem: LocatedProblem): Fault {
  return {
    path: problem.path,
    message: problem.message,
    type: 'value_error',
    input: problem.id,
    ctx: { error: problem.message },
  }
}

/** Describes a fault of a field for people who know nodes and edges, not paths. */
export function problemOfFault(fault: Fault, input: unknown): LocatedProblem {
  const [list, index, ...rest] = fault.path
  const field = (rest[0] === 'data' ? rest.slice(1) : rest).join('.') || null
  if ((list !== 'nodes' && list !== 'edges') || index === undefined) {
    return {
      kind: 'workflow',
      id: null,
      field: fault.path.join('.') || null,
      message: sentence(fault),
      path: fault.path,
    }
  }
  const kind = list === 'nodes' ? 'node' : 'edge'
  return { kind, id: idAt(input, list, Number(index)), field, message: sentence(fault), path: fault.path }
}

function sentence(fault: Fault): string {
  const field = fault.path.at(-1) ?? 'definition'
  switch (fault.type) {
    case 'missing':
      return `${field} is missing.`
    case 'string_too_short':
      return `${field} is empty.`
    case 'string_too_long': {
      const length = typeof fault.input === 'string' ? fault.input.length.toLocaleString('en') : 'too many'
      return `${field} is too long: ${length} characters, at most ${Number(fault.ctx?.max_length).toLocaleString('en')}.`
    }
    case 'too_long':
      return `${field} has too many entries: ${fault.ctx?.actual_length}, at most ${fault.ctx?.max_length}.`
    default:
      return `${field}: ${fault.message}.`
  }
}

function idAt(input: unknown, list: 'nodes' | 'edges', index: number): string | null {
  const id = (input as Record<string, { id?: unknown }[]>)[list]?.[index]?.id
  return typeof id === 'string' ? id : null
}
