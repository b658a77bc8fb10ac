// Made from the migrations by `npm run generate`; do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely'

/** May be left out on insert. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
/** Written as JSON text, read as whatever was written; the queries of a room say what that is. */
export type Json = ColumnType<unknown, string, string>
/** Written as a Date or as text (`-infinity`), read as a Date. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>

export interface AbandonmentLimits {
  organization_id: number
  warn_percent: number
  pause_percent: number | null
  author: string
  updated_at: Timestamp
}

export interface AfterCallTasks {
  call_id: number
  organization_id: number
  attempts: Generated<number>
  next_attempt_at: Timestamp
  created_at: Timestamp
}

export interface AfterCalls {
  organization_id: number
  cursor: number
  secret: string | null
  previous_secret: string | null
  previous_secret_until: Timestamp | null
}

export interface ApiKeys {
  id: GeneratedAlways<number>
  organization_id: number
  name: string
  key_prefix: string
  key_hash: Buffer
  created_at: Timestamp
  last_used_at: Timestamp | null
  archived_at: Timestamp | null
  scope: Generated<string>
  user_id: number | null
  expires_at: Timestamp | null
  addresses: string[] | null
}

export interface AttemptCopies {
  organization_id: number
  up_to_call_id: number
  live_call_ids: string[]
}

export interface AuditEvents {
  id: GeneratedAlways<number>
  organization_id: number
  at: Timestamp
  api_key_id: number | null
  session_id: number | null
  operation: string
  subject: string
  before: Json | null
  after: Json | null
  request_id: string | null
  finished: Generated<boolean>
  user_id: number | null
  author: string | null
  address: string | null
}

export interface BreakerSeconds {
  campaign_id: number
  second: Timestamp
  finished: number
  failed: number
  organization_id: number
}

export interface CallCosts {
  call_id: number
  organization_id: number
  campaign_id: number | null
  telephony_configuration_id: number
  day: string
  currency: string | null
  estimate: number | null
  carrier_amount: number | null
  carrier_currency: string | null
  applied: Generated<boolean>
  ask_at: Timestamp | null
  asks: Generated<number>
}

export interface CallMinutes {
  organization_id: number
  campaign_id: number
  direction: string
  outcome: string
  minute: Timestamp
  calls: number
  seconds: number
}

export interface CallRecords {
  call_id: number
  organization_id: number
  timeline: Generated<Json>
  transcript: Generated<Json>
  gathered: Generated<Json>
  latencies: Generated<Json>
  disposition: string | null
  recording: string | null
  updated_at: Timestamp
  analysis: Json | null
  recording_bytes: number | null
  turns: Json | null
  model_usage: Json | null
}

export interface Calls {
  id: GeneratedAlways<number>
  organization_id: number
  campaign_id: number | null
  contact_id: number | null
  attempt: Generated<number>
  direction: string
  workflow_id: number
  definition_id: number
  telephony_configuration_id: number
  provider: string
  provider_call_id: string | null
  phone_number: string
  address_type: string
  caller_number: string | null
  caller_number_id: number | null
  state: string
  live: Generated<boolean>
  outcome: string | null
  cause: string | null
  ended_by: string | null
  machine: string | null
  agent_at: Timestamp | null
  node_id: string
  claimed_at: Timestamp
  placed_at: Timestamp | null
  answered_at: Timestamp | null
  ended_at: Timestamp | null
  news_at: Timestamp
  deadline_at: Timestamp
  duration_seconds: number | null
  variables: Json | null
  inbound_id: string | null
  transfer_of: number | null
  transfer_ready_at: Timestamp | null
  joined_with: number | null
  returns_contact_id: number | null
  talked_in: Json | null
  route: Json | null
  caller_reason: string | null
  arm: string | null
  attestation: Json | null
  numbers: Json | null
}

export interface CallsLive {
  call_id: number
  contact_id: number | null
  organization_id: number
  phone_number: string | null
  node_id: string | null
  caller_number_id: number | null
  exempt_id: Generated<number>
  awaited_by: string[] | null
}

export interface CampaignCopies {
  campaign_id: number
  list_id: number
  begun_at: Generated<Timestamp>
  organization_id: number
}

export interface CampaignForecasts {
  id: GeneratedAlways<number>
  organization_id: number
  campaign_id: number
  made_at: Timestamp
  forecast: Json
}

export interface CampaignLanes {
  campaign_id: number
  zones_id: number
  next_id: number
  organization_id: number
}

export interface CampaignLogs {
  id: GeneratedAlways<number>
  organization_id: number
  campaign_id: number
  ts: Timestamp
  level: string
  event: string
  message: string
  details: Generated<Json>
}

export interface CampaignQuarters {
  campaign_id: number
  quarter: Timestamp
  outcome: string
  calls: number
  seconds: number
  organization_id: number
}

export interface CampaignRehearsals {
  campaign_id: number
  organization_id: number
  run: number
  definition_id: number
  list_rows: number
  state: string
  rows: number
  rows_done: number
  odd_rows: number
  default_rows: number
  findings: Json
  started_at: Timestamp
  reported_at: Timestamp
  ended_at: Timestamp | null
}

export interface CampaignRemovals {
  campaign_id: number
  organization_id: number
}

export interface CampaignZones {
  campaign_id: number
  zones_id: number
  contacts: number
  organization_id: number
}

export interface Campaigns {
  id: GeneratedAlways<number>
  organization_id: number
  name: string
  workflow_id: number
  definition_id: number | null
  state: string
  source_type: string
  source_id: string
  list_id: number
  telephony_configuration_id: number | null
  parent_campaign_id: number | null
  redialed_campaign_id: number | null
  max_concurrency: number
  retry_config: Json
  schedule_config: Json | null
  circuit_breaker: Json
  total_rows: Generated<number>
  processed_rows: Generated<number>
  failed_rows: Generated<number>
  executed_count: Generated<number>
  total_queued_count: Generated<number>
  live_calls: Generated<number>
  breaker_since: Generated<Timestamp>
  window_said: string | null
  last_claimed_at: Generated<Timestamp>
  created_at: Timestamp
  updated_at: Timestamp
  started_at: Timestamp | null
  completed_at: Timestamp | null
  outcomes: Generated<Json>
  attempts: Generated<Json>
  next_due_at: Generated<Timestamp>
  enrolled_list_id: number | null
  keep_open: Generated<boolean>
  finish_on_inbound: Generated<boolean>
  max_spend: number | null
  spent: Generated<number>
  spent_calls: Generated<number>
  vouched_duties: string[] | null
  accepted_duties: string[] | null
  route: Json | null
  route_ids: string[] | null
  route_stops: Json | null
  caller_pool: Json | null
  experiment: Json | null
}

export interface Consents {
  id: GeneratedAlways<number>
  organization_id: number
  phone_number: string
  kind: string
  at: Timestamp
  expires_at: Timestamp | null
  source: string
  proof: string | null
  author: string
  list_id: number | null
  call_id: number | null
  created_at: Timestamp
}

export interface ConsoleSessions {
  id: GeneratedAlways<number>
  organization_id: number
  api_key_id: number | null
  token_hash: Buffer
  created_at: Timestamp
  last_used_at: Timestamp
  user_id: number | null
  address: string | null
  user_agent: string | null
  proxy_user: string | null
}

export interface ContactLists {
  id: GeneratedAlways<number>
  organization_id: number
  source_id: string
  filename: string
  status: string
  columns: Generated<string[]>
  phone_column: string | null
  total_rows: Generated<number>
  rejected_rows: Generated<number>
  duplicate_rows: Generated<number>
  errors: Generated<Json>
  created_at: Timestamp
  expires_at: Timestamp | null
  zones: Json | null
  erased_at: Timestamp | null
  bytes: Generated<number>
  read_as: string | null
  grown_at: Timestamp | null
  left_out_numbers: Generated<number>
  priority: number | null
}

export interface Contacts {
  id: GeneratedAlways<number>
  organization_id: number
  campaign_id: number
  list_contact_id: number
  phone_number: string
  address_type: string
  state: Generated<string>
  next_attempt_at: Generated<Timestamp>
  dials: Generated<number>
  outcome: string | null
  caller_number_id: number | null
  finished_at: Timestamp | null
  zones_id: Generated<number>
  held_by: string | null
  held_until: Timestamp | null
  person_id: string | null
  not_before: Timestamp | null
  not_after: Timestamp | null
  numbers: string[] | null
  passed_numbers: Json | null
  reached_at: Timestamp | null
}

export interface Credentials {
  id: GeneratedAlways<number>
  uuid: string
  organization_id: number
  name: string
  description: string | null
  credential_type: string
  credential_data: Json
  created_at: Timestamp
  updated_at: Timestamp | null
}

export interface DutyConfirmations {
  id: GeneratedAlways<number>
  organization_id: number
  duty_id: string
  note: string | null
  confirmed_by: string
  confirmed_at: Timestamp
}

export interface EgressGrants {
  organization_id: number
  host: string
  address: string
  granted_at: Timestamp
}

export interface Erasures {
  id: GeneratedAlways<number>
  organization_id: number
  at: Timestamp
  author: string
  reason: string | null
  counts: Json
  remaining: Json | null
}

export interface Events {
  id: Generated<number>
  organization_id: number
  at: Timestamp
  type: string
  campaign_id: number | null
  contact_id: number | null
  call_id: number | null
  data: Generated<Json>
}

export interface IdempotencyKeys {
  organization_id: number
  key: string
  request_hash: Buffer
  answer: string | null
  created_at: Timestamp
}

export interface Installation {
  id: Generated<boolean>
  key: string
  sweep_held_since: Timestamp | null
  last_backup_at: Timestamp | null
}

export interface Invitations {
  id: GeneratedAlways<number>
  organization_id: number
  role: string
  name: string | null
  email: string | null
  token_hash: Buffer
  invited_by: string
  created_at: Timestamp
  expires_at: Timestamp
  accepted_at: Timestamp | null
  user_id: number | null
}

export interface KnowledgeDocuments {
  id: GeneratedAlways<number>
  uuid: string
  organization_id: number
  filename: string
  mime_type: string
  kind: string
  file_size_bytes: number
  file_hash: string
  language: string
  retrieval_mode: string
  total_chunks: number
  custom_metadata: Json
  created_by: number | null
  created_at: Timestamp
  updated_at: Timestamp | null
  embedding_key: string | null
  embedding_error: string | null
  embedding_failures: Generated<number>
  embedding_tokens: Generated<number>
  embedding_tried_at: Timestamp | null
  embedding_retry_at: Timestamp | null
}

export interface KnowledgeEmbedders {
  organization_id: number
  model_key: string
  dimensions: number
  floors: Json
  tokens: number
  measured_at: Timestamp
}

export interface KnowledgePassages {
  id: GeneratedAlways<number>
  document_id: number
  position: number
  heading: string | null
  page: number | null
  content: string
  words: number
  search: string
}

export interface KnowledgeVectors {
  passage_id: number
  document_id: number
  model_key: string
  numbers: number[]
}

export interface LedgerCheckpoints {
  id: GeneratedAlways<number>
  organization_id: number
  kind: string
  sequence: number
  hash: Buffer
  at: Timestamp
  public_key: Buffer
  signature: Buffer
  first_sequence: number | null
  root: Buffer | null
}

export interface LedgerHeads {
  organization_id: number
  sequence: number
  hash: Buffer
  seal: Buffer
  erasures_pinned: Generated<boolean>
  persons_checked_at: Timestamp | null
}

export interface LedgerKeys {
  public_key: Buffer
  successor: Buffer
  at: Timestamp
  signed_by_old: Buffer
  signed_by_new: Buffer
}

export interface LedgerPersons {
  organization_id: number
  phone_number: string
  key: Buffer
  created_at: Generated<Timestamp>
  former_keys: Buffer[] | null
}

export interface LedgerRecords {
  organization_id: number
  sequence: number
  record: string
  hash: Buffer
}

export interface ListConfirmations {
  id: GeneratedAlways<number>
  organization_id: number
  list_id: number
  duty_id: string
  note: string | null
  confirmed_by: string
  confirmed_at: Timestamp
  expires_at: Timestamp
}

export interface ListContacts {
  id: GeneratedAlways<number>
  organization_id: number
  list_id: number
  row_number: number
  phone_number: string
  address_type: string
  variables: Json
  zones_id: Generated<number>
  given_not_before: string | null
  given_not_after: string | null
  not_before: Timestamp | null
  not_after: Timestamp | null
  priority: number | null
  more_numbers: string[] | null
}

export interface ListRegistryChecks {
  id: GeneratedAlways<number>
  organization_id: number
  list_id: number
  registry: string
  checked_on: string
  file_sha256: string
  numbers: number
  author: string
  created_at: Timestamp
  generation_id: number | null
  last_contact_id: number | null
  compared: number | null
  matches: number | null
}

export interface ListRejections {
  organization_id: number
  list_id: number
  row_number: number
  column_name: string | null
  code: string
  message: string
  value: string | null
}

export interface ListRemovals {
  list_id: number
  organization_id: number
}

export interface MediaTokensUsed {
  token_id: string
  expires_at: Timestamp
}

export interface Migrations {
  name: string
  run_at: Timestamp
  oldest_program: string | null
}

export interface ModelConfigurations {
  organization_id: number
  settings: Json
  updated_at: Timestamp
}

export interface Nodes {
  id: string
  started_at: Timestamp
  lease_until: Timestamp
  room: number | null
  knows: string
  schema_version: string | null
}

export interface NumberAttempts {
  call_id: number
  organization_id: number
  phone_number: string
  at: Timestamp
  policy_version: string | null
  what: string | null
  refused: Generated<boolean>
  inbound: Generated<boolean>
  person_id: string | null
  erased: Generated<boolean>
  is_simulated: boolean | null
}

export interface NumberChecks {
  organization_id: number
  phone_number: string
  verdict: string | null
  reason: string | null
  checked_at: Timestamp | null
  asked_at: Timestamp
}

export interface OrganizationDeletions {
  id: number
  name: string
  reason: string
  begun_at: Timestamp
  finished_at: Timestamp | null
  rows_deleted: Generated<number>
  recordings_deleted: Generated<number>
}

export interface OrganizationQuarters {
  organization_id: number
  direction: string
  quarter: Timestamp
  outcome: string
  calls: number
  seconds: number
}

export interface Organizations {
  id: GeneratedAlways<number>
  name: string
  max_concurrency: Generated<number>
  live_calls: Generated<number>
  created_at: Timestamp
  time_zone: Generated<string>
  policy_version: Generated<number>
  quotas: Generated<Json>
  listening_allowed: Generated<boolean>
  suspended_at: Timestamp | null
  suspended_reason: string | null
  currency: string | null
  max_spend_per_day: number | null
  spent_on: string | null
  spent_today: Generated<number>
  spent_calls: Generated<number>
}

export interface OwnPhones {
  organization_id: number
  phone_number: string
  label: string | null
  author: string
  created_at: Timestamp
}

export interface PhoneNumbers {
  id: GeneratedAlways<number>
  organization_id: number
  telephony_configuration_id: number
  provider: string
  account_id: string
  address: string
  address_normalized: string
  address_type: string
  country_code: string | null
  label: string | null
  inbound_workflow_id: number | null
  is_active: Generated<boolean>
  is_default_caller_id: Generated<boolean>
  extra_metadata: Generated<Json>
  last_used_at: Timestamp | null
  created_at: Timestamp
  updated_at: Timestamp
  inbound_url: string | null
  max_calls_at_once: number | null
  max_calls_per_day: number | null
  used_on: Timestamp | null
  used_count: Generated<number>
  resting_since: Timestamp | null
  resting_reason: string | null
  woken_at: Timestamp | null
  attestation: string | null
  attested_at: Timestamp | null
}

export interface Policies {
  id: GeneratedAlways<number>
  organization_id: number
  campaign_id: number | null
  version: number
  policy: Json
  author: string
  created_at: Timestamp
}

export interface PreparedRuns {
  id: Generated<number>
  organization_id: number
  workflow_id: number
  name: string
  mode: string
  created_at: Timestamp
  used_at: Timestamp | null
  call_id: number | null
}

export interface PriceTables {
  telephony_configuration_id: number
  organization_id: number
  currency: string
  prices: Json
  author: string
  updated_at: Timestamp
}

export interface QueueReviews {
  campaign_id: number
  organization_id: number
  turn: GeneratedAlways<number>
  after_id: Generated<number>
  names_zones: boolean
  stops_dialing: boolean
}

export interface RecordedPacks {
  organization_id: number
  packs: string
}

export interface RegistryBlocks {
  generation_id: number
  organization_id: number
  first_key: number
  last_key: number
  numbers: number
  distances: Buffer
  sum: Buffer
}

export interface RegistryFailures {
  organization_id: number
  registry: string
  step: string
  as_of: string
  message: string
  author: string | null
  at: Timestamp
}

export interface RegistryGenerations {
  id: GeneratedAlways<number>
  organization_id: number
  registry: string
  as_of: string
  state: string
  phase: Generated<string>
  bytes_read: Generated<number>
  rows_read: Generated<number>
  numbers: Generated<number>
  stored_bytes: Generated<number>
  file_sha256: string | null
  author: string
  started_at: Timestamp
  seen_at: Timestamp
  ready_at: Timestamp | null
}

export interface Retention {
  organization_id: number
  recordings_days: number | null
  transcripts_days: number | null
  contacts_days: number | null
  events_days: number | null
  recordings_call_id: Generated<number>
  transcripts_call_id: Generated<number>
  contacts_call_id: Generated<number>
  contacts_until: Generated<Timestamp>
  updated_at: Timestamp
  ledger_days: Generated<number>
  audit_days: Generated<number>
  calls_days: number | null
  calls_call_id: Generated<number>
}

export interface SignInTokens {
  token_hash: Buffer
  api_key_id: number
  expires_at: Timestamp
}

export interface SpendDays {
  organization_id: number
  day: string
  campaign_id: Generated<number>
  currency: string
  calls: Generated<number>
  amount: Generated<number>
  confirmed_calls: Generated<number>
  other_currency_calls: Generated<number>
}

export interface SuppressedRanges {
  id: GeneratedAlways<number>
  organization_id: number
  kind: string
  value: string
  prefixes: string[]
  reason: string
  source: Generated<string>
  author: string | null
  expires_at: Timestamp | null
  created_at: Timestamp
}

export interface SuppressionCandidates {
  id: GeneratedAlways<number>
  organization_id: number
  phone_number: string
  source: string
  reason: string | null
  call_id: number | null
  state: Generated<string>
  author: string | null
  offered_at: Timestamp
  decided_at: Timestamp | null
}

export interface Suppressions {
  id: GeneratedAlways<number>
  organization_id: number
  phone_number: string
  reason: string
  call_id: number | null
  created_at: Timestamp
  source: Generated<string>
  author: string | null
  expires_at: Timestamp | null
}

export interface TelephonyConfigurations {
  id: GeneratedAlways<number>
  organization_id: number
  name: string
  provider: string
  account_id: string
  credentials: Json
  is_default_outbound: Generated<boolean>
  created_at: Timestamp
  updated_at: Timestamp
  paced_until: Generated<Timestamp>
  held_until: Generated<Timestamp>
  holds: Generated<number>
  failing: Json | null
  account_paced_until: Generated<Timestamp>
  price_version: Generated<number>
  backoff_until: Generated<Timestamp>
  backoffs: Generated<number>
}

export interface Tools {
  id: GeneratedAlways<number>
  uuid: string
  organization_id: number
  name: string
  description: string | null
  category: string
  icon: string | null
  icon_color: string | null
  status: string
  definition: Json
  created_by: number | null
  created_at: Timestamp
  updated_at: Timestamp | null
}

export interface Users {
  id: GeneratedAlways<number>
  organization_id: number
  name: string
  email: string | null
  role: string
  role_from: Generated<string>
  issuer: string | null
  subject: string | null
  created_at: Timestamp
  signed_in_at: Timestamp | null
  deactivated_at: Timestamp | null
  needs_group: Generated<boolean>
}

export interface WebhookDeliveries {
  id: GeneratedAlways<number>
  organization_id: number
  webhook_id: number | null
  kind: string
  lane: string
  message_id: string
  event_id: number | null
  event_type: string | null
  contact_id: number | null
  call_id: number | null
  reference: string | null
  request: string | null
  payload: string
  state: string
  next_attempt_at: Timestamp
  expires_at: Timestamp
  attempts: Generated<number>
  tries: Generated<Json>
  created_at: Timestamp
  settled_at: Timestamp | null
}

export interface Webhooks {
  id: GeneratedAlways<number>
  organization_id: number
  url: string
  description: string
  event_types: string[] | null
  is_active: Generated<boolean>
  disabled_reason: string | null
  secret: string
  previous_secret: string | null
  previous_secret_until: Timestamp | null
  cursor: number
  failures: Generated<number>
  failing_since: Timestamp | null
  held_until: Generated<Timestamp>
  created_at: Timestamp
  updated_at: Timestamp
}

export interface WorkflowDefinitions {
  id: GeneratedAlways<number>
  organization_id: number
  workflow_id: number
  version_number: number
  definition: Json
  created_at: Timestamp
}

export interface WorkflowDialogues {
  id: GeneratedAlways<number>
  organization_id: number
  workflow_id: number
  name: string
  dialogue: Json
  created_at: Timestamp
  updated_at: Timestamp
}

export interface WorkflowEvaluations {
  id: GeneratedAlways<number>
  organization_id: number
  workflow_id: number
  definition_id: number | null
  version_number: number | null
  passed: boolean
  rate: number
  result: Json
  created_at: Timestamp
  state: Generated<string>
  planned: number | null
  reported_at: Timestamp | null
  request: Json | null
}

export interface WorkflowRecordings {
  id: GeneratedAlways<number>
  recording_id: string
  organization_id: number
  name: string
  transcript: string
  transcript_source: string
  source_format: string
  duration_ms: number
  gain_db: number
  audio: Buffer
  created_by: number | null
  created_at: Timestamp
  updated_at: Timestamp | null
}

export interface WorkflowTraffic {
  organization_id: number
  workflow_id: number
  day: Timestamp
  source: string
  target: string
  calls: number
}

export interface Workflows {
  id: GeneratedAlways<number>
  organization_id: number
  name: string
  status: Generated<string>
  current_definition_id: number | null
  created_at: Timestamp
  updated_at: Timestamp
  uuid: Generated<string>
}

export interface ZoneSets {
  id: GeneratedAlways<number>
  name: string
}

export interface Schema {
  abandonment_limits: AbandonmentLimits
  after_call_tasks: AfterCallTasks
  after_calls: AfterCalls
  api_keys: ApiKeys
  attempt_copies: AttemptCopies
  audit_events: AuditEvents
  breaker_seconds: BreakerSeconds
  call_costs: CallCosts
  call_minutes: CallMinutes
  call_records: CallRecords
  calls: Calls
  calls_live: CallsLive
  campaign_copies: CampaignCopies
  campaign_forecasts: CampaignForecasts
  campaign_lanes: CampaignLanes
  campaign_logs: CampaignLogs
  campaign_quarters: CampaignQuarters
  campaign_rehearsals: CampaignRehearsals
  campaign_removals: CampaignRemovals
  campaign_zones: CampaignZones
  campaigns: Campaigns
  consents: Consents
  console_sessions: ConsoleSessions
  contact_lists: ContactLists
  contacts: Contacts
  credentials: Credentials
  duty_confirmations: DutyConfirmations
  egress_grants: EgressGrants
  erasures: Erasures
  events: Events
  idempotency_keys: IdempotencyKeys
  installation: Installation
  invitations: Invitations
  knowledge_documents: KnowledgeDocuments
  knowledge_embedders: KnowledgeEmbedders
  knowledge_passages: KnowledgePassages
  knowledge_vectors: KnowledgeVectors
  ledger_checkpoints: LedgerCheckpoints
  ledger_heads: LedgerHeads
  ledger_keys: LedgerKeys
  ledger_persons: LedgerPersons
  ledger_records: LedgerRecords
  list_confirmations: ListConfirmations
  list_contacts: ListContacts
  list_registry_checks: ListRegistryChecks
  list_rejections: ListRejections
  list_removals: ListRemovals
  media_tokens_used: MediaTokensUsed
  migrations: Migrations
  model_configurations: ModelConfigurations
  nodes: Nodes
  number_attempts: NumberAttempts
  number_checks: NumberChecks
  organization_deletions: OrganizationDeletions
  organization_quarters: OrganizationQuarters
  organizations: Organizations
  own_phones: OwnPhones
  phone_numbers: PhoneNumbers
  policies: Policies
  prepared_runs: PreparedRuns
  price_tables: PriceTables
  queue_reviews: QueueReviews
  recorded_packs: RecordedPacks
  registry_blocks: RegistryBlocks
  registry_failures: RegistryFailures
  registry_generations: RegistryGenerations
  retention: Retention
  sign_in_tokens: SignInTokens
  spend_days: SpendDays
  suppressed_ranges: SuppressedRanges
  suppression_candidates: SuppressionCandidates
  suppressions: Suppressions
  telephony_configurations: TelephonyConfigurations
  tools: Tools
  users: Users
  webhook_deliveries: WebhookDeliveries
  webhooks: Webhooks
  workflow_definitions: WorkflowDefinitions
  workflow_dialogues: WorkflowDialogues
  workflow_evaluations: WorkflowEvaluations
  workflow_recordings: WorkflowRecordings
  workflow_traffic: WorkflowTraffic
  workflows: Workflows
  zone_sets: ZoneSets
}
