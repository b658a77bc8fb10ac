import { useMemo, useState } from 'react'
import type { ContactsWanted, ListedContact } from '../../api/campaigns.ts'
import { zoneOf } from '../../components/campaign-words.ts'
import { BALANCE, type BalanceKey } from '../../components/outcome-bar.tsx'
import { tallyOf, WORDS, waitingOf } from '../../components/outcomes.ts'
import { nameOf } from '../../components/person.ts'
import { useQueryParam } from '../../routes/use-param.ts'
import { Button } from '../../ui/button.tsx'
import { Chips, Search } from '../../ui/chip.tsx'
import { count, phone } from '../../ui/format.ts'
import { Empty, Show } from '../../ui/states.tsx'
import { moment } from '../../ui/time.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { type Column, VirtualList } from '../../ui/virtual-list.tsx'
import type { CampaignProps } from './campaign-page.tsx'
import { ContactDrawer } from './contact-drawer.tsx'
import { ContactState } from './contact-state.tsx'
import { useContactRows } from './use-contact-rows.ts'

type Filter = BalanceKey | 'all'

const WANTED: Record<Filter, ContactsWanted> = {
  all: {},
  answered: { outcome: 'answered' },
  voicemail: { outcome: 'voicemail' },
  'no-answer': { outcome: 'no_answer' },
  busy: { outcome: 'busy' },
  declined: { outcome: 'declined' },
  failed: { outcome: 'failed' },
  suppressed: { outcome: 'canceled' },
  live: { state: 'in_call' },
  waiting: { state: 'pending' },
}

const SEARCH_AFTER_MS = 200

export default function ContactsTab({ campaign, progress }: CampaignProps) {
  const [filter, setFilter] = useQueryParam<Filter>('show', 'all')
  // Not in the address: people search by name and number.
  const [text, setText] = useState('')
  // A call leads to its contact by the contact's id.
  const [linked] = useQueryParam<string>('contact', '')
  const [openId, setOpenId] = useState<number | null>(linked === '' ? null : Number(linked))
  const searched = useSettled(text.trim(), SEARCH_AFTER_MS)
  const wanted = useMemo(
    () => ({ ...(WANTED[filter] ?? {}), ...(searched ? { q: searched } : {}) }),
    [filter, searched],
  )
  const tally = progress && campaign.state !== 'draft' ? tallyOf(progress) : null
  const choices = [
    { key: 'all' as Filter, label: 'All', count: campaign.total_rows },
    ...(tally
      ? BALANCE.map((part) => ({
          key: part as Filter,
          label: WORDS[part],
          mark: part,
          count: part === 'waiting' ? waitingOf(tally) : tally[part],
        }))
      : []),
  ]
  const counted = searched ? null : (choices.find(({ key }) => key === filter)?.count ?? null)
  const { rows, isRead, state, onRange } = useContactRows(campaign.id, wanted, counted)
  const at = openId === null ? -1 : rows.findIndex((row) => row?.id === openId)
  const step = (by: number) => (at !== -1 && rows[at + by] ? () => setOpenId(rows[at + by]!.id) : undefined)
  return (
    <div className="stack gap-3">
      <div className="row between wrap">
        <Search label="Search contacts" placeholder="Name, number, column" value={text} onChange={setText} />
        <span className="small mute">in list order</span>
      </div>
      <Chips label="Filter contacts" choices={choices} value={filter} onChange={setFilter} />
      <Show of={state} what="The contacts" rows={10}>
        {() =>
          isRead && rows.length === 0 ? (
            <NobodyFits
              text={searched}
              onDrop={() => {
                setText('')
                setFilter('all')
              }}
            />
          ) : (
            <VirtualList
              label="Contacts"
              columns={columnsFor(zoneOf(campaign))}
              rows={rows}
              rowKey={(row) => row.id}
              openKey={openId}
              onOpen={(row) => setOpenId(row.id)}
              onRange={onRange}
              height="calc(100vh - 380px)"
            />
          )
        }
      </Show>
      {openId !== null && (
        <ContactDrawer
          campaign={campaign}
          contactId={openId}
          onClose={() => setOpenId(null)}
          onPrevious={step(-1)}
          onNext={step(1)}
        />
      )}
    </div>
  )
}

function columnsFor(zone: string): Column<ListedContact>[] {
  return [
    {
      title: 'Contact',
      width: 'minmax(0, 1.3fr)',
      cell: (row) => {
        const name = nameOf(row.variables)
        return (
          <>
            <b className="strong">{name ?? phone(row.phone_number)}</b>{' '}
            {name && <span className="mute number">{phone(row.phone_number)}</span>}
          </>
        )
      },
    },
    { title: 'Where it stands', width: 'minmax(0, 1fr)', cell: (row) => <ContactState contact={row} zone={zone} /> },
    {
      title: 'Tries',
      width: '48px',
      numeric: true,
      wide: true,
      cell: (row) => (row.attempts === 0 ? '' : count(row.attempts)),
    },
    {
      title: 'Done',
      width: '84px',
      numeric: true,
      wide: true,
      cell: (row) => (
        <span className="mute">
          {row.finished_at ? moment(Date.parse(row.finished_at), zone) : row.state === 'in_call' ? 'now' : ''}
        </span>
      ),
    },
  ]
}

function NobodyFits({ text, onDrop }: { text: string; onDrop(): void }) {
  return (
    <Empty title="No matching contacts" acts={<Button onClick={onDrop}>Show all contacts</Button>}>
      {text
        ? `No name, number or column of this list has “${text}” in it, within the chosen filter.`
        : 'Nobody on this list is there at the moment.'}
    </Empty>
  )
}
