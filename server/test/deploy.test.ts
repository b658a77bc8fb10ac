/** The manifests of `deploy/`: every object fits the types of the Kubernetes API, misspelt fields included, and is hardened. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { renderChart } from './helm.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const compiler = join(root, 'node_modules/typescript/bin/tsc')

interface Manifest {
  apiVersion: string
  kind: string
  spec?: Record<string, unknown>
}

const MODULES: Record<string, string> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'policy/v1': 'policy/v1',
  'networking.k8s.io/v1': 'networking/v1',
}

async function manifests(): Promise<Manifest[]> {
  const text = await readFile(join(root, 'deploy/kubernetes.yaml'), 'utf8')
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest)
}

/** What the compiler says about the objects; empty if they fit. */
async function faultsOf(objects: readonly Manifest[]): Promise<string> {
  // Below the project, so that its packages are found.
  const folder = await mkdtemp(join(root, 'server/dist/kubernetes-'))
  try {
    const lines = objects.map(
      (object, index) =>
        `import type { ${object.kind} as K${index} } from 'kubernetes-types/${MODULES[object.apiVersion]}'\n` +
        `export const object${index} = ${JSON.stringify(object)} satisfies K${index}\n`,
    )
    const file = join(folder, 'objects.ts')
    await writeFile(file, lines.join(''))
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
    ]
    const { stdout, stderr } = spawnSync(process.execPath, [compiler, ...options, file], { encoding: 'utf8' })
    return stdout + stderr
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('every object of kubernetes.yaml fits the types of the Kubernetes API', async () => {
  const objects = await manifests()
  expect(objects.map((object) => object.kind).sort()).toEqual([
    'Deployment',
    'Ingress',
    'PodDisruptionBudget',
    'Secret',
    'Service',
  ])
  expect(await faultsOf(objects)).toBe('')
  // The check itself notices a misspelt field.
  const deployment = objects.find((object) => object.kind === 'Deployment') as Manifest
  const misspelt = { ...deployment, spec: { ...deployment.spec, replicsa: 2 } }
  expect(await faultsOf([misspelt])).toContain('replicsa')
})

const chart = (path: string) => readFile(join(root, 'deploy/helm', path), 'utf8')

const OVERRIDES = {
  image: { repository: 'registry.example.com/outdial' },
  publicUrl: 'https://calls.example.com',
  trustProxy: '10.0.0.0/8',
  existingSecret: 'outdial',
  env: { S3_BUCKET_URL: 'https://s3.example.com/calls' },
  ingress: { host: 'calls.example.com' },
}

/** The chart's own values, with overrides laid over them as Helm does it: objects join, everything else is replaced. */
function over(values: Record<string, unknown>, overrides: Record<string, unknown>): Record<string, unknown> {
  const joined = Object.entries(overrides).map(([name, request]) => {
    const own = values[name]
    const isMap = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
    return [name, isMap(own) && isMap(request) ? over(own as never, request as never) : request]
  })
  return { ...values, ...Object.fromEntries(joined) }
}

async function chartObjects(overrides: Record<string, unknown> = OVERRIDES): Promise<Manifest[]> {
  const templates = await Promise.all(
    (await readdir(join(root, 'deploy/helm/templates'))).sort().map((name) => chart(`templates/${name}`)),
  )
  const { version, appVersion } = parse(await chart('Chart.yaml'))
  const texts = renderChart(templates, {
    Values: over(parse(await chart('values.yaml')), overrides),
    Release: { Name: 'calls', Service: 'Helm' },
    Chart: { Version: version, AppVersion: appVersion },
  })
  return texts.map((text) => parse(text) as Manifest)
}

test('every object of the Helm chart fits the types of the Kubernetes API', async () => {
  const objects = await chartObjects()
  expect(objects.map((object) => object.kind).sort()).toEqual([
    'Deployment',
    'Ingress',
    'PersistentVolumeClaim',
    'PodDisruptionBudget',
    'Service',
    'ServiceAccount',
  ])
  const fewer = { ingress: { enabled: false }, persistence: { existingClaim: 'own' }, nodeSelector: { disk: 'fast' } }
  const others = await chartObjects(over(OVERRIDES, fewer))
  expect(others.map((object) => object.kind)).not.toContain('PersistentVolumeClaim')
  expect(await faultsOf([...objects, ...others])).toBe('')
  const deployment = objects.find((object) => object.kind === 'Deployment')
  expect(deployment).toMatchObject({
    spec: {
      template: {
        spec: {
          terminationGracePeriodSeconds: 330,
          containers: [{ image: expect.stringMatching(/^registry\.example\.com\/outdial:\d/) }],
        },
      },
    },
  })
})

test('the schema of the chart takes complete values and refuses missing and misspelt ones', async () => {
  const check = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(await chart('values.schema.json')))
  const own = parse(await chart('values.yaml'))
  expect([check(over(own, OVERRIDES)), check.errors]).toEqual([true, null])
  for (const wrong of [
    { trustProxy: '' },
    { publicUrl: 'http://calls.example.com' },
    { existingSecret: '' },
    { image: { repository: '' } },
    { ingress: { host: '' } },
    { replcas: 3 },
    { env: { PORT: 8000 } },
    { persistence: { accessMode: 'ReadWriteOnce' } },
  ])
    expect(check(over(own, over(OVERRIDES, wrong))), JSON.stringify(wrong)).toBe(false)
})

test('the chart has the version of the program', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  expect(parse(await chart('Chart.yaml'))).toMatchObject({ version, appVersion: version })
})

test.each([
  ['kubernetes.yaml', manifests],
  ['the chart', chartObjects],
])('a pod of %s has probes, limits, a read-only root and no privileges', async (_name, objects) => {
  const deployment = (await objects()).find((object) => object.kind === 'Deployment') as Manifest
  const pod = (deployment.spec as { template: { spec: Record<string, unknown> } }).template.spec
  const [container] = pod.containers as [Record<string, unknown>]
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) expect(container).toHaveProperty(probe)
  expect(container.resources).toHaveProperty('limits.cpu')
  expect((container.env as { name: string }[]).map(({ name }) => name)).toContain('TRUST_PROXY')
})

test('compose gives the container longer to stop than conversations may take', async () => {
  const compose = parse(await readFile(join(root, 'deploy/compose.yaml'), 'utf8'))
  const { outdial } = compose.services
  expect(Number.parseInt(outdial.stop_grace_period, 10)).toBeGreaterThan(
    Number(outdial.environment.SHUTDOWN_GRACE_SECONDS),
  )
  expect(outdial).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] })
})
