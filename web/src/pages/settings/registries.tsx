/** Imported do-not-call registries: the files in force, what the calling rules use, imports and failures. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { registryList } from '../../api/registries.ts'
import type { Registry } from '../../api/registry-changing.ts'
import { api } from '../../api/session.ts'
import { Author } from '../../components/author.tsx'
import { helpGroup } from '../../components/help.ts'
import { useWhyScopeDenied } from '../../components/scope.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { count } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { fullMoment } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { registryWords as w } from '../../words/registries.ts'
import { ImportRegistry } from './import-registry.tsx'
import { progressWords, registryStatusOf } from './registry-status.ts'

type Asked = { what: 'import'; registry: string } | { what: 'delete'; one: Registry } | null

export default function Registries() {
  const registries = useQuery(registryList())
  const forbidden = useWhyScopeDenied('admin')
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  const add = (
    <Button small kind="primary" icon="upload" onClick={() => setAsked({ what: 'import', registry: '' })}>
      {w.import}
    </Button>
  )
  return (
    <>
      <Section
        help={helpGroup('registries')}
        title={w.title}
        count={registries.data && count(registries.data.length)}
        aside={forbidden ? <span className="small mute">{forbidden}</span> : add}
      >
        <p className="soft">{w.text}</p>
      </Section>
      <QueryContent of={registries} what={w.theRegistries}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={w.none} acts={!forbidden && add}>
              {w.noneText}
            </Empty>
          ) : (
            <ul className="sheet packs">
              {all.map((one) => (
                <OneRegistry key={one.registry} one={one} canChange={!forbidden} onAsk={setAsked} />
              ))}
            </ul>
          )
        }
      </QueryContent>
      {asked?.what === 'import' && <ImportRegistry registry={asked.registry} onClose={close} />}
      {asked?.what === 'delete' && <DeleteRegistry one={asked.one} onClose={close} />}
    </>
  )
}

interface RowProps {
  one: Registry
  canChange: boolean
  onAsk(asked: Asked): void
}

function OneRegistry({ one, canChange, onAsk }: RowProps) {
  const zone = useOrganization().time_zone
  const moment = (at: string) => fullMoment(Date.parse(at), zone)
  const { registry, as_of, imported_at, author, failures } = one
  const standing = registryStatusOf(one)
  return (
    <li aria-label={registry}>
      <span className="mute">
        <Icon name="file" />
      </span>
      <div className="stack gap-1">
        <p>
          <span className="strong">{registry}</span> <span className="mute">{w.numbers(one.numbers)}</span>
        </p>
        <p className="small mute">
          {as_of && imported_at ? (
            <>
              {w.inForce(as_of, moment(imported_at))} <Author by={author ?? ''} />.
            </>
          ) : (
            w.notInForce
          )}
        </p>
        {one.import && <p className="small">{progressWords(one.import)}</p>}
        <p className={standing.isHeld ? 'small warn' : 'small'}>{standing.words}</p>
        {failures.map(({ step, at, message }) => (
          <p key={step} className="small bad" role="alert">
            {step === 'import' ? w.importFailed(moment(at), message) : w.checkFailed(moment(at), message)}
          </p>
        ))}
      </div>
      {canChange && (
        <span className="row wrap">
          <Button small aria-label={w.importNamed(registry)} onClick={() => onAsk({ what: 'import', registry })}>
            {w.newer}
          </Button>
          <Button
            small
            kind="quiet"
            aria-label={w.deleteNamed(registry)}
            onClick={() => onAsk({ what: 'delete', one })}
          >
            {w.delete}
          </Button>
        </span>
      )}
    </li>
  )
}

function DeleteRegistry({ one, onClose }: { one: Registry; onClose(): void }) {
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.deleteTitle(one.registry)}
      verb={w.deleteVerb}
      kind="danger fill"
      safe={w.keep}
      scope="admin"
      act={async () => {
        await api().registries.delete(one.registry)
        await queryClient.invalidateQueries({ queryKey: ['registries'] })
        toast(w.deleted)
      }}
    >
      <p className="soft">{w.deleteText}</p>
      {one.is_required && <p className="warn">{w.deleteHolds}</p>}
    </Confirm>
  )
}
