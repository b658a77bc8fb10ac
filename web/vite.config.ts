import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

const server = process.env.OUTDIAL_URL ?? 'http://127.0.0.1:8000'
const proxy = { '/api': server, '/docs': server, '/welcome': server }

/**
 * What every first visit needs comes as one file: thirty small ones would each wait for their turn on the line. What is
 * opened later, and what only a few pages need, stays apart.
 */
function isFirst(id: string): boolean {
  const path = id.replaceAll('\\', '/')
  if (
    /virtual-list|open-menu|palette|key-help|react-virtual|virtual-core|radix|floating-ui|xyflow|d3-|zustand/.test(path)
  )
    return false
  return /web\/src\/(ui|components|api|live|keys|routes|pages\/overview)\/|node_modules\/(react|react-dom|scheduler|@tanstack)\/|\/sdk\//.test(
    path,
  )
}

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
      output: { manualChunks: (id) => (isFirst(id) ? 'base' : undefined) },
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
