import type { IconName } from '../../../ui/icon.tsx'
import type { NodeType } from './definition.ts'

/** The catalogue names pictures of its own; a kind we have none for looks like a step. */
const ICONS: Record<string, IconName> = {
  Play: 'calls',
  MessageSquare: 'talk',
  PhoneOff: 'flag',
  Globe: 'globe',
  PhoneForwarded: 'transfer',
  Webhook: 'hook',
}

export const iconOf = (type: NodeType | undefined): IconName => ICONS[type?.icon ?? ''] ?? 'talk'
