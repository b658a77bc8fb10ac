/** Everything about one number, for answering complaints. */
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceOf, serverSentence } from '../../api/error-words.ts'
import { type NumberHistory, numberHistory } from '../../api/numbers.ts'
import { leftOutWords } from '../../components/left-out.ts'
import { numberState } from '../../components/number-link.tsx'
import { attemptWords, OUTCOME_WORDS, outcomePartOf } from '../../components/outcomes.ts'
import { Page } from '../../components/page.tsx'
import { isSuppressedPermanently } from '../../components/permanent-suppression.ts'
import { useWhyScopeDenied } from '../../components/scope.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { clockDuration, phone } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { fullMoment, zoneName } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { numberWords as w } from '../../words/number.ts'
import { shared } from '../../words/shared.ts'
import { AddNumber } from '../do-not-call/add-number.tsx'
import { makeComplaintFile, saveFile } from './complaint-file.ts'
import { attemptsOf } from './complaint-summary.ts'
import { RecordConsent, RevokeConsents } from './consent-dialogs.tsx'
import { consentWords } from './consent-words.ts'
import { callsVerdict, isHistoryCut, laterRevocation } from './number-verdict.ts'

/** A number in international format; for other formats there is the search, which knows the countries of the lists. */
const INTERNATIONAL = /^(\+|00|sips?:)/i

export function NumberPage() {
  const { number } = useLocation().state as { number?: string }
  return number ? <OneNumber key={number} number={number} /> : <WhichNumber />
}

function WhichNumber() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const isWhole = INTERNATIONAL.test(text.trim())
  return (
    <Page title={w.title}>
      <form
        className="stack max-w-[520px] gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (isWhole) void navigate({ to: paths.number, state: numberState(text.trim()) })
        }}
      >
        <label className="stack gap-1">
          <span className="strong">{w.international}</span>
          <input
            className="input"
            type="tel"
            value={text}
            placeholder="+44 7700 900142"
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        <p className="small mute">
          {w.nationalForm} <kbd>/</kbd>
        </p>
        <div>
          <Button type="submit" kind="primary" disabled={!isWhole}>
            {w.show}
          </Button>
        </div>
      </form>
    </Page>
  )
}

function OneNumber({ number }: { number: string }) {
  const history = useQuery(numberHistory(number))
  const [adding, setAdding] = useState(false)
  const data = history.data
  return (
    <Page
      title={w.title}
      heading={<h1>{phone(data?.phone_number ?? number)}</h1>}
      facts={data && <Where zones={data.zones} />}
      actions={
        data && (
          <>
            <ComplaintFile history={data} />
            {!isSuppressedPermanently(data) && (
              <Button kind="danger" icon="dnc" onClick={() => setAdding(true)}>
                {w.addToList}
              </Button>
            )}
          </>
        )
      }
    >
      <QueryContent of={history} what={w.theHistory} rows={6}>
        {(loaded) => (
          <div className="stack gap-6">
            <Verdict history={loaded} />
            <Attempts history={loaded} />
            <Listed history={loaded} />
            <Consents history={loaded} />
            <Campaigns history={loaded} />
          </div>
        )}
      </QueryContent>
      <AddNumber
        key={String(adding)}
        open={adding}
        number={number}
        onClose={() => {
          setAdding(false)
          void history.refetch()
        }}
      />
    </Page>
  )
}

/** Downloads everything that answers a complaint as one file: summary, history, calls, receipts and recordings. */
function ComplaintFile({ history }: { history: NumberHistory }) {
  const zone = useOrganization().time_zone
  const [done, setDone] = useState<string | null>(null)
  const make = async () => {
    setDone(w.reading)
    try {
      const onProgress = (read: number, of: number) => setDone(w.readingCall(read + 1, of))
      const { archive, missing } = await makeComplaintFile(history, { zone, onProgress })
      saveFile(archive, `history-of-number-${new Date().toISOString().slice(0, 10)}.zip`)
      if (missing.length > 0) toast(w.lacks(missing.length), { tone: 'fault' })
    } catch (error) {
      toast(w.notMade(sentenceOf(error)), { tone: 'fault' })
    } finally {
      setDone(null)
    }
  }
  return (
    <Button icon="download" busy={done !== null} onClick={() => void make()}>
      {done ?? w.complaintFile}
    </Button>
  )
}

function Where({ zones }: Pick<NumberHistory, 'zones'>) {
  if (zones.timezones.length === 0) return <span>{w.zoneUnknown}</span>
  return <span>{[...zones.places, ...zones.timezones.slice(0, 3).map(zoneName)].join(', ')}</span>
}

function Verdict({ history }: { history: NumberHistory }) {
  const zone = useOrganization().time_zone
  const calls = callsVerdict(history)
  return (
    <div className="stack gap-2" role="status">
      <Note tone={calls.never ? 'good' : ''} title={calls.title}>
        {calls.text}
      </Note>
      <Note tone={history.may_call_now ? '' : 'warn'} title={history.may_call_now ? w.mayCall : w.mayNotCall}>
        {history.because.map(({ rule, message, until }) => (
          <p key={rule}>
            {serverSentence(message)} {until && w.until(fullMoment(Date.parse(until), zone))}
          </p>
        ))}
      </Note>
    </div>
  )
}

