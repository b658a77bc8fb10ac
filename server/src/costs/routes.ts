import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { id, integer, optional } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { findSpending, type OrganizationSpending, saveSpending } from '../organizations/queries.ts'
import type { Database, Queries } from '../storage/database.ts'
import {
  findConfiguration,
  incrementPriceVersion,
  unpricedConfigurations,
} from '../telephony/configurations/queries.ts'
import type { ProviderSpec } from '../telephony/provider.ts'
import { deletePrices, findPrices, hasPrices, listSpending, type SpendRow, savePrices } from './queries.ts'
import { formatAmount, readAmount } from './rules/money.ts'
import { localDate } from './rules/spend-limits.ts'
import {
  currencyField,
  PRICES_EXAMPLE,
  PRICES_INPUT_EXAMPLE,
  pricesInput,
  pricesShape,
  readPrices,
  serializePrices,
  spendLimitField,
} from './shapes.ts'

const TAG = 'Costs'
const PRICES = '/api/v1/organizations/telephony-configs/{config_id}/prices'
const CONFIG_PATH = z.object({ config_id: id() })
const SETTINGS = '/api/v1/organizations/spending'

export interface CostDeps {
  db: Database
  reads: Database
  clock: Clock
  providers: ReadonlyMap<string, ProviderSpec>
  /** Whether a campaign that can still dial has a spend limit. */
  campaignsHaveLimits(db: Queries, organizationId: number): Promise<boolean>
  /** Resets the sums that campaigns have spent, because the currency changes. */
  forgetCampaignSpending(db: Queries, organizationId: number): Promise<void>
  /** The organization's dialing limits have changed. */
  changed(organizationId: number): void
}

export function costRoutes(deps: CostDeps): Route[] {
  return [...priceRoutes(deps), ...settingRoutes(deps), spendingRoute(deps)]
}

function priceRoutes(deps: CostDeps): Route[] {
  const { db, clock, providers, changed } = deps

  async function requireConfiguration(queries: Queries, organizationId: number, configId: number) {
    const found = await findConfiguration(queries, organizationId, configId)
    if (!found) throw new ApiError('telephony_configuration_not_found')
    return found
  }

  async function shown(organizationId: number, configId: number) {
    await requireConfiguration(db, organizationId, configId)
    const stored = await findPrices(db, organizationId, configId)
    if (!stored) throw new ApiError('prices_not_found')
    return serializePrices(configId, stored)
  }

  return [
    route({
      method: 'GET',
      path: PRICES,
      operation: 'getPrices',
      tag: TAG,
      summary: 'The prices of a telephony configuration',
      params: CONFIG_PATH,
      answer: { schema: pricesShape, example: PRICES_EXAMPLE },
      errors: ['telephony_configuration_not_found', 'prices_not_found'],
      handle: ({ principal, params }) => shown(principal.organizationId, params.config_id),
    }),
    route({
      method: 'PUT',
      path: PRICES,
      operation: 'setPrices',
      tag: TAG,
      scope: 'admin',
      summary: 'Set what calls through a telephony configuration cost',
      description:
        'The whole table is replaced. Calls that end from now on are estimated by it; earlier ones stay as they are. All price tables of an organization have one currency. The first one sets it.',
      params: CONFIG_PATH,
      body: pricesInput,
      bodyExample: PRICES_INPUT_EXAMPLE,
      answer: { schema: pricesShape, example: PRICES_EXAMPLE },
      errors: ['telephony_configuration_not_found', 'currency_differs'],
      async handle({ principal: { organizationId, author }, params, body }) {
        const configId = params.config_id
        await db.transaction().execute(async (tx) => {
          await lockOrganization(tx, organizationId)
          const { provider } = await requireConfiguration(tx, organizationId, configId)
          await useCurrency(tx, organizationId, body.currency)
          const prices = readPrices(body, providers.get(provider)?.capabilities.tellsPrice === 'when_asked')
          await savePrices(tx, { organizationId, configurationId: configId }, prices, {
            author,
            now: new Date(clock.now()),
          })
          await incrementPriceVersion(tx, configId, true)
        })
        changed(organizationId)
        return shown(organizationId, configId)
      },
    }),
    route({
      method: 'DELETE',
      path: PRICES,
      operation: 'deletePrices',
      tag: TAG,
      scope: 'admin',
      summary: 'Remove the prices of a telephony configuration',
      description: 'Its calls are not estimated any more. While a spend limit is set, no campaign dials through it.',
      params: CONFIG_PATH,
      answer: { schema: pricesShape, example: PRICES_EXAMPLE },
      errors: ['telephony_configuration_not_found', 'prices_not_found'],
      async handle({ principal: { organizationId }, params }) {
        const before = await shown(organizationId, params.config_id)
        await db.transaction().execute(async (tx) => {
          await lockOrganization(tx, organizationId)
          await deletePrices(tx, organizationId, params.config_id)
          await incrementPriceVersion(tx, params.config_id, false)
        })
        return before
      },
    }),
  ]
}

