/** `outdial campaigns …` and its kin against the running program, as somebody types them. */
import { execFile, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ResourceName, runCommand } from '../../src/cli/run.ts'
import { type Terminal, terminalOf } from '../../src/cli/terminal.ts'
import { PROGRAM, spawnProgram } from '../child-program.ts'
import { eventually, type Program, startProgram } from '../end-to-end/program.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { newCampaign, newConfiguration, newWorkflow } from './things.ts'

let program: Program
beforeAll(async () => {
  program = await startProgram()
})
afterAll(() => program.inside.app.stop(0))

const environment = () => ({ OUTDIAL_URL: program.url, OUTDIAL_API_KEY: program.operator.key })

async function type(line: string, env: Record<string, string> = environment(), terminal?: Terminal) {
  const text = { out: '', err: '' }
  const stream = (to: 'out' | 'err') => ({
    write: (piece: string | Uint8Array) => (text[to] += Buffer.from(piece).toString()),
  })
  const [resource, ...args] = line.split(' ')
  const world = {
    env,
    terminal: terminal ?? terminalOf(stream('out'), stream('err')),
    signal: new AbortController().signal,
    now: Date.now,
  }
  const code = await runCommand(world, resource as ResourceName, args)
  return { code, ...text }
}

async function csv(name: string, text: string): Promise<string> {
  const path = join(await temporaryFolder('cli'), `${name}.csv`)
  await writeFile(path, text)
  return path
}

