/** The lists that were uploaded: also those that no campaign uses, which would otherwise stay unseen until retention. */
import type { Schemas } from '@outdial/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contactLists } from '../../api/contact-lists.ts'
import { queryClient } from '../../api/query-client.ts'
import { api, download } from '../../api/session.ts'
import { people } from '../../components/campaign-words.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { count, plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Show } from '../../ui/states.tsx'
import { fullMoment } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { ListEvidence } from './list-evidence.tsx'

type List = Schemas['ContactList']

export default function ContactLists() {
  const lists = useQuery(contactLists())
  const zone = useOrganization().time_zone
  const [deleting, setDeleting] = useState<List | null>(null)
  const [evidenceOf, setEvidenceOf] = useState<List | null>(null)
  return (
    <Section title="Contact lists" count={lists.data && count(lists.data.length)} aside="newest first">
      <Show of={lists} what="The contact lists">
        {(all) =>
          all.length === 0 ? (
            <Empty title="No contact lists" acts={<ButtonLink to={paths.newCampaign}>New campaign</ButtonLink>}>
              A list is uploaded with a new campaign.
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
                      {people(list.total_rows)}, uploaded {fullMoment(Date.parse(list.created_at), zone)}
                      {list.read_as && `, read as ${list.read_as}`}.{' '}
                      {list.duplicate_rows > 0 && `${plural(list.duplicate_rows, 'duplicate')} left out. `}
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
                          {plural(list.rejected_rows, 'row')} could not be read
                        </button>
                      )}
                    </p>
                  </div>
                  <span className="row wrap">
                    <Button small aria-label={`Evidence for ${list.filename}…`} onClick={() => setEvidenceOf(list)}>
                      Evidence…
                    </Button>
                    <Button
                      small
                      kind="quiet"
                      aria-label={`Delete ${list.filename}…`}
                      onClick={() => setDeleting(list)}
                    >
                      Delete…
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Show>
      {evidenceOf && <ListEvidence list={evidenceOf} onClose={() => setEvidenceOf(null)} />}
      {deleting && (
        <Confirm
          open
          onClose={() => setDeleting(null)}
          title={`Delete ${deleting.filename}?`}
          verb="Delete the list"
          kind="danger fill"
          safe="Keep it"
          act={async () => {
            await api().DELETE('/api/v1/contact-lists/{source_id}', {
              params: { path: { source_id: deleting.source_id } },
            })
            await queryClient.invalidateQueries({ queryKey: ['contact-lists'] })
            toast('The list is deleted.')
          }}
        >
          <p className="soft">
            {people(deleting.total_rows)} with their columns are deleted. A list that a campaign uses is kept: delete
            the campaign first.
          </p>
        </Confirm>
      )}
    </Section>
  )
}
