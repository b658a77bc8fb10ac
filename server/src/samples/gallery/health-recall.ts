import {
  endStep,
  exitEdge,
  exitOnceCollected,
  fallbackExits,
  IDENTITY_DIALOGUES,
  identityStep,
  NO_EXAMPLES,
  personPresses,
  personSays,
  questionStep,
  sampleDialogue,
  sampleWorkflowOf,
  YES_EXAMPLES,
} from './parts.ts'

const identity = identityStep('due')

/** Tells a patient that a check-up is due and takes a wish for a day. */
export const healthRecall = {
  name: 'Check-up recall (sample)',
  definition: sampleWorkflowOf(
    [
      ...identity.nodes,
      questionStep(
        'due',
        'Check-up is due',
        'Thank you. Your {{check_up}} is due. Would you like an appointment? Please say yes, no or already done, or press one, two or three.',
      ),
      questionStep('day', 'Which day', 'Which day would suit you?', { variable: 'preferred_date', kind: 'date' }),
      endStep(
        'wish',
        'Appointment wished',
        'Thank you. I have noted {{say_date(preferred_date)}} as your wish. We will call you to confirm it.',
      ),
      endStep('done', 'Already done', 'Thank you, I have noted that.'),
      endStep('declined', 'No appointment', 'All right, I have noted that you want no appointment now.'),
    ],
    [
      ...identity.edges,
      exitEdge('due', 'day', 'yes', '1', YES_EXAMPLES),
      exitEdge('due', 'declined', 'no', '2', [...NO_EXAMPLES, 'not now']),
      exitEdge('due', 'done', 'already done', '3', ['already done', 'I had it already', 'I was there last month']),
      ...fallbackExits('due'),
      exitOnceCollected('day', 'wish'),
      ...fallbackExits('day'),
    ],
    ['preferred_date'],
  ),
  dialogues: [
    sampleDialogue(
      'Wants an appointment',
      [
        personSays('Yes.', 'due', 'check-up is due'),
        personSays('Yes please.', 'day'),
        personSays('The tenth of December.', 'day'),
        personSays('Yes.', 'wish', 'December 10'),
      ],
      'appointment_wished',
    ),
    sampleDialogue(
      'Has been there',
      [personPresses('1', 'due'), personSays('I had it already.', 'done')],
      'already_done',
    ),
    ...IDENTITY_DIALOGUES,
  ],
}
