/**
 * A workflow definition: the JSON that clients exchange, as types and as schema, parsed with all its faults together. Unknown
 * fields are kept, `null` equals absent, and options of the whole workflow are in `settings`.
 */
import { z } from 'zod'
import type { Pronunciation } from '../../language/rules/spoken-form.ts'
import { EDGE_PROPERTIES, SETTINGS_PROPERTIES } from './edge-properties.ts'
import { type Fault, faultOf } from './faults.ts'
import { DELAYED_START_DEFAULT_SECONDS, EDGES_MAX, NODES_MAX } from './limits.ts'
import { NODE_TYPE_NAMES, NODE_TYPES, type NodeType } from './node-types.ts'
import { schemaOfProperties } from './properties.ts'

type Maybe<T> = T | null | undefined

export type CollectKind = 'digits' | 'code' | 'yes_no' | 'number' | 'date' | 'text'

export interface Collect {
  variable: string
  kind: CollectKind
  max_length?: Maybe<number>
  exact_length?: Maybe<number>
  /** The value is used in the conversation but stored nowhere. */
  sensitive?: Maybe<boolean>
  /** Whether a spoken value is read back and confirmed before it is stored; by default dates and codes are. */
  read_back?: Maybe<boolean>
}

export interface Extract {
  name: string
  type?: Maybe<'string' | 'number' | 'boolean'>
  prompt?: Maybe<string>
}

interface NamedData {
  name?: Maybe<string>
  prompt?: Maybe<string>
}

interface SpokenData extends NamedData {
  say?: Maybe<string>
  /** Recording that is played instead of `say`. */
  say_recording_id?: Maybe<string>
}

/** Fields of other clients of this API: what a model has to extract, and whether the global prompt applies to this step. */
interface PromptedData extends SpokenData {
  add_global_prompt?: Maybe<boolean>
  allow_interrupt?: Maybe<boolean>
  extract?: Maybe<Extract[]>
  extraction_enabled?: Maybe<boolean>
  extraction_prompt?: Maybe<string>
  extraction_variables?: Maybe<Extract[]>
}

/** Tools that a model can call at this step, by uuid. */
interface ToolData {
  tool_uuids?: Maybe<string[]>
  /** Documents that a model can look things up in at this step. */
  document_uuids?: Maybe<string[]>
  /** Names of the tools that may be used at this step, by the uuid of their MCP server. */
  mcp_tool_filters?: unknown
}

interface KeyedData extends PromptedData {
  /** DTMF keys that are sent on reaching this step. */
  send_keys?: Maybe<string>
}

export interface EndCallData extends KeyedData {
  /** Puts the number on the do-not-call list. */
  do_not_call?: Maybe<boolean>
  /** When the person is called back: a date and time, usually `{{variable}}` of a step that collects one. */
  call_back?: Maybe<string>
}

export interface AgentNodeData extends KeyedData, ToolData {
  collect?: Maybe<Collect>
  /** Text that replaces `say` when the question is repeated. */
  say_again?: Maybe<string>
}

export interface StartCallData extends AgentNodeData {
  greeting?: Maybe<string>
  greeting_type?: Maybe<'text' | 'audio'>
  /** Recording that is played instead of `greeting` if `greeting_type` is `audio`. */
  greeting_recording_id?: Maybe<string>
  pre_call_fetch_mode?: Maybe<'disabled' | 'always' | 'inbound' | 'outbound'>
  pre_call_fetch_enabled?: Maybe<boolean>
  pre_call_fetch_url?: Maybe<string>
  pre_call_fetch_credential_uuid?: Maybe<string>
  delayed_start?: Maybe<boolean>
  /** Delay in seconds. */
  delayed_start_duration?: Maybe<number>
}

export interface GlobalNodeData extends NamedData {
  prompt: string
}

export interface TransferData extends SpokenData {
  destination: string
  /** Announcement to the transfer target before the calls are joined; if left out, the gathered values and words. */
  announce?: Maybe<string>
  /** DTMF keys for the target's own menu when it answers; `w` and `,` are pauses. */
  keys?: Maybe<string>
  /** How long the target may ring, in seconds; if left out, the ring time of the configuration. */
  ring_seconds?: Maybe<number>
  /** A language model may transfer people at every step, if they insist on a human. */
  from_anywhere?: Maybe<boolean>
}

