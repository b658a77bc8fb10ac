/** Word between nodes, through the database; some of it gets lost. */
import type { Signal, Signals } from '../src/dialer/store.ts'
import { type Rng, randomChance } from '../src/kernel/rng.ts'
import type { DatabaseLink } from './database-link.ts'
import type { NodeGate } from './node-gate.ts'

export class SignalBus {
  readonly #listeners = new Map<NodeGate, (signal: Signal) => void>()
  readonly #rng: Rng
  readonly #lost: () => number

  constructor(rng: Rng, lost: () => number) {
    this.#rng = rng
    this.#lost = lost
  }

  for(gate: NodeGate, link: DatabaseLink): Signals {
    return {
      publish: (signal) => link.ask(async () => this.#spread(signal)),
      subscribe: async (listener) => {
        this.#listeners.set(gate, listener)
        return async () => {
          this.#listeners.delete(gate)
        }
      },
    }
  }

  #spread(signal: Signal): void {
    for (const [gate, listener] of this.#listeners) {
      if (!gate.isAlive) this.#listeners.delete(gate)
      else if (!randomChance(this.#rng, this.#lost())) gate.deliver(0.1 + this.#rng.next() * 3, () => listener(signal))
    }
  }
}
