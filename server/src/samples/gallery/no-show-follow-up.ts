import {
  dialogue,
  end,
  exit,
  IDENTITY_DIALOGUES,
  identityStep,
  NO,
  onceGiven,
  otherwise,
  presses,
  question,
  says,
  transfer,
  WANTS_A_PERSON,
  workflowOf,
  YES,
} from './parts.ts'

const identity = identityStep('missed')

/** Offers a new appointment to a patient who did not come. */
export const noShowFollowUp = {
  name: 'Missed appointment (sample)',
  definition: workflowOf(
    [
      ...identity.nodes,
      question(
        'missed',
        'New appointment?',
        'Thank you. We did not see you at your appointment on {{say_date(missed_date)}}. Would you like a new one? Please say yes or no, or press one or two. Press zero to talk to a person.',
      ),
      question('day', 'Which day', 'Which day would suit you?', { variable: 'preferred_date', kind: 'date' }),
      end(
        'wish',
        'Appointment wished',
        'Thank you. I have noted {{say_date(preferred_date)}} as your wish. We will call you to confirm it.',
      ),
      end('declined', 'No appointment', 'All right, I have noted that you want no new appointment.'),
      transfer('{{front_desk_number}}'),
    ],
    [
      ...identity.edges,
      exit('missed', 'day', 'yes', '1', YES),
      exit('missed', 'declined', 'no', '2', NO),
      exit('missed', 'agent', 'person', '0', WANTS_A_PERSON),
      ...otherwise('missed'),
      onceGiven('day', 'wish'),
      ...otherwise('day'),
    ],
    ['preferred_date'],
  ),
  dialogues: [
    dialogue(
      'Wants a new appointment',
      [
        says('Speaking.', 'missed'),
        presses('1', 'day'),
        says('The tenth of December.', 'day'),
        says('Yes.', 'wish', 'December 10'),
      ],
      'appointment_wished',
    ),
    dialogue('Wants none', [presses('1', 'missed'), says('No, thank you.', 'declined')], 'no_appointment'),
    ...IDENTITY_DIALOGUES,
  ],
}
