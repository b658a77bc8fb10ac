/** What the console knows of the server without asking: held equal here. */
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { RESERVED_LABELS } from '../../src/workflows/rules/exits.ts'

const EDITOR = new URL('../../../web/src/pages/workflows/editor/definition.ts', import.meta.url)

it('the editor knows the labels that lead somewhere by themselves', async () => {
  const { RESERVED } = (await import(fileURLToPath(EDITOR))) as { RESERVED: readonly string[] }
  expect([...RESERVED].sort()).toEqual([...RESERVED_LABELS].sort())
})
