import {
  endStep,
  exitOnceCollected,
  fallbackExits,
  IDENTITY_DIALOGUES,
  identityStep,
  personPresses,
  personSays,
  questionStep,
  sampleDialogue,
  sampleWorkflowOf,
} from './parts.ts'

const identity = identityStep('fever')

/** Two yes-or-no questions before a visit; the answers go to the clinic, the agent judges nothing. */
export const preVisit = {
  name: 'Questions before a visit (sample)',
  definition: sampleWorkflowOf(
    [
      ...identity.nodes,
      questionStep(
        'fever',
        'Fever',
        'Thank you. Two questions before your appointment on {{say_date(appointment_date)}} at {{appointment_time}}. Did you have a fever in the last three days? Please say yes or no, or press one or two.',
        { variable: 'had_fever', kind: 'yes_no' },
      ),
      questionStep(
        'medicine',
        'Medicine',
        'Do you take medicine that thins the blood? Please say yes or no, or press one or two.',
        {
          variable: 'takes_blood_thinner',
          kind: 'yes_no',
        },
      ),
      endStep(
        'answered',
        'Answered',
        'Thank you. The clinic will read your answers before your visit. Please call us at {{say_digits(front_desk_number)}} if anything changes.',
      ),
      endStep(
        'open',
        'Questions open',
        'I am sorry, I did not get an answer. Please tell the clinic at {{say_digits(front_desk_number)}} before your visit.',
      ),
    ],
    [
      ...identity.edges,
      exitOnceCollected('fever', 'medicine'),
      ...fallbackExits('fever', 'open'),
      exitOnceCollected('medicine', 'answered'),
      ...fallbackExits('medicine', 'open'),
    ],
    ['had_fever', 'takes_blood_thinner'],
  ),
  dialogues: [
    sampleDialogue(
      'Answers both',
      [
        personSays('Yes, speaking.', 'fever'),
        personSays('No.', 'medicine'),
        personSays('Yes.', 'answered', 'read your answers'),
      ],
      'answered',
      { had_fever: 'no', takes_blood_thinner: 'yes' },
    ),
    sampleDialogue(
      'An answer with a doubt is asked again',
      [
        personPresses('1', 'fever'),
        personSays('Yes, maybe, I am not sure.', 'fever'),
        personSays('No.', 'medicine'),
        personSays('No.', 'answered'),
      ],
      'answered',
      { had_fever: 'no', takes_blood_thinner: 'no' },
    ),
    ...IDENTITY_DIALOGUES,
  ],
}
