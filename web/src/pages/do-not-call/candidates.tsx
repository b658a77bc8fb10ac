/** Numbers that may belong on the do-not-call list: the dialer calls them until an operator has decided. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceOf } from '../../api/error-words.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { CANDIDATES_MAX, type SuppressionCandidate, suppressionCandidates } from '../../api/suppressions.ts'
import { NumberLink } from '../../components/number-link.tsx'
import { useWhyScopeDenied } from '../../components/scope.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { count, phone } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/states.tsx'
import { fullMoment } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { doNotCallWords as w } from '../../words/do-not-call.ts'

export function Candidates() {
  const candidates = useQuery(suppressionCandidates())
  return (
    <QueryContent of={candidates} what={w.toDecide}>
      {(open) =>
        open.length > 0 && (
          <Section
            title={w.decide}
            count={open.length < CANDIDATES_MAX ? count(open.length) : w.oldest(count(open.length))}
            aside={w.untilDecided}
          >
            <ul className="sheet packs">
              {open.map((candidate) => (
                <Candidate key={candidate.id} candidate={candidate} />
              ))}
            </ul>
          </Section>
        )
      }
    </QueryContent>
  )
}

const SOURCES: Record<SuppressionCandidate['source'], string> = w.candidates

const DONE = {
  accept: w.added,
  dismiss: w.dismissed,
}

function Candidate({ candidate }: { candidate: SuppressionCandidate }) {
  const { id, phone_number, source, reason, call_id, offered_at } = candidate
  const zone = useOrganization().time_zone
  const [busy, setBusy] = useState(false)
  const forbidden = useWhyScopeDenied('operate')
  const decide = async (verb: keyof typeof DONE) => {
    setBusy(true)
    const path = { params: { path: { candidate_id: id } } }
    try {
      if (verb === 'accept') await api().POST('/api/v1/suppressions/candidates/{candidate_id}/accept', path)
      else await api().POST('/api/v1/suppressions/candidates/{candidate_id}/dismiss', path)
      toast(DONE[verb])
    } catch (error) {
      toast(w.notDecided(phone(phone_number), sentenceOf(error)), { tone: 'fault' })
    } finally {
      setBusy(false)
    }
    await queryClient.invalidateQueries({ queryKey: ['suppressions'] })
    await queryClient.invalidateQueries({ queryKey: ['number'] })
  }
  return (
    <li aria-label={phone(phone_number)}>
      <span className="mute">
        <Icon name="alert" />
      </span>
      <div>
        <p className="strong">
          <NumberLink number={phone_number} className="link">
            {phone(phone_number)}
          </NumberLink>
        </p>
        <p className="small mute">
          {SOURCES[source]}
          {reason ? `: ${source === 'conversation' ? `“${reason}”` : reason}` : ''}.{' '}
          {fullMoment(Date.parse(offered_at), zone)}
          {call_id !== null && (
            <>
              ,{' '}
              <Link className="link" to={paths.call(call_id)}>
                {w.call(call_id)}
              </Link>
            </>
          )}
        </p>
      </div>
      {forbidden ? (
        <span className="small mute">{forbidden}</span>
      ) : (
        <span className="row">
          <Button small kind="danger" busy={busy} onClick={() => void decide('accept')}>
            {w.neverAgain}
          </Button>
          <Button small kind="quiet" busy={busy} onClick={() => void decide('dismiss')}>
            {w.dismiss}
          </Button>
        </span>
      )}
    </li>
  )
}
