/** Applies Asterisk's events to the calls of this node. Events may be repeated, late, out of order or missing. */
import type { CallUpdate } from '../../provider.ts'
import { type AriConnection, sideChannelIds } from './ari-connection.ts'
import { type AriEvent, eventTimeMs } from './events.ts'
import type { EndedEvent, LiveCall } from './live-call.ts'
import { AMD_VARIABLE, detectMachine, readAmdStatus } from './machine-detection.ts'
import { closeMediaLeg, openMediaLeg } from './media-leg.ts'
import type { ChannelEnd } from './outcomes.ts'

/** First argument in `Stasis(...)` of channels that this program dialed. */
export const OUTBOUND_ARGUMENT = 'outbound'
export const INBOUND_ARGUMENT = 'inbound'

/** Set on a channel that is hung up by a node other than the one that dialed it. */
const HUNG_UP_VARIABLE = 'OUTDIAL_HUNG_UP'

const KEY = /^[0-9A-D*#]$/

/**
 * Marks a hang-up by another node: the node that dialed the call reports its end, and must know that one of the nodes ended it.
 */
export async function reportCallEvent(link: AriConnection, channelId: string): Promise<void> {
  const path = `channels/${encodeURIComponent(channelId)}/variable`
  await link.rest.ask('POST', path, { variable: HUNG_UP_VARIABLE, value: '1' })
}

export function applyEvent(link: AriConnection, event: AriEvent): void {
  const channel = event.channel ?? event.peer
  if (!channel) return
  const call = link.book.withChannel(channel.id)
  if (call) call.confirmed = true
  switch (event.type) {
    case 'StasisStart':
      link.starts.started(channel.id)
      if (call) return enterStasis(link, call, channel.state, event)
      return turnAwayUnknown(link, channel.id, event)
    case 'ChannelStateChange':
      if (call && channel.state === 'Ringing') ringing(link, call, event)
      if (call && channel.state === 'Up') onAnswered(link, call, event)
      return
    case 'Dial':
      if (call && event.dialstatus === 'RINGING') ringing(link, call, event)
      return
    case 'ChannelDtmfReceived':
      // Over a websocket, key presses arrive with the audio and are handled there.
      if (event.digit && KEY.test(event.digit)) call?.audioSocketMedia?.digit(event.digit)
      return
    case 'ChannelVarset':
      if (call && event.variable === HUNG_UP_VARIABLE) call.hungUpByUs = true
      return machineVerdict(link, channel.id, event)
    case 'ChannelDestroyed':
      return destroyed(link, channel.id, event)
  }
}

/** Attaches audio to an answered call, and starts machine detection. Done once per call. */
export function beginConversation(link: AriConnection, call: LiveCall): void {
  if (call.conversing || call.phase === 'ended') return
  call.conversing = true
  void openMediaLeg(link, call)
    .catch((error: unknown) => {
      link.context.log.error({ err: error, call_id: call.ref.callId }, 'failed to attach the audio of a call')
      return 'the audio could not be handed over'
    })
    .then((fault) => {
      if (call.phase === 'ended') return closeMediaLeg(link, call)
      if (fault) link.abandon(call, fault)
    })
  if (call.plan.detectMachine) void detectMachine(link, call)
}

export function onAnswered(link: AriConnection, call: LiveCall, event: AriEvent | null): void {
  if (call.phase === 'up' || call.phase === 'ended') return
  const { clock } = link.context
  const atMs = event ? eventTimeMs(event) : null
  call.answered(atMs ?? clock.now())
  call.durationTimer = clock.after(call.plan.maxDurationMs, () => link.hangUp(call))
  report(link, call, { kind: 'answered' }, atMs)
}

export function onEnded(link: AriConnection, call: LiveCall, news: EndedEvent, atMs: number | null): void {
  link.book.removeEnded(call, news)
  report(link, call, news, atMs)
  void closeMediaLeg(link, call)
}

function report(link: AriConnection, call: LiveCall, news: CallUpdate, atMs: number | null): void {
  void call.report(link.context.report, link.context.log, news, atMs)
}

function enterStasis(link: AriConnection, call: LiveCall, state: string, event: AriEvent): void {
  if (state !== 'Up') return
  onAnswered(link, call, event)
  beginConversation(link, call)
}

/**
 * Hangs up a call of this program that this node does not know, because its dial was given up. The person must not hear silence.
 */
function turnAwayUnknown(link: AriConnection, channelId: string, event: AriEvent): void {
  if (event.args?.[0] === OUTBOUND_ARGUMENT) void link.rest.hangUp(channelId)
}

function ringing(link: AriConnection, call: LiveCall, event: AriEvent): void {
  if (call.rang || call.phase === 'up' || call.phase === 'ended') return
  call.rang = true
  call.phase = 'ringing'
  report(link, call, { kind: 'ringing' }, eventTimeMs(event))
}

function machineVerdict(link: AriConnection, channelId: string, event: AriEvent): void {
  if (event.variable !== AMD_VARIABLE || !channelId.startsWith(sideChannelIds.snoop(''))) return
  const call = link.book.withChannel(channelId.slice(sideChannelIds.snoop('').length))
  const verdict = readAmdStatus(event.value ?? '')
  if (call && verdict) report(link, call, verdict, eventTimeMs(event))
}

function destroyed(link: AriConnection, channelId: string, event: AriEvent): void {
  link.starts.ended(channelId, event.cause_txt ?? 'ended')
  const call = link.book.withChannel(channelId)
  if (call) {
    const atMs = eventTimeMs(event)
    const { clock } = link.context
    onEnded(link, call, call.ended(channelEnd(event), atMs ?? clock.now(), clock), atMs)
  }
  endJoined(link, channelId, call)
}

/** Ends the other of two joined calls, whichever of them this node has. */
function endJoined(link: AriConnection, endedId: string, call: LiveCall | undefined): void {
  const left = link.book.all().find(({ joinedWith }) => joinedWith === endedId)
  if (left) link.hangUp(left)
  else if (call?.joinedWith) void link.rest.hangUp(call.joinedWith)
}

function channelEnd(event: AriEvent): ChannelEnd {
  return { cause: event.cause ?? 0, causeText: event.cause_txt ?? '', sipStatus: event.tech_cause ?? 0 }
}
