import type { Schedule } from '../../dialer/rules/calling-window.ts'

/** The time zone of a campaign. Calling hours that are switched off do not count, and neither does their zone. */
export function zoneOfCampaign(
  hours: Pick<Schedule, 'enabled' | 'timezone'> | null | undefined,
  organizationZone: string,
): string {
  return hours?.enabled ? hours.timezone : organizationZone
}
