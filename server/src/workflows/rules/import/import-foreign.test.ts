import { describe, expect, test } from 'vitest'
import { checkDefinition, validateDefinition } from '../validate-definition.ts'
import { importForeign } from './import-foreign.ts'

const position = { x: 10, y: 20 }

const DOGRAH = {
  name: 'Collections',
  workflow_definition: {
    viewport: { x: 0, y: 0, zoom: 1 },
    nodes: [
      {
        id: '1',
        type: 'startCall',
        position,
        data: {
          name: 'Start',
          greeting: 'Hello.',
          greeting_type: 'audio',
          greeting_recording_id: 'rec-1',
          prompt: 'Ask for the order.',
          tool_uuids: ['tool-1'],
          allow_interrupt: true,
        },
      },
      { id: '2', type: 'endCall', position, data: { name: 'End', prompt: 'Say good-bye.' } },
      { id: '3', type: 'trigger', position, data: { name: 'API', enabled: true, trigger_path: 'abc' } },
      { id: '4', type: 'qa', position, data: { name: 'QA', qa_enabled: true, qa_api_key: 'sk-secret' } },
      {
        id: '5',
        type: 'webhook',
        position,
        data: {
          name: 'CRM',
          enabled: true,
          http_method: 'PUT',
          endpoint_url: 'https://crm.example.com/calls',
          credential_uuid: 'cred-1',
          custom_headers: [{ key: 'X-Source', value: 'calls' }],
          payload_template: { run: '{{call_id}}' },
        },
      },
      { id: '6', type: 'tuner', position, data: { name: 'Tuner' } },
    ],
    edges: [
      { id: 'e1', source: '1', target: '2', data: { label: 'done', condition: 'The order was found.' } },
      { id: 'e2', source: '1', target: '6', data: { label: 'tune', condition: 'x' } },
    ],
  },
  workflow_configurations: {
    max_call_duration: 600,
    max_user_idle_timeout: 900,
    ambient_noise_configuration: { enabled: true },
  },
}

describe('a workflow of Dograh', () => {
  test('keeps its steps and ways, gets our names, and lists what was lost', () => {
    const imported = importForeign(DOGRAH, null)
    expect(imported).toMatchObject({ source: 'dograh', name: 'Collections' })
    const definition = imported?.definition
    expect(definition?.settings).toEqual({ longest_call_seconds: 600, patience_seconds: 60 })
    expect(definition?.edges.map(({ id }) => id)).toEqual(['e1'])
    const data = Object.fromEntries(definition?.nodes.map((node) => [node.id, node.data]) ?? [])
    expect(data['1']).toEqual({
      name: 'Start',
      greeting: 'Hello.',
      prompt: 'Ask for the order.',
      allow_interrupt: true,
    })
    expect(data['5']).toEqual({
      name: 'CRM',
      enabled: true,
      url: 'https://crm.example.com/calls',
      method: 'PUT',
      headers: { 'X-Source': 'calls' },
      payload: { run: '{{call_id}}' },
    })
    expect(JSON.stringify(imported)).not.toContain('sk-secret')
    expect(imported?.dropped.map(({ path }) => path).toSorted()).toEqual([
      'nodes.0.data.greeting_recording_id',
      'nodes.0.data.tool_uuids',
      'nodes.2',
      'nodes.3',
      'nodes.4.data.credential_uuid',
      'nodes.5',
      'workflow_configurations.ambient_noise_configuration',
      'workflow_configurations.max_user_idle_timeout',
    ])
    expect(checkDefinition(definition).faults).toEqual([])
  })

  test('with trigger, qa and webhook nodes under their own names can be saved as it is', () => {
    const { nodes, edges } = DOGRAH.workflow_definition
    const [start, end, trigger, qa, webhook] = nodes
    const bare = { ...start, data: { name: 'Start', greeting: 'Hello.' } }
    const given = { nodes: [bare, end, trigger, qa, webhook], edges: edges.slice(0, 1) }
    const checked = checkDefinition(given)
    expect(checked.faults).toEqual([])
    expect(checked.definition?.nodes[4]?.data).toMatchObject({ url: 'https://crm.example.com/calls', method: 'PUT' })
    const { warnings } = validateDefinition(given)
    const kept = warnings.filter(({ message }) => message.includes('is kept and has no effect here'))
    expect(kept.map(({ id }) => id)).toEqual(['3', '4'])
  })
})

