/** The requests to the carrier after a number was created, changed or deleted. */

export interface Binding {
  address: string
  /** Workflow that answers inbound calls; null: the number is for outbound calls only. */
  workflowId: number | null
}

export interface InboundStep {
  address: string
  bind: boolean
}

export function inboundSteps(before: Binding | null, after: Binding | null): InboundStep[] {
  const from = before?.workflowId != null ? before : null
  const to = after?.workflowId != null ? after : null
  const steps: InboundStep[] = []
  if (from && from.address !== to?.address) steps.push({ address: from.address, bind: false })
  if (to && (to.address !== from?.address || to.workflowId !== from.workflowId)) {
    steps.push({ address: to.address, bind: true })
  }
  return steps
}
