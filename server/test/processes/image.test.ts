/** The files that the Dockerfile copies into the image, laid out in a folder of their own, serve a campaign. */
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../child-program.ts'
import { leftOut } from '../drawn.ts'
import { runFirstCampaign } from '../first-campaign.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const script = (name: string) => import(pathToFileURL(join(root, 'scripts', name)).href)
const { packProgram } = (await script('pack.mjs')) as { packProgram(into: string): Promise<void> }
const { isUnused, neededPackages } = (await script('slim-packages.mjs')) as {
  isUnused(path: string): boolean
  neededPackages(folder: string, manifest: object): Set<string>
}
const KEY = `od_${'i'.repeat(43)}`
let home: string
let app: string
let command: string[]

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'outdial-image-'))
  app = join(home, 'app')
  const stage = lastStage(await readFile(join(root, 'Dockerfile'), 'utf8'))
  for (const { from, source, target } of stage.copies) await layOut(from, source, join(app, target))
  command = stage.command
}, 180_000)
afterAll(() => rm(home, { recursive: true, force: true }))

interface Stage {
  copies: { from: string; source: string; target: string }[]
  command: string[]
}

function lastStage(dockerfile: string): Stage {
  const lines = dockerfile.slice(dockerfile.lastIndexOf('\nFROM ')).replaceAll('\\\n', ' ').split('\n')
  const copies = lines
    .filter((line) => line.startsWith('COPY ') && !line.startsWith('COPY --from=system '))
    .map((line) => {
      const match = /^COPY --from=(\w+) \/app\/(\S*) (\S+)$/.exec(line)
      if (!match) throw new Error(`the test cannot read this line of the Dockerfile: ${line}`)
      return { from: match[1] as string, source: match[2] as string, target: match[3] as string }
    })
  const last = lines.find((line) => line.startsWith('CMD ')) as string
  return { copies, command: JSON.parse(last.slice('CMD '.length)) }
}

/** Real copies of what was built: a link would lead the program back to the checkout. Packages that the image leaves out are not there. */
async function layOut(from: string, source: string, target: string): Promise<void> {
  if (from === 'build') {
    expect(source).toBe('build/outdial/')
    return packProgram(target)
  }
  expect(source).toBe('node_modules/')
  const manifest = JSON.parse(await readFile(join(app, 'package.json'), 'utf8'))
  for (const name of neededPackages(join(root, 'node_modules'), manifest)) {
    await mkdir(dirname(join(target, name)), { recursive: true })
    await symlink(join(root, 'node_modules', name), join(target, name))
  }
}

test('packages lose what only developers need, and no licence', () => {
  for (const path of ['zod/index.d.ts', 'pino/lib/a.js.map', 'pino/README.md', 'openai/src/index.ts'])
    expect(isUnused(path), path).toBe(true)
  for (const path of ['zod/index.js', 'zod/package.json', 'zod/LICENSE.md', 'pino/NOTICE.md', 'a/dist/model/x.onnx'])
    expect(isUnused(path), path).toBe(false)
})

test('the start file that people call answers without any build script', () => {
  const help = spawnSync(process.execPath, ['server/bin/outdial.mjs', '--help'], { cwd: app, encoding: 'utf8' })
  expect(help.stderr).toBe('')
  expect(help.status).toBe(0)
  expect(help.stdout).toContain('serve')
})

test.skipIf(leftOut(2))(
  'the command of the image serves the console and completes a campaign',
  { timeout: 120_000 },
  async () => {
    expect(command.slice(0, 1)).toEqual(['node'])
    const program = await serve(
      { DATA_DIR: join(home, 'data'), BOOTSTRAP_API_KEY: KEY, SHUTDOWN_GRACE_SECONDS: '0' },
      { greeting: '', args: command.slice(1), cwd: app },
    )
    const page = await fetch(`http://127.0.0.1:${program.port}/`, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('/assets/')
    await runFirstCampaign(program.port, KEY)
    program.process.kill('SIGTERM')
    expect((await program.ended).code).toBe(0)
  },
)
