/** Through which carriers a campaign dials, in which order, and what became of it. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CampaignRouteStep, campaignRoute } from '../../api/campaigns.ts'
import { configurationList } from '../../api/telephony.ts'
import { isAllowed } from '../../components/campaign-actions.ts'
import { restoreRoute, saveRoute } from '../../components/campaign-setup-requests.ts'
import { helpGroup } from '../../components/help.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { ActionError } from '../../forms/action-error.tsx'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { Section, Sheet } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/states.tsx'
import { timeOfDay } from '../../ui/time.ts'
import { route as w } from '../../words/route.ts'
import type { CampaignProps } from './campaign-page.tsx'
import { type RouteRow, routeBody, rowsOfRoute } from './route-rows.ts'

type Props = Pick<CampaignProps, 'campaign'>

export function RouteSection({ campaign }: Props) {
  const found = useQuery(campaignRoute(campaign.id))
  const steps = found.data?.steps ?? []
  const restore = useMutation({ mutationFn: () => restoreRoute(campaign.id) })
  const mayRestore = campaign.state === 'running' && steps.some(({ state }) => state === 'stopped')
  return (
    <Section
      title={w.title}
      help={helpGroup('routes')}
      aside={
        mayRestore && (
          <Button small busy={restore.isPending} onClick={() => restore.mutate()}>
            {w.restore}
          </Button>
        )
      }
    >
      <ActionError title={w.notRestored} of={restore.error} />
      <p className="small mute mb-2">{w.about}</p>
      {campaign.route !== null && (
        <QueryContent of={found} what={w.theRoute}>
          {() => <Steps steps={steps} />}
        </QueryContent>
      )}
      {campaign.route === null && !isAllowed('edit', campaign) && <p className="mute">{w.none}</p>}
      {isAllowed('edit', campaign) && <RouteForm key={JSON.stringify(campaign.route)} campaign={campaign} />}
    </Section>
  )
}

function Steps({ steps }: { steps: readonly CampaignRouteStep[] }) {
  const zone = useOrganization().time_zone
  return (
    <Sheet pad>
      <ol className="stack gap-3">
        {steps.map((step) => (
          <li key={step.telephony_configuration_id} className="stack gap-0.5">
            <span className="row">
              <strong>{step.name ?? w.deleted}</strong>
              <span className={step.state === 'ready' ? 'mute' : 'warn'}>
                {w.states[step.state]}
                {step.until !== null && ` ${w.until(timeOfDay(new Date(step.until), zone))}`}
              </span>
            </span>
            <span className="small mute">
              {[...step.prefixes, ...step.countries].join(', ') || w.everyNumber}
              {step.calls > 0 && ` · ${w.calls(step.calls)}, ${w.reached(count(step.got_through))}`}
            </span>
            {step.cause !== null && <span className="small">{step.cause}</span>}
          </li>
        ))}
      </ol>
    </Sheet>
  )
}

function RouteForm({ campaign }: Props) {
  const configurations = useQuery(configurationList()).data?.configurations ?? []
  const [rows, setRows] = useState(() => rowsOfRoute(campaign))
  const save = useMutation({ mutationFn: () => saveRoute(campaign.id, routeBody(rows)) })
  const change = (place: number, changed: Partial<RouteRow>) =>
    setRows(rows.map((row, index) => (index === place ? { ...row, ...changed } : row)))
  const moveUp = (place: number) => {
    const [above, row] = [rows[place - 1], rows[place]]
    if (above && row) setRows([...rows.slice(0, place - 1), row, above, ...rows.slice(place + 1)])
  }
  const changed = JSON.stringify(rows) !== JSON.stringify(rowsOfRoute(campaign))
  return (
    <div className="stack gap-2">
      <ActionError title={w.notSaved} of={save.error} />
      {rows.map((row, place) => (
        <div key={row.key} className="row wrap">
          <select
            className="select"
            aria-label={w.carrierOf(place + 1)}
            value={row.configurationId ?? ''}
            onChange={({ target }) => change(place, { configurationId: Number(target.value) })}
          >
            <option value="" disabled>
              {w.choose}
            </option>
            {configurations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <input
            className="input"
            aria-label={w.prefixesOf(place + 1)}
            placeholder={w.exampleNumbers}
            value={row.takes}
            onChange={({ target }) => change(place, { takes: target.value })}
          />
          {place > 0 && (
            <Button small onClick={() => moveUp(place)} aria-label={w.earlier(place + 1)}>
              ↑
            </Button>
          )}
          <Button
            small
            icon="x"
            aria-label={w.remove(place + 1)}
            onClick={() => setRows(rows.filter((_, index) => index !== place))}
          />
        </div>
      ))}
      <div className="row">
        <Button
          small
          onClick={() =>
            setRows([
              ...rows,
              { key: Math.max(0, ...rows.map(({ key }) => key)) + 1, configurationId: null, takes: '' },
            ])
          }
        >
          {w.add}
        </Button>
        {changed && (
          <Button
            small
            kind="primary"
            busy={save.isPending}
            disabled={rows.some(({ configurationId }) => configurationId === null)}
            onClick={() => save.mutate()}
          >
            {w.save}
          </Button>
        )}
      </div>
    </div>
  )
}