describe('an assistant of Vapi', () => {
  const assistant = {
    name: 'Reminder',
    firstMessage: 'Hello, this is the clinic.',
    endCallMessage: 'Thank you, good-bye.',
    voicemailMessage: 'Please call us back.',
    maxDurationSeconds: 300,
    silenceTimeoutSeconds: 20,
    voice: { provider: '11labs', voiceId: 'x' },
    artifactPlan: { recordingEnabled: true },
    analysisPlan: { successEvaluationPrompt: 'The person confirmed.', structuredDataPlan: { schema: { a: 1 } } },
    model: {
      provider: 'openai',
      model: 'gpt-4o',
      messages: [{ role: 'system', content: 'Remind them of the appointment.' }],
      toolIds: ['t-1'],
      tools: [
        { type: 'endCall' },
        { type: 'transferCall', destinations: [{ type: 'number', number: '+12025550123', description: 'Front desk' }] },
        { type: 'function', function: { name: 'book' } },
      ],
    },
  }

  test('becomes a conversation with its end, mailbox and transfer', () => {
    const imported = importForeign(assistant, null)
    expect(imported).toMatchObject({ source: 'vapi', name: 'Reminder' })
    expect(checkDefinition(imported?.definition).faults).toEqual([])
    const { nodes = [], settings } = imported?.definition ?? {}
    expect(nodes.map(({ type }) => type)).toEqual(['startCall', 'endCall', 'endCall', 'transfer'])
    expect(nodes[0]?.data).toMatchObject({
      greeting: assistant.firstMessage,
      prompt: 'Remind them of the appointment.',
    })
    expect(nodes[3]?.data).toMatchObject({ destination: '+12025550123', from_anywhere: true })
    expect(settings).toMatchObject({
      longest_call_seconds: 300,
      patience_seconds: 20,
      recording: true,
      analysis: { success_criteria: 'The person confirmed.' },
    })
    expect(imported?.dropped.map(({ path }) => path).toSorted()).toEqual([
      'analysisPlan.structuredDataPlan',
      'model.model',
      'model.toolIds',
      'model.tools.2',
      'voice',
    ])
  })

  test('as a workflow keeps its nodes and conditions', () => {
    const imported = importForeign(
      {
        name: 'Flow',
        nodes: [
          {
            type: 'conversation',
            name: 'hello',
            isStart: true,
            prompt: 'Greet.',
            messagePlan: { firstMessage: 'Hi.' },
          },
          { type: 'conversation', name: 'book', prompt: 'Book it.' },
          { type: 'tool', name: 'bye', tool: { type: 'endCall' } },
          { type: 'tool', name: 'lookup', toolId: 'x' },
        ],
        edges: [
          { from: 'hello', to: 'book', condition: { type: 'ai', prompt: 'They want to book.' } },
          { from: 'book', to: 'bye', condition: { type: 'ai', prompt: 'It is booked.' } },
          { from: 'book', to: 'lookup' },
        ],
      },
      null,
    )
    expect(imported?.source).toBe('vapi')
    expect(checkDefinition(imported?.definition).faults).toEqual([])
    expect(imported?.definition.edges.map(({ data }) => data.condition)).toEqual([
      'They want to book.',
      'It is booked.',
    ])
    expect(imported?.dropped.map(({ path }) => path)).toEqual(['nodes.3'])
  })
})

describe('an agent of Retell', () => {
  test('with states becomes steps', () => {
    const imported = importForeign(
      {
        agent_name: 'Clinic',
        language: 'en-US',
        voice_id: '11labs-Adrian',
        max_call_duration_ms: 600_000,
        response_engine: { type: 'retell-llm', llm_id: 'x' },
        retellLlmData: {
          general_prompt: 'You are polite.',
          begin_message: 'Hello.',
          general_tools: [
            { type: 'end_call', name: 'end_call' },
            {
              type: 'transfer_call',
              name: 'desk',
              transfer_destination: { type: 'predefined', number: '+12025550123' },
            },
            { type: 'custom', name: 'lookup', url: 'https://x.example' },
          ],
          starting_state: 'ask',
          states: [
            {
              name: 'ask',
              state_prompt: 'Ask.',
              edges: [{ destination_state_name: 'book', description: 'They want it.' }],
            },
            { name: 'book', state_prompt: 'Book it.' },
          ],
        },
      },
      null,
    )
    expect(imported).toMatchObject({ source: 'retell', name: 'Clinic' })
    expect(checkDefinition(imported?.definition).faults).toEqual([])
    expect(imported?.definition.nodes.map(({ id, type }) => [id, type])).toEqual([
      ['ask', 'startCall'],
      ['book', 'agentNode'],
      ['global', 'globalNode'],
      ['end', 'endCall'],
      ['transfer-4', 'transfer'],
    ])
    expect(imported?.definition.settings).toEqual({ language: 'en', longest_call_seconds: 600 })
    expect(imported?.dropped.map(({ path }) => path).toSorted()).toEqual(['general_tools.2', 'voice_id'])
  })

  test('with a conversation flow keeps its nodes', () => {
    const imported = importForeign(
      {
        start_node_id: 'a',
        nodes: [
          {
            id: 'a',
            type: 'conversation',
            instruction: { type: 'static_text', text: 'Hello. Will you come?' },
            edges: [
              { id: 'x', transition_condition: { type: 'prompt', prompt: 'They come.' }, destination_node_id: 'b' },
            ],
          },
          { id: 'b', type: 'end', instruction: { type: 'prompt', text: 'Say good-bye.' } },
        ],
        global_prompt: 'Be polite.',
      },
      null,
    )
    expect(imported?.source).toBe('retell')
    expect(checkDefinition(imported?.definition).faults).toEqual([])
    expect(imported?.definition.nodes[0]).toMatchObject({
      type: 'startCall',
      data: { greeting: 'Hello. Will you come?' },
    })
  })
})

test.each([null, 'x', [], {}, { nodes: [] }, { nodes: 7, edges: {} }, { model: 3 }])('%j is no agent', (given) => {
  expect(importForeign(given, null)).toBeNull()
})

test('an agent full of wrong types throws nothing', () => {
  const wrong = {
    nodes: [null, 3, { id: 7, type: {}, data: 'x' }, { id: 'a', type: 'startCall', data: [] }],
    edges: [null, { data: 3 }],
  }
  for (const source of ['dograh', 'vapi', 'retell'] as const) expect(() => importForeign(wrong, source)).not.toThrow()
})
