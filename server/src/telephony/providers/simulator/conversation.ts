/** An answered call becomes a conversation: a person at the far end, the agent at ours. */
import type { Clock } from '../../../kernel/clock.ts'
import type { AccountContext, CallRef } from '../../provider.ts'
import type { Conversation, SimulatedCall } from './carrier.ts'
import { SimulatedMedia, Ticker } from './media.ts'
import { type PersonName, scriptOf } from './people.ts'
import { Person } from './person.ts'

const tickers = new WeakMap<Clock, Ticker>()

/** One beat per world, as there is one carrier per world. */
function tickerOf(clock: Clock): Ticker {
  let ticker = tickers.get(clock)
  if (!ticker) {
    ticker = new Ticker(clock)
    tickers.set(clock, ticker)
  }
  return ticker
}

export interface Parties {
  call: CallRef
  simulated: SimulatedCall
  person: PersonName
  isCaller: boolean
  /** Our side has hung up. */
  hungUp(): void
}

export function beginConversation(context: AccountContext, parties: Parties): Conversation {
  const { simulated, isCaller } = parties
  const media = new SimulatedMedia(tickerOf(context.clock), parties.hungUp)
  const script = scriptOf(parties.person, { rng: context.rng, isCaller })
  const hand = { press: (digit: string) => media.press(digit), hangUp: () => simulated.hangUp() }
  media.begin(new Person(script, hand))
  context.attachMedia(parties.call, media)
  return { ended: () => media.end() }
}
