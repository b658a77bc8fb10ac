import type { Schedule } from '../../dialer/rules/calling-window.ts'

/** Whose wall clock a campaign goes by. Hours that are switched off have no say, and neither has their zone. */
export function zoneOfCampaign(
  hours: Pick<Schedule, 'enabled' | 'timezone'> | null | undefined,
  organizationZone: string,
): string {
  return hours?.enabled ? hours.timezone : organizationZone
}
