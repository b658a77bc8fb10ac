#!/usr/bin/env node
// `npx outdial <role>` in the checkout: builds what was edited since the last time, then runs the program.
import { fileURLToPath } from 'node:url'
import { build, buildIsStale, canBuild } from '../../scripts/build.mjs'

if (canBuild() && buildIsStale()) {
  const failed = build()
  if (failed) process.exit(failed)
}
await import(fileURLToPath(new URL('../dist/program/main.js', import.meta.url)))
