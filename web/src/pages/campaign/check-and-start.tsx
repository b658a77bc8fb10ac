import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type StartCheck, startCheck } from '../../api/explain.ts'
import { oneWorkflow } from '../../api/workflows.ts'
import { peopleText } from '../../components/campaign-words.ts'
import { countToCall, WaitFacts } from '../../components/wait-facts.tsx'
import { breakerWords, hoursWords, retryWords, settingsOf } from '../../forms/campaign-settings.ts'
import { openingWords } from '../../forms/week.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section, Sheet } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/states.tsx'
import { useNow } from '../../ui/use-now.ts'
import { campaignRequestWords } from '../../words/campaign-requests.ts'
import type { CampaignProps } from './campaign-page.tsx'

const w = campaignRequestWords.check

/** For a draft, which has no activity yet: shows what a start would do. */
export default function CheckAndStart({ campaign }: CampaignProps) {
  const now = useNow(60_000)
  const workflow = useQuery(oneWorkflow(campaign.workflow_id)).data
  const settings = settingsOf(campaign)
  const check = useQuery(startCheck(campaign.id))
  const setup = paths.campaign(campaign.id, 'setup')
  return (
    <div className="stack gap-6 max-w-[760px]">
      <Section
        title={w.title}
        aside={
          <Link className="link" to={setup}>
            {w.change}
          </Link>
        }
      >
        <Sheet>
          <Check
            ok={check.data !== undefined && countToCall(check.data) > 0}
            title={check.data ? w.areCalled(peopleText(countToCall(check.data))) : peopleText(campaign.total_rows)}
            detail={leftOutWords(check.data)}
            to={paths.campaign(campaign.id, 'contacts')}
          />
          <Check
            ok={workflow?.status !== 'archived'}
            title={w.talkWith(campaign.workflow_name)}
            detail={workflow?.status === 'archived' ? w.archived : w.versionKept}
            to={paths.workflow(campaign.workflow_id)}
          />
          <Check
            ok={campaign.telephony_configuration_name !== null}
            title={
              campaign.telephony_configuration_name
                ? w.through(campaign.telephony_configuration_name)
                : w.throughDefault
            }
            detail={campaign.telephony_configuration_name ? w.atMost(campaign.max_concurrency) : w.noneNoStart}
            to={
              campaign.telephony_configuration_id === null
                ? paths.telephony
                : paths.telephonyConfiguration(campaign.telephony_configuration_id)
            }
          />
          <Check
            ok={settings.hours !== null}
            title={settings.hours ? openingWords(settings.hours.slots, now, settings.hours.timezone) : w.anyHour}
            detail={settings.hours ? hoursWords(settings) : w.dayAndNight}
            to={setup}
          />
          <Check ok title={retryWords(settings.retry)} detail={breakerWords(settings.breaker)} to={setup} />
        </Sheet>
      </Section>
      <Section title={w.rightNow}>
        <QueryContent of={check} what={w.what}>
          {(loaded) => (
            <Sheet pad>
              <WaitFacts check={loaded} campaign={campaign} />
            </Sheet>
          )}
        </QueryContent>
      </Section>
    </div>
  )
}

function leftOutWords(check: StartCheck | undefined): string {
  if (!check || check.suppressed_rows === 0) return w.inOrder
  return w.leftOut(peopleText(check.suppressed_rows), check.suppressed_rows)
}

function Check({ ok, title, detail, to }: { ok: boolean; title: ReactNode; detail: ReactNode; to: string }) {
  return (
    <Link to={to} className="check-row">
      <Icon name={ok ? 'check' : 'alert'} className={ok ? 'good' : 'warn'} />
      <span className="grow">
        <b className="strong block">{title}</b>
        <span className="small mute">{detail}</span>
      </span>
      <Icon name="right" small />
    </Link>
  )
}
