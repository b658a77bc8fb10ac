import {
  Background,
  type Connection,
  type Edge,
  type NodeChange,
  type NodeSelectionChange,
  ReactFlow,
  ReactFlowProvider,
  useNodesInitialized,
  useNodesState,
  useReactFlow,
} from '@xyflow/react'
import './graph.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { workflowTraffic } from '../../../api/workflows.ts'
import { isTyping, useKey } from '../../../keys/use-key.ts'
import { Button } from '../../../ui/button.tsx'
import { useTheme } from '../../../ui/theme.ts'
import { toast } from '../../../ui/toast.tsx'
import { workflowWords as w } from '../../../words/workflows.ts'
import { copiedText } from './clipboard.ts'
import { exitsOf, isReserved, moveSteps, removeExit, removeStep, stepName } from './definition.ts'
import { NEW_EXIT, StepBox, type StepNode } from './step-node.tsx'
import type { EditorState } from './use-editor.ts'

const NODE_TYPES = { step: StepBox }

type Traffic = StepNode['data']['traffic']

/** Traffic of the last 30 days; null if there were no calls. */
function useTraffic(workflowId: number): Traffic {
  const { data } = useQuery(workflowTraffic(workflowId))
  return useMemo(() => (data && data.calls > 0 ? new Map(data.exits.map((exit) => [exit.edge, exit])) : null), [data])
}

interface GraphProps {
  editor: EditorState
  workflowId: number
}

export default function Graph({ editor, workflowId }: GraphProps) {
  return (
    <ReactFlowProvider>
      <Flow editor={editor} workflowId={workflowId} />
    </ReactFlowProvider>
  )
}

function litOf(path: EditorState['path'], id: string): '' | 'lit' | 'here' {
  if (!path?.steps.includes(id)) return ''
  return path.live && path.steps.at(-1) === id ? 'here' : 'lit'
}

function nodesOf(
  { definition, selection, typeOf, problemsOf, path }: EditorState,
  group: ReadonlySet<string>,
  traffic: Traffic,
): StepNode[] {
  return definition.nodes.map((step) => ({
    id: step.id,
    type: 'step',
    position: step.position ?? { x: 0, y: 0 },
    selected: group.size > 0 ? group.has(step.id) : selection?.kind === 'step' && selection.id === step.id,
    ariaLabel: `${typeOf(step)?.display_name ?? w.step}: ${stepName(step)}`,
    data: {
      step,
      type: typeOf(step),
      exits: exitsOf(definition, step.id),
      exitId: selection?.kind === 'exit' ? selection.id : null,
      problems: problemsOf(step.id),
      lit: litOf(path, step.id),
      traffic,
    },
  }))
}

/** Below this zoom, a step's words are too small to read and its ports too small to grab. */
const READABLE_ZOOM = 0.8
const OPENING_MARGIN = 36

/** A workflow that does not fit at a readable size opens at its start; *Fit* still shows all of it. */
function useReadableAtOpening({ nodes }: EditorState['definition']): void {
  const flow = useReactFlow()
  const isMeasured = useNodesInitialized()
  const isOpened = useRef(false)
  useEffect(() => {
    if (!isMeasured || isOpened.current) return
    isOpened.current = true
    if (flow.getZoom() >= READABLE_ZOOM) return
    const { x, y } = nodes.find(({ type }) => type === 'startCall')?.position ?? nodes[0]?.position ?? { x: 0, y: 0 }
    const place = (at: number) => OPENING_MARGIN - at * READABLE_ZOOM
    void flow.setViewport({ x: place(x), y: place(y), zoom: READABLE_ZOOM })
  }, [flow, isMeasured, nodes])
}

/** Maximum width of an edge in pixels; the width shows the share of calls that take it. */
const WIDEST = 6

function edgesOf({ definition, selection, path }: EditorState, traffic: Traffic): Edge[] {
  const gone = new Set(path?.steps.slice(1).map((to, index) => `${path.steps[index]} ${to}`))
  const name = (id: string) => stepName(definition.nodes.find((step) => step.id === id))
  return definition.edges.map((exit) => ({
    id: exit.id,
    source: exit.source,
    target: exit.target,
    sourceHandle: exit.id,
    ...(traffic?.has(exit.id) ? { style: { strokeWidth: 1 + (traffic.get(exit.id)?.share ?? 0) * (WIDEST - 1) } } : {}),
    selected: selection?.kind === 'exit' && selection.id === exit.id,
    className: `${isReserved(exit) ? 'aux' : ''} ${gone.has(`${exit.source} ${exit.target}`) ? 'gone-through' : ''}`,
    ariaLabel: w.fromTo(name(exit.source), name(exit.target)),
  }))
}

const NO_GROUP: ReadonlySet<string> = new Set()

/** Several selected steps are moved, copied and removed together. The inspector shows the one that was selected last. */
function useGroup({ selection, select }: EditorState) {
  const [group, setGroup] = useState(NO_GROUP)
  const stepId = selection?.kind === 'step' ? selection.id : null
  // Another step was selected elsewhere, for example in the outline or by a problem in the footer.
  if (group.size > 0 && (stepId === null || !group.has(stepId))) setGroup(NO_GROUP)
  const onSelection = (changes: readonly NodeSelectionChange[]) => {
    if (changes.length === 0) return
    const next = new Set(group.size > 0 ? group : stepId === null ? [] : [stepId])
    for (const { id, selected } of changes) if (selected) next.add(id)
    for (const { id, selected } of changes) if (!selected) next.delete(id)
    const last = changes.findLast(({ selected }) => selected)?.id ?? [...next].at(-1)
    setGroup(next.size > 1 ? next : NO_GROUP)
    if (last !== undefined && next.has(last)) select({ kind: 'step', id: last })
  }
  return { group, setGroup, onSelection }
}

