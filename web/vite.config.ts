import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

const server = process.env.OUTDIAL_URL ?? 'http://127.0.0.1:8000'
const proxy = { '/api': server, '/docs': server, '/welcome': server }

/** Entry points of a first visit: the program itself and the overview. */
const FIRST = /\/web\/src\/(main\.tsx|pages\/overview\/overview-page\.tsx)$/
/**
 * The program awaits the code of the opened page at its top level, and that code imports the shared file. In one file the two
 * would wait for each other.
 */
const PROGRAM = /\/web\/src\/main\.tsx$/

type ModuleInfo = (id: string) => { importedIds: readonly string[] } | null

/**
 * Modules of a first visit are bundled into one file, because thirty small files would each cost a round trip. Modules that only
 * other pages import stay in the files of those pages.
 */
function firstModules(ids: Iterable<string>, infoOf: ModuleInfo): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    infoOf(id)?.importedIds.forEach(add)
  }
  for (const id of ids) if (FIRST.test(id.replaceAll('\\', '/'))) add(id)
  return new Set([...found].filter((id) => !PROGRAM.test(id.replaceAll('\\', '/'))))
}

let first: ReadonlySet<string> | null = null

const PACKED_FROM_BYTES = 1024

/** As tightly as can be, once: the program that serves it has calls to make. */
function pack(): Plugin {
  return {
    name: 'pack',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file))) {
        const bytes = readFileSync(join(dir, name))
        if (bytes.length >= PACKED_FROM_BYTES) writeFileSync(`${join(dir, name)}.br`, brotliCompressSync(bytes))
      }
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [tailwindcss(), pack()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        manualChunks: (id, { getModuleIds, getModuleInfo }) => {
          first ??= firstModules(getModuleIds(), getModuleInfo)
          return first.has(id) ? 'base' : undefined
        },
      },
      // Libraries mark what runs in browsers for frameworks that render on servers; there is none here.
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
  esbuild: { jsx: 'automatic', legalComments: 'none' },
  server: { proxy },
  preview: { proxy },
})
