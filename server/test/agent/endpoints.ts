/** What stand-ins of model endpoints have in common, whichever interface they speak. */
import { afterEach } from 'vitest'
import type { WorkflowDefinition } from '../../src/workflows/rules/definition.ts'

export const KEY = 'sk-test-secret'

/** Done after each test, the newest first. */
export const cleanups: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Goes round without asking anybody. */
export const LOOP: WorkflowDefinition = {
  nodes: [
    { id: 'start', type: 'startCall', data: { name: 'A', greeting: 'Round.' } },
    { id: 'b', type: 'agentNode', data: { name: 'B', say: 'And round.' } },
  ],
  edges: [
    { id: 'ab', source: 'start', target: 'b', data: {} },
    { id: 'ba', source: 'b', target: 'start', data: {} },
  ],
}
