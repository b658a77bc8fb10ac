import * as Radix from '@radix-ui/react-dialog'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { campaignList } from '../api/campaigns.ts'
import { searchResults } from '../api/search.ts'
import { workflowList } from '../api/workflows.ts'
import { paths } from '../paths.ts'
import { phone } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { timeSince } from '../ui/time.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { frameWords as w } from '../words/frame.ts'
import { DISPLAY_STATES, displayStateOf } from './campaign-actions.ts'
import { pauseAll } from './campaign-requests.ts'
import { type Command, offeredCommands } from './commands.ts'
import { numberState } from './number-link.tsx'
import { attemptWords, contactWord } from './outcomes.ts'
import { CommandPaletteField } from './palette-field.tsx'
import { personNameOf } from './person-name.ts'
import { useWhyScopeDenied } from './scope.ts'
import { SETTINGS_PAGES } from './settings-pages.ts'

interface Group {
  title: string
  commands: Command[]
}

const AT_MOST = 8
const SEARCH_AFTER_MS = 150

function matches(command: Command, words: string[]): boolean {
  const text = `${command.label} ${command.detail ?? ''}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Whether the text is a pasted number or id; then search results come before actions. */
const looksLikeNumber = (query: string): boolean => /^[+#\d][\d\s().-]{1,}$/.test(query.trim())

/** Search results of the server: contacts, calls, own numbers. */
function useHits(query: string, go: (to: string, search?: object) => () => void): Command[] {
  const navigate = useNavigate()
  const settled = useDebounced(query.trim(), SEARCH_AFTER_MS)
  const { data } = useQuery(searchResults(settled))
  if (!data || settled.length < 2) return []
  // One entry per number, which leads to everything about it, even if it was never called.
  const numbers = [...new Set([...data.contacts, ...data.calls].map(({ phone_number }) => phone_number))]
  const typed = settled.replace(/[^\d+]/g, '')
  const known = numbers.length === 0 && isInternational(settled) ? [typed.replace(/^00/, '+')] : numbers.slice(0, 3)
  return [
    ...known.map(
      (number): Command => ({
        label: w.historyOf(phone(number)),
        icon: 'clock',
        detail: numbers.length === 0 ? w.onNoList : w.callsAndLists,
        run: () => void navigate({ to: paths.number, state: numberState(number) }),
      }),
    ),
    ...data.contacts.map(
      (contact): Command => ({
        label: [personNameOf(contact.variables), phone(contact.phone_number)].filter(Boolean).join(', '),
        icon: 'talk',
        detail: `${contactWord(contact)}, ${contact.campaign_name}`,
        run: go(paths.campaign(contact.campaign_id, 'contacts'), { contact: String(contact.id) }),
      }),
    ),
    ...data.calls.map(
      (call): Command => ({
        label: w.callTo(call.id, phone(call.phone_number)),
        icon: 'calls',
        detail: `${attemptWords(call)}, ${timeSince(Date.parse(call.created_at))}`,
        run: go(paths.call(call.id)),
      }),
    ),
    ...data.numbers.map(
      (number): Command => ({
        label: phone(number.address),
        icon: 'telephony',
        detail: [number.label, w.yourNumber].filter(Boolean).join(', '),
        run: go(paths.telephonyConfiguration(number.telephony_configuration_id)),
      }),
    ),
  ]
}

const isInternational = (query: string): boolean => /^(\+|00)[\d\s().\-/]{7,}$/.test(query.trim())

function useGroups(query: string, onHelp: () => void): Group[] {
  const navigate = useNavigate()
  const campaigns = useQuery(campaignList()).data ?? []
  const workflows = useQuery(workflowList()).data ?? []
  const go =
    (to: string, search: object = {}) =>
    () =>
      void navigate({ to, search: search as never })
  const forbidden = useWhyScopeDenied('operate')
  const running = campaigns.filter((campaign) => campaign.state === 'running')
  const hits = useHits(query, go)
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const acts: Command[] = [
    ...offeredCommands(),
    ...(running.length > 0 && !forbidden
      ? [
          {
            label: w.pauseAll,
            icon: 'pause' as const,
            detail: w.running(running.length),
            run: () => void pauseAll(),
          },
        ]
      : []),
    { label: w.newCampaign, icon: 'plus', run: go(paths.newCampaign) },
    { label: w.addCarrier, icon: 'plus', run: go(paths.newTelephonyConfiguration) },
    { label: w.showKeys, icon: 'help', run: onHelp },
  ]
  const places: Command[] = [
    { label: w.overview, icon: 'overview', run: go(paths.overview) },
    { label: w.campaigns, icon: 'campaigns', detail: w.campaignCount(campaigns.length), run: go(paths.campaigns) },
    { label: w.calls, icon: 'calls', run: go(paths.calls) },
    { label: w.workflows, icon: 'workflows', run: go(paths.workflows) },
    { label: w.telephony, icon: 'telephony', run: go(paths.telephony) },
    { label: w.doNotCall, icon: 'dnc', run: go(paths.doNotCall) },
    { label: w.settings, icon: 'settings', run: go(paths.settings) },
    { label: w.historyOfNumber, icon: 'clock', run: go(paths.number) },
    ...Object.entries(SETTINGS_PAGES).map(
      ([page, label]): Command => ({
        label,
        icon: 'settings',
        detail: w.inSettings,
        run: go(paths.settingsPage(page)),
      }),
    ),
    ...campaigns.map(
      (campaign): Command => ({
        label: campaign.name,
        icon: 'campaigns',
        detail: `${DISPLAY_STATES[displayStateOf(campaign)].word}, ${w.campaign}`,
        run: go(paths.campaign(campaign.id)),
      }),
    ),
    ...workflows.map(
      (workflow): Command => ({
        label: workflow.name,
        icon: 'workflows',
        detail: w.workflow,
        run: go(paths.workflow(workflow.id)),
      }),
    ),
  ]
  return [
    { title: w.found, commands: looksLikeNumber(query) ? hits : [] },
    { title: w.do, commands: acts.filter((command) => matches(command, words)).slice(0, AT_MOST) },
    { title: w.go, commands: places.filter((command) => matches(command, words)).slice(0, AT_MOST) },
    { title: w.found, commands: looksLikeNumber(query) ? [] : hits },
  ].filter(({ commands }) => commands.length > 0)
}

interface PaletteProps {
  /** What is typed in the field, also before the palette was loaded. */
  query: string
  onQuery(query: string): void
  onClose(): void
  onHelp(): void
}

/** The caret goes behind the text: selected text would be replaced by the next letter. */
function focusEnd(field: HTMLInputElement): void {
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}

/** The placeholder's field took the focus with it. The next key must not be lost, so this does not wait for an effect. */
function takeOverFocus(field: HTMLInputElement | null): void {
  if (field && document.activeElement === document.body) focusEnd(field)
}

/** The command palette; actions come before navigation entries. */
export default function Palette({ query, onQuery, onClose, onHelp }: PaletteProps) {
  const content = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const groups = useGroups(query, onHelp)
  const all = groups.flatMap(({ commands }) => commands)
  const incomplete = useQuery(searchResults(useDebounced(query.trim(), SEARCH_AFTER_MS))).data?.is_complete === false
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt((now) => Math.min(all.length - 1, now + 1))
    else if (event.key === 'ArrowUp') setAt((now) => Math.max(0, now - 1))
    else if (event.key === 'Enter') run(all[at])
    else return
    event.preventDefault()
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className="scrim" aria-hidden="true" onClick={onClose} />
        <Radix.Content
          ref={content}
          className="palette palette-box"
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            focusEnd(content.current!.querySelector('input')!)
          }}
        >
          <Radix.Title className="vh">{w.search}</Radix.Title>
          <CommandPaletteField
            ref={takeOverFocus}
            aria-activedescendant={all.length > 0 ? `palette-${at}` : undefined}
            value={query}
            onChange={(event) => {
              onQuery(event.target.value)
              setAt(0)
            }}
          />
          <div id="palette-list" className="list" role="listbox" aria-label={w.results}>
            {groups.map(({ title, commands }) => (
              <PaletteGroup
                key={title}
                title={title}
                commands={commands}
                first={all.indexOf(commands[0]!)}
                at={at}
                onPick={run}
                onPoint={setAt}
              />
            ))}
            {all.length === 0 && <div className="opt mute">{w.noResults(query)}</div>}
            {incomplete && <div className="opt mute">{w.incomplete}</div>}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface GroupProps extends Group {
  first: number
  at: number
  onPick(command: Command): void
  onPoint(at: number): void
}

function PaletteGroup({ title, commands, first, at, onPick, onPoint }: GroupProps) {
  return (
    <>
      <div className="grp" role="presentation">
        {title}
      </div>
      {commands.map((command, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
        <div
          key={`${command.label}${command.detail ?? ''}${index}`}
          id={`palette-${first + index}`}
          role="option"
          aria-selected={at === first + index}
          className={`opt ${at === first + index ? 'on' : ''}`}
          tabIndex={-1}
          onPointerMove={() => onPoint(first + index)}
          onClick={() => onPick(command)}
        >
          <Icon name={command.icon} small />
          <span className="trunc">{command.label}</span>
          <span className="r">
            {command.detail} {at === first + index && <kbd>enter</kbd>}
          </span>
        </div>
      ))}
    </>
  )
}
