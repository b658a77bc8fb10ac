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
import { Empty, Show } from '../../ui/states.tsx'
import { moment } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { NewInvitation } from './new-invitation.tsx'

const ROLES: readonly UserRole[] = ['viewer', 'operator', 'administrator']

export default function People() {
  const users = useQuery(userList())
  const invitations = useQuery(invitationList())
  const [inviting, setInviting] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  return (
    <>
      {link !== null && (
        <section className="note good once" aria-label="The invitation link">
          <div className="stack w-full gap-2">
            <b className="strong">Copy the link now and send it; it is shown this once and works once</b>
            <div className="cmd row between">
              <code className="code break-all">{link}</code>
              <CopyButton text={link} label="Copy the link" />
            </div>
          </div>
        </section>
      )}
      <Section
        help={helpGroup('people')}
        title="People"
        count={users.data && count(users.data.length)}
        aside={
          <Button small kind="primary" icon="plus" onClick={() => setInviting(true)}>
            Invite
          </Button>
        }
      >
        <Show of={users} what="The people">
          {(list) =>
            list.length === 0 ? (
              <Empty title="No named users yet">Invite people, so that the audit says who did what.</Empty>
            ) : (
              <Users users={list} />
            )
          }
        </Show>
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
            <th>Name</th>
            <th>Role</th>
            <th className="wide-only">Last sign-in</th>
            <th>
              <span className="vh">Act</span>
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
      toast(`Not changed: ${sentenceOf(error)}`, { tone: 'fault' })
    }
    await queryClient.invalidateQueries({ queryKey: ['users'] })
  }
  const verb = user.is_active ? 'Deactivate' : 'Activate'
  return (
    <tr>
      <td>
        <span className="strong">{user.name}</span> <span className="mute small">{user.email}</span>
      </td>
      <td>
        {user.role_from === 'groups' ? (
          <span title="The identity provider sets this role.">{user.role}</span>
        ) : (
          <select
            className="input"
            aria-label={`Role of ${user.name}`}
            value={user.role}
            onChange={({ target }) =>
              void change({ role: target.value as UserRole }, `${user.name} is ${target.value} now.`)
            }
          >
            {ROLES.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        )}
      </td>
      <td className="mute wide-only">
        {user.is_active ? user.signed_in_at && moment(Date.parse(user.signed_in_at), zone) : 'deactivated'}
      </td>
      <td className="num">
        {user.id === own?.id ? (
          <span className="small mute">you</span>
        ) : (
          <Button
            kind="quiet"
            small
            aria-label={`${verb} ${user.name}`}
            onClick={() => void change({ is_active: !user.is_active }, `${verb}d ${user.name}.`)}
          >
            {verb}
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
      toast('The link no longer works.')
    } catch (error) {
      toast(`Not withdrawn: ${sentenceOf(error)}`, { tone: 'fault' })
    }
    await queryClient.invalidateQueries({ queryKey: ['invitations'] })
  }
  return (
    <Section help={helpGroup('inviting')} title="Invited" count={count(invitations.length)}>
      <div className="sheet">
        <table>
          <tbody>
            {invitations.map((invitation) => (
              <tr key={invitation.id}>
                <td className="strong">{invitation.name ?? invitation.email ?? 'Without a name'}</td>
                <td>{invitation.role}</td>
                <td className="mute">until {moment(Date.parse(invitation.expires_at), zone)}</td>
                <td className="num">
                  <Button kind="quiet" small onClick={() => void withdraw(invitation)}>
                    Withdraw
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
