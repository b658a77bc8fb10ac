import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Call, oneCall } from '../../api/calls.ts'
import { campaignList } from '../../api/campaigns.ts'
import { zoneOf } from '../../components/campaign-words.ts'
import { NotFound } from '../../components/not-found.tsx'
import { markOfCall } from '../../components/outcomes.ts'
import { Page } from '../../components/page.tsx'
import { personNameOf } from '../../components/person-name.ts'
import { resultWords } from '../../components/result-words.ts'
import { SimulatedTag } from '../../components/simulated.tsx'
import { useOrganization } from '../../components/use-organization.ts'
import { paths } from '../../paths.ts'
import { usePathId } from '../../routes/use-param.ts'
import { ordinal, phone } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { QueryContent } from '../../ui/states.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { timeSince, zoneName } from '../../ui/time.ts'
import { TimeText } from '../../ui/time-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import { callWords as w } from '../../words/call.ts'
import { CallActions } from './call-actions.tsx'
import { CallFacts, GatheredValues, Timeline } from './call-side-panel.tsx'
import { callStoryOf, isTalking, waveformFlagsOf } from './call-story.ts'
import { ListenIn } from './live-actions.tsx'
import { NoRecording, Player, RecordingFault } from './player.tsx'
import { Transcript } from './transcript.tsx'
import { usePlayer } from './use-player.ts'
import { useRecording } from './use-recording.ts'

export function CallPage() {
  const id = usePathId('callId')
  if (id === null) return <NotFound />
  return <OneCall key={id} id={id} />
}

function OneCall({ id }: { id: number }) {
  const query = useQuery(oneCall(id))
  const call = query.data
  const campaign = useQuery(campaignList()).data?.find((candidate) => candidate.id === call?.campaign_id)
  const organization = useOrganization()
  const zone = campaign ? zoneOf(campaign) : organization.time_zone
  const name = call && (personNameOf(call.initial_context) ?? phone(call.phone_number))
  return (
    <Page
      // The tab's title contains no name.
      title={w.call(id)}
      heading={<h1>{name ?? w.call(id)}</h1>}
      crumb={{ to: paths.calls, label: w.calls }}
      state={call && <Verdict call={call} />}
      facts={
        call && (
          <>
            <span>{phone(call.phone_number)}</span>
            <span>
              <Whose call={call} campaign={campaign} />
            </span>
            <span>
              <TimeText at={call.created_at} zone={zone} /> {zoneName(zone)}, <Ago at={call.created_at} />
            </span>
          </>
        )
      }
      actions={call && <CallActions call={call} />}
    >
      <QueryContent of={query} what={w.theCall} rows={8}>
        {(loaded) => <CallBody call={loaded} zone={zone} />}
      </QueryContent>
    </Page>
  )
}

function Ago({ at }: { at: string }) {
  const now = useNow(10_000)
  return <>{timeSince(Date.parse(at), now)}</>
}

function Verdict({ call }: { call: Call }) {
  const { mark, tone, word } = markOfCall(call)
  return (
    <span className="row wrap gap-y-1">
      <span className="pill">
        <StatusMark name={mark} tone={tone} />
        {word}
      </span>
      <SimulatedTag of={call} />
      {call.disposition && <span className="tag">{resultWords(call.disposition)}</span>}
    </span>
  )
}

function Whose({ call, campaign }: { call: Call; campaign: { id: number; name: string } | undefined }) {
  if (call.call_type === 'inbound')
    return <>{`${w.theyCalled} ${call.caller_number ? phone(call.caller_number) : ''}`.trim()}</>
  if (call.campaign_id === null) return <>{w.single}</>
  return (
    <>
      {w.attemptIn(ordinal(call.attempt))}{' '}
      {campaign ? (
        <Link className="link" to={paths.campaign(campaign.id)}>
          {campaign.name}
        </Link>
      ) : (
        w.deletedCampaign
      )}
    </>
  )
}

function whyNoRecording(call: Call): string {
  if (!call.is_completed) return w.heardLater
  if (call.answered_at === null) return w.nothingRecorded
  return w.noRecording
}

function CallBody({ call, zone }: { call: Call; zone: string }) {
  const there = call.is_completed && call.recording_url !== null
  const file = useRecording(call.id, there)
  const player = usePlayer(file.data?.peaks ?? null)
  const rows = useMemo(() => callStoryOf(call), [call])
  const flags = useMemo(() => waveformFlagsOf(call), [call])
  const person = personNameOf(call.initial_context)?.split(' ')[0] ?? w.person
  return (
    <div className="cols">
      <div className="stack gap-4">
        {call.is_simulated && (
          <Note tone="warn" title={w.testTitle}>
            {w.testText}
          </Note>
        )}
        {isTalking(call) && <ListenIn call={call} person={person} />}
        {!there && <NoRecording why={whyNoRecording(call)} />}
        {file.error !== null && <RecordingFault error={file.error} retry={() => void file.refetch()} />}
        {file.data && (
          <Player
            callId={call.id}
            person={person}
            file={file.data}
            player={player}
            flags={flags}
            onExpired={() => {
              // If a new link fails, the cause is different, and requesting another one would not help.
              if (Date.now() - file.dataUpdatedAt > 60_000) void file.refetch()
            }}
          />
        )}
        {rows.length > 0 && (
          <Transcript
            rows={rows}
            person={person}
            live={!call.is_completed}
            at={file.data ? player.at : null}
            playing={player.playing}
            onPlay={file.data && ((from) => player.seek(from, true))}
          />
        )}
        {rows.length === 0 && call.is_completed && (
          <p className="soft">{call.answered_at === null ? w.nothingSaid : w.noWords}</p>
        )}
      </div>
      <div className="stack">
        <GatheredValues call={call} />
        <Timeline call={call} zone={zone} />
        <CallFacts call={call} />
      </div>
    </div>
  )
}