function Attempts({ history: { attempts } }: { history: NumberHistory }) {
  const zone = useOrganization().time_zone
  if (attempts.length === 0) return null
  return (
    <Section title={w.attempts} count={isHistoryCut(attempts) ? w.newest(attempts.length) : attempts.length}>
      <table className="sheet attempts">
        <thead>
          <tr>
            <th>{w.when}</th>
            <th>{w.localTime}</th>
            <th>{w.result}</th>
            <th className="num">{w.talked}</th>
            <th>{w.rules}</th>
            <th>
              <span className="vh">{w.proof}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt) => (
            <tr key={attempt.call_id}>
              <td>
                <Link className="link" to={paths.call(attempt.call_id)}>
                  {fullMoment(Date.parse(attempt.at), zone)}
                </Link>
              </td>
              <td>{attempt.local_time ?? w.unknown}</td>
              <td>
                {attemptWords(attempt)}
                {attempt.refused && w.refused}
                {attempt.direction === 'inbound' && w.theyCalled}
                {attempt.is_simulated && w.simulated}
              </td>
              <td className="num">{attempt.duration_seconds ? clockDuration(attempt.duration_seconds) : ''}</td>
              <td className="mute">{attempt.policy_version ? w.version(attempt.policy_version) : ''}</td>
              <td className="num">
                <a
                  className="link"
                  href={`/api/v1/calls/${attempt.call_id}/receipt`}
                  download={`receipt-${attempt.call_id}.json`}
                >
                  {w.receipt}
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

const KINDS = w.kinds

function Listed({ history: { suppressed } }: { history: NumberHistory }) {
  const zone = useOrganization().time_zone
  if (suppressed.length === 0) return null
  return (
    <Section title={w.entries} count={suppressed.length}>
      <ul className="sheet packs">
        {suppressed.map((entry) => (
          <li key={`${entry.kind}${entry.value}${entry.created_at}`}>
            <span className="mute">
              <Icon name="dnc" />
            </span>
            <div>
              <p className="strong">
                {KINDS[entry.kind]}
                {entry.kind !== 'number' && ` ${entry.value}`}
              </p>
              <p className="small mute">
                {w.entry(
                  fullMoment(Date.parse(entry.created_at), zone),
                  entry.expires_at && fullMoment(Date.parse(entry.expires_at), zone),
                  entry.reason.replaceAll('_', ' '),
                  [entry.source, entry.author].filter(Boolean).join(', '),
                )}
              </p>
            </div>
            {entry.call_id !== null && (
              <Link className="link" to={paths.call(entry.call_id)}>
                {w.call(entry.call_id)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Consents({ history: { consents, phone_number } }: { history: NumberHistory }) {
  const zone = useOrganization().time_zone
  const forbidden = useWhyScopeDenied('operate')
  const [asking, setAsking] = useState<'record' | 'revoke' | null>(null)
  const close = () => setAsking(null)
  return (
    <Section
      title={w.consents}
      count={consents.length}
      aside={
        !forbidden && (
          <span className="row wrap">
            <Button small onClick={() => setAsking('record')}>
              {w.record}
            </Button>
            <Button small kind="quiet" onClick={() => setAsking('revoke')}>
              {w.recordRevocation}
            </Button>
          </span>
        )
      }
    >
      {asking === 'record' && <RecordConsent number={phone_number} onClose={close} />}
      {asking === 'revoke' && <RevokeConsents number={phone_number} onClose={close} />}
      {consents.length === 0 && <p className="soft">{w.noConsent}</p>}
      <ul className={consents.length === 0 ? '' : 'sheet packs'}>
        {consents.map((one) => (
          <li key={one.id}>
            <span className="mute">
              <Icon name={one.kind === 'revoked' ? 'dnc' : 'check'} />
            </span>
            <div>
              <p className="strong">{consentWords(one.kind)}</p>
              {one.kind !== 'revoked' && laterRevocation(consents, Date.parse(one.at)) !== null && (
                <p className="small warn">{w.withoutEffect}</p>
              )}
              <p className="small mute">
                {w.consentLine(
                  fullMoment(Date.parse(one.at), zone),
                  one.expires_at && fullMoment(Date.parse(one.expires_at), zone),
                  one.source,
                  one.author,
                  one.proof,
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Campaigns({ history: { campaigns } }: { history: NumberHistory }) {
  if (campaigns.length === 0) return <Empty title={w.onNoList}>{w.noCampaign}</Empty>
  return (
    <Section title={w.campaigns} count={campaigns.length}>
      <table className="sheet attempts">
        <tbody>
          {campaigns.map((one) => (
            <tr key={one.contact_id}>
              <td>
                <Link
                  className="link"
                  to={paths.campaign(one.campaign_id, 'contacts')}
                  search={{ contact: String(one.contact_id) } as never}
                >
                  {one.name}
                </Link>
              </td>
              <td>
                {stateOf(one)}
                <Answer contact={one} />
              </td>
              <td className="num">{shared.tries(attemptsOf(one))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

/** What the campaign may do now about a contact that waits. */
function Answer({ contact: { may_call_now, because } }: { contact: NumberHistory['campaigns'][number] }) {
  const zone = useOrganization().time_zone
  if (may_call_now === null) return null
  if (may_call_now) return <p className="small mute">{w.campaignMayCall}</p>
  return because.map(({ rule, message, until }) => (
    <p key={rule} className="small mute">
      {serverSentence(message)} {until && w.until(fullMoment(Date.parse(until), zone))}
    </p>
  ))
}

function stateOf({ state, outcome, held_by }: NumberHistory['campaigns'][number]): string {
  if (state === 'in_call') return w.inCall
  if (state !== 'done') return held_by ? w.waitingFor(leftOutWords(held_by).title) : w.waiting
  const part = outcomePartOf(outcome ?? 'failed')
  return part === 'suppressed' ? w.notCalled(leftOutWords(held_by).title) : OUTCOME_WORDS[part]
}
