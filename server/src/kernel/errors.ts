/** Every error a client can meet, declared once: code, status, and a sentence for people. `docs/errors.md` is made from this. */

export const ERRORS = {
  unauthorized: [401, 'Send a valid API key as X-API-Key or as Authorization: Bearer.'],
  forbidden: [403, 'This request is not signed as it must be.'],
  scope_too_narrow: [403, 'This key may not do this; use one with a wider scope.'],
  cross_site_request: [403, 'A page of another site sent this request; sign in at the console itself.'],
  not_found: [404, 'There is nothing at this address.'],
  method_not_allowed: [405, 'This address does not take this method.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  payload_too_large: [413, 'The body is larger than this address takes.'],
  uri_too_long: [414, 'The address is too long.'],
  unsupported_media_type: [415, 'Send the body as application/json.'],
  too_many_requests: [429, 'Too many requests of your organization; wait a moment.'],
  internal_error: [500, 'Something went wrong on our side. The request id leads to the cause in the log.'],
  unavailable: [503, 'The database cannot be reached at the moment; try again in a few seconds.'],
  too_slow: [503, 'This took the database longer than it may; ask for less: a narrower filter, a smaller page.'],
  bad_request: [400, 'The request could not be read.'],

  last_admin_key: [409, 'This is the only active key that may change keys; make another one first.'],
  session_not_found: [404, 'There is no session with this id.'],
  request_in_progress: [
    409,
    'A request with this Idempotency-Key is under way, or its end is not known; look before you send another.',
  ],
  api_key_not_found: [404, 'There is no API key with this id.'],

  telephony_configuration_not_found: [404, 'There is no telephony configuration with this id in your organization.'],
  telephony_configuration_name_taken: [409, 'Another telephony configuration has this name already.'],
  telephony_configuration_in_use: [409, 'A campaign that is not finished uses this telephony configuration.'],
  provider_immutable: [400, 'The provider of a configuration cannot be changed; create a new configuration.'],
  phone_number_not_found: [404, 'There is no phone number with this id in this configuration.'],
  phone_number_taken: [409, 'This number is already set up with this provider account.'],
  address_immutable: [400, 'The address of a number cannot be changed; delete the number and create a new one.'],
  phone_number_inactive: [409, 'This number is not active.'],

  contact_list_not_found: [404, 'There is no contact list with this id.'],
  contact_list_in_use: [409, 'A campaign uses this contact list.'],
  source_not_found: [400, 'There is no uploaded contact list with this source_id.'],
  empty_file: [400, 'The file is empty.'],
  phone_column_missing: [400, 'The file has no phone number column.'],
  zone_column_missing: [400, 'The file has no column of this name to tell where people are.'],
  no_valid_rows: [400, 'The file has no row with a usable phone number.'],
  header_unreadable: [400, 'The column names of the file cannot be read.'],
  header_too_wide: [400, 'The file has too many columns, or names that are too long.'],
  invalid_encoding: [400, 'The file is not valid text; save it as CSV UTF-8.'],
  too_many_rows: [400, 'The file has too many rows.'],
  suppression_not_found: [404, 'There is no suppressed number with this id in your organization.'],
  upload_expired: [403, 'This upload address has expired; ask for a new one.'],
  upload_already_used: [409, 'This upload address has been used already; ask for a new one.'],

  workflow_not_found: [404, 'There is no workflow with this id in your organization.'],
  workflow_archived: [409, 'This workflow is archived.'],
  workflow_needs_a_model: [409, 'This workflow needs a language model; set one up, or write what each node says.'],
  language_unavailable: [409, 'The chosen speech cannot hold a conversation in the language of this workflow.'],
  speech_unavailable: [409, 'Install the optional speech packages, or set up a speech service.'],
  workflow_version_not_found: [404, 'There is no such version of this workflow.'],
  workflow_version_invalid: [409, 'This version breaks a rule that has come since, and cannot be restored.'],
  dialogue_not_found: [404, 'There is no dialogue with this id in this workflow.'],
  too_many_dialogues: [409, 'This workflow has as many dialogues as it may; delete one first.'],
  try_not_found: [404, 'There is no such conversation to try on this node; it has ended long ago, or expired.'],
  too_many_tries: [429, 'Too many conversations are being tried at once; end one, or wait a few minutes.'],
  try_needs_a_microphone: [
    409,
    'A speech to speech model leads this workflow: try it with audio, or with brain script or pipeline.',
  ],
  node_type_not_found: [404, 'There is no such node type.'],
  missing_variables: [400, 'The contact list lacks columns that the workflow needs.'],

  campaign_not_found: [404, 'There is no campaign with this id.'],
  campaign_not_editable: [409, 'Only a draft or paused campaign can be changed.'],
  campaign_not_startable: [409, 'Only a draft, paused or failed campaign can be started.'],
  campaign_not_pausable: [409, 'Only a running campaign can be paused.'],
  campaign_not_resumable: [409, 'Only a paused campaign can be resumed.'],
  campaign_not_redialable: [409, 'Only a completed campaign can be redialed, and only once.'],
  campaign_not_deletable: [409, 'A running campaign cannot be deleted; pause it first.'],
  campaign_has_live_calls: [409, 'Calls of this campaign are still going on; wait until they have ended.'],
  nothing_to_redial: [400, 'No contact of the campaign has one of the chosen outcomes.'],
  contact_not_found: [404, 'There is no contact with this id in this campaign.'],
  no_caller_id: [409, 'This carrier needs a caller ID; add an active phone number to the configuration.'],

  caller_id_not_owned: [
    409,
    'This number does not belong to the account, so the carrier would refuse it as caller ID. GET …/account-numbers lists those that do.',
  ],

  public_url_unreachable: [409, 'Carriers cannot reach this program at PUBLIC_URL.'],

  forecast_busy: [429, 'Other forecasts are being made; try again in a few seconds.'],

  call_not_found: [404, 'There is no call with this id.'],
  recording_not_found: [404, 'There is no recording of this call.'],
  number_suppressed: [409, 'This number has asked not to be called.'],
  no_free_slot: [409, 'All live calls that the organization may have are in use; try again when one has ended.'],
  number_in_another_call: [
    409,
    'Another call of your organization with this number is live. Try again when that call has ended.',
  ],
  number_limits_reached: [
    409,
    'Every number of the configuration has reached its own limit of calls; raise it, or try again later.',
  ],
  carrier_backing_off: [409, 'The carrier takes no more calls at the moment; try again a little later.'],
  link_expired: [403, 'This link has expired; ask for a new one.'],

  number_not_found: [404, 'There is no such number; write it with + and the calling code.'],
  call_not_allowed: [409, 'The calling rules do not allow this call now.'],
  required_sentence_missing: [409, 'The workflow does not say what the policy requires.'],
  policy_pack_not_found: [404, 'There is no ready policy pack with this id.'],
  duty_not_found: [404, 'No pack and no policy of yours has a duty with this id.'],
  ledger_broken: [409, 'The ledger is not what was sealed; verify it to see where.'],

  person_in_call: [409, 'A call with this person is going on; erase them when it has ended.'],

  webhook_not_found: [404, 'There is no webhook with this id in your organization.'],
  webhook_delivery_not_found: [404, 'There is no delivery with this id of this webhook.'],
  quota_exceeded: [409, 'Your organization has as many of these as it may have.'],

  too_many_streams: [429, 'Your organization holds too many event streams open; close one first.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ErrorCode = keyof typeof ERRORS

/** An expected error on its way to the client. `message` may say more than the catalogue's sentence; `code` never changes. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, options: { message?: string; status?: number; details?: Record<string, unknown> } = {}) {
    const [status, sentence] = ERRORS[code]
    super(options.message ?? sentence)
    this.name = 'ApiError'
    this.code = code
    this.status = options.status ?? status
    this.details = options.details ?? {}
  }
}

/** A body that names something which is not in the organization is the body's fault: 400, where a path would be 404. */
export function badReference(code: ErrorCode): ApiError {
  return new ApiError(code, { status: 400 })
}

/** One fault of a request in the shape of the interface's validation body. */
export interface ValidationDetail {
  loc: string[]
  msg: string
  type: string
  input: unknown
  ctx?: Record<string, unknown>
}

export class ValidationError extends Error {
  readonly detail: ValidationDetail[]

  constructor(detail: ValidationDetail[]) {
    super('The request is not valid.')
    this.name = 'ValidationError'
    this.detail = detail
  }
}
