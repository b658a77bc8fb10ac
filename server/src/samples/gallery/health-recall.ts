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
  workflowOf,
  YES,
} from './parts.ts'

const identity = identityStep('due')

/** Tells a patient that a check-up is due and takes a wish for a day. */
export const healthRecall = {
  name: 'Check-up recall (sample)',
  definition: workflowOf(
    [
      ...identity.nodes,
      question(
        'due',
        'Check-up is due',
        'Thank you. Your {{check_up}} is due. Would you like an appointment? Please say yes, no or already done, or press one, two or three.',
      ),
      question('day', 'Which day', 'Which day would suit you?', { variable: 'preferred_date', kind: 'date' }),
      end(
        'wish',
        'Appointment wished',
        'Thank you. I have noted {{say_date(preferred_date)}} as your wish. We will call you to confirm it.',
      ),
      end('done', 'Already done', 'Thank you, I have noted that.'),
      end('declined', 'No appointment', 'All right, I have noted that you want no appointment now.'),
    ],
    [
      ...identity.edges,
      exit('due', 'day', 'yes', '1', YES),
      exit('due', 'declined', 'no', '2', [...NO, 'not now']),
      exit('due', 'done', 'already done', '3', ['already done', 'I had it already', 'I was there last month']),
      ...otherwise('due'),
      onceGiven('day', 'wish'),
      ...otherwise('day'),
    ],
    ['preferred_date'],
  ),
  dialogues: [
    dialogue(
      'Wants an appointment',
      [
        says('Yes.', 'due', 'check-up is due'),
        says('Yes please.', 'day'),
        says('The tenth of December.', 'day'),
        says('Yes.', 'wish', 'December 10'),
      ],
      'appointment_wished',
    ),
    dialogue('Has been there', [presses('1', 'due'), says('I had it already.', 'done')], 'already_done'),
    ...IDENTITY_DIALOGUES,
  ],
}
