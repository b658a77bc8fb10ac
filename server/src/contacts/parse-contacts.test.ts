import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ContactBatch,
  ContactFileError,
  openContactFile,
  type ParseOptions,
  REJECTED_VALUE_CHARACTERS_MAX,
  VALUE_CHARACTERS_MAX,
} from './parse-contacts.ts'
import { ROW_CHARACTERS_MAX } from './rules/csv-scanner.ts'

const PHONES = ['+447912345678', '+12133734253', '+4915112345678']

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function read(content: string | Buffer, given: Partial<ParseOptions> = {}, pieceSize = 1 << 16) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const options: ParseOptions = { countryCode: null, phoneColumn: null, seed: 1, ...given }
  const file = await openContactFile(pieces(bytes, pieceSize), options)
  const all: ContactBatch = { contacts: [], rejected: [], leftOut: [], duplicates: 0 }
  for await (const batch of file.batches) {
    all.contacts.push(...batch.contacts)
    all.rejected.push(...batch.rejected)
    all.leftOut.push(...batch.leftOut)
    all.duplicates += batch.duplicates
  }
  return { ...all, columns: file.columns, phoneColumn: file.phoneColumn }
}

async function fileFault(content: string | Buffer, given: Partial<ParseOptions> = {}): Promise<ContactFileError> {
  try {
    await read(content, given)
  } catch (error) {
    if (error instanceof ContactFileError) return error
    throw error
  }
  throw new Error('the file was accepted')
}

describe('a contact file', () => {
  test('gives contacts with their row, their address and every other column', async () => {
    const file = await read(`name,phone_number,city\nAnna,${PHONES[0]},London\n"Ben ""B"" C",alice,\n`)
    expect(file).toMatchObject({ columns: ['name', 'phone_number', 'city'], phoneColumn: 'phone_number' })
    expect(
      file.contacts.map(({ variables, zones: _zones, ...contact }) => ({
        ...contact,
        variables: JSON.parse(variables),
      })),
    ).toEqual([
      { row: 2, address: PHONES[0], type: 'pstn', variables: { name: 'Anna', city: 'London' } },
      { row: 3, address: 'alice', type: 'sip_extension', variables: { name: 'Ben "B" C', city: '' } },
    ])
  })

  test('has further numbers of a person, and keeps the row without one that cannot be called', async () => {
    const content = [
      'Phone Number 3,name,phone_number,phone_number_2',
      `${PHONES[1]},Anna,${PHONES[0]},+1 212 555 0116`,
      `nonsense,Ben,+12125550117,${PHONES[0]}`,
      `+12125550118,Cem,+12125550118,`,
      `,Dora,${PHONES[0]},+12125550119`,
      '',
    ].join('\n')
    const file = await read(content, { dialing: { allowExtensions: false } })
    expect(file.contacts.map(({ row, more }) => [row, more])).toEqual([
      [2, ['+12125550116', PHONES[1]]],
      [3, [PHONES[0]]],
      [4, undefined],
    ])
    expect(file).toMatchObject({ rejected: [], duplicates: 1 })
    const fault = { row: 3, column: 'Phone Number 3', code: 'further_number_invalid', value: 'nonsense' }
    expect(file.leftOut).toMatchObject([fault])
    // The hours must be right for every number.
    expect(file.contacts[0]?.zones.zones).toEqual(expect.arrayContaining(['America/New_York', 'Europe/London']))
    expect((await read(content)).contacts[0]).not.toHaveProperty('more')
  })

  test('with a language that is none has this row rejected, and only if people are to be called', async () => {
    const content = `phone_number,Language\n${PHONES[0]},es\n${PHONES[1]},Klingonese\n`
    const dialing = { allowExtensions: false }
    const file = await read(content, { dialing })
    expect(file.contacts.map(({ row }) => row)).toEqual([2])
    expect(file.rejected).toMatchObject([{ row: 3, column: 'Language', code: 'language_unknown', value: 'Klingonese' }])
    for (const known of ['', 'pt-BR', 'de_AT', 'German', 'Français', 'español', 'IT'])
      expect([known, (await read(`phone_number,language\n${PHONES[0]},${known}\n`, { dialing })).rejected]).toEqual([
        known,
        [],
      ])
    expect((await read(content)).rejected).toEqual([])
  })

  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('may end its lines with %s', async (_name, end) => {
    const file = await read(['phone;name', `${PHONES[0]};Anna`, `${PHONES[1]};Ben`, ''].join(end))
    expect(file.contacts.map((contact) => contact.row)).toEqual([2, 3])
  })

  test.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16 LE with a mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 BE with a mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16 LE without', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-16 BE without', (text: string) => Buffer.from(text, 'utf16le').swap16()],
  ])('may be %s, in pieces of any size', async (_name, encode) => {
    const bytes = encode(`phone\tname\n${PHONES[0]}\tJürgen 😀\n`)
    for (const size of [1, 2, 3, 7, 64, bytes.length]) {
      const file = await read(bytes, {}, size)
      expect(file.columns).toEqual(['phone', 'name'])
      expect(file.contacts.map((contact) => JSON.parse(contact.variables))).toEqual([{ name: 'Jürgen 😀' }])
    }
  })

  test('may come byte by byte, blank lines first', async () => {
    const file = await read(`\n \nphone;a,b,c\n${PHONES[0]};x\n`, {}, 1)
    expect(file).toMatchObject({ columns: ['phone', 'a,b,c'], contacts: [{ row: 4 }] })
  })

  test('has each address once, however it is written', async () => {
    const file = await read(`phone\n${PHONES[0]}\n+44 7912 345678\n07912 345678\nalice\nalice\n`, { countryCode: 'GB' })
    expect(file).toMatchObject({ duplicates: 3, contacts: [{ row: 2 }, { row: 5 }] })
  })

  test('has a phone number once, also in a SIP URI, with the zones of the number', async () => {
    const file = await read('phone\n+12125550116\nsip:+12125550116@pbx.example\nsip:+13105550116@pbx.example\n')
    expect(file).toMatchObject({
      duplicates: 1,
      contacts: [{ row: 2 }, { row: 4, type: 'sip_uri', zones: { zones: ['America/Los_Angeles'], source: 'number' } }],
    })
  })

  test('may leave out trailing cells, and have blank rows and empty cells too many', async () => {
    const file = await read(`phone,name,city\n${PHONES[0]}\n\n,,\n${PHONES[1]},Ben,,,\n`)
    expect(file.rejected).toEqual([])
    expect(file.contacts.map((contact) => [contact.row, contact.variables])).toEqual([
      [2, '{"name":"","city":""}'],
      [5, '{"name":"Ben","city":""}'],
    ])
  })

  test('may start with the line in which a spreadsheet names its delimiter', async () => {
    const file = await read(`sep=|\nphone|a,b,c\n${PHONES[0]}|x\n`)
    expect(file).toMatchObject({ columns: ['phone', 'a,b,c'], contacts: [{ row: 2 }] })
  })

  test('may call a column anything', async () => {
    const file = await read(`phone,__proto__,constructor,"a""b"\n${PHONES[0]},1,2,3\n`)
    expect(file.contacts[0]?.variables).toBe('{"__proto__":"1","constructor":"2","a\\"b":"3"}')
  })

  test('is the same whatever the pieces it comes in', async () => {
    const whole = `name,phone\n"x\ny",${PHONES[0]}\nbad,12345678\n"q""q",${PHONES[1]}\né,${PHONES[0]}\n`
    const expected = await read(whole)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 80 }), async (size) => {
        expect(await read(whole, {}, size)).toEqual(expected)
      }),
    )
  })
})

