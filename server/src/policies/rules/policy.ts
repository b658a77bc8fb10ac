/**
 * Calling rules as data. Packs, organization policies and campaign policies have one shape; every part is optional, and a
 * missing part restricts nothing.
 */
import { z } from 'zod'
import { parseZoneName } from '../../addresses/rules/zones-of-contact.ts'
import { customIssue, integer } from '../../http/schemas.ts'
import { isCalendar } from './holidays.ts'

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof WEEKDAYS)[number]

export const PURPOSES = [
  'marketing',
  'informational',
  'collections',
  'health',
  'survey',
  'political',
  'charity',
] as const
export const PARTIES = ['consumer', 'business'] as const
export const CONSENTS = ['none', 'opt_out', 'express', 'express_written', 'opt_in', 'existing_customer'] as const
export const COOLDOWN_CAUSES = ['conversation', 'refusal', 'abandoned', 'machine_detected'] as const

export type Purpose = (typeof PURPOSES)[number]
export type Party = (typeof PARTIES)[number]
export type Consent = (typeof CONSENTS)[number]
export type CooldownCause = (typeof COOLDOWN_CAUSES)[number]

const ITEMS_MAX = 100
const HOURS_MAX = 24 * 366 * 10

const CLOCK_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/
const clockTime = z.string().regex(CLOCK_TIME)

const openFromTo = z.strictObject({ start: clockTime, end: clockTime }).superRefine((span, context) => {
  if (span.start < span.end) return
  const message = 'Value error, hours end later than they begin, on the same day; use 24:00 for midnight'
  context.addIssue({ ...customIssue('value_error', message, { error: 'end not after start' }), path: ['end'] })
})

const day = z.array(openFromTo).max(24)

/** A missing weekday is closed. If `holiday` or `holiday_eve` is missing, the weekday's hours apply. */
const week = z.strictObject({
  ...(Object.fromEntries(WEEKDAYS.map((name) => [name, day.default([])])) as Record<Weekday, z.ZodDefault<typeof day>>),
  holiday: day.nullish(),
  holiday_eve: day.nullish(),
})

export const dateField = z.iso.date()
const place = z.string().regex(/^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/)
const name = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/)
const sentence = z.string().min(1).max(1_000)

const calendar = z.string().refine(isCalendar, {
  params: { type: 'value_error', ctx: { error: 'unknown calendar' } },
  message: 'Value error, there is no holiday calendar with this name; GET /api/v1/policies lists them',
})

const timezone = z.string().transform((value, context) => {
  const zone = parseZoneName(value)
  if (zone !== null) return zone
  const message = 'Value error, not a known time zone; write it as Europe/Berlin or UTC'
  context.addIssue(customIssue('value_error', message, { error: 'unknown time zone' }))
  return z.NEVER
})

const holidays = z.strictObject({
  calendars: z.array(calendar).max(ITEMS_MAX).default([]),
  added: z.array(dateField).max(1_000).default([]),
  removed: z.array(dateField).max(1_000).default([]),
})

/** A suspension is set by hand, for a state of emergency or a day of mourning. Without an end it applies until it is removed. */
const suspension = z.strictObject({
  places: z.array(place).max(ITEMS_MAX).default([]),
  from: z.iso.datetime({ offset: true }),
  until: z.iso.datetime({ offset: true }).nullish(),
  reason: sentence,
})

/** A rolling limit: at most `max` calls within any `hours` hours, counted per number over all campaigns of the organization. */
const cap = z.strictObject({
  max: integer({ minimum: 1, maximum: 1_000 }),
  hours: integer({ minimum: 1, maximum: 24 * 366 }),
  count: z.enum(['attempts', 'conversations']).default('attempts'),
})

const cooldown = z.strictObject({
  after: z.enum(COOLDOWN_CAUSES),
  hours: z.union([integer({ minimum: 1, maximum: HOURS_MAX }), z.literal('forever')]),
})

const wordings = z.array(z.string().min(1).max(500)).min(1).max(ITEMS_MAX)

/**
 * A sentence that must be said in every conversation. It is checked when a campaign starts, against the texts that the workflow
 * speaks word for word. A prompt does not prove that a model will say it.
 */
const requiredSentence = z.strictObject({
  id: name,
  description: sentence,
  /** `opening`: spoken by the first step, before the conversation begins. */
  said: z.enum(['opening', 'anywhere']).default('anywhere'),
  any_of: wordings,
  /** Replaces `any_of` for a workflow in one of these languages. */
  by_language: z.record(z.string().regex(/^[a-z]{2,3}$/), wordings).nullish(),
})

const registry = z.strictObject({
  id: name,
  name: sentence,
  max_age_days: integer({ minimum: 1, maximum: 366 }),
})

/**
 * Every person must have given one of these consents. A record about the person counts. Unless `records` is `required`,
 * `consents` of `calls` counts too, or in a pack its duties that were confirmed or accepted for the whole list. A policy's own
 * rule has no such duty. With `if_any` no record is needed. In each of the three modes, a revoked or expired consent forbids the
 * call.
 */
