/** What language models used in a call, and what that costs by the organization's price table. */
import { readAmount } from '../../costs/rules/money.ts'

/** As the organization wrote it: decimal text, for a million tokens. */
export interface ModelPrices {
  currency: string | null
  models: readonly { model: string; input_per_million: string; output_per_million: string }[]
}

export interface UsedModel {
  model: string
  requests: number
  /** Requests whose tokens the endpoint has reported. Those that were broken off report none. */
  reported: number
  input_tokens: number
  output_tokens: number
  /** Prices at the time of the call, in millionths of the currency for a million tokens; null: none was set. */
  input_price: number | null
  output_price: number | null
}

/** As stored with a call. */
export interface CallModelUsage {
  currency: string | null
  models: UsedModel[]
}

/** Different models in one call; the others are not counted. */
const MODELS_MAX = 20

/** The entry of this model, created with the prices of now if it is new; null: there are too many. */
export function entryFor(usage: CallModelUsage, model: string, prices: ModelPrices | null): UsedModel | null {
  const known = usage.models.find((each) => each.model === model)
  if (known) return known
  if (usage.models.length >= MODELS_MAX) return null
  const price = prices?.models.find((each) => each.model === model)
  const entry: UsedModel = {
    model,
    requests: 0,
    reported: 0,
    input_tokens: 0,
    output_tokens: 0,
    input_price: price ? readAmount(price.input_per_million) : null,
    output_price: price ? readAmount(price.output_per_million) : null,
  }
  usage.models.push(entry)
  return entry
}

/** A request is sent. */
export function countRequest(usage: CallModelUsage, model: string, prices: ModelPrices | null): void {
  const entry = entryFor(usage, model, prices)
  if (entry !== null) entry.requests += 1
}

/** The endpoint has reported the tokens of a request. */
export function countTokens(
  usage: CallModelUsage,
  { model, inputTokens, outputTokens }: { model: string; inputTokens: number; outputTokens: number },
  prices: ModelPrices | null,
): void {
  const entry = entryFor(usage, model, prices)
  if (entry === null) return
  entry.reported += 1
  entry.input_tokens += inputTokens
  entry.output_tokens += outputTokens
}

/**
 * The usage of a call, to be continued after it. Prices in another currency than those of the conversation do not count: one
 * call has one sum.
 */
export function continuedUsage(
  stored: CallModelUsage | null,
  prices: ModelPrices,
): { usage: CallModelUsage; prices: ModelPrices | null } {
  if (stored === null) return { usage: { currency: prices.currency, models: [] }, prices }
  const isPriced = stored.models.some(({ input_price }) => input_price !== null)
  const currency = isPriced ? stored.currency : prices.currency
  return { usage: structuredClone({ ...stored, currency }), prices: currency === prices.currency ? prices : null }
}

const TOKENS_PER_PRICE = 1_000_000

/** In millionths of the currency, rounded up; null: the model has no price. Counts what was reported. */
export function costOf({ input_tokens, output_tokens, input_price, output_price }: UsedModel): number | null {
  if (input_price === null || output_price === null) return null
  return Math.ceil((input_tokens * input_price + output_tokens * output_price) / TOKENS_PER_PRICE)
}

/** Null: a model that was used has no price. `isComplete`: every request has been reported. */
export function totalCost({ models }: CallModelUsage): { micros: number | null; isComplete: boolean } {
  const costs = models.map(costOf)
  const isComplete = models.every(({ requests, reported }) => requests === reported)
  if (costs.some((cost) => cost === null)) return { micros: null, isComplete }
  return { micros: costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0), isComplete }
}
