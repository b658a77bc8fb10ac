/** The providers as they lie in their folders, each with its stand-in, so that a new one is tested without being listed. */
import { existsSync, readdirSync } from 'node:fs'
import type { ProviderSpec } from '../../src/telephony/provider.ts'
import type { StandIn } from './stand-in.ts'

export interface ProviderUnderTest {
  spec: ProviderSpec
  standIn: StandIn
  /**
   * What a webhook's signature covers. A stand-in exports `signing = 'origin'` if its carrier proves only who calls
   * (a key, or a signature over the address) and leaves the body out, `signing = 'address'` if it proves nothing and only
   * knows the address; without that export the body must be covered.
   */
  signing: 'body' | 'origin' | 'address'
}

const PROVIDERS = new URL('../../src/telephony/providers/', import.meta.url)
const CARRIERS = new URL('../carriers/', import.meta.url)

export type FoundProvider = { name: string } & ({ provider: ProviderUnderTest } | { fault: unknown })

/** Every provider with a stand-in. One that cannot be loaded is found too, with its fault, so that the others still run. */
export async function findProviders(): Promise<FoundProvider[]> {
  const names = folderNames().filter((name) => existsSync(standInFile(name)))
  return Promise.all(
    names.map(async (name): Promise<FoundProvider> => {
      try {
        return { name, provider: await load(name) }
      } catch (fault) {
        return { name, fault }
      }
    }),
  )
}

async function load(name: string): Promise<ProviderUnderTest> {
  const carrier = (await import(/* @vite-ignore */ standInFile(name).pathname)) as Partial<ProviderUnderTest>
  if (!carrier.standIn) throw new Error(`test/carriers/${name}.ts exports no standIn`)
  return { spec: await loadSpec(name), standIn: carrier.standIn, signing: carrier.signing ?? 'body' }
}

function standInFile(name: string): URL {
  return new URL(`${name}.ts`, CARRIERS)
}

function folderNames(): string[] {
  if (!existsSync(PROVIDERS)) return []
  return readdirSync(PROVIDERS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

async function loadSpec(name: string): Promise<ProviderSpec> {
  const specFile = new URL(`${name}/spec.ts`, PROVIDERS)
  const exported: Record<string, unknown> = await import(/* @vite-ignore */ specFile.pathname)
  const spec = exported[name]
  if (!spec) throw new Error(`telephony/providers/${name}/spec.ts does not export ${name}`)
  return spec as ProviderSpec
}
