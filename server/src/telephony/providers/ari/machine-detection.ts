/**
 * Answering-machine detection by Asterisk's AMD application. It runs on a snoop channel beside the call, so that the agent can
 * already speak. The dialplan needs only `exten => s,1,AMD()` in `amd_context`: the verdict is read from the variable that AMD
 * sets.
 */
import { succeeded } from '../../carrier-kit/http.ts'
import type { CallUpdate } from '../../provider.ts'
import { type AriConnection, sideChannelIds } from './ari-connection.ts'
import { describeAnswer } from './client.ts'
import type { LiveCall } from './live-call.ts'

export const AMD_VARIABLE = 'AMDSTATUS'
const SNOOP_TIMEOUT_MS = 5_000

/** Verdicts by AMDSTATUS. It can also be HANGUP: the call ended first, which is not a verdict. */
const VERDICTS: Readonly<Record<string, Extract<CallUpdate, { kind: 'machine' }>['verdict']>> = {
  HUMAN: 'human',
  MACHINE: 'machine',
  NOTSURE: 'unknown',
}

export function readAmdStatus(status: string): Extract<CallUpdate, { kind: 'machine' }> | null {
  const verdict = VERDICTS[status]
  return verdict ? { kind: 'machine', verdict } : null
}

/** Starts the detection. A failure does not end the call: it is logged, and the agent's own detection decides. */
export async function detectMachine(link: AriConnection, call: LiveCall): Promise<void> {
  const snoopId = sideChannelIds.snoop(call.channelId)
  const path = `channels/${encodeURIComponent(snoopId)}`
  const started = link.starts.expect(snoopId, SNOOP_TIMEOUT_MS)
  const steps = [
    () =>
      link.rest.ask('POST', `channels/${encodeURIComponent(call.channelId)}/snoop/${encodeURIComponent(snoopId)}`, {
        spy: 'in',
        app: link.nodeApp,
        appArgs: 'snoop',
      }),
    // Subscribes explicitly: leaving Stasis for the dialplan ends the implicit subscription, and the verdict comes after that.
    () =>
      link.rest.ask('POST', `applications/${encodeURIComponent(link.nodeApp)}/subscription`, {
        eventSource: `channel:${snoopId}`,
      }),
    async () => {
      await started
      return link.rest.ask('POST', `${path}/continue`, {
        context: link.settings.amdContext,
        extension: 's',
        priority: '1',
      })
    },
  ]
  for (const step of steps) {
    const answer = await step()
    if (!succeeded(answer)) {
      if (call.phase !== 'ended') {
        link.context.log.warn(
          { call_id: call.ref.callId, answer: describeAnswer(answer) },
          'failed to start answering-machine detection at Asterisk',
        )
      }
      await link.rest.hangUp(snoopId)
      return
    }
  }
}
