/**
 * Maximum duration of a call. The time with the agent is limited by the workflow and by the carrier's configuration, whichever is
 * shorter. The carrier is asked for a longer limit if two people may be joined, because they keep talking without the agent.
 */
import type { WorkflowSettings } from './definition.ts'
import { LONGEST_CALL_DEFAULT_SECONDS } from './limits.ts'

/** Time of a call besides ringing and talking: placing it, and the carrier's own delays. */
const CALL_MARGIN_MS = 90_000

/** The longest call duration that all carriers allow. */
export const JOINED_SECONDS_MAX = 7_200

/** The maximum time with the agent. `otherLimitMs`: limit of the configuration or the try-out, if there is one. */
export function conversationLimitMs(
  settings: Pick<WorkflowSettings, 'longest_call_seconds'> | null | undefined,
  otherLimitMs: number | null | undefined,
): number {
  const byWorkflowMs = (settings?.longest_call_seconds ?? LONGEST_CALL_DEFAULT_SECONDS) * 1000
  return Math.min(byWorkflowMs, otherLimitMs ?? Number.POSITIVE_INFINITY)
}

/** The time limit for the carrier. `canTransfer` null: unknown; then the longer limit is the safe one. */
export function carrierLimitSeconds(configuredSeconds: number, canTransfer: boolean | null): number {
  return canTransfer === false ? configuredSeconds : Math.max(configuredSeconds, JOINED_SECONDS_MAX)
}

/** When a call is certainly over, regardless of carrier reports. A joined call gets a later deadline when it is joined. */
export function deadlineOf(beganAtMs: number, limits: { ringTimeoutSeconds: number; maxCallSeconds: number }): number {
  return beganAtMs + (limits.ringTimeoutSeconds + limits.maxCallSeconds) * 1000 + CALL_MARGIN_MS
}
