import { StatusMark } from '../ui/status-mark.tsx'
import { type CampaignDisplayState, DISPLAY_STATES } from './campaign-actions.ts'

export function StatePill({ face }: { face: CampaignDisplayState }) {
  const { word, mark, tone, className } = DISPLAY_STATES[face]
  return (
    <span className={`pill state ${className}`}>
      <StatusMark name={mark} {...(tone ? { tone } : {})} />
      {word}
    </span>
  )
}
