// Compiles what is stale. TypeScript keeps its own record of what that is, so a second run takes a moment.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const compiler = `${root}node_modules/typescript/bin/tsc`

export function build() {
  for (const project of ['sdk', 'server']) {
    if (!existsSync(`${root}${project}/tsconfig.json`)) continue
    const result = spawnSync(process.execPath, [compiler, '-p', `${root}${project}`], { stdio: 'inherit' })
    if (result.status !== 0) return result.status ?? 1
  }
  return 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = build()
