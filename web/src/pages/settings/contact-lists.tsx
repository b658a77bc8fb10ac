/** Uploaded lists, including those that no campaign uses, which would otherwise stay unnoticed until their retention ends. */
import type { Schemas } from '@outdial/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contactLists } from '../../api/contact-lists.ts'
import { sentenceOf } from '../../api/error-words.ts'
import { queryClient } from '../../api/query-client.ts'
import { api, download } from '../../api/session.ts'
import { peopleText } from '../../components/campaign-words.ts'
import { helpGroup } from '../../components/help.ts'
import { useWhyScopeDenied } from '../../components/scope.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { count } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { fullMoment } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { contactListWords as w } from '../../words/contact-lists.ts'
import { ListEvidence } from './list-evidence.tsx'

type List = Schemas['ContactList']

const NORMAL = 5
const PRIORITIES = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]

/** Who is called first: the priority of the rows that have none of their own. */
function Priority({ list }: { list: List }) {
  const forbidden = useWhyScopeDenied('operate')
  const [isSaving, setSaving] = useState(false)
  const save = async (priority: number) => {
    setSaving(true)
    try {
      await api().PATCH('/api/v1/contact-lists/{source_id}', {
        params: { path: { source_id: list.source_id } },
        body: { priority: priority === NORMAL ? null : priority },
      })
      await queryClient.invalidateQueries({ queryKey: ['contact-lists'] })
      toast(w.prioritySet)
    } catch (error) {
      toast(sentenceOf(error), { tone: 'fault' })
    } finally {
      setSaving(false)
    }
  }
  return (
    <label className="row small" title={w.priorityHelp}>
      {w.priority}
      <select
        className="select"
        aria-label={w.priorityNamed(list.filename)}
        value={list.priority ?? NORMAL}
        disabled={isSaving || forbidden !== null}
        onChange={({ target }) => void save(Number(target.value))}
      >
        {PRIORITIES.map((priority) => (
          <option key={priority} value={priority}>
            {w.priorityOf(priority)}
          </option>
        ))}
      </select>
    </label>
  )
}

export default function ContactLists() {
  const lists = useQuery(contactLists())
  const zone = useOrganization().time_zone
  const [deleting, setDeleting] = useState<List | null>(null)
  const [evidenceOf, setEvidenceOf] = useState<List | null>(null)
  return (
    <Section
      help={helpGroup('listEvidence')}
      title={w.title}
      count={lists.data && count(lists.data.length)}
      aside={w.newestFirst}
    >
      <QueryContent of={lists} what={w.theLists}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={w.none} acts={<ButtonLink to={paths.newCampaign}>{w.newCampaign}</ButtonLink>}>
              {w.noneText}
            </Empty>
          ) : (
            <ul className="sheet packs">
              {all.toReversed().map((list) => (
                <li key={list.source_id} aria-label={list.filename}>
                  <span className="mute">
                    <Icon name="file" />
                  </span>
                  <div>
                    <p className="strong">{list.filename}</p>
                    <p className="small mute">
                      {w.uploaded(peopleText(list.total_rows), fullMoment(Date.parse(list.created_at), zone))}
                      {list.read_as && w.readAs(list.read_as)}.{' '}
                      {list.duplicate_rows > 0 && w.duplicates(list.duplicate_rows)}
                      {list.rejected_rows > 0 && (
                        <button
                          type="button"
                          className="as-text link"
                          onClick={() =>
                            download(
                              `/api/v1/contact-lists/${encodeURIComponent(list.source_id)}/rejected`,
                              `rejected-${list.filename}`,
                            )
                          }
                        >
                          {w.unreadable(list.rejected_rows)}
                        </button>
                      )}
                    </p>
                  </div>
                  <span className="row wrap">
                    <Priority list={list} />
                    <Button small aria-label={w.evidenceNamed(list.filename)} onClick={() => setEvidenceOf(list)}>
                      {w.evidence}
                    </Button>
                    <Button
                      small
                      kind="quiet"
                      aria-label={w.deleteNamed(list.filename)}
                      onClick={() => setDeleting(list)}
                    >
                      {w.delete}
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
      {evidenceOf && <ListEvidence list={evidenceOf} onClose={() => setEvidenceOf(null)} />}
      {deleting && (
        <Confirm
          open
          onClose={() => setDeleting(null)}
          title={w.deleteTitle(deleting.filename)}
          verb={w.deleteVerb}
          kind="danger fill"
          safe={w.keep}
          act={async () => {
            await api().DELETE('/api/v1/contact-lists/{source_id}', {
              params: { path: { source_id: deleting.source_id } },
            })
            await queryClient.invalidateQueries({ queryKey: ['contact-lists'] })
            toast(w.deleted)
          }}
        >
          <p className="soft">{w.deleteText(peopleText(deleting.total_rows))}</p>
        </Confirm>
      )}
    </Section>
  )
}
