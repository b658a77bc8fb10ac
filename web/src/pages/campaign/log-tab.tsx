import { zoneOf } from '../../components/campaign-words.ts'
import { LogLines } from '../../components/log-lines.tsx'
import { useQueryParam } from '../../routes/use-param.ts'
import { Button } from '../../ui/button.tsx'
import { Chips } from '../../ui/chip.tsx'
import { Empty } from '../../ui/states.tsx'
import { zoneName } from '../../ui/time.ts'
import { campaignSetupWords as w } from '../../words/campaign-setup.ts'
import type { CampaignProps } from './campaign-page.tsx'

/** State changes with author and reason, and the dialer's events; newest first. */
export default function LogTab({ campaign }: CampaignProps) {
  const [level, setLevel] = useQueryParam<'all' | 'trouble'>('level', 'all')
  const lines = campaign.logs.filter((line) => level === 'all' || line.level !== 'info').reverse()
  const zone = zoneOf(campaign)
  return (
    <div className="stack max-w-[760px] gap-3">
      <Chips
        label={w.whichEntries}
        value={level}
        onChange={setLevel}
        choices={[
          { key: 'all', label: w.all, count: campaign.logs.length },
          {
            key: 'trouble',
            label: w.trouble,
            mark: 'failed',
            count: campaign.logs.filter((line) => line.level !== 'info').length,
          },
        ]}
      />
      {lines.length === 0 ? (
        <Empty title={w.noTrouble} acts={<Button onClick={() => setLevel('all')}>{w.showAll}</Button>}>
          {w.nothingWrong}
        </Empty>
      ) : (
        <LogLines lines={lines} zone={zone} />
      )}
      <p className="small mute">{w.timesIn(zoneName(zone))}</p>
    </div>
  )
}
