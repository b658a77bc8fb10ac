/** Imports an agent of Retell, as far as possible: a single prompt, states, or a conversation flow. */
import {
  DefinitionBuilder,
  hasValue,
  type ImportedWorkflow,
  listOf,
  objectOf,
  textOf,
  truncatePromptText,
  truncateSayText,
} from './definition-builder.ts'

const TALK_OVER = 'The conversation has come to its end.'
const TOOLS = 'Create the tool here and attach it to the step.'

export function importRetell(given: Record<string, unknown>): ImportedWorkflow {
  const draft = new DefinitionBuilder()
  const flow = flowOf(given)
  if (Array.isArray(flow.nodes)) conversationFlow(draft, flow)
  else prompts(draft, objectOf(given.retellLlmData ?? given.llm ?? given))
  agentSettings(draft, given)
  return draft.finish(given.agent_name ?? given.name)
}

const flowOf = (given: Record<string, unknown>) => objectOf(given.conversationFlow ?? given.conversation_flow ?? given)

/** Whether the value is an agent of Retell. */
export function isRetell(given: Record<string, unknown>): boolean {
  const signs = [
    'retellLlmData',
    'conversationFlow',
    'conversation_flow',
    'response_engine',
    'general_prompt',
    'start_node_id',
  ]
  return signs.some((sign) => hasValue(given[sign]))
}

function prompts(draft: DefinitionBuilder, llm: Record<string, unknown>): void {
  const states = listOf(llm.states)
  const general = truncatePromptText(llm.general_prompt)
  const greeting = truncateSayText(llm.begin_message)
  const first = states.find(({ name }) => name === llm.starting_state) ?? states[0]
  const start = {
    name: textOf(first?.name) || 'Conversation',
    prompt: truncatePromptText(first?.state_prompt) || general,
  }
  draft.node({ id: idOf(first), type: 'startCall', data: { ...start, ...(greeting === '' ? {} : { greeting }) } })
  for (const state of states)
    if (state !== first)
      draft.node({
        id: idOf(state),
        type: 'agentNode',
        data: { name: textOf(state.name), prompt: truncatePromptText(state.state_prompt) },
      })
  if (first !== undefined && general !== '')
    draft.node({ id: 'global', type: 'globalNode', data: { name: 'For all steps', prompt: general } })
  draft.node({ id: 'end', type: 'endCall', data: { name: 'End', say: 'Good-bye.' } })
  const known = new Set(draft.nodes.map(({ id }) => id))
  for (const [index, state] of (states.length === 0 ? [{}] : states).entries()) {
    for (const edge of listOf((state as Record<string, unknown>).edges)) {
      const target = textOf(edge.destination_state_name)
      const words = truncatePromptText(edge.description)
      if (known.has(target)) draft.edge(idOf(state), target, { label: words.slice(0, 60) || target, condition: words })
    }
    draft.edge(states.length === 0 ? 'start' : idOf(state), 'end', { label: 'finished', condition: TALK_OVER })
    stateTools(draft, idOf(state), `states.${index}.tools`, listOf((state as Record<string, unknown>).tools))
  }
  stateTools(draft, idOf(first), 'general_tools', listOf(llm.general_tools))
  draft.dropFilled('', llm, {
    knowledge_base_ids: 'Upload the documents here and attach them to the step.',
    model: 'The model is set in the model configuration of the organization.',
    model_temperature: 'The temperature is set in the model configuration of the organization.',
    default_dynamic_variables: 'Write defaults as {{column | default}}.',
    s2s_model: 'The model is set in the model configuration of the organization.',
  })
}

const idOf = (state: Record<string, unknown> | undefined) => textOf(state?.name) || 'start'

