import { useMemo, useState } from 'react'
import type { CampaignProgress, ContactFilter, ListedContact } from '../../api/campaigns.ts'
import { isAllowed } from '../../components/campaign-actions.ts'
import { zoneOf } from '../../components/campaign-words.ts'
import { OUTCOME_LEGEND_PARTS, type OutcomeLegendPart } from '../../components/outcome-bar.tsx'
import { OUTCOME_WORDS, type Tally, tallyOf, waitingCount } from '../../components/outcomes.ts'
import { personNameOf } from '../../components/person-name.ts'
import { useWhyScopeDenied } from '../../components/scope.ts'
import { paths } from '../../paths.ts'
import { useQueryParam } from '../../routes/use-param.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Chips, Search } from '../../ui/chip.tsx'
import { count, phone } from '../../ui/format.ts'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { shortMoment } from '../../ui/time.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { type Column, VirtualList } from '../../ui/virtual-list.tsx'
import { contactWords as w } from '../../words/contacts.ts'
import type { CampaignProps } from './campaign-page.tsx'
import { ContactDrawer } from './contact-drawer.tsx'
import { ContactState } from './contact-state.tsx'
import { useContactRows } from './use-contact-rows.ts'

type Filter = OutcomeLegendPart | 'all' | 'lost' | 'inbound'

const WANTED: Record<Filter, ContactFilter> = {
  all: {},
  answered: { outcome: 'answered' },
  voicemail: { outcome: 'voicemail' },
  'no-answer': { outcome: 'no_answer' },
  lost: { outcome: 'lost' },
  inbound: { outcome: 'inbound' },
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
  // The text is not part of the address, because people search by name and number.
  const [text, setText] = useState('')
  // Id of the open contact. It is part of the address, so that a copied link, a call's link and the search lead to the same
  // person.
  const [linked, setLinked] = useQueryParam<string>('contact', '')
  const openId = /^\d+$/.test(linked) ? Number(linked) : null
  const setOpenId = (id: number | null) => setLinked(id === null ? '' : String(id))
  const forbidden = useWhyScopeDenied('operate')
  const searched = useDebounced(text.trim(), SEARCH_AFTER_MS)
  const wanted = useMemo(
    () => ({ ...(WANTED[filter] ?? {}), ...(searched ? { q: searched } : {}) }),
    [filter, searched],
  )
  const tally = progress && campaign.state !== 'draft' ? tallyOf(progress) : null
  const choices = [
    { key: 'all' as Filter, label: w.all, count: campaign.total_rows },
    ...(progress && tally ? filterChoices(progress, tally) : []),
  ]
  const counted = searched ? null : (choices.find(({ key }) => key === filter)?.count ?? null)
  const { rows, isRead, state, onRange } = useContactRows(campaign.id, wanted, counted)
  const at = openId === null ? -1 : rows.findIndex((row) => row?.id === openId)
  const step = (by: number) => (at !== -1 && rows[at + by] ? () => setOpenId(rows[at + by]!.id) : undefined)
  return (
    <div className="stack gap-3">
      <div className="row between wrap">
        <Search label={w.search} placeholder={w.placeholder} value={text} onChange={setText} />
        <span className="row">
          <span className="small mute">{w.listOrder}</span>
          {!forbidden && isAllowed('enrol', campaign) && (
            <ButtonLink small icon="plus" to={paths.campaign(campaign.id, 'add')}>
              {w.addPeople}
            </ButtonLink>
          )}
        </span>
      </div>
      <Chips label={w.filter} choices={choices} value={filter} onChange={setFilter} />
      <QueryContent of={state} what={w.theContacts} rows={10}>
        {() =>
          isRead && rows.length === 0 ? (
            <NoMatchingContacts
              text={searched}
              onDrop={() => {
                setText('')
                setFilter('all')
              }}
            />
          ) : (
            <VirtualList
              label={w.contacts}
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
      </QueryContent>
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

/**
 * Filters with counts. Outcomes that the bar combines are separate filters, so that each count equals the number of rows shown.
 */
function filterChoices(progress: CampaignProgress, tally: Tally) {
  const outcomes = progress.outcomes as Record<string, number>
  const { lost = 0, inbound = 0 } = outcomes
  const rest: Partial<Record<OutcomeLegendPart, number>> = { 'no-answer': lost, answered: inbound }
  return [
    ...OUTCOME_LEGEND_PARTS.map((part) => ({
      key: part as Filter,
      label: OUTCOME_WORDS[part],
      mark: part,
      count: part === 'waiting' ? waitingCount(tally) : tally[part] - (rest[part] ?? 0),
    })),
    ...(lost > 0 ? [{ key: 'lost' as Filter, label: w.lost, mark: 'no-answer' as const, count: lost }] : []),
    ...(inbound > 0
      ? [{ key: 'inbound' as Filter, label: w.calledBack, mark: 'answered' as const, count: inbound }]
      : []),
  ]
}

function columnsFor(zone: string): Column<ListedContact>[] {
  return [
    {
      title: w.contact,
      width: 'minmax(0, 1.3fr)',
      cell: (row) => {
        const name = personNameOf(row.variables)
        return (
          <>
            <b className="strong">{name ?? phone(row.phone_number)}</b>{' '}
            {name && <span className="mute number">{phone(row.phone_number)}</span>}
          </>
        )
      },
    },
    { title: w.state, width: 'minmax(0, 1fr)', cell: (row) => <ContactState contact={row} zone={zone} /> },
    {
      title: w.tries,
      width: '48px',
      numeric: true,
      wide: true,
      cell: (row) => (row.attempts === 0 ? '' : count(row.attempts)),
    },
    {
      title: w.done,
      width: '84px',
      numeric: true,
      wide: true,
      cell: (row) => (
        <span className="mute">
          {row.finished_at ? shortMoment(Date.parse(row.finished_at), zone) : row.state === 'in_call' ? w.now : ''}
        </span>
      ),
    },
  ]
}

function NoMatchingContacts({ text, onDrop }: { text: string; onDrop(): void }) {
  return (
    <Empty title={w.noMatch} acts={<Button onClick={onDrop}>{w.showAll}</Button>}>
      {text ? w.noneHas(text) : w.noneThere}
    </Empty>
  )
}
