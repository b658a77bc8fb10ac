import {
  dialogue,
  end,
  exit,
  NO,
  onceGiven,
  otherwise,
  presses,
  question,
  says,
  start,
  transfer,
  WANTS_A_PERSON,
  workflowOf,
  YES,
} from './parts.ts'

/** Asks whether somebody is there for a delivery, or for another day. */
export const deliveryWindow = {
  name: 'Delivery window (sample)',
  definition: workflowOf(
    [
      start(
        'Hello, this is an automated call from {{company | the delivery service}}. We plan your delivery on {{say_date(delivery_date)}}, {{delivery_window}}. Will somebody be there? Please say yes or no, or press one or two. Press zero to talk to a person.',
        'Find out whether somebody is there for the delivery on {{delivery_date}}, {{delivery_window}}. Promise no other time.',
      ),
      question('day', 'Another day', 'Which day would suit you better?', { variable: 'preferred_date', kind: 'date' }),
      end('expected', 'Somebody is there', 'Thank you, I have noted that somebody will be there.'),
      end(
        'moved',
        'Another day wished',
        'Thank you. I have noted {{say_date(preferred_date)}} as your wish. We will confirm the day.',
      ),
      end('unclear', 'Not understood', 'I am sorry, I did not get an answer. Nothing was changed.'),
      end(
        'message',
        'Message for the mailbox',
        'Hello, this is an automated call from {{company | the delivery service}} about a delivery. Please call us at {{say_digits(agent_number)}}.',
      ),
      transfer('{{agent_number}}'),
    ],
    [
      exit('start', 'expected', 'yes', '1', [...YES, 'somebody will be there', 'I will be at home']),
      exit('start', 'day', 'no', '2', [...NO, 'nobody will be there', 'another day', 'that does not suit me']),
      exit('start', 'agent', 'person', '0', WANTS_A_PERSON),
      ...otherwise('start'),
      { id: 'start-machine', source: 'start', target: 'message', data: { label: 'voicemail' } },
      onceGiven('day', 'moved'),
      ...otherwise('day'),
    ],
    ['preferred_date'],
  ),
  dialogues: [
    dialogue('Is there', [says('Yes, I will be at home.', 'expected')], 'somebody_is_there'),
    dialogue(
      'Wants another day',
      [
        says('No, another day.', 'day'),
        says('The tenth of December.', 'day', 'December 10'),
        says('Yes.', 'moved', 'We will confirm'),
      ],
      'another_day_wished',
    ),
    dialogue('Asks for a person', [presses('0', 'agent')], 'transferred'),
  ],
}
