# Made from docs/openapi.json by `npm run generate`; do not edit.
"""The operations of the interface and its named shapes."""
from __future__ import annotations

from typing import Any, Iterator, Literal, TypedDict

from ._core import BaseClient

class Abandonment(TypedDict, total=False):
    campaign_id: int
    days: int
    answered: int
    abandoned: int
    no_agent: int
    agent_failed: int
    late_audio: int
    rate_percent: float | None

class AbandonmentLimits(TypedDict, total=False):
    warn_percent: float
    pause_percent: float | None

class AbandonmentStatistics(TypedDict, total=False):
    days: int
    as_of: str
    simulated: Literal["exclude", "include", "only"]
    totals: dict[str, Any]
    campaigns: list[dict[str, Any]]

AnswerRates = TypedDict("AnswerRates", {
    "timezone": "str",
    "from": "str",
    "to": "str",
    "simulated": "Literal[\"exclude\", \"include\", \"only\"]",
    "simulated_calls": "int",
    "cells": "list[dict[str, Any]]",
}, total=False)

class ApiKey(TypedDict, total=False):
    id: int
    name: str
    key_prefix: str
    scope: Literal["report", "read", "operate", "admin"]
    user_id: int | None
    addresses: list[str] | None
    is_active: bool
    created_at: str
    expires_at: str | None
    last_used_at: str | None
    archived_at: str | None

class AuditEvent(TypedDict, total=False):
    id: int
    at: str
    operation: str
    subject: str
    author: str | None
    user_id: int | None
    api_key_id: int | None
    api_key_name: str | None
    session_id: int | None
    address: str | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    request_id: str | None
    finished: bool

class Call(TypedDict, total=False):
    id: int
    workflow_id: int
    definition_id: int
    version_number: int | None
    name: str
    mode: str
    is_simulated: bool
    created_at: str
    is_completed: bool
    state: str
    outcome: str | None
    call_type: Literal["inbound", "outbound"]
    phone_number: str
    caller_number: str | None
    caller_reason: Literal["same_area", "same_region", "same_country", "seen_before", "in_turn", "arm"] | None
    arm: str | None
    attestation: dict[str, Any] | None
    duration_seconds: int | None
    campaign_id: int | None
    contact_id: int | None
    returns_contact_id: int | None
    attempt: int
    telephony_configuration_id: int
    route: dict[str, Any] | None
    initial_context: dict[str, Any]
    gathered_context: dict[str, Any]
    analysis: dict[str, Any] | None
    disposition: str | None
    cause: str | None
    answered_at: str | None
    ended_at: str | None
    transcript_url: str | None
    recording_url: str | None
    placed_at: str | None
    ended_by: str | None
    machine: str | None
    consents: list[dict[str, Any]]
    timeline: list[Any]
    transcript: list[Any]
    latencies: dict[str, Any]
    cost: CallCost | None
    model_usage: dict[str, Any] | None

class CallCost(TypedDict, total=False):
    amount: str
    currency: str
    source: Literal["estimate", "carrier"]
    carrier: dict[str, Any] | None

class CallPeaks(TypedDict, total=False):
    call_id: int
    duration_seconds: float
    points: int
    person: list[int]
    agent: list[int]

class CallReceipt(TypedDict, total=False):
    format: str
    organization_id: int
    call_id: int
    public_key: str
    key_rotations: list[dict[str, Any]]
    person: dict[str, Any] | None
    records: list[dict[str, Any]]

CallStatistics = TypedDict("CallStatistics", {
    "bucket": "Literal[\"minute\", \"quarter\", \"hour\", \"day\"]",
    "timezone": "str",
    "from": "str",
    "to": "str",
    "as_of": "str",
    "simulated": "Literal[\"exclude\", \"include\", \"only\"]",
    "simulated_calls": "int",
    "totals": "dict[str, Any]",
    "columns": "list[dict[str, Any]]",
}, total=False)

class Campaign(TypedDict, total=False):
    id: int
    name: str
    workflow_id: int
    workflow_name: str
    workflow_version_number: int | None
    workflow_current_version_number: int
    state: Literal["draft", "running", "paused", "completed", "failed"]
    source_type: str
    source_id: str
    total_rows: int
    processed_rows: int
    failed_rows: int
    created_at: str
    started_at: str | None
    completed_at: str | None
    retry_config: dict[str, Any]
    max_concurrency: int
    schedule_config: dict[str, Any] | None
    circuit_breaker: dict[str, Any]
    keep_open: bool
    finish_on_inbound: bool
    max_spend: str | None
    spent: str
    currency: str | None
    policy: Policy | None
    policy_version: int | None
    executed_count: int
    total_queued_count: int
    live_calls: int
    outcomes: dict[str, int]
    parent_campaign_id: int | None
    redialed_campaign_id: int | None
    telephony_configuration_id: int | None
    telephony_configuration_name: str | None
    route: list[dict[str, Any]] | None
    caller_pool: dict[str, Any]
    experiment: Experiment | None
    is_simulated: bool
    logs: list[dict[str, Any]]

class CampaignExperiment(TypedDict, total=False):
    campaign_id: int
    as_of: str
    experiment: Experiment
    may_stop: bool
    sentence: str
    arms: list[dict[str, Any]]

class CampaignExplanation(TypedDict, total=False):
    campaign_id: int
    state: str
    as_of: str
    pending_rows: int
    ready_rows: int
    held_rows: int
    free_rows: int
    waiting_counted: bool
    waiting_counted_at: str | None
    waits: list[dict[str, Any]]
    limits: list[dict[str, Any]]
    route: list[dict[str, Any]] | None

class CampaignForecast(TypedDict, total=False):
    based_on: dict[str, Any]
    assumptions: list[str]
    forecast: dict[str, Any]
    alternatives: list[dict[str, Any]]

class CampaignProgress(TypedDict, total=False):
    campaign_id: int
    state: str
    total_rows: int
    processed_rows: int
    failed_calls: int
    progress_percentage: float
    started_at: str | None
    completed_at: str | None
    live_calls: int
    pending_rows: int
    ready_rows: int
    held_rows: int
    waiting_for_retry: int
    retries_not_due: int
    call_backs: int
    next_retry_at: str | None
    waiting_counted: bool
    waiting_counted_at: str | None
    outcomes: dict[str, int]
    attempts: dict[str, int]
    answer_rate: float | None
    calls_per_minute: int
    waiting_because: list[Reason]
    window_open: bool
    window_changes_at: str | None
    estimated_end_at: str | None

class CampaignRehearsal(TypedDict, total=False):
    campaign_id: int
    state: Literal["running", "ended", "failed", "interrupted"]
    outdated: bool
    workflow_version_number: int
    started_at: str
    ended_at: str | None
    rows: int
    rows_done: int
    odd_rows: int
    default_rows: int
    findings: list[dict[str, Any]]
    notes: list[str]

class CampaignResults(TypedDict, total=False):
    campaign_id: int
    contacts: int
    outcomes: list[dict[str, Any]]
    dispositions: list[dict[str, Any]]
    gathered: list[dict[str, Any]]

class CampaignRoute(TypedDict, total=False):
    campaign_id: int
    as_of: str
    steps: list[dict[str, Any]]

class CampaignWithWarnings(TypedDict, total=False):
    id: int
    name: str
    workflow_id: int
    workflow_name: str
    workflow_version_number: int | None
    workflow_current_version_number: int
    state: Literal["draft", "running", "paused", "completed", "failed"]
    source_type: str
    source_id: str
    total_rows: int
    processed_rows: int
    failed_rows: int
    created_at: str
    started_at: str | None
    completed_at: str | None
    retry_config: dict[str, Any]
    max_concurrency: int
    schedule_config: dict[str, Any] | None
    circuit_breaker: dict[str, Any]
    keep_open: bool
    finish_on_inbound: bool
    max_spend: str | None
    spent: str
    currency: str | None
    policy: Policy | None
    policy_version: int | None
    executed_count: int
    total_queued_count: int
    live_calls: int
    outcomes: dict[str, int]
    parent_campaign_id: int | None
    redialed_campaign_id: int | None
    telephony_configuration_id: int | None
    telephony_configuration_name: str | None
    route: list[dict[str, Any]] | None
    caller_pool: dict[str, Any]
    experiment: Experiment | None
    is_simulated: bool
    logs: list[dict[str, Any]]
    warnings: list[str]

class Consent(TypedDict, total=False):
    id: int
    phone_number: str
    kind: Literal["express", "express_written", "opt_in", "existing_customer", "revoked"]
    at: str
    expires_at: str | None
    source: str
    proof: str | None
    author: str
    list_id: int | None
    call_id: int | None
    created_at: str

class ConsoleSession(TypedDict, total=False):
    id: int
    user_id: int | None
    user_name: str | None
    api_key_id: int | None
    api_key_name: str | None
    address: str | None
    user_agent: str | None
    created_at: str
    last_used_at: str
    is_current: bool

class ContactExplanation(TypedDict, total=False):
    contact_id: int
    campaign_id: int
    as_of: str
    may_call_now: bool
    because: list[Reason]
    rules: list[dict[str, Any]]
    next_possible_at: str | None
    arm: str | None
    route: list[dict[str, Any]] | None
    phone_numbers: list[dict[str, Any]]
    attempts: list[dict[str, Any]]

class ContactList(TypedDict, total=False):
    source_id: str
    filename: str
    columns: list[str]
    total_rows: int
    rejected_rows: int
    duplicate_rows: int
    left_out_numbers: int
    errors: list[dict[str, Any]]
    created_at: str
    read_as: str | None
    priority: int | None

class ContactListPreview(TypedDict, total=False):
    source_id: str
    filename: str
    columns: list[str]
    total_rows: int
    rejected_rows: int
    duplicate_rows: int
    left_out_numbers: int
    errors: list[dict[str, Any]]
    created_at: str
    read_as: str | None
    priority: int | None
    phone_column: str | None
    file_rows: int
    suppressed_rows: int
    suppressed_examples: list[int]
    callable_rows: int
    column_details: list[dict[str, Any]]
    zones: ContactListZones | None
    rows: list[dict[str, Any]]
    rejections: list[dict[str, Any]]
    variables: list[dict[str, Any]]

class ContactListZones(TypedDict, total=False):
    columns: dict[str, Any]
    groups: list[dict[str, Any]]
    unknown_rows: int
    useless_values: dict[str, Any]

class ContactZones(TypedDict, total=False):
    timezones: list[str]
    places: list[str]
    source: Literal["timezone_column", "state_column", "postal_code_column", "number", "unknown"]

class DialogueRun(TypedDict, total=False):
    passed: int
    failed: int
    results: list[dict[str, Any]]

class DryRunProgress(TypedDict, total=False):
    running: dict[str, Any] | None

class DutyConfirmation(TypedDict, total=False):
    duty_id: str
    note: str | None
    confirmed_by: str
    confirmed_at: str

class Enrolment(TypedDict, total=False):
    campaign_id: int
    added: int
    already_enrolled: int
    rejected: int
    results: list[dict[str, Any]]

class Erasure(TypedDict, total=False):
    id: int
    at: str
    author: str
    reason: str | None
    counts: dict[str, int]
    finished: bool

class Error(TypedDict, total=False):
    detail: str
    code: str
    message: str
    details: dict[str, Any]
    request_id: str

class Event(TypedDict, total=False):
    id: int
    at: str
    type: EventType
    campaign_id: int | None
    contact_id: int | None
    call_id: int | None
    data: dict[str, Any]

EventType = Literal["campaign_created", "campaign_changed", "campaign_started", "campaign_resumed", "campaign_paused", "campaign_completed", "contact_called_back", "call_back_not_planned", "contacts_enrolled", "campaign_redialed", "campaign_failed", "circuit_breaker_tripped", "carrier_account_refused", "carrier_unavailable", "agent_missing", "abandonment_high", "dials_fail_alike", "no_caller_number_left", "route_configuration_stopped", "route_restored", "experiment_stopped", "caller_number_resting", "spend_alarm", "spend_limit_reached", "suppression_offered", "call_refused", "window_opened", "window_closed", "call_ended", "call_analyzed", "contact_suppressed", "contact_refused", "workflow_created", "workflow_updated", "policy_changed", "ledger_checkpoint", "suppression_changed", "webhook_disabled"]

class Experiment(TypedDict, total=False):
    name: str
    arms: list[dict[str, Any]]
    goal: dict[str, Any]
    stopped: dict[str, Any] | None

class HeldBack(TypedDict, total=False):
    rule: Literal["contact_hours", "never_open", "zone_unknown", "uncovered", "suspension", "cap", "least_gap", "cooldown", "registry", "consent", "number_check"]
    message: str
    contacts: int
    newly: int
    until: str | None

