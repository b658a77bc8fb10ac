import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Run } from '../../api/calls.ts'
import { campaignList } from '../../api/campaigns.ts'
import { markOfCall, OUTCOME_WORDS, OUTCOMES } from '../../components/outcomes.ts'
import { Page } from '../../components/page.tsx'
import { personNameOf } from '../../components/person-name.ts'
import { resultWords } from '../../components/result-words.ts'
import { SimulatedTag } from '../../components/simulated.tsx'
import { useOrganization } from '../../components/use-organization.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { type ChipChoice, Chips, RemovableChip, Search } from '../../ui/chip.tsx'
import { clockDuration, count, phone } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { shortMoment, utcTitle } from '../../ui/time.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { type Column, listHeight, VirtualList } from '../../ui/virtual-list.tsx'
import { callsWords as w } from '../../words/calls.ts'
import { shared } from '../../words/shared.ts'
import { LiveSection } from './live-section.tsx'
import { type OutcomeChoice, useCallFilter } from './use-call-filter.ts'
import { useCalls } from './use-calls.ts'

const CHOICES: ChipChoice<OutcomeChoice>[] = [
  { key: 'all', label: w.all },
  ...OUTCOMES.filter((part) => part !== 'suppressed').map((part) => ({
    key: part.replace('-', '_') as OutcomeChoice,
    label: OUTCOME_WORDS[part],
    mark: part,
  })),
  { key: 'canceled', label: shared.outcomes.canceled, mark: 'canceled', tone: 'suppressed' },
]

/** Minimum number of digits for the server's search. */
const MIN_DIGITS = 3
const SEARCH_AFTER_MS = 250

export function CallsPage() {
  const campaigns = useQuery(campaignList()).data
  const names = useMemo(() => new Map(campaigns?.map(({ id, name }) => [id, name])), [campaigns])
  // The text is not part of the address, because it is a person's number.
  const [text, setText] = useState('')
  const searched = useDebounced(text.trim(), SEARCH_AFTER_MS)
  return (
    <Page title={w.title}>
      <LiveSection campaigns={names} />
      <Filters names={names} text={text} onText={setText} />
      <EndedCalls names={names} q={searched.length >= MIN_DIGITS ? searched : ''} onDropSearch={() => setText('')} />
    </Page>
  )
}

type Names = ReadonlyMap<number, string>

