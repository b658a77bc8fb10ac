import {
  endStep,
  exitEdge,
  exitOnceCollected,
  fallbackExits,
  NO_EXAMPLES,
  personPresses,
  personSays,
  questionStep,
  sampleDialogue,
  sampleWorkflowOf,
  startStep,
  transferStep,
  WANTS_A_PERSON_EXAMPLES,
  YES_EXAMPLES,
} from './parts.ts'

/** Asks whether somebody is there for a delivery, or for another day. */
export const deliveryWindow = {
  name: 'Delivery window (sample)',
  definition: sampleWorkflowOf(
    [
      startStep(
        'Hello, this is an automated call from {{company | the delivery service}}. We plan your delivery on {{say_date(delivery_date)}}, {{delivery_window}}. Will somebody be there? Please say yes or no, or press one or two. Press zero to talk to a person.',
        'Find out whether somebody is there for the delivery on {{delivery_date}}, {{delivery_window}}. Promise no other time.',
      ),
      questionStep('day', 'Another day', 'Which day would suit you better?', {
        variable: 'preferred_date',
        kind: 'date',
      }),
      endStep('expected', 'Somebody is there', 'Thank you, I have noted that somebody will be there.'),
      endStep(
        'moved',
        'Another day wished',
        'Thank you. I have noted {{say_date(preferred_date)}} as your wish. We will confirm the day.',
      ),
      endStep('unclear', 'Not understood', 'I am sorry, I did not get an answer. Nothing was changed.'),
      endStep(
        'message',
        'Message for the mailbox',
        'Hello, this is an automated call from {{company | the delivery service}} about a delivery. Please call us at {{say_digits(agent_number)}}.',
      ),
      transferStep('{{agent_number}}'),
    ],
    [
      exitEdge('start', 'expected', 'yes', '1', [...YES_EXAMPLES, 'somebody will be there', 'I will be at home']),
      exitEdge('start', 'day', 'no', '2', [
        ...NO_EXAMPLES,
        'nobody will be there',
        'another day',
        'that does not suit me',
      ]),
      exitEdge('start', 'agent', 'person', '0', WANTS_A_PERSON_EXAMPLES),
      ...fallbackExits('start'),
      { id: 'start-machine', source: 'start', target: 'message', data: { label: 'voicemail' } },
      exitOnceCollected('day', 'moved'),
      ...fallbackExits('day'),
    ],
    ['preferred_date'],
  ),
  dialogues: [
    sampleDialogue('Is there', [personSays('Yes, I will be at home.', 'expected')], 'somebody_is_there'),
    sampleDialogue(
      'Wants another day',
      [
        personSays('No, another day.', 'day'),
        personSays('The tenth of December.', 'day', 'December 10'),
        personSays('Yes.', 'moved', 'We will confirm'),
      ],
      'another_day_wished',
    ),
    sampleDialogue('Asks for a person', [personPresses('0', 'agent')], 'transferred'),
  ],
}
