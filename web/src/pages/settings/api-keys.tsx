import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/error-words.ts'
import { type ApiKey, keyList } from '../../api/keys.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { helpGroup } from '../../components/help.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { count } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { Show } from '../../ui/states.tsx'
import { moment, relative, utcTitle } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { useNow } from '../../ui/use-now.ts'
import { FirstRequest } from './first-request.tsx'
import { NewKey } from './new-key.tsx'

const LONG_UNUSED_MS = 60 * 86_400_000

export default function ApiKeys() {
  const keys = useQuery(keyList())
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<{ name: string; api_key: string } | null>(null)
  const working = keys.data?.filter(({ is_active }) => is_active) ?? []
  const archived = keys.data?.filter(({ is_active }) => !is_active) ?? []
  return (
    <>
      {made && (
        <section className="note good once" aria-label="The new key">
          <div className="stack w-full gap-2">
            <b className="strong">Copy the key “{made.name}” now; it is shown this once</b>
            <div className="cmd row between">
              <code className="code break-all">{made.api_key}</code>
              <CopyButton text={made.api_key} label="Copy the key" />
            </div>
            <span className="small">Only a fingerprint is kept here.</span>
          </div>
        </section>
      )}
      <Section
        help={helpGroup('organization')}
        title="Keys that work"
        count={keys.data && count(working.length)}
        aside={
          <Button small kind="primary" icon="plus" onClick={() => setAdding(true)}>
            New key
          </Button>
        }
      >
        <Show of={keys} what="The keys">
          {() => <Keys keys={working} />}
        </Show>
        <p className="small mute mt-2">
          Archiving a key ends its sessions and streams within seconds; it can be reactivated.
        </p>
      </Section>
      {archived.length > 0 && (
        <Section help={helpGroup('organization')} title="Archived" count={count(archived.length)}>
          <Keys keys={archived} />
        </Section>
      )}
      <FirstRequest madeKey={made?.api_key ?? null} />
      {adding && <NewKey onClose={() => setAdding(false)} onMade={setMade} />}
    </>
  )
}

function Keys({ keys }: { keys: readonly ApiKey[] }) {
  return (
    <div className="sheet">
      <table className="keyst">
        <thead>
          <tr>
            <th>Name</th>
            <th>Begins with</th>
            <th>May</th>
            <th>Last used</th>
            <th>Created</th>
            <th>
              <span className="vh">Act</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const now = useNow(10_000)
  const { time_zone: zone, api_key: own } = useOrganization()
  const [asking, setAsking] = useState(false)
  const used = apiKey.last_used_at ? Date.parse(apiKey.last_used_at) : null
  const path = { params: { path: { api_key_id: apiKey.id } } }
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['api-keys'] })
  const reactivate = async () => {
    try {
      await api().PUT('/api/v1/user/api-keys/{api_key_id}/reactivate', path)
      await refresh()
      toast(`${apiKey.name} works again.`)
    } catch (error) {
      toast(`Not reactivated: ${sentenceOf(error)}`, { tone: 'fault' })
    }
  }
  return (
    <tr>
      <td className="strong">{apiKey.name}</td>
      <td className="code">{apiKey.key_prefix}…</td>
      <td>
        <span className="tag">{apiKey.scope}</span>
      </td>
      <td className={used !== null && now - used > LONG_UNUSED_MS ? 'warn' : 'soft'}>
        {used === null ? <span className="mute">never</span> : `${moment(used, zone, now)}, ${relative(used, now)}`}
      </td>
      <td className="mute" title={utcTitle(Date.parse(apiKey.created_at))}>
        {moment(Date.parse(apiKey.created_at), zone, now)}
      </td>
      <td className="num">
        {apiKey.id === own?.id ? (
          <span className="small mute">in use here</span>
        ) : apiKey.is_active ? (
          <Button kind="quiet" small aria-label={`Archive ${apiKey.name}…`} onClick={() => setAsking(true)}>
            Archive…
          </Button>
        ) : (
          <Button kind="quiet" small aria-label={`Reactivate ${apiKey.name}`} onClick={() => void reactivate()}>
            Reactivate
          </Button>
        )}
        <Confirm
          open={asking}
          onClose={() => setAsking(false)}
          title={`Archive the key ${apiKey.name}?`}
          verb="Archive the key"
          kind="danger fill"
          act={async () => {
            await api().DELETE('/api/v1/user/api-keys/{api_key_id}', path)
            await refresh()
            toast(`${apiKey.name} is archived and no longer works.`, {
              action: { label: 'Reactivate', run: () => void reactivate() },
            })
          }}
        >
          <p className="soft">
            Programs that use it are refused immediately, and its console sessions end. Campaigns and calls continue.{' '}
            {used === null ? 'It was never used.' : `It was last used ${relative(used, now)}.`} It can be reactivated.
          </p>
        </Confirm>
      </td>
    </tr>
  )
}
