/** Test mode: results of the simulated carrier are marked wherever they could be mistaken for real ones. */
import type { Campaign } from '../api/campaigns.ts'
import { Note } from '../ui/note.tsx'
import { shared } from '../words/shared.ts'

export const isSimulated = (provider: string): boolean => provider === 'simulator'

export const isRealDefault = (carrier: { provider: string; is_default_outbound: boolean }): boolean =>
  carrier.is_default_outbound && !isSimulated(carrier.provider)

/** Marks a simulated campaign or call. */
export function SimulatedTag({ of }: { of: { is_simulated: boolean } }) {
  if (!of.is_simulated) return null
  return (
    <span className="tag test" title={shared.testTitle}>
      {shared.test}
    </span>
  )
}

export function SimulatedNote({ campaign }: { campaign: Pick<Campaign, 'is_simulated'> }) {
  if (!campaign.is_simulated) return null
  return (
    <Note tone="warn" title={shared.testNote}>
      {shared.testText}
    </Note>
  )
}

/** Banner on every tab of a simulated campaign. */
export function SimulatedBanner({ campaign }: { campaign: Pick<Campaign, 'is_simulated'> }) {
  if (!campaign.is_simulated) return null
  return (
    <div className="test-band" role="note">
      <b className="strong">{shared.testMode}</b> {shared.testBand}
    </div>
  )
}
