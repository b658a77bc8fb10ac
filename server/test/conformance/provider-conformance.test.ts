/**
 * What every provider promises to the rest of the program, tried on each of them against its stand-in. A new provider is
 * picked up from its folder. Where a carrier has no such webhook, its stand-in answers null and the case is left out.
 */
import { describe, test } from 'vitest'
import { findProviders } from './find-providers.ts'
import { describeDialing, describeSecrecy, describeSpec } from './promises-of-dialing.ts'
import { describeMedia } from './promises-of-media.ts'
import { describeAnswering, describeForgeries, describeNews } from './promises-of-webhooks.ts'

for (const found of await findProviders()) {
  describe(found.name, () => {
    if ('fault' in found) {
      test('can be loaded', () => {
        throw found.fault
      })
      return
    }
    const { provider } = found
    describeSpec(found.name, provider)
    describeDialing(provider)
    describeSecrecy(provider)
    if (!provider.spec.capabilities.webhooks) return
    describeNews(provider)
    describeForgeries(provider)
    describeAnswering(provider)
    describeMedia(provider)
  })
}
