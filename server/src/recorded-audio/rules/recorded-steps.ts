/** Finds the parts of a workflow that are played from recordings, and replaces their texts by the transcripts. */
import {
  greetingRecordingOf,
  sayRecordingOf,
  transitionRecordingOf,
  type WorkflowDefinition,
  type WorkflowEdge,
  type WorkflowNode,
} from '../../workflows/rules/definition.ts'

/** Every recording that the definition names, each once. */
export function referencedRecordings({ nodes, edges }: Pick<WorkflowDefinition, 'nodes' | 'edges'>): string[] {
  const named = [
    ...nodes.flatMap((node) => [greetingRecordingOf(node), sayRecordingOf(node)]),
    ...edges.map(transitionRecordingOf),
  ]
  return [...new Set(named.filter((id) => id !== null))]
}

/** Transcripts by recording id. If a recording is missing, the step's own text is used. */
export type Transcripts = ReadonlyMap<string, string>

export function withTranscripts(definition: WorkflowDefinition, transcripts: Transcripts): WorkflowDefinition {
  return {
    ...definition,
    nodes: definition.nodes.map((node) => withWordsOfNode(node, transcripts)),
    edges: definition.edges.map((edge) => withWordsOfEdge(edge, transcripts)),
  }
}

function withWordsOfNode(node: WorkflowNode, transcripts: Transcripts): WorkflowNode {
  const greeting = transcripts.get(greetingRecordingOf(node) ?? '')
  const say = transcripts.get(sayRecordingOf(node) ?? '')
  if (greeting === undefined && say === undefined) return node
  const words = { ...(greeting === undefined ? {} : { greeting }), ...(say === undefined ? {} : { say }) }
  return { ...node, data: { ...node.data, ...words } } as WorkflowNode
}

function withWordsOfEdge(edge: WorkflowEdge, transcripts: Transcripts): WorkflowEdge {
  const words = transcripts.get(transitionRecordingOf(edge) ?? '')
  return words === undefined ? edge : { ...edge, data: { ...edge.data, transition_speech: words } }
}
