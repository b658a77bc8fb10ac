import { expect, test } from 'vitest'
import { changedValues, localFaults, type Provider, splitFields } from './carrier-values.ts'

const pace = {
  name: 'calls_per_second',
  label: 'Calls per second',
  type: 'number',
  required: false,
  default: 2,
  maximum: 10,
}
const sid = { name: 'sid', label: 'SID', type: 'string', required: true, pattern: '^AC\\d{2}$' }
const secret = { name: 'token', label: 'Token', type: 'password', required: true, sensitive: true }
const provider = (name: string, fields: Provider['fields']): Provider => ({
  provider: name,
  display_name: name,
  docs_url: '',
  fields,
})
const one = provider('one', [sid, secret, pace])

test('what every carrier has stands apart, without its name being known', () => {
  const { account, pace: common } = splitFields(one, [one, provider('two', [pace])])
  expect(account.map(({ name }) => name)).toEqual(['sid', 'token'])
  expect(common.map(({ name }) => name)).toEqual(['calls_per_second'])
})

test('only what differs is sent; a masked secret that nobody replaced is not', () => {
  const stored = { sid: 'AC01', token: '••••4c1e', calls_per_second: 5 }
  expect(changedValues(one.fields, {}, stored)).toEqual({})
  expect(changedValues(one.fields, { sid: 'AC01', token: undefined, calls_per_second: '' }, stored)).toEqual({
    calls_per_second: 2,
  })
})

test('a fault is found where it is, and a stored secret is none', () => {
  const stored = { sid: 'AC01', token: '••••4c1e' }
  expect(localFaults(one.fields, {}, stored).size).toBe(0)
  expect([...localFaults(one.fields, { sid: 'AC1', calls_per_second: 11 }, stored)]).toEqual([
    ['config.sid', 'Not in the expected form.'],
    ['config.calls_per_second', 'At most 10.'],
  ])
  expect([...localFaults(one.fields, {}, {}).keys()]).toEqual(['config.sid', 'config.token'])
})
