/** What a machine holds of the way this program is built (see ARCHITECTURE.md). */
import { readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '../../src/kernel/errors.ts'
import { providersOf } from '../../src/telephony/providers.ts'
import { code, room, SOURCE, type SourceFile, sources } from './sources.ts'

describe('which way things lean', () => {
  it('finds the imports it judges', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.find((file) => file.path === 'assembly/call-parts.ts')?.imports).toContain('dialer/dialer.ts')
  })

  it('nothing in src imports the simulation, the benchmarks or the tests', () => {
    const outside = sources.flatMap((file) =>
      file.imports.filter((path) => path.startsWith('..')).map((path) => `${file.path} → ${path}`),
    )
    expect(outside).toEqual([])
  })

  it('only the authenticator says how a key is named as an author', () => {
    const found = sources.filter((file) => /`API key \$\{/.test(code(file.text))).map(({ path }) => path)
    expect(found.filter((path) => room(path) !== 'organizations')).toEqual([])
  })

  it('the kernel imports nothing of ours', () => {
    const found = sources
      .filter((file) => room(file.path) === 'kernel')
      .flatMap((file) => file.imports.filter((path) => room(path) !== 'kernel'))
    expect(found).toEqual([])
  })

  it('storage and http know no business', () => {
    const allowed = new Set(['kernel', 'storage', 'http'])
    const found = sources
      .filter((file) => room(file.path) === 'storage' || room(file.path) === 'http')
      .flatMap((file) =>
        file.imports.filter((path) => !allowed.has(room(path))).map((path) => `${file.path} → ${path}`),
      )
    expect(found).toEqual([])
  })

  it('rules do no input or output: they import the kernel, rules, and types', () => {
    const pure =
      /(^|\/)rules\/|^kernel\/|^language\/packs\/|^http\/schemas\.ts$|^telephony\/(provider|media|fields)\.ts$|^dialer\/store\.ts$/
    const found = sources
      .filter((file) => /(^|\/)rules\//.test(file.path))
      .flatMap((file) => file.imports.filter((path) => !pure.test(path)).map((path) => `${file.path} → ${path}`))
    expect(found).toEqual([])
    const io = sources.filter(
      (file) =>
        /(^|\/)rules\//.test(file.path) &&
        /from '(node:(fs|http|https|child_process|worker_threads)|pg|kysely)'/.test(code(file.text)),
    )
    expect(io.map((file) => file.path)).toEqual([])
  })

  it('websockets are accepted in one place, which gives each its error handler first', () => {
    const found = sources.filter((file) => /handleUpgrade|new WebSocketServer|on\('upgrade'/.test(code(file.text)))
    expect(found.map((file) => file.path)).toEqual(['http/socket-endpoints.ts'])
  })

  it('a provider imports the kernel and the telephony port, never another provider, never a room', () => {
    const found = sources
      .filter((file) => file.path.startsWith('telephony/providers/'))
      .flatMap((file) => {
        const own = file.path.split('/').slice(0, 3).join('/')
        return file.imports
          .filter(
            (path) =>
              !path.startsWith(`${own}/`) &&
              !/^kernel\/|^telephony\/(provider|media|fields)\.ts$|^telephony\/carrier-kit\//.test(path),
          )
          .map((path) => `${file.path} → ${path}`)
      })
    expect(found).toEqual([])
  })

  it('the dialer knows the port, not the providers', () => {
    const found = sources
      .filter((file) => room(file.path) === 'dialer')
      .flatMap((file) => file.imports.filter((path) => path.startsWith('telephony/providers')))
    expect(found).toEqual([])
  })

  it('there are no import rings', () => {
    const byPath = new Map(sources.map((file) => [file.path, file]))
    const state = new Map<string, 'open' | 'done'>()
    const rings: string[] = []
    function visit(path: string, trail: string[]): void {
      if (state.get(path) === 'done') return
      if (state.get(path) === 'open') {
        rings.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
        return
      }
      state.set(path, 'open')
      for (const next of runtimeImports(byPath.get(path))) visit(next, [...trail, path])
      state.set(path, 'done')
    }
    for (const file of sources) visit(file.path, [])
    expect(rings).toEqual([])
  })
})

/** Imports that exist when the program runs; two files may know each other's types. */
function runtimeImports(file: SourceFile | undefined): string[] {
  if (!file) return []
  const text = file.text.replace(/import type [\s\S]*?from '[^']+'/g, '')
  return [...text.matchAll(/(?:^|\n)(?:import|export) [^'"]*?from '(\.[^']+)'/g)]
    .filter((match) => !/\{\s*(type \w+,?\s*)+\}/.test(match[0]))
    .map((match) => relative(SOURCE, resolve(dirname(join(SOURCE, file.path)), match[1] as string)))
}

describe('doors', () => {
  const DOORS = [
    { what: 'the clock', pattern: /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bsetTimeout\(|\bsetInterval\(/ },
    { what: 'randomness', pattern: /\bMath\.random\(/ },
    { what: 'the environment', pattern: /\bprocess\.env\b/ },
  ]

  it.each(DOORS)('dialer, agent and rules reach $what only through what is handed in', ({ pattern }) => {
    const guarded = sources.filter((file) => /^(dialer|agent)\/|(^|\/)rules\//.test(file.path))
    expect(guarded.length).toBeGreaterThan(40)
    expect(guarded.filter((file) => pattern.test(code(file.text))).map((file) => file.path)).toEqual([])
  })

  it('the environment is read in one place', () => {
    const readers = sources.filter((file) => /\bprocess\.env\b/.test(code(file.text))).map((file) => room(file.path))
    expect([...new Set(readers)].filter((name) => name !== 'roles' && name !== 'storage')).toEqual([])
  })

  it('nobody writes `any`', () => {
    expect(
      sources.filter((file) => /:\s*any\b|\bas any\b|<any>/.test(code(file.text))).map((file) => file.path),
    ).toEqual([])
  })
})

describe('lists that must agree', () => {
  it('the provider list equals the folders', () => {
    const folders = readdirSync(join(SOURCE, 'telephony/providers')).sort()
    expect([...providersOf({ simulated: true }).keys()]).toEqual(folders)
    expect([...providersOf({ simulated: false }).keys()]).toEqual(folders.filter((name) => name !== 'simulator'))
  })

  it('every declared error is used', () => {
    const text = sources
      .filter((file) => file.path !== 'kernel/errors.ts')
      .map((file) => file.text)
      .join('\n')
    const unused = Object.keys(ERRORS).filter((errorCode) => !text.includes(`'${errorCode}'`))
    expect(unused).toEqual([])
  })
})
