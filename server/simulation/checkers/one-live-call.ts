/** Promise 1: at most one live call per contact, whatever crashes, times out or arrives twice. */
import type { Checker, CheckerContext } from '../facts.ts'

export function oneLiveCall({ fail }: CheckerContext): Checker {
  const live = new Map<string, string>()
  return {
    began({ call }) {
      const other = live.get(call.to)
      if (other) fail(`a contact rings twice: ${other} is live and ${call.key} begins`)
      live.set(call.to, call.key)
    },
    ended({ call }) {
      if (live.get(call.to) === call.key) live.delete(call.to)
    },
  }
}
