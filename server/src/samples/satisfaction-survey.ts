import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { endStep, reportStep } from './sample-steps.ts'

/** Two questions answered by digits, one in the person's own words. */
export const satisfactionSurvey: WorkflowDefinition = {
  settings: { recording: false },
  nodes: [
    {
      id: 'start',
      type: 'startCall',
      position: { x: 0, y: 0 },
      data: {
        name: 'Ask for a minute',
        greeting:
          'Hello {{first_name | there}}, this is an automated call from {{company | your service team}}. May we ask you two short questions about our service? Please say yes or no, or press one or two.',
        prompt: 'Ask {{first_name | the person}} whether they have a minute for two questions about our service.',
      },
    },
    {
      id: 'rating',
      type: 'agentNode',
      position: { x: 0, y: 200 },
      data: {
        name: 'Rating',
        say: 'From one to five, where five is best: how satisfied were you? You may say the number or press the key.',
        prompt: 'Ask for a rating from one to five.',
        collect: { variable: 'rating', kind: 'digits', max_length: 1 },
      },
    },
    {
      id: 'reason',
      type: 'agentNode',
      position: { x: -300, y: 400 },
      data: {
        name: 'What went wrong',
        say: 'I am sorry to hear that. What should we do better?',
        prompt: 'Ask what should be better.',
        collect: { variable: 'reason', kind: 'text', max_length: 500 },
      },
    },
    {
      id: 'again',
      type: 'agentNode',
      position: { x: 300, y: 400 },
      data: {
        name: 'Come again',
        say: 'Thank you. Would you recommend us to a friend?',
        prompt: 'Ask whether the person would recommend us.',
        collect: { variable: 'recommends', kind: 'yes_no' },
      },
    },
    reportStep({
      phone: '{{phone_number}}',
      rating: '{{rating}}',
      reason: '{{reason}}',
      recommends: '{{recommends}}',
    }),
    endStep('thanks', 'Thanks', 0, 'Thank you very much for your time. Good-bye.'),
    endStep('another-time', 'Another time', 600, 'No problem. Have a good day. Good-bye.'),
  ],
  edges: [
    {
      id: 'start-yes',
      source: 'start',
      target: 'rating',
      data: {
        label: 'yes',
        condition: 'The person agrees.',
        examples: ['yes', 'go ahead', 'if it is quick'],
        keys: ['1'],
      },
    },
    {
      id: 'start-no',
      source: 'start',
      target: 'another-time',
      data: {
        label: 'no',
        condition: 'The person has no time.',
        examples: ['no', 'not now', 'I am busy', 'I have no time'],
        keys: ['2'],
      },
    },
    { id: 'start-silent', source: 'start', target: 'another-time', data: { label: 'no_input' } },
    { id: 'start-unclear', source: 'start', target: 'another-time', data: { label: 'no_match' } },
    {
      id: 'rating-low',
      source: 'rating',
      target: 'reason',
      data: { label: 'low', condition: 'The rating is one, two or three.', keys: ['1', '2', '3'] },
    },
    {
      id: 'rating-high',
      source: 'rating',
      target: 'again',
      data: { label: 'high', condition: 'The rating is four or five.', keys: ['4', '5'] },
    },
    { id: 'rating-silent', source: 'rating', target: 'another-time', data: { label: 'no_input' } },
    { id: 'rating-unclear', source: 'rating', target: 'thanks', data: { label: 'no_match' } },
    { id: 'reason-thanks', source: 'reason', target: 'thanks', data: {} },
    { id: 'reason-silent', source: 'reason', target: 'thanks', data: { label: 'no_input' } },
    { id: 'again-thanks', source: 'again', target: 'thanks', data: {} },
    { id: 'again-silent', source: 'again', target: 'thanks', data: { label: 'no_input' } },
    { id: 'again-unclear', source: 'again', target: 'thanks', data: { label: 'no_match' } },
  ],
}