const consentRule = z.strictObject({
  any_of: z.array(z.enum(CONSENTS)).min(1).max(CONSENTS.length),
  records: z.enum(['required', 'list', 'if_any']).default('list'),
})

/** A duty that no program can fulfil. It is shown, and a user confirms it. */
const duty = z.strictObject({ id: name, text: sentence })

const rules = {
  hours: week.nullish(),
  holidays: holidays.nullish(),
  suspensions: z.array(suspension).max(ITEMS_MAX).nullish(),
  caps: z.array(cap).max(ITEMS_MAX).nullish(),
  least_gap_minutes: integer({ minimum: 1, maximum: 60 * 24 * 366 }).nullish(),
  cooldowns: z.array(cooldown).max(ITEMS_MAX).nullish(),
  shortest_ring_seconds: integer({ minimum: 1, maximum: 120 }).nullish(),
  required_sentences: z.array(requiredSentence).max(ITEMS_MAX).nullish(),
  registries: z.array(registry).max(ITEMS_MAX).nullish(),
  duties: z.array(duty).max(ITEMS_MAX).nullish(),
  consent: consentRule.nullish(),
  /** How numbers with an unknown zone are treated: not called at all, or called by the fallback zone. */
  unknown_zone: z.enum(['refuse', 'fallback']).nullish(),
}

export const rulesInput = z.strictObject(rules)
export type Rules = z.output<typeof rulesInput>

/** The kind of calls, which narrows down the packs that apply. A missing value means any kind. */
const nature = z.strictObject({
  purpose: z.enum(PURPOSES).nullish(),
  party: z.enum(PARTIES).nullish(),
  /** Consents that every person on the list has given. */
  consents: z.array(z.enum(CONSENTS)).max(CONSENTS.length).default([]),
})

/** A service of the organization that is asked about each number before it is called. */
const numberCheck = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  /** One of the organization's credentials; its headers are sent with each request. */
  credential_uuid: z.string().min(1).max(64).nullish(),
  timeout_ms: integer({ minimum: 100, maximum: 10_000 }).default(3_000),
  /** How long an answer is valid. */
  fresh_hours: integer({ minimum: 1, maximum: 720 }).default(24),
  /** If there is no answer: `hold` the contact and ask again, or `call`. */
  on_failure: z.enum(['hold', 'call']).default('hold'),
})

export const policyInput = z.strictObject({
  packs: z.array(z.string().min(1).max(64)).max(ITEMS_MAX).default([]),
  ...rules,
  calls: nature.nullish(),
  /**
   * How to treat a person whom no selected pack covers. `refuse`, the default if packs are selected: the person is held until a
   * pack that covers them is selected.
   */
  uncovered: z.enum(['refuse', 'allow']).nullish(),
  /**
   * Default hours, 08:00 to 21:00 local time, for people to whom no other rule about hours applies. The default is `on` if packs
   * are selected and `off` otherwise. Calls through the simulated carrier, which ring no phone, are exempt.
   */
  hours_floor: z.enum(['on', 'off']).nullish(),
  fallback_timezone: timezone.nullish(),
  /** Date of the last check against each registry, by registry id. */
  scrubbed_on: z.record(name, dateField).nullish(),
  /** Allowed only in the organization's policy. */
  number_check: numberCheck.nullish(),
})
export type Policy = z.output<typeof policyInput>

const source = z.strictObject({
  /** Name of the law or of the page. */
  text: sentence,
  /**
   * `law`: the text of the law; `authority`: a page of the authority; `restated`: a third party; `dialer`: another product's
   * default; `general`: to be verified.
   */
  kind: z.enum(['law', 'authority', 'restated', 'dialer', 'general']),
})

export const packInput = z.strictObject({
  id: name,
  title: sentence,
  /** ISO 3166 codes of the places that the pack may apply to. */
  places: z.array(place).min(1).max(ITEMS_MAX),
  /** Packs that are selected automatically with this one: a state implies federal law, an EU member state implies EU law. */
  implies: z.array(name).max(ITEMS_MAX).default([]),
  valid_from: dateField.nullish(),
  valid_to: dateField.nullish(),
  checked_on: dateField,
  sources: z.array(source).min(1).max(ITEMS_MAX),
  covers: sentence,
  does_not_cover: z.array(sentence).max(ITEMS_MAX),
  applies_to: z
    .strictObject({
      purposes: z.array(z.enum(PURPOSES)).min(1).nullish(),
      parties: z.array(z.enum(PARTIES)).min(1).nullish(),
    })
    .default({}),
  /** Consents that disable the pack's hours (with holidays) or its caps. */
  lifted_by: z
    .strictObject({ hours: z.array(z.enum(CONSENTS)).default([]), caps: z.array(z.enum(CONSENTS)).default([]) })
    .default({ hours: [], caps: [] }),
  rules: rulesInput,
})
export type Pack = z.output<typeof packInput>