class ImportedSuppressions(TypedDict, total=False):
    total_rows: int
    added_rows: int
    known_rows: int
    rejected_rows: int
    duplicate_rows: int
    errors: list[dict[str, Any]]

class InitiatedCall(TypedDict, total=False):
    status: Literal["initiated"]
    workflow_run_id: int
    workflow_run_name: str

class Invitation(TypedDict, total=False):
    id: int
    role: Literal["viewer", "operator", "administrator"]
    name: str | None
    email: str | None
    invited_by: str
    created_at: str
    expires_at: str

class KeptForecasts(TypedDict, total=False):
    ended_at: str | None
    forecasts: list[dict[str, Any]]

class KnowledgeDocument(TypedDict, total=False):
    id: int
    document_uuid: str
    filename: str
    file_size_bytes: int
    file_hash: str
    mime_type: str
    processing_status: Literal["completed"]
    processing_error: None
    total_chunks: int
    retrieval_mode: Literal["chunked", "full_document"]
    language: str
    custom_metadata: dict[str, Any]
    docling_metadata: dict[str, Any]
    source_url: None
    created_at: str
    updated_at: str | None
    organization_id: int
    created_by: int | None
    is_active: bool
    embedding: dict[str, Any]

LedgerVerdict = TypedDict("LedgerVerdict", {
    "ok": "bool",
    "records": "int",
    "from": "int",
    "to": "int",
    "public_key": "str",
    "faults": "list[dict[str, Any]]",
}, total=False)

class ListProofs(TypedDict, total=False):
    registry_checks: list[dict[str, Any]]
    confirmations: list[dict[str, Any]]

class Listening(TypedDict, total=False):
    call_id: int
    audio_url: str
    expires_at: str

class LiveEvent(TypedDict, total=False):
    id: None
    at: str
    type: LiveEventType
    campaign_id: int | None
    contact_id: int | None
    call_id: int | None
    data: dict[str, Any]

LiveEventType = Literal["call_claimed", "call_placed", "call_ringing", "call_answered", "call_step", "call_returned"]

class ModelConfiguration(TypedDict, total=False):
    brain: Literal["script", "pipeline", "realtime"]
    chat: dict[str, Any]
    chat_fallback: list[dict[str, Any]]
    realtime: dict[str, Any]
    speech: dict[str, Any]
    recognition: dict[str, Any]
    services: dict[str, Any]
    embeddings: dict[str, Any]
    prices: dict[str, Any]
    filler_sentence: str | None
    fallback_sentence: str | None
    farewell_sentence: str | None
    updated_at: str | None

class NewInvitation(TypedDict, total=False):
    id: int
    role: Literal["viewer", "operator", "administrator"]
    name: str | None
    email: str | None
    invited_by: str
    created_at: str
    expires_at: str
    link: str

class NodeProperty(TypedDict, total=False):
    name: str
    type: Literal["string", "number", "boolean", "options", "multi_options", "fixed_collection", "json", "mention_textarea", "url", "tool_refs", "credential_ref", "recording_ref", "document_refs"]
    display_name: str
    description: str
    default: Any
    required: bool
    placeholder: str | None
    options: list[dict[str, Any]] | None
    properties: list[NodeProperty] | None
    min_value: float | None
    max_value: float | None
    min_length: float | None
    max_length: float | None
    pattern: str | None

class NodeType(TypedDict, total=False):
    name: str
    display_name: str
    description: str
    category: Literal["call_node", "global_node", "trigger", "integration"]
    icon: str
    version: str
    properties: list[NodeProperty]
    examples: list[dict[str, Any]]
    graph_constraints: dict[str, Any]

class NumberHistory(TypedDict, total=False):
    phone_number: str
    zones: ContactZones
    may_call_now: bool
    because: list[Reason]
    suppressed: list[dict[str, Any]]
    consents: list[dict[str, Any]]
    campaigns: list[dict[str, Any]]
    attempts: list[dict[str, Any]]

class Organization(TypedDict, total=False):
    id: int
    name: str
    time_zone: str
    listening_allowed: bool
    max_concurrency: int
    live_calls: int
    quotas: dict[str, int]
    created_at: str
    api_key: dict[str, Any] | None
    user: dict[str, Any] | None
    scope: Literal["report", "read", "operate", "admin"]
    session_id: int | None
    version: str

class OrganizationPolicy(TypedDict, total=False):
    policy: Policy | None
    version: int
    author: str | None
    created_at: str | None
    duties: list[dict[str, Any]]
    warnings: list[str]
    notice: str

class OwnPhones(TypedDict, total=False):
    phones: list[dict[str, Any]]

class PhoneNumber(TypedDict, total=False):
    id: int
    telephony_configuration_id: int
    address: str
    address_normalized: str
    address_type: Literal["pstn", "sip_uri", "sip_extension"]
    is_active: bool
    is_default_caller_id: bool
    extra_metadata: dict[str, Any]
    created_at: str
    updated_at: str
    country_code: str | None
    label: str | None
    inbound_workflow_id: int | None
    inbound_workflow_name: str | None
    inbound_stale: bool
    max_calls_at_once: int | None
    max_calls_per_day: int | None
    resting_since: str | None
    resting_reason: str | None
    answer_rate: dict[str, Any]
    attestation: dict[str, Any] | None
    provider_sync: dict[str, Any] | None

class Policy(TypedDict, total=False):
    packs: list[str]
    hours: dict[str, Any] | None
    holidays: dict[str, Any] | None
    suspensions: list[dict[str, Any]] | None
    caps: list[dict[str, Any]] | None
    least_gap_minutes: int | None
    cooldowns: list[dict[str, Any]] | None
    shortest_ring_seconds: int | None
    required_sentences: list[dict[str, Any]] | None
    registries: list[dict[str, Any]] | None
    duties: list[dict[str, Any]] | None
    consent: dict[str, Any] | None
    unknown_zone: Literal["refuse", "fallback"] | None
    calls: dict[str, Any] | None
    uncovered: Literal["refuse", "allow"] | None
    hours_floor: Literal["on", "off"] | None
    fallback_timezone: str | None
    scrubbed_on: dict[str, str] | None
    number_check: dict[str, Any] | None

PolicyDryRun = TypedDict("PolicyDryRun", {
    "from": "str",
    "to": "str",
    "history_from": "str",
    "dials": "int",
    "refused": "int",
    "refused_by_rule": "list[dict[str, Any]]",
    "days": "list[dict[str, Any]]",
    "examples": "list[dict[str, Any]]",
    "overridden": "dict[str, Any]",
    "released": "dict[str, Any]",
    "not_judged": "int",
    "not_judged_by_cause": "list[dict[str, Any]]",
    "notes": "list[str]",
}, total=False)

class PolicyInput(TypedDict, total=False):
    packs: list[str]
    hours: dict[str, Any] | None
    holidays: dict[str, Any] | None
    suspensions: list[dict[str, Any]] | None
    caps: list[dict[str, Any]] | None
    least_gap_minutes: int | None
    cooldowns: list[dict[str, Any]] | None
    shortest_ring_seconds: int | None
    required_sentences: list[dict[str, Any]] | None
    registries: list[dict[str, Any]] | None
    duties: list[dict[str, Any]] | None
    consent: dict[str, Any] | None
    unknown_zone: Literal["refuse", "fallback"] | None
    calls: dict[str, Any] | None
    uncovered: Literal["refuse", "allow"] | None
    hours_floor: Literal["on", "off"] | None
    fallback_timezone: str | None
    scrubbed_on: dict[str, str] | None
    number_check: dict[str, Any] | None

class PolicyPack(TypedDict, total=False):
    id: str
    title: str
    places: list[str]
    implies: list[str]
    valid_from: str | None
    valid_to: str | None
    checked_on: str
    sources: list[dict[str, Any]]
    covers: str
    does_not_cover: list[str]
    applies_to: dict[str, Any]
    lifted_by: dict[str, Any]
    rules: dict[str, Any]

class PolicyPreview(TypedDict, total=False):
    waiting: int
    callable: int
    later: list[HeldBack]
    held: list[HeldBack]

class PolicyVersion(TypedDict, total=False):
    version: int
    policy: Policy
    author: str
    created_at: str

class PreparedRun(TypedDict, total=False):
    id: int
    workflow_id: int
    name: str
    mode: str
    created_at: str
    definition_id: int
    initial_context: dict[str, Any]

class Prices(TypedDict, total=False):
    telephony_configuration_id: int
    currency: str
    per_minute: str
    per_call: str
    first_seconds: int
    step_seconds: int
    inbound_per_minute: str
    prefixes: list[dict[str, Any]]
    asks_carrier: bool
    updated_at: str

class Reason(TypedDict, total=False):
    rule: str
    message: str
    until: str | None

Registry = TypedDict("Registry", {
    "registry": "str",
    "as_of": "str | None",
    "numbers": "int",
    "stored_bytes": "int",
    "file_sha256": "str | None",
    "author": "str | None",
    "imported_at": "str | None",
    "import": "dict[str, Any] | None",
    "is_required": "bool",
    "scrubbed_on": "str | None",
    "lists_in_use": "int",
    "lists_unchecked": "int",
    "failures": "list[dict[str, Any]]",
}, total=False)

class Retention(TypedDict, total=False):
    recordings_days: int | None
    transcripts_days: int | None
    contacts_days: int | None
    calls_days: int | None
    events_days: int | None
    ledger_days: int
    audit_days: int
    installation_events_days: int

class Run(TypedDict, total=False):
    id: int
    workflow_id: int
    definition_id: int
    version_number: int | None
    name: str
    mode: str
    is_simulated: bool
    created_at: str
    is_completed: bool
    state: str
    outcome: str | None
    call_type: Literal["inbound", "outbound"]
    phone_number: str
    caller_number: str | None
    caller_reason: Literal["same_area", "same_region", "same_country", "seen_before", "in_turn", "arm"] | None
    arm: str | None
    attestation: dict[str, Any] | None
    duration_seconds: int | None
    campaign_id: int | None
    contact_id: int | None
    returns_contact_id: int | None
    attempt: int
    telephony_configuration_id: int
    route: dict[str, Any] | None
    initial_context: dict[str, Any]
    gathered_context: dict[str, Any]
    analysis: dict[str, Any] | None
    disposition: str | None
    cause: str | None
    answered_at: str | None
    ended_at: str | None
    transcript_url: str | None
    recording_url: str | None

class SearchResults(TypedDict, total=False):
    campaigns: list[dict[str, Any]]
    workflows: list[dict[str, Any]]
    contacts: list[dict[str, Any]]
    is_complete: bool
    numbers: list[dict[str, Any]]
    calls: list[dict[str, Any]]

class SpeechModel(TypedDict, total=False):
    name: str
    use: Literal["voice", "recognizer"]
    language: str | None
    description: str
    megabytes: int
    licence: str
    is_installed: bool
    installation: dict[str, Any] | None

class Spending(TypedDict, total=False):
    currency: str | None
    max_spend_per_day: str | None
    day: str
    spent_today: str
    calls_today: int
    unpriced_configurations: list[dict[str, Any]]

SpendingByDay = TypedDict("SpendingByDay", {
    "from": "str",
    "to": "str",
    "totals": "list[dict[str, Any]]",
    "days": "list[dict[str, Any]]",
}, total=False)

class StartCheck(TypedDict, total=False):
    campaign_id: int
    as_of: str
    pending_rows: int
    ready_rows: int
    suppressed_rows: int
    ready_suppressed_rows: int
    waiting_counted: bool
    waiting_counted_at: str | None
    waits: list[dict[str, Any]]
    refusals: list[dict[str, Any]]
    open_duties: list[dict[str, Any]]
    warnings: list[str]

class SuppressedRange(TypedDict, total=False):
    id: int
    kind: Literal["prefix", "country"]
    value: str
    prefixes: list[str]
    reason: str
    source: str
    author: str | None
    expires_at: str | None
    created_at: str

class Suppression(TypedDict, total=False):
    id: int
    phone_number: str
    reason: str
    source: str
    author: str | None
    call_id: int | None
    expires_at: str | None
    created_at: str

class SuppressionCandidate(TypedDict, total=False):
    id: int
    phone_number: str
    source: Literal["carrier", "conversation"]
    reason: str | None
    call_id: int | None
    state: Literal["open", "accepted", "dismissed"]
    author: str | None
    offered_at: str
    decided_at: str | None

class TelephonyConfiguration(TypedDict, total=False):
    id: int
    name: str
    provider: str
    is_default_outbound: bool
    credentials: dict[str, Any]
    created_at: str
    updated_at: str

