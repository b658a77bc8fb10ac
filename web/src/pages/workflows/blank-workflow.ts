import type { Definition } from './editor/definition.ts'

/** The smallest workflow that can be saved and used for calls: a question, and an end for any answer. */
export const BLANK: Definition = {
  nodes: [
    {
      id: 'start',
      type: 'startCall',
      position: { x: 0, y: 0 },
      data: { name: 'Greeting', greeting: 'Hello {{first_name | there}}. Is this a good time?' },
    },
    { id: 'yes', type: 'endCall', position: { x: 300, y: 0 }, data: { name: 'Agreed', say: 'Thank you. Good-bye.' } },
    { id: 'no', type: 'endCall', position: { x: 300, y: 130 }, data: { name: 'Another time', say: 'Good-bye.' } },
  ],
  edges: [
    { id: 'start-yes', source: 'start', target: 'yes', data: { label: 'yes', examples: ['yes', 'sure'], keys: ['1'] } },
    { id: 'start-no', source: 'start', target: 'no', data: { label: 'no_match' } },
    { id: 'start-silent', source: 'start', target: 'no', data: { label: 'no_input' } },
  ],
}
