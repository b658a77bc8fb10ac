/**
 * Which operations a campaign allows in which state; server and simulation use the same table.
 *
 *   draft ──start──▶ running ──pause──▶ paused ──resume──▶ running
 *                      │ ▲ │
 *     last contact done│ └──────start──────┤ (also from failed)
 *                      ▼ ▼
 *                  completed completed (its last live call ended)
 */
import type { CampaignState } from '../../dialer/rules/may-dial.ts'
import type { ErrorCode } from '../../kernel/errors.ts'

export type CampaignAction = 'edit' | 'start' | 'pause' | 'resume' | 'redial' | 'delete' | 'enrol' | 'close' | 'finish'

export const ALLOWED_TRANSITIONS: Record<CampaignAction, { from: readonly CampaignState[]; otherwise: ErrorCode }> = {
  edit: { from: ['draft', 'paused'], otherwise: 'campaign_not_editable' },
  start: { from: ['draft', 'paused', 'failed'], otherwise: 'campaign_not_startable' },
  pause: { from: ['running'], otherwise: 'campaign_not_pausable' },
  resume: { from: ['paused'], otherwise: 'campaign_not_resumable' },
  redial: { from: ['completed'], otherwise: 'campaign_not_redialable' },
  delete: { from: ['draft', 'paused', 'completed', 'failed'], otherwise: 'campaign_not_deletable' },
  enrol: { from: ['draft', 'running', 'paused'], otherwise: 'campaign_not_enrollable' },
  close: { from: ['draft', 'running', 'paused'], otherwise: 'campaign_not_closable' },
  finish: { from: ['paused'], otherwise: 'campaign_not_finishable' },
}
