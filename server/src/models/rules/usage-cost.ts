/** Usage of language models and speech services in a call, and its cost by the organization's price table. */
import { readAmount } from '../../costs/rules/money.ts'
import type { SpeechUse } from '../../speech/rules/speech-use.ts'

/** Prices as the organization wrote them: decimal text. Those of models are for a million tokens. */
export interface ModelPrices {
  currency: string | null
  speech: readonly SpeechPrice[]
  models: readonly { model: string; input_per_million: string; output_per_million: string }[]
}

export interface SpeechPrice {
  service: string
  /** Null: not known. */
  recognition_per_minute: string | null
  voice_per_million_characters: string | null
}

export interface UsedSpeech {
  service: string
  part: SpeechUse['part']
  /** Milliseconds of audio, or characters of text. */
  amount: number
  /** Price at the time of the call, in millionths of the currency for a minute or a million characters; null: none was set. */
  price: number | null
}

export interface UsedModel {
  model: string
  requests: number
  /** Number of requests whose tokens the endpoint reported. Aborted requests report none. */
  reported: number
  input_tokens: number
  output_tokens: number
  /** Prices at the time of the call, in millionths of the currency for a million tokens; null: none was set. */
  input_price: number | null
  output_price: number | null
}

/** Model usage as stored with a call. */
export interface CallModelUsage {
  currency: string | null
  models: UsedModel[]
  /** Absent in calls of earlier versions, and where speech was local. */
  speech?: UsedSpeech[]
}

/** Maximum number of different models counted in one call. */
const MODELS_MAX = 20

/** The entry of this model. A new one is created with the current prices; null: there are too many entries. */
export function usageEntryFor(usage: CallModelUsage, model: string, prices: ModelPrices | null): UsedModel | null {
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

/** Counts a request when it is sent. */
export function countRequest(usage: CallModelUsage, model: string, prices: ModelPrices | null): void {
  const entry = usageEntryFor(usage, model, prices)
  if (entry !== null) entry.requests += 1
}

/** Adds the tokens that the endpoint reported for a request. */
export function countTokens(
  usage: CallModelUsage,
  { model, inputTokens, outputTokens }: { model: string; inputTokens: number; outputTokens: number },
  prices: ModelPrices | null,
): void {
  const entry = usageEntryFor(usage, model, prices)
  if (entry === null) return
  entry.reported += 1
  entry.input_tokens += inputTokens
  entry.output_tokens += outputTokens
}

/** Adds what a speech service was sent. */
export function countSpeech(usage: CallModelUsage, use: SpeechUse, prices: ModelPrices | null): void {
  const { part, service } = use
  usage.speech ??= []
  let entry = usage.speech.find((each) => each.part === part && each.service === service)
  if (entry === undefined) {
    const listed = prices?.speech.find((each) => each.service === service)
    const price = part === 'voice' ? listed?.voice_per_million_characters : listed?.recognition_per_minute
    entry = { service, part, amount: 0, price: price ? readAmount(price) : null }
    usage.speech.push(entry)
  }
  entry.amount += part === 'voice' ? use.characters : Math.round(use.ms)
}

/**
 * The usage of a call, to be continued after its end. Prices in another currency than the conversation's are dropped, because a
 * call has one sum.
 */
export function continuedUsage(
  stored: CallModelUsage | null,
  prices: ModelPrices,
): { usage: CallModelUsage; prices: ModelPrices | null } {
  if (stored === null) return { usage: { currency: prices.currency, models: [] }, prices }
  const isPriced =
    stored.models.some(({ input_price }) => input_price !== null) || stored.speech?.some(({ price }) => price !== null)
  const currency = isPriced ? stored.currency : prices.currency
  return { usage: structuredClone({ ...stored, currency }), prices: currency === prices.currency ? prices : null }
}

const TOKENS_PER_PRICE = 1_000_000
const CHARACTERS_PER_PRICE = 1_000_000
const MS_PER_PRICE = 60_000

/** Cost of the reported tokens in millionths of the currency, rounded up; null: the model has no price. */
export function costOf({ input_tokens, output_tokens, input_price, output_price }: UsedModel): number | null {
  if (input_price === null || output_price === null) return null
  return Math.ceil((input_tokens * input_price + output_tokens * output_price) / TOKENS_PER_PRICE)
}

/** Cost of a speech service in millionths of the currency, rounded up; null: it has no price. */
export function costOfSpeech({ part, amount, price }: UsedSpeech): number | null {
  if (price === null) return null
  return Math.ceil((amount * price) / (part === 'voice' ? CHARACTERS_PER_PRICE : MS_PER_PRICE))
}

/**
 * Total cost; null: a model that was used has no price, or nothing has one. `isComplete`: the endpoint reported tokens for every
 * request, and every speech service has a price.
 */
export function totalCost({ models, speech = [] }: CallModelUsage): { micros: number | null; isComplete: boolean } {
  const ofModels = models.map(costOf)
  const ofSpeech = speech.map(costOfSpeech)
  const isComplete =
    models.every(({ requests, reported }) => requests === reported) && ofSpeech.every((cost) => cost !== null)
  const known = [...ofModels, ...ofSpeech].filter((cost) => cost !== null)
  const isUnknown = ofModels.includes(null) || (known.length === 0 && speech.length > 0)
  return { micros: isUnknown ? null : known.reduce((sum, cost) => sum + cost, 0), isComplete }
}
