import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/error-words.ts'
import { type Invitation, invitationList, type User, type UserRole, userList } from '../../api/people.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { helpGroup } from '../../components/help.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { count } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { shortMoment } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { accountWords } from '../../words/account.ts'
import { NewInvitation } from './new-invitation.tsx'

const w = accountWords.people

const ROLES: readonly UserRole[] = ['viewer', 'operator', 'administrator']

export default function People() {
  const users = useQuery(userList())
  const invitations = useQuery(invitationList())
  const [inviting, setInviting] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  return (
    <>
      {link !== null && (
        <section className="note good once" aria-label={w.link}>
          <div className="stack w-full gap-2">
            <b className="strong">{w.copyNow}</b>
            <div className="cmd row between">
              <code className="code break-all">{link}</code>
              <CopyButton text={link} label={w.copyLink} />
            </div>
          </div>
        </section>
      )}
      <Section
        help={helpGroup('people')}
        title={w.title}
        count={users.data && count(users.data.length)}
        aside={
          <Button small kind="primary" icon="plus" onClick={() => setInviting(true)}>
            {w.invite}
          </Button>
        }
      >
        <QueryContent of={users} what={w.what}>
          {(list) => (list.length === 0 ? <Empty title={w.none}>{w.noneText}</Empty> : <Users users={list} />)}
        </QueryContent>
      </Section>
      {invitations.data && invitations.data.length > 0 && <Invitations invitations={invitations.data} />}
      {inviting && <NewInvitation onClose={() => setInviting(false)} onMade={setLink} />}
    </>
  )
}

function Users({ users }: { users: readonly User[] }) {
  return (
    <div className="sheet">
      <table>
        <thead>
          <tr>
            <th>{accountWords.name}</th>
            <th>{w.role}</th>
            <th className="wide-only">{w.lastSignIn}</th>
            <th>
              <span className="vh">{accountWords.act}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function UserRow({ user }: { user: User }) {
  const { time_zone: zone, user: own } = useOrganization()
  const change = async (body: { role?: UserRole; is_active?: boolean }, done: string) => {
    try {
      await api().PATCH('/api/v1/users/{user_id}', { params: { path: { user_id: user.id } }, body })
      toast(done)
    } catch (error) {
      toast(w.notChanged(sentenceOf(error)), { tone: 'fault' })
    }
    await queryClient.invalidateQueries({ queryKey: ['users'] })
  }
  return (
    <tr>
      <td>
        <span className="strong">{user.name}</span> <span className="mute small">{user.email}</span>
      </td>
      <td>
        {user.role_from === 'groups' ? (
          <span title={w.fromProvider}>{w.roles[user.role]}</span>
        ) : (
          <select
            className="input"
            aria-label={w.roleOf(user.name)}
            value={user.role}
            onChange={({ target }) =>
              void change({ role: target.value as UserRole }, w.isNow(user.name, w.roles[target.value as UserRole]))
            }
          >
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {w.roles[role]}
              </option>
            ))}
          </select>
        )}
      </td>
      <td className="mute wide-only">
        {user.is_active ? user.signed_in_at && shortMoment(Date.parse(user.signed_in_at), zone) : w.isDeactivated}
      </td>
      <td className="num">
        {user.id === own?.id ? (
          <span className="small mute">{w.you}</span>
        ) : (
          <Button
            kind="quiet"
            small
            aria-label={user.is_active ? w.deactivateNamed(user.name) : w.activateNamed(user.name)}
            onClick={() =>
              void change(
                { is_active: !user.is_active },
                user.is_active ? w.deactivated(user.name) : w.activated(user.name),
              )
            }
          >
            {user.is_active ? w.deactivate : w.activate}
          </Button>
        )}
      </td>
    </tr>
  )
}

function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const { time_zone: zone } = useOrganization()
  const withdraw = async (invitation: Invitation) => {
    const params = { path: { invitation_id: invitation.id } }
    try {
      await api().DELETE('/api/v1/invitations/{invitation_id}', { params })
      toast(w.linkDead)
    } catch (error) {
      toast(w.notWithdrawn(sentenceOf(error)), { tone: 'fault' })
    }
    await queryClient.invalidateQueries({ queryKey: ['invitations'] })
  }
  return (
    <Section help={helpGroup('inviting')} title={w.invited} count={count(invitations.length)}>
      <div className="sheet">
        <table>
          <tbody>
            {invitations.map((invitation) => (
              <tr key={invitation.id}>
                <td className="strong">{invitation.name ?? invitation.email ?? w.nameless}</td>
                <td>{w.roles[invitation.role]}</td>
                <td className="mute">{w.until(shortMoment(Date.parse(invitation.expires_at), zone))}</td>
                <td className="num">
                  <Button kind="quiet" small onClick={() => void withdraw(invitation)}>
                    {w.withdraw}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