describe('a bad row is rejected with its reason, and the rows around it are kept', () => {
  const around = (bad: string) => `phone,name\n${PHONES[0]},Anna\n${bad}\n${PHONES[1]},Ben\n`

  test.each([
    ['a number of a spreadsheet', '4.47912E+11,X', 'spreadsheet_number', 'phone'],
    ['a lost plus sign', '447912345678,X', 'country_unknown', 'phone'],
    ['no number', ',X', 'phone_missing', 'phone'],
    ['too many values', `${PHONES[2]},X,Y`, 'too_many_columns', null],
    ['a NUL', `${PHONES[2]},X\0Y`, 'nul_byte', 'name'],
    ['a value too long', `${PHONES[2]},${'v'.repeat(VALUE_CHARACTERS_MAX + 1)}`, 'value_too_long', 'name'],
    ['a misplaced quote', `${PHONES[2]},"X"Y`, 'quote_misplaced', null],
    ['a million columns', `${PHONES[2]}${',x'.repeat(1_000_000)}`, 'row_too_long', null],
    ['a thousand columns', `${PHONES[2]}${','.repeat(1000)}`, 'too_many_columns', null],
    ['a row too long', `${PHONES[2]},${'x'.repeat(ROW_CHARACTERS_MAX)}`, 'row_too_long', null],
  ])('%s', async (_name, bad, code, column) => {
    const file = await read(around(bad))
    expect(file.rejected).toMatchObject([{ row: 3, code, column }])
    expect(file.rejected[0]?.value.length).toBeLessThanOrEqual(REJECTED_VALUE_CHARACTERS_MAX)
    expect(file.contacts.map((contact) => contact.row)).toEqual([2, 4])
  })

  test('bytes that are not UTF-8', async () => {
    const file = await read(Buffer.from(around(`${PHONES[2]},M\u00fcller`), 'latin1'))
    expect(file.rejected).toMatchObject([{ row: 3, code: 'invalid_encoding', column: 'name' }])
    expect(file.contacts).toHaveLength(2)
  })

  test('a quote that is never closed', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `+4479${10_000_000 + index},n\n`).join('')
    const file = await read(`phone,name\n${PHONES[2]},"Anna\n${rows}`)
    expect(file.rejected).toMatchObject([{ row: 2, code: 'quote_not_closed' }])
    expect(file.contacts).toHaveLength(20_000)
    expect(file.contacts[0]).toMatchObject({ row: 3, address: '+447910000000' })
  })

  test('a leading apostrophe is no fault', async () => {
    expect((await read(around(`'${PHONES[2]},X`))).contacts).toHaveLength(3)
  })

  test('a rejected row does not claim its number', async () => {
    const file = await read(`phone,name\n${PHONES[0]},${'v'.repeat(VALUE_CHARACTERS_MAX + 1)}\n${PHONES[0]},Anna\n`)
    expect(file).toMatchObject({ duplicates: 0, contacts: [{ row: 3 }], rejected: [{ row: 2 }] })
  })
})

