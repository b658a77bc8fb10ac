import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asterisk, asteriskAvailable, startAsterisk } from '../../../../test/asterisk/asterisk.ts'
import { startProxy } from '../../../../test/asterisk/cuttable-proxy.ts'
import { listenTo, shareAt, tone } from '../../../../test/asterisk/listener.ts'
import { hurriedClock, openRecordingAccount } from '../../../../test/asterisk/recording-account.ts'

const BOOT_TIMEOUT_MS = 180_000
const CALL_TIMEOUT_MS = 30_000

describe.skipIf(!asteriskAvailable())('bad weather between us and a real Asterisk', () => {
  let asterisk: Asterisk

  beforeAll(async () => {
    asterisk = await startAsterisk()
  }, BOOT_TIMEOUT_MS)

  afterAll(async () => {
    await asterisk?.stop()
  })

  test(
    'after a lost connection no call stays live that is not, and none is lost that is',
    async () => {
      const proxy = await startProxy(asterisk.httpPort)
      const pbx = openRecordingAccount(asterisk, { credentials: { ari_endpoint: `http://127.0.0.1:${proxy.port}` } })
      const staying = await pbx.dial('907')
      const leaving = await pbx.dial('907')
      const ringing = await pbx.dial('902')
      const answering = await pbx.dial('910')
      await Promise.all([
        pbx.media(staying),
        pbx.media(leaving),
        pbx.news(ringing, 'ringing'),
        pbx.news(answering, 'ringing'),
      ])

      // The answer of one call is spoken into a dead wire; then the wire is cut.
      proxy.mute()
      await pbx.until(async () => (await channelLine(answering.callKey)).includes('!Up!Stasis!'))
      proxy.cut()
      await pbx.until(async () => (await pbx.account.check()).details.connected === false)
      expect(await pbx.account.place(pbx.order('907'), AbortSignal.timeout(5_000))).toMatchObject({ kind: 'later' })
      expect(await pbx.account.lookUp(staying)).toMatchObject({ kind: 'unsure' })
      for (const call of [leaving, ringing]) {
        await asterisk.cli(`channel request hangup ${await channelName(call.callKey)}`)
        await pbx.until(async () => (await channelLine(call.callKey)) === '')
      }
      expect(
        pbx.events.filter((event) => event.kind === 'ended' || event.call.callId === answering.callId),
      ).toHaveLength(1)
      proxy.mend()

      expect(await pbx.news(leaving, 'ended')).toMatchObject({
        as: 'completed',
        endedBy: null,
        cause: 'ended while the connection to Asterisk was lost',
      })
      expect(await pbx.news(ringing, 'ended')).toMatchObject({ as: 'no_answer', permanent: false, endedBy: null })
      await pbx.news(answering, 'answered')
      const media = await pbx.media(answering)
      const ear = listenTo(media)
      const echo = ear.hears(4_000)
      media.send(tone(440, 1))
      expect(shareAt(440, await echo)).toBeGreaterThan(0.9)

      expect(await pbx.account.lookUp(staying)).toMatchObject({ kind: 'live', news: 'answered' })
      await Promise.all([pbx.account.hangUp(staying), pbx.account.hangUp(answering)])
      expect(await pbx.news(staying, 'ended')).toMatchObject({ as: 'completed', endedBy: 'us' })
      await pbx.news(answering, 'ended')
      expect(pbx.events.filter((event) => event.kind === 'ended')).toHaveLength(4)
      await pbx.close()
      await proxy.close()
    },
    CALL_TIMEOUT_MS,
  )

  test(
    'what a node that died has left at the PBX is removed by another: the person, the bridge, the audio channel',
    async () => {
      const proxy = await startProxy(asterisk.httpPort)
      const dying = openRecordingAccount(asterisk, { credentials: { ari_endpoint: `http://127.0.0.1:${proxy.port}` } })
      const call = await dying.dial('907')
      await dying.media(call)
      proxy.cut()
      await dying.close()
      await dying.until(async () => !(await asterisk.cli('core show channels concise')).includes('outdial-media-'))
      expect(await channelLine(call.callKey)).toContain('!Up!')

      const living = openRecordingAccount(asterisk, { clock: hurriedClock(100) })
      // The limit of a call is a timer too.
      const own = await living.dial('907', { maxDurationSeconds: 3_600 })
      // Alone in its bridge as well, but its node is alive.
      ;(await living.media(own)).close()
      await living.until(async () => (await channelLine(call.callKey)) === '')
      await living.until(async () => !(await asterisk.cli('bridge show all')).includes(call.callKey))
      expect(await channelLine(own.callKey)).toContain('!Up!')
      await living.account.hangUp(own)
      await living.news(own, 'ended')
      await living.close()
      await proxy.close()
    },
    CALL_TIMEOUT_MS,
  )

  test(
    'Asterisk killed: nothing is dialled while it is away, its calls are ended when it is back, and dialling goes on',
    async () => {
      const pbx = openRecordingAccount(asterisk)
      const up = await pbx.dial('907')
      const ringing = await pbx.dial('902')
      const ear = listenTo(await pbx.media(up))
      await pbx.news(ringing, 'ringing')

      await asterisk.kill()
      await ear.closed
      await pbx.until(async () => (await pbx.account.check()).details.connected === false)
      expect(await pbx.account.place(pbx.order('907'), AbortSignal.timeout(5_000))).toMatchObject({ kind: 'later' })
      expect(await pbx.account.lookUp(up)).toMatchObject({ kind: 'unsure' })
      expect(await pbx.account.check()).toMatchObject({ ok: false })
      await asterisk.restart()

      expect(await pbx.news(up, 'ended')).toMatchObject({ as: 'completed', endedBy: null })
      expect(await pbx.news(ringing, 'ended')).toMatchObject({ as: 'no_answer', endedBy: null })
      const busy = await pbx.dial('90017')
      expect(await pbx.news(busy, 'ended')).toMatchObject({ as: 'busy' })
      expect(pbx.events.filter((event) => event.kind === 'ended')).toHaveLength(3)
      await pbx.close()
    },
    CALL_TIMEOUT_MS,
  )

  async function channelLine(id: string): Promise<string> {
    const lines = (await asterisk.cli('core show channels concise')).split('\n')
    return lines.find((line) => line.endsWith(`!${id}`)) ?? ''
  }

  async function channelName(id: string): Promise<string> {
    return (await channelLine(id)).split('!')[0] ?? ''
  }
})
