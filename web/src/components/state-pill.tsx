import { Mark } from '../ui/mark.tsx'
import { type CampaignDisplayState, DISPLAY_STATES } from './campaign-actions.ts'

export function StatePill({ face }: { face: CampaignDisplayState }) {
  const { word, mark, tone, className } = DISPLAY_STATES[face]
  return (
    <span className={`pill state ${className}`}>
      <Mark name={mark} {...(tone ? { tone } : {})} />
      {word}
    </span>
  )
}
