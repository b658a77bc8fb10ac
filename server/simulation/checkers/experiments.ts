/**
 * A person of an experiment is in one arm of it, and is called as that arm says: with its workflow version, from its number, within its
 * hours. The people of a control group are never called. After the end of an experiment everyone is treated as one arm says.
 */
import { canonicalNumber } from '../../src/addresses/rules/canonical-number.ts'
import { zonesOfContact } from '../../src/addresses/rules/zones-of-contact.ts'
import type { Checker, CheckerContext, SeenCall } from '../facts.ts'
import { wallTime } from '../wall-time.ts'

/** What a person is known by: the id of the list, else the number, of several the first one of the list. */
function nameOf({
  personId,
  phoneNumber,
  numbers,
}: {
  personId?: string | null
  phoneNumber: string
  numbers?: { all: readonly string[] }
}): string {
  return personId ? `person ${personId}` : canonicalNumber(numbers?.all[0] ?? phoneNumber)
}

export function experiments({ tables, facts, fail }: CheckerContext): Checker {
  const seen = new Set<number>()
  /** By campaign and person. */
  const armOf = new Map<string, string>()
  const notCalled = new Set<string>()
  /** On either side of what the clock of the claim may be wrong by. */
  function checkHours({ callId, claim, call, person: { campaignId } }: SeenCall): void {
    const { arm: name } = tables.treatments.get(callId) ?? {}
    const { hours } = tables.campaigns.get(campaignId ?? -1)?.experiment?.arms.find((one) => one.name === name) ?? {}
    if (!hours || claim.clockIsSettling) return
    const zone = zonesOfContact(call.to, {}).zones[0] ?? claim.schedule?.timezone ?? 'UTC'
    const times = [-1, 1].map((side) => wallTime(zone, claim.atMs + side * facts.clockDoubtMs).time)
    if (times.every((time) => time < hours.start_time || time >= hours.end_time))
      fail(`${call.key} is at ${times[0]} in ${zone}, outside of the hours of ${name}`)
  }
  return {
    began(seen) {
      if (!seen.isInbound) checkHours(seen)
    },
    committed() {
      for (const id of tables.contacts.changed) {
        const contact = tables.contacts.get(id)
        if (contact?.heldBy !== 'control_group') continue
        const person = `${contact.campaignId} ${nameOf(contact)}`
        if (contact.dials > 0 || armOf.has(person)) fail(`contact ${id} of a control group was called before`)
        notCalled.add(person)
      }
      for (const id of tables.liveCalls.changed) {
        const call = tables.liveCalls.get(id)
        if (!call || call.campaignId === null || seen.has(id)) continue
        seen.add(id)
        const { campaignId, contactId, callerNumberId, phoneNumber } = call
        const campaign = tables.campaigns.get(campaignId)
        if (!campaign?.experiment) continue
        const { arm: name, definitionId } = tables.treatments.get(id) ?? {}
        const arm = campaign.experiment.arms.find((one) => one.name === name)
        const person = `${campaignId} ${nameOf(tables.contacts.get(contactId ?? -1) ?? { phoneNumber })}`
        if (!arm) {
          fail(`call ${id} has no arm`)
          continue
        }
        const { stopped, arms } = campaign.experiment
        // After the end, contacts of a person are called although another one of theirs was left out before.
        if (arm.not_called || (!stopped && notCalled.has(person)))
          fail(`call ${id} goes to a person of a control group`)
        if (stopped && arm !== arms[stopped.arm]) fail(`call ${id} is in ${arm.name}, and the experiment has ended`)
        if (!stopped && armOf.has(person) && armOf.get(person) !== arm.name)
          fail(`call ${id} is in ${arm.name}, and an earlier call to the person was in ${armOf.get(person)}`)
        if (!stopped) armOf.set(person, arm.name)
        if (definitionId !== (arm.definition_id ?? campaign.definitionId))
          fail(`call ${id} does not follow the version of ${arm.name}`)
        if (arm.phone_number_id !== undefined && callerNumberId !== arm.phone_number_id)
          fail(`call ${id} does not show the number of ${arm.name}`)
      }
    },
  }
}
