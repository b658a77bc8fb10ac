/** Which duties are open for a list. A confirmation covers the people known when it was made, and it expires. */

export interface OpenDuty {
  /** Id of the duty; `registry:` and the registry's id for a list that was not checked. */
  id: string
  text: string
}

export interface DutyFacts {
  duties: ReadonlyArray<{ id: string; text: string }>
  registries: ReadonlyArray<{ id: string; name: string; max_age_days: number }>
  forList: ReadonlyArray<{ duty_id: string; expires_at: Date }>
  /** Duties that were confirmed in the settings, for all people known at that time. */
  forOrganization: ReadonlyArray<{ duty_id: string; confirmed_at: Date }>
  checks: ReadonlyArray<{
    registry: string
    checked_on: string
    created_at: Date
    /** Whether nobody joined the list after the check; null: not recorded, and its time decides. */
    covers_all: boolean | null
    /** How many people the program itself compared; null: the check is declared, and its day has to fit. */
    compared: number | null
  }>
  /** By registry: the day of the last check that the organization declares for all its lists. */
  scrubbedOn: Readonly<Record<string, string>>
  uploadedAt: Date
  /** When people were last added to the list; null: never. */
  grownAt: Date | null
  now: Date
}

const DAY_MS = 24 * 3_600_000
/** A confirmation for the whole organization expires after this time. */
export const ORGANIZATION_CONFIRMATION_DAYS = 365

export function openDuties(facts: DutyFacts): OpenDuty[] {
  const open = new Map<string, OpenDuty>()
  for (const { id, text } of facts.duties) if (!isConfirmed(facts, id)) open.set(id, { id, text })
  for (const { id, name, max_age_days } of facts.registries) {
    if (isChecked(facts, id, max_age_days)) continue
    const text = `The list was not checked against ${name} within the last ${max_age_days} days.`
    open.set(`registry:${id}`, { id: `registry:${id}`, text })
  }
  return [...open.values()]
}

/**
 * A confirmation for a list covers people who are added later, because its author knew that it grows. One for the organization
 * does not.
 */
function isConfirmed({ forList, forOrganization, uploadedAt, grownAt, now }: DutyFacts, id: string): boolean {
  if (forList.some(({ duty_id, expires_at }) => duty_id === id && expires_at > now)) return true
  const since = grownAt ?? uploadedAt
  return forOrganization.some(
    ({ duty_id, confirmed_at }) =>
      duty_id === id &&
      confirmed_at >= since &&
      now.getTime() - confirmed_at.getTime() < ORGANIZATION_CONFIRMATION_DAYS * DAY_MS,
  )
}

/**
 * A check declared for the organization covers lists that existed on that day. A check of one list covers the people who were on
 * it.
 */
function isChecked(facts: DutyFacts, id: string, maxAgeDays: number): boolean {
  const { checks, scrubbedOn, uploadedAt, grownAt, now } = facts
  const isFresh = (day: string) => Date.parse(day) + (maxAgeDays + 1) * DAY_MS > now.getTime()
  const isSince = (day: string, since: Date) => Date.parse(day) + DAY_MS > since.getTime()
  const isOfAll = ({ checked_on, created_at, covers_all, compared }: DutyFacts['checks'][number]) =>
    grownAt === null || ((covers_all ?? created_at >= grownAt) && (compared !== null || isSince(checked_on, grownAt)))
  if (checks.some((check) => check.registry === id && isFresh(check.checked_on) && isOfAll(check))) return true
  const declared = scrubbedOn[id]
  return declared !== undefined && isFresh(declared) && isSince(declared, grownAt ?? uploadedAt)
}
