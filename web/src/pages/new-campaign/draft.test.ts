import { OutdialError } from '@outdial/sdk'
import { describe, expect, test } from 'vitest'
import type { ListPreview } from '../../api/contact-lists.ts'
import type { TelephonyConfiguration } from '../../api/telephony.ts'
import { changeDraft, type Draft, draftFindingsOf, emptyDraft, nameFromFile, withZoneOfList } from './draft.ts'
import { asUnusedColumn, detectedColumnUse, nameInFile, withColumnUse } from './list-reading.ts'
import { faultOf } from './upload-fault.ts'

const variable = (part: Partial<ListPreview['variables'][number]>) => ({
  name: 'appointment_time',
  required: false,
  default: 'ten thirty',
  column: null,
  suggested_column: null,
  lacking_rows: 0,
  lacking_examples: [],
  default_rows: 0,
  ...part,
})

const preview = (part: Partial<ListPreview>) =>
  ({ columns: [], column_details: [], zones: null, variables: [], ...part }) as unknown as ListPreview

describe('what the workflow asks for and the list lacks', () => {
  const draft = { ...emptyDraft(), list: { total_rows: 5, rejected_rows: 0 } as never, name: 'x' }

  test('without a default it stops the campaign; with one it asks, also for single empty cells', () => {
    const variables = [
      variable({ name: 'account', required: true, default: null, lacking_rows: 2 }),
      variable({ column: 'appt', default_rows: 1 }),
      variable({ name: 'filled', column: 'filled' }),
    ]
    const who = draftFindingsOf(draft, preview({ variables }), []).filter(({ section }) => section === 'who')
    expect(who.map(({ kind, text }) => [kind, text])).toEqual([
      ['stop', 'The workflow needs account; it is missing for 2 people on the list.'],
      ['ask', '1 person would hear “ten thirty” as appointment_time.'],
    ])
  })

  test('a simulated carrier is named among what should be reviewed', () => {
    const carriers = [
      { id: 4, provider: 'simulator', is_default_outbound: true },
    ] as unknown as TelephonyConfiguration[]
    const line = (configurationId: number | null) =>
      draftFindingsOf({ ...draft, configurationId }, undefined, carriers).filter(({ section }) => section === 'line')
    expect(line(4)).toMatchObject([{ kind: 'ask', text: expect.stringMatching(/places no real calls/) }])
    expect(line(null)).toMatchObject([{ kind: 'stop' }])
  })
})

test('nothing is made without a list, a carrier and a name', () => {
  const stops = draftFindingsOf(emptyDraft(), undefined, []).filter(({ kind }) => kind === 'stop')
  expect(stops.map(({ section }) => section)).toEqual(['who', 'what', 'line', 'check'])
})

describe('what the columns of a file are used for', () => {
  const read = preview({
    phone_column: 'Mobil',
    columns: ['Nachname', 'first_name', 'Mobil', 'Bundesland'],
    column_details: [{ name: 'first_name', variable: 'first_name' }] as never,
    zones: { columns: { timezone: null, state: 'Bundesland', postal_code: null } } as never,
  })

  test('is what the server took them for', () => {
    expect(read.columns.map((column) => detectedColumnUse(column, read))).toEqual([
      'unused',
      'say:first_name',
      'phone',
      'state',
    ])
  })

  test('changes by renaming, and a variable has one column', () => {
    const first = withColumnUse({ countryCode: 'DE' }, 'Nachname', 'say:first_name')
    expect(first).toEqual({ countryCode: 'DE', rename: { Nachname: 'first_name' } })
    const second = withColumnUse(first, 'Vorname', 'say:first_name')
    expect(second).toEqual({ countryCode: 'DE', rename: { Vorname: 'first_name' } })
    expect(nameInFile('first_name', second)).toBe('Vorname')
    expect(withColumnUse(second, 'Vorname', 'phone')).toEqual({ countryCode: 'DE', phoneColumn: 'Vorname', rename: {} })
    expect(withColumnUse(second, 'Patientennr', 'person').rename).toMatchObject({ Patientennr: 'person_id' })
    expect(withColumnUse({}, 'Festnetz', 'number:2').rename).toEqual({ Festnetz: 'phone_number_2' })
    expect(detectedColumnUse('Phone Number 3', read)).toBe('number:3')
    expect(withColumnUse({ phoneColumn: 'Mobil' }, 'Mobil', 'unused')).toEqual({ rename: {} })
    expect(asUnusedColumn('first_name', {}).rename).toEqual({ first_name: 'first_name (not used)' })
  })
})