function stateTools(
  draft: DefinitionBuilder,
  from: string,
  path: string,
  tools: readonly Record<string, unknown>[],
): void {
  for (const [index, tool] of tools.entries()) {
    if (tool.type === 'end_call') continue
    const number = textOf(objectOf(tool.transfer_destination).number) || textOf(tool.number)
    if (tool.type !== 'transfer_call' || number === '') {
      draft.drop(`${path}.${index}`, TOOLS)
      continue
    }
    const name = textOf(tool.name) || `Transfer ${index + 1}`
    const id = `transfer-${draft.nodes.length}`
    draft.node({ id, type: 'transfer', data: { name, destination: number, from_anywhere: true } })
    draft.edge(from, id, {
      label: name,
      condition: truncatePromptText(tool.description) || `The person wants ${name}.`,
    })
  }
}

function conversationFlow(draft: DefinitionBuilder, flow: Record<string, unknown>): void {
  const nodes = listOf(flow.nodes)
  const start = nodes.find(({ id }) => id === flow.start_node_id) ?? nodes.find(({ type }) => type === 'conversation')
  for (const [index, node] of nodes.entries()) flowNode(draft, node, index, node === start)
  const known = new Set(draft.nodes.map(({ id }) => id))
  for (const node of nodes) {
    for (const edge of [...listOf(node.edges), ...listOf([node.edge, node.skip_response_edge])]) {
      const [source, target] = [textOf(node.id), textOf(edge.destination_node_id)]
      if (!known.has(source) || !known.has(target)) continue
      const words = truncatePromptText(objectOf(edge.transition_condition).prompt)
      draft.edge(source, target, words === '' ? {} : { label: words.slice(0, 60), condition: words })
    }
  }
  const global = truncatePromptText(flow.global_prompt)
  if (global !== '') draft.node({ id: 'global', type: 'globalNode', data: { name: 'For all steps', prompt: global } })
  draft.dropFilled('', flow, { tools: TOOLS, components: 'Components are not read.', knowledge_base_ids: TOOLS })
}

function flowNode(draft: DefinitionBuilder, node: Record<string, unknown>, index: number, isStart: boolean): void {
  const id = textOf(node.id) || `step-${index + 1}`
  const name = textOf(node.name) || id
  const instruction = objectOf(node.instruction)
  const isStatic = instruction.type === 'static_text'
  const words = isStatic ? truncateSayText(instruction.text) : truncatePromptText(instruction.text)
  const spoken = isStatic ? { [isStart ? 'greeting' : 'say']: words } : { prompt: words }
  if (node.type === 'conversation')
    return draft.node({ id, type: isStart ? 'startCall' : 'agentNode', data: { name, ...spoken } })
  if (node.type === 'end')
    return draft.node({ id, type: 'endCall', data: { name, ...(words === '' ? { say: 'Good-bye.' } : spoken) } })
  const destination = textOf(objectOf(node.transfer_destination).number)
  if (node.type === 'transfer_call' && destination !== '')
    return draft.node({ id, type: 'transfer', data: { name, destination } })
  draft.drop(`nodes.${index}`, `Nodes of type ${textOf(node.type) || 'unknown'} are not read; edges to it are gone.`)
}

function agentSettings(draft: DefinitionBuilder, given: Record<string, unknown>): void {
  const language = textOf(given.language)
  if (language !== '') draft.settings.language = language.slice(0, 2).toLowerCase()
  if (typeof given.max_call_duration_ms === 'number')
    draft.number('longest_call_seconds', given.max_call_duration_ms / 1000, 'max_call_duration_ms')
  const message = truncateSayText(objectOf(objectOf(given.voicemail_option).action).text ?? given.voicemail_message)
  const start = draft.nodes.find(({ type }) => type === 'startCall')
  if (message !== '' && start) {
    draft.node({ id: 'mailbox', type: 'endCall', data: { name: 'Mailbox', say: message } })
    draft.edge(start.id, 'mailbox', { label: 'voicemail' })
  }
  draft.dropFilled('', given, {
    voice_id: 'The voice is set in the settings of the workflow or of the organization.',
    webhook_url: 'Create a webhook, or a webhook node.',
    post_call_analysis_data: 'Name the values as extraction_variables of the steps.',
    pronunciation_dictionary: 'Write them as pronunciations in the settings.',
    ambient_sound: 'It has no counterpart here.',
    backchannel_words: 'It has no counterpart here.',
    boosted_keywords: 'It has no counterpart here.',
  })
}