/** Sets the currency of the organization with its first price table. */
async function useCurrency(tx: Queries, organizationId: number, wanted: string): Promise<void> {
  const { currency: own, max_spend_per_day: maxPerDay } = await findSpending(tx, organizationId)
  if (own === null) await saveSpending(tx, organizationId, { currency: wanted, maxPerDay })
  else if (own !== wanted) {
    throw new ApiError('currency_differs', {
      message: `Your organization uses ${own}. Send amounts in ${own}, or remove its price tables and limits and set the currency to ${wanted}.`,
    })
  }
}

const settings = z
  .object({
    currency: z.string().nullable(),
    max_spend_per_day: z.string().nullable(),
    day: z.string().meta({ description: 'Today in the time zone of the organization.' }),
    spent_today: z.string(),
    calls_today: z.int().meta({ description: 'Calls of today that cost something.' }),
    unpriced_configurations: z.array(z.object({ id: z.int(), name: z.string() })).meta({
      description:
        'Telephony configurations without prices. While a spend limit is set, no campaign dials through them.',
    }),
  })
  .meta({ id: 'Spending' })

const SETTINGS_EXAMPLE = {
  currency: 'USD',
  max_spend_per_day: '50.00',
  day: '2026-11-16',
  spent_today: '12.4175',
  calls_today: 431,
  unpriced_configurations: [],
}

function settingRoutes({ db, clock, campaignsHaveLimits, forgetCampaignSpending, changed }: CostDeps): Route[] {
  async function shown(organizationId: number) {
    const spending = await findSpending(db, organizationId)
    const day = localDate(spending.time_zone, clock.now())
    const isToday = spending.spent_on === day
    return {
      currency: spending.currency,
      max_spend_per_day: spending.max_spend_per_day === null ? null : formatAmount(spending.max_spend_per_day),
      day,
      spent_today: formatAmount(isToday ? spending.spent_today : 0),
      calls_today: isToday ? spending.spent_calls : 0,
      unpriced_configurations: await unpricedConfigurations(db, organizationId),
    }
  }

  /** Throws while limits in the old currency exist: a limit of 50 means something else in another currency. */
  async function requireUnused(tx: Queries, organizationId: number, before: OrganizationSpending): Promise<void> {
    const used = before.max_spend_per_day !== null || (await hasPrices(tx, organizationId))
    if (used || (await campaignsHaveLimits(tx, organizationId))) throw new ApiError('currency_in_use')
    await forgetCampaignSpending(tx, organizationId)
  }

  return [
    route({
      method: 'GET',
      path: SETTINGS,
      operation: 'getSpending',
      tag: TAG,
      scope: 'report',
      summary: 'Read the currency, the daily spend limit and today’s cost',
      answer: { schema: settings, example: SETTINGS_EXAMPLE },
      handle: ({ principal }) => shown(principal.organizationId),
    }),
    route({
      method: 'PUT',
      path: SETTINGS,
      operation: 'setSpending',
      tag: TAG,
      scope: 'admin',
      summary: 'Set the currency and the spend limit of a day',
      description:
        'When a day has cost `max_spend_per_day`, no call is placed before the next day in the time zone of the organization. Calls in progress continue. Single calls are refused with 409 `spend_limit_reached`. `max_spend_per_day: null` removes the limit. At 80 % the event `spend_alarm` is sent.',
      body: z.object({ currency: currencyField(), max_spend_per_day: spendLimitField() }),
      bodyExample: { currency: 'USD', max_spend_per_day: '50.00' },
      answer: { schema: settings, example: SETTINGS_EXAMPLE },
      errors: ['currency_in_use'],
      async handle({ principal: { organizationId }, body }) {
        await db.transaction().execute(async (tx) => {
          await lockOrganization(tx, organizationId)
          const before = await findSpending(tx, organizationId)
          const isChanged = before.currency !== null && before.currency !== body.currency
          if (isChanged) await requireUnused(tx, organizationId, before)
          const maxPerDay = body.max_spend_per_day === null ? null : readAmount(body.max_spend_per_day)
          await saveSpending(tx, organizationId, { currency: body.currency, maxPerDay })
        })
        changed(organizationId)
        return shown(organizationId)
      },
    }),
  ]
}

