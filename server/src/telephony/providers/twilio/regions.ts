/**
 * Twilio's Regions with Programmable Voice, each with its own edge location. Sources: "Using the Twilio REST API in a non-US
 * Region" (2026-07-20) and "Regional" of the CLI, which has the combinations of region and edge. Hosts without an edge
 * (`api.ie1.twilio.com`) ended on 28 April 2026.
 */
import type { Regions } from '../../carrier-kit/regions.ts'

export const API_URL = 'https://api.twilio.com'

export const REGIONS: Regions = {
  us1: { label: 'United States (US1)', urls: { api_base_url: API_URL } },
  ie1: { label: 'Ireland (IE1, Dublin)', urls: { api_base_url: 'https://api.dublin.ie1.twilio.com' } },
  au1: { label: 'Australia (AU1, Sydney)', urls: { api_base_url: 'https://api.sydney.au1.twilio.com' } },
  jp1: { label: 'Japan (JP1, Tokyo)', urls: { api_base_url: 'https://api.tokyo.jp1.twilio.com' } },
}
