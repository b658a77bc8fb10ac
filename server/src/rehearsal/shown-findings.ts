/** Findings with their spoken sentences. The contacts are read again, so that erased people are not shown. */
import type { Queries } from '../storage/database.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { variableKey } from '../workflows/rules/variable-names.ts'
import { type FindingGroup, type RehearsedCampaign, type RehearsedContact, rehearsedContacts } from './queries.ts'
import { FINDING_KINDS, type FindingKind } from './rules/row-judge.ts'
import { renderSentenceFor, templateSentencesOf } from './rules/spoken-sentences.ts'

/** Longer values and sentences are cut off. */
const SHOWN_CHARACTERS_MAX = 300

const MESSAGES: Readonly<Record<FindingKind, string>> = {
  do_not_call_note: 'The list says that this person must not be called. Put the number on the do-not-call list.',
  shifted_columns: 'The values of this row are in the wrong columns. Correct the row in the file.',
  swapped_columns: 'This name is usually in the other column of the list. Check whether the two are swapped.',
  repeated_person: 'Another row has the same value, so the person would be called twice. Remove one of the rows.',
  empty: 'The cell is empty and the workflow has no default. Fill the cell, or write a default in the workflow.',
  placeholder: 'The cell has a placeholder in place of a value. Fill the cell, or leave it empty to use a default.',
  unresolved_placeholder: 'The cell has a merge field of another program that was not filled.',
  formula: 'The cell has a formula or an error of a spreadsheet. Export the values again.',
  markup: 'The cell has HTML. Remove the tags and entities.',
  garbled: 'Letters of this cell were damaged. Export the file again as UTF-8.',
  unsayable: 'The voice cannot pronounce characters of this cell and leaves them out.',
  not_a_date: 'This is not a date that can be said in words, so it is said as written. Write it as 2026-11-17.',
  unlikely_date: 'This date does not fit the others: it lies in the past, or far away from them.',
  unlikely_time: 'This time lies far from the others.',
  not_an_amount: 'This is not an amount, so it is said as written.',
  unlikely_amount: 'This amount does not fit the others: it is zero, negative or far larger.',
  other_format: 'This cell is written in another format or currency than the others.',
  not_a_name: 'This does not look like the name of a person.',
  shouted: 'The cell is written in capitals, which voices may spell letter by letter.',
  unlike_others: 'This cell looks different from all others of its column.',
  much_longer: 'This text is much longer than the others of its column.',
  rare_choice: 'All other rows have one of a few values; this one occurs only once. Check the spelling.',
  default: 'The cell is empty: the agent says the default of the workflow.',
}

export interface ShownFinding {
  kind: FindingKind
  column: string
  rows: number
  message: string
  examples: Array<{ contact_id: number; row: number; phone_number: string; value: string; said: string | null }>
}

export async function shownFindings(
  db: Queries,
  campaign: RehearsedCampaign,
  definition: WorkflowDefinition,
  groups: readonly FindingGroup[],
  examples: number,
): Promise<ShownFinding[]> {
  const ids = groups.flatMap(({ contacts }) => contacts.slice(0, examples))
  const contacts = new Map((await rehearsedContacts(db, campaign.id, [...new Set(ids)])).map((one) => [one.id, one]))
  const sentences = templateSentencesOf(definition)
  const saidTo = ({ id, phoneNumber, cells }: RehearsedContact, column: string) => {
    const sentence = sentences.find(({ variables }) => variables.has(variableKey(column)))
    if (sentence === undefined) return null
    const known = { phone_number: phoneNumber, called_number: phoneNumber, contact_id: String(id) }
    const names = { campaign_name: campaign.name, workflow_name: campaign.workflowName }
    return cut(renderSentenceFor(definition, { ...known, ...names, ...cells }, sentence.text))
  }
  return [...groups].sort(byHarm).map(({ kind, column, rows, contacts: named }) => ({
    kind,
    column,
    rows,
    message: MESSAGES[kind],
    examples: named.slice(0, examples).flatMap((id) => {
      const contact = contacts.get(id)
      if (contact === undefined) return []
      const { row, phoneNumber, cells } = contact
      const value = cut(cells[column] ?? '')
      return [{ contact_id: id, row, phone_number: phoneNumber, value, said: saidTo(contact, column) }]
    }),
  }))
}

function byHarm(one: FindingGroup, other: FindingGroup): number {
  return FINDING_KINDS.indexOf(one.kind) - FINDING_KINDS.indexOf(other.kind) || other.rows - one.rows
}

function cut(text: string): string {
  const signs = [...text]
  return signs.length > SHOWN_CHARACTERS_MAX ? `${signs.slice(0, SHOWN_CHARACTERS_MAX - 1).join('')}…` : text
}
