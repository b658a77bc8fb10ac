/** Parts that the workflows of the gallery share: questions, exits, the identity step, the report, and dialogues. */
import type { AgentNodeData, EdgeData, WorkflowDefinition } from '../../workflows/rules/definition.ts'
import type { Dialogue, DialogueStep } from '../../workflows/rules/dialogue.ts'
import { SAMPLE_PERSON } from '../sample-contacts.ts'

type Node = WorkflowDefinition['nodes'][number]
type Edge = WorkflowDefinition['edges'][number]

export interface SampleDialogue {
  name: string
  dialogue: Dialogue
}

export interface SampleWorkflow {
  name: string
  definition: WorkflowDefinition
  /** Test dialogues that are stored with the workflow; the tests run them. */
  dialogues: readonly SampleDialogue[]
}

/** Vertical positions in the editor: the start, the questions, the endings. */
const ROW_Y: Partial<Record<Node['type'], number>> = { startCall: 0, agentNode: 250, endCall: 500, transfer: 750 }
const COLUMN_WIDTH = 300

/** A workflow without recording, whose report of the result is disabled until it has the address of your own system. */
export function sampleWorkflowOf(nodes: Node[], edges: Edge[], reported: readonly string[]): WorkflowDefinition {
  const columns = new Map<string, number>()
  const placed = nodes.map((node) => {
    const column = columns.get(node.type) ?? 0
    columns.set(node.type, column + 1)
    return { ...node, position: { x: column * COLUMN_WIDTH, y: ROW_Y[node.type] ?? 0 } }
  })
  const values = Object.fromEntries(reported.map((name) => [name, `{{${name}}}`]))
  const report: Node = {
    id: 'report',
    type: 'webhook',
    position: { x: 2 * COLUMN_WIDTH, y: 0 },
    data: {
      name: 'Report the result',
      enabled: false,
      url: 'https://your-system.example/outdial',
      method: 'POST',
      payload: { phone: '{{phone_number}}', result: '{{disposition}}', ...values },
    },
  }
  return { settings: { recording: false }, nodes: [...placed, report], edges }
}

export function startStep(greeting: string, prompt: string): Node {
  return { id: 'start', type: 'startCall', data: { name: 'Greeting', greeting, prompt } }
}

export function questionStep(id: string, name: string, say: string, collect?: AgentNodeData['collect']): Node {
  return { id, type: 'agentNode', data: { name, say, prompt: say, ...(collect ? { collect } : {}) } }
}

export function endStep(id: string, name: string, say: string): Node {
  return { id, type: 'endCall', data: { name, say: `${say} Good-bye.` } }
}

/** Ends the call and puts the number on the do-not-call list. */
export function endStepDoNotCall(id: string, name: string, say: string): Node {
  return {
    id,
    type: 'endCall',
    data: { name, say: `${say} We will not call this number again. Good-bye.`, do_not_call: true },
  }
}

export function transferStep(destination: string): Node {
  return { id: 'agent', type: 'transfer', data: { name: 'Person', say: 'One moment, please.', destination } }
}

/** The exit from `source` to `target` that `examples` and the key lead to. */
export function exitEdge(
  source: string,
  target: string,
  label: string,
  keys: string,
  examples: string[],
  more: EdgeData = {},
): Edge {
  const condition = `The person means: ${label}.`
  return { id: `${source}-${target}`, source, target, data: { label, condition, examples, keys: [keys], ...more } }
}

/** The exit that is taken once the value was given. */
export function exitOnceCollected(source: string, target: string): Edge {
  return { id: `${source}-${target}`, source, target, data: {} }
}

/** Silence, and words that were not understood: neither may end as an agreement. */
export function fallbackExits(source: string, target = 'unclear'): Edge[] {
  return [
    { id: `${source}-silent`, source, target, data: { label: 'no_input' } },
    { id: `${source}-unclear`, source, target, data: { label: 'no_match' } },
  ]
}

export const YES_EXAMPLES = ['yes', 'yes please', 'I would']
export const NO_EXAMPLES = ['no', 'no thank you', 'I would not']
export const WANTS_A_PERSON_EXAMPLES = ['agent', 'talk to a person', 'speak to a human', 'operator']

/** Asks who is on the line before anything personal is said; others, and mailboxes, do not hear the reason for the call. */
export function identityStep(next: string): { nodes: Node[]; edges: Edge[] } {
  const caller = 'an automated call from {{company | our office}} for {{first_name}} {{last_name}}'
  return {
    nodes: [
      startStep(
        `Hello, this is ${caller}. Am I speaking with {{first_name}} {{last_name}}? Please say yes or no, or press one or two. If this is the wrong number, press nine.`,
        'Find out whether you speak with {{first_name}} {{last_name}}. Do not say why you call.',
      ),
      endStep('other-person', 'Another person', 'Thank you. We will try again another time.'),
      endStepDoNotCall('wrong-number', 'Wrong number', 'I am sorry.'),
      endStep('unclear', 'Not understood', 'I am sorry, I did not get an answer. Nothing was changed.'),
      endStep(
        'message',
        'Message for the mailbox',
        `Hello, this is ${caller}. Please call us at {{say_digits(front_desk_number)}}.`,
      ),
    ],
    edges: [
      exitEdge('start', next, 'yes', '1', ['yes', 'speaking', 'this is he', 'this is she', 'that is me']),
      exitEdge('start', 'other-person', 'no', '2', [
        'no',
        'not here',
        'not at home',
        'this is her husband',
        'this is his wife',
      ]),
      exitEdge('start', 'wrong-number', 'wrong number', '9', [
        'wrong number',
        'you have the wrong number',
        'nobody of that name lives here',
      ]),
      ...fallbackExits('start'),
      { id: 'start-machine', source: 'start', target: 'message', data: { label: 'voicemail' } },
    ],
  }
}

export function sampleDialogue(
  name: string,
  steps: DialogueStep[],
  disposition: string,
  gathered?: Record<string, string>,
): SampleDialogue {
  const expect = { disposition, ...(gathered ? { gathered } : {}) }
  return { name, dialogue: { variables: SAMPLE_PERSON, answers_with: null, steps, expect } }
}

/** A step of a dialogue: the person says `text`; then the conversation is at `node`. */
export function personSays(text: string, node: string, heard?: string): DialogueStep {
  return { text, expect: { node, ...(heard === undefined ? {} : { says: heard }) } }
}

export function personPresses(keys: string, node: string): DialogueStep {
  return { keys, expect: { node } }
}

/** Dialogues for every workflow with an identity step: what other people hear. */
export const IDENTITY_DIALOGUES: readonly SampleDialogue[] = [
  sampleDialogue(
    'Another person learns nothing',
    [personSays('No, this is her husband.', 'other-person', 'another time')],
    'another_person',
  ),
  sampleDialogue('A wrong number is not called again', [personPresses('9', 'wrong-number')], 'wrong_number'),
  sampleDialogue(
    'A mailbox learns only who called',
    [{ machine: true, expect: { says: 'please call us' } }],
    'voicemail_left',
  ),
]
