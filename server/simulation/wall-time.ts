const DAYS_OF_WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const formatters = new Map<string, Intl.DateTimeFormat>()

/** What a clock on the wall of that zone shows; by Intl, so that checkers do not ask the rule they check. */
export function wallTime(zone: string, atMs: number): { day: number; time: string; date: string; iso: string } {
  let formatter = formatters.get(zone)
  if (!formatter) {
    const ofDay = { year: 'numeric', month: '2-digit', day: '2-digit', weekday: 'short' } as const
    const ofTime = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...ofDay, ...ofTime })
    formatters.set(zone, formatter)
  }
  const parts = new Map(formatter.formatToParts(atMs).map((part) => [part.type, part.value]))
  const day = DAYS_OF_WEEK.indexOf(parts.get('weekday') as string)
  const date = ['year', 'month', 'day'].map((name) => parts.get(name as Intl.DateTimeFormatPartTypes)).join('-')
  return { day, time: `${parts.get('hour')}:${parts.get('minute')}`, date, iso: new Date(atMs).toISOString() }
}
