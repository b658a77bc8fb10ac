import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 as zlibCrc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { crc32, zipOf } from './zip.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('the checksum is the one of zlib', () => {
  for (const text of ['', 'a', 'Grüße', 'x'.repeat(10_000)]) expect(crc32(bytes(text))).toBe(zlibCrc32(bytes(text)))
})

test('another program reads the archive, with folders and umlauts', async () => {
  const files = [
    { name: 'history.json', bytes: bytes('{}') },
    { name: 'calls/7-empty.json', bytes: bytes('') },
    { name: 'calls/7-Gespräch.txt', bytes: bytes('Grüße') },
  ]
  const directory = mkdtempSync(join(tmpdir(), 'outdial-zip-'))
  try {
    const path = join(directory, 'file.zip')
    writeFileSync(path, Buffer.from(await zipOf(files, new Date('2026-11-16T10:20:30Z')).arrayBuffer()))
    const script = `import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps([[i.filename, z.read(i).decode(), list(i.date_time)] for i in z.infolist()]))`
    const read = JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }))
    expect(read).toEqual(
      files.map((file) => [file.name, new TextDecoder().decode(file.bytes), [2026, 11, 16, 10, 20, 30]]),
    )
  } finally {
    rmSync(directory, { recursive: true })
  }
})
