import { expect, test } from 'vitest'
import { noteSteps, stepOf, type Told } from './call-steps.ts'

const told = (type: string, data: object = {}) => ({ type, call_id: 7, campaign_id: 1, data }) as unknown as Told

test('the step of a call is forgotten when the call ends', () => {
  noteSteps([told('call_step', { name: 'Greeting' })])
  expect(stepOf(7)).toBe('Greeting')
  noteSteps([told('call_ended')])
  expect(stepOf(7)).toBeUndefined()
})
