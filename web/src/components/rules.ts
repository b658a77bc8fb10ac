/** Every rule that decides whether someone may be called, in the order people ask about them. */
export interface RuleWords {
  rule: string
  /** When it does not stand in the way. */
  fine: string
}

export const RULES: readonly RuleWords[] = [
  { rule: 'suppressed', fine: 'Not on the do-not-call list' },
  { rule: 'contact_state', fine: 'Still to be called' },
  { rule: 'retry_time', fine: 'No pause after the last try' },
  { rule: 'calling_hours', fine: 'Inside calling hours' },
  { rule: 'campaign_state', fine: 'The campaign runs' },
  { rule: 'set_up', fine: 'Workflow and carrier are in place' },
  { rule: 'back_off', fine: 'The carrier takes calls' },
  { rule: 'campaign_slots', fine: 'The campaign has a free line' },
  { rule: 'organization_slots', fine: 'The organization has a free line' },
  { rule: 'pace', fine: 'Within calls per second' },
  { rule: 'room', fine: 'There is room for the conversation' },
]
