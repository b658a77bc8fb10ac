/**
 * A person of an experiment is in one arm of it, and is called as that arm says: with its workflow version, from its number. The
 * people of a control group are never called.
 */
import { canonicalNumber } from '../../src/addresses/rules/canonical-number.ts'
import type { Checker, CheckerContext } from '../facts.ts'

/** The number by which a person is known: of several the first one of the list. */
function firstNumberOf({
  phoneNumber,
  numbers,
}: {
  phoneNumber: string
  numbers?: { all: readonly string[] }
}): string {
  return canonicalNumber(numbers?.all[0] ?? phoneNumber)
}

export function experiments({ tables, fail }: CheckerContext): Checker {
  const seen = new Set<number>()
  /** By campaign and number. */
  const armOf = new Map<string, string>()
  const notCalled = new Set<string>()
  return {
    committed() {
      for (const id of tables.contacts.changed) {
        const contact = tables.contacts.get(id)
        if (contact?.heldBy !== 'control_group') continue
        const person = `${contact.campaignId} ${firstNumberOf(contact)}`
        if (contact.dials > 0 || armOf.has(person)) fail(`contact ${id} of a control group was called before`)
        notCalled.add(person)
      }
      for (const { id, campaignId, contactId, callerNumberId, phoneNumber } of tables.liveCalls.values()) {
        if (campaignId === null || seen.has(id)) continue
        seen.add(id)
        const campaign = tables.campaigns.get(campaignId)
        if (!campaign?.experiment) continue
        const { arm: name, definitionId } = tables.treatments.get(id) ?? {}
        const arm = campaign.experiment.arms.find((one) => one.name === name)
        const person = `${campaignId} ${firstNumberOf(tables.contacts.get(contactId ?? -1) ?? { phoneNumber })}`
        if (!arm) {
          fail(`call ${id} has no arm`)
          continue
        }
        if (arm.not_called || notCalled.has(person)) fail(`call ${id} goes to a person of a control group`)
        if (armOf.has(person) && armOf.get(person) !== arm.name)
          fail(`call ${id} is in ${arm.name}, and an earlier call to the person was in ${armOf.get(person)}`)
        armOf.set(person, arm.name)
        if (definitionId !== (arm.definition_id ?? campaign.definitionId))
          fail(`call ${id} does not follow the version of ${arm.name}`)
        if (arm.phone_number_id !== undefined && callerNumberId !== arm.phone_number_id)
          fail(`call ${id} does not show the number of ${arm.name}`)
      }
    },
  }
}
