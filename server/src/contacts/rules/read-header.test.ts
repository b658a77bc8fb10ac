import { describe, expect, test } from 'vitest'
import { COLUMNS_MAX, chooseDelimiter, detectEncoding, readHeader } from './read-header.ts'

describe('the encoding', () => {
  test.each([
    ['UTF-8', Buffer.from('phone,name\n'), 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffphone,name\n'), 'utf-8'],
    ['UTF-16 little endian with a mark', Buffer.from('\ufeffphone\n', 'utf16le'), 'utf-16le'],
    ['UTF-16 big endian with a mark', Buffer.from('\ufeffphone\n', 'utf16le').swap16(), 'utf-16be'],
    ['UTF-16 little endian without', Buffer.from('phone\n', 'utf16le'), 'utf-16le'],
    ['UTF-16 big endian without', Buffer.from('phone\n', 'utf16le').swap16(), 'utf-16be'],
    ['UTF-8 with a NUL in it', Buffer.from('phone,na\0me\n'), 'utf-8'],
    ['nothing', Buffer.alloc(0), 'utf-8'],
  ])('%s', (_name, bytes, expected) => {
    expect(detectEncoding(bytes)).toBe(expected)
  })
})

test.each([
  ['phone,name\n1;2;3;4', ','],
  ['phone;name;"a,b,c,d"\n', ';'],
  ['phone\tname', '\t'],
  ['phone|name', '|'],
  ['phone', ','],
  ['"first\nname";phone', ';'],
  ['name, first;phone', ';'],
  ['phone;a,b,c', ';'],
  ['a;b;c,d', ';'],
  ['', ','],
])('the delimiter of %j is %j', (text, delimiter) => {
  expect(chooseDelimiter(text)).toBe(delimiter)
})

describe('the phone column', () => {
  test.each([
    [['name', 'phone_number'], 1],
    [['Phone Number', 'name'], 0],
    [['name', 'PHONE-NUMBER'], 1],
    [['number', 'mobile'], 1],
    [['number', 'city'], 0],
    [['to_number'], 0],
    [['Teléfono', 'nombre'], 0],
    [['tel.', 'name'], 0],
  ])('of %j is the one at %d', (cells, index) => {
    expect(readHeader(cells, null)).toMatchObject({ ok: true, phoneIndex: index })
  })

  test('is the one that was named', () => {
    expect(readHeader(['phone', 'Second Line'], 'Second Line')).toMatchObject({ phoneIndex: 1 })
    expect(readHeader(['phone', 'Second Line'], 'second_line')).toMatchObject({ phoneIndex: 1 })
    expect(readHeader(['phone', 'name'], 'fax')).toMatchObject({ ok: false, code: 'phone_column_missing' })
    expect(readHeader(['phone', 'name'], '')).toMatchObject({ ok: false, code: 'phone_column_missing' })
  })

  test('that is missing is a fault that lists the columns found', () => {
    expect(readHeader(['name', 'city'], null)).toMatchObject({
      code: 'phone_column_missing',
      message: expect.stringContaining('name, city'),
    })
  })

  test.each(['+447912345678', '07912 345678', '1001'])('a first row with %s is data and is not repeated', (cell) => {
    const header = readHeader([cell, 'Anna'], null)
    expect(header).toMatchObject({ ok: false, message: expect.stringContaining('looks like a contact') })
    expect(JSON.stringify(header)).not.toContain(cell)
  })
})

test('column names are trimmed, unique and never empty', () => {
  expect(readHeader([' phone ', 'name', 'name', '', 'name_2', 'a\nb', '\0'], null)).toEqual({
    ok: true,
    columns: ['phone', 'name', 'name_2', 'column_4', 'name_2_2', 'a b', 'column_7'],
    phoneIndex: 0,
    furtherIndexes: [],
  })
})

test(`${COLUMNS_MAX} columns are the limit`, () => {
  const cells = ['phone', ...Array.from({ length: COLUMNS_MAX - 1 }, (_, index) => `c${index}`)]
  expect(readHeader(cells, null)).toMatchObject({ ok: true })
  expect(readHeader([...cells, 'one more'], null)).toMatchObject({ code: 'header_too_wide' })
})

test('names that are not UTF-8 are a fault', () => {
  expect(readHeader(['phone', 'Stra\ufffde'], null)).toMatchObject({ code: 'invalid_encoding' })
})
