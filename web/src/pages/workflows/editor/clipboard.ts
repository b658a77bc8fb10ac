/** Copied steps as text on the clipboard, so that they can be pasted into another workflow or browser tab. */
import {
  type Definition,
  type Exit,
  freeId,
  idsInUse,
  type NodeType,
  type Step,
  stepName,
  whyNotAddable,
} from './definition.ts'

interface CopiedSteps {
  nodes: Step[]
  edges: Exit[]
}

/** Field that identifies copied steps among other content of a clipboard. */
const FIELD = 'outdial_steps'

/** The selected steps as text, and the exits that lead from one of them to another. */
export function copiedText({ nodes, edges }: Definition, ids: ReadonlySet<string>): string {
  const copied: CopiedSteps = {
    nodes: nodes.filter(({ id }) => ids.has(id)),
    edges: edges.filter(({ source, target }) => ids.has(source) && ids.has(target)),
  }
  return JSON.stringify({ [FIELD]: copied }, null, 2)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isStep = (value: unknown): value is Step =>
  isObject(value) && typeof value.id === 'string' && typeof value.type === 'string' && isObject(value.data)

const isExit = (value: unknown): value is Exit =>
  isObject(value) &&
  typeof value.id === 'string' &&
  typeof value.source === 'string' &&
  typeof value.target === 'string' &&
  isObject(value.data)

/** Parses copied steps; null: the text contains none. */
export function readCopied(text: string): CopiedSteps | null {
  if (!text.includes(FIELD)) return null
  try {
    const copied: unknown = JSON.parse(text)?.[FIELD]
    if (!isObject(copied) || !Array.isArray(copied.nodes) || !Array.isArray(copied.edges)) return null
    return { nodes: copied.nodes.filter(isStep), edges: copied.edges.filter(isExit) }
  } catch {
    return null
  }
}

/** Offset of pasted steps from the originals in pixels, so that both are visible. */
const PASTED_BESIDE = 48

export interface Pasted {
  definition: Definition
  ids: string[]
  /** Names of steps that could not be added: their kind is unknown, or only one is allowed and exists already. */
  leftOut: string[]
}

export function pasteSteps(definition: Definition, copied: CopiedSteps, types: readonly NodeType[]): Pasted {
  let next = definition
  const idOf = new Map<string, string>()
  const leftOut: string[] = []
  for (const step of copied.nodes) {
    const type = types.find(({ name }) => name === step.type)
    if (!type || whyNotAddable(next, type) !== null) {
      leftOut.push(stepName(step))
      continue
    }
    const id = freeId(idsInUse(next), step.id)
    idOf.set(step.id, id)
    const name = freeId(
      next.nodes.map((one) => stepName(one)),
      stepName(step),
    )
    const at = step.position ?? { x: 0, y: 0 }
    const position = { x: at.x + PASTED_BESIDE, y: at.y + PASTED_BESIDE }
    next = { ...next, nodes: [...next.nodes, { ...step, id, position, data: { ...step.data, name } }] }
  }
  for (const exit of copied.edges) {
    const source = idOf.get(exit.source)
    const target = idOf.get(exit.target)
    if (source === undefined || target === undefined) continue
    next = { ...next, edges: [...next.edges, { ...exit, id: freeId(idsInUse(next), exit.id), source, target }] }
  }
  return { definition: next, ids: [...idOf.values()], leftOut }
}
