import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Contact, oneContact } from '../../api/campaigns.ts'
import { contactExplanation } from '../../api/explain.ts'
import { numberHistory } from '../../api/numbers.ts'
import { api } from '../../api/session.ts'
import { zoneOf } from '../../components/campaign-words.ts'
import { NumberLink } from '../../components/number-link.tsx'
import { markOfCall } from '../../components/outcomes.ts'
import { isSuppressedPermanently } from '../../components/permanent-suppression.ts'
import { personNameOf } from '../../components/person-name.ts'
import { causeWords, resultWords } from '../../components/result-words.ts'
import { useKey } from '../../keys/use-key.ts'
import { refetchSoon } from '../../live/apply-events.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { duration, phone } from '../../ui/format.ts'
import { QueryContent } from '../../ui/states.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { shortMoment, timeOfDay, timeSince, utcTitle, zoneName } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { useNow } from '../../ui/use-now.ts'
import { callerPool as poolWords } from '../../words/caller-pool.ts'
import { contactDetailWords as w } from '../../words/contact.ts'
import { experimentWords } from '../../words/experiment.ts'
import { route as routeWords } from '../../words/route.ts'
import type { CampaignProps } from './campaign-page.tsx'
import { contactVerdictOf, explanationText, newestFirst } from './contact-verdict.ts'
import { RuleList } from './rule-list.tsx'

