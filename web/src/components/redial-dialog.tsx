import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Campaign, CampaignProgress } from '../api/campaigns.ts'
import { paths } from '../paths.ts'
import { Confirm } from '../ui/confirm.tsx'
import { count } from '../ui/format.ts'
import { StatusMark } from '../ui/status-mark.tsx'
import { campaignWords as w } from '../words/campaign.ts'
import { redialCampaign } from './campaign-requests.ts'
import { peopleText, redialableCounts } from './campaign-words.ts'

interface RedialProps {
  campaign: Campaign
  progress: CampaignProgress | undefined
  open: boolean
  onClose(): void
}

/** Creates a draft for a redial; no calls are placed. */
export function RedialDialog({ campaign, progress, open, onClose }: RedialProps) {
  const navigate = useNavigate()
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const counts = redialableCounts(progress)
  const choices = [
    { key: 'voicemail', mark: 'voicemail', label: w.reachedVoicemail, number: counts.voicemail },
    { key: 'no-answer', mark: 'no-answer', label: w.didNotAnswer, number: counts.noAnswer },
    { key: 'busy', mark: 'busy', label: w.wereBusy, number: counts.busy },
  ] as const
  const chosen = choices.filter(({ key }) => !without.has(key)).reduce((sum, { number }) => sum + number, 0)
  const toggle = (key: string) =>
    setWithout((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]))
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={w.redialTitle(peopleText(chosen))}
      verb={w.makeDraft(count(chosen))}
      act={async () => {
        const draft = await redialCampaign(campaign.id, {
          retry_on_voicemail: !without.has('voicemail'),
          retry_on_no_answer: !without.has('no-answer'),
          retry_on_busy: !without.has('busy'),
        })
        void navigate({ to: paths.campaign(draft.id) })
      }}
    >
      <ul className="facts">
        {choices.map(({ key, mark, label, number }) => (
          <li key={key} className="redial-choice">
            <label className="row">
              <input type="checkbox" checked={!without.has(key)} onChange={() => toggle(key)} />
              <StatusMark name={mark} />
              <span>
                <b className="strong">{count(number)}</b> {label}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p className="soft">{w.draftIsMade}</p>
    </Confirm>
  )
}
