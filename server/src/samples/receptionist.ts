import type { WorkflowDefinition } from '../workflows/rules/definition.ts'

/** Answers inbound calls: takes a request for an appointment, or a message. Promises nothing that was not checked. */
export const receptionist: WorkflowDefinition = {
  settings: { recording: false },
  nodes: [
    {
      id: 'start',
      type: 'startCall',
      position: { x: 0, y: 0 },
      data: {
        name: 'Welcome',
        greeting:
          'Hello, this is the automated assistant of {{company | our office}}. Say appointment or press one, or say message or press two. How can I help you?',
        prompt:
          'You are the automated assistant of {{company | our office}} and answer the telephone. Find out whether the caller wants an appointment or wants to leave a message.',
        allow_interrupt: true,
      },
    },
    {
      id: 'day',
      type: 'agentNode',
      position: { x: -300, y: 200 },
      data: {
        name: 'Which day',
        say: 'Gladly. Which day would suit you?',
        prompt: 'Ask which day would suit the caller. Promise no appointment.',
        collect: { variable: 'preferred_date', kind: 'date' },
      },
    },
    {
      id: 'note',
      type: 'agentNode',
      position: { x: 300, y: 200 },
      data: {
        name: 'Message',
        say: 'Please tell me your name and your message.',
        prompt: 'Ask for the name and the message of the caller.',
        collect: { variable: 'message', kind: 'text', max_length: 500 },
      },
    },
    end(
      'wish',
      'Appointment wished',
      -300,
      'Thank you. I have noted {{say_date(preferred_date)}} as your wish. The office will call you to confirm it. Good-bye.',
    ),
    end('noted', 'Message taken', 300, 'Thank you, I have noted your message. Good-bye.'),
    end('unclear', 'Not understood', 0, 'I am sorry, I did not understand you. Please call again later. Good-bye.'),
    {
      id: 'report',
      type: 'webhook',
      position: { x: 900, y: 0 },
      data: {
        name: 'Report the result',
        // Disabled until it has the address of your own system: nothing is sent to a stranger.
        enabled: false,
        url: 'https://your-system.example/outdial',
        method: 'POST',
        payload: { caller: '{{caller_number}}', preferred_date: '{{preferred_date}}', message: '{{message}}' },
      },
    },
  ],
  edges: [
    {
      id: 'start-day',
      source: 'start',
      target: 'day',
      data: {
        label: 'appointment',
        condition: 'The caller wants an appointment.',
        examples: ['appointment', 'I need an appointment', 'make an appointment', 'book a visit', 'schedule'],
        keys: ['1'],
      },
    },
    {
      id: 'start-note',
      source: 'start',
      target: 'note',
      data: {
        label: 'message',
        condition: 'The caller wants to leave a message or talk to a person.',
        examples: ['message', 'leave a message', 'talk to a person', 'call me back', 'I have a question'],
        keys: ['2'],
      },
    },
    { id: 'start-silent', source: 'start', target: 'unclear', data: { label: 'no_input' } },
    { id: 'start-unclear', source: 'start', target: 'note', data: { label: 'no_match' } },
    { id: 'day-wish', source: 'day', target: 'wish', data: {} },
    { id: 'day-silent', source: 'day', target: 'unclear', data: { label: 'no_input' } },
    { id: 'day-unclear', source: 'day', target: 'note', data: { label: 'no_match' } },
    { id: 'note-noted', source: 'note', target: 'noted', data: {} },
    { id: 'note-silent', source: 'note', target: 'unclear', data: { label: 'no_input' } },
  ],
}

function end(id: string, name: string, x: number, say: string): WorkflowDefinition['nodes'][number] {
  return { id, type: 'endCall', position: { x, y: 400 }, data: { name, say } }
}