interface DrawerProps extends Pick<CampaignProps, 'campaign'> {
  contactId: number
  onClose(): void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** Details of a contact: first why the person was or was not called, then the attempts, then the row of the list. */
export function ContactDrawer({ campaign, contactId, onClose, onPrevious, onNext }: DrawerProps) {
  const contact = useQuery(oneContact(campaign.id, contactId))
  const data = contact.data
  useKey('j', onNext ?? null)
  useKey('k', onPrevious ?? null)
  return (
    <Drawer
      title={data ? (personNameOf(data.variables) ?? phone(data.phone_number)) : w.contact}
      sub={data && w.under(phone(data.phone_number), data.row_number)}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
    >
      <QueryContent of={contact} what={w.what} rows={6}>
        {(loaded) => <ContactDetails contact={loaded} campaign={campaign} />}
      </QueryContent>
    </Drawer>
  )
}

/** Links to the page on which an operator can end what holds this contact. */
function Remedy({ rule, campaignId }: { rule: string | undefined; campaignId: number }) {
  if (rule !== 'no_route' && rule !== 'price_missing') return null
  return (
    <p className="small">
      <Link className="link" to={rule === 'no_route' ? paths.campaign(campaignId, 'setup') : paths.telephony}>
        {rule === 'no_route' ? w.toRoute : w.toPrices}
      </Link>
    </p>
  )
}

function ContactDetails({ contact, campaign }: Pick<CampaignProps, 'campaign'> & { contact: Contact }) {
  const now = useNow(1_000)
  const explanation = useQuery(contactExplanation(campaign.id, contact.id)).data
  const history = useQuery(numberHistory(contact.phone_number)).data
  const verdict = contactVerdictOf(contact, campaign, now, history)
  const [asking, setAsking] = useState(false)
  const listed = history?.suppressed[0]
  return (
    <>
      <div className="why">
        <h3 className="row">
          <StatusMark name={verdict.mark} />
          {verdict.title}
        </h3>
        <p>{verdict.reason}</p>
        <Remedy rule={verdict.rule} campaignId={campaign.id} />
        {listed && (
          <p className="small">
            {w.listedSince(shortMoment(Date.parse(listed.created_at), zoneOf(campaign), now), listed.reason)}
            {listed.call_id !== null && (
              <>
                {' '}
                (
                <Link className="link" to={paths.call(listed.call_id)}>
                  {w.call(listed.call_id)}
                </Link>
                )
              </>
            )}
            .
          </p>
        )}
        <OwnClock contact={contact} now={now} />
      </div>
      <NumbersOfContact contact={contact} />
      {explanation && contact.state === 'pending' && (
        <section>
          <h4 className="strong">{w.everyRule}</h4>
          <RuleList explanation={explanation} zone={zoneOf(campaign)} />
          {explanation.route && (
            <p className="small mute">
              {routeWords.title}:{' '}
              {explanation.route
                .map(({ name, state }) => routeWords.skipped(name ?? routeWords.deleted, routeWords.states[state]))
                .join('; ')}
            </p>
          )}
        </section>
      )}
      {explanation?.arm && <p className="small mute">{experimentWords.inArm(explanation.arm)}</p>}
      <section>
        <h4 className="strong">{w.tries}</h4>
        <Tries contact={contact} zone={zoneOf(campaign)} now={now} />
      </section>
      <section>
        <h4 className="strong">{w.columns}</h4>
        <dl className="kv">
          {Object.entries(contact.variables).map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="code">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <div className="row wrap">
        {!(history && isSuppressedPermanently(history)) && (
          <Button kind="danger" icon="dnc" onClick={() => setAsking(true)}>
            {w.add}
          </Button>
        )}
        <NumberLink number={contact.phone_number} className="btn">
          {w.history}
        </NumberLink>
        <CopyButton wide label={w.copy} text={() => explanationText(contact, campaign, verdict, history)} />
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={w.addTitle(phone(contact.phone_number))}
        verb={w.addVerb}
        kind="danger fill"
        act={async () => {
          await api().POST('/api/v1/suppressions', {
            body: { phone_number: contact.phone_number, reason: 'from the console' },
          })
          refetchSoon(['campaign', campaign.id])
          refetchSoon(['number', contact.phone_number])
          toast(w.added)
        }}
      >
        <p className="soft">{w.addEffect}</p>
      </Confirm>
    </>
  )
}

/** All numbers of a person who has several: which is dialed next, and why another one is not. */
function NumbersOfContact({ contact }: { contact: Contact }) {
  const { phone_numbers, phone_number, state } = contact
  if (phone_numbers.length < 2) return null
  return (
    <section>
      <h4 className="strong">{w.numbers}</h4>
      <ol className="tl">
        {phone_numbers.map((number) => (
          <li key={number.phone_number} className={number.is_next ? 'key' : ''}>
            <span>
              {phone(number.phone_number)}
              {number.passed_over_by !== null && <small>{w.passedOver[number.passed_over_by]}</small>}
              {number.passed_over_by === null && number.is_next && <small>{w.nextNumber}</small>}
              {state === 'done' && number.phone_number === phone_number && <small>{w.lastNumber}</small>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const TOLD_BY: Record<string, string> = w.toldBy

/** The person's local time; several times if the zone is ambiguous. */
function OwnClock({ contact, now }: { contact: Contact; now: number }) {
  const { zones } = contact
  if (!zones) return null
  if (zones.timezones.length === 0) return <p className="small mute">{w.zoneUnknown}</p>
  const clocks = [...new Set(zones.timezones.map((zone) => timeOfDay(now, zone)))]
  const where = zones.timezones.slice(0, 3).map(zoneName).join(', ')
  return (
    <p className="small mute" title={zones.timezones.join(', ')}>
      {w.localTime(
        clocks.slice(0, 3).join(w.or),
        where,
        zones.timezones.length - 3,
        TOLD_BY[zones.source] ?? w.toldBy.unknown,
      )}
    </p>
  )
}

function Tries({ contact, zone, now }: { contact: Contact; zone: string; now: number }) {
  if (contact.calls.length === 0) return <p className="soft">{w.noneYet}</p>
  return (
    <ul className="tl">
      {newestFirst(contact.calls).map((call) => {
        const at = Date.parse(call.created_at)
        const said = [
          call.disposition && resultWords(call.disposition),
          call.duration_seconds ? w.talked(duration(call.duration_seconds)) : null,
          contact.phone_numbers.length > 1 && w.to(phone(call.phone_number)),
          call.caller_number &&
            w.from(phone(call.caller_number)) +
              (call.caller_reason ? ` (${poolWords.reasons[call.caller_reason]})` : ''),
          call.cause && w.carrier(causeWords(call.cause)),
        ]
        return (
          <li key={call.id} className="key">
            <span>
              <Link className="link" to={paths.call(call.id)}>
                {markOfCall(call).word}
              </Link>
              <small>{said.filter(Boolean).join('; ')}</small>
            </span>
            <time dateTime={call.created_at} title={utcTitle(at)}>
              {shortMoment(at, zone, now)}
              {now - at < 86_400_000 && `, ${timeSince(at, now)}`}
            </time>
          </li>
        )
      })}
    </ul>
  )
}
