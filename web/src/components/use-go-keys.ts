import { useNavigate } from '@tanstack/react-router'
import { useKey } from '../keys/use-key.ts'
import { paths } from '../paths.ts'

export function useGoKeys(): void {
  const navigate = useNavigate()
  const go = (to: string) => () => void navigate({ to })
  useKey('n', go(paths.newCampaign))
  useKey('g o', go(paths.overview))
  useKey('g c', go(paths.campaigns))
  useKey('g l', go(paths.calls))
  useKey('g w', go(paths.workflows))
  useKey('g t', go(paths.telephony))
  useKey('g d', go(paths.doNotCall))
  useKey('g s', go(paths.settings))
}
