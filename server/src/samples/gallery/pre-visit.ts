import {
  dialogue,
  end,
  IDENTITY_DIALOGUES,
  identityStep,
  onceGiven,
  otherwise,
  presses,
  question,
  says,
  workflowOf,
} from './parts.ts'

const identity = identityStep('fever')

/** Two yes-or-no questions before a visit; the answers go to the clinic, the agent judges nothing. */
export const preVisit = {
  name: 'Questions before a visit (sample)',
  definition: workflowOf(
    [
      ...identity.nodes,
      question(
        'fever',
        'Fever',
        'Thank you. Two questions before your appointment on {{say_date(appointment_date)}} at {{appointment_time}}. Did you have a fever in the last three days? Please say yes or no, or press one or two.',
        { variable: 'had_fever', kind: 'yes_no' },
      ),
      question(
        'medicine',
        'Medicine',
        'Do you take medicine that thins the blood? Please say yes or no, or press one or two.',
        {
          variable: 'takes_blood_thinner',
          kind: 'yes_no',
        },
      ),
      end(
        'answered',
        'Answered',
        'Thank you. The clinic will read your answers before your visit. Please call us at {{say_digits(front_desk_number)}} if anything changes.',
      ),
      end(
        'open',
        'Questions open',
        'I am sorry, I did not get an answer. Please tell the clinic at {{say_digits(front_desk_number)}} before your visit.',
      ),
    ],
    [
      ...identity.edges,
      onceGiven('fever', 'medicine'),
      ...otherwise('fever', 'open'),
      onceGiven('medicine', 'answered'),
      ...otherwise('medicine', 'open'),
    ],
    ['had_fever', 'takes_blood_thinner'],
  ),
  dialogues: [
    dialogue(
      'Answers both',
      [says('Yes, speaking.', 'fever'), says('No.', 'medicine'), says('Yes.', 'answered', 'read your answers')],
      'answered',
      { had_fever: 'no', takes_blood_thinner: 'yes' },
    ),
    dialogue(
      'An answer with a doubt is asked again',
      [
        presses('1', 'fever'),
        says('Yes, maybe, I am not sure.', 'fever'),
        says('No.', 'medicine'),
        says('No.', 'answered'),
      ],
      'answered',
      { had_fever: 'no', takes_blood_thinner: 'no' },
    ),
    ...IDENTITY_DIALOGUES,
  ],
}