describe('a file that could not become a list', () => {
  const refused = (code: string, details: Record<string, unknown>) =>
    faultOf(new OutdialError(400, { code, message: 'Say with sheet= which one.', details }, null))

  test('offers the columns or sheets that the server found', () => {
    expect(refused('phone_column_missing', { columns: ['Name', 'Größe'] })).toMatchObject({
      text: expect.stringMatching(/Choose it below/),
      columns: ['Name', 'Größe'],
    })
    expect(refused('sheet_not_chosen', { sheets: ['A', 'B'] })).toMatchObject({
      text: expect.stringMatching(/several sheets/),
      sheets: ['A', 'B'],
    })
    expect(refused('spreadsheet_unreadable', {}).text).toBe('Say with sheet= which one. (spreadsheet_unreadable)')
  })

  test('says so where the file was changed on the disk after it was chosen', () => {
    for (const name of ['NotReadableError', 'NotFoundError'])
      expect(faultOf(new DOMException('', name)).text).toBe('The file was changed since you chose it. Choose it again.')
  })
})

describe('the zone of the hours', () => {
  const list = (source_id: string, timezone: string | null) => ({
    draft: { list: { source_id } as Draft['list'] },
    preview: preview({
      source_id,
      zones: { groups: timezone ? [{ timezones: [timezone], contacts: 9 }] : [] } as never,
    }),
  })
  const german = list('a', 'Europe/Berlin')
  const american = list('b', 'America/New_York')
  const follow = (draft: Draft, { preview: read }: typeof german) => ({ ...draft, ...withZoneOfList(draft, read) })
  const zoneOf = (draft: Draft) => draft.settings.hours?.timezone

  test('follows each list until the user chooses one', () => {
    const first = follow({ ...emptyDraft(), ...american.draft }, american)
    expect(zoneOf(first)).toBe('America/New_York')
    const second = follow({ ...first, ...german.draft }, german)
    expect(zoneOf(second)).toBe('Europe/Berlin')
    const hours = { ...second.settings.hours!, timezone: 'Europe/Madrid' }
    const chosen = { ...second, settings: { ...second.settings, hours } }
    expect(zoneOf(follow({ ...chosen, ...american.draft }, american))).toBe('Europe/Madrid')
  })

  test('is not taken from another list, and goes back where a list does not tell one', () => {
    const draft = follow({ ...emptyDraft(), ...american.draft }, american)
    expect(withZoneOfList({ ...draft, ...german.draft }, american.preview)).toBeNull()
    const unknown = list('c', null)
    expect(zoneOf(follow({ ...draft, ...unknown.draft }, unknown))).toBe(emptyDraft().autoZone)
  })
})

test('what was accepted counts for one list and one workflow', () => {
  const draft = { ...emptyDraft(), list: { source_id: 'a' } as Draft['list'], workflowId: 1, accepted: ['time'] }
  expect(changeDraft(draft, { name: 'x' }).accepted).toEqual(['time'])
  expect(changeDraft(draft, { list: { source_id: 'b' } as Draft['list'] }).accepted).toEqual([])
  expect(changeDraft(draft, { workflowId: 2 }).accepted).toEqual([])
})

test('nothing is ready while the list has not been read, and a list that could not be read is named', () => {
  const draft = { ...emptyDraft(), list: { total_rows: 5, rejected_rows: 0 } as never }
  const who = (read: ListPreview | 'failed' | undefined) =>
    draftFindingsOf(draft, read, []).filter(({ section }) => section === 'who')
  expect(who(undefined)).toMatchObject([{ kind: 'stop' }])
  expect(who('failed')).toMatchObject([{ kind: 'ask' }])
  expect(who(preview({}))).toEqual([])
})

test('a campaign is named after its file', () => {
  expect(nameFromFile('harrogate_week-48.csv')).toBe('Harrogate week 48')
})
