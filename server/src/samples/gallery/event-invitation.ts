import {
  endStep,
  exitEdge,
  exitOnceCollected,
  fallbackExits,
  personPresses,
  personSays,
  questionStep,
  sampleDialogue,
  sampleWorkflowOf,
  startStep,
} from './parts.ts'

/** Invites to an event and asks how many people come. */
export const eventInvitation = {
  name: 'Event invitation (sample)',
  definition: sampleWorkflowOf(
    [
      startStep(
        'Hello {{first_name | there}}, this is an automated call from {{company | the organizers}}. You are invited to {{event_name}} on {{say_date(event_date)}}. Will you come? Please say yes, no or not sure, or press one, two or three.',
        'Find out whether {{first_name | the person}} comes to {{event_name}} on {{event_date}}.',
      ),
      questionStep('guests', 'How many', 'How many people will come, you included? Say the number or press the key.', {
        variable: 'guests',
        kind: 'digits',
        exact_length: 1,
      }),
      endStep('coming', 'Coming', 'Thank you, I have noted {{guests}}.'),
      endStep('absent', 'Not coming', 'Thank you, I have noted that you will not come.'),
      endStep('undecided', 'Undecided', 'No problem. I have noted that you have not decided yet.'),
      endStep('unclear', 'Not understood', 'I am sorry, I did not get an answer. Nothing was noted.'),
      endStep(
        'message',
        'Message for the mailbox',
        'Hello, this is an automated call from {{company | the organizers}}. You are invited to {{event_name}} on {{say_date(event_date)}}.',
      ),
    ],
    [
      exitEdge('start', 'guests', 'yes', '1', ['yes', 'I will come', 'we will come']),
      exitEdge('start', 'absent', 'no', '2', ['no', 'I will not come', 'I can not come']),
      exitEdge('start', 'undecided', 'not sure', '3', ['not sure', 'maybe', 'I do not know yet']),
      ...fallbackExits('start'),
      { id: 'start-machine', source: 'start', target: 'message', data: { label: 'voicemail' } },
      exitOnceCollected('guests', 'coming'),
      ...fallbackExits('guests'),
    ],
    ['guests'],
  ),
  dialogues: [
    sampleDialogue(
      'Comes with another',
      [personSays('Yes, we will come.', 'guests'), personPresses('2', 'coming')],
      'coming',
      {
        guests: '2',
      },
    ),
    sampleDialogue('Does not come', [personPresses('2', 'absent')], 'not_coming'),
    sampleDialogue('Does not know', [personSays('I do not know yet.', 'undecided')], 'undecided'),
  ],
}
