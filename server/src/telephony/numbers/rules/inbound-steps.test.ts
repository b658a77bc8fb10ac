import { expect, test } from 'vitest'
import { inboundSteps } from './inbound-steps.ts'

const ADDRESS = '+447912345678'
const unbound = { address: ADDRESS, workflowId: null }
const bound = { address: ADDRESS, workflowId: 1 }

test.each([
  ['a new number without a workflow', null, unbound, []],
  ['a new number with a workflow', null, bound, [[ADDRESS, true]]],
  ['an unchanged binding', bound, bound, []],
  ['another workflow', bound, { ...bound, workflowId: 2 }, [[ADDRESS, true]]],
  ['a binding taken away', bound, unbound, [[ADDRESS, false]]],
  ['a bound number deleted', bound, null, [[ADDRESS, false]]],
  ['an unbound number deleted', unbound, null, []],
  [
    'a bound number read as another one',
    bound,
    { ...bound, address: '+17912345678' },
    [
      [ADDRESS, false],
      ['+17912345678', true],
    ],
  ],
  ['an unbound number read as another one', unbound, { ...unbound, address: '+17912345678' }, []],
])('%s', (_name, before, after, steps) => {
  expect(inboundSteps(before, after).map(({ address, bind }) => [address, bind])).toEqual(steps)
})