/** Handles the browser's own copy and paste, except for selected text and input fields. */
function useClipboard(editor: EditorState, group: ReadonlySet<string>, setGroup: (ids: ReadonlySet<string>) => void) {
  const { definition, selection, select, paste } = editor
  useEffect(() => {
    const isElsewhere = ({ target }: Event) =>
      isTyping(target) || document.querySelector('[role=dialog], [role=menu]') !== null
    const onCopy = (event: ClipboardEvent) => {
      const ids = group.size > 0 ? group : new Set(selection?.kind === 'step' ? [selection.id] : [])
      if (ids.size === 0 || isElsewhere(event) || getSelection()?.isCollapsed === false) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', copiedText(definition, ids))
      toast(w.copiedSteps(ids.size))
    }
    const onPaste = (event: ClipboardEvent) => {
      if (isElsewhere(event)) return
      const pasted = paste(event.clipboardData?.getData('text/plain') ?? '')
      if (!pasted) return
      event.preventDefault()
      const [first] = pasted.ids
      if (first !== undefined) select({ kind: 'step', id: first })
      setGroup(pasted.ids.length > 1 ? new Set(pasted.ids) : NO_GROUP)
      if (pasted.leftOut.length > 0) toast(w.notPasted(pasted.leftOut.join(', ')), { tone: 'fault' })
    }
    document.addEventListener('copy', onCopy)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('paste', onPaste)
    }
  }, [definition, selection, select, paste, group, setGroup])
}

function Flow({ editor, workflowId }: GraphProps) {
  const { definition, change, select, connect } = editor
  const flow = useReactFlow()
  const traffic = useTraffic(workflowId)
  const { group, setGroup, onSelection } = useGroup(editor)
  useClipboard(editor, group, setGroup)
  const theme = useTheme()
  const wanted = useMemo(() => nodesOf(editor, group, traffic), [editor, group, traffic])
  const [nodes, setNodes, onNodesChange] = useNodesState<StepNode>(wanted)
  useEffect(() => {
    // Keeps measured sizes, because a step without a size is hidden until it is measured again.
    setNodes((before) => {
      const known = new Map(before.map((node) => [node.id, node]))
      return wanted.map((node) => ({ ...known.get(node.id), ...node }))
    })
  }, [wanted, setNodes])
  const edges = useMemo(() => edgesOf(editor, traffic), [editor, traffic])
  useReadableAtOpening(definition)
  const fit = () => void flow.fitView({ padding: 0.12, maxZoom: 1, duration: 200 })
  useKey('f', fit)
  useKey('l', () => {
    editor.layOut()
    requestAnimationFrame(fit)
  })
  const moved = (changes: NodeChange<StepNode>[]) => {
    // Selection is controlled here, because two controllers would trigger each other endlessly.
    onNodesChange(changes.filter(({ type }) => type !== 'select'))
    onSelection(changes.filter((one) => one.type === 'select'))
    const places = changes.flatMap((one) =>
      one.type === 'position' && one.position && one.dragging !== true ? [[one.id, one.position] as const] : [],
    )
    if (places.length > 0) change((now) => moveSteps(now, new Map(places)), `move ${places.map(([id]) => id).join()}`)
  }
  return (
    <div className="canvas">
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        colorMode={theme}
        fitView
        fitViewOptions={{ padding: 0.12, maxZoom: 1 }}
        minZoom={0.2}
        maxZoom={1.5}
        deleteKeyCode={['Delete', 'Backspace']}
        proOptions={{ hideAttribution: true }}
        onNodesChange={moved}
        onPaneClick={() => {
          setGroup(NO_GROUP)
          select(null)
        }}
        onEdgesChange={(changes) => {
          for (const one of changes) if (one.type === 'select' && one.selected) select({ kind: 'exit', id: one.id })
        }}
        onNodesDelete={(gone) => change((now) => gone.reduce((rest, { id }) => removeStep(rest, id), now))}
        onEdgesDelete={(gone) => change((now) => gone.reduce((rest, { id }) => removeExit(rest, id), now))}
        isValidConnection={({ source, target }) => source !== target}
        onConnect={({ source, target, sourceHandle }: Connection) =>
          connect(source, target, sourceHandle === NEW_EXIT ? null : sourceHandle)
        }
        ariaLabelConfig={{ 'node.a11yDescription.default': w.stepKeys }}
      >
        <Background gap={20} size={1} />
      </ReactFlow>
      <div className="zoom">
        <Button small icon="plus" aria-label={w.zoomIn} onClick={() => void flow.zoomIn()} />
        <Button small aria-label={w.zoomOut} onClick={() => void flow.zoomOut()}>
          −
        </Button>
        <Button small keys="f" onClick={fit}>
          {w.fit}
        </Button>
        <Button
          small
          keys="l"
          onClick={() => {
            editor.layOut()
            requestAnimationFrame(fit)
          }}
        >
          {w.tidy}
        </Button>
      </div>
      <p className="vh">{w.asList(definition.nodes.length)}</p>
    </div>
  )
}
