import { openSecretBox } from '../kernel/secret-box.ts'
import { apiKeyPrefixOf, hashApiKey, newApiKey } from '../organizations/api-key.ts'
import { openAuditTrail } from '../organizations/audit-queries.ts'
import {
  egressState,
  ensureOrganization,
  findOrganization,
  insertApiKey,
  listApiKeys,
  organizationNames,
  setArchived,
} from '../organizations/queries.ts'
import type { Database } from '../storage/database.ts'
import { withDefaultPolicy } from './new-organization.ts'
import { readArguments } from './read-arguments.ts'
import { commandLine, printError, printLine, withDatabase } from './with-database.ts'

const HELP = `outdial keys create --organization NAME --name KEYNAME [--new]
    Prints the key alone. It is shown this once. --new makes the organization.
outdial keys list --organization NAME
outdial keys archive --organization NAME --id ID`

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, {
    organization: { type: 'string' },
    name: { type: 'string' },
    id: { type: 'string' },
    new: { type: 'boolean' },
  })
  if (typeof parsed === 'number') return parsed
  const { values, positionals } = parsed
  const { organization } = values
  const [action] = positionals
  if (positionals.length !== 1) return printError(HELP)
  if (!organization) return printError(`Name the organization with --organization.\n\n${HELP}`)
  switch (action) {
    case 'create':
      return isName(values.name)
        ? create(organization, values.name, values.new === true)
        : printError('Name the key with --name.')
    case 'list':
      return list(organization)
    case 'archive':
      return values.id && /^\d{1,15}$/.test(values.id)
        ? archive(organization, Number(values.id))
        : printError('Name the key with --id; `outdial keys list` lists the ids.')
    default:
      return printError(HELP)
  }
}

const NAME_MAX = 255

function isName(name: string | undefined): name is string {
  return name !== undefined && name !== '' && name.length <= NAME_MAX
}

function create(organization: string, name: string, isNew: boolean): Promise<number> {
  return withDatabase(async (db, config) => {
    const known = await organizationNames(db)
    const isKnown = known.includes(organization)
    if (!isKnown && !isNew && known.length > 0) return printError(unknownOrganization(organization, known))
    if (isKnown && isNew) return printError(`There is an organization "${organization}" already; leave --new out.`)
    const key = newApiKey()
    const now = new Date()
    if (known.length === 1 && !isKnown) await warnOfPrivateAddresses(db)
    const organizationId = await db.transaction().execute(async (tx) => {
      const made = await ensureOrganization(tx, organization, now)
      if (!isKnown) await withDefaultPolicy(openSecretBox(config.secretKeys))(tx, made, now)
      return made
    })
    const { id, key_prefix } = await insertApiKey(db, {
      organizationId,
      name,
      prefix: apiKeyPrefixOf(key),
      hash: hashApiKey(key),
      now,
    })
    await note(db, organizationId, 'createApiKey', id, { id, name, key_prefix, scope: 'admin' })
    printLine(key)
    return 0
  })
}

const NAMES_SHOWN_MAX = 10

function unknownOrganization(name: string, known: readonly string[]): string {
  const shown = known.slice(0, NAMES_SHOWN_MAX).map((each) => `"${each}"`)
  const more = known.length > NAMES_SHOWN_MAX ? ', ...' : ''
  return `There is no organization "${name}". There are: ${shown.join(', ')}${more}. To make a new one, add --new.`
}

/** Warnings go to standard error, because standard output is only for the key. */
async function warnOfPrivateAddresses(db: Database): Promise<void> {
  const { grants } = await egressState(db)
  const hosts = [...new Set(grants.map(({ host }) => host))]
  const kept = hosts.length === 0 ? 'none so far' : hosts.join(', ')
  process.stderr.write(
    `From now on there are two organizations. Addresses in private networks are reached only where EGRESS_ALLOW names them, and by the first organization where it has used them until now: ${kept}.\n`,
  )
}

/** Adds an audit entry with the command line as the author. */
async function note(db: Database, organizationId: number, operation: string, id: number, after: object): Promise<void> {
  const principal = commandLine(organizationId)
  const subject = `/api/v1/user/api-keys/${id}`
  const trail = openAuditTrail({ db, now: () => new Date() })
  await trail.finish(
    await trail.begin({ principal, operation, subject, before: null, requestId: null, address: null }),
    after,
  )
}

function list(organization: string): Promise<number> {
  return withDatabase(async (db) => {
    const found = await findOrganization(db, organization)
    if (!found) return printError(`There is no organization "${organization}".`)
    for (const key of (await listApiKeys(db, found.id, true)).rows) {
      printLine([key.id, key.key_prefix, key.archived_at ? 'archived' : 'active', key.name].join('\t'))
    }
    return 0
  })
}

function archive(organization: string, id: number): Promise<number> {
  return withDatabase(async (db) => {
    const found = await findOrganization(db, organization)
    if (!found) return printError(`There is no organization "${organization}".`)
    const key = await setArchived(db, found.id, id, new Date())
    if (!key) return printError(`There is no key ${id} in "${organization}".`)
    await note(db, found.id, 'archiveApiKey', id, { id, name: key.name, key_prefix: key.key_prefix, is_active: false })
    printLine(`Archived ${key.key_prefix} (${key.name}).`)
    return 0
  })
}
