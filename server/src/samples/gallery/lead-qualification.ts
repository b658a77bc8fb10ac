import {
  endStep,
  endStepDoNotCall,
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

const identity = identityStep('interest')

/** Asks people who sent an enquiry whether a colleague may call them. */
export const leadQualification = {
  name: 'Enquiry follow-up (sample)',
  definition: sampleWorkflowOf(
    [
      ...identity.nodes,
      questionStep(
        'interest',
        'Still interested?',
        'Thank you. You asked us about {{enquiry}}. Are you still interested? Please say yes or no, or press one or two.',
      ),
      questionStep(
        'soon',
        'When',
        'Do you want to decide within three months? Please say yes or no, or press one or two.',
        {
          variable: 'decides_soon',
          kind: 'yes_no',
        },
      ),
      questionStep(
        'talk',
        'May we call?',
        'May a colleague call you about it? Please say yes or no, or press one or two.',
      ),
      endStep('qualified', 'Wants a call', 'Thank you. I have noted that a colleague may call you.'),
      endStep('no-call', 'Wants no call', 'Thank you. I have noted that you want no call about it.'),
      endStepDoNotCall('declined', 'Not interested', 'Thank you for telling us.'),
    ],
    [
      ...identity.edges,
      exitEdge('interest', 'soon', 'yes', '1', ['yes', 'I am still interested']),
      exitEdge('interest', 'declined', 'no', '2', ['no', 'I am not interested any more', 'I have bought one already']),
      ...fallbackExits('interest'),
      exitOnceCollected('soon', 'talk'),
      ...fallbackExits('soon', 'talk'),
      exitEdge('talk', 'qualified', 'yes', '1', YES_EXAMPLES),
      exitEdge('talk', 'no-call', 'no', '2', NO_EXAMPLES),
      ...fallbackExits('talk'),
    ],
    ['decides_soon'],
  ),
  dialogues: [
    sampleDialogue(
      'Wants a call',
      [
        personPresses('1', 'interest'),
        personSays('Yes.', 'soon'),
        personSays('No.', 'talk'),
        personSays('Yes, please.', 'qualified'),
      ],
      'wants_a_call',
      { decides_soon: 'no' },
    ),
    sampleDialogue(
      'A doubtful answer is no wish for a call',
      [
        personPresses('1', 'interest'),
        personSays('Yes.', 'soon'),
        personSays('No.', 'talk'),
        personSays('Yes, if it must be.', 'talk'),
        personSays('No.', 'no-call'),
      ],
      'wants_no_call',
    ),
    sampleDialogue(
      'Has bought already',
      [personPresses('1', 'interest'), personSays('I have bought one already.', 'declined')],
      'not_interested',
    ),
    ...IDENTITY_DIALOGUES,
  ],
}
