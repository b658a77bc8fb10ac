import { expect, test } from 'vitest'
import { sentenceOf } from './may-dial.ts'

test.each([
  [0, 'The organization is suspended: no new call is placed until the operator of this installation resumes it.'],
  [7, 'All 7 live calls of the organization are in use.'],
  [1, 'The only live call that the organization may have is in use.'],
])('an organization with %i slots is told why nobody is called', (limit, sentence) => {
  expect(sentenceOf({ rule: 'organization_slots', untilMs: null, facts: { limit } })).toBe(sentence)
})
