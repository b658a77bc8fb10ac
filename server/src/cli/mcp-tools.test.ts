import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CHANGE_OPERATIONS, type OpenApi, READ_OPERATIONS, toolsOf } from './mcp-tools.ts'

test('every operation that is offered to assistants exists: one that was renamed would vanish in silence', () => {
  const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')) as OpenApi
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const names = operations.map(({ operationId }) => operationId)
  expect([...READ_OPERATIONS, ...CHANGE_OPERATIONS].filter((name) => !names.includes(name))).toEqual([])
  expect(toolsOf(document, true)).toHaveLength(READ_OPERATIONS.length + CHANGE_OPERATIONS.length)
  // Whoever only looks is offered nothing that changes anything.
  expect(toolsOf(document, false).filter(({ method }) => method !== 'GET')).toEqual([])
})
