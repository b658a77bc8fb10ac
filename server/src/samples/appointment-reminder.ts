import type { WorkflowDefinition } from '../workflows/rules/definition.ts'

/** Confirms, moves or cancels an appointment; hands over to a person on request. */
export const appointmentReminder: WorkflowDefinition = {
  settings: { recording: false },
  nodes: [
    {
      id: 'start',
      type: 'startCall',
      position: { x: 0, y: 0 },
      data: {
        name: 'Greeting and question',
        greeting:
          'Hello {{first_name | there}}, this is {{company | the clinic}} with an automated reminder of your appointment on {{say_date(appointment_date)}} at {{appointment_time}}. Will you be there? Please say yes, reschedule or cancel, or press one, two or three. Press zero to talk to a person.',
        prompt:
          'You are an automated caller. You remind {{first_name | the person}} of an appointment on {{appointment_date}} at {{appointment_time}}. Find out whether they will come, want another day, or want to cancel.',
        allow_interrupt: true,
      },
    },
    {
      id: 'day',
      type: 'agentNode',
      position: { x: 0, y: 200 },
      data: {
        name: 'Another day',
        say: 'No problem. Which day would suit you better?',
        prompt: 'Ask which day would suit the person better.',
        collect: { variable: 'preferred_date', kind: 'date' },
      },
    },
    {
      id: 'later',
      type: 'agentNode',
      position: { x: -300, y: 200 },
      data: {
        name: 'Another time to talk',
        say: 'Of course. When shall we call you again?',
        prompt: 'Ask when we shall call the person again.',
        collect: { variable: 'call_back_time', kind: 'date' },
      },
    },
    {
      id: 'back',
      type: 'endCall',
      position: { x: -900, y: 400 },
      data: {
        name: 'Call back',
        say: 'Very well, we will call you again: {{say_date(call_back_time)}}. Good-bye.',
        call_back: '{{call_back_time}}',
      },
    },
    end('confirmed', 'Confirmed', 300, 'Wonderful, we look forward to seeing you. Good-bye.'),
    end(
      'moved',
      'Moved',
      0,
      'Thank you. I have noted {{say_date(preferred_date)}} as your wish. The clinic will confirm the day and the time. Good-bye.',
    ),
    end(
      'cancelled',
      'Cancelled',
      -300,
      'All right, I have noted that you do not come. The clinic will see to it. Good-bye.',
    ),
    end(
      'unclear',
      'Not understood',
      600,
      'I am sorry, I did not get an answer. Please call us if you cannot come. Good-bye.',
    ),
    end(
      'message',
      'Message for the mailbox',
      900,
      'Hello, this is {{company | the clinic}} with an automated reminder of your appointment. Please call us if you cannot come. Good-bye.',
    ),
    {
      id: 'report',
      type: 'webhook',
      position: { x: 1200, y: 0 },
      data: {
        name: 'Report the result',
        // Switched off until it has the address of your own system: nothing is sent to a stranger.
        enabled: false,
        url: 'https://your-system.example/outdial',
        method: 'POST',
        payload: { phone: '{{phone_number}}', result: '{{disposition}}', preferred_date: '{{preferred_date}}' },
      },
    },
    {
      id: 'desk',
      type: 'transfer',
      position: { x: -600, y: 400 },
      data: {
        name: 'Front desk',
        say: 'One moment, I will put you through to the front desk.',
        destination: '{{front_desk_number}}',
      },
    },
  ],
  edges: [
    {
      id: 'start-confirmed',
      source: 'start',
      target: 'confirmed',
      data: {
        label: 'confirmed',
        condition: 'The person will come to the appointment.',
        examples: ['yes', 'I will be there', 'I am coming', 'I confirm', 'confirmed'],
        keys: ['1'],
      },
    },
    {
      id: 'start-day',
      source: 'start',
      target: 'day',
      data: {
        label: 'reschedule',
        condition: 'The person wants another day or time.',
        examples: [
          'reschedule',
          'I need to reschedule',
          'another day',
          'another time',
          'change my appointment',
          'move it',
        ],
        keys: ['2'],
      },
    },
    {
      id: 'start-cancelled',
      source: 'start',
      target: 'cancelled',
      data: {
        label: 'cancel',
        condition: 'The person will not come and wants no other day.',
        examples: ['no', 'cancel', 'cancel my appointment', 'I can not come', 'I will not be there'],
        keys: ['3'],
        confirm: 'You want to cancel the appointment, is that right?',
      },
    },
    {
      id: 'start-desk',
      source: 'start',
      target: 'desk',
      data: {
        label: 'person',
        condition: 'The person wants to talk to a human.',
        examples: ['speak to a person', 'talk to a human', 'operator', 'representative', 'front desk'],
        keys: ['0'],
      },
    },
    {
      id: 'start-later',
      source: 'start',
      target: 'later',
      data: {
        label: 'call later',
        condition: 'The person has no time to talk now and wants to be called again.',
        examples: [
          'call me later',
          'call me back later',
          'call me back',
          'this is a bad time',
          'I have no time right now',
          'I can not talk now',
          'not now',
          'do not call me before',
          'do not call so early',
          'do not call while I am at work',
        ],
        keys: ['4'],
      },
    },
    { id: 'start-silent', source: 'start', target: 'unclear', data: { label: 'no_input' } },
    { id: 'start-unclear', source: 'start', target: 'unclear', data: { label: 'no_match' } },
    { id: 'start-machine', source: 'start', target: 'message', data: { label: 'voicemail' } },
    { id: 'later-back', source: 'later', target: 'back', data: {} },
    { id: 'later-silent', source: 'later', target: 'unclear', data: { label: 'no_input' } },
    { id: 'later-unclear', source: 'later', target: 'unclear', data: { label: 'no_match' } },
    { id: 'day-moved', source: 'day', target: 'moved', data: {} },
    { id: 'day-silent', source: 'day', target: 'unclear', data: { label: 'no_input' } },
    { id: 'day-unclear', source: 'day', target: 'unclear', data: { label: 'no_match' } },
  ],
}

function end(id: string, name: string, x: number, say: string): WorkflowDefinition['nodes'][number] {
  return { id, type: 'endCall', position: { x, y: 400 }, data: { name, say } }
}