/** Calls a tool and continues by its outcome. */
export interface HttpStepData extends Pick<NamedData, 'name'> {
  tool_uuid: string
  /** Sentence spoken while the person waits. */
  say?: Maybe<string>
  arguments?: unknown
}

export interface WebhookData extends Pick<NamedData, 'name'> {
  enabled?: Maybe<boolean>
  url: string
  method?: Maybe<'POST' | 'PUT' | 'PATCH'>
  only_answered?: Maybe<boolean>
  headers?: unknown
  payload?: unknown
}

/** A node without effect in this program, kept for other programs. */
export interface UnsupportedNodeData extends Pick<NamedData, 'name'> {
  enabled?: Maybe<boolean>
}

export interface DataOfType {
  startCall: StartCallData
  agentNode: AgentNodeData
  endCall: EndCallData
  globalNode: GlobalNodeData
  transfer: TransferData
  http: HttpStepData
  webhook: WebhookData
  trigger: UnsupportedNodeData
  qa: UnsupportedNodeData
}

export interface NodeOfType<T extends NodeType> {
  id: string
  type: T
  position?: Maybe<{ x: number; y: number }>
  data: DataOfType[T]
}

export type WorkflowNode = { [T in NodeType]: NodeOfType<T> }[NodeType]

export interface EdgeData {
  /** Question that is asked before this edge is taken: "You want to cancel, is that right?" */
  confirm?: Maybe<string>
  /** The edge is taken only after a clear yes to `confirm`; question and answer are recorded as audio with the call. */
  consent?: Maybe<boolean>
  /** Sentence spoken when this edge is taken, before the words of the next step. */
  transition_speech?: Maybe<string>
  transition_speech_type?: Maybe<'text' | 'audio'>
  /** Recording that is played instead of `transition_speech` if `transition_speech_type` is `audio`. */
  transition_speech_recording_id?: Maybe<string>
  label?: Maybe<string>
  condition?: Maybe<string>
  examples?: Maybe<string | string[]>
  keys?: Maybe<string | string[]>
}

export interface WorkflowEdge {
  id: string
  source: string
  target: string
  data: EdgeData
}

/** Questions to a language model about each finished conversation. */
export interface AnalysisSettings {
  summary?: Maybe<boolean>
  sentiment?: Maybe<boolean>
  success_criteria?: Maybe<string>
}

/** The language of a workflow that names none. */
export const DEFAULT_LANGUAGE = 'en'

/** A value computed from others. */
export interface ComputedValue {
  name: string
  /** A template; for a number, an expression with + - * / and parentheses. */
  value: string
  type?: Maybe<'text' | 'number'>
}

/** Another language in which the workflow's conversations can be held. */
export interface OtherLanguage {
  language: string
  voice?: Maybe<string>
  /** Translations: each text of the workflow, and the text in this language. */
  texts?: unknown
}

export interface WorkflowSettings {
  analysis?: Maybe<AnalysisSettings>
  recording?: Maybe<boolean>
  brain?: Maybe<'script' | 'pipeline' | 'realtime'>
  model?: Maybe<string>
  voice?: Maybe<string>
  language?: Maybe<string>
  languages?: Maybe<readonly OtherLanguage[]>
  /** Whether a person who answers in one of `languages` continues in it without asking. */
  detect_language?: Maybe<boolean>
  patience_seconds?: Maybe<number>
  longest_call_seconds?: Maybe<number>
  interruption?: Maybe<'words' | 'milliseconds' | 'off'>
  interrupt_after_ms?: Maybe<number>
  recording_consent?: Maybe<string>
  computed?: Maybe<ComputedValue[]>
  /** Silence that ends a turn; if left out, it depends on the question. */
  end_of_turn_ms?: Maybe<number>
  pronunciations?: Maybe<Pronunciation[]>
}

export interface WorkflowDefinition {
  nodes: WorkflowNode[]
  edges: WorkflowEdge[]
  settings?: Maybe<WorkflowSettings>
}