class TriedConversation(TypedDict, total=False):
    try_id: str
    expires_at: str
    state: Literal["waiting", "ended", "awaiting_audio"]
    said: list[dict[str, Any]]
    node: str | None
    steps: list[dict[str, Any]]
    not_understood: Literal["nothing_heard", "no_match", "ambiguous", "no_value", "unsure"] | None
    gathered: dict[str, str]
    actions: list[dict[str, Any]]
    missing_variables: list[str]
    disposition: str | None
    ended_by: Literal["agent", "person", "system"] | None
    elapsed_ms: int
    audio_url: str | None

class UnexpectedPhrases(TypedDict, total=False):
    workflow_id: int
    people_min: int
    phrases: list[dict[str, Any]]

class Usage(TypedDict, total=False):
    month: str
    direction: Literal["outbound", "inbound"]
    calls: int
    answered: int
    talk_seconds: int

class User(TypedDict, total=False):
    id: int
    name: str
    email: str | None
    role: Literal["viewer", "operator", "administrator"]
    role_from: Literal["invitation", "groups"]
    needs_group: bool
    is_active: bool
    created_at: str
    signed_in_at: str | None

class ValidationError(TypedDict, total=False):
    detail: list[dict[str, Any]]

class VoiceList(TypedDict, total=False):
    voices: list[dict[str, Any]]
    services: list[dict[str, Any]]
    installable: list[dict[str, Any]]

class Webhook(TypedDict, total=False):
    id: int
    url: str
    description: str
    event_types: list[Literal["campaign_created", "campaign_changed", "campaign_started", "campaign_resumed", "campaign_paused", "campaign_completed", "contact_called_back", "call_back_not_planned", "contacts_enrolled", "campaign_redialed", "campaign_failed", "circuit_breaker_tripped", "carrier_account_refused", "carrier_unavailable", "agent_missing", "abandonment_high", "dials_fail_alike", "no_caller_number_left", "route_configuration_stopped", "route_restored", "experiment_stopped", "caller_number_resting", "spend_alarm", "spend_limit_reached", "suppression_offered", "call_refused", "window_opened", "window_closed", "call_ended", "call_analyzed", "contact_suppressed", "contact_refused", "workflow_created", "workflow_updated", "policy_changed", "ledger_checkpoint", "suppression_changed", "webhook_disabled"]] | None
    is_active: bool
    state: Literal["ok", "failing", "off"]
    failing_since: str | None
    disabled_reason: Literal["failing", "gone"] | None
    cursor: int
    secret_rotates_until: str | None
    created_at: str
    updated_at: str

class WebhookDelivery(TypedDict, total=False):
    id: int
    webhook_id: int
    kind: Literal["event", "test"]
    message_id: str
    event_id: int | None
    event_type: str | None
    state: Literal["pending", "sending", "delivered", "failed", "canceled"]
    attempts: int
    next_attempt_at: str | None
    created_at: str
    settled_at: str | None
    tries: list[dict[str, Any]]
    payload: dict[str, Any]

class WebhookWithSecret(TypedDict, total=False):
    id: int
    url: str
    description: str
    event_types: list[Literal["campaign_created", "campaign_changed", "campaign_started", "campaign_resumed", "campaign_paused", "campaign_completed", "contact_called_back", "call_back_not_planned", "contacts_enrolled", "campaign_redialed", "campaign_failed", "circuit_breaker_tripped", "carrier_account_refused", "carrier_unavailable", "agent_missing", "abandonment_high", "dials_fail_alike", "no_caller_number_left", "route_configuration_stopped", "route_restored", "experiment_stopped", "caller_number_resting", "spend_alarm", "spend_limit_reached", "suppression_offered", "call_refused", "window_opened", "window_closed", "call_ended", "call_analyzed", "contact_suppressed", "contact_refused", "workflow_created", "workflow_updated", "policy_changed", "ledger_checkpoint", "suppression_changed", "webhook_disabled"]] | None
    is_active: bool
    state: Literal["ok", "failing", "off"]
    failing_since: str | None
    disabled_reason: Literal["failing", "gone"] | None
    cursor: int
    secret_rotates_until: str | None
    created_at: str
    updated_at: str
    secret: str

class Workflow(TypedDict, total=False):
    id: int
    name: str
    status: Literal["active", "archived"]
    created_at: str
    workflow_uuid: str
    workflow_definition: WorkflowDefinition
    current_definition_id: int
    template_context_variables: dict[str, str | None]
    total_runs: int
    version_number: int
    warnings: list[dict[str, Any]]

class WorkflowComparison(TypedDict, total=False):
    version_number: int
    with_version_number: int
    is_same: bool
    nodes: list[dict[str, Any]]
    edges: list[dict[str, Any]]
    settings: list[dict[str, Any]]

class WorkflowCount(TypedDict, total=False):
    total: int
    active: int
    archived: int

class WorkflowDefinition(TypedDict, total=False):
    nodes: list[dict[str, Any]]
    edges: list[dict[str, Any]]
    settings: dict[str, Any] | None

class WorkflowDialogue(TypedDict, total=False):
    id: int
    name: str
    variables: dict[str, str]
    answers_with: str | None
    steps: list[dict[str, Any]]
    expect: dict[str, Any]
    created_at: str
    updated_at: str

class WorkflowEvaluation(TypedDict, total=False):
    id: int
    workflow_id: int
    version_number: int | None
    definition_id: int | None
    created_at: str
    state: Literal["running", "ended", "failed", "interrupted"]
    conversations_planned: int | None
    passed: bool
    rate: float
    minimum_rate: float
    runs: int
    conversations: int
    conversations_passed: int
    cases: list[dict[str, Any]]
    request: dict[str, Any] | None

class WorkflowEvaluationItem(TypedDict, total=False):
    id: int
    workflow_id: int
    version_number: int | None
    definition_id: int | None
    created_at: str
    state: Literal["running", "ended", "failed", "interrupted"]
    conversations_planned: int | None
    passed: bool
    rate: float
    minimum_rate: float
    runs: int
    conversations: int
    conversations_passed: int

class WorkflowImport(TypedDict, total=False):
    source: Literal["dograh", "vapi", "retell"]
    name: str
    dropped: list[dict[str, Any]]
    workflow_definition: WorkflowDefinition
    workflow: Workflow | None

class WorkflowListItem(TypedDict, total=False):
    id: int
    name: str
    status: Literal["active", "archived"]
    created_at: str
    total_runs: int
    workflow_uuid: str

class WorkflowRecording(TypedDict, total=False):
    id: int
    recording_id: str
    workflow_id: int | None
    organization_id: int
    tts_provider: str | None
    tts_model: str | None
    tts_voice_id: str | None
    transcript: str
    transcript_source: Literal["given", "recognized", "none"]
    storage_key: str
    storage_backend: str
    metadata: dict[str, Any]
    created_by: int | None
    created_at: str
    is_active: bool

class WorkflowReplay(TypedDict, total=False):
    workflow_id: int
    version_number: int | None
    calls: int
    same: int
    changed: int
    same_in_part: int
    not_replayable: int
    gaps: dict[str, Any]
    lost_do_not_call: int
    endings: list[dict[str, Any]]
    changes: list[dict[str, Any]]

class WorkflowSummary(TypedDict, total=False):
    id: int
    name: str

WorkflowTraffic = TypedDict("WorkflowTraffic", {
    "workflow_id": "int",
    "from": "str",
    "calls": "int",
    "steps": "list[dict[str, Any]]",
    "exits": "list[dict[str, Any]]",
}, total=False)

class WorkflowValidation(TypedDict, total=False):
    is_valid: bool
    errors: list[dict[str, Any]]
    warnings: list[dict[str, Any]]

class WorkflowVersion(TypedDict, total=False):
    version_number: int
    definition_id: int
    is_current: bool
    created_at: str
    total_nodes: int
    workflow_definition: WorkflowDefinition

class WorkflowVersionItem(TypedDict, total=False):
    version_number: int
    definition_id: int
    is_current: bool
    created_at: str
    total_nodes: int

class WorkflowWebhookSecret(TypedDict, total=False):
    secret: str | None
    previous_secret_until: str | None