function Filters({ names, text, onText }: { names: Names; text: string; onText(text: string): void }) {
  const { outcome, setOutcome, direction, setDirection, campaign, setCampaign, disposition, setDisposition, ...days } =
    useCallFilter()
  return (
    <div className="row wrap between filters">
      <Chips label={w.filterByOutcome} choices={CHOICES} value={outcome} onChange={setOutcome} />
      <span className="row wrap">
        {disposition !== '' && (
          <RemovableChip label={w.dropResult(resultWords(disposition))} onDrop={() => setDisposition('')}>
            {w.result(resultWords(disposition))}
          </RemovableChip>
        )}
        <label className="row">
          <span className="small mute">{w.from}</span>
          <input
            className="input w-[140px]"
            type="date"
            aria-label={w.fromDay}
            max={days.to || undefined}
            value={days.from}
            onChange={({ target }) => days.setFrom(target.value)}
          />
        </label>
        <label className="row">
          <span className="small mute">{w.to}</span>
          <input
            className="input w-[140px]"
            type="date"
            aria-label={w.toDay}
            min={days.from || undefined}
            value={days.to}
            onChange={({ target }) => days.setTo(target.value)}
          />
        </label>
        <Search label={w.searchByNumber} placeholder={w.beginning} value={text} onChange={onText} />
        <Segmented
          label={w.direction}
          value={direction}
          onChange={setDirection}
          choices={[
            { key: 'all', label: w.all },
            { key: 'outbound', label: w.outbound },
            { key: 'inbound', label: w.inbound },
          ]}
        />
        <select
          className="select w-[200px]"
          aria-label={w.campaign}
          value={campaign}
          onChange={(event) => setCampaign(event.target.value)}
        >
          <option value="">{w.everyCampaign}</option>
          {[...names].map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </span>
    </div>
  )
}

function EndedCalls({ names, q, onDropSearch }: { names: Names; q: string; onDropSearch(): void }) {
  const navigate = useNavigate()
  const zone = useOrganization().time_zone
  const {
    wanted: chosen,
    search,
    setOutcome,
    setDirection,
    setCampaign,
    setDisposition,
    setFrom,
    setTo,
  } = useCallFilter()
  const wanted = q === '' ? chosen : { ...chosen, q }
  const { list, rows, total, waiting, show, onRead, more } = useCalls(wanted)
  const columns = useMemo(() => columnsOf(names, zone, search, setDisposition), [names, zone, search, setDisposition])
  const filtered = Object.keys(wanted).length > 0
  const drop = () => {
    setOutcome('all')
    setDirection('all')
    setCampaign('')
    setDisposition('')
    setFrom('')
    setTo('')
    onDropSearch()
  }
  return (
    <Section
      title={w.ended}
      count={
        total?.total_count
          ? total.total_is_exact
            ? w.calls(total.total_count)
            : w.moreThan(w.calls(total.total_count))
          : undefined
      }
      aside={w.newestFirst}
    >
      <QueryContent of={list} what={w.theCalls} rows={8}>
        {() =>
          rows.length === 0 ? (
            <Empty
              title={filtered ? w.noneFits : w.noneEnded}
              acts={
                filtered ? (
                  <Button onClick={drop}>{w.showAll}</Button>
                ) : (
                  <ButtonLink to={paths.campaigns}>{w.goToCampaigns}</ButtonLink>
                )
              }
            >
              {filtered ? (q === '' ? w.noSuchCall : w.noSuchNumber) : w.whatIsHere}
            </Empty>
          ) : (
            <div {...onRead}>
              {waiting > 0 && (
                <div className="banner sunk mb-2" role="status">
                  <span>{w.new(count(waiting))}</span>
                  <Button small onClick={show}>
                    {w.show}
                  </Button>
                </div>
              )}
              <VirtualList
                label={w.endedCalls}
                columns={columns}
                rows={rows}
                total={total?.total_count ?? undefined}
                rowKey={({ id }) => id}
                onOpen={({ id }) => void navigate({ to: paths.call(id), search: search as never })}
                height={listHeight(Math.max(rows.length, total?.total_count ?? 0), 34, 300)}
                onEnd={more}
              />
            </div>
          )
        }
      </QueryContent>
    </Section>
  )
}

const where = (call: Run, names: Names): string => {
  if (call.campaign_id !== null) return names.get(call.campaign_id) ?? w.deletedCampaign
  return call.call_type === 'inbound'
    ? w.theyCalled(call.caller_number === null ? w.us : phone(call.caller_number))
    : w.single
}

function columnsOf(
  names: Names,
  zone: string,
  search: object,
  onDisposition: (disposition: string) => void,
): Column<Run>[] {
  return [
    {
      title: w.outcome,
      width: '132px',
      cell: (call) => {
        const { mark, tone, word } = markOfCall(call)
        return (
          <span className="pill">
            <StatusMark name={mark} tone={tone} />
            {word}
          </span>
        )
      },
    },
    {
      title: w.person,
      width: 'minmax(0, 1.2fr)',
      cell: (call) => {
        const name = personNameOf(call.initial_context)
        return (
          <>
            <Link className="strong" to={paths.call(call.id)} search={search as never}>
              {name ?? phone(call.phone_number)}
            </Link>{' '}
            {name && <span className="mute wide-only">{phone(call.phone_number)}</span>} <SimulatedTag of={call} />
          </>
        )
      },
    },
    { title: w.campaign, width: 'minmax(0, 1fr)', wide: true, cell: (call) => where(call, names) },
    {
      title: w.resultTitle,
      width: 'minmax(0, 0.8fr)',
      wide: true,
      cell: ({ disposition, cause }) =>
        disposition ? (
          <button
            type="button"
            className="link as-text soft"
            title={w.onlyResult(resultWords(disposition))}
            onClick={(event) => {
              event.stopPropagation()
              onDisposition(disposition)
            }}
          >
            {resultWords(disposition)}
          </button>
        ) : (
          <span className="soft">{cause ?? ''}</span>
        ),
    },
    {
      title: w.length,
      width: '64px',
      numeric: true,
      wide: true,
      cell: (call) => (call.answered_at === null ? '' : clockDuration(call.duration_seconds ?? 0)),
    },
    {
      title: w.time,
      width: '92px',
      numeric: true,
      cell: (call) => (
        <span className="mute" title={utcTitle(Date.parse(call.created_at))}>
          {shortMoment(Date.parse(call.created_at), zone)}
        </span>
      ),
    },
  ]
}
