/** Everything about one number: the page that answers a letter. */
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceOf } from '../../api/error-words.ts'
import { type NumberHistory, numberHistory } from '../../api/numbers.ts'
import { leftOutWords } from '../../components/left-out.ts'
import { isListedForGood } from '../../components/listed.ts'
import { numberState } from '../../components/number-link.tsx'
import { partOf, WORDS } from '../../components/outcomes.ts'
import { Page } from '../../components/page.tsx'
import { useWhyNot } from '../../components/scope.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { clockDuration, phone, plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Show } from '../../ui/states.tsx'
import { fullMoment, zoneName } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { AddNumber } from '../do-not-call/add-number.tsx'
import { makeComplaintFile, saveFile } from './complaint-file.ts'
import { RecordConsent, RevokeConsents } from './consent-dialogs.tsx'
import { consentWords } from './consent-words.ts'
import { callsVerdict, isCut, laterRevocation } from './number-verdict.ts'

/** A number in international form; other forms are found by the search, which knows the countries of your lists. */
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
    <Page title="History of a number">
      <form
        className="stack max-w-[520px] gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (isWhole) void navigate({ to: paths.number, state: numberState(text.trim()) })
        }}
      >
        <label className="stack gap-1">
          <span className="strong">Number in international form</span>
          <input
            className="input"
            type="tel"
            value={text}
            placeholder="+44 7700 900142"
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        <p className="small mute">
          For a number in national form, or a name, use the search (press <kbd>/</kbd>).
        </p>
        <div>
          <Button type="submit" kind="primary" disabled={!isWhole}>
            Show its history
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
      title="History of a number"
      heading={<h1>{phone(data?.phone_number ?? number)}</h1>}
      facts={data && <Where zones={data.zones} />}
      actions={
        data && (
          <>
            <ComplaintFile history={data} />
            {!isListedForGood(data) && (
              <Button kind="danger" icon="dnc" onClick={() => setAdding(true)}>
                Add to do-not-call list…
              </Button>
            )}
          </>
        )
      }
    >
      <Show of={history} what="The history of this number" rows={6}>
        {(loaded) => (
          <div className="stack gap-6">
            <Verdict history={loaded} />
            <Attempts history={loaded} />
            <Listed history={loaded} />
            <Consents history={loaded} />
            <Campaigns history={loaded} />
          </div>
        )}
      </Show>
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

/** Everything that answers a complaint, as one file: summary, history, calls, receipts and recordings. */
function ComplaintFile({ history }: { history: NumberHistory }) {
  const zone = useOrganization().time_zone
  const [done, setDone] = useState<string | null>(null)
  const make = async () => {
    setDone('Reading the calls…')
    try {
      const onProgress = (read: number, of: number) => setDone(`Reading call ${read + 1} of ${of}…`)
      const { archive, missing } = await makeComplaintFile(history, { zone, onProgress })
      saveFile(archive, `history-of-number-${new Date().toISOString().slice(0, 10)}.zip`)
      if (missing.length > 0)
        toast(`The file lacks ${plural(missing.length, 'part')}: summary.txt in it says which and why.`, {
          tone: 'fault',
        })
    } catch (error) {
      toast(`The file could not be made: ${sentenceOf(error)}`, { tone: 'fault' })
    } finally {
      setDone(null)
    }
  }
  return (
    <Button icon="download" busy={done !== null} onClick={() => void make()}>
      {done ?? 'Download complaint file'}
    </Button>
  )
}

