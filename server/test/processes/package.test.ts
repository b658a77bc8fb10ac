/**
 * The packages as they are published: laid out, packed, and installed into an empty folder with no workspace around it. Takes a
 * download of what is not in npm's cache, so it is a proof of its own: `npm run proof -- package 1`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { type Serving, serve } from '../child-program.ts'
import { asker, runFirstCampaign, untilEvent } from '../first-campaign.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const KEY = `od_${'p'.repeat(43)}`
/** One who answers and says yes. */
const ANSWERS = '+447700900100'
let home: string
let program: Serving

function run(command: string, args: string[], cwd: string, env: Record<string, string> = {}): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', env: { ...process.env, ...env } })
}

function packed(folder: string): string {
  const [{ filename, size, entryCount }] = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', home], join(root, 'build', folder)),
  )
  console.log(`  proof: ${filename} ${(size / 1e6).toFixed(1)} MB, ${entryCount} files`)
  return join(home, filename)
}

beforeAll(async () => {
  home = await temporaryFolder('package')
  run(process.execPath, ['scripts/pack.mjs'], root)
  for (const name of ['outdial', 'cli']) {
    await mkdir(join(home, name))
    await writeFile(join(home, name, 'package.json'), '{"private": true}')
    run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', packed(name)], join(home, name))
  }
  program = await serve(
    { DATA_DIR: join(home, 'data'), BOOTSTRAP_API_KEY: KEY, SHUTDOWN_GRACE_SECONDS: '0' },
    { args: [join(home, 'outdial/node_modules/.bin/outdial'), 'serve'], cwd: join(home, 'outdial') },
  )
}, 600_000)

test('serves the console and runs the campaign of the README', { timeout: 120_000 }, async () => {
  const page = await fetch(`http://127.0.0.1:${program.port}/`, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('/assets/')
  await runFirstCampaign(program.port, KEY)
})

test('speaks and hears with what the package brings along', { timeout: 180_000 }, async () => {
  const ask = asker(program.port, KEY)
  const configuration = await ask('/organizations/telephony-configs', {
    name: 'People who speak',
    config: { provider: 'simulator' },
  })
  const ended = untilEvent(program.port, KEY, 'call_ended')
  const started = await ask('/telephony/initiate-call', {
    workflow_id: 1,
    phone_number: ANSWERS,
    telephony_configuration_id: configuration.id,
    variables: {
      first_name: 'Ada',
      appointment_date: '2026-12-01',
      appointment_time: '10:00',
      front_desk_number: ANSWERS,
    },
  })
  await ended
  const call = await ask(`/calls/${started.id}`)
  const speakers = (call.transcript as { who: string }[]).map(({ who }) => who)
  expect(speakers).toEqual(expect.arrayContaining(['agent', 'person']))
})

test('the SDK inside the package and the terminal package talk to it', async () => {
  const script = `import { createClient } from 'outdial/sdk'; console.log(typeof createClient)`
  expect(run(process.execPath, ['--input-type=module', '-e', script], join(home, 'outdial')).trim()).toBe('function')
  const environment = { OUTDIAL_URL: `http://127.0.0.1:${program.port}`, OUTDIAL_API_KEY: KEY }
  expect(run('npx', ['outdial', 'campaigns', 'list'], join(home, 'cli'), environment)).toContain('First')
})

test('a third party verifies an export and a receipt elsewhere, and refuses altered copies', {
  timeout: 120_000,
}, async () => {
  const ask = asker(program.port, KEY)
  const { public_key: key } = (await ask('/ledger/verify')) as { public_key: string }
  const { runs } = (await ask('/calls')) as { runs: Array<{ id: number }> }
  const received = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${program.port}/api/v1${path}`, { headers: { 'x-api-key': KEY } })
    return response.text()
  }
  const files = {
    'ledger.jsonl': await received('/ledger/export'),
    'receipt.json': await received(`/calls/${runs[0]?.id}/receipt`),
  }
  // Only the package and the two files: no data directory, no server address.
  const auditor = join(home, 'auditor')
  await mkdir(auditor)
  const bin = join(home, 'outdial/node_modules/.bin/outdial')
  const verify = (file: string, expected: string) =>
    spawnSync(bin, ['verify', file, '--key', expected], { cwd: auditor, encoding: 'utf8' })
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(auditor, name), text)
    const own = verify(name, key)
    expect([own.status, own.stdout]).toEqual([0, expect.stringMatching(/: (intact|valid)/)])
    console.log(`  proof: ${own.stdout.split('\n')[0]}`)
    const stranger = verify(name, Buffer.alloc(32, 7).toString('base64'))
    expect(stranger.status).toBe(1)
    // Another outcome in a record that is still well formed.
    const altered = text.replace(/busy|answered|no_answer/, 'failed')
    expect(altered).not.toBe(text)
    await writeFile(join(auditor, `altered-${name}`), altered)
    const refused = verify(`altered-${name}`, key)
    expect(refused.status).toBe(1)
    expect(refused.stdout + refused.stderr).toMatch(/not valid|hash/i)
    console.log(`  proof: ${refused.stdout.split('\n')[0]} ${refused.stderr.split('\n')[0]}`)
  }
})
