// Made from the routes by `npm run generate`; do not edit.

export const OPERATIONS = {
  signIn: { method: 'post', path: '/api/v1/session' },
  signOut: { method: 'delete', path: '/api/v1/session' },
  listSessions: { method: 'get', path: '/api/v1/sessions', items: 'sessions' },
  endSession: { method: 'delete', path: '/api/v1/sessions/{session_id}' },
  welcome: { method: 'get', path: '/welcome', file: true },
  getSignInMethods: { method: 'get', path: '/api/v1/sign-in' },
  beginProviderSignIn: { method: 'post', path: '/api/v1/sign-in/provider' },
  finishProviderSignIn: { method: 'get', path: '/api/v1/sign-in/provider/callback', file: true },
  signInByProxy: { method: 'post', path: '/api/v1/sign-in/proxy' },
  acceptInvitation: { method: 'post', path: '/api/v1/sign-in/invitation' },
  listUsers: { method: 'get', path: '/api/v1/users', items: 'users' },
  getUser: { method: 'get', path: '/api/v1/users/{user_id}' },
  updateUser: { method: 'patch', path: '/api/v1/users/{user_id}' },
  listInvitations: { method: 'get', path: '/api/v1/invitations', items: 'invitations' },
  createInvitation: { method: 'post', path: '/api/v1/invitations' },
  deleteInvitation: { method: 'delete', path: '/api/v1/invitations/{invitation_id}' },
  getOrganization: { method: 'get', path: '/api/v1/organization' },
  updateOrganization: { method: 'patch', path: '/api/v1/organization' },
  listAuditEvents: { method: 'get', path: '/api/v1/audit-events', items: 'audit_events' },
  listApiKeys: { method: 'get', path: '/api/v1/user/api-keys', items: '' },
  createApiKey: { method: 'post', path: '/api/v1/user/api-keys' },
  archiveApiKey: { method: 'delete', path: '/api/v1/user/api-keys/{api_key_id}' },
  reactivateApiKey: { method: 'put', path: '/api/v1/user/api-keys/{api_key_id}/reactivate' },
  listTelephonyProviders: {
    method: 'get',
    path: '/api/v1/organizations/telephony-providers/metadata',
    items: 'providers',
  },
  listTelephonyConfigurations: {
    method: 'get',
    path: '/api/v1/organizations/telephony-configs',
    items: 'configurations',
  },
  createTelephonyConfiguration: { method: 'post', path: '/api/v1/organizations/telephony-configs' },
  getTelephonyConfiguration: { method: 'get', path: '/api/v1/organizations/telephony-configs/{config_id}' },
  updateTelephonyConfiguration: { method: 'put', path: '/api/v1/organizations/telephony-configs/{config_id}' },
  deleteTelephonyConfiguration: { method: 'delete', path: '/api/v1/organizations/telephony-configs/{config_id}' },
  setDefaultOutbound: {
    method: 'post',
    path: '/api/v1/organizations/telephony-configs/{config_id}/set-default-outbound',
  },
  testTelephonyConfiguration: { method: 'post', path: '/api/v1/organizations/telephony-configs/{config_id}/test' },
  listPhoneNumbers: {
    method: 'get',
    path: '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers',
    items: 'phone_numbers',
  },
  createPhoneNumber: { method: 'post', path: '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers' },
  listAccountNumbers: {
    method: 'get',
    path: '/api/v1/organizations/telephony-configs/{config_id}/account-numbers',
    items: 'numbers',
  },
  importPhoneNumbers: {
    method: 'post',
    path: '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/import',
  },
  getPhoneNumber: {
    method: 'get',
    path: '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}',
  },
  updatePhoneNumber: {
    method: 'put',
    path: '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}',
  },
  deletePhoneNumber: {
    method: 'delete',
    path: '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}',
  },
  syncPhoneNumber: {
    method: 'post',
    path: '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/sync',
  },
  wakePhoneNumber: {
    method: 'post',
    path: '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/wake',
  },
  setDefaultCaller: {
    method: 'post',
    path: '/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/set-default-caller',
  },
  getPrices: { method: 'get', path: '/api/v1/organizations/telephony-configs/{config_id}/prices' },
  setPrices: { method: 'put', path: '/api/v1/organizations/telephony-configs/{config_id}/prices' },
  deletePrices: { method: 'delete', path: '/api/v1/organizations/telephony-configs/{config_id}/prices' },
  getSpending: { method: 'get', path: '/api/v1/organizations/spending' },
  setSpending: { method: 'put', path: '/api/v1/organizations/spending' },
  listSpending: { method: 'get', path: '/api/v1/spending', items: 'totals' },
  uploadContactList: { method: 'post', path: '/api/v1/contact-lists' },
  listContactLists: { method: 'get', path: '/api/v1/contact-lists', items: 'contact_lists' },
  announceUpload: { method: 'post', path: '/api/v1/s3/presigned-upload-url' },
  putUpload: { method: 'put', path: '/api/v1/s3/upload/{link}' },
  previewContactList: { method: 'get', path: '/api/v1/contact-lists/{source_id}/preview' },
  placeContactList: { method: 'post', path: '/api/v1/contact-lists/{source_id}/zones' },
  getContactList: { method: 'get', path: '/api/v1/contact-lists/{source_id}' },
  updateContactList: { method: 'patch', path: '/api/v1/contact-lists/{source_id}' },
  deleteContactList: { method: 'delete', path: '/api/v1/contact-lists/{source_id}' },
  getRejectedRows: { method: 'get', path: '/api/v1/contact-lists/{source_id}/rejected', file: true },
  downloadContactList: { method: 'get', path: '/api/v1/contact-list-downloads/{link}', file: true },
  listConsents: { method: 'get', path: '/api/v1/numbers/{address}/consents', items: 'consents' },
  recordConsent: { method: 'post', path: '/api/v1/consents' },
  revokeConsents: { method: 'post', path: '/api/v1/consents/revoke' },
  listSuppressions: { method: 'get', path: '/api/v1/suppressions', items: 'suppressions' },
  suppressNumber: { method: 'post', path: '/api/v1/suppressions' },
  deleteSuppression: { method: 'delete', path: '/api/v1/suppressions/{suppression_id}' },
  exportSuppressions: { method: 'get', path: '/api/v1/suppressions/export', file: true },
  listSuppressionCandidates: { method: 'get', path: '/api/v1/suppressions/candidates', items: 'candidates' },
  acceptSuppressionCandidate: { method: 'post', path: '/api/v1/suppressions/candidates/{candidate_id}/accept' },
  dismissSuppressionCandidate: { method: 'post', path: '/api/v1/suppressions/candidates/{candidate_id}/dismiss' },
  listSuppressedRanges: { method: 'get', path: '/api/v1/suppressed-ranges', items: 'ranges' },
  suppressRange: { method: 'post', path: '/api/v1/suppressed-ranges' },
  deleteSuppressedRange: { method: 'delete', path: '/api/v1/suppressed-ranges/{range_id}' },
  importSuppressions: { method: 'post', path: '/api/v1/suppressions/import' },
  listRegistries: { method: 'get', path: '/api/v1/registries', items: 'registries' },
  importRegistry: { method: 'post', path: '/api/v1/registries/import' },
  deleteRegistry: { method: 'delete', path: '/api/v1/registries/{registry}' },
  listWorkflows: { method: 'get', path: '/api/v1/workflow/fetch', items: '' },
  summarizeWorkflows: { method: 'get', path: '/api/v1/workflow/summary', items: '' },
  countWorkflows: { method: 'get', path: '/api/v1/workflow/count' },
  getWorkflow: { method: 'get', path: '/api/v1/workflow/fetch/{workflow_id}' },
  createWorkflow: { method: 'post', path: '/api/v1/workflow/create/definition' },
  updateWorkflow: { method: 'put', path: '/api/v1/workflow/{workflow_id}' },
  setWorkflowStatus: { method: 'put', path: '/api/v1/workflow/{workflow_id}/status' },
  validateWorkflowDefinition: { method: 'post', path: '/api/v1/workflow/validate' },
  validateWorkflow: { method: 'post', path: '/api/v1/workflow/{workflow_id}/validate' },
  createWorkflowFromTemplate: { method: 'post', path: '/api/v1/workflow/create/template' },
  importWorkflow: { method: 'post', path: '/api/v1/workflow/import' },
  listWorkflowVersions: { method: 'get', path: '/api/v1/workflow/{workflow_id}/versions', items: 'versions' },
  getWorkflowVersion: { method: 'get', path: '/api/v1/workflow/{workflow_id}/versions/{version_number}' },
  compareWorkflowVersions: { method: 'get', path: '/api/v1/workflow/{workflow_id}/versions/{version_number}/compare' },
  restoreWorkflowVersion: { method: 'post', path: '/api/v1/workflow/{workflow_id}/versions/{version_number}/restore' },
  listDialogues: { method: 'get', path: '/api/v1/workflow/{workflow_id}/dialogues', items: 'dialogues' },
  createDialogue: { method: 'post', path: '/api/v1/workflow/{workflow_id}/dialogues' },
  updateDialogue: { method: 'put', path: '/api/v1/workflow/{workflow_id}/dialogues/{dialogue_id}' },
  deleteDialogue: { method: 'delete', path: '/api/v1/workflow/{workflow_id}/dialogues/{dialogue_id}' },
  listNodeTypes: { method: 'get', path: '/api/v1/node-types', items: 'node_types' },
  getNodeType: { method: 'get', path: '/api/v1/node-types/{name}' },
  listTools: { method: 'get', path: '/api/v1/tools/', items: '' },
  createTool: { method: 'post', path: '/api/v1/tools/' },
  getTool: { method: 'get', path: '/api/v1/tools/{tool_uuid}' },
  updateTool: { method: 'put', path: '/api/v1/tools/{tool_uuid}' },
  archiveTool: { method: 'delete', path: '/api/v1/tools/{tool_uuid}' },
  unarchiveTool: { method: 'post', path: '/api/v1/tools/{tool_uuid}/unarchive' },
  testTool: { method: 'post', path: '/api/v1/tools/{tool_uuid}/test' },
  refreshMcpTools: { method: 'post', path: '/api/v1/tools/{tool_uuid}/mcp/refresh' },
  listDocuments: { method: 'get', path: '/api/v1/knowledge-base/documents', items: 'documents' },
  uploadDocument: { method: 'post', path: '/api/v1/knowledge-base/documents' },
  getDocument: { method: 'get', path: '/api/v1/knowledge-base/documents/{document_uuid}' },
  updateDocument: { method: 'patch', path: '/api/v1/knowledge-base/documents/{document_uuid}' },
  deleteDocument: { method: 'delete', path: '/api/v1/knowledge-base/documents/{document_uuid}' },
  searchDocuments: { method: 'post', path: '/api/v1/knowledge-base/search' },
  listWorkflowRecordings: { method: 'get', path: '/api/v1/workflow-recordings/', items: 'recordings' },
  uploadWorkflowRecording: { method: 'post', path: '/api/v1/workflow-recordings/' },
  transcribeRecording: { method: 'post', path: '/api/v1/workflow-recordings/transcribe' },
  getWorkflowRecording: { method: 'get', path: '/api/v1/workflow-recordings/{recording_id}' },
  updateWorkflowRecording: { method: 'patch', path: '/api/v1/workflow-recordings/{recording_id}' },
  deleteWorkflowRecording: { method: 'delete', path: '/api/v1/workflow-recordings/{recording_id}' },
  getWorkflowRecordingAudio: { method: 'get', path: '/api/v1/workflow-recordings/{recording_id}/audio', file: true },
  listCredentials: { method: 'get', path: '/api/v1/credentials/', items: '' },
  createCredential: { method: 'post', path: '/api/v1/credentials/' },
  getCredential: { method: 'get', path: '/api/v1/credentials/{credential_uuid}' },
  updateCredential: { method: 'put', path: '/api/v1/credentials/{credential_uuid}' },
  deleteCredential: { method: 'delete', path: '/api/v1/credentials/{credential_uuid}' },
  getWorkflowWebhookSecret: { method: 'get', path: '/api/v1/workflow/webhook-secret' },
  rotateWorkflowWebhookSecret: { method: 'post', path: '/api/v1/workflow/webhook-secret/rotate' },
  listSimulatedPeople: { method: 'get', path: '/api/v1/workflow/try/people', items: 'people' },
  tryWorkflow: { method: 'post', path: '/api/v1/workflow/try' },
  sayInTry: { method: 'post', path: '/api/v1/workflow/try/{try_id}/say' },
  endTry: { method: 'delete', path: '/api/v1/workflow/try/{try_id}' },
  runDialogues: { method: 'post', path: '/api/v1/workflow/{workflow_id}/dialogues/run' },
  evaluateWorkflow: { method: 'post', path: '/api/v1/workflow/{workflow_id}/evaluations' },
  listEvaluations: { method: 'get', path: '/api/v1/workflow/{workflow_id}/evaluations', items: 'evaluations' },
  getEvaluation: { method: 'get', path: '/api/v1/workflow/{workflow_id}/evaluations/{evaluation_id}' },
  replayWorkflow: { method: 'post', path: '/api/v1/workflow/{workflow_id}/replay' },
  listCampaigns: { method: 'get', path: '/api/v1/campaign/', items: 'campaigns' },
  createCampaign: { method: 'post', path: '/api/v1/campaign/create' },
  getCampaign: { method: 'get', path: '/api/v1/campaign/{campaign_id}' },
  updateCampaign: { method: 'patch', path: '/api/v1/campaign/{campaign_id}' },
  deleteCampaign: { method: 'delete', path: '/api/v1/campaign/{campaign_id}' },
  startCampaign: { method: 'post', path: '/api/v1/campaign/{campaign_id}/start' },
  pauseCampaign: { method: 'post', path: '/api/v1/campaign/{campaign_id}/pause' },
  pauseAllCampaigns: { method: 'post', path: '/api/v1/campaign/pause-all' },
  resumeCampaign: { method: 'post', path: '/api/v1/campaign/{campaign_id}/resume' },
  closeCampaign: { method: 'post', path: '/api/v1/campaign/{campaign_id}/close' },
  finishCampaign: { method: 'post', path: '/api/v1/campaign/{campaign_id}/finish' },
  redialCampaign: { method: 'post', path: '/api/v1/campaign/{campaign_id}/redial' },
  enrolContacts: { method: 'post', path: '/api/v1/campaign/{campaign_id}/contacts' },
  listCampaignContacts: { method: 'get', path: '/api/v1/campaign/{campaign_id}/contacts', items: 'contacts' },
  setCampaignSpendLimit: { method: 'put', path: '/api/v1/campaign/{campaign_id}/spend-limit' },
  checkCampaignStart: { method: 'get', path: '/api/v1/campaign/{campaign_id}/start-check' },
  getModelConfiguration: { method: 'get', path: '/api/v1/organizations/model-configuration' },
  updateModelConfiguration: { method: 'put', path: '/api/v1/organizations/model-configuration' },
  testModelConfiguration: { method: 'post', path: '/api/v1/organizations/model-configuration/test' },
  listVoices: { method: 'get', path: '/api/v1/organizations/model-configuration/voices', items: 'voices' },
  sampleVoice: { method: 'post', path: '/api/v1/organizations/model-configuration/voices/sample', file: true },
  listSpeechModels: { method: 'get', path: '/api/v1/speech-models', items: 'models' },
  installSpeechModel: { method: 'post', path: '/api/v1/speech-models/{name}/install' },
  listPolicyPacks: { method: 'get', path: '/api/v1/policies', items: 'packs' },
  getPolicyPack: { method: 'get', path: '/api/v1/policies/{pack_id}' },
  getOrganizationPolicy: { method: 'get', path: '/api/v1/organizations/policy' },
  setOrganizationPolicy: { method: 'put', path: '/api/v1/organizations/policy' },
  listPolicyVersions: { method: 'get', path: '/api/v1/organizations/policy/versions', items: 'versions' },
  confirmDuty: { method: 'post', path: '/api/v1/organizations/policy/confirmations' },
  verifyLedger: { method: 'get', path: '/api/v1/ledger/verify' },
  exportLedger: { method: 'get', path: '/api/v1/ledger/export', file: true },
  getCallReceipt: { method: 'get', path: '/api/v1/calls/{call_id}/receipt' },
  listOwnPhones: { method: 'get', path: '/api/v1/organizations/own-phones', items: 'phones' },
  setOwnPhones: { method: 'put', path: '/api/v1/organizations/own-phones' },
  getListProofs: { method: 'get', path: '/api/v1/contact-lists/{source_id}/proofs' },
  addRegistryCheck: { method: 'post', path: '/api/v1/contact-lists/{source_id}/registry-checks' },
  confirmListDuty: { method: 'post', path: '/api/v1/contact-lists/{source_id}/confirmations' },
  getCampaignProgress: { method: 'get', path: '/api/v1/campaign/{campaign_id}/progress' },
  listCampaignProgress: { method: 'get', path: '/api/v1/campaign/progress', items: 'progress' },
  getCampaignContact: { method: 'get', path: '/api/v1/campaign/{campaign_id}/contacts/{contact_id}' },
  listCampaignRuns: { method: 'get', path: '/api/v1/campaign/{campaign_id}/runs', items: 'runs' },
  getCampaignReport: { method: 'get', path: '/api/v1/campaign/{campaign_id}/report', file: true },
  getCampaignSourceDownloadUrl: { method: 'get', path: '/api/v1/campaign/{campaign_id}/source-download-url' },
  getCampaignRoute: { method: 'get', path: '/api/v1/campaign/{campaign_id}/route' },
  restoreCampaignRoute: { method: 'post', path: '/api/v1/campaign/{campaign_id}/route/restore' },
  getCampaignExperiment: { method: 'get', path: '/api/v1/campaign/{campaign_id}/experiment' },
  setCampaignExperiment: { method: 'put', path: '/api/v1/campaign/{campaign_id}/experiment' },
  deleteCampaignExperiment: { method: 'delete', path: '/api/v1/campaign/{campaign_id}/experiment' },
  stopCampaignExperiment: { method: 'post', path: '/api/v1/campaign/{campaign_id}/experiment/stop' },
  getCampaignResults: { method: 'get', path: '/api/v1/campaign/{campaign_id}/results' },
  getCampaignResultsCsv: { method: 'get', path: '/api/v1/campaign/{campaign_id}/results.csv', file: true },
  explainCampaign: { method: 'get', path: '/api/v1/campaign/{campaign_id}/explain' },
  listLeftOut: { method: 'get', path: '/api/v1/campaign/{campaign_id}/left-out', items: 'left_out' },
  explainContact: { method: 'get', path: '/api/v1/campaign/{campaign_id}/contacts/{contact_id}/explain' },
  getNumberHistory: { method: 'get', path: '/api/v1/numbers/{address}/history' },
  previewPolicy: { method: 'post', path: '/api/v1/organizations/policy/preview' },
  dryRunPolicy: { method: 'post', path: '/api/v1/organizations/policy/dry-run' },
  getDryRunProgress: { method: 'get', path: '/api/v1/organizations/policy/dry-run' },
  rehearseCampaign: { method: 'post', path: '/api/v1/campaign/{campaign_id}/rehearsal' },
  getCampaignRehearsal: { method: 'get', path: '/api/v1/campaign/{campaign_id}/rehearsal' },
  forecastNewCampaign: { method: 'post', path: '/api/v1/campaign/forecast' },
  forecastCampaign: { method: 'get', path: '/api/v1/campaign/{campaign_id}/forecast' },
  forecastCampaignWith: { method: 'post', path: '/api/v1/campaign/{campaign_id}/forecast' },
  listCampaignForecasts: { method: 'get', path: '/api/v1/campaign/{campaign_id}/forecasts', items: 'forecasts' },
  getCallStatistics: { method: 'get', path: '/api/v1/statistics/calls' },
  getAnswerRates: { method: 'get', path: '/api/v1/statistics/answer-rates' },
  getUsage: { method: 'get', path: '/api/v1/organization/usage' },
  getAbandonmentStatistics: { method: 'get', path: '/api/v1/statistics/abandonment' },
  exportAbandonment: { method: 'get', path: '/api/v1/statistics/abandonment/export', file: true },
  getAbandonment: { method: 'get', path: '/api/v1/campaign/{campaign_id}/abandonment' },
  getAbandonmentLimits: { method: 'get', path: '/api/v1/organizations/abandonment' },
  setAbandonmentLimits: { method: 'put', path: '/api/v1/organizations/abandonment' },
  getWorkflowTraffic: { method: 'get', path: '/api/v1/workflow/{workflow_id}/traffic' },
  getWorkflowStatistics: { method: 'get', path: '/api/v1/statistics/workflows' },
  getRetention: { method: 'get', path: '/api/v1/organizations/retention' },
  setRetention: { method: 'put', path: '/api/v1/organizations/retention' },
  listErasures: { method: 'get', path: '/api/v1/erasures', items: 'erasures' },
  erasePerson: { method: 'post', path: '/api/v1/erasures' },
  search: { method: 'get', path: '/api/v1/search' },
  listUnexpectedPhrases: { method: 'get', path: '/api/v1/workflow/{workflow_id}/unexpected-phrases', items: 'phrases' },
  listCalls: { method: 'get', path: '/api/v1/calls', items: 'runs' },
  getCall: { method: 'get', path: '/api/v1/calls/{call_id}' },
  getCallRecording: { method: 'get', path: '/api/v1/calls/{call_id}/recording' },
  hangUpCall: { method: 'post', path: '/api/v1/calls/{call_id}/hang-up' },
  getCallPeaks: { method: 'get', path: '/api/v1/calls/{call_id}/peaks' },
  downloadRecording: { method: 'get', path: '/api/v1/recordings/{token}', file: true },
  initiateCall: { method: 'post', path: '/api/v1/telephony/initiate-call' },
  listenToCall: { method: 'post', path: '/api/v1/calls/{call_id}/listen' },
  takeOverCall: { method: 'post', path: '/api/v1/calls/{call_id}/take-over' },
  listWorkflowRuns: { method: 'get', path: '/api/v1/workflow/{workflow_id}/runs', items: 'runs' },
  prepareWorkflowRun: { method: 'post', path: '/api/v1/workflow/{workflow_id}/runs' },
  getWorkflowRun: { method: 'get', path: '/api/v1/workflow/{workflow_id}/runs/{run_id}' },
  listUsageRuns: { method: 'get', path: '/api/v1/organizations/usage/runs', items: 'runs' },
  callByWorkflowUuid: { method: 'post', path: '/api/v1/public/agent/workflow/{workflow_uuid}' },
  listEvents: { method: 'get', path: '/api/v1/events', items: 'events' },
  listEventTypes: { method: 'get', path: '/api/v1/event-types', items: 'event_types' },
  streamEvents: { method: 'get', path: '/api/v1/events/stream', file: true },
  listWebhooks: { method: 'get', path: '/api/v1/webhooks', items: 'webhooks' },
  createWebhook: { method: 'post', path: '/api/v1/webhooks' },
  getWebhook: { method: 'get', path: '/api/v1/webhooks/{webhook_id}' },
  deleteWebhook: { method: 'delete', path: '/api/v1/webhooks/{webhook_id}' },
  updateWebhook: { method: 'patch', path: '/api/v1/webhooks/{webhook_id}' },
  rotateWebhookSecret: { method: 'post', path: '/api/v1/webhooks/{webhook_id}/rotate-secret' },
  replayWebhook: { method: 'post', path: '/api/v1/webhooks/{webhook_id}/replay' },
  testWebhook: { method: 'post', path: '/api/v1/webhooks/{webhook_id}/test' },
  listWebhookDeliveries: { method: 'get', path: '/api/v1/webhooks/{webhook_id}/deliveries', items: 'deliveries' },
  getWebhookDelivery: { method: 'get', path: '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}' },
  redeliverWebhook: { method: 'post', path: '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver' },
  getHealth: { method: 'get', path: '/api/v1/health' },
  getReadiness: { method: 'get', path: '/api/v1/ready' },
  getMetrics: { method: 'get', path: '/metrics', file: true },
} as const

