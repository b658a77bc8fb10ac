/**
 * Every error a client can get, declared once: code, status, and a sentence for people. `docs/errors.md` is generated from
 * this.
 */

export const ERRORS = {
  unauthorized: [401, 'Send a valid API key as X-API-Key or as Authorization: Bearer.'],
  forbidden: [403, 'Missing or invalid signature.'],
  scope_too_narrow: [403, 'This API key does not have the scope for this operation. Use a key with a wider scope.'],
  cross_site_request: [403, 'This request came from a page of another site. Sign in at the console of this server.'],
  not_found: [404, 'There is no resource at this URL.'],
  method_not_allowed: [405, 'This URL does not support this HTTP method.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  payload_too_large: [413, 'The request body exceeds the size limit of this URL.'],
  uri_too_long: [414, 'The URL is too long.'],
  unsupported_media_type: [415, 'Send the body as application/json.'],
  too_many_requests: [429, 'Your organization has reached its request limit. Wait a moment and try again.'],
  internal_error: [500, 'Internal error. The server log has the cause under this request id.'],
  unavailable: [503, 'The database is not reachable. Try again in a few seconds.'],
  too_slow: [503, 'The query timed out. Narrow the filter or reduce the page size.'],
  bad_request: [400, 'The request is malformed.'],

  organization_suspended: [403, 'Your organization is suspended. Ask the operator of this installation.'],
  address_not_allowed: [
    403,
    'This API key cannot be used from your IP address. Ask an administrator of your organization.',
  ],
  last_admin_key: [
    409,
    'This is the last active key with the scope admin, and no user is an administrator. Create another key first.',
  ],
  last_administrator: [
    409,
    'This is the last administrator, and no active key has the scope admin. Give another user the role administrator first.',
  ],
  user_not_found: [404, 'There is no user with this id in your organization.'],
  user_deactivated: [403, 'Your account is deactivated. Ask an administrator of your organization.'],
  role_from_groups: [409, 'The groups of this user at the identity provider set the role. Change the groups there.'],
  not_invited: [
    403,
    'You have no account here, and none of your groups has a role. Ask an administrator for an invitation link.',
  ],
  invitation_not_found: [404, 'There is no open invitation with this id in your organization.'],
  invitation_not_valid: [
    400,
    'This invitation is not valid. It expired, was withdrawn, or was already accepted. Ask for a new link.',
  ],
  invitation_for_another: [403, 'This invitation is for another email address. Sign in with that one.'],
  user_elsewhere: [409, 'You have an account in another organization, and an account belongs to one only.'],
  sign_in_not_configured: [400, 'This way to sign in is not configured. Sign in with an API key.'],
  sign_in_elsewhere: [409, 'Here people sign in at the identity provider. Accept the invitation by signing in there.'],
  sign_in_failed: [401, 'The sign-in could not be confirmed, or took longer than ten minutes. Start again.'],
  provider_unavailable: [502, 'The identity provider does not answer. Try again, or sign in with an API key.'],
  session_not_found: [404, 'There is no session with this id.'],
  request_in_progress: [
    409,
    'A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.',
  ],
  api_key_not_found: [404, 'There is no API key with this id.'],

  telephony_configuration_not_found: [404, 'There is no telephony configuration with this id in your organization.'],
  telephony_configuration_name_taken: [409, 'Another telephony configuration already has this name.'],
  telephony_configuration_in_use: [409, 'An unfinished campaign uses this telephony configuration.'],
  provider_immutable: [400, 'The provider of a configuration cannot be changed. Create a new configuration.'],
  phone_number_not_found: [404, 'There is no phone number with this id in this configuration.'],
  phone_number_taken: [409, 'This number is already registered for this provider account.'],
  address_immutable: [400, 'The address of a number cannot be changed. Delete the number and create a new one.'],
  phone_number_inactive: [409, 'This number is not active.'],

  workflow_recording_not_found: [404, 'There is no recording with this id in your organization.'],
  workflow_recording_in_use: [409, 'A workflow plays this recording. Remove it there first.'],
  document_not_found: [404, 'There is no document with this uuid in your organization.'],
  document_in_use: [409, 'A workflow uses this document. Remove it there first.'],
  transcription_unavailable: [
    409,
    'This installation cannot recognize speech in this language. Write the transcript yourself and send it with the recording.',
  ],

  contact_list_not_found: [404, 'There is no contact list with this id.'],
  contact_list_in_use: [409, 'A campaign uses this contact list.'],
  source_not_found: [400, 'There is no uploaded contact list with this source_id.'],
  empty_file: [400, 'The file is empty.'],
  phone_column_missing: [400, 'The file has no phone number column.'],
  zone_column_missing: [
    400,
    'The file has no column with this name. Name the column that holds the time zone, state or postal code.',
  ],
  no_valid_rows: [400, 'The file has no row with a valid phone number.'],
  header_unreadable: [400, 'The header row of the file cannot be read.'],
  header_too_wide: [400, 'The file has too many columns, or column names that are too long.'],
  invalid_encoding: [400, 'The file is not valid text. Save it as CSV UTF-8.'],
  too_many_uploads: [429, 'Too many files of your organization are being uploaded. Try again when one is done.'],
  disk_full: [507, 'The server has too little disk space left for this file. Ask its operator.'],
  too_many_rows: [400, 'The file has too many rows.'],
  spreadsheet_unreadable: [400, 'The spreadsheet cannot be read. Save it as .xlsx without a password, or as CSV.'],
  sheet_not_chosen: [400, 'The spreadsheet has several sheets. Say with `sheet` which one to read.'],
  spreadsheet_cells_unusable: [
    400,
    'The sheet has formulas, merged cells or hidden rows. Replace formulas by their values, unmerge cells, show or delete hidden rows.',
  ],
  suppression_not_found: [404, 'There is no suppressed number with this id in your organization.'],
  registry_not_found: [404, 'Your organization has no registry of this name.'],
  registry_import_running: [
    409,
    'A registry is being imported. Try again when it is done; the list of registries shows how far it is.',
  ],
  registry_smaller: [
    409,
    'The file has far fewer numbers than the registry in force, so it may be cut off. Send `accept_smaller=true` if it is complete.',
  ],
  suppression_candidate_not_found: [404, 'There is no candidate with this id in your organization.'],
  suppression_candidate_decided: [409, 'This candidate has already been accepted or dismissed.'],
  upload_expired: [403, 'This upload URL has expired. Request a new one.'],
  upload_already_used: [409, 'This upload URL has already been used. Request a new one.'],

  workflow_not_found: [404, 'There is no workflow with this id in your organization.'],
  workflow_archived: [409, 'This workflow is archived.'],
  workflow_needs_a_model: [
    409,
    'This workflow needs a language model. Configure one, or fill in the field "say" of every node.',
  ],
  language_unavailable: [409, 'The configured voice or recognizer does not support the language of this workflow.'],
  speech_unavailable: [409, 'Install the optional speech packages, or configure a speech service.'],
  workflow_changed: [
    409,
    'The workflow was changed since it was read. Read it again, compare the versions, and save your change on the newest one.',
  ],
  workflow_version_not_found: [404, 'There is no such version of this workflow.'],
  workflow_version_invalid: [
    409,
    'This version of the workflow cannot be used any more: a newer rule refuses it, or something that it names is gone.',
  ],
  workflow_material_missing: [
    409,
    'The workflow names a recording or a document that cannot be used. Upload it, or remove it from the workflow.',
  ],
  dialogue_not_found: [404, 'There is no dialogue with this id in this workflow.'],
  too_many_dialogues: [409, 'This workflow has reached its limit of dialogues. Delete one first.'],
  try_not_found: [404, 'There is no such test conversation on this node. It ended or expired.'],
  too_many_tries: [429, 'Too many test conversations are open. End one, or wait a few minutes.'],
  try_needs_a_microphone: [
    409,
    'This workflow uses a speech-to-speech model. Test it with audio, or with the brain script or pipeline.',
  ],
  replay_needs_the_script: [
    409,
    'A language model leads this workflow. Only conversations that the script brain leads can be replayed; run an evaluation instead.',
  ],
  evaluation_not_found: [404, 'There is no evaluation with this id in this workflow.'],
  evaluation_needs_a_model: [
    409,
    'Personas with a prompt and a judge need a language model. Set up a chat endpoint in the model configuration, or leave them out.',
  ],
  evaluation_running: [409, 'An evaluation of this workflow is still running. Start the next one when it has ended.'],
  evaluation_too_large: [422, 'The evaluation has too many conversations. Ask for fewer runs or fewer personas.'],
  voice_not_found: [404, 'This machine has no such voice. Choose one of the list of voices.'],
  too_many_voice_samples: [429, 'Your organization has reached its limit of voice samples per hour. Try again later.'],
  voice_sample_failed: [502, 'The voice sample could not be produced.'],
  speech_model_not_found: [404, 'There is no such voice or recognizer. Choose one of the list of speech models.'],
  speech_model_installed: [409, 'This voice or recognizer is on the machine already. Restart the program to use it.'],
  speech_model_busy: [409, 'Another voice or recognizer is being downloaded. Try again when it is done.'],
  speech_model_language: [422, 'Choose a language that this model understands.'],
  installation_is_shared: [
    403,
    'Several organizations share this installation. Use `outdial models add` on the machine instead.',
  ],
  node_type_not_found: [404, 'There is no such node type.'],
  missing_variables: [400, 'The contact list lacks columns that the workflow uses.'],

  campaign_not_found: [404, 'There is no campaign with this id.'],
  campaign_not_editable: [409, 'Only a draft or paused campaign can be changed.'],
  campaign_not_startable: [409, 'Only a draft, paused or failed campaign can be started.'],
  campaign_not_pausable: [409, 'Only a running campaign can be paused.'],
  route_not_restorable: [
    409,
    'Only a running campaign with a route can restore its telephony configurations. Resuming a paused campaign restores them too.',
  ],
  experiment_not_found: [404, 'This campaign has no experiment.'],
  experiment_fixed: [409, 'The campaign has started, so that its experiment is fixed. It can only be stopped.'],
  experiment_not_stoppable: [
    409,
    'Only the open experiment of a campaign that has started can be stopped. Remove it from a draft instead.',
  ],
  experiment_open: [
    409,
    'The campaign has an open experiment, whose people keep their workflow versions. Stop the experiment first, or resume without `use_current_version`.',
  ],
  experiment_arm_unusable: [
    409,
    'An arm of the experiment cannot be used as it is set. Change the experiment of a draft; stop the one of a campaign that has started.',
  ],
  nodes_too_old: [
    409,
    'A running node of an older version does not know experiments and would call control groups. Upgrade all nodes, then try again.',
  ],
  campaign_not_resumable: [409, 'Only a paused campaign can be resumed.'],
  campaign_not_redialable: [409, 'Only a completed campaign can be redialed, and only once.'],
  campaign_not_deletable: [409, 'A running campaign cannot be deleted. Pause it first.'],
  campaign_not_enrollable: [409, 'People can be added to a draft, running or paused campaign only.'],
  campaign_not_closable: [409, 'Only a draft, running or paused campaign can be closed.'],
  campaign_not_finishable: [409, 'Only a paused campaign can be finished. Pause it first.'],
  campaign_has_live_calls: [409, 'This campaign has live calls. Try again when they have ended.'],
  nothing_to_redial: [400, 'No contact of the campaign has one of the chosen outcomes.'],
  contact_not_found: [404, 'There is no contact with this id in this campaign.'],
  no_caller_id: [409, 'This carrier requires a caller ID. Add an active phone number to the configuration.'],

  caller_id_not_owned: [
    409,
    'This number does not belong to the carrier account, so the carrier would refuse it as caller ID. GET …/account-numbers lists the numbers of the account.',
  ],

  public_url_unreachable: [409, 'Carriers cannot reach this server at PUBLIC_URL.'],

  forecast_busy: [429, 'Other forecasts are running. Try again in a few seconds.'],
  rehearsal_not_found: [404, 'This campaign was not rehearsed yet. Start a rehearsal first.'],
  rehearsal_running: [409, 'A rehearsal of this campaign is still running. Start the next one when it has ended.'],
  rehearsal_busy: [429, 'Other rehearsals are running. Try again when one has ended.'],
  dry_run_busy: [429, 'Another dry run is running. Try again when it has ended.'],

  call_not_found: [404, 'There is no call with this id.'],
  run_not_found: [404, 'There is no prepared run with this id for this workflow.'],
  run_already_called: [409, 'This run has been called already. Prepare another one for another call.'],
  call_not_live: [409, 'This call has ended.'],
  hang_up_impossible: [
    409,
    'This carrier ends a call only together with its audio, which this server does not have now. Try again when the person has answered.',
  ],
  call_not_placed: [409, 'The carrier has not accepted this call yet. Try again in a moment.'],
  conversation_not_found: [
    409,
    'The conversation of this call cannot be reached: it has not begun, has ended, or is being transferred. Read the call, then try again.',
  ],
  listening_off: [
    409,
    'Listening in is switched off for your organization. An admin can switch it on (listening_allowed of PATCH /api/v1/organization).',
  ],
  take_over_under_way: [409, 'This call is already being taken over. Wait for the result in its timeline.'],
  recording_not_found: [404, 'There is no recording of this call.'],
  recording_unreadable: [
    503,
    'The file of this recording cannot be decrypted. The log of the server says whether its storage key is missing or the file was changed.',
  ],
  number_suppressed: [409, 'This number is on the do-not-call list.'],
  spend_limit_reached: [
    409,
    'A spend limit is reached. Raise the limit of the organization or of the campaign, or wait for the next day.',
  ],
  prices_missing: [
    409,
    'A spend limit is set, and this telephony configuration has no prices. Set its prices, or remove the limit.',
  ],
  currency_differs: [
    422,
    'Your organization uses another currency. Send prices and limits in that currency, or change it with PUT /api/v1/organizations/spending.',
  ],
  currency_in_use: [
    409,
    'Price tables or spend limits use the present currency. Remove them, then change the currency.',
  ],
  currency_missing: [
    409,
    'Your organization has no currency. Set one with PUT /api/v1/organizations/spending, then set the limit.',
  ],
  prices_not_found: [404, 'This telephony configuration has no prices.'],
  no_free_slot: [409, 'Your organization has reached its limit of concurrent calls. Try again when a call ends.'],
  number_in_another_call: [
    409,
    'Another call of your organization with this number is live. Try again when that call has ended.',
  ],
  number_limits_reached: [
    409,
    'Every caller ID of the configuration has reached its call limit. Raise the limit, or try again later.',
  ],
  carrier_backing_off: [409, 'The carrier accepts no more calls at the moment. Try again later.'],
  link_expired: [403, 'This link has expired. Request a new one.'],

  number_not_found: [
    404,
    'This is not a phone number. Write it in international format: + and the country calling code.',
  ],
  call_not_allowed: [409, 'The calling rules do not allow this call now.'],
  consent_differs: [
    409,
    'A consent of this kind and time is recorded for this number with another source, proof or end. Records are not changed: revoke it and record the consent again with the time of the correction.',
  ],
  duties_open: [
    409,
    'Some duties are not confirmed for this list. Confirm them, or accept each by its id in `accept_duties`.',
  ],
  override_not_allowed: [
    403,
    'Only an admin key can set the calling rules aside for this number. Other keys can do it for the numbers in `/organizations/own-phones`.',
  ],
  required_sentence_missing: [409, 'The workflow does not contain a sentence that the policy requires.'],
  policy_pack_not_found: [404, 'There is no policy pack with this id.'],
  duty_not_found: [404, 'No pack or policy of your organization has a duty with this id.'],
  receipt_not_found: [404, 'The ledger has no record of this call.'],
  ledger_broken: [409, 'Ledger verification failed. Run `outdial ledger verify` to see where.'],

  person_in_call: [409, 'This person is in a live call. Erase them when it has ended.'],

  webhook_not_found: [404, 'There is no webhook with this id in your organization.'],
  webhook_delivery_not_found: [404, 'There is no delivery with this id for this webhook.'],
  tool_not_found: [404, 'There is no tool with this uuid in your organization.'],
  tool_not_testable: [409, 'Only HTTP tools can be tested. Use mcp/refresh to check an MCP server.'],
  tool_not_mcp: [409, 'This tool is not an MCP server.'],
  credential_not_found: [404, 'There is no credential with this uuid in your organization.'],
  credential_name_taken: [409, 'Another credential already has this name.'],
  credential_in_use: [
    409,
    'A tool, a fetch before the call, or the number check uses this credential (`details.used_by`). Give it another one first.',
  ],
  quota_exceeded: [409, 'Your organization has reached its quota for these.'],

  too_many_streams: [429, 'Your organization has reached its limit of open event streams. Close one first.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ErrorCode = keyof typeof ERRORS

/** An expected error for the client. `message` may be more specific than the catalogue's; `code` never changes. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>

  /** `cause`: for the log only. */
  constructor(
    code: ErrorCode,
    options: { message?: string; status?: number; details?: Record<string, unknown>; cause?: Error } = {},
  ) {
    const [status, sentence] = ERRORS[code]
    super(options.message ?? sentence, { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = options.status ?? status
    this.details = options.details ?? {}
  }
}

/** A body that names a resource outside the organization is invalid: 400, where a path would be 404. */
export function invalidReferenceError(code: ErrorCode): ApiError {
  return new ApiError(code, { status: 400 })
}

/** One fault of a request in the format of the API's validation errors. */
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
