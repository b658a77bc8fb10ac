/** The order of the documentation, as its navigation shows it. */
export const SECTIONS = [
  {
    title: 'Start',
    pages: [
      'index.md',
      'first-real-call.md',
      'console.md',
      'contact-lists.md',
      'contact-files.md',
      'enrolment.md',
      'workflows.md',
      'going-public.md',
    ],
  },
  {
    title: 'Calling rules',
    pages: ['calling-rules.md', 'calling-rule-packs.md', 'set-up-us-collector.md', 'set-up-uk-clinic.md'],
  },
  {
    title: 'Build on it',
    pages: [
      'api-guide.md',
      'recipes.md',
      'results.md',
      'webhooks.md',
      'n8n.md',
      'cli.md',
      'errors.md',
      'state-machines.md',
      'glossary.md',
    ],
  },
  {
    title: 'Voice',
    pages: [
      'speech.md',
      'models.md',
      'tools.md',
      'knowledge.md',
      'recorded-audio.md',
      'transfers.md',
      'returned-calls.md',
      'routes.md',
    ],
  },
  {
    title: 'Carriers',
    pages: [
      'providers/ari.md',
      'providers/sip.md',
      'providers/twilio.md',
      'providers/vonage.md',
      'providers/plivo.md',
      'providers/telnyx.md',
      'providers/cloudonix.md',
      'providers/vobiz.md',
      'providers/signalwire.md',
      'providers/exotel.md',
      'providers/simulator.md',
      'adding-a-provider.md',
    ],
  },
  {
    title: 'Operate',
    pages: ['operations.md', 'people.md', 'costs.md', 'monitoring/README.md', 'scale.md', 'asvs.md'],
  },
  {
    title: 'Decisions',
    pages: [
      'decisions/0001-postgresql-is-the-queue.md',
      'decisions/0002-events-in-commit-order.md',
      'decisions/0003-unknown-keeps-its-slot.md',
      'decisions/0004-one-owner-each.md',
      'decisions/0005-a-queue-for-each-organization.md',
      'decisions/0006-a-bundle-to-start-from.md',
    ],
  },
]