const sums = z.object({
  currency: z.string(),
  amount: z.string(),
  calls: z.int().meta({ description: 'Calls that cost something.' }),
  confirmed_calls: z.int().meta({ description: 'Those of them whose price the carrier has reported.' }),
  other_currency_calls: z.int().meta({
    description:
      'Those of them that the carrier priced in another currency. Their estimate is counted here, and the carrier’s price in the row of its own currency.',
  }),
})

const spending = z
  .object({
    from: z.string(),
    to: z.string(),
    totals: z.array(sums).meta({ description: 'One for each currency; currencies are never added up.' }),
    days: z.array(sums.extend({ day: z.string(), campaign_id: z.int().nullable() })).meta({
      description: 'By day, campaign and currency. `campaign_id` null: calls without a campaign.',
    }),
  })
  .meta({ id: 'SpendingByDay' })

const SUMS_EXAMPLE = { currency: 'USD', amount: '12.4175', calls: 431, confirmed_calls: 380, other_currency_calls: 0 }

/** Maximum number of days in one report: a year and a day. */
const DAYS_MAX = 366
const DAYS = 30
const DAY_MS = 86_400_000
const date = () => z.iso.date()

function spendingRoute({ reads, clock }: CostDeps): Route {
  return route({
    method: 'GET',
    path: '/api/v1/spending',
    operation: 'listSpending',
    tag: TAG,
    scope: 'report',
    summary: 'Read the cost of calls by day and campaign',
    description: `Days are those of the organization's time zone. Without \`from\` the last ${DAYS} days; at most ${DAYS_MAX} days.`,
    query: z.object({
      from: optional(date()),
      to: optional(date()),
      campaign_id: optional(integer()),
    }),
    answer: {
      schema: spending,
      example: {
        from: '2026-11-16',
        to: '2026-11-16',
        totals: [SUMS_EXAMPLE],
        days: [{ day: '2026-11-16', campaign_id: 7, ...SUMS_EXAMPLE }],
      },
    },
    async handle({ principal: { organizationId }, query }) {
      const { time_zone } = await findSpending(reads, organizationId)
      const to = query.to ?? localDate(time_zone, clock.now())
      const from = query.from ?? daysBefore(to, DAYS - 1)
      const earliest = daysBefore(to, DAYS_MAX - 1)
      const isTooEarly = from < earliest
      const filter = { from: isTooEarly ? earliest : from, to, campaignId: query.campaign_id }
      const rows = await listSpending(reads, organizationId, filter)
      return { from: filter.from, to, totals: totalsOf(rows), days: rows.map(shownDay) }
    },
  })
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)
}

function shownDay({ day, campaign_id, ...row }: SpendRow) {
  return { day, campaign_id: campaign_id === 0 ? null : campaign_id, ...row, amount: formatAmount(row.amount) }
}

function totalsOf(rows: readonly SpendRow[]) {
  const totals = new Map<string, Omit<SpendRow, 'day' | 'campaign_id'>>()
  for (const { day: _day, campaign_id: _campaign, ...row } of rows) {
    const before = totals.get(row.currency)
    if (!before) totals.set(row.currency, { ...row })
    else {
      before.amount += row.amount
      before.calls += row.calls
      before.confirmed_calls += row.confirmed_calls
      before.other_currency_calls += row.other_currency_calls
    }
  }
  return [...totals.values()].map((row) => ({ ...row, amount: formatAmount(row.amount) }))
}
