/** A campaign from its workflow file to its results, with the SDK. */
import { readFile } from 'node:fs/promises'
import { createClient, OutdialError } from '@outdial/sdk'

const { OUTDIAL_URL = 'http://127.0.0.1:8000', OUTDIAL_API_KEY = '', WORKFLOW_FILE, CONTACTS_FILE } = process.env
const outdial = createClient({ baseUrl: OUTDIAL_URL, apiKey: OUTDIAL_API_KEY })

const fileHere = (path: string) => new URL(path, import.meta.url)
const workflowFile = await readFile(WORKFLOW_FILE ?? fileHere('../workflows/yes-or-no.json'), 'utf8')
const contacts = await readFile(CONTACTS_FILE ?? fileHere('../curl/contacts.csv'))

try {
  const { name, workflow_definition } = JSON.parse(workflowFile)
  const workflow = await outdial.workflows.create({ name, workflow_definition })
  const carrier = await outdial.operations.createTelephonyConfiguration({
    body: {
      name: `Simulated, for workflow ${workflow.id}`,
      config: { provider: 'simulator', people_speak: false, speed: 1000 },
    },
  })
  const { source_id } = await outdial.uploadContacts(contacts, { filename: 'contacts.csv' })
  const campaign = await outdial.campaigns.create({
    name: 'First campaign',
    workflow_id: workflow.id,
    source_type: 'csv',
    source_id,
    telephony_configuration_id: carrier.id,
    retry_config: { enabled: false },
  })

  await outdial.campaigns.start(campaign.id)
  const progress = await outdial.waitUntilCompleted(campaign.id)
  console.log(`${progress.processed_rows} of ${progress.total_rows} contacts are done.`)
  for await (const contact of outdial.allContacts(campaign.id)) console.log(contact.phone_number, contact.outcome)
} catch (error) {
  if (!(error instanceof OutdialError)) throw error
  // Decide by the code; the sentence is for people.
  console.error(error.code, error.message, error.faults)
  process.exitCode = 1
}
