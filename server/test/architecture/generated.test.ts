import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = new URL('../../../', import.meta.url)

describe('files made from the code', () => {
  it('are what the code would make of them now: schema, OpenAPI document, sdk, errors', async () => {
    const { generatedFiles } = (await import(fileURLToPath(new URL('scripts/generate.mjs', ROOT)))) as {
      generatedFiles(): Promise<Map<string, string>>
    }
    for (const [path, content] of await generatedFiles()) {
      expect(await readFile(new URL(path, ROOT), 'utf8'), `${path}: run npm run generate`).toBe(content)
    }
  }, 300_000)
})
