import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asterisk, asteriskAvailable, startAsterisk } from '../../../../test/asterisk/asterisk.ts'
import { listenTo, tone } from '../../../../test/asterisk/listener.ts'
import { openRecordingAccount } from '../../../../test/asterisk/recording-account.ts'

const BOOT_TIMEOUT_MS = 180_000

describe.skipIf(!asteriskAvailable())('a real Asterisk that speaks JSON on its audio sockets', () => {
  let asterisk: Asterisk

  beforeAll(async () => {
    asterisk = await startAsterisk({ values: { mediaControl: 'json' } })
  }, BOOT_TIMEOUT_MS)

  afterAll(async () => {
    await asterisk?.stop()
  })

  test('keys, marks and clear work as in the plain form', async () => {
    const pbx = openRecordingAccount(asterisk)
    const call = await pbx.dial('906')
    const media = await pbx.media(call)
    const ear = listenTo(media)
    media.send(tone(440, 0.2))
    media.mark('played')
    media.send(tone(440, 5))
    media.mark('dropped')
    expect(await ear.marked('played')).toBe(true)
    media.clear()
    expect(await ear.marked('dropped')).toBe(false)
    await ear.digit(3)
    expect(ear.digits).toEqual(['1', '2', '#'])
    await pbx.account.hangUp(call)
    await pbx.close()
  }, 180_000)
})
