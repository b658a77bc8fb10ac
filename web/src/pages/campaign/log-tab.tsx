import { zoneOf } from '../../components/campaign-words.ts'
import { LogLines } from '../../components/log-lines.tsx'
import { useQueryParam } from '../../routes/use-param.ts'
import { Button } from '../../ui/button.tsx'
import { Chips } from '../../ui/chip.tsx'
import { Empty } from '../../ui/states.tsx'
import { zoneName } from '../../ui/time.ts'
import type { CampaignProps } from './campaign-page.tsx'

/** State changes with author and reason, and the dialer's events; newest first. */
export default function LogTab({ campaign }: CampaignProps) {
  const [level, setLevel] = useQueryParam<'all' | 'trouble'>('level', 'all')
  const lines = campaign.logs.filter((line) => level === 'all' || line.level !== 'info').reverse()
  const zone = zoneOf(campaign)
  return (
    <div className="stack max-w-[760px] gap-3">
      <Chips
        label="Which entries"
        value={level}
        onChange={setLevel}
        choices={[
          { key: 'all', label: 'All', count: campaign.logs.length },
          {
            key: 'trouble',
            label: 'Trouble',
            mark: 'failed',
            count: campaign.logs.filter((line) => line.level !== 'info').length,
          },
        ]}
      />
      {lines.length === 0 ? (
        <Empty title="No trouble so far" acts={<Button onClick={() => setLevel('all')}>Show all</Button>}>
          Nothing went wrong in this campaign.
        </Empty>
      ) : (
        <LogLines lines={lines} zone={zone} />
      )}
      <p className="small mute">Times in {zoneName(zone)}. The newest first.</p>
    </div>
  )
}
