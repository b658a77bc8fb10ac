import { describe, expect, test } from 'vitest'
import { readDefinition } from './definition.ts'
import { EDGE_PROPERTIES, SETTINGS_PROPERTIES } from './edge-properties.ts'
import { NODE_TYPES, type NodeTypeSpec, nodeTypeSpec } from './node-types.ts'
import type { Property } from './properties.ts'

const specs: readonly NodeTypeSpec[] = Object.values(NODE_TYPES)

describe('the catalogue', () => {
  test('is JSON: nothing is lost on the wire, absent values are null', () => {
    expect(JSON.parse(JSON.stringify(specs))).toEqual(specs)
  })

  test('knows each type by its own name, and nothing that objects inherit', () => {
    for (const spec of specs) expect(nodeTypeSpec(spec.name)).toBe(spec)
    expect(nodeTypeSpec('constructor')).toBeUndefined()
  })

  test('shows examples that its own constraints accept', () => {
    const nodes = specs.flatMap((spec) =>
      spec.examples.map(({ data }, index) => ({ id: `${spec.name}${index}`, type: spec.name, data })),
    )
    expect(nodes.length).toBeGreaterThanOrEqual(specs.length)
    expect(readDefinition({ nodes, edges: [] }).faults).toEqual([])
  })

  test('speaks to operators: no text of a form has the name of a field or a type in it', () => {
    // Left aside is what an author writes as it stands: variables in braces, and words in quotes.
    const raw = /\b[a-z]+(?:_[a-z]+)+\b|\b[a-z]+[A-Z][a-zA-Z]*\b/u
    const texts = (property: Property): string[] => [
      property.display_name,
      property.description,
      ...(property.options ?? []).map(({ label }) => label),
      ...(property.properties ?? []).flatMap(texts),
    ]
    const all = [
      ...specs.flatMap((spec) => [spec.display_name, spec.description, ...spec.properties.flatMap(texts)]),
      ...EDGE_PROPERTIES.flatMap(texts),
      ...SETTINGS_PROPERTIES.flatMap(texts),
    ]
    expect(
      all.map((text) => text.replaceAll(/\{\{.*?\}\}|"[^"]*"|'[^' ]*'/gu, '')).filter((text) => raw.test(text)),
    ).toEqual([])
  })

  test('decides what is too long and what is required: the judge refuses exactly beyond it', () => {
    for (const spec of specs) {
      for (const property of spec.properties) {
        const example = spec.examples[0]?.data ?? {}
        const read = (data: object) =>
          readDefinition({ nodes: [{ id: 'n', type: spec.name, data }], edges: [] }).faults.map((fault) => fault.type)
        if (property.required) expect(read({ ...example, [property.name]: undefined })).toEqual(['missing'])
        if (property.max_length === null || property.pattern || !['string', 'mention_textarea'].includes(property.type))
          continue
        expect(read({ ...example, [property.name]: 'x'.repeat(property.max_length) })).toEqual([])
        expect(read({ ...example, [property.name]: 'x'.repeat(property.max_length + 1) })).toEqual(['string_too_long'])
      }
    }
  })
})
