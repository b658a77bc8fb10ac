import {
  dialogue,
  end,
  endForGood,
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

const identity = identityStep('interest')

/** Asks people who sent an enquiry whether a colleague may call them. */
export const leadQualification = {
  name: 'Enquiry follow-up (sample)',
  definition: workflowOf(
    [
      ...identity.nodes,
      question(
        'interest',
        'Still interested?',
        'Thank you. You asked us about {{enquiry}}. Are you still interested? Please say yes or no, or press one or two.',
      ),
      question(
        'soon',
        'When',
        'Do you want to decide within three months? Please say yes or no, or press one or two.',
        {
          variable: 'decides_soon',
          kind: 'yes_no',
        },
      ),
      question('talk', 'May we call?', 'May a colleague call you about it? Please say yes or no, or press one or two.'),
      end('qualified', 'Wants a call', 'Thank you. I have noted that a colleague may call you.'),
      end('no-call', 'Wants no call', 'Thank you. I have noted that you want no call about it.'),
      endForGood('declined', 'Not interested', 'Thank you for telling us.'),
    ],
    [
      ...identity.edges,
      exit('interest', 'soon', 'yes', '1', ['yes', 'I am still interested']),
      exit('interest', 'declined', 'no', '2', ['no', 'I am not interested any more', 'I have bought one already']),
      ...otherwise('interest'),
      onceGiven('soon', 'talk'),
      ...otherwise('soon', 'talk'),
      exit('talk', 'qualified', 'yes', '1', YES),
      exit('talk', 'no-call', 'no', '2', NO),
      ...otherwise('talk'),
    ],
    ['decides_soon'],
  ),
  dialogues: [
    dialogue(
      'Wants a call',
      [presses('1', 'interest'), says('Yes.', 'soon'), says('No.', 'talk'), says('Yes, please.', 'qualified')],
      'wants_a_call',
      { decides_soon: 'no' },
    ),
    dialogue(
      'A doubtful answer is no wish for a call',
      [
        presses('1', 'interest'),
        says('Yes.', 'soon'),
        says('No.', 'talk'),
        says('Yes, if it must be.', 'talk'),
        says('No.', 'no-call'),
      ],
      'wants_no_call',
    ),
    dialogue(
      'Has bought already',
      [presses('1', 'interest'), says('I have bought one already.', 'declined')],
      'not_interested',
    ),
    ...IDENTITY_DIALOGUES,
  ],
}
