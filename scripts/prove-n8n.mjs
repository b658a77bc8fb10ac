// The package for n8n, compiled against n8n's own interfaces and run by its test. n8n-workflow is large and has a licence of its
// own, so it is installed into a folder of its own and removed afterwards; its installation scripts are not run.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './build.mjs'

const N8N_WORKFLOW = 'n8n-workflow@2.41.0'

export function proveN8n() {
  const folder = mkdtempSync(join(tmpdir(), 'outdial-n8n-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{"private": true}')
    const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', N8N_WORKFLOW]
    const installed = spawnSync('npm', install, { cwd: folder, stdio: 'inherit' })
    if (installed.status !== 0) return 1
    const env = { ...process.env, N8N_WORKFLOW_DIR: join(folder, 'node_modules') }
    const test = ['vitest', 'run', 'test/interface/n8n.test.ts']
    return spawnSync('npx', test, { cwd: join(root, 'server'), stdio: 'inherit', env }).status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
