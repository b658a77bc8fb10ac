/**
 * What a start would do now, as counted by the server: how many people can be called, what holds the others, what prevents the
 * start.
 */
import type { Campaign } from '../api/campaigns.ts'
import { refusalWords, serverSentence } from '../api/error-words.ts'
import type { StartCheck } from '../api/explain.ts'
import { count } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { shortMoment } from '../ui/time.ts'
import { campaignWords as w } from '../words/campaign.ts'
import { zoneOf } from './campaign-words.ts'
import { CountedAt } from './counted-at.tsx'

/** Rules that stop holding contacts when calls end. */
export const TRANSIENT_RULES: ReadonlySet<string> = new Set([
  'campaign_slots',
  'organization_slots',
  'pace',
  'number_limits',
  'room',
])

export const holdingRules = (check: StartCheck) =>
  check.waits.filter(({ rule, contacts }) => contacts > 0 && !TRANSIENT_RULES.has(rule))

export const countToCall = (check: StartCheck): number => check.pending_rows - check.suppressed_rows

/** Why the start button is disabled: a start is possible only after its effect was shown. */
export function whyStartIsBlocked({ data, error }: { data: StartCheck | undefined; error: unknown }): string | null {
  if (data) return null
  return error ? w.notRead : w.counting
}

export function WaitFacts({ check, campaign }: { check: StartCheck; campaign: Campaign }) {
  const callable = check.ready_rows - check.ready_suppressed_rows
  return (
    <>
      <ul className="facts">
        <li>
          <StatusMark name={callable > 0 ? 'live' : 'held'} />
          <span>
            <b className="strong">{count(callable)}</b>
            {w.canBeCalled(count(campaign.max_concurrency))}
          </span>
        </li>
        {holdingRules(check).map(({ rule, message, until, contacts }) => (
          <li key={`${rule} ${until}`}>
            <StatusMark name="held" />
            <span>
              <b className="strong">{count(contacts)}</b>
              {w.mustWait(serverSentence(message).replace(/\.?$/, '.'))}
              {until && w.until(shortMoment(Date.parse(until), zoneOf(campaign)))}
            </span>
          </li>
        ))}
        {check.suppressed_rows > 0 && (
          <li>
            <StatusMark name="suppressed" />
            <span>
              <b className="strong">{count(check.suppressed_rows)}</b>
              {w.onList}
            </span>
          </li>
        )}
      </ul>
      <CountedAt of={check} />
      {check.refusals.map(({ code, message }) => (
        <Note key={code} tone="bad" title={w.cannotStart}>
          {refusalWords(code, message)} <span className="code">{code}</span>
        </Note>
      ))}
      {check.warnings.map((warning) => (
        <Note key={warning} tone="warn">
          {serverSentence(warning)}
        </Note>
      ))}
    </>
  )
}
