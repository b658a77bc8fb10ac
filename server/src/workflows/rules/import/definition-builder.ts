/** A definition under construction, with a list of the parts of the original that it cannot represent. */
import type { WorkflowDefinition, WorkflowEdge, WorkflowNode, WorkflowSettings } from '../definition.ts'
import { SETTINGS_PROPERTIES } from '../edge-properties.ts'
import { isObject } from '../foreign-names.ts'
import { PROMPT_LENGTH_MAX, SAY_LENGTH_MAX } from '../limits.ts'

export interface DroppedPart {
  /** Path of the part in the request. */
  path: string
  message: string
}

export interface ImportedWorkflow {
  name: string | null
  definition: WorkflowDefinition
  dropped: DroppedPart[]
}

const COLUMN_WIDTH = 340
const ROW_HEIGHT = 220
const COLUMNS = 4

export class DefinitionBuilder {
  readonly nodes: WorkflowNode[] = []
  readonly edges: WorkflowEdge[] = []
  readonly settings: WorkflowSettings = {}
  readonly dropped: DroppedPart[] = []

  drop(path: string, message: string): void {
    this.dropped.push({ path, message })
  }

  /** Lists as dropped each of these fields that has a value. */
  dropFilled(path: string, given: Record<string, unknown>, reasons: Readonly<Record<string, string>>): void {
    for (const [field, reason] of Object.entries(reasons))
      if (hasValue(given[field])) this.drop(joinPath(path, field), reason)
  }

  /** Lists as dropped each field that has a value and was not read. */
  dropUnread(path: string, given: Record<string, unknown>, read: readonly string[]): void {
    for (const [field, value] of Object.entries(given))
      if (!read.includes(field) && hasValue(value)) this.drop(joinPath(path, field), 'It has no counterpart here.')
  }

  node(node: { id: string; type: string; data: object }): void {
    const at = this.nodes.length
    const position = { x: (at % COLUMNS) * COLUMN_WIDTH, y: Math.floor(at / COLUMNS) * ROW_HEIGHT }
    this.nodes.push({ ...node, position } as WorkflowNode)
  }

  edge(source: string, target: string, data: WorkflowEdge['data']): void {
    this.edges.push({ id: `edge-${this.edges.length + 1}`, source, target, data })
  }

  /** Sets a number, within the limits of the setting. */
  number(setting: 'patience_seconds' | 'longest_call_seconds', value: unknown, path: string): void {
    if (typeof value !== 'number' || !Number.isFinite(value)) return
    const limits = SETTINGS_PROPERTIES.find(({ name }) => name === setting)
    const inside = Math.min(limits?.max_value ?? value, Math.max(limits?.min_value ?? value, Math.round(value)))
    this.settings[setting] = inside
    if (inside !== value) this.drop(path, `${value} is outside of our limits; it became ${inside}.`)
  }

  finish(name: unknown): ImportedWorkflow {
    const { nodes, edges, settings, dropped } = this
    const definition = { nodes, edges, ...(Object.keys(settings).length > 0 ? { settings } : {}) }
    return {
      name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 255) : null,
      definition,
      dropped,
    }
  }
}

export const joinPath = (path: string, field: string) => (path === '' ? field : `${path}.${field}`)

export function hasValue(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false
  if (Array.isArray(value)) return value.length > 0
  return !isObject(value) || Object.keys(value).length > 0
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
export const truncatePromptText = (value: unknown): string => textOf(value).slice(0, PROMPT_LENGTH_MAX)
export const truncateSayText = (value: unknown): string => textOf(value).slice(0, SAY_LENGTH_MAX)
export const objectOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})
export const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : []
