import type { BodyOf } from '@outdial/sdk'
import type { Campaign } from '../../api/campaigns.ts'

/** A carrier of the route as the form shows it. */
export interface RouteRow {
  key: number
  configurationId: number | null
  /** Prefixes and country codes, with commas or spaces between them. */
  takes: string
}

export function rowsOfRoute({ route }: Pick<Campaign, 'route'>): RouteRow[] {
  return (route ?? []).map(({ telephony_configuration_id, prefixes, countries }, index) => ({
    key: index + 1,
    configurationId: telephony_configuration_id,
    takes: [...prefixes, ...countries].join(', '),
  }))
}

type Body = NonNullable<BodyOf<'/api/v1/campaign/{campaign_id}', 'patch'>['route']>

/** What begins with a plus or a digit is a prefix, the rest are country codes; the server checks both. */
export function routeBody(rows: readonly RouteRow[]): Body {
  return rows.flatMap(({ configurationId, takes }) => {
    if (configurationId === null) return []
    const parts = takes.split(/[\s,;]+/).filter((part) => part !== '')
    const isPrefix = (part: string) => /^[+\d]/.test(part)
    return [
      {
        telephony_configuration_id: configurationId,
        prefixes: parts.filter(isPrefix).map((part) => (part.startsWith('+') ? part : `+${part}`)),
        countries: parts.filter((part) => !isPrefix(part)),
      },
    ]
  })
}
