#!/usr/bin/env node
// `npx outdial <role>`. In a checkout it first builds what was edited since the last time. An installation (the container
// image, the published package) has no build scripts: it runs the program as it is.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const buildScript = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))
if (existsSync(buildScript)) {
  const { build, buildIsStale, canBuild } = await import(buildScript)
  if (canBuild() && buildIsStale()) {
    const failed = build()
    if (failed) process.exit(failed)
  }
}
await import(fileURLToPath(new URL('../dist/program/main.js', import.meta.url)))