const id = z.string().min(1).max(200)
const data = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((given) => given ?? {})

const nodeShape = z.looseObject({
  id,
  type: z.string().min(1),
  position: z.looseObject({ x: z.number(), y: z.number() }).nullish(),
  data,
})

const edgeShape = z.looseObject({ id, source: z.string().min(1), target: z.string().min(1), data })

/** Only the outline of a definition: what must be valid before anything else can be checked. */
const definitionShape = z.looseObject({
  nodes: z.array(nodeShape).max(NODES_MAX),
  edges: z.array(edgeShape).max(EDGES_MAX),
  settings: z.record(z.string(), z.unknown()).nullish(),
})

const dataSchemas: ReadonlyMap<string, z.ZodObject> = new Map(
  NODE_TYPE_NAMES.map((type) => [type, schemaOfProperties(NODE_TYPES[type].properties)]),
)
const edgeDataSchema = schemaOfProperties(EDGE_PROPERTIES)
const settingsSchema = schemaOfProperties(SETTINGS_PROPERTIES)

/** For routes and the OpenAPI document: outline and fields together, each fault at its own path. */
export const workflowDefinitionSchema = z.looseObject({
  nodes: z
    .array(
      nodeShape.check((context) =>
        copyIssues(context, dataSchemas.get(context.value.type), context.value.data, ['data']),
      ),
    )
    .max(NODES_MAX),
  edges: z
    .array(edgeShape.check((context) => copyIssues(context, edgeDataSchema, context.value.data, ['data'])))
    .max(EDGES_MAX),
  settings: settingsSchema.nullish(),
})

interface IssueSink {
  issues: z.core.$ZodRawIssue[]
}

function copyIssues(sink: IssueSink, schema: z.ZodType | undefined, value: unknown, under: string[]): void {
  const judged = schema?.safeParse(value, { reportInput: true })
  for (const issue of judged?.error?.issues ?? []) {
    const raw = { ...issue, path: [...under, ...issue.path], continue: true }
    // zod distinguishes a missing key from a wrong value by the absent input, which a copied issue must not gain.
    sink.issues.push({ ...raw, input: issue.input } as z.core.$ZodRawIssue)
  }
}

export type ReadDefinition =
  | { definition: WorkflowDefinition; faults: [] }
  | {
      definition: null
      faults: Fault[]
      /**
       * The definition without its invalid fields, if nodes and edges are readable, so that the graph is checked for the same
       * answer.
       */
      remainder: WorkflowDefinition | null
    }

/** Parses any value. Never throws; returns every fault of outline and fields. */
export function readDefinition(input: unknown): ReadDefinition {
  const judged = workflowDefinitionSchema.safeParse(input, { reportInput: true })
  if (judged.success) return { definition: judged.data as unknown as WorkflowDefinition, faults: [] }
  const faults = judged.error.issues.map(faultOf)
  const outline = definitionShape.safeParse(input)
  return { definition: null, faults, remainder: outline.success ? withoutFaultyFields(outline.data, faults) : null }
}

/** The same in steps. A definition without faults, which may be large, is parsed part by part. */
export function* readingSteps(input: unknown): Generator<void, ReadDefinition> {
  const { data: outline } = definitionShape.safeParse(input)
  yield
  if (!outline) return readDefinition(input)
  const isValid = yield* arePartsValid([...outline.nodes, ...outline.edges])
  const settings = settingsSchema.nullish().safeParse(outline.settings)
  if (!isValid || !settings.success) return readDefinition(input)
  const parsed = settings.data === undefined ? outline : { ...outline, settings: settings.data }
  return { definition: parsed as unknown as WorkflowDefinition, faults: [] }
}

/** Nodes or edges that are parsed in one step; each edge may have a hundred examples. */
const PARTS_IN_STEP = 20

function* arePartsValid(
  parts: readonly (Outline['nodes'][number] | Outline['edges'][number])[],
): Generator<void, boolean> {
  for (const [index, part] of parts.entries()) {
    const schema = 'source' in part ? edgeDataSchema : dataSchemas.get(part.type)
    if (schema && !schema.safeParse(part.data).success) return false
    if (index % PARTS_IN_STEP === PARTS_IN_STEP - 1) yield
  }
  return true
}

