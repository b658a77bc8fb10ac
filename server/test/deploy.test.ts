/** The manifests of `deploy/`: every object fits the types of the Kubernetes API, misspelt fields included, and is hardened. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

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

test('a pod has probes, limits, a read-only root and no privileges', async () => {
  const deployment = (await manifests()).find((object) => object.kind === 'Deployment') as Manifest
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
