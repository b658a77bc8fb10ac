/** Imports an assistant or a workflow of Vapi, as far as possible. */
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

export function importVapi(given: Record<string, unknown>): ImportedWorkflow {
  return Array.isArray(given.nodes) ? importVapiWorkflow(given) : importAssistant(given)
}

function importAssistant(given: Record<string, unknown>): ImportedWorkflow {
  const draft = new DefinitionBuilder()
  const model = objectOf(given.model)
  const prompt = listOf(model.messages)
    .filter(({ role }) => role === 'system')
    .map(({ content }) => textOf(content))
    .join('\n\n')
  const greeting = truncateSayText(given.firstMessage)
  const begins = given.firstMessageMode
  draft.node({
    id: 'start',
    type: 'startCall',
    data: { name: 'Conversation', prompt: truncatePromptText(prompt), ...(greeting === '' ? {} : { greeting }) },
  })
  if (hasValue(begins) && begins !== 'assistant-speaks-first')
    draft.drop('firstMessageMode', 'The agent speaks first here.')
  draft.node({
    id: 'end',
    type: 'endCall',
    data: { name: 'End', say: truncateSayText(given.endCallMessage) || 'Good-bye.' },
  })
  draft.edge('start', 'end', { label: 'finished', condition: TALK_OVER })
  const message = truncateSayText(given.voicemailMessage)
  if (message !== '') {
    draft.node({ id: 'mailbox', type: 'endCall', data: { name: 'Mailbox', say: message } })
    draft.edge('start', 'mailbox', { label: 'voicemail' })
  }
  transfers(draft, listOf(model.tools))
  settings(draft, given, model)
  draft.dropFilled('model', model, {
    toolIds: TOOLS,
    knowledgeBase: 'Upload the documents here and attach them to the step.',
    temperature: 'The temperature is set in the model configuration of the organization.',
  })
  draft.dropUnread('', given, READ)
  return draft.finish(given.name)
}

const READ = (
  'name firstMessage firstMessageMode model endCallMessage voicemailMessage maxDurationSeconds silenceTimeoutSeconds artifactPlan ' +
  'analysisPlan id orgId createdAt updatedAt'
).split(' ')

function transfers(draft: DefinitionBuilder, tools: readonly Record<string, unknown>[]): void {
  for (const [index, tool] of tools.entries()) {
    const path = `model.tools.${index}`
    if (tool.type === 'endCall') continue
    const destinations = tool.type === 'transferCall' ? listOf(tool.destinations) : []
    const reachable = destinations.filter((each) => textOf(each.number) !== '' || textOf(each.sipUri) !== '')
    for (const [at, to] of reachable.entries()) {
      const say = truncateSayText(to.message)
      const id = `transfer-${index + 1}-${at + 1}`
      const name = textOf(to.description).slice(0, 100) || `Transfer ${at + 1}`
      draft.edge('start', id, { label: name, condition: `The person wants to be put through: ${name}.` })
      draft.node({
        id,
        type: 'transfer',
        data: {
          name,
          destination: textOf(to.number) || textOf(to.sipUri),
          from_anywhere: true,
          ...(say === '' ? {} : { say }),
        },
      })
    }
    if (reachable.length === 0) draft.drop(path, TOOLS)
  }
}

function settings(draft: DefinitionBuilder, given: Record<string, unknown>, model: Record<string, unknown>): void {
  draft.number('longest_call_seconds', given.maxDurationSeconds, 'maxDurationSeconds')
  draft.number('patience_seconds', given.silenceTimeoutSeconds, 'silenceTimeoutSeconds')
  if (objectOf(given.artifactPlan).recordingEnabled === true) draft.settings.recording = true
  const analysis = objectOf(given.analysisPlan)
  const success = truncatePromptText(
    objectOf(analysis.successEvaluationPlan).rubric ?? analysis.successEvaluationPrompt,
  )
  const summary = hasValue(analysis.summaryPlan) || hasValue(analysis.summaryPrompt)
  if (summary || success !== '')
    draft.settings.analysis = { summary, ...(success === '' ? {} : { success_criteria: success }) }
  draft.dropFilled('analysisPlan', analysis, {
    structuredDataPlan: 'Name the values as extraction_variables of the step.',
    structuredDataPrompt: 'Name the values as extraction_variables of the step.',
  })
  if (hasValue(model.model))
    draft.drop('model.model', 'The model is set in the model configuration of the organization.')
}

function importVapiWorkflow(given: Record<string, unknown>): ImportedWorkflow {
  const draft = new DefinitionBuilder()
  const nodes = listOf(given.nodes)
  const first = nodes.find(({ isStart }) => isStart === true) ?? nodes.find(({ type }) => type === 'conversation')
  for (const [index, node] of nodes.entries()) vapiNode(draft, node, index, node === first)
  const known = new Set(draft.nodes.map(({ id }) => id))
  for (const [index, edge] of listOf(given.edges).entries()) {
    const [source, target] = [textOf(edge.from), textOf(edge.to)]
    if (!known.has(source) || !known.has(target)) continue
    const condition = objectOf(edge.condition)
    const words = truncatePromptText(condition.prompt)
    if (words === '' && hasValue(condition))
      draft.drop(`edges.${index}.condition`, 'Only conditions in words are read.')
    draft.edge(source, target, words === '' ? {} : { label: words.slice(0, 60), condition: words })
  }
  const global = truncatePromptText(given.globalPrompt)
  if (global !== '') draft.node({ id: 'global', type: 'globalNode', data: { name: 'For all steps', prompt: global } })
  draft.dropUnread('', given, ['name', 'nodes', 'edges', 'globalPrompt', 'id', 'orgId', 'createdAt', 'updatedAt'])
  return draft.finish(given.name)
}

function vapiNode(draft: DefinitionBuilder, node: Record<string, unknown>, index: number, isFirst: boolean): void {
  const name = textOf(node.name) || `step-${index + 1}`
  const tool = objectOf(node.tool)
  if (node.type === 'conversation' || node.type === 'start') {
    const words = truncateSayText(objectOf(node.messagePlan).firstMessage)
    const spoken = words === '' ? {} : { [isFirst ? 'greeting' : 'say']: words }
    draft.node({
      id: name,
      type: isFirst ? 'startCall' : 'agentNode',
      data: { name, prompt: truncatePromptText(node.prompt), ...spoken },
    })
    draft.dropFilled(`nodes.${index}`, node, {
      variableExtractionPlan: 'Name the values as extraction_variables of the step.',
      toolIds: TOOLS,
      model: 'The model is set for the whole workflow.',
      voice: 'The voice is set for the whole workflow.',
    })
    return
  }
  const [destination] = listOf(tool.destinations)
  const number = textOf(destination?.number) || textOf(destination?.sipUri)
  if (node.type === 'hangup' || node.type === 'endCall' || tool.type === 'endCall')
    return draft.node({ id: name, type: 'endCall', data: { name, say: 'Good-bye.' } })
  if (number !== '') return draft.node({ id: name, type: 'transfer', data: { name, destination: number } })
  draft.drop(`nodes.${index}`, `Nodes of type ${textOf(node.type) || 'unknown'} are not read; edges to it are gone.`)
}
