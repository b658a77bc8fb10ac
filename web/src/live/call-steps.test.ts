import { expect, test } from 'vitest'
import { currentStepOfCall, recordCallSteps, type StreamEvent } from './call-steps.ts'

const told = (type: string, data: object = {}) => ({ type, call_id: 7, campaign_id: 1, data }) as unknown as StreamEvent

test('the step of a call is forgotten when the call ends', () => {
  recordCallSteps([told('call_step', { name: 'Greeting' })])
  expect(currentStepOfCall(7)).toBe('Greeting')
  recordCallSteps([told('call_ended')])
  expect(currentStepOfCall(7)).toBeUndefined()
})
