import type { IconName } from '../../../ui/icon.tsx'
import type { NodeType } from './definition.ts'

/** Icons by the names in the catalogue; an unknown kind gets the icon of a step. */
const ICONS: Record<string, IconName> = {
  Play: 'calls',
  MessageSquare: 'talk',
  PhoneOff: 'flag',
  Globe: 'globe',
  PhoneForwarded: 'transfer',
  Webhook: 'hook',
}

export const iconOf = (type: NodeType | undefined): IconName => ICONS[type?.icon ?? ''] ?? 'talk'
