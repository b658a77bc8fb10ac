/**
 * Telnyx' regional endpoints: the same API and the same keys (developers.telnyx.com, "Regional Endpoints"). Where a request is
 * processed is not guaranteed; where data is stored is a setting of the account ("Data Locality").
 */
import type { Regions } from '../../carrier-kit/regions.ts'

export const API_URL = 'https://api.telnyx.com/v2'

export const REGIONS: Regions = {
  us: { label: 'United States', urls: { api_base_url: API_URL } },
  eu: { label: 'Europe (Frankfurt)', urls: { api_base_url: 'https://api.telnyx.eu/v2' } },
  apac: { label: 'Asia-Pacific (Sydney)', urls: { api_base_url: 'https://api.telnyx.com.au/v2' } },
  ca: { label: 'Canada (Toronto)', urls: { api_base_url: 'https://api.telnyx.ca/v2' } },
  me: { label: 'Middle East (Dubai)', urls: { api_base_url: 'https://api.telnyx.me/v2' } },
}
