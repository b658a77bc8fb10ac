/** UTC offset of a zone at an instant, in minutes; 0 for an unknown zone. Used as the reference for "tomorrow". */
export function timezoneOffsetMinutes(timezone: string, instant: Date): number {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' })
    const name = format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
    if (sign === undefined) return 0
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  } catch {
    return 0
  }
}
