import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { workerUrl } from './worker-url.ts'

test('a program that waits for the end of a resting worker process outlives it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'outdial-worker-'))
  try {
    const resting = join(directory, 'resting.mjs')
    writeFileSync(resting, "process.on('message', () => {})\nprocess.send('ready')\n")
    const program = `
      const { openProcess } = await import(${JSON.stringify(workerUrl('speech/worker').href)})
      const worker = openProcess(new URL(${JSON.stringify(pathToFileURL(resting).href)}), {})
      await new Promise((resolve) => worker.onMessage(resolve))
      worker.unref()
      await worker.stop()
      process.stdout.write('outlived')`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
    expect(stdout).toBe('outlived')
  } finally {
    rmSync(directory, { recursive: true })
  }
})
