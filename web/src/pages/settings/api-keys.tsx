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
import { QueryContent } from '../../ui/states.tsx'
import { shortMoment, timeSince, utcTitle } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { useNow } from '../../ui/use-now.ts'
import { accountWords } from '../../words/account.ts'
import { FirstRequest } from './first-request.tsx'
import { NewKey } from './new-key.tsx'

const w = accountWords.keys

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
        <section className="note good once" aria-label={w.theNew}>
          <div className="stack w-full gap-2">
            <b className="strong">{w.copyNow(made.name)}</b>
            <div className="cmd row between">
              <code className="code break-all">{made.api_key}</code>
              <CopyButton text={made.api_key} label={accountWords.copyKey} />
            </div>
            <span className="small">{w.fingerprint}</span>
          </div>
        </section>
      )}
      <Section
        help={helpGroup('organization')}
        title={w.working}
        count={keys.data && count(working.length)}
        aside={
          <Button small kind="primary" icon="plus" onClick={() => setAdding(true)}>
            {w.new}
          </Button>
        }
      >
        <QueryContent of={keys} what={w.what}>
          {() => <Keys keys={working} />}
        </QueryContent>
        <p className="small mute mt-2">{w.archiving}</p>
      </Section>
      {archived.length > 0 && (
        <Section help={helpGroup('organization')} title={w.archived} count={count(archived.length)}>
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
            <th>{accountWords.name}</th>
            <th>{w.beginsWith}</th>
            <th>{w.permission}</th>
            <th>{w.lastUsed}</th>
            <th>{w.created}</th>
            <th>
              <span className="vh">{accountWords.act}</span>
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
      toast(w.worksAgain(apiKey.name))
    } catch (error) {
      toast(w.notReactivated(sentenceOf(error)), { tone: 'fault' })
    }
  }
  return (
    <tr>
      <td className="strong">{apiKey.name}</td>
      <td className="code">{apiKey.key_prefix}…</td>
      <td>
        <span className="tag">{w.scopes[apiKey.scope]}</span>
      </td>
      <td className={used !== null && now - used > LONG_UNUSED_MS ? 'warn' : 'soft'}>
        {used === null ? (
          <span className="mute">{w.never}</span>
        ) : (
          `${shortMoment(used, zone, now)}, ${timeSince(used, now)}`
        )}
      </td>
      <td className="mute" title={utcTitle(Date.parse(apiKey.created_at))}>
        {shortMoment(Date.parse(apiKey.created_at), zone, now)}
      </td>
      <td className="num">
        {apiKey.id === own?.id ? (
          <span className="small mute">{w.inUse}</span>
        ) : apiKey.is_active ? (
          <Button kind="quiet" small aria-label={w.archiveNamed(apiKey.name)} onClick={() => setAsking(true)}>
            {w.archive}
          </Button>
        ) : (
          <Button kind="quiet" small aria-label={w.reactivateNamed(apiKey.name)} onClick={() => void reactivate()}>
            {w.reactivate}
          </Button>
        )}
        <Confirm
          open={asking}
          onClose={() => setAsking(false)}
          title={w.archiveTitle(apiKey.name)}
          verb={w.archiveVerb}
          kind="danger fill"
          act={async () => {
            await api().DELETE('/api/v1/user/api-keys/{api_key_id}', path)
            await refresh()
            toast(w.isArchived(apiKey.name), {
              action: { label: w.reactivate, run: () => void reactivate() },
            })
          }}
        >
          <p className="soft">
            {w.refused} {used === null ? w.neverUsed : w.lastUse(timeSince(used, now))} {w.canReturn}
          </p>
        </Confirm>
      </td>
    </tr>
  )
}
