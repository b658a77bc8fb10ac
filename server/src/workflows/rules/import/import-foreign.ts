/** Converts agents of other programs to a workflow definition, with a list of the dropped parts. */
import { isObject } from '../foreign-names.ts'
import { unknownFields } from '../unknown-fields.ts'
import type { DroppedPart, ImportedWorkflow } from './definition-builder.ts'
import { importDograh } from './dograh.ts'
import { importRetell, isRetell } from './retell.ts'
import { importVapi } from './vapi.ts'

export const IMPORT_SOURCES = ['dograh', 'vapi', 'retell'] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]

const IMPORTERS: Readonly<Record<ImportSource, (given: Record<string, unknown>) => ImportedWorkflow>> = {
  dograh: importDograh,
  vapi: importVapi,
  retell: importRetell,
}

export type ForeignImport = ImportedWorkflow & { source: ImportSource }

/** Null if the format is not recognized. */
export function importForeign(given: unknown, source: ImportSource | null): ForeignImport | null {
  if (!isObject(given)) return null
  const kind = source ?? sourceOf(given)
  if (kind === null) return null
  const imported = IMPORTERS[kind](given)
  if (imported.definition.nodes.length === 0) return null
  const dropped = [...imported.dropped, ...withoutEffect(imported)]
  return { ...imported, dropped, source: kind }
}

function sourceOf(given: Record<string, unknown>): ImportSource | null {
  if (isRetell(given)) return 'retell'
  if (isObject(given.model) || 'firstMessage' in given) return 'vapi'
  const definition = given.workflow_definition ?? given.workflow_json ?? given
  if (!isObject(definition) || !Array.isArray(definition.nodes)) return null
  const edges = Array.isArray(definition.edges) ? definition.edges.filter(isObject) : []
  if (edges.some((edge) => 'from' in edge && 'to' in edge)) return 'vapi'
  return 'dograh'
}

/** Fields that were kept and have no effect here. */
function withoutEffect({ definition }: ImportedWorkflow): DroppedPart[] {
  const fields = unknownFields(definition).map(({ path, message }) => ({ path: path.join('.'), message }))
  const nodes = definition.nodes.flatMap(({ type }, index) =>
    type === 'trigger' || type === 'qa'
      ? [{ path: `nodes.${index}`, message: `A node of type ${type} is kept and has no effect here.` }]
      : [],
  )
  return [...nodes, ...fields]
}
