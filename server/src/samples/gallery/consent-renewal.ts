import {
  dialogue,
  end,
  endForGood,
  exit,
  IDENTITY_DIALOGUES,
  identityStep,
  otherwise,
  presses,
  question,
  says,
  workflowOf,
  YES,
} from './parts.ts'

const identity = identityStep('ask')

/**
 * Asks for consent to further calls. Question and answer are recorded as audio; a no puts the number on the do-not-call list.
 */
export const consentRenewal = {
  name: 'Consent renewal (sample)',
  definition: workflowOf(
    [
      ...identity.nodes,
      question(
        'ask',
        'May we call?',
        'Thank you. May {{company | our office}} call you with offers in future? Please say yes or no, or press one or two.',
      ),
      end('agreed', 'Agreed', 'Thank you, I have noted your consent. You can withdraw it at any time.'),
      endForGood('declined', 'Declined', 'I have noted your no.'),
    ],
    [
      ...identity.edges,
      exit('ask', 'agreed', 'yes', '1', YES, {
        confirm:
          'You agree that {{company | our office}} calls you with offers, is that right? The answer is recorded.',
        consent: true,
      }),
      exit('ask', 'declined', 'no', '2', ['no', 'no more calls', 'I do not want that']),
      ...otherwise('ask'),
    ],
    [],
  ),
  dialogues: [
    dialogue(
      'Agrees twice',
      [presses('1', 'ask'), says('Yes, please.', 'ask', 'is that right'), says('Yes.', 'agreed')],
      'agreed',
    ),
    dialogue(
      'A doubtful yes is no consent',
      [presses('1', 'ask'), says('Yes, well, maybe.', 'ask'), says('No.', 'declined')],
      'declined',
    ),
    ...IDENTITY_DIALOGUES,
  ],
}
