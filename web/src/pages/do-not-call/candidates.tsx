/** Numbers that may belong on the list: the dialer calls them until a person has decided. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceOf } from '../../api/error-words.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { CANDIDATES_MAX, type SuppressionCandidate, suppressionCandidates } from '../../api/suppressions.ts'
import { NumberLink } from '../../components/number-link.tsx'
import { useWhyNot } from '../../components/scope.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { count, phone } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { Show } from '../../ui/states.tsx'
import { fullMoment } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'

export function Candidates() {
  const candidates = useQuery(suppressionCandidates())
  return (
    <Show of={candidates} what="The numbers to decide on">
      {(open) =>
        open.length > 0 && (
          <Section
            title="Decide: never call these again?"
            count={open.length < CANDIDATES_MAX ? count(open.length) : `the oldest ${count(open.length)}`}
            aside="until you decide, campaigns can call them"
          >
            <ul className="sheet packs">
              {open.map((candidate) => (
                <Candidate key={candidate.id} candidate={candidate} />
              ))}
            </ul>
          </Section>
        )
      }
    </Show>
  )
}

const SOURCES: Record<SuppressionCandidate['source'], string> = {
  carrier: 'The carrier reports that the person marked our calls as unwanted',
  conversation: 'The person may have asked not to be called',
}

const DONE = {
  accept: 'Added to the do-not-call list.',
  dismiss: 'Not added: this number can be called.',
}

function Candidate({ candidate }: { candidate: SuppressionCandidate }) {
  const { id, phone_number, source, reason, call_id, offered_at } = candidate
  const zone = useOrganization().time_zone
  const [busy, setBusy] = useState(false)
  const forbidden = useWhyNot('operate')
  const decide = async (verb: keyof typeof DONE) => {
    setBusy(true)
    const path = { params: { path: { candidate_id: id } } }
    try {
      if (verb === 'accept') await api().POST('/api/v1/suppressions/candidates/{candidate_id}/accept', path)
      else await api().POST('/api/v1/suppressions/candidates/{candidate_id}/dismiss', path)
      toast(DONE[verb])
    } catch (error) {
      toast(`${phone(phone_number)} is not decided. ${sentenceOf(error)}`, { tone: 'fault' })
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
                call {call_id}
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
            Never call again
          </Button>
          <Button small kind="quiet" busy={busy} onClick={() => void decide('dismiss')}>
            Dismiss
          </Button>
        </span>
      )}
    </li>
  )
}
