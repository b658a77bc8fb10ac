import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Call } from '../../api/calls.ts'
import { configurationList } from '../../api/telephony.ts'
import { workflowList } from '../../api/workflows.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { money, phone } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { timeOfDay, utcTitle } from '../../ui/time.ts'
import { momentsOf } from './call-story.ts'

export function Gathered({ call }: { call: Call }) {
  const values = Object.entries(call.gathered_context)
  return (
    <Section
      title="Gathered"
      aside={
        values.length > 0 && (
          <CopyButton
            label="Copy the gathered values"
            text={values.map(([name, value]) => `${name}: ${String(value)}`).join('\n')}
          />
        )
      }
    >
      {values.length === 0 ? (
        <p className="soft">{call.is_completed ? 'No value was asked for, or none was given.' : 'Nothing yet.'}</p>
      ) : (
        <dl className="kv">
          {values.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="code">{name}</dt>
              <dd className="strong">{String(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  )
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

export function Timeline({ call, zone }: { call: Call; zone: string }) {
  const moments = momentsOf(call)
  const start = Date.parse(moments[0]?.at ?? call.created_at)
  const all = call.ended_at ? `${seconds(Date.parse(call.ended_at) - start)} in all` : 'going on'
  return (
    <Section title="Timeline" aside={all}>
      <ul className="tl">
        {moments.map(({ at, title, detail, key }, index) => (
          <li key={index} className={key ? 'key' : ''}>
            <span>
              {title.replace(/\+\d{7,15}/, phone)}
              {detail && <small>{detail}</small>}
            </span>
            <time dateTime={at} title={utcTitle(Date.parse(at))}>
              {index === 0 ? timeOfDay(start, zone, true) : `+${seconds(Math.max(0, Date.parse(at) - start))}`}
            </time>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function Facts({ call }: { call: Call }) {
  const carrier = useQuery(configurationList()).data?.configurations.find(
    ({ id }) => id === call.telephony_configuration_id,
  )
  const workflow = useQuery(workflowList()).data?.find(({ id }) => id === call.workflow_id)
  const { reply_gap_p50_ms: middle, reply_gap_max_ms: longest } = call.latencies
  return (
    <Section title="Facts">
      <dl className="kv">
        {middle !== undefined && longest !== undefined && (
          <>
            <dt>Replies after</dt>
            <dd>
              {seconds(middle)} median, {seconds(longest)} at most
            </dd>
          </>
        )}
        <dt>Carrier</dt>
        <dd>
          {carrier ? (
            <Link className="link" to={paths.telephonyConfiguration(carrier.id)}>
              {carrier.name}
            </Link>
          ) : (
            call.mode
          )}
        </dd>
        <dt>Workflow</dt>
        <dd>
          <Link className="link" to={paths.workflow(call.workflow_id)}>
            {workflow?.name ?? 'An archived workflow'}
          </Link>
        </dd>
        {call.cost && (
          <>
            <dt>Cost</dt>
            <dd>
              {money(call.cost.amount, call.cost.currency)}
              {call.cost.source === 'estimate' ? ', estimated' : ', by the carrier'}
            </dd>
          </>
        )}
        {call.campaign_id !== null && (
          <>
            <dt>Why called</dt>
            <dd>
              <Link
                className="link"
                to={paths.campaign(call.campaign_id, 'contacts')}
                search={{ contact: call.contact_id } as never}
              >
                Every try and every rule
              </Link>
            </dd>
          </>
        )}
        <dt>Call id</dt>
        <dd className="code">{call.id}</dd>
      </dl>
    </Section>
  )
}
