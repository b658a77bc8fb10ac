// Joins the compiled server and the packages that consist of hundreds of small files into a few: Node.js loads them in half the time.
// What is loaded only when it is needed stays in files of its own. Packages that read files beside themselves, or that other packages
// share with us, stay where they are.
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const server = fileURLToPath(new URL('../server', import.meta.url))
const program = join(server, 'dist/program')
const JOINED = new Set(['kysely', 'libphonenumber-js', 'jose'])
/** A running server may still want files of the bundle that it was started from. */
const KEPT_MS = 7 * 24 * 60 * 60_000

const packagesApart = {
  name: 'packages-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined
      const name = path
        .split('/')
        .slice(0, path.startsWith('@') ? 2 : 1)
        .join('/')
      return JOINED.has(name) ? undefined : { path, external: true }
    })
  },
}

await build({
  entryPoints: [join(server, 'dist/src/main.js')],
  outdir: program,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  define: { OUTDIAL_BUNDLE: 'true' },
  plugins: [packagesApart],
  logLevel: 'warning',
})

for (const name of readdirSync(program)) {
  const file = join(program, name)
  if (Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file)
}
