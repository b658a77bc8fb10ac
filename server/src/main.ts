/** One program with several roles. */
import type { ResourceName } from './cli/run.ts'
import { ConfigurationError } from './config.ts'
import { EmbeddedPostgresError } from './storage/embedded-error.ts'

const ROLES: Record<string, { help: string; load(): Promise<{ run(args: string[]): Promise<number> }> }> = {
  serve: { help: 'serve the interface and dial (the default)', load: () => import('./roles/serve.ts') },
  migrate: { help: 'bring the database up to date and end', load: () => import('./roles/migrate.ts') },
  upgrade: {
    help: 'check, back up, migrate and try the new version; go back if it fails',
    load: () => import('./roles/upgrade.ts'),
  },
  rollback: {
    help: 'let the version before this one start on the database again',
    load: () => import('./roles/rollback.ts'),
  },
  keys: { help: 'create, list and archive API keys', load: () => import('./roles/keys.ts') },
  organizations: { help: 'list organizations and set their limits', load: () => import('./roles/organizations.ts') },
  secrets: { help: 'seal stored secrets with the newest SECRET_KEY', load: () => import('./roles/secrets.ts') },
  ledger: { help: 'verify and export the record of calls', load: () => import('./roles/ledger.ts') },
  verify: { help: 'check an exported ledger or the receipt of a call', load: () => import('./roles/verify.ts') },
  campaigns: { help: 'list, create, start, pause, resume and watch campaigns', load: () => resource('campaigns') },
  contacts: { help: 'import contact lists', load: () => resource('contacts') },
  calls: { help: 'list, show and follow calls', load: () => resource('calls') },
  workflows: { help: 'list workflows', load: () => resource('workflows') },
  policies: { help: 'try calling rules on the dials of the past', load: () => resource('policies') },
  registries: { help: 'import do-not-call registries', load: () => resource('registries') },
  mcp: {
    help: 'serve the interface to assistants (Model Context Protocol)',
    load: async () => (await import('./roles/terminal.ts')).loadMcpRole(),
  },
  models: { help: 'list and add voices and recognizers of this machine', load: () => import('./roles/models.ts') },
  recordings: {
    help: 'encrypt recordings, or sweep them after a restore',
    load: () => import('./roles/recordings.ts'),
  },
  backup: { help: 'write the whole database into a file, while it runs', load: () => import('./roles/backup.ts') },
  restore: { help: 'fill a new database from such a file', load: () => import('./roles/restore.ts') },
  doctor: { help: 'check database, clock, secrets and carriers', load: () => import('./roles/doctor.ts') },
}

/** Commands that are clients of a running server; the other roles are the server, or work beside it. */
async function resource(name: ResourceName) {
  return (await import('./roles/terminal.ts')).runResource(name)
}

const USAGE = `outdial <role> [options]

${Object.entries(ROLES)
  .map(([name, role]) => `  ${name.padEnd(14)} ${role.help}`)
  .join('\n')}

Each role has --help. Settings come from the environment, see docs/operations.md.
`

async function main(argv: string[]): Promise<number> {
  const [name = 'serve', ...rest] = argv
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(USAGE)
    return 0
  }
  const role = ROLES[name]
  if (!role) {
    process.stderr.write(`There is no role "${name}".\n\n${USAGE}`)
    return 1
  }
  const { run } = await role.load()
  return run(rest)
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    const expected =
      error instanceof ConfigurationError ||
      error instanceof EmbeddedPostgresError ||
      (error as { expected?: boolean }).expected
    process.stderr.write(expected ? `${(error as Error).message}\n` : `${(error as Error).stack ?? error}\n`)
    process.exitCode = 1
    // Ends the program even if something still keeps it alive.
    setTimeout(() => process.exit(1), 1000).unref()
  },
)
