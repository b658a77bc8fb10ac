import type { Faults } from '../src/telephony/providers/simulator/behaviour.ts'

/** The carrier loses, doubles, delays and refuses nothing. */
export const NO_FAULTS: Faults = {
  refused: 0,
  timeoutAfterAccepting: 0,
  lostEvents: 0,
  doubledEvents: 0,
  lateEvents: 0,
  lateByMs: 0,
  reordered: 0,
}
