/** Drafts a workflow from a description in words, to be edited before it is used for calls. */
import type { WorkflowDefinition } from './definition.ts'

export interface DraftRequest {
  callType: 'inbound' | 'outbound'
  useCase: string
  activity: string
}

/** The conversation of the draft is one step that a language model leads. */
export function draftWorkflow({ callType, useCase, activity }: DraftRequest): WorkflowDefinition {
  const greeting =
    callType === 'outbound'
      ? `Hello, this is an automated call about ${useCase}. Do you have a moment?`
      : `Hello, this is an automated assistant for ${useCase}. Shall we begin?`
  return {
    nodes: [
      {
        id: 'start',
        type: 'startCall',
        position: { x: 0, y: 0 },
        data: { name: 'Greeting', greeting, prompt: 'Find out whether the person has time to talk now.' },
      },
      { id: 'talk', type: 'agentNode', position: { x: 0, y: 200 }, data: { name: useCase, prompt: activity } },
      {
        id: 'done',
        type: 'endCall',
        position: { x: -300, y: 400 },
        data: { name: 'Done', say: 'Thank you for your time. Good-bye.', prompt: 'Say good-bye.' },
      },
      {
        id: 'another-time',
        type: 'endCall',
        position: { x: 300, y: 400 },
        data: { name: 'Another time', say: 'No problem. Good-bye.', prompt: 'Say good-bye.' },
      },
    ],
    edges: [
      edge('start', 'talk', { label: 'yes', condition: 'The person has time.', examples: ['yes', 'go ahead'] }),
      edge('start', 'another-time', {
        label: 'no',
        condition: 'The person has no time or does not want to talk.',
        examples: ['no', 'not now', 'I have no time'],
      }),
      edge('start', 'another-time', { label: 'no_input' }),
      edge('start', 'another-time', { label: 'no_match' }),
      edge('talk', 'done', { label: 'done', condition: 'All of it was talked about.' }),
      edge('talk', 'another-time', { label: 'stop', condition: 'The person wants to end the call.' }),
    ],
  }
}

function edge(source: string, target: string, data: WorkflowDefinition['edges'][number]['data']) {
  return { id: `${source}-${data?.label}`, source, target, data }
}
