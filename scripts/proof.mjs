// Proofs that take their time: a whole-program test many times in a row, each time at other moments.
// npm run proof -- failover 10: the name of a proof below, and how often (10 unless said otherwise; conversations take five minutes).
// Several of them hold the whole of what `npm test` draws a part of (server/test/drawn.ts).
// npm run proof -- image: once, the container image is built and serves a campaign (prove-image.mjs)
// npm run proof -- n8n: once, the package for n8n against n8n's own interfaces (prove-n8n.mjs)
// npm run proof -- upgrade [commit]: once, from the real program of that commit and back (prove-upgrade.mjs)
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { build, root } from './build.mjs'

const PROOFS = {
  experiments: { file: 'src/campaigns/rules/experiment-statistics', setting: 'experiments' },
  kill: { file: 'test/processes/kill-and-freeze', setting: 'kill' },
  freeze: { file: 'test/processes/kill-and-freeze', setting: 'freeze' },
  deck: { file: 'test/processes/deck', setting: 'deck' },
  failover: { file: 'test/processes/failover', setting: 'failover' },
  pooler: { file: 'test/processes/pooler', setting: 'pooler' },
  backup: { file: 'test/processes/backup', setting: 'backup' },
  recovery: { file: 'test/processes/recovery', setting: 'recovery' },
  rolling: { file: 'test/processes/rolling', setting: 'rolling' },
  package: { file: 'test/processes/package', setting: 'package' },
  buckets: { file: 'src/storage/files/file-store', setting: 'buckets' },
  people: { file: 'src/agent/people', setting: 'people' },
  endings: { file: 'src/agent/final-endings', setting: 'endings' },
  embedded: { file: 'src/storage/embedded-postgres', setting: 'embedded' },
  conversations: { file: 'test/end-to-end/conversations', setting: 'conversations' },
  spoken: { file: 'src/agent/real-conversations', setting: 'spoken' },
  injections: { file: 'src/agent/prompt-injection', setting: 'injections' },
  carriers: { file: 'test/end-to-end/carriers', setting: 'carriers' },
  transfers: { file: 'test/end-to-end/transfer', setting: 'transfers' },
  'who-pays': { file: 'test/dialer/who-pays-carriers', setting: 'who-pays' },
  'asterisk-media': { file: 'src/telephony/providers/ari/asterisk-media', setting: 'asterisk-media' },
  'hosted-speech': { file: 'test/end-to-end/hosted-speech', setting: 'hosted-speech' },
  'agent-materials': { file: 'test/end-to-end/agent-materials', setting: 'agent-materials' },
  console: { workspace: 'web', folder: 'test/browser/', setting: 'console' },
  asterisk: { file: 'test/end-to-end/asterisk', setting: 'asterisk' },
  pages: { workspace: 'web', file: 'test/browser/every-page', setting: 'pages' },
  roles: { file: 'test/interface/roles', setting: 'roles' },
  try: { file: 'test/interface/try', setting: 'try' },
  materials: { file: 'test/interface/agent-materials', setting: 'materials' },
  'public-url': { file: 'test/end-to-end/public-url', setting: 'public-url' },
  'overlap-asterisk': { file: 'test/end-to-end/overlap-asterisk', setting: 'overlap' },
  'conversations-asterisk': { file: 'test/end-to-end/conversations-asterisk', setting: 'conversations' },
}

const [name = '', times = '10'] = process.argv.slice(2)
if (name === 'upgrade') {
  const { proveUpgrade } = await import('./prove-upgrade.mjs')
  process.exit(await proveUpgrade(process.argv[3]))
}
if (name === 'image') {
  const { proveImage } = await import('./prove-image.mjs')
  process.exit(await proveImage())
}
if (name === 'n8n') {
  const { proveN8n } = await import('./prove-n8n.mjs')
  process.exit(proveN8n())
}
const proof = PROOFS[name]
if (!proof || !(Number(times) > 0)) {
  console.error(`npm run proof -- <${Object.keys(PROOFS).join(' | ')}> [times], or image, or n8n, or upgrade [commit]`)
  process.exit(1)
}
if (build() !== 0) process.exit(1)

function once() {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--root', proof.workspace ?? 'server', proof.folder ?? `${proof.file}.test.ts`]
  const env = { ...process.env, OUTDIAL_PROOF: proof.setting, NO_COLOR: '1' }
  return spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
}

let kept = 0
for (let round = 1; round <= Number(times); round++) {
  const startedMs = performance.now()
  const { status, stdout, stderr } = once()
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
  const told = stdout.split('\n').filter((line) => line.startsWith('  proof: '))
  if (status === 0) kept++
  console.log(
    `${name} ${round} of ${times}: ${status === 0 ? 'kept' : 'BROKEN'}, ${seconds} s ${told.join(';').trim()}`,
  )
  if (status !== 0) console.log(stdout, stderr)
}
console.log(`${name}: ${kept} of ${times} kept`)
process.exitCode = kept === Number(times) ? 0 : 1
