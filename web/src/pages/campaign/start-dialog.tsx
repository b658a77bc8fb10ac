import type { ReactNode } from 'react'
import { startCampaign } from '../../components/campaign-acts.ts'
import { people, zoneOf } from '../../components/campaign-words.ts'
import { settingsOf } from '../../forms/campaign-settings.ts'
import { openingAt } from '../../forms/week.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { count, plural } from '../../ui/format.ts'
import { Mark, type MarkName } from '../../ui/mark.tsx'
import { moment } from '../../ui/time.ts'
import type { CampaignProps } from './campaign-page.tsx'

interface Fact {
  mark: MarkName
  text: ReactNode
}

/** Says what will happen to how many people before any phone rings. */
export function StartDialog({ campaign, progress, open, onClose }: CampaignProps & { open: boolean; onClose(): void }) {
  const left = progress ? Math.max(0, campaign.total_rows - campaign.processed_rows) : campaign.total_rows
  const { hours } = settingsOf(campaign)
  const now = Date.now()
  const zone = zoneOf(campaign)
  const opening = hours ? openingAt(hours.slots, now, hours.timezone) : { open: true, changesIn: null }
  const change = opening.changesIn === null ? null : moment(now + opening.changesIn * 60_000, zone, now)
  const facts: Fact[] = [
    opening.open
      ? {
          mark: 'live',
          text: (
            <>
              <b className="strong">{count(left)}</b> can be called at once, at most {count(campaign.max_concurrency)}{' '}
              at a time
            </>
          ),
        }
      : {
          mark: 'held',
          text: (
            <>
              <b className="strong">{count(left)}</b> are outside calling hours and wait{' '}
              {change ? `until ${change}` : 'for hours'}
            </>
          ),
        },
    ...(opening.open && change
      ? [{ mark: 'held' as const, text: <>Hours close at {change}; whoever is left waits for the next opening</> }]
      : []),
    ...(campaign.failed_rows > 0 && campaign.state !== 'draft'
      ? [
          {
            mark: 'failed' as const,
            text: <>{plural(campaign.failed_rows, 'contact')} failed before and stay as they are</>,
          },
        ]
      : []),
  ]
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={
        opening.open
          ? `Start calling ${people(left)} now?`
          : `Start calling ${people(left)}${change ? ` from ${change}` : ''}?`
      }
      verb={`Start calling ${people(left)}`}
      kind="dial"
      icon="play"
      safe="Not yet"
      act={() => startCampaign(campaign.id)}
    >
      <ul className="facts">
        {facts.map(({ mark, text }) => (
          <li key={mark}>
            <Mark name={mark} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <p className="soft">
        Calls go out through {campaign.telephony_configuration_name ?? 'your default carrier'}. You can pause at any
        moment: no new call is placed from then on, and conversations under way finish.
      </p>
    </Confirm>
  )
}