type Outline = z.output<typeof definitionShape>

function withoutFaultyFields(outline: Outline, faults: readonly Fault[]): WorkflowDefinition {
  const nodes = outline.nodes.map((node) => ({ ...node, data: { ...node.data } }))
  const edges = outline.edges.map((edge) => ({ ...edge, data: { ...edge.data } }))
  for (const { path } of faults) {
    const [list, index, , field] = path
    const owner = list === 'nodes' ? nodes[Number(index)] : list === 'edges' ? edges[Number(index)] : undefined
    if (owner && field !== undefined) delete owner.data[field]
  }
  return { nodes, edges } as unknown as WorkflowDefinition
}

/** The start node, where every call begins; a saved definition has exactly one. */
export function startNodeOf({ nodes }: Pick<WorkflowDefinition, 'nodes'>): NodeOfType<'startCall'> | undefined {
  return nodes.find((node) => node.type === 'startCall')
}

export interface PreCallFetch {
  mode: 'always' | 'inbound' | 'outbound'
  url: string
  credentialUuid: string | null
}

/** The pre-call fetch; null: nothing is requested before a call. */
export function preCallFetchOf(definition: Pick<WorkflowDefinition, 'nodes'>): PreCallFetch | null {
  const data: StartCallData = startNodeOf(definition)?.data ?? {}
  const mode = data.pre_call_fetch_mode ?? (data.pre_call_fetch_enabled ? 'always' : 'disabled')
  if (mode === 'disabled' || !data.pre_call_fetch_url) return null
  return { mode, url: data.pre_call_fetch_url, credentialUuid: data.pre_call_fetch_credential_uuid || null }
}

/** The fixed text of a node: the greeting opens the call, `say` follows it. Empty if there is none. */
export function spokenText(node: WorkflowNode): string {
  return spokenParts(node)
    .map(({ text }) => text)
    .join(' ')
}

/** Whether a node is not a step of the conversation: no edge leads to it. */
export function isNodeOutsideConversation(
  node: WorkflowNode,
): node is NodeOfType<'webhook'> | NodeOfType<'trigger'> | NodeOfType<'qa'> {
  return node.type === 'webhook' || node.type === 'trigger' || node.type === 'qa'
}

/** A part of a step's words that is spoken in one piece. */
export interface SpokenPart {
  text: string
  /** Recording that is played instead, if it is available. */
  recordingId: string | null
}

/** The fixed text in parts: recorded parts are played, the others spoken. Parts without words are left out. */
export function spokenParts(node: WorkflowNode): SpokenPart[] {
  if (node.type === 'globalNode' || isNodeOutsideConversation(node)) return []
  const greeting = node.type === 'startCall' ? (node.data.greeting ?? '') : ''
  return [
    { text: greeting.trim(), recordingId: greetingRecordingOf(node) },
    { text: (node.data.say ?? '').trim(), recordingId: sayRecordingOf(node) },
  ].filter(({ text }) => text !== '')
}

export function greetingRecordingOf(node: WorkflowNode): string | null {
  if (node.type !== 'startCall' || node.data.greeting_type !== 'audio') return null
  return node.data.greeting_recording_id || null
}

export function sayRecordingOf(node: WorkflowNode): string | null {
  if (node.type === 'globalNode' || node.type === 'http' || isNodeOutsideConversation(node)) return null
  return node.data.say_recording_id || null
}

export function transitionRecordingOf({ data }: WorkflowEdge): string | null {
  return data.transition_speech_type === 'audio' ? data.transition_speech_recording_id || null : null
}

/** Whether a step has its own words, written or recorded. */
export function hasSpokenContent(node: WorkflowNode): boolean {
  return spokenText(node) !== '' || greetingRecordingOf(node) !== null || sayRecordingOf(node) !== null
}

/** DTMF keys sent on reaching this step, before its words; a template. Empty if there are none. */
export function keysToSend(node: WorkflowNode): string {
  return node.type === 'agentNode' || node.type === 'endCall' ? (node.data.send_keys ?? '').trim() : ''
}

