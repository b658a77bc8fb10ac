/** Dispositions for ends that the workflow does not define: otherwise the name of an end node is the disposition. */
export const DISPOSITIONS = {
  completed: 'completed',
  hungUp: 'hung_up',
  noInput: 'no_input',
  noMatch: 'no_match',
  neverStopped: 'person_never_stopped',
  voicemail: 'voicemail',
  messageLeft: 'voicemail_left',
  fax: 'fax',
  /** A network announcement said that the number does not exist. */
  noSuchNumber: 'no_such_number',
  /** A network announcement said that the person or the line cannot be reached at present. */
  unreachable: 'unreachable',
  /** A screening service answered, and the person did not take the call. */
  screened: 'screened',
  /** A menu answered and led to no person. */
  ivr: 'ivr',
  doNotCall: 'do_not_call',
  transferred: 'transferred',
  transferFailed: 'transfer_failed',
  agentFailed: 'agent_failed',
  loop: 'loop_limit',
  tooLong: 'longest_duration',
  noAudio: 'no_audio',
  shutdown: 'shutdown',
} as const

/** Converts a name to a disposition: "Moved to another day" → `moved_to_another_day`. */
export function dispositionOf(nodeName: string): string {
  const words = nodeName.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('_').slice(0, 64) || DISPOSITIONS.completed
}

/** Dispositions that count as a refusal by the person: cooldowns after a refusal count from such a call. */
const REFUSALS: readonly string[] = ['declined', 'refused', 'not_interested', 'no_interest']

export function isRefusal(disposition: string | null | undefined): boolean {
  return disposition === DISPOSITIONS.doNotCall || REFUSALS.includes(disposition ?? '')
}
