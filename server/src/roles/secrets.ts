import { allAfterCallSecrets, resealSigningSecret } from '../after-calls/queries.ts'
import { signingSecretSealContext } from '../after-calls/signing-secret.ts'
import { readConfig } from '../config.ts'
import { allCredentials, resealCredential } from '../credentials/queries.ts'
import { credentialSealContext as placeOfServiceCredential } from '../credentials/use-credential.ts'
import { systemClock } from '../kernel/clock.ts'
import { openSecretBox, type SecretBox } from '../kernel/secret-box.ts'
import { rotateLedgerKeys } from '../ledger/rotate-keys.ts'
import { openLedgerKeys } from '../ledger/signing.ts'
import { allModelConfigurations, resealModelConfiguration } from '../models/queries.ts'
import { resealedSettings } from '../models/settings.ts'
import type { Database } from '../storage/database.ts'
import { configurationSealContext as placeOfCredential } from '../telephony/configurations/credentials.ts'
import { allConfigurations, resealConfiguration } from '../telephony/configurations/queries.ts'
import { allToolDefinitions, resealTool } from '../tools/queries.ts'
import { toolHeadersSealContext } from '../tools/secret-headers.ts'
import { allWebhookSecrets, resealWebhook } from '../webhooks/queries.ts'
import { webhookSecretSealContext } from '../webhooks/rules/sign.ts'
import { definitionsWithHeaders, replaceDefinition } from '../workflows/queries.ts'
import { resealedHeaders, secretsOfWorkflow } from '../workflows/secret-headers.ts'
import { printError, printLine, withDatabase } from './with-database.ts'

const HELP = `outdial secrets reseal

Seals every stored secret and every ledger with the newest key of SECRET_KEY (new,old), so that the old one can be taken away.
The ledger keeps the old public key, signed by the new one. Works while the server runs, and may be run again. Numbers that are bound to a workflow must be synchronised again before the old key goes:
what carriers call for inbound calls was signed with it.`

export async function run(args: string[]): Promise<number> {
  if (args.length === 1 && (args[0] === '--help' || args[0] === '-h')) {
    printLine(HELP)
    return 0
  }
  if (args.length !== 1 || args[0] !== 'reseal') return printError(HELP)
  const { secretKeys } = readConfig(process.env, false)
  const secrets = openSecretBox(secretKeys)
  return withDatabase(async (db) => {
    const { resealed, unreadable } = await resealAll(db, secrets)
    const ledgers = await rotateLedgerKeys(
      { db, clock: systemClock, keys: openLedgerKeys(secrets) },
      openLedgerKeys(openSecretBox(secretKeys.slice(0, 1))),
    )
    printLine(`Sealed again: ${resealed}.`)
    if (ledgers.resealed > 0) printLine(`Ledgers sealed with the new key: ${ledgers.resealed}.`)
    if (ledgers.broken.length > 0) {
      printError(
        `These organizations had a broken ledger before: ${ledgers.broken.join(', ')}. See "outdial ledger verify".`,
      )
    }
    if (unreadable.length === 0) return 0
    return printError(`Cannot be read with any of these keys, and was left as it is: ${unreadable.join(', ')}.`)
  })
}

async function resealAll(db: Database, secrets: SecretBox): Promise<{ resealed: number; unreadable: string[] }> {
  const unreadable: string[] = []
  let resealed = 0
  const each = async (
    name: string,
    stored: unknown,
    save: (before: string, after: string) => Promise<boolean>,
    placeOf: (field: string) => string,
  ) => {
    try {
      const after = resealedTexts(stored, secrets, placeOf)
      if (after !== null && (await save(JSON.stringify(stored), JSON.stringify(after)))) resealed++
    } catch {
      unreadable.push(name)
    }
  }
  for (const { id, credentials } of await allConfigurations(db)) {
    const save = (...texts: [string, string]) => resealConfiguration(db, id, ...texts)
    await each(`telephony configuration ${id}`, credentials, save, (field) => placeOfCredential(id, field))
  }
  for (const { organization_id: id, settings } of await allModelConfigurations(db)) {
    try {
      const after = resealedSettings(settings, secrets, id)
      if (after !== null && (await resealModelConfiguration(db, id, JSON.stringify(settings), after))) resealed++
    } catch {
      unreadable.push(`models of organization ${id}`)
    }
  }
  for (const { id, credential_data: data } of await allCredentials(db)) {
    const save = (...texts: [string, string]) => resealCredential(db, id, ...texts)
    await each(`credential ${id}`, data, save, (field) => placeOfServiceCredential(id, field))
  }
  for (const { id, definition } of await allToolDefinitions(db)) {
    const save = (...texts: [string, string]) => resealTool(db, id, ...texts)
    await each(`headers of tool ${id}`, definition, save, () => toolHeadersSealContext(id))
  }
  for (const { id, ...kept } of await allWebhookSecrets(db)) {
    const save = (...texts: [string, string]) => resealWebhook(db, id, ...texts)
    await each(`webhook ${id}`, kept, save, () => webhookSecretSealContext(id))
  }
  for (const { organization_id: id, ...kept } of await allAfterCallSecrets(db)) {
    await each(
      `webhook nodes of organization ${id}`,
      kept,
      (...texts) => resealSigningSecret(db, id, ...texts),
      () => signingSecretSealContext(id),
    )
  }
  for (const { id, workflow_id, definition } of await definitionsWithHeaders(db)) {
    try {
      const after = resealedHeaders(definition, secretsOfWorkflow(secrets, workflow_id))
      if (after !== null && (await replaceDefinition(db, id, definition, after))) resealed++
    } catch {
      unreadable.push(`headers of workflow definition ${id}`)
    }
  }
  return { resealed, unreadable }
}

/** Encrypts texts at any depth again with the newest key; null if all already are. */
function resealedTexts(stored: unknown, secrets: SecretBox, placeOf: (field: string) => string): unknown {
  let changed = false
  const walk = (value: unknown, field = ''): unknown => {
    if (typeof value === 'string' && value.startsWith('sealed:')) {
      const anew = secrets.reseal(value, placeOf(field))
      changed ||= anew !== null
      return anew ?? value
    }
    if (Array.isArray(value)) return value.map((each) => walk(each, field))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, name)]))
  }
  const result = walk(stored)
  return changed ? result : null
}
