import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Call } from '../../api/calls.ts'
import { configurationList } from '../../api/telephony.ts'
import { workflowList } from '../../api/workflows.ts'
import { Author } from '../../components/author.tsx'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { money, phone, tenthsOfSeconds } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { timeOfDay, utcTitle } from '../../ui/time.ts'
import { callWords as w } from '../../words/call.ts'
import { callerPool as poolWords } from '../../words/caller-pool.ts'
import { experimentWords } from '../../words/experiment.ts'
import { route as routeWords } from '../../words/route.ts'
import { timelineMomentsOf } from './call-story.ts'
import { ModelUsage } from './model-usage.tsx'

export function GatheredValues({ call }: { call: Call }) {
  const values = Object.entries(call.gathered_context)
  return (
    <Section
      title={w.gathered}
      aside={
        values.length > 0 && (
          <CopyButton
            label={w.copyGathered}
            text={values.map(([name, value]) => `${name}: ${String(value)}`).join('\n')}
          />
        )
      }
    >
      {values.length === 0 ? (
        <p className="soft">{call.is_completed ? w.noValue : w.nothingYet}</p>
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

const seconds = (ms: number): string => `${tenthsOfSeconds(ms)} s`

export function Timeline({ call, zone }: { call: Call; zone: string }) {
  const moments = timelineMomentsOf(call)
  const start = Date.parse(moments[0]?.at ?? call.created_at)
  const all = call.ended_at ? w.inAll(seconds(Date.parse(call.ended_at) - start)) : w.goingOn
  return (
    <Section title={w.timeline} aside={all}>
      <ul className="tl">
        {moments.map(({ at, title, detail, key }, index) => (
          <li key={index} className={key ? 'key' : ''}>
            <span>
              {title.replace(/\+\d{7,15}/, phone)}
              {detail && (
                <small>
                  <Author by={detail} />
                </small>
              )}
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

export function CallFacts({ call }: { call: Call }) {
  const carriers = useQuery(configurationList()).data?.configurations ?? []
  const nameOf = (of: number) => carriers.find(({ id }) => id === of)?.name ?? routeWords.deleted
  const carrier = carriers.find(({ id }) => id === call.telephony_configuration_id)
  const workflow = useQuery(workflowList()).data?.find(({ id }) => id === call.workflow_id)
  const { reply_gap_p50_ms: middle, reply_gap_max_ms: longest } = call.latencies
  return (
    <Section title={w.facts}>
      <dl className="kv">
        {middle !== undefined && longest !== undefined && (
          <>
            <dt>{w.repliesAfter}</dt>
            <dd>{w.gaps(seconds(middle), seconds(longest))}</dd>
          </>
        )}
        <dt>{w.carrier}</dt>
        <dd>
          {carrier ? (
            <Link className="link" to={paths.telephonyConfiguration(carrier.id)}>
              {carrier.name}
            </Link>
          ) : (
            call.mode
          )}
          {call.route && call.route.skipped.length > 0 && (
            <p className="small mute">
              {routeWords.took(call.route.position)}.{' '}
              {call.route.skipped
                .map(({ telephony_configuration_id, reason }) =>
                  routeWords.skipped(nameOf(telephony_configuration_id), routeWords.states[reason]),
                )
                .join('; ')}
            </p>
          )}
        </dd>
        {call.call_type === 'outbound' && call.caller_number !== null && (
          <>
            <dt>{poolWords.numberShown}</dt>
            <dd>
              {phone(call.caller_number)}
              {call.caller_reason && <p className="small mute">{poolWords.reasons[call.caller_reason]}</p>}
            </dd>
          </>
        )}
        {call.attestation && (
          <>
            <dt>{w.signature}</dt>
            <dd>
              {w.attested(call.attestation.level)}
              {call.call_type === 'inbound' && `, ${w.verified(call.attestation.is_verified)}`}
            </dd>
          </>
        )}
        {call.arm !== null && (
          <>
            <dt>{experimentWords.arm}</dt>
            <dd>{call.arm}</dd>
          </>
        )}
        <dt>{w.workflow}</dt>
        <dd>
          <Link className="link" to={paths.workflow(call.workflow_id)}>
            {workflow?.name ?? w.archivedWorkflow}
          </Link>
        </dd>
        {call.cost && (
          <>
            <dt>{w.cost}</dt>
            <dd>
              {money(call.cost.amount, call.cost.currency)}
              {call.cost.source === 'estimate' ? w.estimated : w.byCarrier}
            </dd>
          </>
        )}
        {call.model_usage && <ModelUsage usage={call.model_usage} />}
        {call.campaign_id !== null && (
          <>
            <dt>{w.whyCalled}</dt>
            <dd>
              <Link
                className="link"
                to={paths.campaign(call.campaign_id, 'contacts')}
                search={{ contact: call.contact_id } as never}
              >
                {w.everyTry}
              </Link>
            </dd>
          </>
        )}
        <dt>{w.callId}</dt>
        <dd className="code">{call.id}</dd>
      </dl>
    </Section>
  )
}
