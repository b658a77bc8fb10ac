import { useCallback, useMemo, useState } from 'react'
import { workflowWords as w } from '../../../words/workflows.ts'
import { copiedText, type Pasted, pasteSteps, readCopied } from './clipboard.ts'
import {
  addExit,
  addStep,
  changeExit,
  type Definition,
  isSeparateStep,
  type NodeProperty,
  type NodeType,
  type Step,
} from './definition.ts'
import { arrangeSteps, hasOverlappingSteps } from './layout.ts'
import { useHistory } from './use-history.ts'
import { type Problem, useValidation } from './use-validation.ts'

export type Selection = { kind: 'step' | 'exit'; id: string } | null

/** The steps of a call so far, in order; while the call is live, the last one is the current step. */
export interface CallPath {
  steps: string[]
  live: boolean
}

const entry = (step: Step) => step.type === 'startCall'

/** The server's catalogue of steps and settings. */
export interface StepCatalogue {
  node_types: readonly NodeType[]
  settings_properties: readonly NodeProperty[]
  edge_properties: readonly NodeProperty[]
}

export function useEditor(stored: Definition, catalogue: StepCatalogue, version: number) {
  const { node_types: types, settings_properties: settingsProperties, edge_properties: edgeProperties } = catalogue
  const typeOf = useCallback((step: Step) => types.find(({ name }) => name === step.type), [types])
  const tidy = useCallback(
    (definition: Definition) => arrangeSteps(definition, entry, (step) => isSeparateStep(typeOf(step))),
    [typeOf],
  )
  // Overlapping steps are arranged immediately; this alone does not count as a change.
  const first = useMemo(() => (hasOverlappingSteps(stored) ? tidy(stored) : stored), [stored, tidy])
  const [saved, setSaved] = useState(first)
  const [baseVersion, rebase] = useState(version)
  const { value: definition, change, undo, redo } = useHistory(first)
  const [selection, select] = useState<Selection>(() => {
    const start = first.nodes.find(entry)
    return start ? { kind: 'step', id: start.id } : null
  })
  const [path, setPath] = useState<CallPath | null>(null)
  const { result, stale } = useValidation(definition)

  const problemsOf = useCallback(
    (id: string): Problem[] => {
      const own = new Set([id, ...definition.edges.filter(({ source }) => source === id).map((exit) => exit.id)])
      return result?.errors.filter((problem) => problem.id !== null && own.has(problem.id)) ?? []
    },
    [result, definition],
  )
  const markSaved = useCallback((kept: Definition, asVersion: number) => {
    setSaved(kept)
    rebase(asVersion)
  }, [])
  const connect = useCallback(
    (source: string, target: string, exitId: string | null) => {
      if (exitId !== null) return change((now) => changeExit(now, exitId, { target }))
      // The new exit is opened for naming: an exit without a name and phrases is never taken.
      const [next, id] = addExit(definition, source, target, w.newExit)
      change(next)
      select({ kind: 'exit', id })
    },
    [change, definition],
  )
  const add = useCallback(
    (type: NodeType) => {
      const right = Math.max(0, ...definition.nodes.map((step) => step.position?.x ?? 0))
      const below = Math.max(0, ...definition.nodes.map((step) => step.position?.y ?? 0)) + 160
      const [next, id] = addStep(definition, type, { x: isSeparateStep(type) ? 0 : right, y: below })
      change(next)
      select({ kind: 'step', id })
    },
    [definition, change],
  )
  const paste = useCallback(
    (text: string): Pasted | null => {
      const copied = readCopied(text)
      if (!copied) return null
      const pasted = pasteSteps(definition, copied, types)
      if (pasted.ids.length > 0) change(pasted.definition)
      return pasted
    },
    [definition, change, types],
  )
  const duplicate = useCallback(
    (id: string) => {
      const copy = paste(copiedText(definition, new Set([id])))?.ids[0]
      if (copy !== undefined) select({ kind: 'step', id: copy })
    },
    [definition, paste],
  )
  return useMemo(
    () => ({
      definition,
      change,
      undo,
      redo,
      types,
      settingsProperties,
      edgeProperties,
      typeOf,
      selection,
      select,
      connect,
      add,
      paste,
      duplicate,
      layOut: () => change(tidy),
      validation: result,
      validating: stale,
      problemsOf,
      path,
      setPath,
      dirty: definition !== saved,
      markSaved,
      /** The version that the changes are based on; the server refuses them if a newer one exists. */
      baseVersion,
      rebase,
    }),
    [
      definition,
      change,
      undo,
      redo,
      types,
      settingsProperties,
      edgeProperties,
      typeOf,
      selection,
      connect,
      add,
      paste,
      duplicate,
      tidy,
      result,
      stale,
      problemsOf,
      path,
      saved,
      markSaved,
      baseVersion,
    ],
  )
}

export type EditorState = ReturnType<typeof useEditor>
