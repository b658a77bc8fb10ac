/**
 * What a start would do now, as counted by the server: how many people can be called, what holds the others, what prevents the
 * start.
 */
import type { Campaign } from '../api/campaigns.ts'
import type { StartCheck } from '../api/explain.ts'
import { count } from '../ui/format.ts'
import { Mark } from '../ui/mark.tsx'
import { Note } from '../ui/note.tsx'
import { moment } from '../ui/time.ts'
import { campaignWords as w } from '../words/campaign.ts'
import { zoneOf } from './campaign-words.ts'

/** Rules that stop holding contacts when calls end. */
export const PASSING: ReadonlySet<string> = new Set([
  'campaign_slots',
  'organization_slots',
  'pace',
  'number_limits',
  'room',
])

export const heldBy = (check: StartCheck) =>
  check.waits.filter(({ rule, contacts }) => contacts > 0 && !PASSING.has(rule))

export const willBeCalled = (check: StartCheck): number => check.pending_rows - check.suppressed_rows

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
          <Mark name={callable > 0 ? 'live' : 'held'} />
          <span>
            <b className="strong">{count(callable)}</b>
            {w.canBeCalled(count(campaign.max_concurrency))}
          </span>
        </li>
        {heldBy(check).map(({ rule, message, until, contacts }) => (
          <li key={`${rule} ${until}`}>
            <Mark name="held" />
            <span>
              <b className="strong">{count(contacts)}</b>
              {w.mustWait(message.replace(/\.?$/, '.'))}
              {until && w.until(moment(Date.parse(until), zoneOf(campaign)))}
            </span>
          </li>
        ))}
        {check.suppressed_rows > 0 && (
          <li>
            <Mark name="suppressed" />
            <span>
              <b className="strong">{count(check.suppressed_rows)}</b>
              {w.onList}
            </span>
          </li>
        )}
      </ul>
      {check.refusals.map(({ code, message }) => (
        <Note key={code} tone="bad" title={w.cannotStart}>
          {message} <span className="code">{code}</span>
        </Note>
      ))}
      {check.warnings.map((warning) => (
        <Note key={warning} tone="warn">
          {warning}
        </Note>
      ))}
    </>
  )
}
