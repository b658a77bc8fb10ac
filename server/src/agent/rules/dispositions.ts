/** How a conversation ended, if the workflow does not define it: the name of an end node is the disposition of its calls. */
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
  /** A screening service, and the person did not answer. */
  screened: 'screened',
  /** A menu that led to no person. */
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

/** "Moved to another day" → `moved_to_another_day`. */
export function dispositionOf(nodeName: string): string {
  const words = nodeName.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('_').slice(0, 64) || DISPOSITIONS.completed
}

/** Dispositions by which a person has refused: rules about a pause after a refusal count from such a call. */
const REFUSALS: readonly string[] = ['declined', 'refused', 'not_interested', 'no_interest']

export function isRefusal(disposition: string | null | undefined): boolean {
  return disposition === DISPOSITIONS.doNotCall || REFUSALS.includes(disposition ?? '')
}
