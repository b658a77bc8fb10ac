/** The alert rules, held by Prometheus' own tool against the series in `docs/monitoring/alerts.test.yaml`. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { openPromtool } from './promtool.ts'

const MONITORING = fileURLToPath(new URL('../../../docs/monitoring', import.meta.url))
const FETCH_MS_MAX = 120_000
const read = (name: string) => readFile(join(MONITORING, name), 'utf8')

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[]
}

let promtool: ReturnType<typeof openPromtool>
beforeAll(() => {
  promtool = openPromtool()
}, FETCH_MS_MAX)

test('each alert rings and stays silent where its test says so', async ({ skip }) => {
  if (!promtool) return skip()
  expect(promtool(MONITORING, 'check', 'rules', 'alerts.yaml')).toMatchObject({ status: 0 })
  const { status, text } = promtool(MONITORING, 'test', 'rules', 'alerts.test.yaml')
  expect(text).toContain('SUCCESS')
  expect(status).toBe(0)
})

test('no rule could be silent for ever without its test noticing', async ({ skip }) => {
  if (!promtool) return skip()
  const rules = parse(await read('alerts.yaml')) as Rules
  const alerts = rules.groups.flatMap((group) => group.rules)
  expect(alerts.length).toBeGreaterThan(20)
  for (const rule of alerts) rule.expr = 'vector(1) > 2'
  const folder = await mkdtemp(join(tmpdir(), 'outdial-alerts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(join(MONITORING, 'alerts.test.yaml'), join(folder, 'alerts.test.yaml'))
  // JSON is YAML too.
  await writeFile(join(folder, 'alerts.yaml'), JSON.stringify(rules))
  const { status, text } = promtool(folder, 'test', 'rules', 'alerts.test.yaml')
  expect(status).toBe(1)
  expect(alerts.map(({ alert }) => alert).filter((name) => !namedIn(text, name))).toEqual([])
})

/** promtool prints only what failed: the expression, or the expected labels, names the alert. */
function namedIn(text: string, alert: string): boolean {
  return text.includes(`alertname=\\"${alert}\\"`) || text.includes(`alertname="${alert}"`)
}