function Where({ zones }: Pick<NumberHistory, 'zones'>) {
  if (zones.timezones.length === 0) return <span>time zone unknown</span>
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
      <Note
        tone={history.may_call_now ? '' : 'warn'}
        title={history.may_call_now ? 'May be called now' : 'May not be called now'}
      >
        {history.because.map(({ rule, message, until }) => (
          <p key={rule}>
            {message} {until && `Until ${fullMoment(Date.parse(until), zone)}.`}
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
    <Section title="Attempts" count={isCut(attempts) ? `the newest ${attempts.length}` : attempts.length}>
      <table className="sheet attempts">
        <thead>
          <tr>
            <th>When</th>
            <th>Their local time</th>
            <th>Result</th>
            <th className="num">Talked</th>
            <th>Rules</th>
            <th>
              <span className="vh">Proof</span>
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
              <td>{attempt.local_time ?? 'unknown'}</td>
              <td>
                {attempt.outcome ? WORDS[partOf(attempt.outcome)] : (attempt.state ?? '').replaceAll('_', ' ')}
                {attempt.refused && ', asked not to be called again'}
                {attempt.direction === 'inbound' && ' (they called us)'}
                {attempt.is_simulated && ' (simulated, no phone rang)'}
              </td>
              <td className="num">{attempt.duration_seconds ? clockDuration(attempt.duration_seconds) : ''}</td>
              <td className="mute">{attempt.policy_version ? `version ${attempt.policy_version}` : ''}</td>
              <td className="num">
                <a
                  className="link"
                  href={`/api/v1/calls/${attempt.call_id}/receipt`}
                  download={`receipt-${attempt.call_id}.json`}
                >
                  Receipt
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

const KINDS = { number: 'This number', prefix: 'Numbers that begin with', country: 'All numbers of' }

function Listed({ history: { suppressed } }: { history: NumberHistory }) {
  const zone = useOrganization().time_zone
  if (suppressed.length === 0) return null
  return (
    <Section title="Do-not-call entries" count={suppressed.length}>
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
                Since {fullMoment(Date.parse(entry.created_at), zone)}
                {entry.expires_at ? ` until ${fullMoment(Date.parse(entry.expires_at), zone)}` : ', without end'}.
                Reason: {entry.reason.replaceAll('_', ' ')}. Source: {entry.source}
                {entry.author && `, ${entry.author}`}.
              </p>
            </div>
            {entry.call_id !== null && (
              <Link className="link" to={paths.call(entry.call_id)}>
                Call {entry.call_id}
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
  const forbidden = useWhyNot('operate')
  const [asking, setAsking] = useState<'record' | 'revoke' | null>(null)
  const close = () => setAsking(null)
  return (
    <Section
      title="Consents"
      count={consents.length}
      aside={
        !forbidden && (
          <span className="row wrap">
            <Button small onClick={() => setAsking('record')}>
              Record a consent…
            </Button>
            <Button small kind="quiet" onClick={() => setAsking('revoke')}>
              Record a revocation…
            </Button>
          </span>
        )
      }
    >
      {asking === 'record' && <RecordConsent number={phone_number} onClose={close} />}
      {asking === 'revoke' && <RevokeConsents number={phone_number} onClose={close} />}
      {consents.length === 0 && <p className="soft">No consent and no revocation is recorded for this number.</p>}
      <ul className={consents.length === 0 ? '' : 'sheet packs'}>
        {consents.map((one) => (
          <li key={one.id}>
            <span className="mute">
              <Icon name={one.kind === 'revoked' ? 'dnc' : 'check'} />
            </span>
            <div>
              <p className="strong">{consentWords(one.kind)}</p>
              {one.kind !== 'revoked' && laterRevocation(consents, Date.parse(one.at)) !== null && (
                <p className="small warn">Without effect: every consent was taken back later.</p>
              )}
              <p className="small mute">
                {fullMoment(Date.parse(one.at), zone)}
                {one.expires_at && `, until ${fullMoment(Date.parse(one.expires_at), zone)}`}. Source: {one.source}.
                Recorded by {one.author}
                {one.proof && `. Proof: ${one.proof}`}.
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Campaigns({ history: { campaigns } }: { history: NumberHistory }) {
  if (campaigns.length === 0) return <Empty title="On no list">No campaign has this number on its list.</Empty>
  return (
    <Section title="Campaigns" count={campaigns.length}>
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
              <td>{stateOf(one)}</td>
              <td className="num">{plural(one.attempts, 'try', 'tries')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function stateOf({ state, outcome, held_by }: NumberHistory['campaigns'][number]): string {
  if (state === 'in_call') return 'In a call'
  if (state !== 'done') return held_by ? `Waiting: ${leftOutWords(held_by).title}` : 'Waiting'
  const part = partOf(outcome ?? 'failed')
  return part === 'suppressed' ? `Not called: ${leftOutWords(held_by).title}` : WORDS[part]
}
