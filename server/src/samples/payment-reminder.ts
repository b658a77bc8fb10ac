import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { endStep, reportStep } from './sample-steps.ts'

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
          'Hello, this is an automated call from {{company | the accounts department}}. Am I speaking with {{first_name | the account holder}}? Please say yes or no, or press one or two. If this is the wrong number, press nine.',
        prompt: 'Find out whether you speak with {{first_name | the account holder}}. Say nothing about money before.',
      },
    },
    {
      id: 'bill',
      type: 'agentNode',
      position: { x: 0, y: 200 },
      data: {
        name: 'The open bill',
        say: 'Thank you. Your bill of {{amount_due}} was due on {{say_date(due_date)}}. Say already paid or press one, say I will pay or press two, or say agent or press zero to talk to a person.',
        prompt: 'Mention the bill of {{amount_due}}, due on {{due_date}}. Find out what the person intends.',
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
    endStep('promised', 'Promised', 300, 'Thank you, I have noted {{say_date(promised_date)}}. Good-bye.'),
    endStep('paid', 'Already paid', 0, 'Thank you, we will check that. Good-bye.'),
    endStep('wrong-person', 'Another person', -300, 'I am sorry to have bothered you. Good-bye.'),
    {
      id: 'wrong-number',
      type: 'endCall',
      position: { x: -600, y: 600 },
      data: {
        name: 'Wrong number',
        say: 'I am sorry. We will not call this number again. Good-bye.',
        do_not_call: true,
      },
    },
    endStep(
      'no-day',
      'No day named',
      1200,
      'I am sorry, I did not understand the day. Please call us about the bill. Good-bye.',
    ),
    endStep('later', 'Another time', 600, 'I am sorry, I could not hear you. Good-bye.'),
    endStep(
      'message',
      'Message for the mailbox',
      900,
      'Hello, this is an automated call from {{company | the accounts department}}. Please call us back. Good-bye.',
    ),
    reportStep({ phone: '{{phone_number}}', result: '{{disposition}}', promised_date: '{{promised_date}}' }),
    {
      id: 'agent',
      type: 'transfer',
      position: { x: -300, y: 400 },
      data: {
        name: 'Agent',
        say: 'I will put you through, one moment please.',
        destination: '{{agent_number}}',
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
        examples: ['no', 'not here', 'not at home', 'this is her husband', 'this is his wife'],
        keys: ['2'],
      },
    },
    {
      id: 'start-wrong-number',
      source: 'start',
      target: 'wrong-number',
      data: {
        label: 'wrong number',
        condition: 'Nobody of this name can be reached at this number.',
        examples: ['wrong number', 'you have the wrong number', 'nobody of that name lives here'],
        keys: ['9'],
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
    { id: 'when-unclear', source: 'when', target: 'no-day', data: { label: 'no_match' } },
  ],
}
