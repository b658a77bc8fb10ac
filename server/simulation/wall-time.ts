const DAYS_OF_WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const formatters = new Map<string, Intl.DateTimeFormat>()
/** By zone and minute: checkers ask for the same ones again and again. */
const known = new Map<string, Shown>()
const MOST_KNOWN = 10_000

interface Shown {
  day: number
  time: string
  date: string
}

/** What a clock on the wall of that zone shows; by Intl, so that checkers do not ask the rule they check. */
export function wallTime(zone: string, atMs: number): Readonly<Shown> {
  const key = `${zone} ${Math.floor(atMs / 60_000)}`
  let shown = known.get(key)
  if (!shown) {
    shown = shownAt(zone, atMs)
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(key, shown)
  }
  return shown
}

function shownAt(zone: string, atMs: number): Shown {
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
  return { day, time: `${parts.get('hour')}:${parts.get('minute')}`, date }
}