describe('a file that is no use says why', () => {
  test.each([
    ['', 'empty_file'],
    ['\ufeff', 'empty_file'],
    ['\n\r\n  \n', 'empty_file'],
    [',,,\n', 'empty_file'],
    ['name,city\nAnna,London\n', 'phone_column_missing'],
    [`${PHONES[0]},Anna\n`, 'phone_column_missing'],
    ['"phone,name\n1,2\n', 'header_unreadable'],
    [`phone${',c'.repeat(300)}\n`, 'header_too_wide'],
    [`phone${',c'.repeat(1_000_000)}\n`, 'header_too_wide'],
  ])('%#', async (content, code) => {
    expect((await fileFault(content)).code).toBe(code)
  })

  test('a header alone is a file without contacts', async () => {
    expect(await read('phone,name')).toMatchObject({ contacts: [], rejected: [], columns: ['phone', 'name'] })
  })

  test('the source is let go of, whatever the end', async () => {
    let released = 0
    async function* source(content: string) {
      try {
        for (;;) yield Buffer.from(content)
      } finally {
        released++
      }
    }
    const options = { countryCode: null, phoneColumn: null, seed: 1 }
    await expect(openContactFile(source('name,city\nAnna,London\n'), options)).rejects.toThrow(ContactFileError)
    expect(released).toBe(1)
    const file = await openContactFile(source(`phone\n${PHONES[0]}\n`.repeat(5000)), options)
    for await (const _batch of file.batches) break
    expect(released).toBe(2)
  })

  test('however large the pieces of the source are, a batch has a few hundred rows: live calls wait for each', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `+1202${5_000_000 + index}`)
    const options = { countryCode: null, phoneColumn: null, seed: 1 }
    const file = await openContactFile(pieces(Buffer.from(`phone\n${rows.join('\n')}\n`), 1 << 20), options)
    const sizes: number[] = []
    for await (const { contacts } of file.batches) sizes.push(contacts.length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20_000)
    // The shortest rows have 13 characters.
    expect(Math.max(...sizes)).toBeLessThan((2 * 16 * 1024) / 13)
  })

  test('a fault of the source is passed on', async () => {
    async function* broken() {
      yield Buffer.from(`phone\n${PHONES[0]}\n`)
      throw new Error('connection lost')
    }
    const options = { countryCode: null, phoneColumn: null, seed: 1 }
    await expect(openContactFile(broken(), options)).rejects.toThrow('connection lost')
  })
})

test('any bytes have an end: contacts, reasons, or a fault of the file', async () => {
  const byte = fc.constantFrom(...Buffer.from('phone,+441234567890;\t"\n\r\0x'), 0xff, 0xfe, 0xc3, 0xef)
  await fc.assert(
    fc.asyncProperty(fc.array(byte, { maxLength: 300 }), fc.boolean(), async (bytes, withHeader) => {
      const content = Buffer.concat([Buffer.from(withHeader ? 'phone,name\n' : ''), Buffer.from(bytes)])
      try {
        for (const contact of (await read(content)).contacts) JSON.parse(contact.variables)
      } catch (error) {
        if (!(error instanceof ContactFileError)) throw error
      }
    }),
    { numRuns: 1000 },
  )
})
