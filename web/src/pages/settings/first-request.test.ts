import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { exampleRequests, exportCommand } from './first-request.tsx'

const KEY = 'od_eQBVNAEncsd1bCXSysfmjos9jWL3ZH-OqSExuVkvrfw'

test('every command reaches its program in a shell with the key and the address as one word each', () => {
  for (const { command } of exampleRequests('http://127.0.0.1:8000')) {
    // In place of curl: a function that prints its arguments, one per line.
    const script = `curl() { printf '%s\\n' "$@"; }\n${exportCommand(KEY)}\n${command}`
    const words = spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout.trim().split('\n')
    expect(words).toContain(`X-API-Key: ${KEY}`)
    expect(words.at(-1)).toMatch(/^http:\/\/127\.0\.0\.1:8000\/api\/v1\/\S+$/)
  }
})
