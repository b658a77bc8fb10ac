import { expect, test } from 'vitest'
import { parametersOf, readParameters, readResultVariables, requestOf } from './tool-form.ts'

test('one parameter per line, with what the model is told of it; a question mark makes it optional', () => {
  expect(readParameters('order_number: The number: eight digits.\n\n note? : A remark.\nplain')).toEqual([
    { name: 'order_number', type: 'string', description: 'The number: eight digits.', required: true },
    { name: 'note', type: 'string', description: 'A remark.', required: false },
    { name: 'plain', type: 'string', description: 'plain', required: true },
  ])
})

test('one value of the answer per line, by its path or its own name', () => {
  expect(readResultVariables('arrival = delivery.date\nstatus')).toEqual([
    { name: 'arrival', path: 'delivery.date' },
    { name: 'status', path: 'status' },
  ])
})

test('a tool as the server gives it back: its parameters and its request', () => {
  const definition = { type: 'http_api', config: { method: 'GET', url: 'https://a.example/{{n}}', parameters: null } }
  expect(parametersOf(definition)).toEqual([])
  expect(requestOf(definition)).toBe('GET https://a.example/{{n}}')
  expect(requestOf({ type: 'mcp', config: { url: 'https://mcp.example' } })).toBe('https://mcp.example')
})
