/** Every type of event, with the sentence that documents it. A new type is added here first. */

/** Events that are stored with an id and read by cursor or by the stream. */
export const EVENT_TYPES = {
  campaign_created: 'A campaign was created, also by a redial.',
  campaign_changed: 'The settings of a campaign were changed.',
  campaign_started: 'A campaign was started for the first time.',
  campaign_resumed: 'A paused campaign was resumed.',
  campaign_paused: 'A user paused a campaign.',
  campaign_completed: 'The last contact of a campaign has its final outcome.',
  contact_called_back:
    'A contact is finished: the person called back and talked with the agent. `data`: duration_seconds.',
  call_back_not_planned:
    'A caller was promised a call at another time, and the campaign of the contact will not make it. `data`: call_id, contact_id, call_back_at, reason.',
  contacts_enrolled:
    'People were added to a campaign. `data`: by, added, already_enrolled, rejected. A request with many people gives several of these.',
  campaign_redialed: 'A new draft was made from the contacts a campaign did not reach.',
  campaign_failed: 'A campaign failed: it cannot continue until the cause is fixed.',
  circuit_breaker_tripped: 'Too many calls failed: the campaign is paused.',
  carrier_account_refused: "The carrier refuses the account: the campaign is paused; `data.reason` is the carrier's.",
  carrier_unavailable: 'The carrier asked to wait or could not be reached; dialing resumes automatically.',
  agent_missing: 'Answered calls found no agent: the campaign is paused.',
  abandonment_high:
    'Too many people of a campaign answered and heard no agent in time. `data`: answered, abandoned, rate_percent, paused.',
  dials_fail_alike:
    'Several calls in a row failed with the same cause and none of them rang: the campaign is paused, and these contacts will be called again.',
  no_caller_number_left: 'The carrier accepts none of the numbers as caller ID: the campaign is paused.',
  route_configuration_stopped:
    'A campaign no longer dials through one telephony configuration of its route, because the account refuses or calls keep failing; it continues through the others. `data`: telephony_configuration_id, cause, stopped_by.',
  route_restored:
    'The stopped telephony configurations of a route are used again. `data`: by, telephony_configuration_ids.',
  experiment_stopped:
    'The experiment of a campaign was ended: everyone is treated as one arm says from then on. `data`: by, arm.',
  caller_number_resting:
    'The carrier does not accept a number as caller ID, or people answer it much less often than the others: it is not shown until `POST …/wake` releases it. `data`: phone_number_id, address, reason.',
  spend_alarm:
    '80 % of a spend limit is used. `data`: scope (`day`: of the organization, or `campaign`), spent, limit, currency.',
  spend_limit_reached:
    'A spend limit is reached. `data`: scope, spent, limit, currency. With the scope `campaign` that campaign is paused; with `day` no call is placed before tomorrow.',
  suppression_offered:
    'The person may not want to be called: `data.phone_number` may belong on the do-not-call list. `data.reason` is the source: the carrier’s code (SIP 607, the contact is finished), or `language_model`, which read an objection in the transcript after the call.',
  call_refused: 'The carrier refused one call.',
  window_opened: 'The calling hours of a campaign have begun.',
  window_closed: 'The calling hours of a campaign are over.',
  call_ended: 'A call is over. `data`: outcome, cause, attempt, duration_seconds.',
  call_analyzed:
    'A language model has read what was said on a call. `data`: success, sentiment, and the names of what it extracted; null: not asked.',
  contact_suppressed: 'A contact is finished without a call: the person asked not to be called.',
  contact_refused:
    'A contact is finished without a call: the calling rules never allow one, its `not_after` is over, or the person is in the control group of an experiment. `data`: rule.',
  workflow_created: 'A workflow was created.',
  workflow_updated: 'A workflow was changed; a new definition is a new version.',
  policy_changed: 'The calling rules of the organization or of a campaign were changed.',
  ledger_checkpoint:
    'The ledger was signed. `data`: sequence, hash, first_sequence, root (Merkle root of the records from first_sequence on), public_key, signature. Store it elsewhere, to see later whether the ledger was replaced.',
  suppression_changed:
    'The do-not-call list was changed. `data`: change (`added`, `renewed`, `removed`, `imported`, `range_added`, `range_removed`), entries (added or removed), source, by. It has no phone number.',
  webhook_disabled:
    'A webhook was switched off: `data.reason` is `failing` (nothing arrived for 24 hours) or `gone` (the receiver answered 410).',
} as const

/** Events sent only by the stream, to clients with `live=true`; they are not stored and have no id. */
export const LIVE_EVENT_TYPES = {
  call_claimed: 'A call takes its slot and is about to be placed.',
  call_placed: 'The carrier was asked to make the call, or accepted it.',
  call_ringing: 'The phone rings.',
  call_answered: 'A person or a machine has answered.',
  call_step: 'The conversation has reached a step of the workflow. `data`: node, name.',
  call_returned: 'The call was not placed after all; its contact is back in the queue.',
} as const

export type EventType = keyof typeof EVENT_TYPES
export type LiveEventType = keyof typeof LIVE_EVENT_TYPES

export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as [EventType, ...EventType[]]
export const LIVE_EVENT_TYPE_NAMES = Object.keys(LIVE_EVENT_TYPES) as [LiveEventType, ...LiveEventType[]]