export function promptOf(node: WorkflowNode): string {
  return node.type === 'http' || isNodeOutsideConversation(node) ? '' : (node.data.prompt ?? '').trim()
}

/** Tools that a model can call at this step. */
export function toolUuidsOf(node: WorkflowNode): readonly string[] {
  return node.type === 'startCall' || node.type === 'agentNode' ? (node.data.tool_uuids ?? []) : []
}

/** Names of the tools of an MCP server that may be used at this step; empty: all. */
export function mcpFilterOf(node: WorkflowNode, uuid: string): readonly string[] {
  if (node.type !== 'startCall' && node.type !== 'agentNode') return []
  const filters = (node.data.mcp_tool_filters ?? {}) as Record<string, unknown>
  const names = Object.hasOwn(filters, uuid) ? filters[uuid] : []
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

/** Every tool that the definition names, each once. */
export function referencedTools({ nodes }: Pick<WorkflowDefinition, 'nodes'>): string[] {
  return [...new Set(nodes.flatMap((node) => (node.type === 'http' ? [node.data.tool_uuid] : toolUuidsOf(node))))]
}

/** Documents for look-ups by a model at this step. */
export function documentUuidsOf(node: WorkflowNode): readonly string[] {
  return node.type === 'startCall' || node.type === 'agentNode' ? (node.data.document_uuids ?? []) : []
}

/** Every document that the definition names, each once. */
export function referencedDocuments({ nodes }: Pick<WorkflowDefinition, 'nodes'>): string[] {
  return [...new Set(nodes.flatMap(documentUuidsOf))]
}

/**
 * Whether a spoken value of this step must be read back. A sensitive value never is, because it would be heard and stored again.
 */
export function mustReadBack({ kind, read_back: wanted, sensitive }: Collect): boolean {
  if (sensitive || !READ_BACK_KINDS.includes(kind)) return false
  return wanted ?? (kind === 'date' || kind === 'code')
}

export const READ_BACK_KINDS: readonly CollectKind[] = ['date', 'number', 'digits', 'code']

export function collectOf(node: WorkflowNode): Collect | null {
  return node.type === 'startCall' || node.type === 'agentNode' ? (node.data.collect ?? null) : null
}

/** Whether an edge of the workflow is marked as consent. */
export function asksForConsent({ edges }: Pick<WorkflowDefinition, 'edges'>): boolean {
  return edges.some(({ data }) => data.consent === true)
}

/** Whether nothing that is said at this step may be stored. */
export function isSensitive(node: WorkflowNode | undefined): boolean {
  return node !== undefined && collectOf(node)?.sensitive === true
}

export function extractOf(node: WorkflowNode): readonly Extract[] {
  if (!isPrompted(node)) return []
  const { extract, extraction_enabled: enabled, extraction_variables: variables } = node.data
  return [...(extract ?? []), ...(enabled === true ? (variables ?? []) : [])]
}

/** Instructions for a model on how to find these values, besides the hint of each value. */
export function extractionPromptOf(node: WorkflowNode): string {
  return isPrompted(node) && node.data.extraction_enabled === true ? (node.data.extraction_prompt ?? '').trim() : ''
}

/** Whether the person may interrupt the agent at this step. */
export function mayInterrupt(node: WorkflowNode, settings: Maybe<WorkflowSettings>): boolean {
  if (settings?.interruption === 'off') return false
  return !('allow_interrupt' in node.data) || node.data.allow_interrupt !== false
}

export function usesGlobalPrompt(node: WorkflowNode): boolean {
  return !isPrompted(node) || node.data.add_global_prompt !== false
}

function isPrompted(node: WorkflowNode): node is NodeOfType<'startCall' | 'agentNode' | 'endCall'> {
  return node.type === 'startCall' || node.type === 'agentNode' || node.type === 'endCall'
}

/** How long the agent stays silent after the answer. */
export function startDelayMs(definition: Pick<WorkflowDefinition, 'nodes'>): number {
  const { delayed_start: delayed, delayed_start_duration: seconds } = startNodeOf(definition)?.data ?? {}
  return delayed === true ? (seconds ?? DELAYED_START_DEFAULT_SECONDS) * 1000 : 0
}
