import type { Schemas } from '@outdial/sdk'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../api/error-words.ts'
import { sessionList } from '../../api/keys.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { helpGroup } from '../../components/help.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/states.tsx'
import { shortMoment, timeSince } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { useNow } from '../../ui/use-now.ts'
import { accountWords } from '../../words/account.ts'

const w = accountWords.sessions

type ConsoleSession = Schemas['ConsoleSession']

export default function Sessions() {
  const query = useQuery(sessionList())
  const now = useNow(10_000)
  const zone = useOrganization().time_zone
  const end = async (session: ConsoleSession) => {
    try {
      await api().DELETE('/api/v1/sessions/{session_id}', { params: { path: { session_id: session.id } } })
      await queryClient.invalidateQueries({ queryKey: ['sessions'] })
      toast(w.signedOut)
    } catch (error) {
      toast(w.notSignedOut(sentenceOf(error)), { tone: 'fault' })
    }
  }
  return (
    <Section help={helpGroup('people')} title={w.title} count={query.data && count(query.data.sessions.length)}>
      <QueryContent of={query} what={w.what}>
        {({ sessions }) => (
          <div className="sheet">
            <table>
              <thead>
                <tr>
                  <th>{w.who}</th>
                  <th className="wide-only">{w.from}</th>
                  <th>{w.lastSeen}</th>
                  <th className="wide-only">{w.since}</th>
                  <th>
                    <span className="vh">{accountWords.act}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {sessions.map((session) => (
                  <tr key={session.id}>
                    <td className="strong">{session.user_name ?? session.api_key_name}</td>
                    <td className="mute wide-only" title={session.user_agent ?? undefined}>
                      {session.address}
                    </td>
                    <td className="soft">{timeSince(Date.parse(session.last_used_at), now)}</td>
                    <td className="mute wide-only">{shortMoment(Date.parse(session.created_at), zone, now)}</td>
                    <td className="num">
                      {session.is_current ? (
                        <span className="small mute">{w.current}</span>
                      ) : (
                        <Button kind="quiet" small onClick={() => void end(session)}>
                          {w.signOut}
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </QueryContent>
    </Section>
  )
}