/** POST requests that the server does not recognize when they are repeated: those without an account. */
export const POSTS_WITHOUT_KEY: readonly string[] = [
  '/api/v1/session',
  '/api/v1/sign-in/provider',
  '/api/v1/sign-in/proxy',
  '/api/v1/sign-in/invitation',
]

/** What `OutdialError.code` can be, of this version of the server. */
export type ErrorCode =
  | 'unauthorized'
  | 'forbidden'
  | 'scope_too_narrow'
  | 'cross_site_request'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'payload_too_large'
  | 'uri_too_long'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'internal_error'
  | 'unavailable'
  | 'too_slow'
  | 'bad_request'
  | 'organization_suspended'
  | 'address_not_allowed'
  | 'last_admin_key'
  | 'last_administrator'
  | 'user_not_found'
  | 'user_deactivated'
  | 'role_from_groups'
  | 'not_invited'
  | 'invitation_not_found'
  | 'invitation_not_valid'
  | 'invitation_for_another'
  | 'user_elsewhere'
  | 'sign_in_not_configured'
  | 'sign_in_elsewhere'
  | 'sign_in_failed'
  | 'provider_unavailable'
  | 'session_not_found'
  | 'request_in_progress'
  | 'api_key_not_found'
  | 'telephony_configuration_not_found'
  | 'telephony_configuration_name_taken'
  | 'telephony_configuration_in_use'
  | 'provider_immutable'
  | 'phone_number_not_found'
  | 'phone_number_taken'
  | 'address_immutable'
  | 'phone_number_inactive'
  | 'workflow_recording_not_found'
  | 'workflow_recording_in_use'
  | 'document_not_found'
  | 'document_in_use'
  | 'transcription_unavailable'
  | 'contact_list_not_found'
  | 'contact_list_in_use'
  | 'source_not_found'
  | 'empty_file'
  | 'phone_column_missing'
  | 'zone_column_missing'
  | 'no_valid_rows'
  | 'header_unreadable'
  | 'header_too_wide'
  | 'invalid_encoding'
  | 'too_many_uploads'
  | 'disk_full'
  | 'too_many_rows'
  | 'spreadsheet_unreadable'
  | 'sheet_not_chosen'
  | 'spreadsheet_cells_unusable'
  | 'suppression_not_found'
  | 'registry_not_found'
  | 'registry_import_running'
  | 'registry_smaller'
  | 'suppression_candidate_not_found'
  | 'suppression_candidate_decided'
  | 'upload_expired'
  | 'upload_already_used'
  | 'workflow_not_found'
  | 'workflow_archived'
  | 'workflow_needs_a_model'
  | 'language_unavailable'
  | 'speech_unavailable'
  | 'workflow_changed'
  | 'workflow_version_not_found'
  | 'workflow_version_invalid'
  | 'workflow_material_missing'
  | 'dialogue_not_found'
  | 'too_many_dialogues'
  | 'try_not_found'
  | 'too_many_tries'
  | 'try_needs_a_microphone'
  | 'replay_needs_the_script'
  | 'evaluation_not_found'
  | 'evaluation_needs_a_model'
  | 'evaluation_running'
  | 'evaluation_too_large'
  | 'voice_not_found'
  | 'too_many_voice_samples'
  | 'voice_sample_failed'
  | 'speech_model_not_found'
  | 'speech_model_installed'
  | 'speech_model_busy'
  | 'speech_model_language'
  | 'installation_is_shared'
  | 'node_type_not_found'
  | 'missing_variables'
  | 'campaign_not_found'
  | 'campaign_not_editable'
  | 'campaign_not_startable'
  | 'campaign_not_pausable'
  | 'route_not_restorable'
  | 'experiment_not_found'
  | 'experiment_fixed'
  | 'experiment_not_stoppable'
  | 'experiment_open'
  | 'experiment_arm_unusable'
  | 'nodes_too_old'
  | 'campaign_not_resumable'
  | 'campaign_not_redialable'
  | 'campaign_not_deletable'
  | 'campaign_not_enrollable'
  | 'campaign_not_closable'
  | 'campaign_not_finishable'
  | 'campaign_has_live_calls'
  | 'nothing_to_redial'
  | 'contact_not_found'
  | 'no_caller_id'
  | 'caller_id_not_owned'
  | 'public_url_unreachable'
  | 'forecast_busy'
  | 'rehearsal_not_found'
  | 'rehearsal_running'
  | 'rehearsal_busy'
  | 'dry_run_busy'
  | 'call_not_found'
  | 'run_not_found'
  | 'run_already_called'
  | 'call_not_live'
  | 'hang_up_impossible'
  | 'call_not_placed'
  | 'conversation_not_found'
  | 'listening_off'
  | 'take_over_under_way'
  | 'recording_not_found'
  | 'recording_unreadable'
  | 'number_suppressed'
  | 'spend_limit_reached'
  | 'prices_missing'
  | 'currency_differs'
  | 'currency_in_use'
  | 'currency_missing'
  | 'prices_not_found'
  | 'no_free_slot'
  | 'number_in_another_call'
  | 'number_limits_reached'
  | 'carrier_backing_off'
  | 'link_expired'
  | 'number_not_found'
  | 'call_not_allowed'
  | 'consent_differs'
  | 'duties_open'
  | 'override_not_allowed'
  | 'required_sentence_missing'
  | 'policy_pack_not_found'
  | 'duty_not_found'
  | 'receipt_not_found'
  | 'ledger_broken'
  | 'person_in_call'
  | 'webhook_not_found'
  | 'webhook_delivery_not_found'
  | 'tool_not_found'
  | 'tool_not_testable'
  | 'tool_not_mcp'
  | 'credential_not_found'
  | 'credential_name_taken'
  | 'credential_in_use'
  | 'quota_exceeded'
  | 'too_many_streams'
