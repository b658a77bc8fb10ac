/** Makes small .xlsx files for tests: a ZIP archive with the parts that a spreadsheet program writes. */
import { deflateRawSync } from 'node:zlib'

export interface Sheet {
  name: string
  /** The XML between `<sheetData>` and its end, and what follows it. */
  rows: string
  after?: string
  hidden?: boolean
}

export interface BookRequest {
  sheets: Sheet[]
  texts?: string[]
  /** Ids of number formats, one per style. */
  formats?: number[]
}

export function xlsx({ sheets, texts = [], formats = [0] }: BookRequest): Buffer {
  const names = sheets.map(
    ({ name, hidden }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
  )
  const relations = sheets.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Type="worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  return zip({
    'xl/workbook.xml': `<workbook><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet><cellXfs>${formats.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows, after = '' }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
  })
}

/** Checksums are left out: they are not looked at. */
export function zip(parts: Record<string, string>): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let position = 0
  for (const [name, content] of Object.entries(parts)) {
    const packed = deflateRawSync(content)
    const local = Buffer.alloc(30 + name.length)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(name.length, 26)
    local.write(name, 30)
    const entry = Buffer.alloc(46 + name.length)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(content.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(position, 42)
    entry.write(name, 46)
    bodies.push(local, packed)
    directory.push(entry)
    position += local.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(position, 16)
  return Buffer.concat([...bodies, ...directory, end])
}
