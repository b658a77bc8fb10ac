import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { randomIntBetween, seededRng } from '../kernel/rng.ts'
import { SortedNumbers } from './find-numbers.ts'
import { BLOCK_BYTES_MAX, findInBlock, type NumberBlock } from './rules/number-blocks.ts'
import { LINE_BYTES_MAX, type RegistryFormat, RegistryReader } from './rules/read-registry.ts'
import { RegistrySorter } from './sort-registry.ts'

const US: RegistryFormat = { layout: 'area_code_and_number', countryCode: 'US', skipLines: 0 }
const GB: RegistryFormat = { layout: 'number', countryCode: 'GB', skipLines: 0 }
const FR: RegistryFormat = { layout: 'number', countryCode: 'FR', skipLines: 0 }
const ES: RegistryFormat = { layout: 'number', countryCode: 'ES', skipLines: 0 }

/** `size`: a file arrives in pieces that end anywhere. */
function read(format: RegistryFormat, file: string, size = 3): number[] {
  const reader = new RegistryReader(format)
  const keys: number[] = []
  const bytes = Buffer.from(file)
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size), (key) => keys.push(key))
  reader.end((key) => keys.push(key))
  return keys
}

describe('files as registries publish them', () => {
  test.each([
    ['FTC', US, '202,5550100\n202,5550101\n', [12025550100, 12025550101]],
    ['quotes, carriage returns, no last line end', US, '"202","5550100"\r\n303,5550101', [12025550100, 13035550101]],
    ['a country code in front', US, '1202,5550100\n', [12025550100]],
    ['TPS', GB, '02079460018\n+442079460019\n\n', [442079460018, 442079460019]],
    ['Bloctel', FR, '\ufeff0612345678;2026-01-31\n33612345679\n', [33612345678, 33612345679]],
    ['Robinson', ES, '612345678\n', [34612345678]],
    ['one column in the United States', { ...GB, countryCode: 'US' } as RegistryFormat, '2025550100\n', [12025550100]],
    ['lines before the first number', { ...GB, skipLines: 1 }, 'number\n02079460018\n', [442079460018]],
  ])('%s', (_name, format, file, keys) => {
    for (const size of [1, 3, 1_000]) expect(read(format, file, size)).toEqual(keys)
  })

  test.each([
    ['letters', US, '202,5550100\nphone,number\n', 2],
    ['a digit is missing', US, '202,5550100\n202,555010\n', 2],
    ['an area code without a number', US, '202\n', 1],
    ['a short code', GB, '02079460018\n\n999\n', 3],
    ['an extension of a PBX', GB, '4711\n', 1],
    ['a number without its country', { ...GB, countryCode: null }, '02079460018\n', 1],
    ['a file without line ends', GB, '0'.repeat(2 * LINE_BYTES_MAX), 1],
  ])('%s: refused with the number of the line, and without its text', (_name, format, file, line) => {
    const text = file.split('\n')[line - 1] as string
    const refused = () => read(format, file, 1_000)
    expect(refused).toThrow(expect.objectContaining({ line, message: expect.not.stringContaining(text) }))
  })

  test.each([
    ['area code and number apart', GB, '202,5550100\n', 'layout=area_code_and_number'],
    ['the names of columns', US, 'area,number\n202,5550100\n', 'skip_lines=1'],
    ['a second line before the numbers', { ...GB, skipLines: 1 }, 'TPS\nnumber\n02079460018\n', 'skip_lines=2'],
  ])('%s: the refusal says how to send the file', (_name, format, file, hint) => {
    expect(() => read(format, file)).toThrow(hint)
  })

  test('a line that only lacks a digit gets no hint', () => {
    expect(() => read(US, '202,5550100\n202,555010\n')).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching('layout|skip_lines') }),
    )
  })
})

function sorted(lines: readonly string[], directory: string, runNumbersMax: number) {
  const sorter = new RegistrySorter(GB, directory, runNumbersMax)
  const file = Buffer.from(lines.join('\n'))
  sorter.push(file)
  const summary = sorter.end()
  const blocks: NumberBlock[] = []
  for (let more = sorter.nextBlocks(7); more.length > 0; more = sorter.nextBlocks(7)) blocks.push(...more)
  sorter.close()
  expect(summary).toEqual({ rows: lines.length, sha256: createHash('sha256').update(file).digest('hex') })
  return blocks
}

describe('a sorted set in blocks', () => {
  test('has exactly the numbers of the file, whatever their order, distance and number of runs', async () => {
    const directory = await temporaryFolder('registry')
    for (const seed of [1, 2, 3]) {
      const rng = seededRng(seed)
      // Dense, sparse and far apart, some twice.
      const numbers = Array.from({ length: 5_000 }, () =>
        rng.next() < 0.5
          ? randomIntBetween(rng, 442070000000, 442070004000)
          : randomIntBetween(rng, 12000000000, 19999999999),
      )
      const wanted = [...numbers, 442079460018, 998901234567]
      const blocks = sorted(
        wanted.map((key) => `+${key}`),
        directory,
        700,
      )
      const all = [...new Set(wanted)].sort((a, b) => a - b)
      expect(blocks.flatMap((block) => findInBlock(block, all))).toEqual(all)
      expect(blocks.reduce((sum, block) => sum + block.numbers, 0)).toBe(all.length)
      const known = new Set(all)
      const neighbours = all.flatMap((key) => [key - 1, key + 1]).filter((key) => !known.has(key))
      const asked = [...new Set(neighbours)].sort((a, b) => a - b)
      expect(blocks.flatMap((block) => findInBlock(block, asked))).toEqual([])
      expect(blocks.every(({ distances }) => distances.length <= BLOCK_BYTES_MAX)).toBe(true)
    }
  })

  test('a damaged block is an error and never "not on the registry"', async () => {
    const lines = Array.from({ length: 50 }, (_, index) => `+4420794600${10 + index}`)
    const [block] = sorted(lines, await temporaryFolder('registry'), 1_000) as [NumberBlock]
    const distances = block.distances.slice()
    distances[3] = 2
    expect(() => findInBlock({ ...block, distances }, [block.firstKey])).toThrow('damaged')
    expect(() => findInBlock({ ...block, distances: block.distances.slice(1) }, [block.firstKey])).toThrow('damaged')
    expect(() => findInBlock({ ...block, firstKey: block.firstKey + 1 }, [block.firstKey])).toThrow('damaged')
  })

  test('numbers to look up come in order, each once, SIP addresses with a number among them', () => {
    const wanted = new SortedNumbers()
    const addresses = ['+442079460018', 'sip:+442079460011@pbx.example.com', '4711', '+442079460018', '+12025550100']
    for (const address of addresses) wanted.add(address)
    expect(wanted.size).toBe(4)
    expect([...wanted.portions(2)]).toEqual([[12025550100, 442079460011], [442079460018]])
  })
})
