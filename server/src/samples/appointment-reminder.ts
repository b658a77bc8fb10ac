import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { endStep, reportStep } from './sample-steps.ts'

const HUMAN = ['speak to a person', 'talk to a human', 'operator', 'representative', 'front desk']
const ANOTHER_TIME = [
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
]

/**
 * Confirms, moves or cancels an appointment; transfers to a person on request. Names the appointment only after the person has
 * said who they are: others may answer the phone, or listen to the mailbox.
 */
export const appointmentReminder: WorkflowDefinition = {
  settings: { recording: false },
  nodes: [
    {
      id: 'start',
      type: 'startCall',
      position: { x: 0, y: 0 },
      data: {
        name: 'Right person',
        greeting:
          'Hello, this is an automated call from {{company | the clinic}}. Am I speaking with {{first_name | the patient}}? Please say yes or no, or press one or two. If this is the wrong number, press nine. Press zero to talk to a person.',
        prompt:
          'You are an automated caller. Find out whether you speak with {{first_name | the patient}}. Say nothing about an appointment before.',
        allow_interrupt: true,
      },
    },
    {
      id: 'question',
      type: 'agentNode',
      position: { x: 0, y: 200 },
      data: {
        name: 'The appointment',
        say: 'Thank you. This is a reminder of your appointment on {{say_date(appointment_date)}} at {{appointment_time}}. Will you be there? Please say yes, reschedule or cancel, or press one, two or three. Press zero to talk to a person.',
        prompt:
          'Remind {{first_name | the person}} of an appointment on {{appointment_date}} at {{appointment_time}}. Find out whether they will come, want another day, or want to cancel.',
        allow_interrupt: true,
      },
    },
    {
      id: 'day',
      type: 'agentNode',
      position: { x: 0, y: 400 },
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
      position: { x: -300, y: 400 },
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
      position: { x: -900, y: 600 },
      data: {
        name: 'Call back',
        say: 'Very well, we will call you again: {{say_date(call_back_time)}}. Good-bye.',
        call_back: '{{call_back_time}}',
      },
    },
    endStep('confirmed', 'Confirmed', 300, 'Wonderful, we look forward to seeing you. Good-bye.'),
    endStep(
      'moved',
      'Moved',
      0,
      'Thank you. I have noted {{say_date(preferred_date)}} as your wish. The clinic will confirm the day and the time. Good-bye.',
    ),
    endStep(
      'cancelled',
      'Cancelled',
      -300,
      'All right, I have noted that you do not come. The clinic will see to it. Good-bye.',
    ),
    endStep(
      'unclear',
      'Not understood',
      600,
      'I am sorry, I did not get an answer. Please call us if you cannot come. Good-bye.',
    ),
    endStep('other-person', 'Another person', 1200, 'I am sorry to have bothered you. Good-bye.'),
    endStep('unheard', 'Not heard', 1500, 'I am sorry, I could not hear you. Good-bye.'),
    {
      id: 'wrong-number',
      type: 'endCall',
      position: { x: 1800, y: 600 },
      data: {
        name: 'Wrong number',
        say: 'I am sorry. We will not call this number again. Good-bye.',
        do_not_call: true,
      },
    },
    endStep(
      'message',
      'Message for the mailbox',
      900,
      'Hello, this is an automated call from {{company | the clinic}}. Please call us back. Good-bye.',
    ),
    reportStep({ phone: '{{phone_number}}', result: '{{disposition}}', preferred_date: '{{preferred_date}}' }),
    {
      id: 'desk',
      type: 'transfer',
      position: { x: -600, y: 600 },
      data: {
        name: 'Front desk',
        say: 'One moment, I will put you through to the front desk.',
        destination: '{{front_desk_number}}',
      },
    },
  ],
  edges: [
    {
      id: 'start-yes',
      source: 'start',
      target: 'question',
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
      target: 'other-person',
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
    {
      id: 'start-desk',
      source: 'start',
      target: 'desk',
      data: {
        label: 'person',
        condition: 'The person wants to talk to a human.',
        examples: HUMAN,
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
        examples: ANOTHER_TIME,
      },
    },
    { id: 'start-silent', source: 'start', target: 'unheard', data: { label: 'no_input' } },
    { id: 'start-unclear', source: 'start', target: 'unheard', data: { label: 'no_match' } },
    {
      id: 'question-confirmed',
      source: 'question',
      target: 'confirmed',
      data: {
        label: 'confirmed',
        condition: 'The person will come to the appointment.',
        examples: ['yes', 'I will be there', 'I am coming', 'I confirm', 'confirmed'],
        keys: ['1'],
      },
    },
    {
      id: 'question-day',
      source: 'question',
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
      id: 'question-cancelled',
      source: 'question',
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
      id: 'question-desk',
      source: 'question',
      target: 'desk',
      data: {
        label: 'person',
        condition: 'The person wants to talk to a human.',
        examples: HUMAN,
        keys: ['0'],
      },
    },
    {
      id: 'question-later',
      source: 'question',
      target: 'later',
      data: {
        label: 'call later',
        condition: 'The person has no time to talk now and wants to be called again.',
        examples: ANOTHER_TIME,
      },
    },
    { id: 'question-silent', source: 'question', target: 'unclear', data: { label: 'no_input' } },
    { id: 'question-unclear', source: 'question', target: 'unclear', data: { label: 'no_match' } },
    { id: 'start-machine', source: 'start', target: 'message', data: { label: 'voicemail' } },
    { id: 'later-back', source: 'later', target: 'back', data: {} },
    { id: 'later-silent', source: 'later', target: 'unclear', data: { label: 'no_input' } },
    { id: 'later-unclear', source: 'later', target: 'unclear', data: { label: 'no_match' } },
    { id: 'day-moved', source: 'day', target: 'moved', data: {} },
    { id: 'day-silent', source: 'day', target: 'unclear', data: { label: 'no_input' } },
    { id: 'day-unclear', source: 'day', target: 'unclear', data: { label: 'no_match' } },
  ],
}
