/** Spreadsheets are converted in a separate process, so that no spreadsheet can block the program. */
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { xlsx, zip } from '../../test/contacts/xlsx.ts'
import { convertSpreadsheet } from './convert-spreadsheet.ts'

const PATIENCE_MS = 60_000
const LIMITS = { msMax: PATIENCE_MS, memoryMbMax: 768 }

async function converted(bytes: Buffer, limits = LIMITS, sheet?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'outdial-sheet-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'book.xlsx'), bytes)
  const handle = await open(join(folder, 'book.xlsx'))
  try {
    let text = ''
    for await (const piece of convertSpreadsheet(handle.fd, sheet, limits)) text += Buffer.from(piece).toString()
    return text
  } finally {
    await handle.close()
  }
}

const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`
const shared = (cell: string, index: number) => `<c r="${cell}" t="s"><v>${index}</v></c>`

test('a spreadsheet becomes the lines of a CSV file, however many there are', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => row(index + 1, shared(`A${index + 1}`, index % 2)))
  const text = await converted(xlsx({ sheets: [{ name: 'People', rows: rows.join('') }], texts: ['Ada', 'Zoë'] }))
  expect(text.split('\n')).toHaveLength(20_001)
  expect(text.startsWith('"Ada"\n"Zoë"\n"Ada"\n')).toBe(true)
})

test('what the file lacks is said as before: the reason and the sheets to choose from', async () => {
  const sheets = ['One', 'Two'].map((name) => ({ name, rows: row(1, shared('A1', 0)) }))
  const book = xlsx({ sheets, texts: ['phone'] })
  await expect(converted(book)).rejects.toMatchObject({ code: 'sheet_not_chosen', found: { sheets: ['One', 'Two'] } })
  expect(await converted(book, LIMITS, 'Two')).toBe('"phone"\n')
  const formula = xlsx({ sheets: [{ name: 'One', rows: row(1, '<c r="A1"><f>A2</f><v>1</v></c>') }] })
  await expect(converted(formula)).rejects.toMatchObject({ code: 'spreadsheet_cells_unusable' })
})

/** Each of these parts is small in the archive and would take hours to read. */
const ENDLESS = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': '<Relationship Id="r1" Target="worksheets/sheet1.xml"/>',
  'xl/worksheets/sheet1.xml': `<sheetData>${row(1, shared('A1', 0))}</sheetData>`,
  'xl/sharedStrings.xml': '<si>'.repeat(4_000_000),
}

test('a file that would take hours to read is refused after the time limit, and the program lives meanwhile', async () => {
  const book = zip(ENDLESS)
  expect(book.length).toBeLessThan(100_000)
  await expect(converted(book, { ...LIMITS, msMax: 3000 })).rejects.toMatchObject({
    code: 'spreadsheet_unreadable',
    message: 'The spreadsheet takes too much time or memory to read. Save it as CSV, or split it.',
  })
}, 180_000)

test('a file that takes too much memory is refused', async () => {
  const texts = `<sst>${'<si><t>x</t></si>'.repeat(7_000_000)}</sst>`
  const book = zip({ ...ENDLESS, 'xl/sharedStrings.xml': texts })
  await expect(converted(book, { ...LIMITS, memoryMbMax: 200 })).rejects.toMatchObject({
    code: 'spreadsheet_unreadable',
  })
}, 180_000)
