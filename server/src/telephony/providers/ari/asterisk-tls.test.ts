import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asterisk, asteriskAvailable, startAsterisk } from '../../../../test/asterisk/asterisk.ts'
import { listenTo, shareAt, tone } from '../../../../test/asterisk/listener.ts'
import { openRecordingAccount } from '../../../../test/asterisk/recording-account.ts'

const BOOT_TIMEOUT_MS = 180_000

describe.skipIf(!asteriskAvailable())('a real Asterisk behind TLS', () => {
  let asterisk: Asterisk

  beforeAll(async () => {
    asterisk = await startAsterisk()
  }, BOOT_TIMEOUT_MS)

  afterAll(async () => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    await asterisk?.stop()
  })

  test('a certificate that nobody vouches for is refused before anything is sent', async () => {
    const pbx = openRecordingAccount(asterisk, { credentials: { ari_endpoint: asterisk.tlsEndpoint } })
    expect(await pbx.account.place(pbx.order('907'), AbortSignal.timeout(10_000))).toMatchObject({
      kind: 'later',
      reason: expect.stringMatching(/SELF_SIGNED/),
    })
    expect(await pbx.account.check()).toMatchObject({ ok: false, message: expect.stringMatching(/SELF_SIGNED/) })
    await pbx.close()
  })

  test('requests, events and audio all go through https and wss', async () => {
    // Node reads NODE_EXTRA_CA_CERTS only at its start; trusting everything is what is left to a running test.
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    const pbx = openRecordingAccount(asterisk, { credentials: { ari_endpoint: `${asterisk.tlsEndpoint}/ari/` } })
    const call = await pbx.dial('907')
    const media = await pbx.media(call)
    const ear = listenTo(media)
    const echo = ear.hears(4_000)
    media.send(tone(440, 1))
    expect(shareAt(440, await echo)).toBeGreaterThan(0.95)
    await pbx.account.hangUp(call)
    expect(await pbx.news(call, 'ended')).toMatchObject({ as: 'completed', endedBy: 'us' })
    await pbx.close()
  }, 180_000)
})
