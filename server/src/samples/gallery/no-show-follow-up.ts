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
  transferStep,
  WANTS_A_PERSON_EXAMPLES,
  YES_EXAMPLES,
} from './parts.ts'

const identity = identityStep('missed')

/** Offers a new appointment to a patient who did not come. */
export const noShowFollowUp = {
  name: 'Missed appointment (sample)',
  definition: sampleWorkflowOf(
    [
      ...identity.nodes,
      questionStep(
        'missed',
        'New appointment?',
        'Thank you. We did not see you at your appointment on {{say_date(missed_date)}}. Would you like a new one? Please say yes or no, or press one or two. Press zero to talk to a person.',
      ),
      questionStep('day', 'Which day', 'Which day would suit you?', { variable: 'preferred_date', kind: 'date' }),
      endStep(
        'wish',
        'Appointment wished',
        'Thank you. I have noted {{say_date(preferred_date)}} as your wish. We will call you to confirm it.',
      ),
      endStep('declined', 'No appointment', 'All right, I have noted that you want no new appointment.'),
      transferStep('{{front_desk_number}}'),
    ],
    [
      ...identity.edges,
      exitEdge('missed', 'day', 'yes', '1', YES_EXAMPLES),
      exitEdge('missed', 'declined', 'no', '2', NO_EXAMPLES),
      exitEdge('missed', 'agent', 'person', '0', WANTS_A_PERSON_EXAMPLES),
      ...fallbackExits('missed'),
      exitOnceCollected('day', 'wish'),
      ...fallbackExits('day'),
    ],
    ['preferred_date'],
  ),
  dialogues: [
    sampleDialogue(
      'Wants a new appointment',
      [
        personSays('Speaking.', 'missed'),
        personPresses('1', 'day'),
        personSays('The tenth of December.', 'day'),
        personSays('Yes.', 'wish', 'December 10'),
      ],
      'appointment_wished',
    ),
    sampleDialogue(
      'Wants none',
      [personPresses('1', 'missed'), personSays('No, thank you.', 'declined')],
      'no_appointment',
    ),
    ...IDENTITY_DIALOGUES,
  ],
}
