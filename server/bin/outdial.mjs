#!/usr/bin/env node
// `npx outdial <role>` in the checkout: builds if this is the first time, then runs the program.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const program = new URL('../dist/src/main.js', import.meta.url)
if (!existsSync(program)) {
  const { build } = await import('../../scripts/build.mjs')
  const failed = build()
  if (failed) process.exit(failed)
}
await import(fileURLToPath(program))
