import type { Clock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import { ValidationError } from '../kernel/errors.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Database } from '../storage/database.ts'
import { mergeSettings, type SettingsChange } from './merge-settings.ts'
import { findModelConfiguration, type StoredModelConfiguration, saveModelConfiguration } from './queries.ts'
import { openReadableSettings, sealSettings } from './settings.ts'

export interface ModelDeps {
  db: Database
  clock: Clock
  secrets: SecretBox
  /** Connections to endpoints during a test. */
  egress?: Egress
}

export async function changeSettings(
  { db, clock, secrets }: ModelDeps,
  organizationId: number,
  change: SettingsChange,
): Promise<StoredModelConfiguration> {
  return db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId)
    const stored = await findModelConfiguration(tx, organizationId)
    const { settings, faults } = mergeSettings(openReadableSettings(stored?.settings, secrets, organizationId), change)
    if (settings === null) throw new ValidationError(faults)
    return saveModelConfiguration(tx, organizationId, {
      settings: sealSettings(settings, secrets, organizationId),
      updated_at: new Date(clock.now()),
    })
  })
}
