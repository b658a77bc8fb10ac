/** A redial calls again whom the operator asked for, by what became of them, and nobody else. */
import type { Checker, CheckerContext, RedialRequest } from '../facts.ts'
import { isMember } from '../facts.ts'

/** Declining is a way of being busy; a call that nobody can account for was not answered. */
const OUTCOMES: Readonly<Record<keyof RedialRequest, readonly string[]>> = {
  onBusy: ['busy', 'declined'],
  onNoAnswer: ['no_answer', 'lost'],
  onVoicemail: ['voicemail'],
  onFailed: ['failed'],
}

export function redials({ tables, facts, fail }: CheckerContext): Checker {
  return {
    began({ person, call }) {
      if (!isMember(person)) return
      const { parentId } = tables.story(person.campaignId)
      if (parentId === null || !tables.campaigns.has(parentId)) return
      const requests = facts.redialRequests.get(parentId) ?? []
      const names = Object.keys(OUTCOMES) as Array<keyof RedialRequest>
      const requested = names
        .filter((name) => requests.some((request) => request[name]))
        .flatMap((name) => OUTCOMES[name])
      const before = [...tables.contacts.of(parentId).values()].filter((one) =>
        (one.numbers?.all ?? [one.phoneNumber]).includes(call.to),
      )
      if (!before.some((one) => requested.includes(String(one.outcome)))) {
        fail(`${call.key} calls somebody again who was ${before[0]?.outcome}, and nobody requested that`)
      }
    },
  }
}
