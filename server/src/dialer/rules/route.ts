/**
 * The route of a campaign: several telephony configurations in order. A contact is called through the first one that takes its
 * number and can be used now. A contact is claimed again only with evidence that the call before did not ring, or as a new
 * attempt; so a call that may be ringing (`unknown`) never moves on to the next configuration.
 */
import { canonicalNumber } from '../../addresses/rules/canonical-number.ts'
import { type AcceptedNumber, type CallerPool, hasAcceptedNumber } from './choose-caller.ts'
import { backoffEnd } from './pacing.ts'

export interface RouteStep {
  configurationId: number
  /** Prefixes of the numbers that the configuration accepts; empty: every number. */
  prefixes: readonly string[]
}

/** The dialer does not use the configuration for this campaign until an operator restores it. */
export interface RouteStop {
  /** The log event of the stop. */
  event: string
  cause: string
  atMs: number
}

export interface Route {
  steps: readonly RouteStep[]
  /** Stops by configuration id. */
  stops: Readonly<Record<string, RouteStop>>
}

export const STEP_STATES = [
  'ready',
  /** The configuration does not accept this number, only others. */
  'other_numbers',
  /** The account refused, or calls kept failing in the same way. */
  'stopped',
  'back_off',
  /** Each of its numbers rests, or has reached a limit. */
  'number_limits',
  'price_missing',
  /** The configuration was deleted. */
  'missing',
] as const
export type StepState = (typeof STEP_STATES)[number]

export interface StepNow {
  configurationId: number
  state: StepState
  /** When the state ends without intervention; null: unknown, or something else must happen first. */
  untilMs: number | null
}

/** Facts that decide whether a configuration can be used now. */
export interface StepFacts {
  backoffUntilMs: number | null
  /** Dials that the limits of its numbers allow. */
  numbersLeft: number
  /** When the limits of its numbers are checked again. */
  numbersUntilMs: number
  /** A spend limit is set, and the cost of its calls is unknown. */
  lacksPrice: boolean
}

/** `facts` null: the configuration was deleted. */
export function stepNow(route: Route, configurationId: number, facts: StepFacts | null, nowMs: number): StepNow {
  const is = (state: StepState, untilMs: number | null = null) => ({ configurationId, state, untilMs })
  if (facts === null) return is('missing')
  if (route.stops[configurationId]) return is('stopped')
  if (facts.lacksPrice) return is('price_missing')
  const backoffUntilMs = backoffEnd(facts.backoffUntilMs, nowMs)
  if (backoffUntilMs !== null && backoffUntilMs > nowMs) return is('back_off', backoffUntilMs)
  if (facts.numbersLeft < 1) return is('number_limits', facts.numbersUntilMs)
  return is('ready')
}

export function takesNumber({ prefixes }: Pick<RouteStep, 'prefixes'>, phoneNumber: string): boolean {
  if (prefixes.length === 0) return true
  const number = canonicalNumber(phoneNumber)
  return prefixes.some((prefix) => number.startsWith(prefix))
}

/** Which configuration a call took, stored with the call. */
export interface RouteTaken {
  /** Position of the step in the route, from 1. */
  position: number
  /** Earlier configurations that accept the number, and why they could not be used. */
  skipped: Array<{ telephony_configuration_id: number; reason: StepState }>
}

export type RouteChoice =
  | { kind: 'through'; configurationId: number; taken: RouteTaken }
  /**
   * No step can be used now. `no_route`: not before an operator changes the route or restores a configuration. Otherwise `untilMs`
   * is the end of the state if it is known.
   */
  | { kind: 'none'; because: StepState | 'no_route'; untilMs: number | null }

/** `stateOf` is asked once for each configuration that takes the number, in order, until one is ready. */
export function chooseStep(route: Route, phoneNumber: string, stateOf: (id: number) => StepNow): RouteChoice {
  const skipped: StepNow[] = []
  for (const [index, step] of route.steps.entries()) {
    if (!takesNumber(step, phoneNumber)) continue
    const now = stateOf(step.configurationId)
    if (now.state !== 'ready') {
      skipped.push(now)
      continue
    }
    const reasons = skipped.map(({ configurationId: telephony_configuration_id, state: reason }) => ({
      telephony_configuration_id,
      reason,
    }))
    return { kind: 'through', configurationId: step.configurationId, taken: { position: index + 1, skipped: reasons } }
  }
  const [next] = skipped
    .filter(({ untilMs }) => untilMs !== null)
    .sort((a, b) => (a.untilMs as number) - (b.untilMs as number))
  if (next) return { kind: 'none', because: next.state, untilMs: next.untilMs }
  // Prices may be entered at any time, and the dialer gets no signal.
  if (skipped.some(({ state }) => state === 'price_missing'))
    return { kind: 'none', because: 'price_missing', untilMs: null }
  return { kind: 'none', because: 'no_route', untilMs: null }
}

/** Active numbers by configuration; a configuration that was deleted is left out. */
export type NumbersByConfiguration = ReadonlyMap<number, readonly AcceptedNumber[]>

/** The configurations through which the campaign can dial: neither stopped nor deleted, and with a number that it can show. */
export function openWays(campaign: DialedThrough, numbers: NumbersByConfiguration): number[] {
  return configurationsOf(campaign).filter((id) => {
    const own = numbers.get(id)
    return !campaign.route?.stops[id] && own !== undefined && hasAcceptedNumber(own, campaign.callerPool)
  })
}

/** Whether the campaign can continue without this configuration. */
export function hasOther(campaign: DialedThrough, configurationId: number, numbers: NumbersByConfiguration): boolean {
  return openWays(campaign, numbers).some((id) => id !== configurationId)
}

interface DialedThrough {
  configurationId: number | null
  route?: Route
  callerPool?: CallerPool
}

/** All configurations that the campaign may dial through. */
export function configurationsOf(campaign: { configurationId: number | null; route?: Route }): number[] {
  if (campaign.route) return campaign.route.steps.map((step) => step.configurationId)
  return campaign.configurationId === null ? [] : [campaign.configurationId]
}

/** A step as it is stored with the campaign. `takes`: the given prefixes and those of the countries. */
export interface StoredStep {
  telephony_configuration_id: number
  prefixes: string[]
  countries: string[]
  takes: string[]
}

export function readRoute(
  steps: readonly StoredStep[] | null,
  stops: Record<string, RouteStop> | null,
): Route | undefined {
  if (steps === null) return undefined
  return {
    steps: steps.map(({ telephony_configuration_id, takes }) => ({
      configurationId: telephony_configuration_id,
      prefixes: takes,
    })),
    stops: stops ?? {},
  }
}
