/** Which numbers a campaign shows as caller ID, and in which order. */
import { useMutation, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Campaign } from '../../api/campaigns.ts'
import { numbersOf } from '../../api/telephony.ts'
import { isAllowed } from '../../components/campaign-actions.ts'
import { saveCallerPool } from '../../components/campaign-setup-requests.ts'
import { helpGroup } from '../../components/help.ts'
import { ActionError } from '../../forms/action-error.tsx'
import { Button } from '../../ui/button.tsx'
import { phone } from '../../ui/format.ts'
import { Section, Sheet } from '../../ui/section.tsx'
import { callerPool as w } from '../../words/caller-pool.ts'
import type { CampaignProps } from './campaign-page.tsx'

type Props = Pick<CampaignProps, 'campaign'>
type Rotation = Campaign['caller_pool']['rotation']
const ROTATIONS = ['sticky', 'least_used', 'local'] as const satisfies readonly Rotation[]

interface PoolNumber {
  id: number
  name: string
  /** Why it cannot be shown now; null: it can. */
  state: string | null
}

/** The numbers of the campaign's carriers, and those of its pool that were deleted. */
function usePoolNumbers({ caller_pool, route, telephony_configuration_id }: Campaign): PoolNumber[] {
  const carriers = route?.map((step) => step.telephony_configuration_id) ?? [telephony_configuration_id]
  const found = useQueries({
    queries: carriers.filter((id) => id !== null).map((id) => numbersOf(id)),
  })
  const known = found.flatMap(({ data }) => data?.phone_numbers ?? [])
  const numbers = known.map(({ id, address_normalized, label, is_active, resting_since }) => ({
    id,
    name: [phone(address_normalized), label].filter(Boolean).join(' · '),
    state: is_active ? (resting_since === null ? null : w.resting) : w.inactive,
  }))
  if (found.some(({ isPending }) => isPending)) return numbers
  const gone = (caller_pool.phone_number_ids ?? []).filter((id) => !known.some((number) => number.id === id))
  return [...numbers, ...gone.map((id) => ({ id, name: w.gone(id), state: null }))]
}

export function CallerPoolSection({ campaign }: Props) {
  const numbers = usePoolNumbers(campaign)
  const { rotation, phone_number_ids: chosen } = campaign.caller_pool
  return (
    <Section title={w.title} help={helpGroup('callerPool')}>
      <p className="small mute mb-2">{w.about}</p>
      {isAllowed('edit', campaign) ? (
        <PoolForm key={JSON.stringify(campaign.caller_pool)} campaign={campaign} numbers={numbers} />
      ) : (
        <Sheet pad>
          <dl className="kv">
            <dt>{w.rotation}</dt>
            <dd>{w.rotations[rotation]}</dd>
            <dt>{w.allOrOnly}</dt>
            <dd>
              {chosen === null
                ? w.all
                : numbers
                    .filter(({ id }) => chosen.includes(id))
                    .map((number) => (
                      <p key={number.id}>
                        {number.name}
                        {number.state && <span className="warn"> {number.state}</span>}
                      </p>
                    ))}
            </dd>
          </dl>
        </Sheet>
      )}
    </Section>
  )
}

function PoolForm({ campaign, numbers }: Props & { numbers: readonly PoolNumber[] }) {
  const stored = campaign.caller_pool
  const [rotation, setRotation] = useState<Rotation>(stored.rotation)
  const [chosen, setChosen] = useState<readonly number[] | null>(stored.phone_number_ids)
  const save = useMutation({
    mutationFn: () =>
      saveCallerPool(campaign.id, { rotation, ...(chosen === null ? {} : { phone_number_ids: [...chosen] }) }),
  })
  const changed = rotation !== stored.rotation || JSON.stringify(chosen) !== JSON.stringify(stored.phone_number_ids)
  const toggle = (id: number, on: boolean) =>
    setChosen(on ? [...(chosen ?? []), id] : (chosen ?? []).filter((one) => one !== id))
  return (
    <div className="stack gap-2">
      <ActionError title={w.notSaved} of={save.error} />
      <div className="row wrap">
        <select
          className="select"
          aria-label={w.rotation}
          value={rotation}
          onChange={({ target }) => setRotation(target.value as Rotation)}
        >
          {ROTATIONS.map((one) => (
            <option key={one} value={one}>
              {w.rotations[one]}
            </option>
          ))}
        </select>
        <select
          className="select"
          aria-label={w.allOrOnly}
          value={chosen === null ? 'all' : 'only'}
          onChange={({ target }) => setChosen(target.value === 'all' ? null : [])}
        >
          <option value="all">{w.all}</option>
          <option value="only">{w.only}</option>
        </select>
      </div>
      {rotation === 'local' && <p className="small mute">{w.localHelp}</p>}
      {chosen !== null && numbers.length === 0 && <p className="mute">{w.noNumbers}</p>}
      {chosen !== null &&
        numbers.map(({ id, name, state }) => (
          <label key={id} className="row">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) => toggle(id, target.checked)}
            />
            <span>{name}</span>
            {state && <span className="warn">{state}</span>}
          </label>
        ))}
      {changed && (
        <div className="row">
          <Button
            small
            kind="primary"
            busy={save.isPending}
            disabled={chosen !== null && chosen.length === 0}
            onClick={() => save.mutate()}
          >
            {w.save}
          </Button>
        </div>
      )}
    </div>
  )
}
