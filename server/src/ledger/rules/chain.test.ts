import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, type Json } from './canonical-json.ts'
import { CHAIN_START, type ChainedRecord, ChainVerifier, chainRecords, type RecordDraft } from './chain.ts'

describe('canonical JSON', () => {
  it('is one text for one value, in whatever order it was written', () => {
    expect(canonicalJson({ b: [1, null, 'ü\n'], a: { d: true, c: -0 } })).toBe(
      '{"a":{"c":0,"d":true},"b":[1,null,"ü\\n"]}',
    )
  })

  it('survives being read back', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = canonicalJson(value as Json)
        expect(canonicalJson(JSON.parse(text) as Json)).toBe(text)
      }),
    )
  })

  it('refuses what JSON cannot hold', () => {
    expect(() => canonicalJson({ a: Number.NaN })).toThrow()
  })
})

describe('the chain', () => {
  const draft = fc.record({
    kind: fc.constantFrom('dial', 'opt_out'),
    atMs: fc.integer({ min: 0, max: 4e12 }),
    actor: fc.string(),
    body: fc.dictionary(fc.string(), fc.jsonValue()),
  }) as fc.Arbitrary<RecordDraft>

  function broken(records: readonly ChainedRecord[], organizationId = 7): boolean {
    const walk = new ChainVerifier(organizationId, CHAIN_START)
    for (const record of records) walk.step(record)
    return walk.fault !== null
  }

  it('holds over batches, and any change of any record breaks it', () => {
    fc.assert(
      fc.property(fc.array(draft, { minLength: 3, maxLength: 8 }), fc.nat(), (drafts, pick) => {
        const first = chainRecords(7, CHAIN_START, drafts.slice(0, 2))
        const second = chainRecords(7, first.head, drafts.slice(2))
        const records = [...first.records, ...second.records]
        expect(broken(records)).toBe(false)
        expect(second.head.sequence).toBe(drafts.length)
        for (const { text } of records) expect(canonicalJson(JSON.parse(text) as Json)).toBe(text)
        const at = pick % (records.length - 1)
        const victim = records[at] as ChainedRecord
        const next = records[at + 1] as ChainedRecord
        const altered = { ...victim, text: victim.text.replace('"kind":"', '"kind":"x') }
        expect(broken(records.with(at, altered))).toBe(true)
        expect(broken(records.toSpliced(at, 1))).toBe(true)
        expect(broken(records.with(at, next).with(at + 1, victim))).toBe(true)
        expect(broken(records.toSpliced(at, 0, victim))).toBe(true)
        expect(broken(records, 8)).toBe(true)
      }),
    )
  })
})
