import type { WorkflowDefinition } from '../workflows/rules/definition.ts'

/** Reminds of an open bill. Says the amount only after the person has said who they are: others may answer the phone. */
export const paymentReminder: WorkflowDefinition = {
  settings: { recording: false },
  nodes: [
    {
      id: 'start',
      type: 'startCall',
      position: { x: 0, y: 0 },
      data: {
        name: 'Right person',
        greeting:
          'Hello, this is {{company | the accounts department}}. Am I speaking with {{first_name | the account holder}}?',
        prompt: 'Find out whether you speak with {{first_name | the account holder}}. Say nothing about money before.',
      },
    },
    {
      id: 'bill',
      type: 'agentNode',
      position: { x: 0, y: 200 },
      data: {
        name: 'The open bill',
        say: 'Thank you. Your bill of {{amount_due | the open amount}} was due on {{due_date | the agreed day}}. You can say already paid, say I will pay, or say agent to talk to a person.',
        prompt:
          'Mention the bill of {{amount_due | the open amount}}, due on {{due_date | the agreed day}}. Find out what the person intends.',
      },
    },
    {
      id: 'when',
      type: 'agentNode',
      position: { x: 300, y: 400 },
      data: {
        name: 'Date of payment',
        say: 'Thank you. On which day will you pay?',
        prompt: 'Ask on which day the person will pay.',
        collect: { variable: 'promised_date', kind: 'date' },
      },
    },
    end('promised', 'Promised', 300, 'Thank you, I have noted that. Good-bye.'),
    end('paid', 'Already paid', 0, 'Thank you, we will check that. Good-bye.'),
    end('wrong-person', 'Another person', -300, 'I am sorry to have bothered you. Good-bye.'),
    end('later', 'Another time', 600, 'I am sorry, I could not hear you. Good-bye.'),
    end(
      'message',
      'Message for the mailbox',
      900,
      'Hello, this is {{company | the accounts department}}. Please call us back. Good-bye.',
    ),
    {
      id: 'agent',
      type: 'transfer',
      position: { x: -300, y: 400 },
      data: {
        name: 'Agent',
        say: 'I will put you through, one moment please.',
        destination: '{{agent_number | +12025550101}}',
      },
    },
  ],
  edges: [
    {
      id: 'start-yes',
      source: 'start',
      target: 'bill',
      data: {
        label: 'yes',
        condition: 'It is the right person.',
        examples: ['yes', 'speaking', 'this is he', 'this is she', 'that is me'],
        keys: ['1'],
      },
    },
    {
      id: 'start-no',
      source: 'start',
      target: 'wrong-person',
      data: {
        label: 'no',
        condition: 'It is somebody else.',
        examples: ['no', 'wrong number', 'not here', 'not at home'],
        keys: ['2'],
      },
    },
    { id: 'start-silent', source: 'start', target: 'later', data: { label: 'no_input' } },
    { id: 'start-unclear', source: 'start', target: 'later', data: { label: 'no_match' } },
    { id: 'start-machine', source: 'start', target: 'message', data: { label: 'voicemail' } },
    {
      id: 'bill-paid',
      source: 'bill',
      target: 'paid',
      data: {
        label: 'paid',
        condition: 'The person says it is already paid.',
        examples: ['already paid', 'I already paid that bill', 'I have paid', 'it is paid'],
        keys: ['1'],
      },
    },
    {
      id: 'bill-when',
      source: 'bill',
      target: 'when',
      data: {
        label: 'will pay',
        condition: 'The person promises to pay.',
        examples: ['I will pay', 'I am going to pay', 'I will pay tomorrow', 'I can pay next week'],
        keys: ['2'],
      },
    },
    {
      id: 'bill-agent',
      source: 'bill',
      target: 'agent',
      data: {
        label: 'agent',
        condition: 'The person wants to talk to a human or disputes the bill.',
        examples: ['agent', 'talk to an agent', 'speak to a person', 'representative', 'that bill is wrong'],
        keys: ['0'],
      },
    },
    { id: 'bill-silent', source: 'bill', target: 'later', data: { label: 'no_input' } },
    { id: 'bill-unclear', source: 'bill', target: 'agent', data: { label: 'no_match' } },
    { id: 'when-promised', source: 'when', target: 'promised', data: {} },
    { id: 'when-silent', source: 'when', target: 'later', data: { label: 'no_input' } },
    { id: 'when-unclear', source: 'when', target: 'promised', data: { label: 'no_match' } },
  ],
}

function end(id: string, name: string, x: number, say: string): WorkflowDefinition['nodes'][number] {
  return { id, type: 'endCall', position: { x, y: 600 }, data: { name, say } }
}
