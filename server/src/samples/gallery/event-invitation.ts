import { dialogue, end, exit, onceGiven, otherwise, presses, question, says, start, workflowOf } from './parts.ts'

/** Invites to an event and asks how many people come. */
export const eventInvitation = {
  name: 'Event invitation (sample)',
  definition: workflowOf(
    [
      start(
        'Hello {{first_name | there}}, this is an automated call from {{company | the organizers}}. You are invited to {{event_name}} on {{say_date(event_date)}}. Will you come? Please say yes, no or not sure, or press one, two or three.',
        'Find out whether {{first_name | the person}} comes to {{event_name}} on {{event_date}}.',
      ),
      question('guests', 'How many', 'How many people will come, you included? Say the number or press the key.', {
        variable: 'guests',
        kind: 'digits',
        exact_length: 1,
      }),
      end('coming', 'Coming', 'Thank you, I have noted {{guests}}.'),
      end('absent', 'Not coming', 'Thank you, I have noted that you will not come.'),
      end('undecided', 'Undecided', 'No problem. I have noted that you have not decided yet.'),
      end('unclear', 'Not understood', 'I am sorry, I did not get an answer. Nothing was noted.'),
      end(
        'message',
        'Message for the mailbox',
        'Hello, this is an automated call from {{company | the organizers}}. You are invited to {{event_name}} on {{say_date(event_date)}}.',
      ),
    ],
    [
      exit('start', 'guests', 'yes', '1', ['yes', 'I will come', 'we will come']),
      exit('start', 'absent', 'no', '2', ['no', 'I will not come', 'I can not come']),
      exit('start', 'undecided', 'not sure', '3', ['not sure', 'maybe', 'I do not know yet']),
      ...otherwise('start'),
      { id: 'start-machine', source: 'start', target: 'message', data: { label: 'voicemail' } },
      onceGiven('guests', 'coming'),
      ...otherwise('guests'),
    ],
    ['guests'],
  ),
  dialogues: [
    dialogue('Comes with another', [says('Yes, we will come.', 'guests'), presses('2', 'coming')], 'coming', {
      guests: '2',
    }),
    dialogue('Does not come', [presses('2', 'absent')], 'not_coming'),
    dialogue('Does not know', [says('I do not know yet.', 'undecided')], 'undecided'),
  ],
}
