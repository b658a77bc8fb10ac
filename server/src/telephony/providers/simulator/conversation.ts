/** Turns an answered call into a conversation between a simulated person and the agent. */
import type { Clock } from '../../../kernel/clock.ts'
import type { Rng } from '../../../kernel/rng.ts'
import type { MediaStream } from '../../media.ts'
import type { AccountContext, CallRef } from '../../provider.ts'
import type { Conversation, SimulatedCall } from './carrier.ts'
import { AudioTicker, SimulatedMedia } from './media.ts'
import { SIMULATED_PEOPLE, type SimulatedPersonName, scriptOf } from './people.ts'
import { Person } from './person.ts'

const tickers = new WeakMap<Clock, AudioTicker>()

/** One ticker per clock, because there is one carrier per clock. */
function tickerOf(clock: Clock): AudioTicker {
  let ticker = tickers.get(clock)
  if (!ticker) {
    ticker = new AudioTicker(clock)
    tickers.set(clock, ticker)
  }
  return ticker
}

export interface ConversationParties {
  call: CallRef
  simulated: SimulatedCall
  person: SimulatedPersonName
  isCaller: boolean
  /** Called when the agent's side has hung up. */
  hungUp(): void
}

export function beginConversation(context: AccountContext, parties: ConversationParties): Conversation {
  const { simulated, isCaller } = parties
  const media = new SimulatedMedia(tickerOf(context.clock), parties.hungUp)
  const script = scriptOf(parties.person, { rng: context.rng, isCaller })
  const hand = { press: (digit: string) => media.press(digit), hangUp: () => simulated.hangUp() }
  media.begin(new Person(script, hand))
  context.attachMedia(parties.call, media)
  return { ended: () => media.end() }
}

type Overhear = (agent: Uint8Array | null, person: Uint8Array | null) => void

/** A simulated person without a call: as a script in text, or on an audio line with a listener that hears both sides. */
export function simulatedPeople({ clock, rng }: { clock: Clock; rng: Rng }) {
  return {
    list: SIMULATED_PEOPLE,
    script: (name: string, chance: Rng) => scriptOf(name as SimulatedPersonName, { rng: chance, isCaller: false }),
    /** `overhear` receives the audio of both sides for each 20 ms; null is silence. */
    meet(name: string, overhear: Overhear): MediaStream {
      const media = new SimulatedMedia(tickerOf(clock), () => {})
      const hand = { press: (digit: string) => media.press(digit), hangUp: () => media.end() }
      const person = new Person(scriptOf(name as SimulatedPersonName, { rng, isCaller: false }), hand)
      media.begin({
        moment(played) {
          const said = person.moment(played)
          overhear(played, said)
          return said
        },
      })
      return media
    },
  }
}
