import { Mark } from '../ui/mark.tsx'
import { FACES, type Face } from './campaign-actions.ts'

export function StatePill({ face }: { face: Face }) {
  const { word, mark, tone, className } = FACES[face]
  return (
    <span className={`pill state ${className}`}>
      <Mark name={mark} {...(tone ? { tone } : {})} />
      {word}
    </span>
  )
}