class Operations(BaseClient):
    """One method for each operation, named as in the OpenAPI document."""

    def sign_in(self, *, body: Any, timeout: float | None = None) -> dict[str, Any]:
        """Sign in to the console with an API key"""
        return self._request("POST", "/api/v1/session", body=body, timeout=timeout, is_json=True)

    def sign_out(self, *, timeout: float | None = None) -> dict[str, Any]:
        """Sign out of the console"""
        return self._request("DELETE", "/api/v1/session", timeout=timeout, is_json=True)

    def list_sessions(self, *, limit: int | None = None, cursor: int | None = None, offset: int | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List the console sessions"""
        return self._request("GET", "/api/v1/sessions", query={"limit": limit, "cursor": cursor, "offset": offset}, timeout=timeout, is_json=True)

    def end_session(self, session_id: int, *, timeout: float | None = None) -> dict[str, Any]:
        """End a console session"""
        return self._request("DELETE", self._path("/api/v1/sessions/{session_id}", session_id=session_id), timeout=timeout, is_json=True)

    def welcome(self, *, token: str | None = None, timeout: float | None = None) -> bytes:
        """The address printed at the first start: signs in once and goes to the console"""
        return self._request("GET", "/welcome", query={"token": token}, timeout=timeout, is_json=False)

    def get_sign_in_methods(self, *, timeout: float | None = None) -> dict[str, Any]:
        """The ways to sign in to the console"""
        return self._request("GET", "/api/v1/sign-in", timeout=timeout, is_json=True)

    def begin_provider_sign_in(self, *, body: Any, timeout: float | None = None) -> dict[str, Any]:
        """Begin to sign in at the identity provider"""
        return self._request("POST", "/api/v1/sign-in/provider", body=body, timeout=timeout, is_json=True)

    def finish_provider_sign_in(self, *, timeout: float | None = None) -> bytes:
        """Where the identity provider sends the browser back to"""
        return self._request("GET", "/api/v1/sign-in/provider/callback", timeout=timeout, is_json=False)

    def sign_in_by_proxy(self, *, body: Any, timeout: float | None = None) -> dict[str, Any]:
        """Sign in as the user that the trusted proxy names"""
        return self._request("POST", "/api/v1/sign-in/proxy", body=body, timeout=timeout, is_json=True)

    def accept_invitation(self, *, body: Any, timeout: float | None = None) -> dict[str, Any]:
        """Accept an invitation where people sign in with keys"""
        return self._request("POST", "/api/v1/sign-in/invitation", body=body, timeout=timeout, is_json=True)

    def list_users(self, *, limit: int | None = None, cursor: int | None = None, offset: int | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List the users of your organization"""
        return self._request("GET", "/api/v1/users", query={"limit": limit, "cursor": cursor, "offset": offset}, timeout=timeout, is_json=True)

    def get_user(self, user_id: int, *, timeout: float | None = None) -> User:
        """Read a user"""
        return self._request("GET", self._path("/api/v1/users/{user_id}", user_id=user_id), timeout=timeout, is_json=True)

    def update_user(self, user_id: int, *, body: Any, timeout: float | None = None) -> User:
        """Change the role of a user, or deactivate them"""
        return self._request("PATCH", self._path("/api/v1/users/{user_id}", user_id=user_id), body=body, timeout=timeout, is_json=True)

    def list_invitations(self, *, limit: int | None = None, cursor: int | None = None, offset: int | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List the invitations that can still be accepted"""
        return self._request("GET", "/api/v1/invitations", query={"limit": limit, "cursor": cursor, "offset": offset}, timeout=timeout, is_json=True)

    def create_invitation(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> NewInvitation:
        """Invite a person; the link is shown this once"""
        return self._request("POST", "/api/v1/invitations", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def delete_invitation(self, invitation_id: int, *, timeout: float | None = None) -> dict[str, Any]:
        """Withdraw an invitation: its link stops working"""
        return self._request("DELETE", self._path("/api/v1/invitations/{invitation_id}", invitation_id=invitation_id), timeout=timeout, is_json=True)

    def get_organization(self, *, timeout: float | None = None) -> Organization:
        """Your organization, its live calls, and the key or user that asks"""
        return self._request("GET", "/api/v1/organization", timeout=timeout, is_json=True)

    def update_organization(self, *, body: Any, timeout: float | None = None) -> Organization:
        """Change your organization"""
        return self._request("PATCH", "/api/v1/organization", body=body, timeout=timeout, is_json=True)

    def list_audit_events(self, *, cursor: int | None = None, after: int | None = None, newest_first: bool | None = None, before: int | None = None, limit: int | None = None, operation: str | None = None, subject: str | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List changes, sign-ins and data exports"""
        return self._request("GET", "/api/v1/audit-events", query={"cursor": cursor, "after": after, "newest_first": newest_first, "before": before, "limit": limit, "operation": operation, "subject": subject}, timeout=timeout, is_json=True)

    def list_api_keys(self, *, include_archived: bool | None = None, limit: int | None = None, cursor: int | None = None, offset: int | None = None, timeout: float | None = None) -> list[Any]:
        """List the API keys of your organization"""
        return self._request("GET", "/api/v1/user/api-keys", query={"include_archived": include_archived, "limit": limit, "cursor": cursor, "offset": offset}, timeout=timeout, is_json=True)

    def create_api_key(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Create an API key; it is shown this once"""
        return self._request("POST", "/api/v1/user/api-keys", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def archive_api_key(self, api_key_id: int, *, timeout: float | None = None) -> ApiKey:
        """Archive an API key: it stops working"""
        return self._request("DELETE", self._path("/api/v1/user/api-keys/{api_key_id}", api_key_id=api_key_id), timeout=timeout, is_json=True)

    def reactivate_api_key(self, api_key_id: int, *, timeout: float | None = None) -> ApiKey:
        """Make an archived API key work again"""
        return self._request("PUT", self._path("/api/v1/user/api-keys/{api_key_id}/reactivate", api_key_id=api_key_id), timeout=timeout, is_json=True)

    def list_telephony_providers(self, *, timeout: float | None = None) -> dict[str, Any]:
        """The supported carriers and the credential fields each one needs"""
        return self._request("GET", "/api/v1/organizations/telephony-providers/metadata", timeout=timeout, is_json=True)

    def list_telephony_configurations(self, *, limit: int | None = None, cursor: int | None = None, offset: int | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List telephony configurations"""
        return self._request("GET", "/api/v1/organizations/telephony-configs", query={"limit": limit, "cursor": cursor, "offset": offset}, timeout=timeout, is_json=True)

    def create_telephony_configuration(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> TelephonyConfiguration:
        """Create a telephony configuration"""
        return self._request("POST", "/api/v1/organizations/telephony-configs", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def get_telephony_configuration(self, config_id: int, *, timeout: float | None = None) -> TelephonyConfiguration:
        """Read a telephony configuration, secrets masked"""
        return self._request("GET", self._path("/api/v1/organizations/telephony-configs/{config_id}", config_id=config_id), timeout=timeout, is_json=True)

    def update_telephony_configuration(self, config_id: int, *, body: Any, timeout: float | None = None) -> TelephonyConfiguration:
        """Update a telephony configuration; omitted fields keep their values"""
        return self._request("PUT", self._path("/api/v1/organizations/telephony-configs/{config_id}", config_id=config_id), body=body, timeout=timeout, is_json=True)

    def delete_telephony_configuration(self, config_id: int, *, timeout: float | None = None) -> dict[str, Any]:
        """Delete a telephony configuration and its numbers"""
        return self._request("DELETE", self._path("/api/v1/organizations/telephony-configs/{config_id}", config_id=config_id), timeout=timeout, is_json=True)

    def set_default_outbound(self, config_id: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> TelephonyConfiguration:
        """Use this configuration for outbound calls unless another is named"""
        return self._request("POST", self._path("/api/v1/organizations/telephony-configs/{config_id}/set-default-outbound", config_id=config_id), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def test_telephony_configuration(self, config_id: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Ask the carrier whether the credentials work"""
        return self._request("POST", self._path("/api/v1/organizations/telephony-configs/{config_id}/test", config_id=config_id), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_phone_numbers(self, config_id: int, *, limit: int | None = None, cursor: int | None = None, offset: int | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List the phone numbers of a configuration"""
        return self._request("GET", self._path("/api/v1/organizations/telephony-configs/{config_id}/phone-numbers", config_id=config_id), query={"limit": limit, "cursor": cursor, "offset": offset}, timeout=timeout, is_json=True)

    def create_phone_number(self, config_id: int, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> PhoneNumber:
        """Add a phone number to a configuration"""
        return self._request("POST", self._path("/api/v1/organizations/telephony-configs/{config_id}/phone-numbers", config_id=config_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_account_numbers(self, config_id: int, *, timeout: float | None = None) -> dict[str, Any]:
        """List the numbers that the account has at its carrier"""
        return self._request("GET", self._path("/api/v1/organizations/telephony-configs/{config_id}/account-numbers", config_id=config_id), timeout=timeout, is_json=True)

    def import_phone_numbers(self, config_id: int, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Add the numbers that the account has at its carrier"""
        return self._request("POST", self._path("/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/import", config_id=config_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def get_phone_number(self, config_id: int, phone_number_id: int, *, timeout: float | None = None) -> PhoneNumber:
        """Read a phone number"""
        return self._request("GET", self._path("/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}", config_id=config_id, phone_number_id=phone_number_id), timeout=timeout, is_json=True)

    def update_phone_number(self, config_id: int, phone_number_id: int, *, body: Any, timeout: float | None = None) -> PhoneNumber:
        """Update a phone number; omitted fields keep their values"""
        return self._request("PUT", self._path("/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}", config_id=config_id, phone_number_id=phone_number_id), body=body, timeout=timeout, is_json=True)

    def delete_phone_number(self, config_id: int, phone_number_id: int, *, timeout: float | None = None) -> PhoneNumber:
        """Delete a phone number; a bound one is released at the carrier"""
        return self._request("DELETE", self._path("/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}", config_id=config_id, phone_number_id=phone_number_id), timeout=timeout, is_json=True)

    def sync_phone_number(self, config_id: int, phone_number_id: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> PhoneNumber:
        """Synchronize the inbound webhook of a phone number with the carrier again"""
        return self._request("POST", self._path("/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/sync", config_id=config_id, phone_number_id=phone_number_id), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def wake_phone_number(self, config_id: int, phone_number_id: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> PhoneNumber:
        """Show a resting phone number as caller ID again"""
        return self._request("POST", self._path("/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/wake", config_id=config_id, phone_number_id=phone_number_id), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def set_default_caller(self, config_id: int, phone_number_id: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> PhoneNumber:
        """Make this number the default caller ID"""
        return self._request("POST", self._path("/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/set-default-caller", config_id=config_id, phone_number_id=phone_number_id), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def get_prices(self, config_id: int, *, timeout: float | None = None) -> Prices:
        """The prices of a telephony configuration"""
        return self._request("GET", self._path("/api/v1/organizations/telephony-configs/{config_id}/prices", config_id=config_id), timeout=timeout, is_json=True)

    def set_prices(self, config_id: int, *, body: Any, timeout: float | None = None) -> Prices:
        """Set what calls through a telephony configuration cost"""
        return self._request("PUT", self._path("/api/v1/organizations/telephony-configs/{config_id}/prices", config_id=config_id), body=body, timeout=timeout, is_json=True)

    def delete_prices(self, config_id: int, *, timeout: float | None = None) -> Prices:
        """Remove the prices of a telephony configuration"""
        return self._request("DELETE", self._path("/api/v1/organizations/telephony-configs/{config_id}/prices", config_id=config_id), timeout=timeout, is_json=True)

    def get_spending(self, *, timeout: float | None = None) -> Spending:
        """Read the currency, the daily spend limit and today’s cost"""
        return self._request("GET", "/api/v1/organizations/spending", timeout=timeout, is_json=True)

    def set_spending(self, *, body: Any, timeout: float | None = None) -> Spending:
        """Set the currency and the spend limit of a day"""
        return self._request("PUT", "/api/v1/organizations/spending", body=body, timeout=timeout, is_json=True)

    def list_spending(self, *, from_: str | None = None, to: str | None = None, campaign_id: int | None = None, timeout: float | None = None) -> SpendingByDay:
        """Read the cost of calls by day and campaign"""
        return self._request("GET", "/api/v1/spending", query={"from": from_, "to": to, "campaign_id": campaign_id}, timeout=timeout, is_json=True)

    def upload_contact_list(self, *, content: bytes | str, filename: str | None = None, country_code: str | None = None, phone_column: str | None = None, allow_extensions: bool | None = None, timezone_column: str | None = None, state_column: str | None = None, postal_code_column: str | None = None, rename: str | None = None, sheet: str | None = None, replaces: str | None = None, timeout: float | None = None, idempotency_key: str | None = None) -> ContactList:
        """Upload a contact list"""
        return self._request("POST", "/api/v1/contact-lists", query={"filename": filename, "country_code": country_code, "phone_column": phone_column, "allow_extensions": allow_extensions, "timezone_column": timezone_column, "state_column": state_column, "postal_code_column": postal_code_column, "rename": rename, "sheet": sheet, "replaces": replaces}, content=content, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_contact_lists(self, *, limit: int | None = None, cursor: int | None = None, offset: int | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List the uploaded contact lists"""
        return self._request("GET", "/api/v1/contact-lists", query={"limit": limit, "cursor": cursor, "offset": offset}, timeout=timeout, is_json=True)

    def announce_upload(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Get an address to upload a contact list to"""
        return self._request("POST", "/api/v1/s3/presigned-upload-url", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def put_upload(self, link: str, *, content: bytes | str, timeout: float | None = None) -> ContactList:
        """Upload a contact list to the address made for it"""
        return self._request("PUT", self._path("/api/v1/s3/upload/{link}", link=link), content=content, timeout=timeout, is_json=True)

    def preview_contact_list(self, source_id: str, *, workflow_id: int | None = None, workflow_version_number: int | None = None, limit: int | None = None, timeout: float | None = None) -> ContactListPreview:
        """How a list was read: first rows, columns, do-not-call hits, rejected rows by reason, what a workflow lacks"""
        return self._request("GET", self._path("/api/v1/contact-lists/{source_id}/preview", source_id=source_id), query={"workflow_id": workflow_id, "workflow_version_number": workflow_version_number, "limit": limit}, timeout=timeout, is_json=True)

    def place_contact_list(self, source_id: str, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> ContactListZones:
        """Compute the time zones of the contacts of a list again"""
        return self._request("POST", self._path("/api/v1/contact-lists/{source_id}/zones", source_id=source_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def get_contact_list(self, source_id: str, *, timeout: float | None = None) -> ContactList:
        """Read about an uploaded contact list"""
        return self._request("GET", self._path("/api/v1/contact-lists/{source_id}", source_id=source_id), timeout=timeout, is_json=True)

    def update_contact_list(self, source_id: str, *, body: Any, timeout: float | None = None) -> ContactList:
        """Set the priority of a contact list"""
        return self._request("PATCH", self._path("/api/v1/contact-lists/{source_id}", source_id=source_id), body=body, timeout=timeout, is_json=True)

    def delete_contact_list(self, source_id: str, *, timeout: float | None = None) -> ContactList:
        """Delete a contact list that no campaign uses"""
        return self._request("DELETE", self._path("/api/v1/contact-lists/{source_id}", source_id=source_id), timeout=timeout, is_json=True)

    def get_rejected_rows(self, source_id: str, *, timeout: float | None = None) -> bytes:
        """The rejected rows of a contact list with their reasons"""
        return self._request("GET", self._path("/api/v1/contact-lists/{source_id}/rejected", source_id=source_id), timeout=timeout, is_json=False)

    def download_contact_list(self, link: str, *, timeout: float | None = None) -> bytes:
        """A contact list as CSV, by a link that a campaign gave"""
        return self._request("GET", self._path("/api/v1/contact-list-downloads/{link}", link=link), timeout=timeout, is_json=False)

    def list_consents(self, address: str, *, limit: int | None = None, cursor: int | None = None, offset: int | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List the consents and revocations of a phone number"""
        return self._request("GET", self._path("/api/v1/numbers/{address}/consents", address=address), query={"limit": limit, "cursor": cursor, "offset": offset}, timeout=timeout, is_json=True)

    def record_consent(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Record that a person has agreed to be called"""
        return self._request("POST", "/api/v1/consents", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def revoke_consents(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Record that a person has taken back every consent"""
        return self._request("POST", "/api/v1/consents/revoke", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_suppressions(self, *, limit: int | None = None, cursor: int | None = None, offset: int | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List the numbers that are never called"""
        return self._request("GET", "/api/v1/suppressions", query={"limit": limit, "cursor": cursor, "offset": offset}, timeout=timeout, is_json=True)

    def suppress_number(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> Suppression:
        """Never call this number again, in any campaign"""
        return self._request("POST", "/api/v1/suppressions", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def delete_suppression(self, suppression_id: int, *, reason: str | None = None, timeout: float | None = None) -> Suppression:
        """Allow a number to be called again"""
        return self._request("DELETE", self._path("/api/v1/suppressions/{suppression_id}", suppression_id=suppression_id), query={"reason": reason}, timeout=timeout, is_json=True)

    def export_suppressions(self, *, timeout: float | None = None) -> bytes:
        """The whole list as CSV, which can be imported again"""
        return self._request("GET", "/api/v1/suppressions/export", timeout=timeout, is_json=False)

    def list_suppression_candidates(self, *, limit: int | None = None, cursor: int | None = None, offset: int | None = None, state: Literal["open", "accepted", "dismissed"] | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List the numbers that may belong on the do-not-call list"""
        return self._request("GET", "/api/v1/suppressions/candidates", query={"limit": limit, "cursor": cursor, "offset": offset, "state": state}, timeout=timeout, is_json=True)

    def accept_suppression_candidate(self, candidate_id: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> SuppressionCandidate:
        """Never call the number of this candidate again"""
        return self._request("POST", self._path("/api/v1/suppressions/candidates/{candidate_id}/accept", candidate_id=candidate_id), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def dismiss_suppression_candidate(self, candidate_id: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> SuppressionCandidate:
        """Leave the number of this candidate off the do-not-call list"""
        return self._request("POST", self._path("/api/v1/suppressions/candidates/{candidate_id}/dismiss", candidate_id=candidate_id), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_suppressed_ranges(self, *, limit: int | None = None, cursor: int | None = None, offset: int | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List the prefixes and countries that are never called"""
        return self._request("GET", "/api/v1/suppressed-ranges", query={"limit": limit, "cursor": cursor, "offset": offset}, timeout=timeout, is_json=True)

    def suppress_range(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> SuppressedRange:
        """Never call numbers with a prefix, or numbers of a country"""
        return self._request("POST", "/api/v1/suppressed-ranges", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def delete_suppressed_range(self, range_id: int, *, timeout: float | None = None) -> SuppressedRange:
        """Allow these numbers to be called again"""
        return self._request("DELETE", self._path("/api/v1/suppressed-ranges/{range_id}", range_id=range_id), timeout=timeout, is_json=True)

    def import_suppressions(self, *, content: bytes | str, country_code: str | None = None, phone_column: str | None = None, layout: Literal["header", "number", "area_code_and_number"] | None = None, reason: str | None = None, source: str | None = None, expires_at: str | None = None, timeout: float | None = None, idempotency_key: str | None = None) -> ImportedSuppressions:
        """Put a whole file of numbers on the list"""
        return self._request("POST", "/api/v1/suppressions/import", query={"country_code": country_code, "phone_column": phone_column, "layout": layout, "reason": reason, "source": source, "expires_at": expires_at}, content=content, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_registries(self, *, timeout: float | None = None) -> dict[str, Any]:
        """List the imported do-not-call registries, the imports under way and what failed"""
        return self._request("GET", "/api/v1/registries", timeout=timeout, is_json=True)

    def import_registry(self, *, content: bytes | str, registry: str | None = None, layout: Literal["number", "area_code_and_number"] | None = None, country_code: str | None = None, as_of: str | None = None, skip_lines: int | None = None, accept_smaller: bool | None = None, timeout: float | None = None, idempotency_key: str | None = None) -> Registry:
        """Import the file of a do-not-call registry as it is published"""
        return self._request("POST", "/api/v1/registries/import", query={"registry": registry, "layout": layout, "country_code": country_code, "as_of": as_of, "skip_lines": skip_lines, "accept_smaller": accept_smaller}, content=content, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def delete_registry(self, registry: str, *, timeout: float | None = None) -> Registry:
        """Delete an imported registry"""
        return self._request("DELETE", self._path("/api/v1/registries/{registry}", registry=registry), timeout=timeout, is_json=True)

    def list_workflows(self, *, status: str | None = None, limit: int | None = None, cursor: int | None = None, offset: int | None = None, timeout: float | None = None) -> list[Any]:
        """List workflows"""
        return self._request("GET", "/api/v1/workflow/fetch", query={"status": status, "limit": limit, "cursor": cursor, "offset": offset}, timeout=timeout, is_json=True)

    def summarize_workflows(self, *, status: str | None = None, limit: int | None = None, cursor: int | None = None, offset: int | None = None, timeout: float | None = None) -> list[Any]:
        """List ids and names of workflows"""
        return self._request("GET", "/api/v1/workflow/summary", query={"status": status, "limit": limit, "cursor": cursor, "offset": offset}, timeout=timeout, is_json=True)

    def count_workflows(self, *, timeout: float | None = None) -> WorkflowCount:
        """How many workflows there are"""
        return self._request("GET", "/api/v1/workflow/count", timeout=timeout, is_json=True)

    def get_workflow(self, workflow_id: int, *, timeout: float | None = None) -> Workflow:
        """Read a workflow with its current definition"""
        return self._request("GET", self._path("/api/v1/workflow/fetch/{workflow_id}", workflow_id=workflow_id), timeout=timeout, is_json=True)

    def create_workflow(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> Workflow:
        """Create a workflow from a definition"""
        return self._request("POST", "/api/v1/workflow/create/definition", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def update_workflow(self, workflow_id: int, *, body: Any, timeout: float | None = None) -> Workflow:
        """Update a workflow; omitted fields keep their values"""
        return self._request("PUT", self._path("/api/v1/workflow/{workflow_id}", workflow_id=workflow_id), body=body, timeout=timeout, is_json=True)

    def set_workflow_status(self, workflow_id: int, *, body: Any, timeout: float | None = None) -> Workflow:
        """Archive a workflow, or bring it back"""
        return self._request("PUT", self._path("/api/v1/workflow/{workflow_id}/status", workflow_id=workflow_id), body=body, timeout=timeout, is_json=True)

    def validate_workflow_definition(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> WorkflowValidation:
        """Validate a definition without saving it"""
        return self._request("POST", "/api/v1/workflow/validate", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def validate_workflow(self, workflow_id: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> WorkflowValidation:
        """Validate the current definition of a workflow"""
        return self._request("POST", self._path("/api/v1/workflow/{workflow_id}/validate", workflow_id=workflow_id), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def create_workflow_from_template(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> Workflow:
        """Create a first draft of a workflow from a description"""
        return self._request("POST", "/api/v1/workflow/create/template", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def import_workflow(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> WorkflowImport:
        """Create a workflow from one of Dograh, Vapi or Retell"""
        return self._request("POST", "/api/v1/workflow/import", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_workflow_versions(self, workflow_id: int, *, limit: int | None = None, cursor: int | None = None, offset: int | None = None, timeout: float | None = None) -> dict[str, Any]:
        """The versions of a workflow, newest first"""
        return self._request("GET", self._path("/api/v1/workflow/{workflow_id}/versions", workflow_id=workflow_id), query={"limit": limit, "cursor": cursor, "offset": offset}, timeout=timeout, is_json=True)

    def get_workflow_version(self, workflow_id: int, version_number: int, *, timeout: float | None = None) -> WorkflowVersion:
        """Read one version of a workflow"""
        return self._request("GET", self._path("/api/v1/workflow/{workflow_id}/versions/{version_number}", workflow_id=workflow_id, version_number=version_number), timeout=timeout, is_json=True)

    def compare_workflow_versions(self, workflow_id: int, version_number: int, *, with_: int | None = None, timeout: float | None = None) -> WorkflowComparison:
        """Compare this version with another one"""
        return self._request("GET", self._path("/api/v1/workflow/{workflow_id}/versions/{version_number}/compare", workflow_id=workflow_id, version_number=version_number), query={"with": with_}, timeout=timeout, is_json=True)

    def restore_workflow_version(self, workflow_id: int, version_number: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> Workflow:
        """Make an earlier version the current one again, as the next version"""
        return self._request("POST", self._path("/api/v1/workflow/{workflow_id}/versions/{version_number}/restore", workflow_id=workflow_id, version_number=version_number), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_dialogues(self, workflow_id: int, *, timeout: float | None = None) -> dict[str, Any]:
        """List the dialogues of a workflow"""
        return self._request("GET", self._path("/api/v1/workflow/{workflow_id}/dialogues", workflow_id=workflow_id), timeout=timeout, is_json=True)

    def create_dialogue(self, workflow_id: int, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> WorkflowDialogue:
        """Keep a dialogue with a workflow, as its regression test"""
        return self._request("POST", self._path("/api/v1/workflow/{workflow_id}/dialogues", workflow_id=workflow_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def update_dialogue(self, workflow_id: int, dialogue_id: int, *, body: Any, timeout: float | None = None) -> WorkflowDialogue:
        """Replace a dialogue"""
        return self._request("PUT", self._path("/api/v1/workflow/{workflow_id}/dialogues/{dialogue_id}", workflow_id=workflow_id, dialogue_id=dialogue_id), body=body, timeout=timeout, is_json=True)

    def delete_dialogue(self, workflow_id: int, dialogue_id: int, *, timeout: float | None = None) -> WorkflowDialogue:
        """Delete a dialogue"""
        return self._request("DELETE", self._path("/api/v1/workflow/{workflow_id}/dialogues/{dialogue_id}", workflow_id=workflow_id, dialogue_id=dialogue_id), timeout=timeout, is_json=True)

    def list_node_types(self, *, foreign_names: bool | None = None, timeout: float | None = None) -> dict[str, Any]:
        """The node types of workflows and their fields"""
        return self._request("GET", "/api/v1/node-types", query={"foreign_names": foreign_names}, timeout=timeout, is_json=True)

    def get_node_type(self, name: str, *, foreign_names: bool | None = None, timeout: float | None = None) -> NodeType:
        """One node type and its fields"""
        return self._request("GET", self._path("/api/v1/node-types/{name}", name=name), query={"foreign_names": foreign_names}, timeout=timeout, is_json=True)

    def list_tools(self, *, status: str | None = None, category: Literal["http_api", "mcp"] | None = None, timeout: float | None = None) -> list[Any]:
        """List tools"""
        return self._request("GET", "/api/v1/tools/", query={"status": status, "category": category}, timeout=timeout, is_json=True)

    def create_tool(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Describe a tool that agents can call"""
        return self._request("POST", "/api/v1/tools/", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def get_tool(self, tool_uuid: str, *, timeout: float | None = None) -> dict[str, Any]:
        """One tool"""
        return self._request("GET", self._path("/api/v1/tools/{tool_uuid}", tool_uuid=tool_uuid), timeout=timeout, is_json=True)

    def update_tool(self, tool_uuid: str, *, body: Any, timeout: float | None = None) -> dict[str, Any]:
        """Change a tool"""
        return self._request("PUT", self._path("/api/v1/tools/{tool_uuid}", tool_uuid=tool_uuid), body=body, timeout=timeout, is_json=True)

    def archive_tool(self, tool_uuid: str, *, timeout: float | None = None) -> dict[str, Any]:
        """Archive a tool"""
        return self._request("DELETE", self._path("/api/v1/tools/{tool_uuid}", tool_uuid=tool_uuid), timeout=timeout, is_json=True)

    def unarchive_tool(self, tool_uuid: str, *, timeout: float | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Bring an archived tool back"""
        return self._request("POST", self._path("/api/v1/tools/{tool_uuid}/unarchive", tool_uuid=tool_uuid), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def test_tool(self, tool_uuid: str, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Call a tool now, outside of a conversation"""
        return self._request("POST", self._path("/api/v1/tools/{tool_uuid}/test", tool_uuid=tool_uuid), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def refresh_mcp_tools(self, tool_uuid: str, *, timeout: float | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Look at what an MCP server offers now"""
        return self._request("POST", self._path("/api/v1/tools/{tool_uuid}/mcp/refresh", tool_uuid=tool_uuid), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_documents(self, *, status: Literal["pending", "processing", "completed", "failed"] | None = None, limit: int | None = None, cursor: int | None = None, offset: int | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List documents"""
        return self._request("GET", "/api/v1/knowledge-base/documents", query={"status": status, "limit": limit, "cursor": cursor, "offset": offset}, timeout=timeout, is_json=True)

    def upload_document(self, *, filename: str | None = None, retrieval_mode: Literal["chunked", "full_document"] | None = None, language: str | None = None, timeout: float | None = None, idempotency_key: str | None = None) -> KnowledgeDocument:
        """Upload a document for agents to search"""
        return self._request("POST", "/api/v1/knowledge-base/documents", query={"filename": filename, "retrieval_mode": retrieval_mode, "language": language}, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def get_document(self, document_uuid: str, *, timeout: float | None = None) -> dict[str, Any]:
        """One document, with the workflows that use it"""
        return self._request("GET", self._path("/api/v1/knowledge-base/documents/{document_uuid}", document_uuid=document_uuid), timeout=timeout, is_json=True)

    def update_document(self, document_uuid: str, *, body: Any, timeout: float | None = None) -> KnowledgeDocument:
        """Rename a document, or change how it is used"""
        return self._request("PATCH", self._path("/api/v1/knowledge-base/documents/{document_uuid}", document_uuid=document_uuid), body=body, timeout=timeout, is_json=True)

    def delete_document(self, document_uuid: str, *, timeout: float | None = None) -> dict[str, Any]:
        """Delete a document and its passages"""
        return self._request("DELETE", self._path("/api/v1/knowledge-base/documents/{document_uuid}", document_uuid=document_uuid), timeout=timeout, is_json=True)

    def search_documents(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Search documents as an agent does"""
        return self._request("POST", "/api/v1/knowledge-base/search", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_workflow_recordings(self, *, workflow_id: int | None = None, tts_provider: str | None = None, tts_model: str | None = None, tts_voice_id: str | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List recordings for workflows"""
        return self._request("GET", "/api/v1/workflow-recordings/", query={"workflow_id": workflow_id, "tts_provider": tts_provider, "tts_model": tts_model, "tts_voice_id": tts_voice_id}, timeout=timeout, is_json=True)

    def upload_workflow_recording(self, *, name: str | None = None, transcript: str | None = None, language: str | None = None, timeout: float | None = None, idempotency_key: str | None = None) -> WorkflowRecording:
        """Upload a recording that an agent plays"""
        return self._request("POST", "/api/v1/workflow-recordings/", query={"name": name, "transcript": transcript, "language": language}, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def transcribe_recording(self, *, language: str | None = None, timeout: float | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Transcribe an audio file"""
        return self._request("POST", "/api/v1/workflow-recordings/transcribe", query={"language": language}, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def get_workflow_recording(self, recording_id: str, *, timeout: float | None = None) -> dict[str, Any]:
        """One recording, with the workflows that play it"""
        return self._request("GET", self._path("/api/v1/workflow-recordings/{recording_id}", recording_id=recording_id), timeout=timeout, is_json=True)

    def update_workflow_recording(self, recording_id: str, *, body: Any, timeout: float | None = None) -> WorkflowRecording:
        """Rename a recording or correct its transcript"""
        return self._request("PATCH", self._path("/api/v1/workflow-recordings/{recording_id}", recording_id=recording_id), body=body, timeout=timeout, is_json=True)

    def delete_workflow_recording(self, recording_id: str, *, timeout: float | None = None) -> dict[str, Any]:
        """Delete a recording"""
        return self._request("DELETE", self._path("/api/v1/workflow-recordings/{recording_id}", recording_id=recording_id), timeout=timeout, is_json=True)

    def get_workflow_recording_audio(self, recording_id: str, *, timeout: float | None = None) -> bytes:
        """Listen to a recording"""
        return self._request("GET", self._path("/api/v1/workflow-recordings/{recording_id}/audio", recording_id=recording_id), timeout=timeout, is_json=False)

    def list_credentials(self, *, timeout: float | None = None) -> list[Any]:
        """List credentials"""
        return self._request("GET", "/api/v1/credentials/", timeout=timeout, is_json=True)

    def create_credential(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Store a credential"""
        return self._request("POST", "/api/v1/credentials/", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def get_credential(self, credential_uuid: str, *, timeout: float | None = None) -> dict[str, Any]:
        """One credential, without its secret"""
        return self._request("GET", self._path("/api/v1/credentials/{credential_uuid}", credential_uuid=credential_uuid), timeout=timeout, is_json=True)

    def update_credential(self, credential_uuid: str, *, body: Any, timeout: float | None = None) -> dict[str, Any]:
        """Change a credential"""
        return self._request("PUT", self._path("/api/v1/credentials/{credential_uuid}", credential_uuid=credential_uuid), body=body, timeout=timeout, is_json=True)

    def delete_credential(self, credential_uuid: str, *, timeout: float | None = None) -> dict[str, Any]:
        """Delete a credential"""
        return self._request("DELETE", self._path("/api/v1/credentials/{credential_uuid}", credential_uuid=credential_uuid), timeout=timeout, is_json=True)

    def get_workflow_webhook_secret(self, *, timeout: float | None = None) -> WorkflowWebhookSecret:
        """Read the secret that signs the messages of webhook nodes"""
        return self._request("GET", "/api/v1/workflow/webhook-secret", timeout=timeout, is_json=True)

    def rotate_workflow_webhook_secret(self, *, timeout: float | None = None, idempotency_key: str | None = None) -> WorkflowWebhookSecret:
        """Replace the secret of webhook nodes"""
        return self._request("POST", "/api/v1/workflow/webhook-secret/rotate", timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_simulated_people(self, *, timeout: float | None = None) -> dict[str, Any]:
        """List the simulated people who can answer in a test conversation"""
        return self._request("GET", "/api/v1/workflow/try/people", timeout=timeout, is_json=True)

    def try_workflow(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> TriedConversation:
        """Try a workflow without a telephone"""
        return self._request("POST", "/api/v1/workflow/try", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def say_in_try(self, try_id: str, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> TriedConversation:
        """Continue a test conversation: say something, press keys, or say nothing"""
        return self._request("POST", self._path("/api/v1/workflow/try/{try_id}/say", try_id=try_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def end_try(self, try_id: str, *, timeout: float | None = None) -> dict[str, Any]:
        """End a test conversation"""
        return self._request("DELETE", self._path("/api/v1/workflow/try/{try_id}", try_id=try_id), timeout=timeout, is_json=True)

    def run_dialogues(self, workflow_id: int, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> DialogueRun:
        """Run the dialogues of a workflow and report which results changed"""
        return self._request("POST", self._path("/api/v1/workflow/{workflow_id}/dialogues/run", workflow_id=workflow_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def evaluate_workflow(self, workflow_id: int, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> WorkflowEvaluation:
        """Run many test conversations and report how many ended as expected"""
        return self._request("POST", self._path("/api/v1/workflow/{workflow_id}/evaluations", workflow_id=workflow_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_evaluations(self, workflow_id: int, *, version_number: int | None = None, timeout: float | None = None) -> dict[str, Any]:
        """The evaluations of a workflow, newest first"""
        return self._request("GET", self._path("/api/v1/workflow/{workflow_id}/evaluations", workflow_id=workflow_id), query={"version_number": version_number}, timeout=timeout, is_json=True)

    def get_evaluation(self, workflow_id: int, evaluation_id: int, *, timeout: float | None = None) -> WorkflowEvaluation:
        """Read one evaluation with its cases"""
        return self._request("GET", self._path("/api/v1/workflow/{workflow_id}/evaluations/{evaluation_id}", workflow_id=workflow_id, evaluation_id=evaluation_id), timeout=timeout, is_json=True)

    def replay_workflow(self, workflow_id: int, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> WorkflowReplay:
        """Replay past conversations against another version, and report which would have gone another way"""
        return self._request("POST", self._path("/api/v1/workflow/{workflow_id}/replay", workflow_id=workflow_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_campaigns(self, *, limit: int | None = None, cursor: int | None = None, offset: int | None = None, state: Literal["draft", "running", "paused", "completed", "failed"] | None = None, logs: bool | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List campaigns"""
        return self._request("GET", "/api/v1/campaign/", query={"limit": limit, "cursor": cursor, "offset": offset, "state": state, "logs": logs}, timeout=timeout, is_json=True)

    def create_campaign(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> CampaignWithWarnings:
        """Create a campaign as a draft; it dials once it is started"""
        return self._request("POST", "/api/v1/campaign/create", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def get_campaign(self, campaign_id: int, *, timeout: float | None = None) -> Campaign:
        """Read a campaign"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}", campaign_id=campaign_id), timeout=timeout, is_json=True)

    def update_campaign(self, campaign_id: int, *, body: Any, timeout: float | None = None) -> Campaign:
        """Update a draft or paused campaign; omitted fields keep their values"""
        return self._request("PATCH", self._path("/api/v1/campaign/{campaign_id}", campaign_id=campaign_id), body=body, timeout=timeout, is_json=True)

    def delete_campaign(self, campaign_id: int, *, timeout: float | None = None) -> Campaign:
        """Delete a campaign with its contacts and calls"""
        return self._request("DELETE", self._path("/api/v1/campaign/{campaign_id}", campaign_id=campaign_id), timeout=timeout, is_json=True)

    def start_campaign(self, campaign_id: int, *, body: Any | None = None, timeout: float | None = None, idempotency_key: str | None = None) -> CampaignWithWarnings:
        """Start dialing"""
        return self._request("POST", self._path("/api/v1/campaign/{campaign_id}/start", campaign_id=campaign_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def pause_campaign(self, campaign_id: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> Campaign:
        """Stop dialing; once this is answered no new call is placed"""
        return self._request("POST", self._path("/api/v1/campaign/{campaign_id}/pause", campaign_id=campaign_id), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def pause_all_campaigns(self, *, timeout: float | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Pause every running campaign of the organization"""
        return self._request("POST", "/api/v1/campaign/pause-all", timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def resume_campaign(self, campaign_id: int, *, body: Any | None = None, timeout: float | None = None, idempotency_key: str | None = None) -> CampaignWithWarnings:
        """Resume a paused campaign"""
        return self._request("POST", self._path("/api/v1/campaign/{campaign_id}/resume", campaign_id=campaign_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def close_campaign(self, campaign_id: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> Campaign:
        """Stop keeping a campaign open, so that it can complete"""
        return self._request("POST", self._path("/api/v1/campaign/{campaign_id}/close", campaign_id=campaign_id), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def finish_campaign(self, campaign_id: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> Campaign:
        """End a paused campaign without calling its remaining contacts"""
        return self._request("POST", self._path("/api/v1/campaign/{campaign_id}/finish", campaign_id=campaign_id), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def redial_campaign(self, campaign_id: int, *, body: Any | None = None, timeout: float | None = None, idempotency_key: str | None = None) -> Campaign:
        """Make a new draft from the contacts a completed campaign did not reach"""
        return self._request("POST", self._path("/api/v1/campaign/{campaign_id}/redial", campaign_id=campaign_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def enrol_contacts(self, campaign_id: int, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> Enrolment:
        """Add people to a draft, running or paused campaign"""
        return self._request("POST", self._path("/api/v1/campaign/{campaign_id}/contacts", campaign_id=campaign_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_campaign_contacts(self, campaign_id: int, *, state: Literal["pending", "in_call", "done"] | None = None, outcome: Literal["answered", "voicemail", "busy", "no_answer", "declined", "failed", "canceled", "lost", "inbound"] | None = None, q: str | None = None, limit: int | None = None, cursor: int | None = None, offset: int | None = None, timeout: float | None = None) -> dict[str, Any]:
        """The contacts of a campaign in list order, with search and filter"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}/contacts", campaign_id=campaign_id), query={"state": state, "outcome": outcome, "q": q, "limit": limit, "cursor": cursor, "offset": offset}, timeout=timeout, is_json=True)

    def set_campaign_spend_limit(self, campaign_id: int, *, body: Any, timeout: float | None = None) -> Campaign:
        """Set what a campaign may spend"""
        return self._request("PUT", self._path("/api/v1/campaign/{campaign_id}/spend-limit", campaign_id=campaign_id), body=body, timeout=timeout, is_json=True)

    def check_campaign_start(self, campaign_id: int, *, use_current_version: bool | None = None, timeout: float | None = None) -> StartCheck:
        """Check what a start or resume of the campaign would do now"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}/start-check", campaign_id=campaign_id), query={"use_current_version": use_current_version}, timeout=timeout, is_json=True)

    def get_model_configuration(self, *, timeout: float | None = None) -> ModelConfiguration:
        """Read the conversation engine and its endpoints; keys are masked"""
        return self._request("GET", "/api/v1/organizations/model-configuration", timeout=timeout, is_json=True)

    def update_model_configuration(self, *, body: Any, timeout: float | None = None) -> ModelConfiguration:
        """Update the model configuration; omitted fields keep their values"""
        return self._request("PUT", "/api/v1/organizations/model-configuration", body=body, timeout=timeout, is_json=True)

    def test_model_configuration(self, *, timeout: float | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Test the chosen endpoints with small requests like those of a call"""
        return self._request("POST", "/api/v1/organizations/model-configuration/test", timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_voices(self, *, timeout: float | None = None) -> VoiceList:
        """The voices of this machine and of every speech service with a key"""
        return self._request("GET", "/api/v1/organizations/model-configuration/voices", timeout=timeout, is_json=True)

    def sample_voice(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> bytes:
        """Hear a voice say a short fixed sentence"""
        return self._request("POST", "/api/v1/organizations/model-configuration/voices/sample", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=False)

    def list_speech_models(self, *, timeout: float | None = None) -> dict[str, Any]:
        """The voices and recognizers that can be added to this machine"""
        return self._request("GET", "/api/v1/speech-models", timeout=timeout, is_json=True)

    def install_speech_model(self, name: str, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> SpeechModel:
        """Download a voice or recognizer to this machine"""
        return self._request("POST", self._path("/api/v1/speech-models/{name}/install", name=name), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_policy_packs(self, *, timeout: float | None = None) -> dict[str, Any]:
        """List the packs of calling rules with their sources and dates"""
        return self._request("GET", "/api/v1/policies", timeout=timeout, is_json=True)

    def get_policy_pack(self, pack_id: str, *, timeout: float | None = None) -> PolicyPack:
        """Read one pack"""
        return self._request("GET", self._path("/api/v1/policies/{pack_id}", pack_id=pack_id), timeout=timeout, is_json=True)

    def get_organization_policy(self, *, timeout: float | None = None) -> OrganizationPolicy:
        """Read the calling rules of the organization"""
        return self._request("GET", "/api/v1/organizations/policy", timeout=timeout, is_json=True)

    def set_organization_policy(self, *, body: Any, timeout: float | None = None) -> OrganizationPolicy:
        """Set the calling rules of the organization"""
        return self._request("PUT", "/api/v1/organizations/policy", body=body, timeout=timeout, is_json=True)

    def list_policy_versions(self, *, limit: int | None = None, cursor: int | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List all versions of the calling rules, newest first"""
        return self._request("GET", "/api/v1/organizations/policy/versions", query={"limit": limit, "cursor": cursor}, timeout=timeout, is_json=True)

    def confirm_duty(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> DutyConfirmation:
        """Confirm a duty that the program cannot fulfil for you"""
        return self._request("POST", "/api/v1/organizations/policy/confirmations", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def verify_ledger(self, *, timeout: float | None = None) -> LedgerVerdict:
        """Verify the ledger"""
        return self._request("GET", "/api/v1/ledger/verify", timeout=timeout, is_json=True)

    def export_ledger(self, *, timeout: float | None = None) -> bytes:
        """The ledger with its proof, for an auditor"""
        return self._request("GET", "/api/v1/ledger/export", timeout=timeout, is_json=False)

    def get_call_receipt(self, call_id: int, *, timeout: float | None = None) -> CallReceipt:
        """Read the ledger records of a call as a file that can be verified"""
        return self._request("GET", self._path("/api/v1/calls/{call_id}/receipt", call_id=call_id), timeout=timeout, is_json=True)

    def list_own_phones(self, *, timeout: float | None = None) -> OwnPhones:
        """The organization's own phones"""
        return self._request("GET", "/api/v1/organizations/own-phones", timeout=timeout, is_json=True)

    def set_own_phones(self, *, body: Any, timeout: float | None = None) -> OwnPhones:
        """Replace the list of the organization's own phones"""
        return self._request("PUT", "/api/v1/organizations/own-phones", body=body, timeout=timeout, is_json=True)

    def get_list_proofs(self, source_id: str, *, timeout: float | None = None) -> ListProofs:
        """What was checked and confirmed for a contact list"""
        return self._request("GET", self._path("/api/v1/contact-lists/{source_id}/proofs", source_id=source_id), timeout=timeout, is_json=True)

    def add_registry_check(self, source_id: str, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> ListProofs:
        """Record that the list was checked against a registry"""
        return self._request("POST", self._path("/api/v1/contact-lists/{source_id}/registry-checks", source_id=source_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def confirm_list_duty(self, source_id: str, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> ListProofs:
        """Confirm a duty for the people on this list"""
        return self._request("POST", self._path("/api/v1/contact-lists/{source_id}/confirmations", source_id=source_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def get_campaign_progress(self, campaign_id: int, *, timeout: float | None = None) -> CampaignProgress:
        """Read the progress, pace and expected end of a campaign"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}/progress", campaign_id=campaign_id), timeout=timeout, is_json=True)

    def list_campaign_progress(self, *, limit: int | None = None, cursor: int | None = None, offset: int | None = None, state: Literal["draft", "running", "paused", "completed", "failed"] | None = None, timeout: float | None = None) -> dict[str, Any]:
        """Read the progress of all campaigns in one answer"""
        return self._request("GET", "/api/v1/campaign/progress", query={"limit": limit, "cursor": cursor, "offset": offset, "state": state}, timeout=timeout, is_json=True)

    def get_campaign_contact(self, campaign_id: int, contact_id: int, *, timeout: float | None = None) -> dict[str, Any]:
        """One contact with its attempts, and what keeps it from being called now"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}/contacts/{contact_id}", campaign_id=campaign_id, contact_id=contact_id), timeout=timeout, is_json=True)

    def list_campaign_runs(self, campaign_id: int, *, page: int | None = None, limit: int | None = None, cursor: int | None = None, from_: str | None = None, to: str | None = None, outcome: Literal["answered", "voicemail", "busy", "no_answer", "declined", "failed", "canceled", "lost"] | None = None, live: bool | None = None, timeout: float | None = None) -> dict[str, Any]:
        """The calls of a campaign, newest first"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}/runs", campaign_id=campaign_id), query={"page": page, "limit": limit, "cursor": cursor, "from": from_, "to": to, "outcome": outcome, "live": live}, timeout=timeout, is_json=True)

    def get_campaign_report(self, campaign_id: int, *, from_: str | None = None, to: str | None = None, timeout: float | None = None) -> bytes:
        """The report as CSV: one line per contact with its last outcome and variables"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}/report", campaign_id=campaign_id), query={"from": from_, "to": to}, timeout=timeout, is_json=False)

    def get_campaign_source_download_url(self, campaign_id: int, *, timeout: float | None = None) -> dict[str, Any]:
        """A link to the contact list of a campaign as CSV, good for a quarter of an hour"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}/source-download-url", campaign_id=campaign_id), timeout=timeout, is_json=True)

    def get_campaign_route(self, campaign_id: int, *, timeout: float | None = None) -> CampaignRoute:
        """Show through which telephony configurations a campaign dials, their state, and their calls"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}/route", campaign_id=campaign_id), timeout=timeout, is_json=True)

    def restore_campaign_route(self, campaign_id: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> Campaign:
        """Use the stopped telephony configurations of a running campaign’s route again"""
        return self._request("POST", self._path("/api/v1/campaign/{campaign_id}/route/restore", campaign_id=campaign_id), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def get_campaign_experiment(self, campaign_id: int, *, timeout: float | None = None) -> CampaignExperiment:
        """Read the experiment of a campaign with its results so far"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}/experiment", campaign_id=campaign_id), timeout=timeout, is_json=True)

    def set_campaign_experiment(self, campaign_id: int, *, body: Any, timeout: float | None = None) -> Campaign:
        """Set the experiment of a campaign that has not started yet"""
        return self._request("PUT", self._path("/api/v1/campaign/{campaign_id}/experiment", campaign_id=campaign_id), body=body, timeout=timeout, is_json=True)

    def delete_campaign_experiment(self, campaign_id: int, *, timeout: float | None = None) -> Campaign:
        """Remove the experiment of a campaign that has not started yet"""
        return self._request("DELETE", self._path("/api/v1/campaign/{campaign_id}/experiment", campaign_id=campaign_id), timeout=timeout, is_json=True)

    def stop_campaign_experiment(self, campaign_id: int, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> Campaign:
        """End an experiment: everyone is treated as one arm says from now on"""
        return self._request("POST", self._path("/api/v1/campaign/{campaign_id}/experiment/stop", campaign_id=campaign_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def get_campaign_results(self, campaign_id: int, *, from_: str | None = None, to: str | None = None, timeout: float | None = None) -> CampaignResults:
        """Read the results of a campaign’s conversations"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}/results", campaign_id=campaign_id), query={"from": from_, "to": to}, timeout=timeout, is_json=True)

    def get_campaign_results_csv(self, campaign_id: int, *, from_: str | None = None, to: str | None = None, timeout: float | None = None) -> bytes:
        """The results as CSV: kind, name, value, contacts"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}/results.csv", campaign_id=campaign_id), query={"from": from_, "to": to}, timeout=timeout, is_json=False)

    def explain_campaign(self, campaign_id: int, *, timeout: float | None = None) -> CampaignExplanation:
        """Explain what the pending contacts of a campaign wait for, and what limits its pace"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}/explain", campaign_id=campaign_id), timeout=timeout, is_json=True)

    def list_left_out(self, campaign_id: int, *, timeout: float | None = None) -> dict[str, Any]:
        """How many contacts of a campaign were left out without a conversation, by rule"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}/left-out", campaign_id=campaign_id), timeout=timeout, is_json=True)

    def explain_contact(self, campaign_id: int, contact_id: int, *, timeout: float | None = None) -> ContactExplanation:
        """Why one contact was or was not called: every rule, just now, and every attempt"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}/contacts/{contact_id}/explain", campaign_id=campaign_id, contact_id=contact_id), timeout=timeout, is_json=True)

    def get_number_history(self, address: str, *, limit: int | None = None, timeout: float | None = None) -> NumberHistory:
        """Everything about one number: campaigns, attempts, do-not-call, and whether it may be called now"""
        return self._request("GET", self._path("/api/v1/numbers/{address}/history", address=address), query={"limit": limit}, timeout=timeout, is_json=True)

    def preview_policy(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> PolicyPreview:
        """How many waiting contacts a policy would hold back, and why; changes nothing"""
        return self._request("POST", "/api/v1/organizations/policy/preview", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def dry_run_policy(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> PolicyDryRun:
        """Dry-run a policy over the dials of the last days"""
        return self._request("POST", "/api/v1/organizations/policy/dry-run", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def get_dry_run_progress(self, *, timeout: float | None = None) -> DryRunProgress:
        """How far the dry run of your organization is"""
        return self._request("GET", "/api/v1/organizations/policy/dry-run", timeout=timeout, is_json=True)

    def rehearse_campaign(self, campaign_id: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> CampaignRehearsal:
        """Rehearse the list of a campaign: find cells that would be said oddly"""
        return self._request("POST", self._path("/api/v1/campaign/{campaign_id}/rehearsal", campaign_id=campaign_id), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def get_campaign_rehearsal(self, campaign_id: int, *, examples: int | None = None, timeout: float | None = None) -> CampaignRehearsal:
        """Progress and result of the newest rehearsal of a campaign"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}/rehearsal", campaign_id=campaign_id), query={"examples": examples}, timeout=timeout, is_json=True)

    def forecast_new_campaign(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> CampaignForecast:
        """When a campaign would end, before it is created"""
        return self._request("POST", "/api/v1/campaign/forecast", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def forecast_campaign(self, campaign_id: int, *, max_concurrency: int | None = None, timeout: float | None = None) -> CampaignForecast:
        """Forecast when a campaign will end"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}/forecast", campaign_id=campaign_id), query={"max_concurrency": max_concurrency}, timeout=timeout, is_json=True)

    def forecast_campaign_with(self, campaign_id: int, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> CampaignForecast:
        """Forecast a campaign with other settings, for comparison"""
        return self._request("POST", self._path("/api/v1/campaign/{campaign_id}/forecast", campaign_id=campaign_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_campaign_forecasts(self, campaign_id: int, *, timeout: float | None = None) -> KeptForecasts:
        """Earlier forecasts of a campaign, and how good they were"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}/forecasts", campaign_id=campaign_id), timeout=timeout, is_json=True)

    def get_call_statistics(self, *, campaign_id: int | None = None, from_: str | None = None, to: str | None = None, timezone: str | None = None, simulated: Literal["exclude", "include", "only"] | None = None, bucket: Literal["minute", "quarter", "hour", "day"] | None = None, direction: Literal["outbound", "inbound"] | None = None, timeout: float | None = None) -> CallStatistics:
        """Calls by outcome over time"""
        return self._request("GET", "/api/v1/statistics/calls", query={"campaign_id": campaign_id, "from": from_, "to": to, "timezone": timezone, "simulated": simulated, "bucket": bucket, "direction": direction}, timeout=timeout, is_json=True)

    def get_answer_rates(self, *, campaign_id: int | None = None, from_: str | None = None, to: str | None = None, timezone: str | None = None, simulated: Literal["exclude", "include", "only"] | None = None, timeout: float | None = None) -> AnswerRates:
        """The share of calls that people answer, by weekday and hour"""
        return self._request("GET", "/api/v1/statistics/answer-rates", query={"campaign_id": campaign_id, "from": from_, "to": to, "timezone": timezone, "simulated": simulated}, timeout=timeout, is_json=True)

    def get_usage(self, *, months: int | None = None, simulated: Literal["exclude", "include", "only"] | None = None, timeout: float | None = None) -> dict[str, Any]:
        """Calls and talk time of your organization by month"""
        return self._request("GET", "/api/v1/organization/usage", query={"months": months, "simulated": simulated}, timeout=timeout, is_json=True)

    def get_abandonment_statistics(self, *, days: int | None = None, simulated: Literal["exclude", "include", "only"] | None = None, timeout: float | None = None) -> AbandonmentStatistics:
        """Read the abandonment rate by campaign"""
        return self._request("GET", "/api/v1/statistics/abandonment", query={"days": days, "simulated": simulated}, timeout=timeout, is_json=True)

    def export_abandonment(self, *, days: int | None = None, simulated: Literal["exclude", "include", "only"] | None = None, timeout: float | None = None) -> bytes:
        """The abandonment of all campaigns as CSV: one line per campaign and day"""
        return self._request("GET", "/api/v1/statistics/abandonment/export", query={"days": days, "simulated": simulated}, timeout=timeout, is_json=False)

    def get_abandonment(self, campaign_id: int, *, timeout: float | None = None) -> Abandonment:
        """Read the abandonment rate of a campaign over 30 days"""
        return self._request("GET", self._path("/api/v1/campaign/{campaign_id}/abandonment", campaign_id=campaign_id), timeout=timeout, is_json=True)

    def get_abandonment_limits(self, *, timeout: float | None = None) -> AbandonmentLimits:
        """At which abandonment rate campaigns warn and pause"""
        return self._request("GET", "/api/v1/organizations/abandonment", timeout=timeout, is_json=True)

    def set_abandonment_limits(self, *, body: Any, timeout: float | None = None) -> AbandonmentLimits:
        """Set at which abandonment rate campaigns warn and pause"""
        return self._request("PUT", "/api/v1/organizations/abandonment", body=body, timeout=timeout, is_json=True)

    def get_workflow_traffic(self, workflow_id: int, *, days: int | None = None, timeout: float | None = None) -> WorkflowTraffic:
        """How many conversations reached each step of a workflow and took each exit"""
        return self._request("GET", self._path("/api/v1/workflow/{workflow_id}/traffic", workflow_id=workflow_id), query={"days": days}, timeout=timeout, is_json=True)

    def get_workflow_statistics(self, *, days: int | None = None, simulated: Literal["exclude", "include", "only"] | None = None, timeout: float | None = None) -> dict[str, Any]:
        """How the campaign calls of each workflow ended"""
        return self._request("GET", "/api/v1/statistics/workflows", query={"days": days, "simulated": simulated}, timeout=timeout, is_json=True)

    def get_retention(self, *, timeout: float | None = None) -> Retention:
        """Read the retention periods of personal data"""
        return self._request("GET", "/api/v1/organizations/retention", timeout=timeout, is_json=True)

    def set_retention(self, *, body: Any, timeout: float | None = None) -> Retention:
        """Set the retention periods of personal data"""
        return self._request("PUT", "/api/v1/organizations/retention", body=body, timeout=timeout, is_json=True)

    def list_erasures(self, *, limit: int | None = None, cursor: int | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List erasures with time and author, newest first"""
        return self._request("GET", "/api/v1/erasures", query={"limit": limit, "cursor": cursor}, timeout=timeout, is_json=True)

    def erase_person(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> Erasure:
        """Erase one person from everything"""
        return self._request("POST", "/api/v1/erasures", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def search(self, *, q: str | None = None, limit: int | None = None, timeout: float | None = None) -> SearchResults:
        """Find campaigns, workflows, contacts, numbers and calls by one word"""
        return self._request("GET", "/api/v1/search", query={"q": q, "limit": limit}, timeout=timeout, is_json=True)

    def list_unexpected_phrases(self, workflow_id: int, *, timeout: float | None = None) -> UnexpectedPhrases:
        """List phrases that no exit of a workflow expected"""
        return self._request("GET", self._path("/api/v1/workflow/{workflow_id}/unexpected-phrases", workflow_id=workflow_id), timeout=timeout, is_json=True)

    def list_calls(self, *, page: int | None = None, limit: int | None = None, cursor: int | None = None, campaign_id: int | None = None, workflow_id: int | None = None, from_: str | None = None, to: str | None = None, outcome: Literal["answered", "voicemail", "busy", "no_answer", "declined", "failed", "canceled", "lost"] | None = None, disposition: str | None = None, call_type: Literal["inbound", "outbound"] | None = None, live: bool | None = None, q: str | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List calls, newest first"""
        return self._request("GET", "/api/v1/calls", query={"page": page, "limit": limit, "cursor": cursor, "campaign_id": campaign_id, "workflow_id": workflow_id, "from": from_, "to": to, "outcome": outcome, "disposition": disposition, "call_type": call_type, "live": live, "q": q}, timeout=timeout, is_json=True)

    def get_call(self, call_id: int, *, timeout: float | None = None) -> Call:
        """Read a call: transcript, gathered values, timeline"""
        return self._request("GET", self._path("/api/v1/calls/{call_id}", call_id=call_id), timeout=timeout, is_json=True)

    def get_call_recording(self, call_id: int, *, timeout: float | None = None) -> dict[str, Any]:
        """A link to the recording of a call, signed and good for a quarter of an hour"""
        return self._request("GET", self._path("/api/v1/calls/{call_id}/recording", call_id=call_id), timeout=timeout, is_json=True)

    def hang_up_call(self, call_id: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> Call:
        """Hang up a live call"""
        return self._request("POST", self._path("/api/v1/calls/{call_id}/hang-up", call_id=call_id), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def get_call_peaks(self, call_id: int, *, limit: int | None = None, timeout: float | None = None) -> CallPeaks:
        """The outline of a recording, the person and the agent apart"""
        return self._request("GET", self._path("/api/v1/calls/{call_id}/peaks", call_id=call_id), query={"limit": limit}, timeout=timeout, is_json=True)

    def download_recording(self, token: str, *, timeout: float | None = None) -> bytes:
        """The recording itself, by a signed link"""
        return self._request("GET", self._path("/api/v1/recordings/{token}", token=token), timeout=timeout, is_json=False)

    def initiate_call(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> Run:
        """Call one number with a workflow, without a campaign"""
        return self._request("POST", "/api/v1/telephony/initiate-call", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def listen_to_call(self, call_id: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> Listening:
        """Listen to a live call"""
        return self._request("POST", self._path("/api/v1/calls/{call_id}/listen", call_id=call_id), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def take_over_call(self, call_id: int, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> Call:
        """Take a live call over by your own phone"""
        return self._request("POST", self._path("/api/v1/calls/{call_id}/take-over", call_id=call_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_workflow_runs(self, workflow_id: int, *, page: int | None = None, limit: int | None = None, cursor: int | None = None, from_: str | None = None, to: str | None = None, timeout: float | None = None) -> dict[str, Any]:
        """The calls of one workflow, newest first"""
        return self._request("GET", self._path("/api/v1/workflow/{workflow_id}/runs", workflow_id=workflow_id), query={"page": page, "limit": limit, "cursor": cursor, "from": from_, "to": to}, timeout=timeout, is_json=True)

    def prepare_workflow_run(self, workflow_id: int, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> PreparedRun:
        """Prepare one call of a workflow; nothing is dialed"""
        return self._request("POST", self._path("/api/v1/workflow/{workflow_id}/runs", workflow_id=workflow_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def get_workflow_run(self, workflow_id: int, run_id: int, *, timeout: float | None = None) -> Run:
        """One call of a workflow"""
        return self._request("GET", self._path("/api/v1/workflow/{workflow_id}/runs/{run_id}", workflow_id=workflow_id, run_id=run_id), timeout=timeout, is_json=True)

    def list_usage_runs(self, *, page: int | None = None, limit: int | None = None, cursor: int | None = None, from_: str | None = None, to: str | None = None, timeout: float | None = None) -> dict[str, Any]:
        """The calls of the organization, newest first"""
        return self._request("GET", "/api/v1/organizations/usage/runs", query={"page": page, "limit": limit, "cursor": cursor, "from": from_, "to": to}, timeout=timeout, is_json=True)

    def call_by_workflow_uuid(self, workflow_uuid: str, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> InitiatedCall:
        """Call one number with the workflow of this uuid"""
        return self._request("POST", self._path("/api/v1/public/agent/workflow/{workflow_uuid}", workflow_uuid=workflow_uuid), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_events(self, *, cursor: int | None = None, after: int | None = None, limit: int | None = None, campaign_id: int | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List events in order"""
        return self._request("GET", "/api/v1/events", query={"cursor": cursor, "after": after, "limit": limit, "campaign_id": campaign_id}, timeout=timeout, is_json=True)

    def list_event_types(self, *, timeout: float | None = None) -> dict[str, Any]:
        """List the types of events"""
        return self._request("GET", "/api/v1/event-types", timeout=timeout, is_json=True)

    def stream_events(self, *, after: int | None = None, campaign_id: int | None = None, live: bool | None = None, timeout: float | None = None) -> bytes:
        """Stream events as server-sent events"""
        return self._request("GET", "/api/v1/events/stream", query={"after": after, "campaign_id": campaign_id, "live": live}, timeout=timeout, is_json=False)

    def list_webhooks(self, *, timeout: float | None = None) -> dict[str, Any]:
        """List webhooks"""
        return self._request("GET", "/api/v1/webhooks", timeout=timeout, is_json=True)

    def create_webhook(self, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> WebhookWithSecret:
        """Create a webhook that sends events to an address"""
        return self._request("POST", "/api/v1/webhooks", body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def get_webhook(self, webhook_id: int, *, timeout: float | None = None) -> Webhook:
        """One webhook"""
        return self._request("GET", self._path("/api/v1/webhooks/{webhook_id}", webhook_id=webhook_id), timeout=timeout, is_json=True)

    def delete_webhook(self, webhook_id: int, *, timeout: float | None = None) -> Webhook:
        """Delete a webhook with its deliveries"""
        return self._request("DELETE", self._path("/api/v1/webhooks/{webhook_id}", webhook_id=webhook_id), timeout=timeout, is_json=True)

    def update_webhook(self, webhook_id: int, *, body: Any, timeout: float | None = None) -> Webhook:
        """Change a webhook, or switch it on or off"""
        return self._request("PATCH", self._path("/api/v1/webhooks/{webhook_id}", webhook_id=webhook_id), body=body, timeout=timeout, is_json=True)

    def rotate_webhook_secret(self, webhook_id: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> WebhookWithSecret:
        """Sign with a new secret"""
        return self._request("POST", self._path("/api/v1/webhooks/{webhook_id}/rotate-secret", webhook_id=webhook_id), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def replay_webhook(self, webhook_id: int, *, body: Any, timeout: float | None = None, idempotency_key: str | None = None) -> Webhook:
        """Send everything after an event again"""
        return self._request("POST", self._path("/api/v1/webhooks/{webhook_id}/replay", webhook_id=webhook_id), body=body, timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def test_webhook(self, webhook_id: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> WebhookDelivery:
        """Send a test message and return the receiver’s answer"""
        return self._request("POST", self._path("/api/v1/webhooks/{webhook_id}/test", webhook_id=webhook_id), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def list_webhook_deliveries(self, webhook_id: int, *, state: Literal["pending", "sending", "delivered", "failed", "canceled"] | None = None, cursor: int | None = None, before: int | None = None, limit: int | None = None, timeout: float | None = None) -> dict[str, Any]:
        """List deliveries with their answers, newest first"""
        return self._request("GET", self._path("/api/v1/webhooks/{webhook_id}/deliveries", webhook_id=webhook_id), query={"state": state, "cursor": cursor, "before": before, "limit": limit}, timeout=timeout, is_json=True)

    def get_webhook_delivery(self, webhook_id: int, delivery_id: int, *, timeout: float | None = None) -> WebhookDelivery:
        """One delivery with its tries"""
        return self._request("GET", self._path("/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}", webhook_id=webhook_id, delivery_id=delivery_id), timeout=timeout, is_json=True)

    def redeliver_webhook(self, webhook_id: int, delivery_id: int, *, timeout: float | None = None, idempotency_key: str | None = None) -> WebhookDelivery:
        """Send one message again"""
        return self._request("POST", self._path("/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver", webhook_id=webhook_id, delivery_id=delivery_id), timeout=timeout, idempotency_key=idempotency_key, takes_key=True, is_json=True)

    def get_health(self, *, timeout: float | None = None) -> dict[str, Any]:
        """Liveness check"""
        return self._request("GET", "/api/v1/health", timeout=timeout, is_json=True)

    def get_readiness(self, *, timeout: float | None = None) -> dict[str, Any]:
        """Readiness: the database answers, speech is loaded where it is needed, and the node is not draining"""
        return self._request("GET", "/api/v1/ready", timeout=timeout, is_json=True)

    def get_metrics(self, *, timeout: float | None = None) -> bytes:
        """Figures for Prometheus; sums over all organizations"""
        return self._request("GET", "/metrics", timeout=timeout, is_json=False)
