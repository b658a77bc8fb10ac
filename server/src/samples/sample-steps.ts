/** Steps that several sample workflows have. */
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'

type Step = WorkflowDefinition['nodes'][number]

export function endStep(id: string, name: string, x: number, say: string): Step {
  return { id, type: 'endCall', position: { x, y: 600 }, data: { name, say } }
}

/** Disabled until it has the address of your own system: nothing is sent to a stranger. */
export function reportStep(payload: Record<string, string>): Step {
  return {
    id: 'report',
    type: 'webhook',
    position: { x: 1200, y: 0 },
    data: {
      name: 'Report the result',
      enabled: false,
      url: 'https://your-system.example/outdial',
      method: 'POST',
      payload,
    },
  }
}
