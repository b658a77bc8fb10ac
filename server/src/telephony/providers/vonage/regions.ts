/**
 * Vonage's regional hosts of the Voice API. Source: the region of an application's voice capability in the description of the
 * Application API (2026-10-08), which names the host of each. Applications and numbers have no regional hosts.
 */
import type { Regions } from '../../carrier-kit/regions.ts'

export const API_URL = 'https://api.nexmo.com'

export const REGIONS: Regions = {
  'na-east': { label: 'North America, East', urls: { api_base_url: 'https://api-us-3.vonage.com' } },
  'na-west': { label: 'North America, West', urls: { api_base_url: 'https://api-us-4.vonage.com' } },
  'eu-west': { label: 'Europe, West', urls: { api_base_url: 'https://api-eu-3.vonage.com' } },
  'eu-east': { label: 'Europe, East', urls: { api_base_url: 'https://api-eu-4.vonage.com' } },
  'apac-sng': { label: 'Singapore', urls: { api_base_url: 'https://api-ap-3.vonage.com' } },
  'apac-australia': { label: 'Australia', urls: { api_base_url: 'https://api-ap-4.vonage.com' } },
}