describe('a campaign from the terminal', () => {
  test('from a file to its report, with what to type next in every answer', async () => {
    const path = await csv('people', 'phone_number,first_name\n+12025550100,Ada\n+12025550101,Bob\nnobody at all,Eve\n')
    const imported = await type(`contacts import ${path}`)
    expect(imported.out).toContain('2 contacts, 1 rows rejected, 0 duplicates.')
    expect(imported.out).toContain('row 4:')
    const list = /--list (\S+)/.exec(imported.out)?.[1]
    const { id: other } = await newCampaign(program.operator)
    const workflow = await newWorkflow(program.operator)
    const configuration = await newConfiguration(program.operator)
    expect((await type('workflows list')).out).toMatch(new RegExp(`^${workflow} `, 'm'))
    const suite = await csv('suite', JSON.stringify({ personas: [{ name: 'Agrees', person: 'agrees' }] }))
    expect(await type(`workflows test ${workflow}`)).toMatchObject({
      code: 1,
      out: expect.stringContaining('Nothing was run'),
    })
    const tested = await type(`workflows test ${workflow} --file ${suite} --runs 3 --json`)
    expect(JSON.parse(tested.out)).toMatchObject({ passed: true, conversations: 3, rate: 1 })
    expect(tested.code).toBe(0)
    expect(await type(`workflows replay ${workflow}`)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^0 calls/),
    })
    const created = await type(
      `campaigns create --name cli --workflow ${workflow} --list ${list} --configuration ${configuration} --json`,
    )
    const { id } = JSON.parse(created.out)
    const more = await csv('more', 'phone_number\n+12025550101\nnobody\n')
    expect((await type(`contacts add ${id} ${more}`)).out).toContain('0 added, 1 in the campaign already, 1 rejected.')
    expect((await type(`campaigns start ${id}`)).out).toBe(`Campaign ${id} "cli" is running.\n`)
    const watched = await type(`campaigns watch ${id}`)
    expect(watched.code).toBe(0)
    expect(watched.out.trim().split('\n').at(-1)).toContain('100 %  2 of 2 done, 0 live, 0 waiting')
    expect((await type(`campaigns report ${id}`)).out).toContain('+12025550101')
    const shown = await type('campaigns list')
    expect(shown.out).toMatch(new RegExp(`^${id} +cli +completed +2/2`, 'm'))
    expect(shown.out).toMatch(new RegExp(`^${other} `, 'm'))
    expect((await type(`calls list --campaign ${id}`)).out.trim().split('\n')).toHaveLength(3)
  })

  test('on a terminal the progress is drawn over itself; what a list brings along cannot move the cursor', async () => {
    const { id } = await newCampaign(program.operator)
    let screen = ''
    const stream = { isTTY: true, columns: 100, write: (piece: string | Uint8Array) => (screen += piece) }
    const watched = type(`campaigns watch ${id}`, environment(), terminalOf(stream, stream))
    // Started once the draft is on the screen: a campaign that had completed before would be drawn once only.
    await eventually('the draft is drawn', async () => screen !== '')
    await program.operator.request('POST', `/api/v1/campaign/${id}/start`)
    await watched
    expect(screen.split('A\r\u001b[J').at(-1)).toContain('100 %')
    expect(screen).toContain('A\r\u001b[J')
    const plain = terminalOf({ write: (piece) => (screen = `${piece}`) }, stream)
    plain.line('name \u001b]0;owned\u0007')
    expect(screen).toBe('name ?]0;owned?\n')
  })

  test('the result of an experiment is a table with its sentence', async () => {
    const { id } = await newCampaign(program.operator)
    expect((await type(`campaigns experiment ${id}`)).err).toContain('This campaign has no experiment.')
    const arms = [{ name: 'as before' }, { name: 'other voice', voice: 'rms' }]
    const experiment = { name: 'Voice', arms, goal: { outcomes: ['answered'] } }
    await program.operator.request('PUT', `/api/v1/campaign/${id}/experiment`, experiment)
    const { code, out } = await type(`campaigns experiment ${id}`)
    expect(code).toBe(0)
    expect(out).toMatch(
      /^"Voice" of campaign \d+, counted at \S+Z\. Not decided yet: other voice or as before has no finished person/,
    )
    expect(out).toMatch(/^other voice +\d+ +0 +0 .*undecided$/m)
    expect(JSON.parse((await type(`campaigns experiment ${id} --json`)).out)).toMatchObject({ may_stop: false })
  })

  test('tail tells of calls as they happen', async () => {
    const tail = spawnProgram(['calls', 'tail', '--json'], environment())
    // The stream is open once it tells of something; until then campaigns are started.
    await eventually('the tail tells of a call', async () => {
      const { id } = await newCampaign(program.operator)
      await program.operator.request('POST', `/api/v1/campaign/${id}/start`)
      return tail.out().includes('"call_ended"')
    })
    tail.process.kill('SIGINT')
    const { code, out } = await tail.ended
    expect(code).toBe(0)
    expect(
      out
        .trim()
        .split('\n')
        .every((line) => typeof JSON.parse(line).call_id === 'number'),
    ).toBe(true)
  })
})

describe('what goes wrong is a sentence', () => {
  test.each([
    ['campaigns start 987654321', 1, 'There is no campaign'],
    ['campaigns start seven', 2, '"seven" is not the id of a campaign; `outdial campaigns list` lists the ids.'],
    ['campaigns begin 7', 2, 'There is no command "begin"'],
    ['campaigns start', 2, 'outdial campaigns start ID'],
    ['campaigns create --name x', 2, '--workflow is needed.'],
    ['contacts import /does/not/exist.csv', 2, 'There is no file "/does/not/exist.csv".'],
    ['calls list --limit many', 2, '--limit takes a whole number.'],
  ])('%s', async (line, code, sentence) => {
    const ended = await type(line)
    expect([ended.code, ended.out]).toEqual([code, ''])
    expect(ended.err).toContain(sentence)
  })

  test('without a key, with a wrong one, and without a server', async () => {
    expect((await type('campaigns list', {})).err).toContain('Set OUTDIAL_API_KEY')
    const wrong = await type('campaigns list', { ...environment(), OUTDIAL_API_KEY: `od_${'x'.repeat(43)}` })
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('API key')])
    const nobody = await type('campaigns start 1', { ...environment(), OUTDIAL_URL: 'http://127.0.0.1:9' })
    expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining('No server answers at http://127.0.0.1:9.')])
  })
})

