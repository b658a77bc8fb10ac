import { sentenceOf, serverSentence } from '../../api/error-words.ts'
import { Button } from '../../ui/button.tsx'
import { capitalized, tenthsOfSeconds } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { homeZone, timeOfDay, timeSince } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { telephonyWords as w } from '../../words/telephony.ts'
import { runCarrierCheck, useCarrierCheck } from './carrier-check.ts'

interface Finding {
  ok: boolean
  text: string
}

/** Details of the carrier's answer: findings as sentences, figures as "name: value". */
function findingsOf(details: Record<string, unknown>): Finding[] {
  return Object.entries(details).flatMap(([name, value]): Finding[] => {
    if (value === null || value === '' || value === undefined) return []
    if (Array.isArray(value)) return value.map((one) => findingOf(one)).filter((one) => one !== null)
    const words = capitalized(name.replaceAll('_', ' '))
    if (typeof value === 'boolean') return [{ ok: value, text: value ? words : w.not(words) }]
    if (typeof value === 'object') return []
    return [{ ok: true, text: `${words}: ${String(value)}` }]
  })
}

function findingOf(one: unknown): Finding | null {
  if (typeof one === 'string') return { ok: true, text: serverSentence(one) }
  if (typeof one !== 'object' || one === null) return null
  const { ok, message } = one as { ok?: unknown; message?: unknown }
  return typeof message === 'string' ? { ok: ok !== false, text: serverSentence(message) } : null
}

export function LastCheck({ id }: { id: number }) {
  const check = useCarrierCheck(id)
  const now = useNow(10_000)
  if (check.isFetching)
    return (
      <section className="checks sheet" aria-label={w.lastCheck} role="status">
        <span className="soft">{w.asking}</span>
      </section>
    )
  if (check.error)
    return (
      <Note tone="bad" title={w.checkFailed} acts={<Button onClick={() => runCarrierCheck(id)}>{w.tryNow}</Button>}>
        {sentenceOf(check.error)}
      </Note>
    )
  if (!check.data)
    return (
      <section className="checks sheet" aria-label={w.lastCheck}>
        <div className="row between wrap">
          <span className="soft">{w.notChecked}</span>
          <Button small icon="refresh" onClick={() => runCarrierCheck(id)}>
            {w.checkNow}
          </Button>
        </div>
      </section>
    )
  const { ok, message, details, at, tookMs } = check.data
  const findings = findingsOf(details)
  return (
    <section className="checks sheet" aria-label={w.lastCheck} role="status">
      <span className="row wrap">
        <span className={ok ? 'ok' : 'wn'}>
          <Icon name={ok ? 'check' : 'alert'} />
        </span>
        <b className="strong">{ok ? w.works : w.worksNot}</b>
        <span className="mute">
          {w.checkedAt(timeOfDay(at, homeZone()), timeSince(at, now), tenthsOfSeconds(tookMs))}
        </span>
      </span>
      <p className="soft mt-1.5">{serverSentence(message)}</p>
      {findings.length > 0 && (
        <ul>
          {findings.map((finding) => (
            <li key={finding.text}>
              <span className={finding.ok ? 'ok' : 'wn'}>
                <Icon name={finding.ok ? 'check' : 'alert'} small />
              </span>
              {finding.text}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