describe('for assistants', () => {
  async function assistant(...args: string[]) {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [PROGRAM, 'mcp', ...args], env: environment() }),
    )
    return client
  }
  const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text as string

  test('looks, and can do no more unless told so', async () => {
    const client = await assistant()
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(15)
    expect(tools.filter((tool) => !tool.annotations?.readOnlyHint)).toEqual([])
    const { id } = await newCampaign(program.operator)
    const progress = await client.callTool({ name: 'get_campaign_progress', arguments: { campaign_id: id } })
    expect(JSON.parse(textOf(progress))).toMatchObject({ campaign_id: id, state: 'draft' })
    const missing = await client.callTool({ name: 'get_campaign_progress', arguments: { campaign_id: 987654321 } })
    expect([missing.isError, textOf(missing)]).toEqual([true, expect.stringContaining('There is no campaign')])
    const start = await client
      .callTool({ name: 'start_campaign', arguments: { campaign_id: id } })
      .catch((error) => error)
    expect(start instanceof Error || start.isError).toBe(true)
    expect((await program.operator.request('GET', `/api/v1/campaign/${id}`)).body.state).toBe('draft')
    await client.close()
  })

  test('starts a campaign when changes are allowed', async () => {
    const client = await assistant('--allow-changes')
    const { tools } = await client.listTools()
    expect(tools.find(({ name }) => name === 'start_campaign')?.annotations).toMatchObject({ readOnlyHint: false })
    const { id } = await newCampaign(program.operator)
    const started = await client.callTool({ name: 'start_campaign', arguments: { campaign_id: id } })
    expect(JSON.parse(textOf(started))).toMatchObject({ id, state: 'running' })
    await client.close()
  })
})

const python = fileURLToPath(new URL('../../../python', import.meta.url))
const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0

describe.runIf(hasPython)('the Python client', () => {
  const run = (args: string[], env: Record<string, string> = {}) =>
    promisify(execFile)('python3', args, {
      cwd: python,
      env: { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1', ...env },
    })

  test('uploads, reads lists to their end and throws refusals with their code', async () => {
    const { stdout } = await run(['tests/walk.py'], { ...environment(), PYTHONPATH: python })
    expect(JSON.parse(stdout)).toMatchObject({
      rows: 2,
      refused: [404, 'campaign_not_found'],
      faults: [422, 'validation_failed', 1],
      suppressed: 3,
    })
  })

  test('repeats a request whose answer was lost only where the server recognizes it', async () => {
    const seen: string[] = []
    const server = createServer((request) => {
      seen.push(`${request.url} ${'idempotency-key' in request.headers}`)
      request.socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const code = `
from outdial import Outdial
client = Outdial("http://127.0.0.1:${port}", "od_x", retries=1)
for ask in (client.accept_invitation, client.suppress_number):
    try:
        ask(body={})
    except OSError:
        pass`
    await run(['-c', code])
    server.close()
    const added = '/api/v1/suppressions true'
    expect(seen).toEqual(['/api/v1/sign-in/invitation false', added, added])
  })

  test('checks webhooks as the SDK does', async () => {
    const { createHmac } = await import('node:crypto')
    const secret = Buffer.from('a secret of the test').toString('base64')
    const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update('evt_1.1000.{"a":1}').digest('base64')
    const check = (given: string, now: number) =>
      `from outdial import verify_webhook; print(verify_webhook(b'{"a":1}', {"Webhook-Id": "evt_1", "webhook-timestamp": "1000", "webhook-signature": "v1,x v1,${given}"}, "whsec_${secret}", now=${now}))`
    expect((await run(['-c', check(signature, 1100)])).stdout.trim()).toBe("{'a': 1}")
    await expect(run(['-c', check(signature, 2000)])).rejects.toThrow(/too old/)
    await expect(run(['-c', check(signature.replace(/^./, '!'), 1100)])).rejects.toThrow(/No signature fits/)
  })
})
